//! SPSA: two points on either side of the present one say which way to go (Spall, "Implementation
//! of the simultaneous perturbation algorithm", IEEE Transactions on Aerospace and Electronic
//! Systems 34, 1998).

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Candidate, Optimizer, Space};

/// How fast the steps get smaller.
const STEP_DECAY: f64 = 0.602;
/// How fast the distance of the two points gets smaller.
const REACH_DECAY: f64 = 0.101;
/// The part of the rounds in which the steps hardly get smaller.
const SLOW_START: f64 = 0.1;

/// A point that moves. Distances are measured in parts of each coordinate's range, and differences
/// of fitness in their own root mean square so far, so that neither has to be known.
#[derive(Debug)]
pub struct Spsa {
    space: Space,
    rng: ChaCha8Rng,
    point: Vec<f64>,
    rounds: usize,
    round: usize,
    /// How far the two points of the first round lie from the middle.
    reach: f64,
    /// The step of the first round.
    step: f64,
    /// Which way each coordinate goes in this round, 1 or -1.
    signs: Vec<f64>,
    /// The sum of the squares of the differences so far.
    squares: f64,
}

impl Spsa {
    /// A point that begins at `start` and moves for so many rounds. The two points of the first
    /// round lie `reach` from it, and it then moves about `step`, both in parts of the range of each
    /// coordinate.
    pub fn new(
        space: Space,
        start: Vec<f64>,
        rounds: usize,
        (reach, step): (f64, f64),
        seed: u64,
    ) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let signs = vec![1.0; space.dimension()];
        Self { space, rng, point: start, rounds, round: 0, reach, step, signs, squares: 0.0 }
    }

    /// The point so far from the present one, in parts of the range along the signs; no further
    /// than the bounds.
    fn moved(&self, distance: f64) -> Vec<f64> {
        let coordinates = self.point.iter().zip(&self.signs).zip(&self.space.0);
        coordinates
            .map(|((x, sign), &(low, high))| (x + sign * distance * (high - low)).clamp(low, high))
            .collect()
    }
}

impl Optimizer for Spsa {
    fn ask(&mut self) -> Vec<Candidate> {
        self.signs.fill_with(|| if self.rng.random() { 1.0 } else { -1.0 });
        let reach = self.reach / ((self.round + 1) as f64).powf(REACH_DECAY);
        [reach, -reach].map(|reach| Candidate { point: self.moved(reach), rival: None }).into()
    }

    fn tell(&mut self, fitness: &[f64]) {
        let &[plus, minus] = fitness else { panic!("one fitness for each of the two points") };
        let difference = plus - minus;
        self.squares += difference * difference;
        self.round += 1;
        if difference == 0.0 {
            return;
        }
        let usual = (self.squares / self.round as f64).sqrt();
        let slow = SLOW_START * self.rounds as f64;
        let part = (1.0 + slow) / (self.round as f64 + slow);
        self.point = self.moved(self.step * part.powf(STEP_DECAY) * difference / usual);
    }

    fn best(&self) -> &[f64] {
        &self.point
    }
}
