//! A board on the way through the tree.

use crate::board::{Board, Square};
use crate::eval::Evaluator;

/// A board with what the evaluator keeps of it.
#[derive(Clone, Copy)]
pub(super) struct Node<V> {
    pub board: Board,
    pub view: V,
}

impl<V: Copy> Node<V> {
    pub fn new(board: Board, evaluator: &impl Evaluator<View = V>) -> Self {
        Self { board, view: evaluator.view(board) }
    }

    /// The node after a legal move to `square`, which leads to the board `after`.
    #[inline]
    pub fn after(
        &self,
        square: Square,
        after: Board,
        evaluator: &impl Evaluator<View = V>,
    ) -> Self {
        let flips = after.opponent() - self.board.mover() - square.bitboard();
        Self { board: after, view: evaluator.view_after(&self.view, square, flips) }
    }

    #[inline]
    pub fn pass(&self, evaluator: &impl Evaluator<View = V>) -> Self {
        Self { board: self.board.pass(), view: evaluator.view_after_pass(&self.view) }
    }
}
