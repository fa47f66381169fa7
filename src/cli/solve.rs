//! `outflank solve`.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Serialize;

use crate::analysis::suite::{Difference, Goal, Solution, Solver, Totals};
use crate::board::{Color, Move, Position};
use crate::engine::Options;
use crate::notation::board64;
use crate::notation::obf::{self, Problem};
use crate::report::{Column, Progress, Table, grouped};
use crate::search::{Knowledge, Line};

/// Which positions, and what to find out of them.
#[derive(Debug, Args)]
pub(super) struct Solve {
    /// Positions in OBF, one a line: 64 cells and the side to move, then `; move:score` for what is
    /// known; `-` is standard input
    file: PathBuf,
    /// Find out only who wins
    #[arg(long, conflicts_with = "all_moves")]
    wld: bool,
    /// Find the score of each legal move
    #[arg(long)]
    all_moves: bool,
    /// Print an object a line; the totals go to standard error. Under --wld there is a result, and
    /// the score is null but for a draw
    #[arg(long)]
    json: bool,
}

/// Solves all positions, printing each as it is done, and the totals.
pub(super) fn run(arguments: &Solve, options: Options) -> Result<ExitCode> {
    let goal = match arguments {
        Solve { wld: true, .. } => Goal::WinLossDraw,
        Solve { all_moves: true, .. } => Goal::AllMoves,
        _ => Goal::Score,
    };
    let name = if arguments.file == Path::new("-") {
        "standard input".into()
    } else {
        arguments.file.display().to_string()
    };
    let problems = read(&arguments.file).with_context(|| format!("cannot read {name}"))?;
    ensure!(!problems.is_empty(), "{name} has no positions");

    let mut solver = Solver::new(options, goal);
    let mut totals = Totals::default();
    let progress = Progress::new(problems.len());
    let print = |line: String| progress.aside(|| writeln!(io::stdout().lock(), "{line}"));
    if !arguments.json {
        print(TABLE.head())?;
    }
    for (index, problem) in problems.iter().enumerate() {
        let empties = problem.position.board.empties().len();
        let solution = solver.solve(problem.position, &mut |nodes| {
            progress.say(format!("{empties} empties, {} nodes", grouped(nodes)));
        })?;
        if let (0, Some(mebibytes)) = (index, solution.smaller_table) {
            progress.aside(|| {
                eprintln!("outflank: the table has {mebibytes} MiB, there is no memory for more")
            });
        }
        let differences = solution.compare(&problem.scores);
        totals.add(&solution, differences.as_deref());
        if arguments.json {
            print(json(
                index + 1,
                problem,
                &solution,
                differences.as_deref(),
                arguments.all_moves,
            )?)?;
        } else {
            for row in rows(index + 1, problem.position, &solution, differences.as_deref()) {
                print(row)?;
            }
        }
        progress.step();
    }
    let summary = summary(&totals);
    if arguments.json {
        progress.aside(|| eprintln!("{summary}"));
    } else {
        print(summary)?;
    }
    Ok(if totals.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(file: &Path) -> Result<Vec<Problem>> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(file)?;
    }
    // Comments may be in any encoding.
    Ok(obf::read(&String::from_utf8_lossy(&bytes))?)
}

const TABLE: Table<10> = Table {
    columns: [
        Column::of_numbers("#", 3),
        Column::of_text("side", 4),
        Column::of_numbers("empties", 7),
        Column::of_numbers("score", 5),
        Column::of_text("move", 4),
        Column::of_numbers("nodes", 14),
        Column::of_numbers("seconds", 9),
        Column::of_numbers("Mnps", 6),
        Column::of_text("check", 5),
        Column::of_text("PV", 0),
    ],
};

/// The row of a position, and below it one for each move after the best if all were solved.
fn rows(
    index: usize,
    position: Position,
    solution: &Solution,
    differences: Option<&[Difference]>,
) -> Vec<String> {
    let pv = |line: &Line| line.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    let best = solution.best();
    let first = TABLE.row([
        index.to_string(),
        if position.side == Color::Black { "X" } else { "O" }.into(),
        position.board.empties().len().to_string(),
        score(best),
        first_move(best),
        grouped(solution.nodes),
        format!("{:.3}", solution.time.as_secs_f64()),
        format!("{:.1}", per_second(solution.nodes, solution.time) / 1e6),
        check(differences),
        pv(best),
    ]);
    let others = solution.lines.iter().skip(1).map(|line| {
        let mut cells = [const { String::new() }; 10];
        cells[3] = score(line);
        cells[4] = first_move(line);
        cells[9] = pv(line);
        TABLE.row(cells)
    });
    std::iter::once(first).chain(others).collect()
}

