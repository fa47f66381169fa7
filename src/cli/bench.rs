//! `outflank bench`.

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::{BENCH_DEPTH, bench};
use crate::search::StopSignal;

/// How deep.
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Plies; the signature in tests/data/bench.txt is of the default
    #[arg(default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
}

/// Searches the fixed positions and prints what it took.
pub(super) fn run(arguments: &Bench) -> Result<()> {
    let report =
        bench(arguments.depth, &StopSignal::default()).context("no memory for the table")?;
    let seconds = report.time.as_secs_f64();
    println!("{} nodes, {seconds:.3} s, {:.0} nps", report.nodes, report.nodes as f64 / seconds);
    Ok(())
}
