//! `outflank tune`.

mod outcome;
mod preset;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value};

use crate::arena::sprt::Sprt;
use crate::engine::{Engine, EngineLimits, OPTIONS, Options};
use crate::eval::WeightsFile;
use crate::learn::evolution::{
    Algorithm, Journal, Parameter, SearchLimit, TuneSettings, Tuner, Validation, settings,
    with_settings,
};
use crate::learn::write_whole;
use crate::report::{Progress, svg};
use outcome::{believed, plots, tell_validation};
use preset::{Numbers, Preset};
use watch::Watch;

/// How the candidates are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AlgorithmName {
    De,
    LShade,
    Spsa,
}

/// What is tuned, by what, and with how many games.
#[derive(Debug, Args)]
pub(super) struct Tune {
    /// Where the numbers come from that are not given
    #[arg(long, value_enum, default_value = "classic")]
    preset: Preset,
    /// How candidates are found: differential evolution (DE/rand/1/bin), recommended L-SHADE, or SPSA
    #[arg(long, value_enum)]
    algorithm: Option<AlgorithmName>,
    /// What is tuned: a feature's weight (mobility, corner, edge, frontier, discs) or an option with
    /// whole numbers; may be repeated, default: the five weights within --bound
    #[arg(long = "param", value_name = "NAME:MIN:MAX")]
    parameters: Vec<Parameter>,
    /// The largest weight, either sign
    #[arg(long, value_name = "W", default_value_t = 12.0)]
    bound: f64,
    /// The weights that candidates play against: 2 10 4 -2 1, recommended 2 10 4 2 1; without a weight
    /// among the parameters they play with --eval and are not looked at
    #[arg(long, value_name = "W W W W W", allow_hyphen_values = true)]
    baseline: Option<String>,
    /// How many members the population has: 12, recommended 40
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=10_000))]
    population: Option<u32>,
    /// How many rounds follow the first: 10, recommended 80
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
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
    /// Games of each candidate in a round, half as many openings, each with both colours: 4, recommended
    /// 240
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: Option<u32>,
    /// How deep each move is searched, in plies: 2, recommended 4
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: Option<u32>,
    /// How many nodes each move is searched, instead of a depth: what saves nodes shows only so
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many random moves begin each game: 4, recommended 8
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=40))]
    plies: Option<u32>,
    /// The most discs that a game counts for: 64, recommended 0: points count and not discs
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u32).range(0..=64))]
    clip: Option<u32>,
    /// Measure the members anew in each round, beside their challengers, and end with the mean of all
    /// candidates of the latter half of the rounds; recommended
    #[arg(long)]
    remeasure: bool,
    /// When members are measured anew: give up a candidate that is clearly worse, looking after each
    /// so many openings; recommended 25
    #[arg(long, value_name = "N")]
    race: Option<u32>,
    /// Written as it goes; if it is there already, the run goes on from it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Save the weights that were found as JSON, for the option WeightsFile
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the fitness and the path of each parameter, by generation, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Do not play the best against the baseline in the end
    #[arg(long)]
    no_validation: bool,
}

/// Games of the validation at each depth.
const VALIDATION_GAMES: usize = 1000;
/// What the validation tests: is it stronger by 10 Elo rather than by none?
const SPRT: &str = "0,10";
/// Made of the seed of a run for the openings of its validation.
const VALIDATION_SEED: u64 = 0x5eed;

impl Tune {
    fn baseline(&self) -> &str {
        self.baseline.as_deref().unwrap_or(self.preset.baseline())
    }

    fn numbers(&self) -> Numbers {
        let preset = self.preset.numbers();
        Numbers {
            algorithm: self.algorithm.unwrap_or(preset.algorithm),
            population: self.population.unwrap_or(preset.population),
            generations: self.generations.unwrap_or(preset.generations),
            games: self.games.unwrap_or(preset.games),
            depth: self.depth.unwrap_or(preset.depth),
            plies: self.plies.unwrap_or(preset.plies),
            clip: self.clip.unwrap_or(preset.clip),
            remeasure: self.remeasure || preset.remeasure,
            race: self.race.or(preset.race),
        }
    }

    fn settings(&self, parameters: &[Parameter], baseline: &Options, seed: u64) -> TuneSettings {
        let numbers = self.numbers();
        let (population, measured_anew) = (numbers.population as usize, numbers.remeasure);
        let algorithm = match numbers.algorithm {
            AlgorithmName::De => {
                let (factor, crossover) = (self.factor, self.crossover);
                Algorithm::De { population, factor, crossover, measured_anew }
            }
            AlgorithmName::LShade => Algorithm::LShade { population, measured_anew },
            AlgorithmName::Spsa => Algorithm::Spsa { reach: self.reach, step: self.step },
        };
        TuneSettings {
            algorithm,
            generations: numbers.generations as usize,
            parameters: parameters.iter().map(Parameter::to_string).collect(),
            baseline: OPTIONS
                .iter()
                .filter_map(|spec| Some(format!("{}={}", spec.name, spec.get(baseline)?)))
                .collect(),
            limit: self.nodes.map_or(SearchLimit::Depth(numbers.depth), SearchLimit::Nodes),
            plies: numbers.plies,
            pairs: (numbers.games / 2) as usize,
            discs: (numbers.clip > 0).then_some(numbers.clip as i32),
            race: numbers.race.map(|openings| openings as usize),
            seed,
        }
    }

