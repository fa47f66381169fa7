//! Five empty squares and fewer: moves in the order of parity, no table, no stop.

use super::last::{last2, last3, last4, play};
use super::{odd_quadrants, stability_bound};
use crate::board::{Bitboard, Board, Square};

/// Whether the value of a board with five empty squares and a legal move is above `alpha`: a bound
/// of it on that side. The node is counted already.
pub(super) fn five(board: Board, moves: Bitboard, alpha: i32, nodes: &mut u64) -> i32 {
    let odd = odd_quadrants(board.empties());
    let mut best = i32::MIN;
    for half in [moves & odd, moves - odd] {
        for square in half {
            let discs = -four(board.play_unchecked(square), -alpha - 1, nodes);
            best = best.max(discs);
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Up to four empty squares.
pub(super) fn few(board: Board, alpha: i32, nodes: &mut u64) -> i32 {
    let empties = board.empties();
    let odd = odd_quadrants(empties);
    let mut squares = (empties & odd).squares().chain((empties - odd).squares());
    let mut next = || squares.next().unwrap_or(Square::at(0, 0));
    match empties.len() {
        4 => four(board, alpha, nodes),
        3 => last3(board, alpha, [next(), next(), next()], nodes),
        2 => last2(board, alpha, [next(), next()], nodes),
        // Fewer only where a search begins: no need to be fast.
        count => {
            *nodes += 1;
            let reply = |board: Board| empties.first().and_then(|square| play(board, square));
            debug_assert!(count <= 1);
            match (reply(board), reply(board.pass())) {
                (Some(after), _) => -after.final_score(),
                (None, Some(after)) => after.final_score(),
                (None, None) => board.final_score(),
            }
        }
    }
}

/// Four empty squares.
fn four(board: Board, alpha: i32, nodes: &mut u64) -> i32 {
    if let Some(most) = stability_bound(board, 4, alpha) {
        *nodes += 1;
        return most;
    }
    last4(board, alpha, odd_first(board.empties()), nodes)
}

/// Four squares, those alone in their quadrant or with two others first.
#[inline]
fn odd_first(squares: Bitboard) -> [Square; 4] {
    let mut left = squares.0;
    let sorted: [u32; 4] = std::array::from_fn(|_| {
        let square = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        square
    });
    // Bits 2 and 5 of a square's number are its quadrant.
    let quadrants = sorted.map(|square| square >> 2 & 1 | square >> 4 & 2);
    let pattern = quadrants[0] | quadrants[1] << 2 | quadrants[2] << 4 | quadrants[3] << 6;
    ORDERS[pattern as usize].map(|at| {
        let square = sorted[usize::from(at & 3)] & 63;
        Square::at(square as u8 & 7, square as u8 >> 3)
    })
}

/// By the quadrants of four squares, in which order to try them.
static ORDERS: [[u8; 4]; 256] = {
    let mut orders = [[0; 4]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let mut placed = 0;
        let mut parity = 0;
        while parity < 2 {
            let mut at = 0;
            while at < 4 {
                let mut others = 0;
                let mut other = 0;
                while other < 4 {
                    let same = pattern >> (2 * at) & 3 == pattern >> (2 * other) & 3;
                    others += (same && other != at) as usize;
                    other += 1;
                }
                if others % 2 == parity {
                    orders[pattern][placed] = at as u8;
                    placed += 1;
                }
                at += 1;
            }
            parity += 1;
        }
        pattern += 1;
    }
    orders
};
