//! `outflank train network`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};

use super::{can_be_written, resumed, write};
use crate::engine::Options;
use crate::eval::network::NetworkShape;
use crate::learn::reinforce::{Algorithm, Fading, Measured, Plan, Reward, Trainer, plots};
use crate::report::{Column, Progress, Table, grouped, svg};

/// How it learns, and where to.
#[derive(Debug, Args)]
pub(in crate::cli) struct NetworkArguments {
    /// The file of the network to make (safetensors); one that is there is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games are played in all
    #[arg(long, value_name = "N", default_value_t = 6_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The games of an update
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// By what the network learns
    #[arg(long, value_enum, default_value_t = AlgorithmName::ActorCritic)]
    algorithm: AlgorithmName,
    /// What a game is worth
    #[arg(long, value_enum, default_value_t = RewardName::Result)]
    reward: RewardName,
    /// The units of the two hidden layers: multiples of 16, at most 1024
    #[arg(long, num_args = 2, value_names = ["N", "N"], default_values_t = [256, 128], value_parser = units)]
    hidden: Vec<usize>,
    /// A convolutional network instead: the channels, a multiple of 16 and at most 64, and how many
    /// convolutions of 3 by 3 squares, at most 6
    #[arg(long, num_args = 2, value_names = ["CHANNELS", "LAYERS"], conflicts_with = "hidden")]
    convolution: Option<Vec<usize>>,
    /// How many steps are made with the same games; more than one not by reinforce, and by
    /// actor-critic with clipped importance ratios
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    replay_epochs: u32,
    /// The learning rate at first and at last
    #[arg(long, value_name = "FIRST..LAST", default_value = "0.001..0.0001", value_parser = fading)]
    rate: Fading,
    /// What a nat of the policy's entropy is worth at first and at last
    #[arg(long, value_name = "FIRST..LAST", default_value = "0.05..0.005", value_parser = fading)]
    entropy: Fading,
    /// How far the advantage of a move looks ahead: 1 to the result, 0 to the value after it
    #[arg(long, value_name = "SHARE", default_value_t = 0.85, value_parser = share)]
    lambda: f32,
    /// What the logits are divided by when moves are drawn
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = temperature)]
    temperature: f32,
    /// The fewest and the most random moves at the start
    #[arg(long, value_name = "MIN..MAX", default_value = "0..20", value_parser = random)]
    random: (u32, u32),
    /// The visits of a search, by --algorithm search
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    visits: u32,
    /// The share of the games against past selves
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    past: f32,
    /// The share of the games against the fixed players
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    fixed: f32,
    /// The network is measured after each such many updates, and at the end
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    measure_every: u64,
    /// Written after each measurement; if it is there already, training goes on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The measurements, one JSON object a line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// A picture of them, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum AlgorithmName {
    /// Results, less a running mean, times the gradient of the logarithm of the moves'
    /// probabilities; no value head
    Reinforce,
    /// The value head is the baseline
    ActorCritic,
    /// The policy learns the visits of a tree search, the value the results
    Search,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RewardName {
    /// Won, drawn or lost
    Result,
    /// Discs
    Discs,
}

fn units(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&n: &usize| n > 0 && n <= 1024 && n.is_multiple_of(16));
    number.ok_or_else(|| "a multiple of 16 from 16 to 1024".into())
}

/// Two values with .. between.
fn pair<T: FromStr>(text: &str) -> Option<(T, T)> {
    let (first, last) = text.split_once("..")?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

fn fading(text: &str) -> Result<Fading, String> {
    let fits = |number: f32| (0.0..=1.0).contains(&number);
    let numbers = pair(text).filter(|&(first, last)| fits(first) && fits(last));
    let fading = numbers.map(|(first, last)| Fading { first, last });
    fading.ok_or_else(|| "two numbers from 0 to 1 with .. between".into())
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    number.ok_or_else(|| "a number from 0 to 1".into())
}

fn temperature(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.01..=100.0).contains(number));
    number.ok_or_else(|| "a number from 0.01 to 100".into())
}

/// After more moves few games go on.
const MOST_RANDOM: u32 = 54;

fn random(text: &str) -> Result<(u32, u32), String> {
    pair(text)
        .filter(|(fewest, most)| fewest <= most && *most <= MOST_RANDOM)
        .ok_or_else(|| format!("two numbers with .. between, 0..0 to {MOST_RANDOM}..{MOST_RANDOM}"))
}

/// Pairs of games against each opponent of the ladder.
const PAIRS: u32 = 200;