    fn unit(&self) -> &'static str {
        if self.numbers().clip > 0 { "discs a game" } else { "points in percent" }
    }
}

/// Tunes, prints the best point as lines of the protocol, and plays it against the baseline.
pub(super) fn run(tune: &Tune, options: Options) -> Result<()> {
    let (threads, seed) = (options.threads() as usize, options.seed());
    let mut engine = Engine::new(options, EngineLimits::default());
    // A search of one thread each; the games are what is played at the same time.
    for (name, value) in [("Threads", "1"), ("Hash", "1")] {
        engine.set_option(name, Some(value))?;
    }
    let parameters = match &tune.parameters[..] {
        [] => Parameter::weights(tune.bound),
        given => given.to_vec(),
    };
    let numbers = tune.numbers();
    ensure!(numbers.remeasure || numbers.race.is_none(), "--race needs --remeasure");
    let tunes_weights = parameters.iter().any(Parameter::is_weight);
    ensure!(tunes_weights || tune.out.is_none(), "--out is for weights, and none is tuned");
    if tunes_weights {
        engine.set_option("Weights", Some(tune.baseline()))?;
        // What is solved says nothing of them.
        engine.set_option("EndgameDepth", Some("0"))?;
    }
    let baseline = engine.into_options();
    let settings_of_run = tune.settings(&parameters, &baseline, seed);
    let journal = tune.journal.as_ref().map(|path| Journal::open(path, &settings_of_run));
    let journal = journal.transpose().context("cannot use the journal")?;
    let mut tuner =
        Tuner::new(settings_of_run.clone(), parameters.clone(), baseline.clone(), threads);
    let watch = Watch::new(tuner.rounds());
    tuner.run(journal, |count| watch.games(count), |round| watch.round(round))?;
    let (rounds, took) = watch.end();

    let result = tuner.result(&rounds);
    let best = settings(&parameters, &result, &baseline);
    let best_options = with_settings(&best, &baseline)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{took}")?;
    let (fitness, measured) = believed(&result, &rounds);
    if measured > 0 {
        let (unit, all) = (tune.unit(), rounds.len());
        writeln!(out, "in tuning {fitness:+.1} {unit}, measured in {measured} of {all} rounds")?;
    } else if rounds.last().is_some_and(|round| round.best != result) {
        writeln!(out, "the mean of all candidates of the latter half of the rounds:")?;
    }
    for (name, value) in best {
        writeln!(out, "setoption name {name} value {value}")?;
    }
    if let Some(path) = &tune.out {
        let about = about(tune, &settings_of_run)?;
        let weights = Engine::new(best_options.clone(), EngineLimits::default()).linear().weights;
        let file = WeightsFile { weights, about };
        write_whole(path, file.to_json().as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &tune.plot {
        let drawn = svg(&plots(&parameters, &rounds, tune.unit()));
        write_whole(path, drawn.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if !tune.no_validation {
        let plies = Validation::plies_after(settings_of_run.plies);
        let validation = Validation {
            best: best_options,
            baseline,
            games: VALIDATION_GAMES,
            plies,
            seed: seed ^ VALIDATION_SEED,
            threads,
        };
        validate(&validation, settings_of_run.limit, &mut out)?;
    }
    Ok(())
}

/// How weights were found.
fn about(tune: &Tune, settings: &TuneSettings) -> Result<Map<String, Value>> {
    let mut about = Map::new();
    about.insert("against".into(), tune.baseline().into());
    about.insert("tuning".into(), serde_json::to_value(settings)?);
    Ok(about)
}

/// Plays what was found against the baseline.
fn validate(validation: &Validation, limit: SearchLimit, out: &mut impl Write) -> Result<()> {
    let sprt: Sprt = SPRT.parse()?;
    let Validation { games, plies, .. } = *validation;
    writeln!(
        out,
        "against the baseline, from {} openings of {plies} random moves that no candidate met:",
        games / 2
    )?;
    for limit in [limit, limit.deeper()] {
        let progress = Progress::with_rate(games / 2, "openings");
        let tally = validation.play(limit, || progress.step())?;
        drop(progress);
        tell_validation(out, limit, &tally, &sprt)?;
    }
    Ok(())
}
