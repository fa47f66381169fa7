//! Numbers that play best, found by playing: each algorithm asks for points to be measured and is
//! told what came of them.

mod differential;
mod games;
mod journal;
mod parameter;
mod population;
mod spsa;
mod success_history;
mod tuner;
mod validation;

pub use differential::{DifferentialEvolution, Rates};
pub use games::{Fitness, Measured, Measuring};
pub use journal::{Journal, JournalError, JournalFault};
pub use parameter::{Parameter, ParameterError, settings, with_settings};
pub use spsa::Spsa;
pub use success_history::SuccessHistory;
pub use tuner::{Algorithm, Round, SearchLimit, TuneError, TuneSettings, Tuner};
pub use validation::Validation;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The bounds of each coordinate, the lower one first.
#[derive(Clone, PartialEq, Debug)]
pub struct Space(pub Vec<(f64, f64)>);

impl Space {
    /// How many coordinates there are.
    pub fn dimension(&self) -> usize {
        self.0.len()
    }

    /// A point somewhere within the bounds.
    fn random_point(&self, rng: &mut ChaCha8Rng) -> Vec<f64> {
        (0..self.dimension()).map(|axis| self.random_value(axis, rng)).collect()
    }

    fn random_value(&self, axis: usize, rng: &mut ChaCha8Rng) -> f64 {
        let (low, high) = self.0[axis];
        low + rng.random::<f64>() * (high - low)
    }

    fn contains(&self, axis: usize, value: f64) -> bool {
        let (low, high) = self.0[axis];
        (low..=high).contains(&value)
    }
}

/// A point that is to be measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Where it is.
    pub point: Vec<f64>,
    /// The number of another one in the same round that it has to beat: as soon as it is clearly
    /// worse, it need not be measured further.
    pub rival: Option<usize>,
}

/// An algorithm. Its rounds are decided by its settings, its seed and what it is told, and by
/// nothing else.
pub trait Optimizer {
    /// What is to be measured in the next round, all in the same way.
    fn ask(&mut self) -> Vec<Candidate>;

    /// The fitness of what was asked for last, in that order; more is better.
    ///
    /// # Panics
    /// When these are not as many as were asked for.
    fn tell(&mut self, fitness: &[f64]);

    /// The best point so far, as far as is known. Before the first round it is any.
    fn best(&self) -> &[f64];
}

#[cfg(test)]
mod tests;