fn first_move(line: &Line) -> String {
    line.moves.first().map_or_else(|| "none".into(), Move::to_string)
}

/// `+12`, or `win` where no more than that is known.
fn score(line: &Line) -> String {
    match line.kind {
        Knowledge::WinLossDraw => result(line).into(),
        _ => format!("{:+}", discs(line)),
    }
}

fn discs(line: &Line) -> i32 {
    line.score.centidiscs() / 100
}

fn result(line: &Line) -> &'static str {
    match line.score.centidiscs().signum() {
        1 => "win",
        -1 => "loss",
        _ => "draw",
    }
}

fn check(differences: Option<&[Difference]>) -> String {
    match differences {
        None => "-".into(),
        Some([]) => "ok".into(),
        Some(differences) => format!("WRONG (file says {})", known(differences)),
    }
}

/// `+12, g8 -4`.
fn known(differences: &[Difference]) -> String {
    let said: Vec<String> = differences
        .iter()
        .map(|difference| match difference.mv {
            None => format!("{:+}", difference.score),
            Some(mv) => format!("{mv} {:+}", difference.score),
        })
        .collect();
    said.join(", ")
}

fn per_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-6)
}

fn summary(totals: &Totals) -> String {
    let Totals { positions, checked, wrong, nodes, time } = *totals;
    format!(
        "{positions} positions, {checked} checked, {wrong} wrong; {} nodes, {:.3} s, {} nodes/s",
        grouped(nodes),
        time.as_secs_f64(),
        grouped(per_second(nodes, time) as u64)
    )
}

/// What `--json` prints of a position.
#[derive(Serialize)]
struct Record {
    index: usize,
    /// 64 of `X O -`, a1 first.
    board: String,
    /// `X` or `O`.
    side: String,
    empties: u32,
    #[serde(flatten)]
    best: MoveRecord,
    nodes: u64,
    seconds: f64,
    /// The score in the file.
    known_score: Option<i32>,
    /// Whether all that was found agrees with the file, if it says anything.
    ok: Option<bool>,
    /// Every move, best first, under `--all-moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveRecord>>,
}

#[derive(Serialize)]
struct MoveRecord {
    /// Null only if the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// In discs from the side to move; null if only the result is known.
    score: Option<i32>,
    /// `win`, `draw` or `loss`.
    result: &'static str,
    /// Whether the score, or the result if no more was asked for, is proved.
    exact: bool,
    pv: Vec<String>,
}

impl MoveRecord {
    fn new(line: &Line) -> Self {
        let is_result = line.kind == Knowledge::WinLossDraw;
        let pv: Vec<String> = line.moves.iter().map(Move::to_string).collect();
        Self {
            mv: pv.first().cloned(),
            score: (!is_result || result(line) == "draw").then(|| discs(line)),
            result: result(line),
            exact: is_result || line.kind == Knowledge::Exact,
            pv,
        }
    }
}

fn json(
    index: usize,
    problem: &Problem,
    solution: &Solution,
    differences: Option<&[Difference]>,
    all_moves: bool,
) -> Result<String> {
    let text = board64::write(&problem.position);
    let (board, side) = text.split_once(' ').unwrap_or((&text, ""));
    let record = Record {
        index,
        board: board.into(),
        side: side.into(),
        empties: problem.position.board.empties().len(),
        best: MoveRecord::new(solution.best()),
        nodes: solution.nodes,
        seconds: solution.time.as_secs_f64(),
        known_score: problem.scores.best(),
        ok: differences.map(<[_]>::is_empty),
        moves: all_moves.then(|| solution.lines.iter().map(MoveRecord::new).collect()),
    };
    Ok(serde_json::to_string(&record)?)
}
