//! What patterns cannot see: a square that can be reached along two lines is one move, but two
//! patterns see it; a disc beside an empty square is one disc of the frontier, but many patterns see
//! it; and who will have the last move in a part of the board shows in none.

use crate::board::{Bitboard, Board};

/// How many things are counted.
pub const COUNTS: usize = 7;
/// Each is less than this.
pub const COUNTED: usize = 64;

/// Moves of the mover and of the opponent; those of them that are corners; discs of either beside
/// empty squares; and five times the quadrants with an odd number of empty squares, with those of
/// them the mover has a move in.
#[inline]
pub fn counts(board: Board) -> [usize; COUNTS] {
    let empties = board.empties();
    let beside_empties = empties.spread();
    let (moves, answers) = (board.legal_moves(), board.pass().legal_moves());
    let is_odd = |quadrant: &Bitboard| !(empties & *quadrant).len().is_multiple_of(2);
    let odd = Bitboard::QUADRANTS.iter().filter(|quadrant| is_odd(quadrant));
    let parity = odd.map(|quadrant| 5 + u32::from(!moves.is_disjoint(*quadrant))).sum();
    [
        moves.len(),
        answers.len(),
        (moves & Bitboard::CORNERS).len(),
        (answers & Bitboard::CORNERS).len(),
        (board.mover() & beside_empties).len(),
        (board.opponent() & beside_empties).len(),
        parity,
    ]
    .map(|count| (count as usize).min(COUNTED - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Square, Symmetry};

    /// Square by square.
    fn slow_counts(board: Board) -> [usize; COUNTS] {
        let squares = || (0..64).filter_map(Square::new);
        let is_empty = |square: Square| board.empties().has(square);
        let moves = |board: Board| {
            squares()
                .filter(move |&s| is_empty(s) && !board.flips(s).is_empty())
                .collect::<Vec<_>>()
        };
        let corners = |moves: &[Square]| {
            moves
                .iter()
                .filter(|s| ["a1", "h1", "a8", "h8"].contains(&s.to_string().as_str()))
                .count()
        };
        let place = |square: Square| (square.index() as i32 % 8, square.index() as i32 / 8);
        let near = |a: Square, b: Square| {
            let ((x, y), (u, v)) = (place(a), place(b));
            (x - u).abs() <= 1 && (y - v).abs() <= 1
        };
        let frontier = |discs: Bitboard| {
            squares()
                .filter(|&s| discs.has(s) && squares().any(|e| is_empty(e) && near(s, e)))
                .count()
        };
        let (mine, theirs) = (moves(board), moves(board.pass()));
        let quadrant = |square: Square| (place(square).0 / 4, place(square).1 / 4);
        let parity = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().map(|at| {
            let empties = squares().filter(|&s| is_empty(s) && quadrant(s) == at).count();
            let can_move = mine.iter().any(|&s| quadrant(s) == at);
            if empties % 2 == 1 { 5 + usize::from(can_move) } else { 0 }
        });
        [
            mine.len(),
            theirs.len(),
            corners(&mine),
            corners(&theirs),
            frontier(board.mover()),
            frontier(board.opponent()),
            parity.sum(),
        ]
    }

    #[test]
    fn counts_are_those_of_counting_square_by_square_on_every_side_of_the_board() {
        let mut state = 7_usize;
        for _ in 0..20 {
            let mut board = Board::START;
            while !board.is_over() {
                assert_eq!(counts(board), slow_counts(board), "{board:?}");
                for symmetry in Symmetry::ALL {
                    assert_eq!(counts(symmetry.board(board)), counts(board), "{board:?}");
                }
                let moves: Vec<Square> = board.legal_moves().squares().collect();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                board = match moves.get((state >> 33) % moves.len().max(1)) {
                    Some(&square) => board.play_unchecked(square),
                    None => board.pass(),
                };
            }
        }
    }
}
