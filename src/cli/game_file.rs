//! Files of games, as the subcommands that read them are given them.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};

use crate::notation::{FileGame, Format, Games, Record, read_games};

/// Reads all games of a file, `-` being standard input; with the name to say it by.
pub(super) fn read(file: &Path) -> Result<(String, Games)> {
    let mut bytes = Vec::new();
    let name =
        if file == Path::new("-") { "standard input".into() } else { file.display().to_string() };
    let read = if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = read.with_context(|| format!("cannot read {name}"))?;
    let games = read_games(&bytes, &name).with_context(|| format!("cannot read {name}"))?;
    Ok((name, games))
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
