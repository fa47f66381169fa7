//! Text to board and back: one file per format, whose module doc is its grammar.
//!
//! Text from outside never panics: what cannot be read is an error that says where and why.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod board64;
mod diagram;
pub mod edx;
pub mod fairy;
pub mod fen;
mod games;
pub mod ggf;
pub mod line;
pub mod obf;
mod ply;
mod record;
pub mod sgf;
pub mod transcript;
mod tree;
pub mod wthor;

use std::fmt;

pub use diagram::diagram;
pub use games::{
    FileGame, Format, GameFault, Games, GamesError, NotText, Place, read_games, read_named_games,
    write_games,
};
pub use ply::{PlyError, PlyFault};
pub use record::{Ending, Player, PlyNote, Record, RecordedResult};
pub use tree::TreeError;

use crate::board::{Color, Square};

/// The side named by `b w x o black white` and the like, either case.
pub fn side_from_name(name: &str) -> Option<Color> {
    match name.to_ascii_lowercase().as_str() {
        "b" | "x" | "*" | "black" | "●" => Some(Color::Black),
        "w" | "o" | "white" | "○" => Some(Color::White),
        _ => None,
    }
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// So many cells, not 64.
    Cells(usize),
    /// A character that is no cell.
    BadCell(char),
    /// A row of a FEN that does not describe eight squares: its number from 1, how many it has.
    Row(usize, usize),
    /// So many rows, not eight.
    Rows(usize),
    /// No side to move is given.
    NoSide,
    /// This is not a side.
    BadSide(String),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(count) => write!(f, "{count} cells given, 64 wanted"),
            Self::BadCell(c) => {
                write!(f, "'{}' is not a cell (X or O for a disc, - for none)", c.escape_default())
            }
            Self::Row(row, count) => write!(f, "row {row} has {count} squares, not 8"),
            Self::Rows(count) => write!(f, "{count} rows given, 8 wanted, with / between"),
            Self::NoSide => f.write_str("the side to move is missing (b or w)"),
            Self::BadSide(side) => write!(f, "'{side}' is not a side to move (b or w)"),
        }
    }
}

impl std::error::Error for PositionError {}

/// The disc a character stands for: `None` if it is not a cell at all.
fn cell(c: char) -> Option<Option<Color>> {
    match c {
        'X' | 'x' | '*' | 'b' | 'B' | '●' => Some(Some(Color::Black)),
        'O' | 'o' | 'w' | 'W' | '○' => Some(Some(Color::White)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

/// A word of a user's text, cut to a length that fits into a message.
pub fn excerpt(word: &str) -> String {
    const MOST: usize = 40;
    if word.chars().count() <= MOST {
        return word.escape_debug().to_string();
    }
    let start: String = word.chars().take(MOST).collect();
    format!("{}...", start.escape_debug())
}

/// The square with this number; numbers past the board do not occur where this is used.
fn nth_square(index: usize) -> Option<Square> {
    u8::try_from(index).ok().and_then(Square::new)
}
