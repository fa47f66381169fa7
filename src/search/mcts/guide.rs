//! What tells the search where to look.

use crate::board::{Bitboard, Board};
use crate::eval::network::Network;
use crate::eval::Evaluator;
use super::super::node::Node;

/// Says what a board is worth and which moves are promising.
pub trait Guide: Sync {
    /// The value of a board to the mover, from -1 to 1, who has these legal moves (at least one).
    /// `logits` has room for each of them, a1 first: the softmax of what is written there says how
    /// promising they are.
    fn judge(&self, board: Board, moves: Bitboard, logits: &mut [f32]) -> f32;

    /// A board of `c` centidiscs has the value `tanh(c / scale)`.
    fn scale(&self) -> f32;
}

impl Guide for Network {
    fn judge(&self, board: Board, moves: Bitboard, logits: &mut [f32]) -> f32 {
        let inference = self.infer(board);
        for (logit, square) in logits.iter_mut().zip(moves.squares()) {
            *logit = inference.policy[square.index()];
        }
        inference.value.tanh()
    }

    fn scale(&self) -> f32 {
        1500.0
    }
}

/// An evaluation as a guide: it looks one ply ahead.
#[derive(Clone, Copy, Debug)]
pub struct Estimates<'a, E>(pub &'a E);

/// Estimates are turned into values with this scale, in centidiscs.
const VALUE_SCALE: f32 = 1000.0;
/// A move that is so many centidiscs better is e times as promising.
const PRIOR_SCALE: f32 = 300.0;

impl<E: Evaluator + Sync> Guide for Estimates<'_, E> {
    fn judge(&self, board: Board, moves: Bitboard, logits: &mut [f32]) -> f32 {
        let node = Node::new(board, self.0);
        let mut best = f32::NEG_INFINITY;
        for (logit, square) in logits.iter_mut().zip(moves.squares()) {
            let next = node.after(square, board.play_unchecked(square), self.0);
            let estimate = centidiscs(&next, self.0);
            best = best.max(-estimate);
            *logit = -estimate / PRIOR_SCALE;
        }
        (best / VALUE_SCALE).tanh()
    }

    fn scale(&self) -> f32 {
        VALUE_SCALE
    }
}

/// The estimate of a board, also of one on which the mover has no move.
fn centidiscs<E: Evaluator>(node: &Node<E::View>, evaluator: &E) -> f32 {
    let board = node.board;
    if !board.legal_moves().is_empty() {
        return evaluator.evaluate_view(board, &node.view).centidiscs() as f32;
    }
    let passed = node.pass(evaluator);
    if passed.board.legal_moves().is_empty() {
        return 100.0 * board.final_score() as f32;
    }
    -evaluator.evaluate_view(passed.board, &passed.view).centidiscs() as f32
}
