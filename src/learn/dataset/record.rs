//! A game as the learner keeps it.

use crate::board::{Board, Square};

/// A finished game from some board on, with what a search said on the way. All passes are forced,
/// so that they are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The board the game is recorded from; the mover may not have to pass on it.
    pub start: Board,
    /// The moves to the end of the game, or to where its result was known.
    pub moves: Vec<RecordedMove>,
    /// The final score in discs for the mover of `start`, the empty squares going to the winner.
    pub result: i8,
}

/// A move with the value of the board before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}
