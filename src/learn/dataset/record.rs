//! A game as the learner keeps it.

use std::fmt;

use crate::board::{Board, Square};

/// A finished game from some board on, with what a search said on the way. All passes are forced,
/// so that they are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// The board the game is recorded from; the mover may not have to pass on it.
    pub start: Board,
    /// The moves to the end of the game, or to where its result was known.
    pub moves: Vec<RecordedMove>,
    /// The final score in discs for the mover of `start`, the empty squares going to the winner.
    pub result: i8,
}

/// A move with the value of the board before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordedMove {
    /// Where the disc was put.
    pub square: Square,
    /// What the search said of the board before the move, in centidiscs from the mover's side;
    /// `None` if no search is known.
    pub score: Option<i16>,
}

/// A board of a game with what is known of it, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The board; the mover has a legal move.
    pub board: Board,
    /// The game's final score in discs.
    pub result: i8,
    /// What the search said, in centidiscs, if one is known.
    pub score: Option<i16>,
}

impl GameRecord {
    /// All boards on which a move was made, in order.
    pub fn samples(&self) -> impl Iterator<Item = Sample> {
        let mut board = self.start;
        let mut result = self.result;
        self.moves.iter().map(move |&RecordedMove { square, score }| {
            if board.legal_moves().is_empty() {
                board = board.pass();
                result = -result;
            }
            let sample = Sample { board, result, score };
            board = board.play_unchecked(square);
            result = -result;
            sample
        })
    }

    /// Replays the game.
    ///
    /// # Errors
    /// When a move is illegal, or the game is over with another result.
    pub fn check(&self) -> Result<(), RecordFault> {
        let mut board = self.start;
        // Whether the mover is that of the start.
        let mut is_first = true;
        for (&RecordedMove { square, .. }, ply) in self.moves.iter().zip(1..) {
            let mut legal = board.legal_moves();
            if legal.is_empty() && ply > 1 {
                (board, is_first) = (board.pass(), !is_first);
                legal = board.legal_moves();
            }
            if !legal.has(square) {
                return Err(RecordFault::Illegal { ply, square });
            }
            (board, is_first) = (board.play_unchecked(square), !is_first);
        }
        let score = if is_first { board.final_score() } else { -board.final_score() };
        let result = i32::from(self.result);
        if result.abs() > 64 || board.is_over() && score != result {
            return Err(RecordFault::Result { recorded: self.result, board: score });
        }
        Ok(())
    }
}

/// Why a record is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// The move at this ply of the record (from 1) is illegal.
    Illegal {
        /// The ply.
        ply: usize,
        /// The move.
        square: Square,
    },
    /// The result is not the one on the board.
    Result {
        /// What is recorded, in discs.
        recorded: i8,
        /// What the last board says, in discs.
        board: i32,
    },
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { ply, square } => write!(f, "move {ply}, {square}, is illegal"),
            Self::Result { recorded, board } => {
                write!(f, "the result is recorded as {recorded:+}, but the board says {board:+}")
            }
        }
    }
}

impl std::error::Error for RecordFault {}
