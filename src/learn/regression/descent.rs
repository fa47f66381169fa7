//! Stochastic gradient descent on one stretch of plies, between two phases.

use super::positions::Position;
use super::spline::{ACTIVE, Place, active, ply_of};
use super::tally::{Loss, Tally};
use crate::eval::pattern::{PLIES, WEIGHTS};

/// What is seen so often in an epoch, or less, moves by the whole step.
const SELDOM: f32 = 300.0;

/// What part of the step each weight and constant moves by: the less the more often it is seen. A
/// weight that is seen a million times would only chase the luck of the last games otherwise, and
/// one that is seen ten times needs long steps to get anywhere.
#[derive(Debug)]
pub(super) struct Paces {
    pub weights: Box<[f32]>,
    constants: [f32; PLIES],
}

impl Paces {
    /// Those for training on these boards.
    pub fn of(positions: &[Position]) -> Self {
        let mut weights = vec![0_u32; WEIGHTS];
        let mut constants = [0_u32; PLIES];
        for position in positions {
            for id in active(position.board) {
                weights[id as usize] += 1;
            }
            constants[ply_of(position.board)] += 1;
        }
        let pace = |seen: u32| (SELDOM / seen as f32).sqrt().min(1.0);
        Self { weights: weights.into_iter().map(pace).collect(), constants: constants.map(pace) }
    }
}

/// The weights of one stretch, those of the two phases side by side: a board needs both, and one
/// access fetches both.
pub(super) struct Stretch<'a> {
    pairs: Vec<[f32; 2]>,
    places: &'a [Place; PLIES],
    /// Added at each ply; only those of the stretch change.
    pub constants: [f32; PLIES],
}

impl<'a> Stretch<'a> {
    /// The weights of the phase before and of the one after, if there is one.
    pub fn new(
        lower: &[f32],
        upper: Option<&[f32]>,
        constants: [f32; PLIES],
        places: &'a [Place; PLIES],
    ) -> Self {
        let pairs = lower.iter().zip(upper.unwrap_or(lower)).map(|(&a, &b)| [a, b]).collect();
        Self { pairs, places, constants }
    }

    /// Writes the weights back to where they came from.
    pub fn copy_to(&self, lower: &mut [f32], upper: Option<&mut [f32]>) {
        for (weight, pair) in lower.iter_mut().zip(&self.pairs) {
            *weight = pair[0];
        }
        for (weight, pair) in upper.into_iter().flatten().zip(&self.pairs) {
            *weight = pair[1];
        }
    }

    /// The estimate for the configurations of a board, in discs.
    #[inline]
    fn estimate(&self, ids: &[u32; ACTIVE], ply: usize) -> f32 {
        // Several sums, so that an addition need not wait for the one before.
        let mut sums = [[0.0_f32; 2]; 4];
        for (at, &id) in ids.iter().enumerate() {
            let pair = self.pairs[id as usize];
            sums[at % 4][0] += pair[0];
            sums[at % 4][1] += pair[1];
        }
        let sum = |side: usize| (sums[0][side] + sums[1][side]) + (sums[2][side] + sums[3][side]);
        let share = self.places[ply].share;
        self.constants[ply] + sum(0) * (1.0 - share) + sum(1) * share
    }

    /// Moves all weights that a board uses by their parts of a `step` against the slope of the loss,
    /// and the same for the next board, in the order given; the tally is of the errors before.
    pub fn descend(
        &mut self,
        positions: &[Position],
        order: &[u32],
        paces: &Paces,
        step: f32,
        loss: Loss,
    ) -> Tally {
        let mut tally = Tally::default();
        for &at in order {
            let Position { board, target } = positions[at as usize];
            let ply = ply_of(board);
            let ids = active(board);
            let error = self.estimate(&ids, ply) - target;
            tally.add(error, loss);
            let change = step * loss.slope(error);
            let share = self.places[ply].share;
            let changes = [change * (1.0 - share), change * share];
            for &id in &ids {
                let pace = paces.weights[id as usize];
                let pair = &mut self.pairs[id as usize];
                pair[0] -= pace * changes[0];
                pair[1] -= pace * changes[1];
            }
            self.constants[ply] -= paces.constants[ply] * change;
        }
        tally
    }

    /// The errors at each ply.
    pub fn errors(&self, positions: &[Position], loss: Loss) -> [Tally; PLIES] {
        let mut tallies = [Tally::default(); PLIES];
        for &Position { board, target } in positions {
            let ply = ply_of(board);
            let error = self.estimate(&active(board), ply) - target;
            tallies[ply].add(error, loss);
        }
        tallies
    }
}
