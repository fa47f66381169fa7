//! The eight symmetries of the board.

use super::{Bitboard, Board, Square};

/// One of the eight rotations and reflections of the board.
///
/// Written as three steps, each done or not: transpose (a2 to b1), then mirror left-right, then
/// flip top-bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    const TRANSPOSE: u8 = 1;
    const MIRROR: u8 = 2;
    const FLIP: u8 = 4;

    /// All eight, the identity first.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        // Transposing turns a mirror into a flip and back, so undoing a transposed symmetry
        // swaps the two.
        if self.0 & Self::TRANSPOSE == 0 {
            self
        } else {
            Self(Self::TRANSPOSE | (self.0 & Self::MIRROR) << 1 | (self.0 & Self::FLIP) >> 1)
        }
    }

    /// Where the squares of a set go.
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        if self.0 & Self::TRANSPOSE != 0 {
            bits = transpose(bits);
        }
        if self.0 & Self::MIRROR != 0 {
            bits = bits.reverse_bits().swap_bytes();
        }
        if self.0 & Self::FLIP != 0 {
            bits = bits.swap_bytes();
        }
        Bitboard(bits)
    }

    /// Where a square goes.
    pub const fn square(self, square: Square) -> Square {
        let (mut column, mut row) = (square.column(), square.row());
        if self.0 & Self::TRANSPOSE != 0 {
            (column, row) = (row, column);
        }
        if self.0 & Self::MIRROR != 0 {
            column = 7 - column;
        }
        if self.0 & Self::FLIP != 0 {
            row = 7 - row;
        }
        Square::at(column, row)
    }

    /// Where the discs of a board go.
    pub const fn board(self, board: Board) -> Board {
        let (mover, opponent) = (self.bitboard(board.mover), self.bitboard(board.opponent));
        Board { mover, opponent }
    }
}

/// Reflects at the diagonal a1-h8: swaps ever larger blocks across it.
const fn transpose(mut bits: u64) -> u64 {
    let swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    let swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    let swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ swap << 28
}

impl Board {
    /// The least of the eight symmetric boards, by mover's discs, then opponent's.
    pub fn canonical(self) -> Self {
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| symmetry.board(self))
            .min_by_key(|board| (board.mover(), board.opponent()))
            .unwrap_or(self)
    }
}
