//! The last four empty squares, without move generation: each is tried in turn.
//!
//! All values are discs from the mover's view, empties to the winner. The functions take the
//! discs of both sides, a bound and the empty squares, the more promising ones first; they answer
//! whether the value is above the bound (a lower bound if so, an upper bound if not) and count in
//! `nodes` each position whose flips they compute.

use super::last_flips;
use crate::board::{Bitboard, Board, Square};

/// The squares next to each square, 8 ways: without an opponent's disc there, no disc is flipped.
static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        let own = 1 << square;
        around[square] = Bitboard(own).spread().0 & !own;
        square += 1;
    }
    around
};

/// The board after a move, or `None` if it flips nothing.
#[inline]
pub(super) fn play(board: Board, square: Square) -> Option<Board> {
    if board.opponent().0 & AROUND[square.index()] == 0 {
        return None;
    }
    let flips = board.flips(square);
    if flips.is_empty() { None } else { Some(board.after(square, flips)) }
}

/// One empty square: exact, whatever the bound.
#[inline]
fn last1(mover: u64, square: Square) -> i32 {
    let own = mover.count_ones() as i32;
    let flips = last_flips::fast(square.index(), mover);
    if flips != 0 {
        return 2 * (own + flips) - 62;
    }
    let opponent = !(mover | 1 << square.index());
    let flips = last_flips::fast(square.index(), opponent);
    if flips != 0 {
        2 * (own - flips) - 64
    } else if own >= 32 {
        // Nobody can move: the empty square goes to the winner.
        2 * own - 62
    } else {
        2 * own - 64
    }
}

/// Two empty squares.
#[inline]
pub(super) fn last2(board: Board, alpha: i32, squares: [Square; 2], nodes: &mut u64) -> i32 {
    let [a, b] = squares;
    let mut best = i32::MIN;
    *nodes += 1;
    for (square, other) in [(a, b), (b, a)] {
        if let Some(after) = play(board, square) {
            *nodes += 1;
            best = best.max(-last1(after.mover().0, other));
            if best > alpha {
                return best;
            }
        }
    }
    if best > i32::MIN {
        return best;
    }
    // A pass: the opponent minimises.
    let passed = board.pass();
    let mut worst = i32::MAX;
    for (square, other) in [(a, b), (b, a)] {
        if let Some(after) = play(passed, square) {
            *nodes += 1;
            worst = worst.min(last1(after.mover().0, other));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst < i32::MAX { worst } else { board.final_score() }
}

/// Three empty squares.
pub(super) fn last3(board: Board, alpha: i32, squares: [Square; 3], nodes: &mut u64) -> i32 {
    let [a, b, c] = squares;
    let orders = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    *nodes += 1;
    last(board, alpha, orders, |after, alpha, rest| last2(after, alpha, rest, nodes))
}

/// Four empty squares.
pub(super) fn last4(board: Board, alpha: i32, squares: [Square; 4], nodes: &mut u64) -> i32 {
    let [a, b, c, d] = squares;
    let orders = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
    *nodes += 1;
    last(board, alpha, orders, |after, alpha, rest| {
        last3(after, alpha, odd_quadrant_first(rest), nodes)
    })
}

/// Of three squares, one alone in its quadrant first.
#[inline]
fn odd_quadrant_first(squares: [Square; 3]) -> [Square; 3] {
    let [a, b, c] = squares;
    let together = |x: Square, y: Square| (x.index() ^ y.index()) & 0b10_0100 == 0;
    match (together(a, b), together(a, c), together(b, c)) {
        (true, false, false) => [c, a, b],
        (false, true, false) => [b, a, c],
        _ => squares,
    }
}

/// Tries each square with what is left after it; then a pass.
#[inline(always)]
fn last<const N: usize, R: Copy>(
    board: Board,
    alpha: i32,
    orders: [(Square, R); N],
    mut below: impl FnMut(Board, i32, R) -> i32,
) -> i32 {
    let mut best = i32::MIN;
    for (square, rest) in orders {
        if let Some(after) = play(board, square) {
            best = best.max(-below(after, -alpha - 1, rest));
            if best > alpha {
                return best;
            }
        }
    }
    if best > i32::MIN {
        return best;
    }
    let passed = board.pass();
    let mut worst = i32::MAX;
    for (square, rest) in orders {
        if let Some(after) = play(passed, square) {
            worst = worst.min(below(after, alpha, rest));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst < i32::MAX { worst } else { board.final_score() }
}
