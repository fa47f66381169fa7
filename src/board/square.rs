//! Squares and moves, and their names.

use std::fmt;

use super::Bitboard;

/// One of the 64 squares; number 0 is a1 (top left), 7 is h1, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this number, if it is below 64.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square in column 0 (a) to 7 (h) and row 0 (1) to 7 (8); larger numbers wrap around.
    #[inline]
    pub const fn at(column: u8, row: u8) -> Self {
        Self((row & 7) << 3 | column & 7)
    }

    /// The square's number, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The column, 0 (a) to 7 (h).
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// The row, 0 (1) to 7 (8).
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The set of just this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// All squares, a1 first.
    pub fn all() -> impl Iterator<Item = Self> {
        Bitboard::ALL.squares()
    }

    /// Reads `a1` to `h8`, either case; anything else is `None`.
    pub fn from_name(name: &str) -> Option<Self> {
        let &[column, row] = name.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().checked_sub(b'a')?;
        let row = row.checked_sub(b'1')?;
        (column < 8 && row < 8).then(|| Self::at(column, row))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a side does when it is to move: a disc on a square, or a pass where no square is legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A disc is put on this square.
    Place(Square),
    /// The side has no legal square.
    Pass,
}

impl Move {
    /// Reads a square, or a pass in any of its usual spellings (`pass ps pa -- 0000 @@@@`),
    /// in either case; anything else is `None`.
    pub fn from_name(name: &str) -> Option<Self> {
        const PASSES: [&str; 6] = ["pass", "ps", "pa", "--", "0000", "@@@@"];
        if PASSES.iter().any(|pass| name.eq_ignore_ascii_case(pass)) {
            return Some(Self::Pass);
        }
        Square::from_name(name).map(Self::Place)
    }
}

impl fmt::Display for Move {
    /// `d3`, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}
