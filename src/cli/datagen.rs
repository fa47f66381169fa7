//! `outflank datagen`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::engine::{Engine, EngineLimits, Options};
use crate::learn::dataset::SelfPlayed;
use crate::learn::{DatagenPlan, evaluation_checksum};
use crate::report::{Progress, grouped};

/// Which games, how they are played, and where they go.
#[derive(Debug, Args)]
pub(super) struct Datagen {
    /// The directory of the files; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games
    #[arg(long, value_name = "N")]
    games: u64,
    /// The number of the first game
    #[arg(long, value_name = "K", default_value_t = 0)]
    first: u64,
    /// How deep each move is searched, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// From so many empty squares on the game is solved
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    solve: u32,
    /// The fewest and the most random moves at the start: the smaller of two random numbers
    #[arg(long, value_name = "MIN..MAX", default_value = "6..44", value_parser = random_moves)]
    random: (u32, u32),
    /// The most games in a file
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    shard_games: u64,
}

/// After more moves few games go on.
const MOST_RANDOM: u32 = 54;

fn random_moves(text: &str) -> Result<(u32, u32), String> {
    let range = text
        .split_once("..")
        .and_then(|(fewest, most)| Some((fewest.parse().ok()?, most.parse().ok()?)));
    range
        .filter(|(fewest, most)| fewest <= most && *most <= MOST_RANDOM)
        .ok_or_else(|| format!("two numbers with .. between, 0..0 to {MOST_RANDOM}..{MOST_RANDOM}"))
}

/// Plays the games that are not there yet.
pub(super) fn run(arguments: &Datagen, options: Options) -> Result<()> {
    ensure!(
        arguments.first.checked_add(arguments.games).is_some(),
        "there are no games of such high numbers"
    );
    let (threads, seed, selectivity) = (options.threads(), options.seed(), options.selectivity());
    let engine = Engine::new(options, EngineLimits::default());
    let evaluation = engine.evaluation();
    let how = SelfPlayed {
        first: arguments.first,
        seed,
        depth: arguments.depth,
        solve: arguments.solve,
        selectivity,
        random: arguments.random,
        evaluation: engine.option("Eval").context("there is no option Eval")?,
        checksum: evaluation_checksum(&evaluation),
    };
    let plan = DatagenPlan {
        directory: arguments.out.clone(),
        how,
        games: arguments.games,
        games_per_file: arguments.shard_games,
        threads: threads as usize,
    };
    let datagen = plan.look()?;
    let missing = datagen.games();
    println!("{} of {} games are there", grouped(plan.games - missing), grouped(plan.games));
    let started = Instant::now();
    let (mut games, mut positions) = (0, 0);
    let bar = Progress::with_rate(missing as usize, "games");
    datagen.run(&evaluation, |game| {
        games += 1;
        positions += game.moves.len() as u64;
        bar.step();
    })?;
    drop(bar);
    let seconds = started.elapsed().as_secs_f64().max(1e-3);
    println!(
        "{} games with {} positions in {seconds:.1} s: {:.1} games/s, {:.0} positions/s",
        grouped(games),
        grouped(positions),
        games as f64 / seconds,
        positions as f64 / seconds
    );
    Ok(())
}
