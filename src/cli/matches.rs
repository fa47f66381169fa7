//! `outflank match`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use super::args::OptionFlags;
use crate::arena::sprt::Sprt;
use crate::arena::{Pair, Settings, Setup, openings, play_match};
use crate::board::{Game, Move};
use crate::report::Progress;

/// Who plays, under which limits, how often.
#[derive(Debug, Args)]
pub(super) struct Match {
    /// What is A's own: engine options and limits, Name=value with ; between, such as
    /// "Eval=features; Weights=2 10 4 2 1; depth=4"
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    a: Settings,
    /// What is B's own
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    b: Settings,
    /// Plies that each move is searched; 6 for who has no limit at all
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// How many games: an even number, as each opening is played twice with colours reversed
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = even)]
    games: usize,
    /// Openings, a transcript (f5d6c3) a line, drawn without putting back
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Without a file: openings of so many random plies, no two alike
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=50))]
    random_plies: u32,
    /// Decides the openings (`--seed` is the engine's)
    #[arg(long, value_name = "N", default_value_t = 1)]
    openings_seed: u64,
    /// Pairs of games at a time, 1 to 1024; one for each of the processor's cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Stop as soon as it is decided whether A is stronger by ELO1 rather than ELO0, either being
    /// wrong with 5 %; --games is then the most
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Print one object instead of lines
    #[arg(long)]
    json: bool,
    /// Write the games to this file, one a line: moves without passes, Black's score, who had Black
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
}

/// The depth of both players if nothing else limits them.
const DEFAULT_DEPTH: u32 = 6;

fn even(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(games) if games > 0 && games % 2 == 0 => Ok(games),
        _ => Err("an even number from 2 on is wanted".into()),
    }
}

/// Plays and prints the result; the exit code is 1 if a player broke the rules.
pub(super) fn run(arguments: &Match, flags: &OptionFlags) -> Result<ExitCode> {
    let setups = setups(arguments, flags)?;
    let openings = openings(arguments)?;
    let mut games_out = match &arguments.games_out {
        Some(path) => {
            let file = File::create(path)
                .with_context(|| format!("cannot write games to {}", path.display()))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let concurrency = arguments.concurrency.map_or_else(cores, usize::from);

    let started = Instant::now();
    let sprt = arguments.sprt.as_ref();
    let progress = Progress::new(openings.len());
    let mut written = Ok(());
    let tally = play_match(&openings, &setups, concurrency, sprt, |pair, tally| {
        progress.step();
        progress.say(tally.brief(sprt));
        tell_faults(pair, tally.pairs.pairs(), &progress);
        if let Some(file) = &mut games_out {
            written = write_games(file, pair);
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let time = started.elapsed();
    drop(progress);
    written
        .and_then(|()| games_out.as_mut().map_or(Ok(()), Write::flush))
        .context("cannot write the games")?;

    let summary = tally.summary(&setups, sprt, time);
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    } else {
        for line in summary.lines() {
            writeln!(out, "{line}")?;
        }
    }
    Ok(if tally.faults == [0, 0] { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What A and B play with: the flags for both, each one's own settings above them.
fn setups(arguments: &Match, flags: &OptionFlags) -> Result<[Setup; 2]> {
    let mut both = Setup::default();
    both.options = flags.over(both.options)?;
    both.limits.depth = arguments.depth;
    both.limits.nodes = arguments.nodes;
    both.limits.move_time = arguments.movetime.map(Duration::from_millis);
    let mut setups = [arguments.a.over(&both)?, arguments.b.over(&both)?];
    for setup in setups.iter_mut().filter(|setup| !setup.is_limited()) {
        setup.limits.depth = Some(DEFAULT_DEPTH);
    }
    Ok(setups)
}

fn openings(arguments: &Match) -> Result<Vec<Game>> {
    let (pairs, seed) = (arguments.games / 2, arguments.openings_seed);
    let Some(path) = &arguments.openings else {
        let plies = arguments.random_plies;
        return openings::random(pairs, plies, seed)
            .with_context(|| format!("openings of {plies} random plies"));
    };
    let read = |path: &Path| -> Result<Vec<Game>> {
        Ok(openings::draw(openings::read(&fs::read_to_string(path)?)?, pairs, seed)?)
    };
    read(path).with_context(|| format!("openings of {}", path.display()))
}

fn tell_faults(pair: &Pair, number: u64, progress: &Progress) {
    for (game, black) in pair.games.iter().zip(["A", "B"]) {
        if let Some(fault) = &game.fault {
            progress.aside(|| {
                // Whether anybody reads it or not.
                let _ = writeln!(
                    io::stderr(),
                    "outflank: pair {number}, {black} having Black: {} loses, {}",
                    fault.side,
                    fault.what
                );
            });
        }
    }
}

/// A game that ended by a fault has no result to learn from, and is left out.
fn write_games(file: &mut impl Write, pair: &Pair) -> io::Result<()> {
    for (played, black) in pair.games.iter().zip(["A", "B"]) {
        if played.fault.is_none() {
            let moves = played.game.plies().iter().map(|ply| ply.mv);
            let moves: String =
                moves.filter(|&mv| mv != Move::Pass).map(|mv| mv.to_string()).collect();
            writeln!(file, "{moves} {:+} {black}", played.black_score())?;
        }
    }
    Ok(())
}
