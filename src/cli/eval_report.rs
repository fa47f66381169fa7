//! `outflank eval-report`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Serialize;

use crate::analysis::agreement::{Agreement, agreement};
use crate::analysis::consistency::{BANDS, BandReport, DEEPEST, Plan, Positions, measure};
use crate::analysis::statistics::Spread;
use crate::board::Board;
use crate::engine::{Engine, EngineLimits, Options};
use crate::notation::{obf, wthor};
use crate::report::{Align, Column, Progress, Table, grouped};

/// What to measure.
#[derive(Debug, Args)]
pub(super) struct EvalReport {
    /// WTHOR files (.wtb) to take positions from, any number of them
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present = "suite")]
    games: Vec<PathBuf>,
    /// Positions of each band of empty squares
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: usize,
    /// Decides the positions (`--seed` is the engine's)
    #[arg(long, value_name = "N", default_value_t = 1)]
    positions_seed: u64,
    /// The deep search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    deep: u32,
    /// Positions of each band to search so deep [default: all]
    #[arg(long, value_name = "N")]
    deep_positions: Option<usize>,
    /// A problem suite in OBF with the scores of moves, as `solve` reads it
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// How deep to search the suite, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=60))]
    suite_depth: u32,
    /// Print one object: `evaluation`, `deep`, `bands`, `suite_depth`, `suite`; a part that was not
    /// asked for is null
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Record {
    evaluation: String,
    deep: u32,
    bands: Option<[BandReport; BANDS.len()]>,
    suite_depth: u32,
    suite: Option<Agreement>,
}

/// Measures what was asked for, and prints it.
pub(super) fn run(arguments: &EvalReport, options: Options) -> Result<()> {
    let EvalReport { deep, suite_depth, .. } = *arguments;
    // What cannot be read is said before anything is searched.
    let boards = (!arguments.games.is_empty()).then(|| draw(arguments)).transpose()?;
    let problems = arguments.suite.as_deref().map(read_suite).transpose()?;
    let engine = Engine::new(options.clone(), EngineLimits::default());
    let evaluation = engine.option("Eval").unwrap_or_default();

    let bands = boards
        .map(|boards| {
            let plan = Plan {
                deep,
                deep_positions: arguments.deep_positions.unwrap_or(arguments.positions),
                threads: options.threads(),
            };
            let bar = Progress::new(boards.iter().map(Vec::len).sum());
            measure(&boards, plan, &engine.evaluation(), &|| bar.step())
        })
        .transpose()?;
    let mut out = io::stdout().lock();
    if let (Some(bands), false) = (&bands, arguments.json) {
        writeln!(out, "evaluation {evaluation}, deep searches to depth {deep}")?;
        writeln!(out, "{}", TABLE.head())?;
        for (band, ntest) in bands.iter().zip(NTEST) {
            writeln!(out, "{}", row(band, ntest, deep))?;
        }
    }
    let suite = problems
        .map(|problems| {
            let bar = Progress::new(problems.len());
            agreement(&problems, suite_depth, &options, &|| bar.step())
        })
        .transpose()?;
    if arguments.json {
        let record = Record { evaluation, deep, bands, suite_depth, suite };
        writeln!(out, "{}", serde_json::to_string(&record)?)?;
    } else if let Some(suite) = suite {
        writeln!(out, "{}", summary(&suite, suite_depth))?;
    }
    Ok(())
}

/// Positions of the games; too few are not an error, but are said.
fn draw(arguments: &EvalReport) -> Result<[Vec<Board>; BANDS.len()]> {
    let mut positions = Positions::default();
    for file in &arguments.games {
        read_games(file, &mut positions)
            .with_context(|| format!("cannot read {}", file.display()))?;
    }
    let boards = positions.draw(arguments.positions, arguments.positions_seed);
    for (band, boards) in BANDS.iter().zip(&boards) {
        if boards.len() < arguments.positions {
            let (found, wanted) = (boards.len(), arguments.positions);
            eprintln!(
                "outflank: the games have only {found} positions with {} to {} empty squares, not \
                 {wanted}",
                band.from, band.to
            );
        }
    }
    Ok(boards)
}

