//! Games of other files made into a file of ours: of every format that [`read_games`] reads.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::{Fault, FileError};
use super::merge::write_new;
use super::{GameRecord, Origin, Part, RecordedMove};
use crate::board::{Color, Move, Ply};
use crate::notation::{
    Ending, FileGame, Format, GamesError, Record, RecordedResult, read_games, wthor,
};

/// What came of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games written.
    pub games: u64,
    /// Games that were left out.
    pub skipped: u64,
}

/// Writes the games of `inputs`, in their order, to a new file; they have no scores. `tell` is
/// given a sentence about each that is left out: illegal games, and games that are not over and whose
/// sides did not agree on a score.
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
    let found = read_games(&bytes, &file).map_err(|error| fail(Fault::Games(error)))?;
    let part = match found.format {
        Format::Wthor => {
            let archive = wthor::read(&bytes);
            let archive = archive.map_err(|error| fail(Fault::Games(GamesError::Wthor(error))))?;
            Part::Wthor { file, year: archive.header.year }
        }
        Format::Transcript => Part::Transcripts { file },
        format => Part::Games { file, format: format.name().into() },
    };
    let games = found.games.into_iter().map(|FileGame { place, record }| {
        let record = record.map_err(|fault| format!("{place}: {fault}"))?;
        from_record(&record).map_err(|fault| format!("{place}: {fault}"))
    });
    Ok((part, games.collect()))
}

fn from_record(record: &Record) -> Result<GameRecord, String> {
    let plies = record.game.plies();
    // The mover of a recorded start does not have to pass.
    let start = match plies.first() {
        Some(Ply { mv: Move::Pass, after }) => *after,
        _ => record.game.start(),
    };
    let end = record.game.position();
    let black = match record.result {
        _ if end.board.is_over() => end.score(),
        Some(RecordedResult { black, ending: Ending::Agreed }) if black == black.trunc() => {
            black as i32
        }
        _ => {
            let plies = plies.len();
            return Err(format!(
                "the game is not over after {plies} plies: its result is not known"
            ));
        }
    };
    let squares = plies.iter().filter_map(|ply| match ply.mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    });
    let moves = squares.map(|square| RecordedMove { square, score: None });
    let result = if start.side == Color::Black { black } else { -black };
    Ok(GameRecord { start: start.board, moves: moves.collect(), result: result as i8 })
}
