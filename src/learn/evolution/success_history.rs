//! L-SHADE: differential evolution that learns its rates from what succeeded, in a population that
//! shrinks (Tanabe and Fukunaga, "Improving the search performance of SHADE using linear population
//! size reduction", CEC 2014).

use std::f64::consts::{PI, TAU};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::population::{Population, Success};
use super::{Candidate, Optimizer, Rates, Space};

/// So many pairs of rates are remembered.
const HISTORY: usize = 6;
/// The part of the population that counts as best.
const BEST_PART: f64 = 0.11;
/// The size of the archive of replaced points, in populations.
const ARCHIVE_PART: f64 = 2.6;
/// The population ends with so many members.
const FEWEST: usize = 4;
/// How far rates are drawn around a remembered one.
const RATE_SPREAD: f64 = 0.1;

/// A population whose members move towards the best ones: each is challenged by
/// `x + F (p - x) + F (x1 - x2)`, crossed with itself, where p is one of the best, x1 a member, and
/// x2 a member or a point that was replaced.
#[derive(Debug)]
pub struct SuccessHistory {
    space: Space,
    rng: ChaCha8Rng,
    population: Population,
    /// How many members there were at first.
    size: usize,
    /// After so many rounds the population is as small as it gets.
    rounds: usize,
    round: usize,
    archive: Vec<Vec<f64>>,
    history: [Rates; HISTORY],
    /// The pair of rates that is replaced next.
    oldest: usize,
    /// The rates of the trials of this round.
    tried: Vec<Rates>,
}

impl SuccessHistory {
    /// A population of `size` random members, at least 4, for so many rounds after the first.
    /// `measured_anew` says whether members are measured again beside each trial.
    pub fn new(space: Space, size: usize, rounds: usize, measured_anew: bool, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = size.max(FEWEST);
        Self {
            population: Population::random(size, &space, measured_anew, &mut rng),
            space,
            rng,
            size,
            rounds,
            round: 0,
            archive: Vec::new(),
            history: [Rates { factor: 0.5, crossover: 0.5 }; HISTORY],
            oldest: 0,
            tried: Vec::new(),
        }
    }

    /// Rates near remembered ones: the factor with heavy tails (Cauchy), the crossover without
    /// (Gauss).
    fn draw_rates(&mut self) -> Rates {
        let near = self.history[self.rng.random_range(0..HISTORY)];
        let factor = loop {
            let angle = PI * (self.rng.random::<f64>() - 0.5);
            let factor = near.factor + RATE_SPREAD * angle.tan();
            if factor > 0.0 {
                break factor.min(1.0);
            }
        };
        let radius = (-2.0 * (1.0 - self.rng.random::<f64>()).ln()).sqrt();
        let normal = radius * (TAU * self.rng.random::<f64>()).cos();
        let crossover = (near.crossover + RATE_SPREAD * normal).clamp(0.0, 1.0);
        Rates { factor, crossover }
    }

    fn trial(&mut self, index: usize, rates: Rates, ranking: &[usize]) -> Vec<f64> {
        let Self { space, rng, population, archive, .. } = self;
        let members = &population.members;
        let best = ((BEST_PART * members.len() as f64).round() as usize).clamp(2, members.len());
        let towards = &members[ranking[rng.random_range(0..best)]].point;
        let first = other_than(&[index], members.len(), rng);
        let second = other_than(&[index, first], members.len() + archive.len(), rng);
        let plus = &members[first].point;
        let minus = members
            .get(second)
            .map_or_else(|| &archive[second - members.len()], |member| &member.point);
        let own = &members[index].point;
        let always = rng.random_range(0..space.dimension());
        let axes = 0..space.dimension();
        axes.map(|axis| {
            let x = own[axis];
            if axis != always && rng.random::<f64>() >= rates.crossover {
                return x;
            }
            let step = towards[axis] - x + plus[axis] - minus[axis];
            let (low, high) = space.0[axis];
            match x + rates.factor * step {
                value if value < low => f64::midpoint(low, x),
                value if value > high => f64::midpoint(high, x),
                value => value,
            }
        })
        .collect()
    }

    /// Remembers the rates that succeeded, those of greater gains more.
    fn remember(&mut self, successes: &[Success]) {
        let gains: f64 = successes.iter().map(|success| success.gain).sum();
        if gains <= 0.0 {
            return;
        }
        let lehmer = |rate: fn(&Rates) -> f64| {
            let sum = |power: i32| -> f64 {
                successes
                    .iter()
                    .map(|success| success.gain * rate(&self.tried[success.index]).powi(power))
                    .sum()
            };
            if sum(1) > 0.0 { sum(2) / sum(1) } else { 0.0 }
        };
        let learnt = Rates {
            factor: lehmer(|rates| rates.factor),
            crossover: lehmer(|rates| rates.crossover),
        };
        self.history[self.oldest] = learnt;
        self.oldest = (self.oldest + 1) % HISTORY;
    }

    /// The worst members leave.
    fn shrink(&mut self) {
        let part = (self.round as f64 / self.rounds.max(1) as f64).min(1.0);
        let size = self.size as f64 + part * (FEWEST as f64 - self.size as f64);
        let ranking = self.population.ranking();
        let mut kept: Vec<usize> = ranking.into_iter().take(size.round() as usize).collect();
        kept.sort_unstable();
        self.population.members =
            kept.into_iter().map(|index| self.population.members[index].clone()).collect();
        let room = (ARCHIVE_PART * self.population.members.len() as f64) as usize;
        while self.archive.len() > room {
            let leaves = self.rng.random_range(0..self.archive.len());
            self.archive.swap_remove(leaves);
        }
    }
}

/// A number below `count` that is none of these.
fn other_than(taken: &[usize], count: usize, rng: &mut ChaCha8Rng) -> usize {
    loop {
        let number = rng.random_range(0..count);
        if !taken.contains(&number) {
            return number;
        }
    }
}

impl Optimizer for SuccessHistory {
    fn ask(&mut self) -> Vec<Candidate> {
        if !self.population.is_measured() {
            return self.population.ask_first();
        }
        let ranking = self.population.ranking();
        self.tried = (0..self.population.members.len()).map(|_| self.draw_rates()).collect();
        let trials =
            (0..self.tried.len()).map(|index| self.trial(index, self.tried[index], &ranking));
        let trials = trials.collect();
        self.population.ask(trials)
    }

    fn tell(&mut self, fitness: &[f64]) {
        let was_measured = self.population.is_measured();
        let successes = self.population.tell(fitness);
        if was_measured {
            self.round += 1;
            self.remember(&successes);
            self.archive.extend(successes.into_iter().map(|success| success.replaced));
            self.shrink();
        }
    }

    fn best(&self) -> &[f64] {
        self.population.best()
    }
}
