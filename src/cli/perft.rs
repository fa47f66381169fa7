//! `outflank perft`.

use anyhow::{Context, Result};
use clap::Args;

use crate::board::{Convention, Position};
use crate::engine::count_leaves;

/// How deep and how to count.
#[derive(Debug, Args)]
pub(super) struct Perft {
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// How to count: a (a pass is a ply, a finished game a leaf), b (a pass is no ply),
    /// c (games that finish early are not counted)
    #[arg(long, value_name = "a|b|c", default_value = "a", value_parser = |text: &str| text.parse::<Convention>())]
    convention: Convention,
    /// Print the leaves below each first move too
    #[arg(long)]
    divide: bool,
}

/// Counts and prints.
pub(super) fn run(perft: &Perft) -> Result<()> {
    let report = count_leaves(&Position::START, perft.depth, perft.convention, || true)
        .context("stopped")?;
    if perft.divide {
        for (mv, count) in &report.counts {
            println!("{mv} {count}");
        }
    }
    let seconds = report.time.as_secs_f64();
    println!(
        "{} leaves, {seconds:.3} s, {:.0} M/s",
        report.nodes,
        report.nodes as f64 / seconds / 1e6
    );
    Ok(())
}
