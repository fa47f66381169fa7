//! `outflank eval-report`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Serialize;

use crate::analysis::agreement::{Agreement, agreement};
use crate::analysis::consistency::{BANDS, BandReport, DEEPEST, Plan, Positions, measure};
use crate::analysis::statistics::{Spread, Trend};
use crate::board::Board;
use crate::engine::{Engine, EngineLimits, Options};
use crate::notation::{obf, wthor};
use crate::report::{Column, Progress, Table, grouped};

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
            writeln!(out, "{}", row(band))?;
            writeln!(out, "{}", ntest_row(ntest, deep))?;
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

/// NTest's figures in each of [`BANDS`], as the columns of [`TABLE`] have them but the first; the help
/// of the subcommand says where they are from.
const NTEST: [[&str; 11]; BANDS.len()] = [
    ["337", "6.86", "+0.59", "2.13", "+0.31", "1.42", "337", "+1.29", "3.40", "1.15", "0.93"],
    ["400", "8.93", "+0.70", "2.34", "+0.50", "2.11", "400", "+1.77", "3.82", "1.17", "0.95"],
    ["400", "8.46", "+0.99", "2.99", "+0.93", "2.54", "400", "+3.24", "5.24", "1.27", "0.92"],
    ["400", "11.75", "+1.88", "5.28", "+1.66", "4.73", "300", "+3.99", "8.81", "1.30", "0.87"],
];
/// The depth of its deep searches.
const NTEST_DEEP: u32 = 12;

const TABLE: Table<12> = Table {
    columns: [
        Column::of_numbers("empties", 7),
        Column::of_numbers("positions", 9),
        Column::of_numbers("static sd", 9),
        Column::of_numbers("0-4 mean", 8),
        Column::of_numbers("sd", 5),
        Column::of_numbers("2-6 mean", 8),
        Column::of_numbers("sd", 5),
        Column::of_numbers("positions", 9),
        Column::of_numbers("0-deep mean", 11),
        Column::of_numbers("sd", 5),
        Column::of_numbers("slope", 5),
        Column::of_numbers("correlation", 11),
    ],
};

/// The row of a band.
fn row(band: &BandReport) -> String {
    let [count, _, static_sd] = spread(band.static_value);
    let [_, mean_0_4, sd_0_4] = spread(band.static_to_4);
    let [_, mean_2_6, sd_2_6] = spread(band.two_to_6);
    let [deep_count, deep_mean, deep_sd] = spread(band.static_to_deep);
    let trend = |number: fn(Trend) -> f64| {
        band.deep_on_static.map_or_else(|| "-".into(), |trend| format!("{:.2}", number(trend)))
    };
    TABLE.row([
        format!("{}-{}", band.empties.from, band.empties.to),
        count,
        static_sd,
        mean_0_4,
        sd_0_4,
        mean_2_6,
        sd_2_6,
        deep_count,
        deep_mean,
        deep_sd,
        trend(|trend| trend.slope),
        trend(|trend| trend.correlation),
    ])
}

/// NTest's row below it; it has no figures for other deep searches.
fn ntest_row(figures: [&str; 11], deep: u32) -> String {
    let shown = if deep == NTEST_DEEP { 12 } else { 7 };
    let mut cells = ["-"; 12];
    cells[0] = "NTest";
    cells[1..shown].copy_from_slice(&figures[..shown - 1]);
    TABLE.row(cells.map(str::to_owned))
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
