//! Files of games, as the subcommands that read them are given them.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::notation::wthor::{self, List, Names, read_names};
use crate::notation::{FileGame, Format, Games, Record, read_named_games};

/// Reads all games of a file, `-` being standard input; with the name to say it by. A WTHOR archive
/// gets its names from the files beside it.
pub(super) fn read(file: &Path) -> Result<(String, Games)> {
    let mut bytes = Vec::new();
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "standard input".into() } else { file.display().to_string() };
    let read = if is_stdin {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = read.with_context(|| format!("cannot read {name}"))?;
    let has_names = !is_stdin && wthor::read(&bytes).is_ok();
    let names = if has_names { names(file) } else { Names::default() };
    let games =
        read_named_games(&bytes, &name, &names).with_context(|| format!("cannot read {name}"))?;
    Ok((name, games))
}

fn names(archive: &Path) -> Names {
    Names {
        players: list(archive, List::Players, "jou"),
        tournaments: list(archive, List::Tournaments, "trn"),
    }
}

/// The names in the list beside an archive that is called as it is or, without one, `WTHOR`, in
/// either case. What is wrong with it is said on standard error.
fn list(archive: &Path, list: List, ending: &str) -> Vec<String> {
    let folder = archive.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let stem = archive.file_stem().unwrap_or_default().to_string_lossy();
    let file = [&*stem, "WTHOR"].into_iter().find_map(|stem| {
        let wanted = format!("{stem}.{ending}");
        files
            .iter()
            .find(|file| file.file_name().is_some_and(|name| name.eq_ignore_ascii_case(&wanted)))
    });
    let Some(file) = file else { return Vec::new() };
    let names = fs::read(file).map_err(anyhow::Error::from);
    let names = names.and_then(|bytes| Ok(read_names(list, &bytes)?));
    names.unwrap_or_else(|error| {
        eprintln!("outflank: cannot read {}: {error}", file.display());
        Vec::new()
    })
}

/// The game, if it could be read; what is wrong with it is said on standard error.
pub(super) fn good(name: &str, FileGame { place, record }: FileGame) -> Option<Record> {
    record.map_err(|fault| eprintln!("outflank: {name}: {place}: {fault}")).ok()
}

/// Reads the name of a format.
pub(super) fn format(name: &str) -> Result<Format, String> {
    let names = || Format::names().collect::<Vec<_>>().join(", ");
    Format::from_name(name).ok_or_else(|| format!("formats are {}", names()))
}
