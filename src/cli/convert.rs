//! `outflank convert`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::game_file;
use crate::notation::{Format, Games, Record, read_games, write_games};
use crate::report::grouped;

/// Which file, and what to make of it.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// The games; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write, over what is there; `-` is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format to write, where the ending of OUT does not tell or tells another: transcript, obf,
    /// fen, ggf, sgf
    #[arg(long, value_name = "FORMAT", value_parser = game_file::format)]
    to: Option<Format>,
}

/// Reads, writes, and says what was lost on the way.
pub(super) fn run(arguments: &Convert) -> Result<ExitCode> {
    let Convert { input, output, to } = arguments;
    let Some(format) = to.or_else(|| Format::of_file_name(&output.to_string_lossy())) else {
        bail!("the name {} does not tell a format; --to does", output.display());
    };
    let (name, Games { games, left_out, .. }) = game_file::read(input)?;
    let count = games.len();
    ensure!(count > 0, "{name} has no games");
    let good = games.into_iter().filter_map(|game| game_file::good(&name, game));
    let records: Vec<Record> = good.collect();
    ensure!(!records.is_empty(), "{name} has no game that could be read");
    let bytes = write_games(&records, format)?;
    if let Some(what) = left_out {
        eprintln!("outflank: {what} in {name} are not read");
    }
    let lost = lost(&records, &bytes, format)?;
    if !lost.is_empty() {
        eprintln!(
            "outflank: in {} some things are lost or changed: {}",
            format.name(),
            lost.join(", ")
        );
    }
    if output == Path::new("-") {
        io::stdout().lock().write_all(&bytes)?;
    } else {
        fs::write(output, &bytes).with_context(|| format!("cannot write {}", output.display()))?;
        println!("{} games", grouped(records.len() as u64));
    }
    Ok(if records.len() == count { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is not in the written file any more, found by reading it.
fn lost(records: &[Record], bytes: &[u8], format: Format) -> Result<Vec<&'static str>> {
    let ending = format!(".{}", format.name());
    let again = read_games(bytes, &ending)?.games;
    ensure!(again.len() == records.len(), "what was written reads as {} games", again.len());
    let mut lost = Vec::new();
    for (record, again) in records.iter().zip(again) {
        for what in record.differences(&again.record?) {
            if !lost.contains(&what) {
                lost.push(what);
            }
        }
    }
    Ok(lost)
}
