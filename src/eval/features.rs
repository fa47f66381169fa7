//! The five features of the classic linear evaluation.

use crate::board::{Bitboard, Board};

/// What the linear evaluation looks at, each feature from the mover's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Legal moves of the mover minus legal moves of the opponent as if it were to move.
    pub mobility: i32,
    /// The mover's corners minus the opponent's.
    pub corner: i32,
    /// The mover's discs on the 28 edge squares, corners included, minus the opponent's: a cheap
    /// stand-in for stability.
    pub edge: i32,
    /// Empty squares next to (8 ways) any opponent disc minus empty squares next to any own disc.
    /// More is better: it counts the room that the opponent's discs leave, so the natural weight
    /// is positive. A published set of weights has -2.0 here, which punishes what it means to
    /// reward.
    pub frontier: i32,
    /// The mover's discs minus the opponent's.
    pub discs: i32,
}

impl Features {
    /// The names, in the order of [`Features::values`] and of the weights.
    pub const NAMES: [&str; 5] = ["mobility", "corner", "edge", "frontier", "discs"];

    /// The features of a board.
    #[inline]
    pub fn of(board: Board) -> Self {
        let (own, other, empty) = (board.mover(), board.opponent(), board.empties());
        Self {
            mobility: lead(board.legal_moves(), board.pass().legal_moves()),
            corner: lead(own & Bitboard::CORNERS, other & Bitboard::CORNERS),
            edge: lead(own & Bitboard::EDGES, other & Bitboard::EDGES),
            frontier: lead(other.spread() & empty, own.spread() & empty),
            discs: lead(own, other),
        }
    }

    /// The five values in the order of [`Features::NAMES`].
    #[inline]
    pub const fn values(self) -> [i32; 5] {
        [self.mobility, self.corner, self.edge, self.frontier, self.discs]
    }
}

#[inline]
const fn lead(own: Bitboard, other: Bitboard) -> i32 {
    own.len() as i32 - other.len() as i32
}
