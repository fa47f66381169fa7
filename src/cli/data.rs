//! `outflank data`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::board::{Color, Position};
use crate::engine::Options;
use crate::learn::dataset::{Fault, PlyStats, Reader, Sample, Stats, draw_samples, import, merge};
use crate::notation::board64;
use crate::report::{Column, Table, grouped};

/// What to do with which files of games.
#[derive(Debug, Subcommand)]
pub(super) enum Data {
    /// Count what is in files of games, and say how they were made
    ///
    /// Columns: ply (discs on the board less four), positions, those with a score, and mean and
    /// standard deviation of the results in discs from the side to move.
    Stats(Files),
    /// Put the games of several files into one; the same game comes in once
    Merge(OutAndIn),
    /// Print random positions of a file: board, side to move, score in discs, result in discs
    ///
    /// The board is 64 cells from a1 to h8, X being to move; score and result are from its side, `-`
    /// stands for no score. --seed decides which positions.
    Sample(SampleArguments),
    /// Make a file of games from WTHOR archives, GGF, SGF, transcripts, and whatever else
    /// `outflank convert` reads
    ///
    /// Games that are illegal, and games that are not over and whose sides did not agree on a score,
    /// are named on standard error and left out; the exit code is then 1.
    Import(OutAndIn),
}

#[derive(Debug, Args)]
pub(super) struct Files {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct OutAndIn {
    /// The file to make; it must not be there yet
    out: PathBuf,
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct SampleArguments {
    file: PathBuf,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
}

/// Does what is asked for.
pub(super) fn run(data: &Data, options: &Options) -> Result<ExitCode> {
    match data {
        Data::Stats(Files { files }) => stats(files)?,
        Data::Merge(OutAndIn { out, inputs }) => {
            let merged = merge(out, inputs, |error| eprintln!("outflank: {error}"))?;
            println!(
                "{} games, {} duplicates left out",
                grouped(merged.games),
                grouped(merged.duplicates)
            );
        }
        Data::Sample(SampleArguments { file, count }) => {
            for sample in draw_samples(Reader::open(file)?, *count, options.seed())? {
                writeln!(io::stdout().lock(), "{}", line(&sample))?;
            }
        }
        Data::Import(OutAndIn { out, inputs }) => {
            let imported = import(out, inputs, |fault| eprintln!("outflank: {fault}"))?;
            println!("{} games, {} left out", grouped(imported.games), grouped(imported.skipped));
            if imported.skipped > 0 {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn line(sample: &Sample) -> String {
    let board = board64::write(&Position { board: sample.board, side: Color::Black });
    let score =
        sample.score.map_or("-".into(), |score| format!("{:+.2}", f64::from(score) / 100.0));
    format!("{board} {score} {:+}", sample.result)
}

fn stats(files: &[PathBuf]) -> Result<()> {
    let mut stats = Stats::default();
    let mut out = io::stdout().lock();
    for file in files {
        let reader = Reader::open(file)?;
        writeln!(out, "{}: {}", file.display(), reader.origin())?;
        for game in reader {
            match game {
                Ok(game) => stats.add(&game),
                Err(error) if matches!(error.fault, Fault::CutOff { .. }) => {
                    eprintln!("outflank: {error}");
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    writeln!(out, "{}", TABLE.head())?;
    for (ply, PlyStats { scored, results }) in stats.plies.iter().enumerate() {
        if results.count > 0 {
            let cells = [
                ply.to_string(),
                grouped(results.count),
                grouped(*scored),
                format!("{:.2}", results.mean()),
                format!("{:.2}", results.deviation()),
            ];
            writeln!(out, "{}", TABLE.row(cells))?;
        }
    }
    writeln!(
        out,
        "{} games, {} positions; results from the first position: mean {:.2}, deviation {:.2}",
        grouped(stats.games),
        grouped(stats.positions()),
        stats.results.mean(),
        stats.results.deviation()
    )?;
    Ok(())
}

const TABLE: Table<5> = Table {
    columns: [
        Column::of_numbers("ply", 3),
        Column::of_numbers("positions", 11),
        Column::of_numbers("with score", 11),
        Column::of_numbers("mean", 6),
        Column::of_numbers("deviation", 9),
    ],
};
