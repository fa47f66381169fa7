//! How a session writes positions and moves: option `UCI_Variant`.

use crate::board::{Game, Move, Position};
use crate::engine::Engine;
use crate::notation::{fairy, fen, transcript};

/// A way to write positions and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Notation {
    /// Our own.
    Othello,
    /// Fairy-Stockfish's for its variant `flipello`.
    Flipello,
}

impl Notation {
    /// The one that is selected.
    pub fn of(engine: &Engine) -> Self {
        match engine.option("UCI_Variant").as_deref() {
            Some("flipello") => Self::Flipello,
            _ => Self::Othello,
        }
    }

    /// Reads the first two words of a FEN.
    pub fn read_fen(self, rows: &str, side: Option<&str>) -> Result<Position, String> {
        match self {
            Self::Othello => fen::parse(rows, side).map_err(|error| error.to_string()),
            Self::Flipello => fairy::parse(rows, side).map_err(|error| error.to_string()),
        }
    }

    pub fn write_fen(self, position: &Position) -> String {
        match self {
            Self::Othello => fen::write(position),
            Self::Flipello => fairy::write(position),
        }
    }

    /// Plays a list of moves; after an error the game is useless.
    pub fn play(self, game: &mut Game, moves: &str) -> Result<(), String> {
        match self {
            Self::Othello => transcript::play(game, moves).map_err(|error| error.to_string()),
            Self::Flipello => fairy::play(game, moves).map_err(|error| error.to_string()),
        }
    }

    /// Reads a move in a position; `None` if it is none.
    pub fn read_move(self, position: &Position, word: &str) -> Option<Move> {
        match self {
            Self::Othello => Move::from_name(word),
            Self::Flipello => fairy::read_move(position, word),
        }
    }

    /// Writes a move in a position.
    pub fn write_move(self, position: &Position, mv: Move) -> String {
        match self {
            Self::Othello => mv.to_string(),
            Self::Flipello => fairy::write_move(position, mv),
        }
    }

    /// Writes the legal moves of a position.
    pub fn legal_moves(self, position: &Position) -> Vec<String> {
        position.moves().iter().map(|&mv| self.write_move(position, mv)).collect()
    }

    /// Writes moves that follow one another from a position on.
    pub fn line(self, position: &Position, moves: &[Move]) -> Vec<String> {
        let mut position = *position;
        let write = |&mv: &Move| {
            let word = self.write_move(&position, mv);
            position = position.try_play(mv).unwrap_or(position);
            word
        };
        moves.iter().map(write).collect()
    }
}
