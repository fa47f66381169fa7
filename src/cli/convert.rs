//! `outflank convert`.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::game_file;
use crate::notation::wthor::{List, Names, read_names, write_records};
use crate::notation::{Format, Games, Place, Record, read_named_games, write_games};
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
    /// fen, ggf, sgf, wthor
    #[arg(long, value_name = "FORMAT", value_parser = game_file::format)]
    to: Option<Format>,
}

/// Reads, writes, and says what was lost on the way.
pub(super) fn run(arguments: &Convert) -> Result<ExitCode> {
    let Convert { input, output, to } = arguments;
    let Some(format) = to.or_else(|| Format::of_file_name(&output.to_string_lossy())) else {
        bail!("the name {} does not tell a format; --to does", output.display());
    };
    let to_stdout = output == Path::new("-");
    ensure!(format != Format::Edx, "edx is read, but not written");
    if format == Format::Wthor {
        ensure!(!to_stdout, "wthor is three files, - is only one");
        let ending = output.extension().and_then(OsStr::to_str).unwrap_or_default();
        let is_list = ["jou", "trn"].iter().any(|list| ending.eq_ignore_ascii_case(list));
        ensure!(!is_list, "{} is a list of names in wthor, not the games", output.display());
    }
    let (name, Games { games, left_out, .. }) = game_file::read(input)?;
    let count = games.len();
    ensure!(count > 0, "{name} has no games");
    let good = games.into_iter().filter_map(|game| {
        let place = game.place;
        game_file::good(&name, game).map(|record| (place, record))
    });
    let (places, mut records): (Vec<Place>, Vec<Record>) = good.unzip();
    ensure!(!records.is_empty(), "{name} has no game that could be read");
    let files = match format {
        Format::Wthor => archive(&name, output, &places, &mut records),
        _ => vec![(output.clone(), write_games(&records, format)?)],
    };
    ensure!(!records.is_empty(), "{name} has no game that {} can hold", format.name());
    if let Some(what) = left_out {
        eprintln!("outflank: {what} in {name} are not read");
    }
    let lost = lost(&records, &files, format)?;
    if !lost.is_empty() {
        eprintln!(
            "outflank: in {} some things are lost or changed: {}",
            format.name(),
            lost.join(", ")
        );
    }
    for (file, bytes) in &files {
        if to_stdout {
            io::stdout().lock().write_all(bytes)?;
        } else {
            fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    if !to_stdout {
        println!("{} games", grouped(records.len() as u64));
    }
    Ok(if records.len() == count { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A file to write: its name and its bytes.
type NewFile = (PathBuf, Vec<u8>);

/// The three files of a WTHOR archive. Games that it cannot hold are named on standard error and
/// taken out of the records.
fn archive(name: &str, output: &Path, places: &[Place], records: &mut Vec<Record>) -> Vec<NewFile> {
    let written = write_records(records);
    let mut refused = written.refused.into_iter().peekable();
    let mut numbered = places.iter().zip(1..);
    records.retain(|_| {
        let Some((place, number)) = numbered.next() else { return true };
        let Some(refusal) = refused.next_if(|refusal| refusal.game == number) else { return true };
        eprintln!("outflank: {name}: {place}: {}", refusal.reason);
        false
    });
    for changed in written.changed {
        eprintln!("outflank: {changed}");
    }
    let beside = |ending| output.with_extension(ending);
    vec![
        (output.to_owned(), written.games),
        (beside("jou"), written.players),
        (beside("trn"), written.tournaments),
    ]
}

/// What is not in the written files any more, found by reading them.
fn lost(records: &[Record], files: &[NewFile], format: Format) -> Result<Vec<&'static str>> {
    let names = match files {
        [_, (_, players), (_, tournaments)] => Names {
            players: read_names(List::Players, players)?,
            tournaments: read_names(List::Tournaments, tournaments)?,
        },
        _ => Names::default(),
    };
    let bytes = files.first().map_or(&[][..], |(_, bytes)| bytes);
    let again = read_named_games(bytes, &format!(".{}", format.name()), &names)?.games;
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
