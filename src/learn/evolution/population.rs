//! What differential evolution and its descendants share: members that are replaced by better ones.

use rand::rngs::ChaCha8Rng;

use super::{Candidate, Space};

/// Points with their fitness.
#[derive(Clone, Debug)]
pub(super) struct Population {
    pub members: Vec<Member>,
    /// Whether members are measured anew in each round, beside their trials. Otherwise a member
    /// keeps the fitness with which it came in, a lucky one for ever.
    pub measured_anew: bool,
    trials: Vec<Vec<f64>>,
    is_measured: bool,
}

/// A point, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub point: Vec<f64>,
    /// The sum of the fitness of all rounds in which it was measured.
    sum: f64,
    rounds: f64,
}

/// A trial that took the place of a member.
pub(super) struct Success {
    /// The number of the member.
    pub index: usize,
    /// The point that was there.
    pub replaced: Vec<f64>,
    /// By how much the trial was better.
    pub gain: f64,
}

impl Member {
    fn new(point: Vec<f64>) -> Self {
        Self { point, sum: 0.0, rounds: 0.0 }
    }

    fn add(&mut self, fitness: f64) {
        self.sum += fitness;
        self.rounds += 1.0;
    }

    /// The mean of all its rounds.
    pub fn fitness(&self) -> f64 {
        self.sum / self.rounds
    }
}

impl Population {
    pub fn random(size: usize, space: &Space, measured_anew: bool, rng: &mut ChaCha8Rng) -> Self {
        let members = (0..size).map(|_| Member::new(space.random_point(rng))).collect();
        Self { members, measured_anew, trials: Vec::new(), is_measured: false }
    }

    /// Whether every member has a fitness; the first round gives it to them.
    pub const fn is_measured(&self) -> bool {
        self.is_measured
    }

    /// Asks for the members alone.
    pub fn ask_first(&self) -> Vec<Candidate> {
        self.members
            .iter()
            .map(|member| Candidate { point: member.point.clone(), rival: None })
            .collect()
    }

    /// Asks for a trial of each member, and for the members themselves if they are measured anew.
    pub fn ask(&mut self, trials: Vec<Vec<f64>>) -> Vec<Candidate> {
        let rival = |index| self.measured_anew.then_some(trials.len() + index);
        let mut all: Vec<Candidate> = trials
            .iter()
            .enumerate()
            .map(|(index, point)| Candidate { point: point.clone(), rival: rival(index) })
            .collect();
        if self.measured_anew {
            all.extend(self.ask_first());
        }
        self.trials = trials;
        all
    }

    /// Takes in a round: each trial that is no worse than its member replaces it.
    pub fn tell(&mut self, fitness: &[f64]) -> Vec<Success> {
        if !self.is_measured {
            assert_eq!(fitness.len(), self.members.len(), "one fitness for each member");
            self.members.iter_mut().zip(fitness).for_each(|(member, &fitness)| member.add(fitness));
            self.is_measured = true;
            return Vec::new();
        }
        let trials = std::mem::take(&mut self.trials);
        let (of_trials, of_members) = fitness.split_at(trials.len());
        let anew = if self.measured_anew { self.members.len() } else { 0 };
        assert_eq!(of_members.len(), anew, "one fitness for each candidate");
        let mut successes = Vec::new();
        for (index, (trial, &fitness)) in trials.into_iter().zip(of_trials).enumerate() {
            let member = &mut self.members[index];
            let to_beat = match of_members.get(index) {
                Some(&anew) => {
                    member.add(anew);
                    anew
                }
                None => member.fitness(),
            };
            if fitness >= to_beat {
                let mut new = Member::new(trial);
                new.add(fitness);
                let replaced = std::mem::replace(member, new).point;
                successes.push(Success { index, replaced, gain: fitness - to_beat });
            }
        }
        successes
    }

    /// The numbers of the members, the best first. Each counts as if it had been measured once more
    /// with a middling result: one good round alone is worth less than many.
    pub fn ranking(&self) -> Vec<usize> {
        let all: f64 = self.members.iter().map(Member::fitness).sum();
        let middling = all / self.members.len() as f64;
        let value = |index: &usize| {
            let Member { sum, rounds, .. } = self.members[*index];
            match self.measured_anew {
                true => (sum + middling) / (rounds + 1.0),
                false => sum / rounds,
            }
        };
        let mut ranking: Vec<usize> = (0..self.members.len()).collect();
        ranking.sort_by(|a, b| value(b).total_cmp(&value(a)));
        ranking
    }

    pub fn best(&self) -> &[f64] {
        match self.is_measured {
            true => &self.members[self.ranking()[0]].point,
            false => &self.members[0].point,
        }
    }
}
