//! What players learn to look at, one thing after the other: discs, edges and corners, mobility,
//! stability.

use super::{Evaluator, Score, without_view};
use crate::board::{Bitboard, Board};

/// The evaluation of a player who knows some of these things and has never heard of the others.
///
/// Each is what the mover has more than the opponent, and counts so many centidiscs; what counts 0
/// is not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classic {
    /// A disc.
    pub discs: i32,
    /// A disc on the border, corners included.
    pub edges: i32,
    /// A disc in a corner.
    pub corners: i32,
    /// A legal move.
    pub mobility: i32,
    /// A degree of stability, see [`stability`].
    pub stability: i32,
}

impl Evaluator for Classic {
    without_view!();

    fn evaluate_view(&self, board: Board, (): &()) -> Score {
        let (own, other) = (board.mover(), board.opponent());
        let mut sum = self.discs * lead(own, other)
            + self.edges * lead(own & Bitboard::EDGES, other & Bitboard::EDGES)
            + self.corners * lead(own & Bitboard::CORNERS, other & Bitboard::CORNERS);
        if self.mobility != 0 {
            sum += self.mobility * lead(board.legal_moves(), board.pass().legal_moves());
        }
        if self.stability != 0 {
            let (own, other) = (stability(own, other), stability(other, own));
            sum += self.stability * (own.cast_signed() - other.cast_signed());
        }
        Score::heuristic(sum)
    }

    /// Not measured: who plays with this does not cut on shallow searches.
    fn spread(&self) -> f64 {
        1.0
    }
}

const fn lead(own: Bitboard, other: Bitboard) -> i32 {
    own.len() as i32 - other.len() as i32
}

/// The four lines through a square: how far a step along one moves a bit, and the squares from
/// which a step forward and a step backward leaves the board.
const LINES: [(u32, u64, u64); 4] = [
    (1, 0x8080_8080_8080_8080, 0x0101_0101_0101_0101),
    (8, 0xff00_0000_0000_0000, 0x0000_0000_0000_00ff),
    (9, 0xff80_8080_8080_8080, 0x0101_0101_0101_01ff),
    (7, 0xff01_0101_0101_0101, 0x8080_8080_8080_80ff),
];

/// The degrees of stability of one side's discs together.
///
/// A disc has one for each of the four lines through it that counts: look both ways for the first
/// cell that is not of its colour; the line counts if one of them is off the board or both are the
/// opponent's. So a disc has 0 to 4, and one in a corner has 4.
pub const fn stability(own: Bitboard, other: Bitboard) -> u32 {
    let (own, other) = (own.0, other.0);
    let mut degrees = 0;
    let mut line = 0;
    while line < LINES.len() {
        let (step, last, first) = LINES[line];
        let (forward, backward) = (own & !last, own & !first);
        let border = before(own & last, forward, step) | after(own & first, backward, step);
        let blocked_ahead = before(forward & other >> step, forward, step);
        let blocked_behind = after(backward & other << step, backward, step);
        degrees += (border | blocked_ahead & blocked_behind).count_ones();
        line += 1;
    }
    degrees
}

/// `ends`, and what comes to one of them by steps forward along `path`, in three doublings.
const fn before(ends: u64, mut path: u64, step: u32) -> u64 {
    let mut found = ends | path & ends >> step;
    path &= path >> step;
    found |= path & found >> (2 * step);
    path &= path >> (2 * step);
    found | path & found >> (4 * step)
}

/// The same by steps backward.
const fn after(ends: u64, mut path: u64, step: u32) -> u64 {
    let mut found = ends | path & ends << step;
    path &= path << step;
    found |= path & found << (2 * step);
    path &= path << (2 * step);
    found | path & found << (4 * step)
}
