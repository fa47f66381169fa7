//! Games on one line, in any form that fits there.
//!
//! Read, by what the line begins with:
//! - a bracket or a number and a bracket: [`ggf`] or [`sgf`], one game;
//! - a word with `/` in it: a position as in [`fen`], numbers after the side, then moves;
//! - `[`, or three cells in a row: a position as in [`board64`], then moves; if there is a `;`, a line of
//!   [`obf`];
//! - anything else: moves from the start of a game, as in [`transcript`].
//!
//! The moves after a position are those of [`transcript`]; the word `moves` may stand before them.
//!
//! Written: moves from the start of a game as in [`transcript`]; where there are none, from other
//! positions, and wherever it is asked for, a position, then `moves` and the moves if there are any.

use std::fmt;

use super::ggf::GgfError;
use super::obf::ObfFault;
use super::sgf::SgfError;
use super::transcript::TranscriptError;
use super::{PositionError, Record, board64, cell, fen, ggf, obf, sgf, side_from_name, transcript};
use crate::board::{Game, Position};

/// What a line with a game looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Moves from the start of a game.
    Transcript,
    /// A board and moves.
    Board,
    /// A FEN-like position and moves.
    Fen,
    /// GGF.
    Ggf,
    /// SGF.
    Sgf,
}

/// Why a line is not a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// There is nothing.
    Empty,
    /// The position is none.
    Position(PositionError),
    /// The moves cannot be played.
    Moves(TranscriptError),
    /// It is no line of OBF.
    Obf(ObfFault),
    /// It is no GGF.
    Ggf(GgfError),
    /// It is no SGF.
    Sgf(SgfError),
    /// It has so many games, not one.
    Games(usize),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no game"),
            Self::Position(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
            Self::Obf(error) => error.fmt(f),
            Self::Ggf(error) => error.fmt(f),
            Self::Sgf(error) => error.fmt(f),
            Self::Games(count) => write!(f, "{count} games stand here, one is wanted"),
        }
    }
}

impl std::error::Error for LineError {}

impl Form {
    /// The form that a line has, as far as its beginning tells.
    pub fn of(line: &str) -> Option<Self> {
        let line = line.trim();
        let bracket = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        if bracket.starts_with('(') {
            return Some(of_brackets(bracket));
        }
        let first = line.split_whitespace().next()?;
        if first.contains('/') {
            return Some(Self::Fen);
        }
        let mut start = line.chars().filter(|c| !c.is_whitespace()).take(3);
        if first.starts_with('[') || first != "--" && start.all(|c| cell(c).is_some()) {
            return Some(Self::Board);
        }
        transcript::begins(line).then_some(Self::Transcript)
    }
}

/// GGF says which game it is by name, and writes its moves without a `;`.
pub(super) fn of_brackets(text: &str) -> Form {
    let game = text.split_once("GM[").and_then(|(_, rest)| rest.split(']').next());
    match game.map(str::trim) {
        Some(name) if name.eq_ignore_ascii_case("othello") => Form::Ggf,
        None if text.contains("BO[") => Form::Ggf,
        _ => Form::Sgf,
    }
}

/// Reads a line with one game.
///
/// # Errors
/// When it is no game in the form that its beginning says it has.
pub fn read(line: &str) -> Result<Record, LineError> {
    match Form::of(line) {
        Some(Form::Ggf) => only(ggf::read(line), LineError::Ggf),
        Some(Form::Sgf) => only(sgf::read(line), LineError::Sgf).map(|game| game.record),
        Some(Form::Fen) => fen_and_moves(line).map(Record::from),
        Some(Form::Board) if line.contains(';') => {
            obf::read_line(line).map(|(game, _)| game.into()).map_err(LineError::Obf)
        }
        Some(Form::Board) => {
            let (board, moves) = split_board(line);
            let start = board64::parse(board).map_err(LineError::Position)?;
            play(start, moves).map(Record::from)
        }
        Some(Form::Transcript) | None if line.trim().is_empty() => Err(LineError::Empty),
        Some(Form::Transcript) | None => play(Position::START, line).map(Record::from),
    }
}

fn only<T, E>(
    games: Vec<(usize, Result<T, E>)>,
    error: impl Fn(E) -> LineError,
) -> Result<T, LineError> {
    let count = games.len();
    let mut games = games.into_iter().map(|(_, game)| game.map_err(&error));
    match (count, games.next()) {
        // Of several, what is wrong with the first says more than their number.
        (_, Some(Err(error))) => Err(error),
        (1, Some(game)) => game,
        _ => Err(games.find_map(Result::err).unwrap_or(LineError::Games(count))),
    }
}

fn play(start: Position, moves: &str) -> Result<Game, LineError> {
    let mut game = Game::from_position(start);
    transcript::play(&mut game, moves).map_err(LineError::Moves)?;
    Ok(game)
}

fn fen_and_moves(line: &str) -> Result<Game, LineError> {
    let (rows, rest) = first_word(line);
    let (side, mut rest) = first_word(rest);
    let start = fen::parse(rows, Some(side).filter(|side| !side.is_empty()));
    // What chess has there: numbers of moves, and a dash.
    let is_skipped = |word: &str| word == "-" || word.bytes().all(|byte| byte.is_ascii_digit());
    loop {
        let (word, after) = first_word(rest);
        if word.is_empty() || !is_skipped(word) {
            break;
        }
        rest = after;
    }
    play(start.map_err(LineError::Position)?, without_moves(rest))
}

/// Cuts a line after its board and side: what follows are moves.
pub(super) fn split_board(line: &str) -> (&str, &str) {
    let line = line.trim();
    let cut = |at: usize| {
        let (board, rest) = line.split_at_checked(at).unwrap_or((line, ""));
        (board, without_moves(rest))
    };
    if line.starts_with('[') {
        return cut(line.find(']').map_or(line.len(), |at| at + 1));
    }
    let mut cells = 0;
    let mut rest = line;
    while cells < 64 {
        let (word, after) = first_word(rest);
        if word.is_empty() || word.eq_ignore_ascii_case("moves") {
            return cut(line.len() - rest.len());
        }
        cells += word.chars().count();
        rest = after;
    }
    let (word, after) = first_word(rest);
    if cells == 64 && side_from_name(word).is_some() {
        rest = after;
    }
    cut(line.len() - rest.len())
}

fn without_moves(rest: &str) -> &str {
    match first_word(rest) {
        (word, after) if word.eq_ignore_ascii_case("moves") => after,
        _ => rest,
    }
}

/// The first word of a text, empty at its end, and what follows the blanks after it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Writes a game as a transcript; if it has no moves or does not begin as games do, as a board.
pub fn write(game: &Game) -> String {
    if game.start() == Position::START && !game.plies().is_empty() {
        return transcript::write(game);
    }
    write_board(game)
}

/// Writes the first position of a game as a board, and its moves.
pub fn write_board(game: &Game) -> String {
    with_moves(board64::write(&game.start()), game)
}

/// Writes the first position of a game as a FEN-like line, and its moves.
pub fn write_fen(game: &Game) -> String {
    with_moves(fen::write(&game.start()), game)
}

fn with_moves(position: String, game: &Game) -> String {
    if game.plies().is_empty() {
        return position;
    }
    position + " moves " + &transcript::write(game)
}