fn read_games(file: &Path, positions: &mut Positions) -> Result<()> {
    let bytes = fs::read(file)?;
    for game in wthor::read(&bytes)?.games() {
        positions.add_game(&game?.moves);
    }
    Ok(())
}

fn read_suite(file: &Path) -> Result<Vec<obf::Problem>> {
    let name = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    // Comments may be in any encoding.
    let problems = obf::read(&String::from_utf8_lossy(&bytes))
        .with_context(|| format!("cannot read {name}"))?;
    let known = problems.iter().any(|problem| problem.scores.best().is_some());
    ensure!(known, "{name} has no position with a known score");
    Ok(problems)
}

/// NTest's deviations in each of [`BANDS`]: depth 4 from static, 6 from 2, 12 from static. The help
/// of the subcommand says where they are from.
const NTEST: [[f64; 3]; BANDS.len()] =
    [[2.13, 1.42, 3.40], [2.34, 2.11, 3.82], [2.99, 2.54, 5.24], [5.28, 4.73, 8.81]];
/// The depth of the last of them.
const NTEST_DEEP: u32 = 12;

const TABLE: Table<15> = {
    const fn column(heading: &'static str, width: usize) -> Column {
        Column { heading, width, align: Align::Right }
    }
    Table {
        columns: [
            column("empties", 7),
            column("positions", 9),
            column("static sd", 9),
            column("0-4 mean", 8),
            column("sd", 5),
            column("NTest", 5),
            column("2-6 mean", 8),
            column("sd", 5),
            column("NTest", 5),
            column("positions", 9),
            column("0-deep mean", 11),
            column("sd", 5),
            column("NTest", 5),
            column("slope", 5),
            column("correlation", 11),
        ],
    }
};

fn row(band: &BandReport, ntest: [f64; 3], deep: u32) -> String {
    let [count, _, static_sd] = spread(band.static_value);
    let [_, mean_0_4, sd_0_4] = spread(band.static_to_4);
    let [_, mean_2_6, sd_2_6] = spread(band.two_to_6);
    let [deep_count, deep_mean, deep_sd] = spread(band.static_to_deep);
    let trend = band.deep_on_static;
    let [ntest_0_4, ntest_2_6, ntest_deep] = ntest.map(Some);
    TABLE.row([
        format!("{}-{}", band.empties.from, band.empties.to),
        count,
        static_sd,
        mean_0_4,
        sd_0_4,
        known(ntest_0_4),
        mean_2_6,
        sd_2_6,
        known(ntest_2_6),
        deep_count,
        deep_mean,
        deep_sd,
        known(ntest_deep.filter(|_| deep == NTEST_DEEP)),
        known(trend.map(|trend| trend.slope)),
        known(trend.map(|trend| trend.correlation)),
    ])
}

/// How many, their mean and their deviation.
fn spread(spread: Option<Spread>) -> [String; 3] {
    match spread {
        Some(Spread { count, mean, sd }) => {
            [count.to_string(), format!("{mean:+.2}"), format!("{sd:.2}")]
        }
        None => ["-"; 3].map(str::to_owned),
    }
}

fn known(number: Option<f64>) -> String {
    number.map_or_else(|| "-".into(), |number| format!("{number:.2}"))
}

fn summary(suite: &Agreement, depth: u32) -> String {
    let Agreement { moves_known, best_moves, scores_known, mean_error, nodes, seconds } = *suite;
    format!(
        "suite to depth {depth}: best move in {best_moves} of {moves_known} positions ({:.1} %), \
         score off by {mean_error:.2} discs in the mean of {scores_known}; {} nodes, {seconds:.3} \
         s, {} nodes/s",
        100.0 * best_moves as f64 / moves_known.max(1) as f64,
        grouped(nodes),
        grouped((nodes as f64 / seconds.max(1e-6)) as u64)
    )
}
