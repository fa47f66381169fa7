//! Weights that change with the ply: known at some plies, the phases, and linear in between.

use crate::board::Board;
use crate::eval::pattern::{
    COUNTED, COUNTS, INSTANCES, Indices, PLIES, PatternWeights, Phase, TIED, WEIGHTS, counts, tied,
};

/// The weights that are added for a board.
pub(super) const ACTIVE: usize = INSTANCES + COUNTS;

/// The plies of the first and the last phase: the few boards before and after are like them.
const FIRST_PLY: usize = 2;
const LAST_PLY: usize = 58;
/// What 16 bits of centidiscs hold, in discs.
const LARGEST: f32 = 327.67;

/// The plies of the phases, and where every ply lies between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Spline {
    plies: Vec<u8>,
    places: [Place; PLIES],
}

/// Between which phases a ply lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// The phase before; the one after is the next.
    pub interval: usize,
    /// The share of the phase after, from 0 to 1.
    pub share: f32,
}

impl Spline {
    /// So many phases at equal distances; at least 1, at most [`Spline::MOST_PHASES`].
    pub fn with_phases(phases: usize) -> Self {
        let steps = phases.clamp(1, Self::MOST_PHASES) - 1;
        if steps == 0 {
            return Self::new(vec![((FIRST_PLY + LAST_PLY) / 2) as u8]);
        }
        let width = LAST_PLY - FIRST_PLY;
        Self::new(
            (0..=steps).map(|at| (FIRST_PLY + (at * width + steps / 2) / steps) as u8).collect(),
        )
    }

    /// The most phases that lie at different plies.
    pub const MOST_PHASES: usize = LAST_PLY - FIRST_PLY + 1;

    /// Phases at plies in rising order, at least one.
    fn new(plies: Vec<u8>) -> Self {
        let places = std::array::from_fn(|ply| {
            let after = plies.iter().position(|&phase| usize::from(phase) > ply);
            let interval = after.unwrap_or(plies.len()).saturating_sub(1);
            let interval = interval.min(plies.len().saturating_sub(2));
            let start = usize::from(plies[interval]);
            let end = plies.get(interval + 1).map_or(start + 1, |&ply| usize::from(ply));
            let share = (ply as f32 - start as f32) / (end - start) as f32;
            let share = if plies.len() == 1 { 0.0 } else { share.clamp(0.0, 1.0) };
            Place { interval, share }
        });
        Self { plies, places }
    }

    /// The plies of the phases.
    pub fn plies(&self) -> &[u8] {
        &self.plies
    }

    /// How many stretches there are that use two phases each; all that lies before the first phase
    /// or after the last belongs to the nearest.
    pub fn intervals(&self) -> usize {
        self.plies.len().max(2) - 1
    }

    /// The stretch a ply belongs to.
    pub fn interval(&self, ply: usize) -> usize {
        self.places[ply].interval
    }

    pub(super) const fn places(&self) -> &[Place; PLIES] {
        &self.places
    }
}

/// Discs on the board less the four of the start; a board with fewer counts as the start.
pub(super) fn ply_of(board: Board) -> usize {
    (PLIES - 1).saturating_sub(board.empties().len() as usize)
}

/// The numbers of the weights of a board: the configuration of each instance, those that are
/// symmetric having the same number, and the counts.
pub(super) fn active(board: Board) -> [u32; ACTIVE] {
    let tied = tied();
    let mut ids = [0; ACTIVE];
    for (id, at) in ids.iter_mut().zip(Indices::of(board).positions()) {
        *id = tied[at];
    }
    for (at, count) in counts(board).into_iter().enumerate() {
        ids[INSTANCES + at] = (TIED + at * COUNTED + count) as u32;
    }
    ids
}

/// The weights in training, in discs for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) spline: Spline,
    /// For each phase [`WEIGHTS`] weights.
    pub(super) weights: Vec<Box<[f32]>>,
    /// Added at each ply.
    pub(super) constants: [f32; PLIES],
}

impl Model {
    /// Everything 0.
    pub fn new(spline: &Spline) -> Self {
        Self {
            spline: spline.clone(),
            weights: vec![vec![0.0; WEIGHTS].into(); spline.plies.len()],
            constants: [0.0; PLIES],
        }
    }

    /// Weights that were made before, at other phases perhaps.
    pub fn from_weights(spline: &Spline, weights: &PatternWeights) -> Self {
        let phases = weights.phases.iter().map(|phase| phase.ply).collect();
        let before = Spline::new(phases);
        let at_ply = |&ply: &u8| {
            let Place { interval, share } = before.places[usize::from(ply)];
            let lower = &weights.phases[interval].weights;
            let upper = weights.phases.get(interval + 1).map_or(lower, |phase| &phase.weights);
            let between = |(&a, &b)| (f32::from(a) * (1.0 - share) + f32::from(b) * share) / 100.0;
            lower.iter().zip(upper).map(between).collect()
        };
        Self {
            spline: spline.clone(),
            weights: spline.plies.iter().map(at_ply).collect(),
            constants: weights.constants.map(|constant| f32::from(constant) / 100.0),
        }
    }

    /// The estimate for a board, in discs for the mover.
    pub fn estimate(&self, board: Board) -> f32 {
        let ply = ply_of(board);
        let Place { interval, share } = self.spline.places[ply];
        let lower = &self.weights[interval];
        let upper = self.weights.get(interval + 1).unwrap_or(lower);
        let ids = active(board).map(|id| id as usize);
        let sums = ids.iter().fold((0.0, 0.0), |(a, b), &id| (a + lower[id], b + upper[id]));
        self.constants[ply] + sums.0 * (1.0 - share) + sums.1 * share
    }

    /// The weights as they are played with: whole centidiscs, as far as 16 bits go.
    pub fn rounded(&self, note: String) -> PatternWeights {
        let centidiscs = |&discs: &f32| (discs.clamp(-LARGEST, LARGEST) * 100.0).round() as i16;
        let phases = self.spline.plies.iter().zip(&self.weights).map(|(&ply, weights)| Phase {
            ply,
            weights: weights.iter().map(centidiscs).collect(),
        });
        PatternWeights {
            note,
            phases: phases.collect(),
            constants: self.constants.map(|constant| centidiscs(&constant)),
        }
    }
}
