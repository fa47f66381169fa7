//! DE/rand/1/bin (Storn and Price, "Differential evolution", Journal of Global Optimization 11,
//! 1997).

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::population::Population;
use super::{Candidate, Optimizer, Space};

/// The two numbers of differential evolution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// F: the factor of a difference, above 0.
    pub factor: f64,
    /// CR: how likely each coordinate is to come from the mutant, 0 to 1.
    pub crossover: f64,
}

/// A population whose differences make its mutants: each member is challenged by
/// `x1 + F (x2 - x3)`, crossed with itself, where x1, x2 and x3 are three other members.
#[derive(Debug)]
pub struct DifferentialEvolution {
    space: Space,
    rates: Rates,
    rng: ChaCha8Rng,
    population: Population,
}

impl DifferentialEvolution {
    /// The fewest members: a member and the three that challenge it.
    pub const FEWEST: usize = 4;

    /// A population of `size` random members, at least [`Self::FEWEST`]. `measured_anew` says
    /// whether members are measured again beside each trial.
    pub fn new(space: Space, size: usize, rates: Rates, measured_anew: bool, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = size.max(Self::FEWEST);
        let population = Population::random(size, &space, measured_anew, &mut rng);
        Self { space, rates, rng, population }
    }

    fn trial(&mut self, index: usize) -> Vec<f64> {
        let [a, b, c] = self.three_others(index);
        let Self { space, rates, rng, population } = self;
        let point = |number: usize| &population.members[number].point;
        let always = rng.random_range(0..space.dimension());
        let axes = 0..space.dimension();
        axes.map(|axis| {
            if axis != always && rng.random::<f64>() >= rates.crossover {
                return point(index)[axis];
            }
            let value = point(a)[axis] + rates.factor * (point(b)[axis] - point(c)[axis]);
            match space.contains(axis, value) {
                true => value,
                false => space.random_value(axis, rng),
            }
        })
        .collect()
    }

    /// Three different members, none of them this one.
    fn three_others(&mut self, index: usize) -> [usize; 3] {
        let mut chosen = [index; 4];
        for at in 1..4 {
            while chosen[..at].contains(&chosen[at]) {
                chosen[at] = self.rng.random_range(0..self.population.members.len());
            }
        }
        [chosen[1], chosen[2], chosen[3]]
    }
}

impl Optimizer for DifferentialEvolution {
    fn ask(&mut self) -> Vec<Candidate> {
        if !self.population.is_measured() {
            return self.population.ask_first();
        }
        let trials = (0..self.population.members.len()).map(|index| self.trial(index)).collect();
        self.population.ask(trials)
    }

    fn tell(&mut self, fitness: &[f64]) {
        self.population.tell(fitness);
    }

    fn best(&self) -> &[f64] {
        self.population.best()
    }
}

#[cfg(test)]
impl DifferentialEvolution {
    /// What is known of the fitness of the best member.
    pub(super) fn believed_best(&self) -> f64 {
        self.population.members[self.population.ranking()[0]].fitness()
    }
}
