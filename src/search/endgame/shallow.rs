//! Up to [`MOST`] empty squares: moves in the order of parity, no table, no stop.

use super::last::{last2, last3, last4, play};
use super::{odd_quadrants, stability_bound};
use crate::board::{Board, Square};

/// So many empty squares are solved without sorting.
pub(super) const MOST: u32 = 7;

/// Whether the value is above `alpha`: a bound of it on that side.
pub(super) fn shallow(board: Board, alpha: i32, empties: u32, nodes: &mut u64) -> i32 {
    if empties <= 4 {
        return few(board, alpha, nodes);
    }
    *nodes += 1;
    above(board, alpha, empties, nodes)
}

fn above(board: Board, alpha: i32, empties: u32, nodes: &mut u64) -> i32 {
    if let Some(most) = stability_bound(board, empties, alpha) {
        return most;
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score();
        }
        return -above(passed, -alpha - 1, empties, nodes);
    }
    let odd = odd_quadrants(board.empties());
    let mut best = i32::MIN;
    for half in [moves & odd, moves - odd] {
        for square in half {
            let after = board.play_unchecked(square);
            best = best.max(-shallow(after, -alpha - 1, empties - 1, nodes));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Up to four empty squares.
fn few(board: Board, alpha: i32, nodes: &mut u64) -> i32 {
    let empties = board.empties();
    let odd = odd_quadrants(empties);
    let mut squares = [Square::at(0, 0); 4];
    let mut count = 0;
    for half in [empties & odd, empties - odd] {
        for square in half {
            squares[count] = square;
            count += 1;
        }
    }
    let [a, b, c, _] = squares;
    match count {
        4 => {
            if let Some(most) = stability_bound(board, 4, alpha) {
                *nodes += 1;
                return most;
            }
            last4(board, alpha, squares, nodes)
        }
        3 => last3(board, alpha, [a, b, c], nodes),
        2 => last2(board, alpha, [a, b], nodes),
        _ => {
            // Fewer only where a search begins: no need to be fast.
            *nodes += 1;
            let reply = |board: Board| (count == 1).then(|| play(board, a)).flatten();
            match (reply(board), reply(board.pass())) {
                (Some(after), _) => -after.final_score(),
                (None, Some(after)) => after.final_score(),
                (None, None) => board.final_score(),
            }
        }
    }
}
