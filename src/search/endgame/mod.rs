//! The endgame solver: the exact result of a game by null-window search.
//!
//! Values are discs from the mover's view, -64 to 64 and always even, the empty squares going to
//! the winner. Four tiers by the number of empty squares: [`deep`] sorts moves with care and uses
//! the table, [`middle`] sorts them at a glance, [`shallow`] only looks at parity, [`last`] tries
//! the last four squares in turn.

mod cache;
mod deep;
mod few;
mod last;
mod last_flips;
mod middle;
mod shallow;

pub(super) use cache::Cache;
pub(super) use few::FewSolver;
pub use last_flips::last_flips;

use super::negamax::{Searcher, Stopped};
use super::node::Node;
use super::window::Window;
use crate::board::{Bitboard, Board};
use crate::eval::{Evaluator, Score};

impl<E: Evaluator> Searcher<'_, E> {
    /// The exact value of a board within the window. If results between its bounds can be told
    /// apart, its line is left in `lines[ply]`.
    pub fn solve(
        &mut self,
        node: &Node<E::View>,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.cache.begin();
        let draw = self.draw_at(ply);
        let alpha = discs_at_most(window.alpha, draw);
        let beta = -discs_at_most(-window.beta, -draw);
        let discs = if beta - alpha <= 2 {
            self.null_window(node, alpha)?
        } else {
            self.principal(node, alpha, beta, ply)?
        };
        Ok(score_of(discs, draw))
    }
}

/// What a result is worth if a draw is worth `draw`.
fn score_of(discs: i32, draw: Score) -> Score {
    if discs == 0 { draw } else { Score::finished(discs) }
}

/// The best result that is not above a score: even, -66 if all are.
fn discs_at_most(score: Score, draw: Score) -> i32 {
    (-32..=32)
        .rev()
        .map(|half| 2 * half)
        .find(|&discs| score_of(discs, draw) <= score)
        .unwrap_or(-66)
}

/// The squares of the quadrants with an odd number of empty squares: whoever moves there first
/// tends to get the last move there too.
#[inline]
fn odd_quadrants(empties: Bitboard) -> Bitboard {
    Bitboard::QUADRANTS
        .into_iter()
        .filter(|&quadrant| !(empties & quadrant).len().is_multiple_of(2))
        .fold(Bitboard::EMPTY, |odd, quadrant| odd | quadrant)
}

/// Below so many discs, by empty squares, stable discs cannot be expected to decide.
const STABILITY_FROM: [i32; 61] = {
    let mut from = [99; 61];
    let mut empties = 4;
    while empties <= 60 {
        from[empties] = if empties < 28 { 2 * empties as i32 - 2 } else { 99 };
        empties += 1;
    }
    from
};

/// Whether the opponent's stable discs alone keep the mover at or below `alpha`; then, how high
/// the mover can still come.
#[inline]
fn stability_bound(board: Board, empties: u32, alpha: i32) -> Option<i32> {
    if alpha < STABILITY_FROM[(empties as usize).min(60)] {
        return None;
    }
    if 64 - 2 * board.opponent().len() as i32 > alpha {
        return None;
    }
    let most = 64 - 2 * board.pass().stable_discs().len() as i32;
    (most <= alpha).then_some(most)
}
