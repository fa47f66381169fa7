//! The board as the mover sees it, and the position that says which colour that is.

use std::fmt;

use super::{Bitboard, Color, Move, Square, flips, hash, moves, stability};

/// The discs, seen from the side to move. The two sets are disjoint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(super) mover: Bitboard,
    pub(super) opponent: Bitboard,
}

impl Board {
    /// The start: Black to move with discs on e4 and d5, White on d4 and e5.
    pub const START: Self =
        Self { mover: Bitboard(0x0000_0008_1000_0000), opponent: Bitboard(0x0000_0010_0800_0000) };

    /// The board with these discs, unless a square is claimed by both sides.
    pub const fn new(mover: Bitboard, opponent: Bitboard) -> Option<Self> {
        if mover.is_disjoint(opponent) { Some(Self { mover, opponent }) } else { None }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn mover(self) -> Bitboard {
        self.mover
    }

    /// The discs of the other side.
    #[inline]
    pub const fn opponent(self) -> Bitboard {
        self.opponent
    }

    /// The squares without a disc.
    #[inline]
    pub const fn empties(self) -> Bitboard {
        Bitboard(!(self.mover.0 | self.opponent.0))
    }

    /// The squares on which the mover may put a disc.
    #[inline]
    pub fn legal_moves(self) -> Bitboard {
        Bitboard(moves::fast(self.mover.0, self.opponent.0))
    }

    /// The opponent's discs that a disc of the mover on the empty square `square` would turn over.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        Bitboard(flips::fast(square.index(), self.mover.0, self.opponent.0))
    }

    /// The board after a legal move, seen from the other side. Not checked: for an illegal square
    /// the result is some board without meaning.
    #[inline]
    pub fn play_unchecked(self, square: Square) -> Self {
        self.after(square, self.flips(square))
    }

    /// The board after a move whose flips are known, seen from the other side. Not checked.
    #[inline]
    pub const fn after(self, square: Square, flips: Bitboard) -> Self {
        Self {
            mover: Bitboard(self.opponent.0 & !flips.0),
            opponent: Bitboard(self.mover.0 | flips.0 | square.bitboard().0),
        }
    }

    /// The same discs seen from the other side.
    #[inline]
    pub const fn pass(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// Whether neither side can move.
    #[inline]
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }

    /// The mover's discs minus the opponent's.
    #[inline]
    pub const fn disc_difference(self) -> i32 {
        self.mover.len() as i32 - self.opponent.len() as i32
    }

    /// The mover's result, -64 to +64, if the game ended here: the disc difference, and the
    /// empty squares to the winner.
    #[inline]
    pub const fn final_score(self) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties().len() as i32
    }

    /// A 64-bit hash, the same on every machine.
    #[inline]
    pub const fn hash(self) -> u64 {
        hash::mix(self.mover.0, self.opponent.0)
    }

    /// Discs of the mover that can never be turned over again: not all of them, but none that can.
    #[inline]
    pub fn stable_discs(self) -> Bitboard {
        Bitboard(stability::fast(self.mover.0, self.opponent.0))
    }
}

/// A board and the colour that is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The discs, seen from the side to move.
    pub board: Board,
    /// The side to move.
    pub side: Color,
}

impl Position {
    /// The start of a game.
    pub const START: Self = Self { board: Board::START, side: Color::Black };

    /// The position with these discs and `side` to move, unless a square is claimed by both.
    pub const fn new(black: Bitboard, white: Bitboard, side: Color) -> Option<Self> {
        let board = match side {
            Color::Black => Board::new(black, white),
            Color::White => Board::new(white, black),
        };
        match board {
            Some(board) => Some(Self { board, side }),
            None => None,
        }
    }

    /// The discs of one colour.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side { self.board.mover() } else { self.board.opponent() }
    }

    /// The colour of the disc on a square, if there is one.
    pub fn disc_at(&self, square: Square) -> Option<Color> {
        if self.board.mover().has(square) {
            Some(self.side)
        } else if self.board.opponent().has(square) {
            Some(!self.side)
        } else {
            None
        }
    }

    /// The legal moves: squares a1 first, or one pass, or none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        let squares = self.board.legal_moves();
        if squares.is_empty() && !self.board.is_over() {
            return vec![Move::Pass];
        }
        squares.squares().map(Move::Place).collect()
    }

    /// The position after a move.
    ///
    /// # Errors
    /// When the move is illegal; the error says why.
    pub fn try_play(&self, mv: Move) -> Result<Self, IllegalMove> {
        let legal = self.board.legal_moves();
        let board = match mv {
            Move::Place(square) if legal.has(square) => self.board.play_unchecked(square),
            Move::Pass if legal.is_empty() && !self.board.is_over() => self.board.pass(),
            _ => return Err(self.why_illegal(mv)),
        };
        Ok(Self { board, side: !self.side })
    }

    fn why_illegal(&self, mv: Move) -> IllegalMove {
        if self.board.is_over() {
            return IllegalMove::GameOver;
        }
        match mv {
            Move::Pass => IllegalMove::CanMove(self.side),
            Move::Place(square) if !self.board.empties().has(square) => IllegalMove::Occupied,
            Move::Place(_) if self.board.legal_moves().is_empty() => {
                IllegalMove::MustPass(self.side)
            }
            Move::Place(_) => IllegalMove::FlipsNothing(self.side),
        }
    }

    /// Black's discs minus White's, the empty squares going to the winner once the game is over.
    pub fn score(&self) -> i32 {
        let board = self.board;
        let mover = if board.is_over() { board.final_score() } else { board.disc_difference() };
        if self.side == Color::Black { mover } else { -mover }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The square has a disc already.
    Occupied,
    /// This side would turn over no disc.
    FlipsNothing(Color),
    /// This side has no legal square and must pass.
    MustPass(Color),
    /// A pass, but this side has a legal square.
    CanMove(Color),
    /// Neither side can move any more.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied => f.write_str("the square is occupied"),
            Self::FlipsNothing(side) => write!(f, "{side} would flip no disc there"),
            Self::MustPass(side) => write!(f, "{side} has no legal move and must pass"),
            Self::CanMove(side) => write!(f, "{side} has a legal move and may not pass"),
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for IllegalMove {}
