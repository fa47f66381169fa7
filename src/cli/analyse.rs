//! `outflank analyse`.

mod curve;
mod json;
mod text;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::game_file;
use crate::analysis::review::{Review, Reviewer};
use crate::board::{Game, Move};
use crate::engine::Options;
use crate::notation::{Games, Record};
use crate::report::{Progress, game_curves, grouped};
use crate::search::Limits;

/// Which games, and how far to search.
#[derive(Debug, Args)]
pub(super) struct Analyse {
    /// The games; `-` is standard input
    file: PathBuf,
    /// Plies that each position is searched; 14 if there is neither --movetime nor --level
    #[arg(long, value_name = "PLIES", conflicts_with = "movetime", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Milliseconds for each search: there are up to two for a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Print an object a line: of each ply, then of each player, then of the game (see protocol.md)
    #[arg(long)]
    json: bool,
    /// Draw the course of each game, with its mistakes, into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The depth if there is no limit.
const DEFAULT_DEPTH: u32 = 14;

/// A game with its review.
struct Reviewed<'a> {
    /// Its number in the file, from 1.
    number: usize,
    record: &'a Record,
    review: Review,
}

/// Reviews all games, printing each ply as it is known; the exit code is 1 if a game was bad.
pub(super) fn run(arguments: &Analyse, options: Options) -> Result<ExitCode> {
    let (name, Games { games, .. }) = game_file::read(&arguments.file)?;
    let count = games.len();
    ensure!(count > 0, "{name} has no games");
    let numbered = games.into_iter().filter_map(|game| {
        let number = game.place.number;
        Some((number, game_file::good(&name, game)?))
    });
    let games: Vec<(usize, Record)> = numbered.collect();
    ensure!(!games.is_empty(), "{name} has no game that could be read");
    review_all(&games, arguments, options)?;
    Ok(if games.len() == count { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn review_all(games: &[(usize, Record)], arguments: &Analyse, options: Options) -> Result<()> {
    let mut curves = Vec::new();
    let mut plot = |curve| match &arguments.plot {
        Some(path) => {
            curves.extend(curve);
            fs::write(path, game_curves(&curves))
                .with_context(|| format!("cannot write {}", path.display()))
        }
        None => Ok(()),
    };
    // What cannot be written is better known before the work than after it.
    plot(None)?;
    let mut reviewer = Reviewer::new(options, limits(arguments));
    let progress = Progress::new(games.iter().map(|(_, record)| moves(&record.game)).sum());
    let print = |lines: Vec<String>| {
        progress.aside(|| lines.iter().try_for_each(|line| writeln!(io::stdout().lock(), "{line}")))
    };
    if !arguments.json {
        print(text::legend())?;
    }
    let mut told = None;
    for &(number, ref record) in games {
        if !arguments.json {
            print(text::head(number, record))?;
        }
        let mut at_work = |nodes| progress.say(format!("game {number}, {} nodes", grouped(nodes)));
        let review = reviewer.review(&record.game, &mut at_work, |ply| -> Result<()> {
            print(vec![if arguments.json { json::ply(number, ply)? } else { text::row(ply) }])?;
            if ply.verdict.is_some() {
                progress.step();
            }
            Ok(())
        })?;
        if told != reviewer.smaller_table() {
            told = reviewer.smaller_table();
            tell_smaller_table(told, &progress);
        }
        let reviewed = Reviewed { number, record, review };
        print(if arguments.json { json::summary(&reviewed)? } else { text::summary(&reviewed) })?;
        plot(Some(curve::of(&reviewed)))?;
    }
    Ok(())
}

fn tell_smaller_table(mebibytes: Option<usize>, progress: &Progress) {
    if let Some(mebibytes) = mebibytes {
        progress.aside(|| {
            // Whether anybody reads it or not.
            let _ = writeln!(
                io::stderr(),
                "outflank: the table has {mebibytes} MiB, there is no memory for more"
            );
        });
    }
}

/// How many there are, passes not counted.
fn moves(game: &Game) -> usize {
    game.plies().iter().filter(|ply| ply.mv != Move::Pass).count()
}

fn limits(arguments: &Analyse) -> Limits {
    let move_time = arguments.movetime.map(Duration::from_millis);
    let depth = arguments.depth.or(move_time.is_none().then_some(DEFAULT_DEPTH));
    Limits { depth, move_time, ..Limits::default() }
}

/// The discs of both sides at the end, the empty squares going to the winner; `None` if the game
/// is not over.
fn final_discs(game: &Game) -> Option<(i32, i32)> {
    let end = game.position();
    end.board.is_over().then(|| (32 + end.score() / 2, 32 - end.score() / 2))
}

/// In discs, as it is printed.
fn discs(centidiscs: i32) -> f64 {
    f64::from(centidiscs) / 100.0
}
