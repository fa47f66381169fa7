//! Many files of games made into one.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::file::{Fault, FileError, Reader, Writer};
use super::{GameRecord, Origin};

/// What came of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games written.
    pub games: u64,
    /// Games left out because the very same one had been written already.
    pub duplicates: u64,
}

/// Writes the games of `inputs`, in their order, to a new file. A game that is the same as an
/// earlier one, with its start, all moves, scores and the result, is left out. Where an input is
/// cut off, its whole blocks are taken, and `tell` is given the error.
///
/// # Errors
/// When `output` exists, an input cannot be read, or the output not be written; there is then no
/// output.
pub fn merge(
    output: &Path,
    inputs: &[PathBuf],
    mut tell: impl FnMut(FileError),
) -> Result<Merged, FileError> {
    let mut parts = Vec::new();
    for input in inputs {
        parts.extend(Reader::open(input)?.origin().parts.iter().cloned());
    }
    let mut merged = Merged::default();
    let mut seen = HashSet::new();
    write_new(output, &Origin::new(parts), |writer| {
        for input in inputs {
            for game in Reader::open(input)? {
                match game {
                    Ok(game) if seen.insert(fingerprint(&game)) => {
                        writer.push(game)?;
                        merged.games += 1;
                    }
                    Ok(_) => merged.duplicates += 1,
                    Err(error) if matches!(error.fault, Fault::CutOff { .. }) => tell(error),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    })?;
    Ok(merged)
}

/// 128 bits, so that among any number of games no two different ones have the same.
fn fingerprint(game: &GameRecord) -> [u64; 2] {
    [0_u64, 1].map(|salt| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        game.hash(&mut hasher);
        hasher.finish()
    })
}

/// Writes a new file of games under another name first, so that it is there whole or not at all.
pub(super) fn write_new(
    path: &Path,
    origin: &Origin,
    fill: impl FnOnce(&mut Writer) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let fail = |error| FileError { path: path.into(), fault: Fault::Io(error) };
    if path.exists() {
        return Err(fail(std::io::ErrorKind::AlreadyExists.into()));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let mut writer = Writer::create(part, origin)?;
    let written = fill(&mut writer).and_then(|()| writer.finish());
    if written.is_err() {
        // The error that is told is the first one.
        let _ = fs::remove_file(part);
        return written;
    }
    fs::rename(part, path).map_err(fail)
}
