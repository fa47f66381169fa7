//! `outflank fit-probcut`.

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::{Engine, EngineLimits, Options};
use crate::learn::{FitPlan, fit_probcut};
use crate::report::Progress;

/// What to measure.
#[derive(Debug, Args)]
pub(super) struct FitProbcut {
    /// Positions for each number of empty squares from 12 to 52
    #[arg(long, value_name = "N", default_value_t = 70)]
    positions: u32,
    /// The deepest search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(4..=23))]
    depth: u32,
    /// The most empty squares that are solved
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(14..=30))]
    solve: u32,
    /// Decides the positions (`--seed` is the engine's)
    #[arg(long, value_name = "N", default_value_t = 1)]
    positions_seed: u64,
}

/// Measures, and prints the constants of `src/search/params.rs`.
pub(super) fn run(arguments: &FitProbcut, options: Options) -> Result<()> {
    let plan = FitPlan {
        positions: arguments.positions,
        depth: arguments.depth,
        solve: arguments.solve,
        seed: arguments.positions_seed,
    };
    let evaluation = Engine::new(options, EngineLimits::default()).evaluation();
    let bar = Progress::new(plan.searches());
    let fit = fit_probcut(&plan, &evaluation, || bar.step()).context("no memory for the table")?;
    drop(bar);
    println!("const SIGMA: [[u16; 24]; 8] = {:?};", fit.sigma);
    println!("const SOLVE_SIGMA: [u16; 32] = {:?};", fit.solve_sigma);
    println!("pub(super) const RESULT_PER_ESTIMATE: f64 = {:.3};", fit.result_per_estimate);
    Ok(())
}
