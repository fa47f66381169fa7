//! A few more empty squares than [`shallow`](super::shallow) takes: moves are sorted by what they
//! leave the opponent to do, and results are kept in the thread's own table. No stop.
//!
//! Lighter than [`deep`](super::deep): no hash but the node's own, no look at what is known of the
//! moves, and the replies that were found to sort a move serve the node below it.

use arrayvec::ArrayVec;

use super::super::table::Bound;
use super::cache::Cache;
use super::shallow::{few, five};
use super::{odd_quadrants, stability_bound};
use crate::board::{Bitboard, Board, Square};

/// So many empty squares are solved without the large table.
pub(super) const MOST: u32 = 10;

/// What solving few empty squares needs.
pub(super) struct Desk<'a> {
    pub cache: &'a mut Cache,
    pub nodes: &'a mut u64,
}

/// The moves of a node that were not tried yet, each with the board after it and the replies there.
#[derive(Default)]
struct Choices {
    /// How promising each is; the least of all if it was tried.
    keys: ArrayVec<i32, { MOST as usize }>,
    moves: ArrayVec<(Square, Board, Bitboard), { MOST as usize }>,
}

/// Whether the value is above `alpha`: a bound of it on that side. For up to [`MOST`] empty
/// squares.
pub(super) fn solve_few(board: Board, alpha: i32, empties: u32, desk: &mut Desk<'_>) -> i32 {
    if empties <= 4 {
        return few(board, alpha, desk.nodes);
    }
    *desk.nodes += 1;
    middle(board, board.legal_moves(), alpha, empties, desk)
}

/// The same for five squares or more, the legal moves being known and the node counted.
fn middle(board: Board, moves: Bitboard, alpha: i32, empties: u32, desk: &mut Desk<'_>) -> i32 {
    if let Some(most) = stability_bound(board, empties, alpha) {
        return most;
    }
    if moves.is_empty() {
        let passed = board.pass();
        let moves = passed.legal_moves();
        if moves.is_empty() {
            return board.final_score();
        }
        return -middle(passed, moves, -alpha - 1, empties, desk);
    }
    if empties == 5 {
        return five(board, moves, alpha, desk.nodes);
    }
    let hash = board.hash();
    let known = desk.cache.get(board, hash);
    if let Some(discs) = known.and_then(|known| known.cut(alpha)) {
        return discs;
    }
    let mut best = i32::MIN;
    let mut best_square = Square::at(0, 0);
    let mut rest = moves;
    // The move that was best before is tried before the others are looked at.
    if let Some(square) = known.and_then(|known| known.best) {
        rest = rest - square.bitboard();
        let after = board.play_unchecked(square);
        *desk.nodes += 1;
        best = -middle(after, after.legal_moves(), -alpha - 1, empties - 1, desk);
        best_square = square;
    }
    if best <= alpha {
        let mut choices = Choices::default();
        choices.put(board, rest);
        while let Some((square, after, replies)) = choices.take_best() {
            *desk.nodes += 1;
            let discs = -middle(after, replies, -alpha - 1, empties - 1, desk);
            if discs > best {
                (best, best_square) = (discs, square);
                if best > alpha {
                    break;
                }
            }
        }
    }
    let bound = if best > alpha { Bound::Lower } else { Bound::Upper };
    desk.cache.put(board, hash, best, bound, Some(best_square));
    best
}

impl Choices {
    /// Puts in the moves to some squares.
    #[inline(always)]
    fn put(&mut self, board: Board, squares: Bitboard) {
        let odd = odd_quadrants(board.empties());
        for square in squares {
            let after = board.play_unchecked(square);
            let replies = after.legal_moves();
            let mobility = (3 * replies.len() + 2 * (replies & Bitboard::CORNERS).len()) as i32;
            let place = i32::from(odd.has(square)) + i32::from(Bitboard::CORNERS.has(square));
            self.keys.push(place - mobility);
            self.moves.push((square, after, replies));
        }
    }

    /// The most promising move that was not tried, from now on tried.
    #[inline(always)]
    fn take_best(&mut self) -> Option<(Square, Board, Bitboard)> {
        let (mut best, mut most) = (0, i32::MIN);
        for (at, &key) in self.keys.iter().enumerate() {
            if key > most {
                (best, most) = (at, key);
            }
        }
        if most == i32::MIN {
            return None;
        }
        self.keys[best] = i32::MIN;
        Some(self.moves[best])
    }
}
