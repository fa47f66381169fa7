//! OBF: problem suites, one position a line, with the scores of its moves.
//!
//! Read:
//! - `%` starts a comment, to the end of its line. Lines with nothing else are skipped.
//! - A line is fields with `;` between; the last `;` may be missing; empty fields are skipped.
//! - The first field is a board and the side to move, as in [`board64`], but that the side may not be
//!   missing. Moves may follow it, as in [`line`](mod@line): the position is then the one after them.
//! - `G8:+18`: the score of a legal move, in discs from the side to move, -64 to 64. Each move at most
//!   once; not all moves need be there; they are usually, but not always, in order of their scores.
//!   A pass, where it is the only move, is `PS`, or whatever else [`Move::from_name`] takes for one.
//! - `--:-127`: the end of the moves; skipped.
//! - `+12`: the score of the position, in place of moves.
//!
//! Written: the board, then the moves in the order they have, as in
//! `---...--- X; G8:+18; H1:+12;`; a pass is `PS`.

use std::fmt::{self, Write};

use super::transcript::{self, TranscriptError};
use super::{PositionError, board64, excerpt, line};
use crate::board::{Game, IllegalMove, Move, Position};

/// A position and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// What its scores are, in discs from the side to move.
    pub scores: Scores,
}

/// The known scores of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scores {
    /// None.
    Unknown,
    /// The score of the position.
    Position(i32),
    /// The scores of moves, at least one.
    Moves(Vec<(Move, i32)>),
}

impl Scores {
    /// The score of the position: its own, or that of its best move.
    pub fn best(&self) -> Option<i32> {
        match self {
            Self::Unknown => None,
            Self::Position(score) => Some(*score),
            Self::Moves(moves) => moves.iter().map(|(_, score)| *score).max(),
        }
    }

    /// The score of a move, if it is given.
    pub fn of(&self, mv: Move) -> Option<i32> {
        let Self::Moves(moves) = self else { return None };
        moves.iter().find(|(known, _)| *known == mv).map(|(_, score)| *score)
    }
}

/// Why a text is not a problem suite: the line, counted from 1, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObfError {
    /// The line.
    pub line: usize,
    /// What is wrong.
    pub fault: ObfFault,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObfFault {
    /// The first field is not a board and a side.
    Position(PositionError),
    /// What follows the side in the first field is not the moves of a game.
    Moves(TranscriptError),
    /// What stands before the colon is not a move.
    BadMove(String),
    /// The move is illegal.
    Illegal(Move, IllegalMove),
    /// The move has two scores.
    Twice(Move),
    /// This is not a score.
    BadScore(String),
    /// A score without a move, and another score.
    ScoreBeside(i32),
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for ObfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
            Self::BadMove(text) => write!(f, "'{text}' is not a move (A1 to H8, or PS)"),
            Self::Illegal(mv, reason) => write!(f, "{mv} is illegal, {reason}"),
            Self::Twice(mv) => write!(f, "{mv} has two scores"),
            Self::BadScore(text) => {
                write!(f, "'{text}' is not a score (-64 to +64; with a move, G8:+18)")
            }
            Self::ScoreBeside(score) => {
                write!(f, "{score:+} without a move stands beside other scores")
            }
        }
    }
}

impl std::error::Error for ObfError {}

/// Reads all problems of a text.
///
/// # Errors
/// At the first line that is neither a problem nor empty.
pub fn read(text: &str) -> Result<Vec<Problem>, ObfError> {
    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split_once('%').map_or(line, |(before, _)| before).trim();
        if line.is_empty() {
            continue;
        }
        let (game, scores) =
            read_line(line).map_err(|fault| ObfError { line: index + 1, fault })?;
        problems.push(Problem { position: game.position(), scores });
    }
    Ok(problems)
}

/// Reads a line without comments: a position with the moves that lead on from it, and its scores.
pub(super) fn read_line(line: &str) -> Result<(Game, Scores), ObfFault> {
    let (first, fields) = line.split_once(';').unwrap_or((line, ""));
    let (board, played) = line::split_board(first);
    let mut game = Game::from_position(read_position(board).map_err(ObfFault::Position)?);
    transcript::play(&mut game, played).map_err(ObfFault::Moves)?;
    let position = game.position();
    let mut moves = Vec::new();
    let mut own = None;
    for field in fields.split(';').map(str::trim).filter(|field| !field.is_empty()) {
        let Some((name, score)) = field.split_once(':') else {
            let score = read_score(field)?;
            if own.replace(score).is_some() {
                return Err(ObfFault::ScoreBeside(score));
            }
            continue;
        };
        let (name, score) = (name.trim(), score.trim());
        if (name, score) == ("--", "-127") {
            continue;
        }
        let mv = Move::from_name(name).ok_or_else(|| ObfFault::BadMove(excerpt(name)))?;
        position.try_play(mv).map_err(|reason| ObfFault::Illegal(mv, reason))?;
        if moves.iter().any(|(known, _)| *known == mv) {
            return Err(ObfFault::Twice(mv));
        }
        moves.push((mv, read_score(score)?));
    }
    let scores = match own {
        Some(score) if moves.is_empty() => Scores::Position(score),
        Some(score) => return Err(ObfFault::ScoreBeside(score)),
        None if moves.is_empty() => Scores::Unknown,
        None => Scores::Moves(moves),
    };
    Ok((game, scores))
}

/// A side is wanted here: without it, 63 cells and a side would pass for 64 cells.
fn read_position(text: &str) -> Result<Position, PositionError> {
    let position = board64::parse(text)?;
    if text.chars().filter(|c| !c.is_whitespace()).count() > 64 {
        return Ok(position);
    }
    let last = text.split_whitespace().last().unwrap_or_default();
    Err(if last.chars().count() == 1 { PositionError::Cells(63) } else { PositionError::NoSide })
}

fn read_score(text: &str) -> Result<i32, ObfFault> {
    text.parse()
        .ok()
        .filter(|score| (-64..=64).contains(score))
        .ok_or_else(|| ObfFault::BadScore(excerpt(text)))
}

/// Writes a problem as a line, without its end.
pub fn write(problem: &Problem) -> String {
    let mut line = board64::write(&problem.position);
    let _ = match &problem.scores {
        Scores::Unknown => Ok(()),
        Scores::Position(score) => write!(line, "; {score:+};"),
        Scores::Moves(moves) => {
            line.push(';');
            moves.iter().try_for_each(|(mv, score)| match mv {
                Move::Place(square) => {
                    write!(line, " {}:{score:+};", square.to_string().to_uppercase())
                }
                Move::Pass => write!(line, " PS:{score:+};"),
            })
        }
    };
    line
}
