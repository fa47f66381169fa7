//! Which moves to try first.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Board, Square};
use crate::eval::Evaluator;

/// A legal move with the board after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub square: Square,
    pub after: Board,
    key: i32,
}

/// The legal moves of a node, the most promising first. Kept on the stack; no board has more than
/// 64 of them (the most known is 34).
pub(super) struct Candidates(ArrayVec<Candidate, 64>);

/// Corners first, then the middle, then the edges; the squares beside corners last.
const SQUARE_ORDER: [(Bitboard, i32); 4] = [
    (Bitboard::CORNERS, 9),
    (Bitboard(0x42c3_0000_0000_c342), -4),
    (Bitboard(0x003c_4242_4242_3c00), 0),
    (Bitboard(0x3c00_8181_8181_003c), 1),
];

impl Candidates {
    /// Orders by the estimate of the board after each move.
    pub fn by_estimate<E: Evaluator>(
        board: Board,
        moves: Bitboard,
        first: Option<Square>,
        evaluator: &E,
    ) -> Self {
        Self::sorted(board, moves, first, |_, after| -evaluator.evaluate(after).to_bits())
    }

    /// Orders by how few replies, and how few corners among them, each move leaves.
    pub fn fastest_first(board: Board, moves: Bitboard, first: Option<Square>) -> Self {
        Self::sorted(board, moves, first, |square, after| {
            let replies = after.legal_moves();
            let corners = (replies & Bitboard::CORNERS).len() as i32;
            let place: i32 = SQUARE_ORDER
                .iter()
                .map(|&(set, value)| if set.has(square) { value } else { 0 })
                .sum();
            2 * place - 8 * (replies.len() as i32 + corners)
        })
    }

    fn sorted(
        board: Board,
        moves: Bitboard,
        first: Option<Square>,
        key: impl Fn(Square, Board) -> i32,
    ) -> Self {
        let mut candidates: ArrayVec<Candidate, 64> = moves
            .squares()
            .map(|square| {
                let after = board.play_unchecked(square);
                let key = if Some(square) == first { i32::MAX } else { key(square, after) };
                Candidate { square, after, key }
            })
            .collect();
        // Stable: equal moves stay in the order of their squares, on every machine.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.key));
        Self(candidates)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }
}
