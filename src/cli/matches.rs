//! `outflank match`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::args::OptionFlags;
use crate::arena::referee::Fault;
use crate::arena::sprt::Sprt;
use crate::arena::{
    Contest, Finished, GamesFile, Journal, News, PlayerKind, Recorded, Schedule, Settings, Setup,
    Standings, Summary, Tally, TimeControl, openings,
};
use crate::board::Game;
use crate::notation::fen;
use crate::report::Progress;

/// Who plays, under which limits, how often.
#[derive(Debug, Args)]
pub(super) struct Match {
    /// A player; twice or more often. "name=Edax; cmd=./edax -nboard; dir=edax; proto=nboard;
    /// depth=6", or engine options as for --a
    #[arg(long = "player", value_name = "SETTINGS", conflicts_with_all = ["a", "b"])]
    players: Vec<Settings>,
    /// What is A's own: engine options and limits, Name=value with ; between, such as
    /// "Eval=features; Weights=2 10 4 2 1; depth=4"
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    a: Settings,
    /// What is B's own
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    b: Settings,
    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// Plies that each move is searched; 6 for who has no limit at all and no level
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Seconds for each side's game, and with + what is added after each move: 60+0.5
    #[arg(long, value_name = "SECONDS")]
    tc: Option<TimeControl>,
    /// How many games between each two: an even number, as each opening is played twice with colours
    /// reversed
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = even)]
    games: usize,
    /// Openings, a transcript (f5d6c3) a line, drawn without putting back; `outflank openings` makes
    /// some
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Without a file: openings of so many random plies, no two alike
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=50))]
    random_plies: u32,
    /// Decides the openings (`--seed` is the engine's)
    #[arg(long, value_name = "N", default_value_t = 1)]
    openings_seed: u64,
    /// Games at a time, 1 to 1024; one for each of the processor's cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Stop as soon as it is decided whether the first of two players is stronger by ELO1 rather than
    /// ELO0, either being wrong with 5 %; --games is then the most
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Print one object instead of lines
    #[arg(long)]
    json: bool,
    /// Write each game to this file as it ends, one JSON object a line; if it is there, the match goes
    /// on where it was ended
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Write the games to this file, one a line: in GGF if its name ends in .ggf; otherwise moves
    /// without passes, Black's score, who had Black
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
}

/// The depth of a player if nothing else limits it.
const DEFAULT_DEPTH: u32 = 6;

fn even(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(games) if games > 0 && games % 2 == 0 => Ok(games),
        _ => Err("an even number from 2 on is wanted".into()),
    }
}