/// Trains, says how it goes, and writes the network.
pub(super) fn run(arguments: &NetworkArguments, options: &Options) -> Result<()> {
    let NetworkArguments { out, checkpoint, log, plot, .. } = arguments;
    can_be_written([Some(out), checkpoint.as_ref(), log.as_ref(), plot.as_ref()])?;
    let plan = plan(arguments, options)?;
    let resumed =
        checkpoint.as_deref().map(|path| resumed(path, |bytes| Trainer::resumed(plan, bytes)));
    let mut trainer = resumed.transpose()?.flatten().unwrap_or_else(|| Trainer::new(plan));
    println!("{}", TABLE.head());
    for measured in trainer.history() {
        println!("{}", row(measured));
    }
    let started = (trainer.updates(), Instant::now());
    let bar = Progress::new((plan.updates - trainer.updates()) as usize);
    let mut samples = 0;
    while !trainer.is_done() {
        samples += trainer.update();
        bar.step();
        let done = trainer.updates() - started.0;
        let seconds = started.1.elapsed().as_secs_f64().max(1e-6);
        bar.say(format!(
            "updates, {:.0} games/s, {:.0} samples/s, {:.0} s left",
            (done * u64::from(plan.games_per_update)) as f64 / seconds,
            samples as f64 / seconds,
            (plan.updates - trainer.updates()) as f64 * seconds / done as f64
        ));
        if trainer.is_done() || trainer.updates().is_multiple_of(arguments.measure_every) {
            let row = row(trainer.measure(PAIRS));
            bar.aside(|| println!("{row}"));
            if let Some(path) = checkpoint {
                write(path, &trainer.checkpoint())?;
            }
            if let Some(path) = log {
                let lines = trainer.history().iter().map(|measured| measured.to_json() + "\n");
                write(path, lines.collect::<String>().as_bytes())?;
            }
            if let Some(path) = plot {
                write(path, svg(&plots(trainer.history())).as_bytes())?;
            }
        }
    }
    drop(bar);
    write(out, &trainer.file().to_bytes())?;
    let last = trainer.history().last();
    if let Some(Measured { games, samples, seconds, .. }) = last {
        println!(
            "{} games with {} boards learned from in {seconds:.0} s: {:.0} games/s, {:.0} samples/s",
            grouped(*games),
            grouped(*samples),
            *games as f64 / seconds,
            *samples as f64 / seconds
        );
    }
    Ok(())
}

fn plan(arguments: &NetworkArguments, options: &Options) -> Result<Plan> {
    let algorithm = match arguments.algorithm {
        AlgorithmName::Reinforce => Algorithm::Reinforce,
        AlgorithmName::ActorCritic => Algorithm::ActorCritic,
        AlgorithmName::Search => Algorithm::Search { visits: arguments.visits },
    };
    ensure!(
        arguments.replay_epochs == 1 || algorithm != Algorithm::Reinforce,
        "--replay-epochs is not for --algorithm reinforce: its gradient is only true for games of \
         the policy as it is"
    );
    ensure!(
        arguments.past + arguments.fixed <= 1.0,
        "--past and --fixed are shares of the same games: together at most 1"
    );
    Ok(Plan {
        shape: shape(arguments)?,
        algorithm,
        reward: match arguments.reward {
            RewardName::Result => Reward::Result,
            RewardName::Discs => Reward::Discs,
        },
        updates: arguments.games.div_ceil(u64::from(arguments.batch)),
        games_per_update: arguments.batch,
        epochs: arguments.replay_epochs,
        rate: arguments.rate,
        entropy: arguments.entropy,
        lambda: arguments.lambda,
        temperature: arguments.temperature,
        random: arguments.random,
        past_share: arguments.past,
        fixed_share: arguments.fixed,
        seed: options.seed(),
        threads: options.threads() as usize,
    })
}

fn shape(arguments: &NetworkArguments) -> Result<NetworkShape> {
    let Some(convolution) = &arguments.convolution else {
        return Ok(NetworkShape::Dense { hidden: [arguments.hidden[0], arguments.hidden[1]] });
    };
    let shape = NetworkShape::Convolutional { channels: convolution[0], layers: convolution[1] };
    ensure!(
        shape.is_allowed(),
        "--convolution takes a multiple of 16 from 16 to 64, the channels, and a number from 1 to \
         6, the layers"
    );
    Ok(shape)
}

fn row(measured: &Measured) -> String {
    let [random, greedy, positional, features_1, features_2] =
        measured.ladder.map(|standing| format!("{:.1}", 100.0 * standing.score()));
    TABLE.row([
        grouped(measured.games),
        format!("{:.0}", measured.seconds),
        format!("{:.3}", measured.value_loss),
        format!("{:.3}", measured.entropy),
        random,
        greedy,
        positional,
        features_1,
        features_2,
    ])
}

/// The last five are scores against the ladder, in percent.
const TABLE: Table<9> = Table {
    columns: [
        Column::of_numbers("games", 11),
        Column::of_numbers("seconds", 7),
        Column::of_numbers("value loss", 10),
        Column::of_numbers("entropy", 7),
        Column::of_numbers("random", 6),
        Column::of_numbers("greedy", 6),
        Column::of_numbers("positional", 10),
        Column::of_numbers("features-1", 10),
        Column::of_numbers("features-2", 10),
    ],
};
