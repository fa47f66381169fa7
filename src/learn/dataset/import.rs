//! Games of other files made into a file of ours: WTHOR archives, whose names end in `.wtb`, and
//! transcripts, one game a line (see [`transcript`]); empty lines and those that begin with `#`
//! are skipped.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::{Fault, FileError};
use super::merge::write_new;
use super::{GameRecord, Origin, Part, RecordedMove};
use crate::board::{Board, Game, Move, Square};
use crate::notation::transcript;
use crate::notation::wthor::{self, ArchivedGame};

/// What came of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games written.
    pub games: u64,
    /// Games that were left out.
    pub skipped: u64,
}

/// Writes the games of `inputs`, in their order, to a new file; they have no scores. `tell` is
/// given a sentence about each that is left out: illegal games, and transcripts of games that are
/// not over.
///
/// # Errors
/// When `output` exists, an input cannot be read, or the output not be written; there is then no
/// output.
pub fn import(
    output: &Path,
    inputs: &[PathBuf],
    mut tell: impl FnMut(String),
) -> Result<Imported, FileError> {
    let mut imported = Imported::default();
    let files: Vec<_> = inputs.iter().map(|input| read(input)).collect::<Result<_, _>>()?;
    let parts = files.iter().map(|(part, _)| part.clone()).collect();
    write_new(output, &Origin::new(parts), |writer| {
        for ((_, games), input) in files.into_iter().zip(inputs) {
            for game in games {
                match game {
                    Ok(game) => {
                        writer.push(game)?;
                        imported.games += 1;
                    }
                    Err(error) => {
                        tell(format!("{}: {error}", input.display()));
                        imported.skipped += 1;
                    }
                }
            }
        }
        Ok(())
    })?;
    Ok(imported)
}

/// The games of a file, or what is wrong with them.
type Games = Vec<Result<GameRecord, String>>;

fn read(input: &Path) -> Result<(Part, Games), FileError> {
    let fail = |fault| FileError { path: input.into(), fault };
    let bytes = fs::read(input).map_err(|error| fail(Fault::Io(error)))?;
    let file = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if input.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
        let archive = wthor::read(&bytes).map_err(|error| fail(Fault::Archive(error)))?;
        let games = archive.games().map(|game| match game {
            Ok(ArchivedGame { moves, score, .. }) => {
                Ok(record(Board::START, &moves, 2 * i32::from(score) - 64))
            }
            Err(error) => Err(error.to_string()),
        });
        return Ok((Part::Wthor { file, year: archive.year }, games.collect()));
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let games = lines.map(|(line, number)| {
        from_transcript(line).map_err(|error| format!("line {number}: {error}"))
    });
    Ok((Part::Transcripts { file }, games.collect()))
}

fn from_transcript(line: &str) -> Result<GameRecord, String> {
    let mut game = Game::default();
    transcript::play(&mut game, line).map_err(|error| error.to_string())?;
    let end = game.position();
    if !end.board.is_over() {
        let moves = game.plies().len();
        return Err(format!("the game is not over after {moves} plies: its result is not known"));
    }
    let squares: Vec<Square> = game
        .plies()
        .iter()
        .filter_map(|ply| match ply.mv {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        })
        .collect();
    Ok(record(game.start().board, &squares, end.score()))
}

/// A game without scores; its result is for the mover of `start`.
fn record(start: Board, squares: &[Square], result: i32) -> GameRecord {
    let moves = squares.iter().map(|&square| RecordedMove { square, score: None });
    GameRecord { start, moves: moves.collect(), result: result as i8 }
}
