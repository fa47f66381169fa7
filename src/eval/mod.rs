//! What a board is worth to the side to move.

mod classic;
pub mod features;
mod linear;
pub mod network;
pub mod pattern;
mod positional;
mod score;
mod weights_file;

pub use classic::{Classic, stability};
pub use features::Features;
pub use linear::{CENTIDISCS_PER_POINT, Linear, Weights, WeightsError};
pub use network::Network;
pub use pattern::{Indices, Pattern};
pub use positional::Positional;
pub use score::Score;
pub use weights_file::{WeightsFile, WeightsFileError};

use crate::board::{Bitboard, Board, Square};

/// An estimate of how an unfinished game will end.
///
/// The same board always gets the same score, on every machine.
pub trait Evaluator {
    /// What is known of a board beside its discs, so that estimates cost less: it follows a board
    /// from move to move.
    type View: Copy;

    /// The view of a board.
    fn view(&self, board: Board) -> Self::View;

    /// The view after a move to `square` that turns `flips` over.
    fn view_after(&self, view: &Self::View, square: Square, flips: Bitboard) -> Self::View;

    /// The view of the same discs from the other side.
    fn view_after_pass(&self, view: &Self::View) -> Self::View;

    /// The estimate of a board with its view, from the mover's side; always a
    /// [`Score::heuristic`].
    fn evaluate_view(&self, board: Board, view: &Self::View) -> Score;

    /// The estimate of a board, from the mover's side; always a [`Score::heuristic`].
    fn evaluate(&self, board: Board) -> Score {
        self.evaluate_view(board, &self.view(board))
    }

    /// How far shallow searches with this evaluation lie from deep ones, compared with the default
    /// evaluation: 1 is as far.
    fn spread(&self) -> f64;
}

/// An evaluation that looks at the board alone.
macro_rules! without_view {
    () => {
        type View = ();

        #[inline]
        fn view(&self, _: $crate::board::Board) {}

        #[inline]
        fn view_after(&self, (): &(), _: $crate::board::Square, _: $crate::board::Bitboard) {}

        #[inline]
        fn view_after_pass(&self, (): &()) {}
    };
}
use without_view;

/// The evaluations a player can choose from.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// Learned weights of patterns.
    Pattern(Pattern),
    /// Five features times five weights.
    Features(Linear),
    /// A value for each square, mobility and discs, weighted by the phase of the game.
    Positional(Positional),
    /// Some of the things that players learn to look at: the levels'.
    Classic(Classic),
    /// The value of a neural network.
    Network(Network),
}

/// Chosen anew at each call: where speed counts, the evaluation inside is used directly.
impl Evaluator for Evaluation {
    type View = Indices;

    fn view(&self, board: Board) -> Indices {
        match self {
            Self::Pattern(pattern) => pattern.view(board),
            _ => Indices::EMPTY,
        }
    }

    fn view_after(&self, view: &Indices, square: Square, flips: Bitboard) -> Indices {
        match self {
            Self::Pattern(pattern) => pattern.view_after(view, square, flips),
            _ => Indices::EMPTY,
        }
    }

    fn view_after_pass(&self, view: &Indices) -> Indices {
        view.pass()
    }

    fn evaluate_view(&self, board: Board, view: &Indices) -> Score {
        match self {
            Self::Pattern(pattern) => pattern.evaluate_view(board, view),
            Self::Features(linear) => linear.evaluate(board),
            Self::Positional(positional) => positional.evaluate(board),
            Self::Classic(classic) => classic.evaluate(board),
            Self::Network(network) => network.evaluate(board),
        }
    }

    fn spread(&self) -> f64 {
        match self {
            Self::Pattern(pattern) => pattern.spread(),
            Self::Features(linear) => linear.spread(),
            Self::Positional(positional) => positional.spread(),
            Self::Classic(classic) => classic.spread(),
            Self::Network(network) => network.spread(),
        }
    }
}