/// Plays and prints the result; the exit code is 1 if a player broke the rules.
pub(super) fn run(arguments: &Match, flags: &OptionFlags) -> Result<ExitCode> {
    let contest = Contest {
        setups: setups(arguments, flags)?,
        openings: openings(arguments)?,
        schedule: if arguments.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
        sprt: arguments.sprt,
    };
    try_out(&contest)?;
    let (mut journal, done) = match &arguments.results {
        Some(path) => {
            let (journal, recorded) = Journal::open(path, &contest)?;
            tell_recorded(path, &recorded);
            (Some(journal), recorded.games)
        }
        None => (None, BTreeMap::new()),
    };
    let games_out = arguments.games_out.as_ref().map(|path| {
        GamesFile::create(path).with_context(|| format!("cannot write games to {}", path.display()))
    });
    let mut games_out = games_out.transpose()?;

    let started = Instant::now();
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let concurrency = arguments.concurrency.map_or_else(cores, usize::from);
    let progress = Progress::new(contest.games() / 2);
    let mut written = Ok(());
    let tallies = contest.play(done, concurrency, |news, tallies| {
        match *news {
            News::Game(number, game) => {
                tell_fault(number, game, &contest, &progress);
                if let Some(journal) = &mut journal {
                    written = journal.add(number, game, &contest).map_err(Into::into);
                }
            }
            News::Pair(number, pair) => {
                progress.step();
                if progress.is_shown() {
                    progress.say(state(&contest, tallies, started));
                }
                if let Some(file) = &mut games_out {
                    let added = file.add(number, pair, &contest);
                    written = added.context("cannot write the games");
                }
            }
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let time = started.elapsed();
    drop(progress);
    written?;
    tell_result(arguments, &contest, &tallies, time)?;
    let is_clean = tallies.iter().all(|tally| tally.faults == [0, 0]);
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What everybody plays with: the flags for all, each one's own settings above them.
fn setups(arguments: &Match, flags: &OptionFlags) -> Result<Vec<Setup>> {
    let mut all = Setup::default();
    if let PlayerKind::Engine(options) = all.kind {
        all.kind = PlayerKind::Engine(flags.over(options)?);
    }
    all.limits.depth = arguments.depth;
    all.limits.nodes = arguments.nodes;
    all.limits.move_time = arguments.movetime.map(Duration::from_millis);
    all.limits.clock = arguments.tc.map(|control| control.0);
    let two = [arguments.a.clone(), arguments.b.clone()];
    let players = if arguments.players.is_empty() { &two[..] } else { &arguments.players };
    ensure!((2..=26).contains(&players.len()), "2 to 26 players are wanted");
    ensure!(arguments.sprt.is_none() || players.len() == 2, "--sprt is for two players");
    let mut setups: Vec<Setup> = Vec::new();
    for (settings, letter) in players.iter().zip('A'..) {
        let mut setup = settings.over(&Setup { name: letter.into(), ..all.clone() })?;
        setup.limit_by(DEFAULT_DEPTH);
        let is_new = setups.iter().all(|other| other.name != setup.name);
        ensure!(is_new, "two players are called {}: give them names by name=...", setup.name);
        setups.push(setup);
    }
    Ok(setups)
}

/// Starts each program once: what cannot be started at all is not worth a match.
fn try_out(contest: &Contest) -> Result<()> {
    for setup in &contest.setups {
        if matches!(setup.kind, PlayerKind::Program(_)) {
            let ready = setup.player().new_game();
            ready.map_err(|offence| anyhow::anyhow!("player {}: {offence}", setup.name))?;
        }
    }
    Ok(())
}

/// Lines on standard error; whether anybody reads them or not.
fn tell(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "outflank: {line}");
}

fn tell_recorded(path: &Path, recorded: &Recorded) {
    if recorded.is_cut {
        tell(format_args!("the last line of {} was cut short and is left out", path.display()));
    }
    if !recorded.games.is_empty() {
        let count = recorded.games.len();
        tell(format_args!("{count} games of {} need not be played again", path.display()));
    }
}

fn tell_fault(number: usize, game: &Finished, contest: &Contest, progress: &Progress) {
    let Some(Fault { side, offence }) = &game.played.fault else { return };
    let names = contest.fixture(number).players.map(|player| &contest.setups[player].name);
    let moves: String = game.played.game.plies().iter().map(|ply| ply.mv.to_string()).collect();
    progress.aside(|| {
        tell(format_args!(
            "game {}, {} with Black against {}: {} loses, {offence}; position {} after {}",
            number + 1,
            names[0],
            names[1],
            names[*side as usize],
            fen::write(&game.played.game.position()),
            if moves.is_empty() { "no move" } else { &moves },
        ));
    });
}

/// What stands at the bar: who has how much.
fn state(contest: &Contest, tallies: &[Tally], started: Instant) -> String {
    let brief = match tallies {
        [tally] => tally.brief(contest.sprt.as_ref()),
        _ => String::new(),
    };
    let table = Standings::new(contest, tallies, started.elapsed()).table();
    format!("{brief}\n{}", table.join("\n"))
}

fn tell_result(
    arguments: &Match,
    contest: &Contest,
    tallies: &[Tally],
    time: Duration,
) -> Result<()> {
    let (object, lines) = if let ([tally], [a, b]) = (tallies, &contest.setups[..]) {
        let summary = Summary::new(tally, [a, b], contest.sprt.as_ref(), time);
        (serde_json::to_string(&summary)?, summary.lines())
    } else {
        let standings = Standings::new(contest, tallies, time);
        (serde_json::to_string(&standings)?, standings.lines())
    };
    let lines = if arguments.json { vec![object] } else { lines };
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
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
