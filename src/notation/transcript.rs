//! Transcripts: the moves of a game as people write them.
//!
//! Read: squares in either case, run together (`f5d6c3`) or with blanks, commas, semicolons or line
//! ends between; move numbers (`1.`, `12.`, `3)`) are skipped; passes may be left out, or written
//! `--`, `pa`, `ps`, `pass`, `0000` or `@@@@`. At most [`LONGEST`] bytes.
//!
//! Written: by [`Move`]'s own `Display`, with blanks between, passes included.

use std::fmt;

use super::excerpt;
use crate::board::{Game, IllegalMove, Move};

/// The longest text that is read, in bytes.
pub const LONGEST: usize = 65_536;

/// Why a text is not a game's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TranscriptError {
    /// So many bytes.
    TooLong(usize),
    /// The text at this ply (from 1) is not a move.
    NotAMove {
        /// The ply, counted from 1.
        ply: usize,
        /// What stands there.
        text: String,
    },
    /// The move at this ply is illegal.
    Illegal {
        /// The ply, counted from 1; passes that were put in count.
        ply: usize,
        /// The move.
        mv: Move,
        /// Why it is illegal.
        reason: IllegalMove,
    },
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(f, "{bytes} bytes of moves, at most {LONGEST} are read")
            }
            Self::NotAMove { ply, text } => {
                write!(f, "ply {ply}: '{text}' is not a move (a1 to h8, or pass)")
            }
            Self::Illegal { ply, mv, reason } => write!(f, "ply {ply}: {mv} is illegal, {reason}"),
        }
    }
}

impl std::error::Error for TranscriptError {}

/// Plays the moves of a text on a game. Forced passes that the text leaves out are put in.
///
/// # Errors
/// When something in the text is not a move, or a move is illegal. The game is then useless.
pub fn play(game: &mut Game, text: &str) -> Result<(), TranscriptError> {
    if text.len() > LONGEST {
        return Err(TranscriptError::TooLong(text.len()));
    }
    for word in words(text) {
        play_word(game, word)?;
    }
    Ok(())
}

/// Whether a text begins with a move, as far as its first two or four letters tell.
pub(super) fn begins(text: &str) -> bool {
    words(text).find(|word| !word.is_empty()).and_then(split_move).is_some()
}

/// The words of a text without the numbers of moves; what is left of a number alone is empty.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let separators = |c: char| c.is_whitespace() || c == ',' || c == ';';
    text.split(separators).filter(|word| !word.is_empty()).map(without_number)
}

/// Writes the moves of a game, passes included, with blanks between.
pub fn write(game: &Game) -> String {
    let moves: Vec<String> = game.plies().iter().map(|ply| ply.mv.to_string()).collect();
    moves.join(" ")
}

/// `12.f5` and `12.` without their number.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')']) {
        Some(rest) if rest.len() + 1 < word.len() => rest.trim_start_matches('.'),
        _ => word,
    }
}

/// Plays the moves that are run together in a word.
fn play_word(game: &mut Game, word: &str) -> Result<(), TranscriptError> {
    let mut rest = word;
    while !rest.is_empty() {
        let ply = game.plies().len() + 1;
        let Some((mv, end)) = split_move(rest) else {
            return Err(TranscriptError::NotAMove { ply, text: excerpt(rest) });
        };
        game.play(mv).map_err(|reason| TranscriptError::Illegal { ply, mv, reason })?;
        rest = end;
    }
    Ok(())
}

/// The move that a text begins with, and what follows it.
fn split_move(text: &str) -> Option<(Move, &str)> {
    // `pass` before `pa`.
    [4, 2].into_iter().find_map(|length| {
        let (start, end) = text.split_at_checked(length)?;
        Some((Move::from_name(start)?, end))
    })
}
