//! `outflank openings`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use super::args::OptionFlags;
use crate::arena::Setup;
use crate::arena::balanced::{self, Balance};
use crate::board::Move;
use crate::report::{Progress, grouped};

/// Which openings, and where they go.
#[derive(Debug, Args)]
pub(super) struct Openings {
    /// The file, in place of one that may be there: a transcript (f5d6c3) a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Their moves
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=50))]
    plies: u32,
    /// The most discs that either side is ahead by
    #[arg(long, value_name = "DISCS", default_value_t = 2.0, value_parser = discs)]
    within: f64,
    /// How deep they are searched for that
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
}

fn discs(text: &str) -> Result<f64, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "discs from 0 to 64 are wanted".into())
}

/// Finds and writes them.
pub(super) fn run(arguments: &Openings, flags: &OptionFlags) -> Result<()> {
    let options = flags.over(Setup::engine_options())?.at_full_strength();
    let Openings { out, count, plies, within, depth } = arguments;
    let balance = Balance {
        count: *count as usize,
        plies: *plies,
        within: (within * 100.0).round() as u32,
        depth: *depth,
        seed: options.seed(),
    };
    let cannot = || format!("cannot write openings to {}", out.display());
    let mut file = BufWriter::new(File::create(out).with_context(cannot)?);
    let progress = Progress::with_rate(balance.count, "openings");
    let mut written = Ok(());
    let found = balanced::find(&balance, &options, options.threads() as usize, |opening| {
        progress.step();
        let moves = opening.plies().iter().map(|ply| ply.mv);
        let moves: String = moves.filter(|&mv| mv != Move::Pass).map(|mv| mv.to_string()).collect();
        written = writeln!(file, "{moves}");
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    drop(progress);
    written.and_then(|()| file.flush()).with_context(cannot)?;
    let looked_at = found.with_context(|| format!("openings for {}", out.display()))?;
    println!(
        "{} openings in {}, of {} that were looked at",
        grouped(balance.count as u64),
        out.display(),
        grouped(looked_at as u64)
    );
    Ok(())
}
