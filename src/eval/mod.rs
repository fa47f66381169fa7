//! What a board is worth to the side to move.

pub mod features;
mod linear;
pub mod pattern;
mod positional;
mod score;

pub use features::Features;
pub use linear::{CENTIDISCS_PER_POINT, Linear, Weights, WeightsError};
pub use positional::Positional;
pub use score::Score;

use crate::board::Board;

/// An estimate of how an unfinished game will end.
///
/// The same board always gets the same score, on every machine, and the score of a board seen from
/// the other side ([`Board::pass`]) is the negative.
pub trait Evaluator {
    /// The estimate, from the mover's view; always a [`Score::heuristic`].
    fn evaluate(&self, board: Board) -> Score;

    /// How far shallow searches with this evaluation lie from deep ones, compared with the default
    /// evaluation: 1 is as far.
    fn spread(&self) -> f64;
}

/// The evaluations a player can choose from.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// Five features times five weights.
    Features(Linear),
    /// A value for each square, mobility and discs, weighted by the phase of the game.
    Positional(Positional),
}

impl Evaluator for Evaluation {
    fn evaluate(&self, board: Board) -> Score {
        match self {
            Self::Features(linear) => linear.evaluate(board),
            Self::Positional(positional) => positional.evaluate(board),
        }
    }

    fn spread(&self) -> f64 {
        match self {
            Self::Features(linear) => linear.spread(),
            Self::Positional(positional) => positional.spread(),
        }
    }
}
