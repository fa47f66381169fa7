//! `outflank tune`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use crate::engine::{Engine, EngineLimits, OPTIONS, Options};
use crate::learn::evolution::{
    Algorithm, Journal, Parameter, Round, TuneSettings, Tuner, settings, with_settings,
};
use crate::report::{Progress, grouped};

/// How the candidates are found.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum AlgorithmName {
    De,
    LShade,
    Spsa,
}

/// What is tuned, by what, and with how many games.
#[derive(Debug, Args)]
pub(super) struct Tune {
    /// How candidates are found: differential evolution (DE/rand/1/bin), L-SHADE, or SPSA
    #[arg(long, value_enum, default_value = "de")]
    algorithm: AlgorithmName,
    /// What is tuned: a feature's weight (mobility, corner, edge, frontier, discs) or an option with
    /// whole numbers; may be repeated, default: the five weights within --bound
    #[arg(long = "param", value_name = "NAME:MIN:MAX")]
    parameters: Vec<Parameter>,
    /// The largest weight, either sign
    #[arg(long, value_name = "W", default_value_t = 12.0)]
    bound: f64,
    /// The weights that candidates play against; without a weight among the parameters they play
    /// with --eval and are not looked at
    #[arg(
        long,
        value_name = "W W W W W",
        default_value = "2 10 4 -2 1",
        allow_hyphen_values = true
    )]
    baseline: String,
    /// How many members the population has
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(4..=10_000))]
    population: u32,
    /// How many rounds follow the first
    #[arg(long, value_name = "N", default_value_t = 10)]
    generations: u32,
    /// F, the factor of a difference
    #[arg(long, value_name = "F", default_value_t = 0.6)]
    factor: f64,
    /// CR, how likely a coordinate comes from the mutant
    #[arg(long, value_name = "CR", default_value_t = 0.75)]
    crossover: f64,
    /// Of SPSA: the distance of the first points, in parts of the range
    #[arg(long, value_name = "PART", default_value_t = 0.05)]
    reach: f64,
    /// Of SPSA: the length of the first step, in parts of the range
    #[arg(long, value_name = "PART", default_value_t = 0.02)]
    step: f64,
    /// Games of each candidate in a round: half as many openings, each with both colours
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// How deep each move is searched, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// How many random moves begin each game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=40))]
    plies: u32,
    /// The most discs that a game counts for; 0: points count and not discs
    #[arg(long, value_name = "DISCS", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=64))]
    clip: u32,
    /// Measure the members anew in each round, beside their challengers
    #[arg(long)]
    remeasure: bool,
    /// With --remeasure: give up a candidate that is clearly worse, looking after each so many
    /// openings
    #[arg(long, value_name = "N", requires = "remeasure")]
    race: Option<u32>,
    /// Written as it goes; if it is there already, the run goes on from it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

impl Tune {
    fn settings(&self, parameters: &[Parameter], baseline: &Options, seed: u64) -> TuneSettings {
        let (population, measured_anew) = (self.population as usize, self.remeasure);
        let algorithm = match self.algorithm {
            AlgorithmName::De => {
                let (factor, crossover) = (self.factor, self.crossover);
                Algorithm::De { population, factor, crossover, measured_anew }
            }
            AlgorithmName::LShade => Algorithm::LShade { population, measured_anew },
            AlgorithmName::Spsa => Algorithm::Spsa { reach: self.reach, step: self.step },
        };
        TuneSettings {
            algorithm,
            generations: self.generations as usize,
            parameters: parameters.iter().map(Parameter::to_string).collect(),
            baseline: OPTIONS
                .iter()
                .filter_map(|spec| Some(format!("{}={}", spec.name, spec.get(baseline)?)))
                .collect(),
            depth: self.depth,
            plies: self.plies,
            pairs: (self.games / 2) as usize,
            discs: (self.clip > 0).then_some(self.clip as i32),
            race: self.race.map(|openings| openings as usize),
            seed,
        }
    }
}

/// Tunes, and prints the best point as lines of the protocol.
pub(super) fn run(tune: &Tune, options: Options) -> Result<()> {
    let (threads, seed) = (options.threads() as usize, options.seed());
    let mut engine = Engine::new(options, EngineLimits::default());
    // A search of one thread each; the games are what is played at the same time.
    for (name, value) in [("Threads", "1"), ("Hash", "1"), ("EndgameDepth", "0")] {
        engine.set_option(name, Some(value))?;
    }
    let parameters = match &tune.parameters[..] {
        [] => Parameter::weights(tune.bound),
        given => given.to_vec(),
    };
    if parameters.iter().any(Parameter::is_weight) {
        engine.set_option("Weights", Some(&tune.baseline))?;
    }
    let baseline = engine.into_options();
    let settings_of_run = tune.settings(&parameters, &baseline, seed);
    let journal = tune.journal.as_ref().map(|path| Journal::open(path, &settings_of_run));
    let journal = journal.transpose().context("cannot use the journal")?;
    let mut tuner = Tuner::new(settings_of_run, parameters.clone(), baseline.clone(), threads);
    let progress = Progress::new(tuner.rounds());
    let (started, mut games) = (Instant::now(), 0);
    tuner.run(
        journal,
        |_| {},
        |round| {
            games += round.games;
            progress.step();
            progress.say(describe(round));
            // Whether anybody reads it or not.
            progress.aside(|| drop(writeln!(io::stdout(), "{}", describe(round))));
        },
    )?;
    drop(progress);
    let seconds = started.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    writeln!(out, "{} games in {seconds:.2} s", grouped(games as u64))?;
    let best = settings(&parameters, tuner.best(), &baseline);
    with_settings(&best, &baseline)?;
    for (name, value) in best {
        writeln!(out, "setoption name {name} value {value}")?;
    }
    Ok(())
}

fn describe(round: &Round) -> String {
    let (best, spread) = round.best_and_spread();
    let point: Vec<String> = round.best.iter().map(|value| format!("{value:.2}")).collect();
    format!("generation {} best {best:+.2} spread {spread:.2} now {}", round.round, point.join(" "))
}
