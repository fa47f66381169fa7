//! `outflank train pattern`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::{can_be_written, resumed, write};
use crate::engine::Options;
use crate::eval::pattern::PatternWeights;
use crate::learn::regression::{
    Epoch, LARGEST_STEP, Loss, Model, Spline, Tally, Trainer, TrainingPlan, TrainingSet,
};
use crate::report::{Column, Line, Plot, Progress, Table, grouped, svg};

/// From what, how, and where to.
#[derive(Debug, Args)]
pub(in crate::cli) struct PatternArguments {
    /// Files of games, as `datagen` and `data` make them
    #[arg(long, required = true, value_name = "FILE", num_args = 1..)]
    data: Vec<PathBuf>,
    /// The file of weights to make; one that is there is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// At so many plies, at equal distances, weights are learned; in between they are interpolated
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = phases)]
    phases: usize,
    /// How often each board is learned from
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// How much of an error each weight that is seldom seen is corrected by at first; it falls to 0,
    /// and is smaller for weights that are often seen
    #[arg(long, value_name = "PART", default_value_t = 0.01, value_parser = step)]
    step: f32,
    /// The share of the game's result in what is learned; the rest is the search's score of the
    /// board, where one is known
    // Measured by what won at depth 4 after the first generation, 2,000 games each: 57.4 % with 1,
    // 64.2 % with 0.7, 69.0 % with 0.4, 66.8 % with 0.1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    lambda: f32,
    /// Make the errors themselves small where they are larger than this, in discs, and not their
    /// squares (pseudo-Huber)
    #[arg(long, value_name = "DISCS", value_parser = huber)]
    huber: Option<f32>,
    /// Weights to begin with, made before
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Written after each epoch; if it is there already, training goes on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// A picture of the errors by epoch and by ply, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

fn phases(text: &str) -> Result<usize, String> {
    let most = Spline::MOST_PHASES;
    let number = text.parse().ok().filter(|phases| (1..=most).contains(phases));
    number.ok_or_else(|| format!("a whole number from 1 to {most}"))
}

fn step(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|&step| step > 0.0 && step <= LARGEST_STEP);
    number.ok_or_else(|| format!("a number above 0, at most {LARGEST_STEP}"))
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    number.ok_or_else(|| "a number from 0 to 1".into())
}

fn huber(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|delta| (0.1..=128.0).contains(delta));
    number.ok_or_else(|| "a number of discs from 0.1 to 128".into())
}

/// Trains, says how it goes, and writes the weights.
pub(super) fn run(arguments: &PatternArguments, options: &Options) -> Result<()> {
    let PatternArguments { out, checkpoint, plot, start, .. } = arguments;
    can_be_written([Some(out), checkpoint.as_ref(), plot.as_ref()])?;
    let spline = Spline::with_phases(arguments.phases);
    let start_model = start.as_deref().map(|path| read_start(path, &spline)).transpose()?;
    let mut set = TrainingSet::new(spline.clone(), arguments.lambda);
    let mut data = Vec::new();
    for path in &arguments.data {
        data.push(set.read(path, |error| eprintln!("outflank: {error}"))?);
    }
    ensure!(set.samples() > 0, "there are no positions to learn from in the files of --data");
    println!(
        "{} games with {} positions, {} of them held out",
        grouped(set.games()),
        grouped((set.samples() + set.samples_held_out()) as u64),
        grouped(set.samples_held_out() as u64)
    );

    let plan = TrainingPlan {
        epochs: arguments.epochs,
        step: arguments.step,
        loss: arguments.huber.map_or(Loss::Squared, Loss::Huber),
        seed: options.seed(),
        threads: options.threads() as usize,
    };
    let mut trainer = begin(plan, &set, start_model, checkpoint.as_deref())?;
    train(&mut trainer, plan.epochs, &set, checkpoint.as_deref())?;

    print_stretches(&trainer, &spline);
    if let Some(best) = trainer.best_epoch() {
        println!("the weights are those after epoch {}", best + 1);
    }
    let name = start.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let weights = trainer.best().rounded(trainer.note(&data, name.as_deref()));
    write(out, &weights.to_bytes())?;
    if let Some(path) = plot {
        write(path, svg(&plots(&trainer)).as_bytes())?;
    }
    Ok(())
}

fn read_start(path: &Path, spline: &Spline) -> Result<Model> {
    let read = || -> Result<Model> {
        let weights = PatternWeights::from_bytes(&fs::read(path)?)?;
        Ok(Model::from_weights(spline, &weights))
    };
    read().with_context(|| format!("cannot start from {}", path.display()))
}

/// Starts, or goes on from a checkpoint.
fn begin<'a>(
    plan: TrainingPlan,
    set: &'a TrainingSet,
    start: Option<Model>,
    checkpoint: Option<&Path>,
) -> Result<Trainer<'a>> {
    let Some(path) = checkpoint else {
        return Ok(Trainer::new(plan, set, start));
    };
    let resume = |bytes: &[u8]| Trainer::resumed(plan, set, start.as_ref(), bytes);
    let Some(trainer) = resumed(path, resume)? else {
        return Ok(Trainer::new(plan, set, start));
    };
    for (epoch, number) in trainer.epochs().iter().zip(1..) {
        println!("{}", epoch_line(number, epoch));
    }
    Ok(trainer)
}

/// Runs the epochs that are left.
fn train(
    trainer: &mut Trainer<'_>,
    epochs: u32,
    set: &TrainingSet,
    checkpoint: Option<&Path>,
) -> Result<()> {
    while !trainer.is_done() {
        let number = trainer.epochs().len() + 1;
        let bar = Progress::new(trainer.steps_per_epoch());
        bar.say(format!("epoch {number} of {epochs}"));
        let started = Instant::now();
        let epoch = trainer.run_epoch(|| bar.step());
        drop(bar);
        let rate = set.samples() as f64 / started.elapsed().as_secs_f64().max(1e-6);
        println!("{}, {:.2} M positions/s", epoch_line(number, &epoch), rate / 1e6);
        if let Some(path) = checkpoint {
            write(path, &trainer.checkpoint())?;
        }
    }
    Ok(())
}

fn epoch_line(number: usize, epoch: &Epoch) -> String {
    let part = |tally: &Tally| format!("rms {:.3} mae {:.3}", tally.rms(), tally.mean_absolute());
    let Epoch { trained, held_out } = epoch;
    format!("epoch {number}: training {}, held out {}", part(trained), part(held_out))
}

/// The errors of the best weights on each stretch of plies.
fn print_stretches(trainer: &Trainer<'_>, spline: &Spline) {
    let (trained, held_out) = (trainer.errors_trained(), trainer.errors_held_out());
    println!("{}", TABLE.head());
    for interval in 0..spline.intervals() {
        let plies: Vec<usize> =
            (0..trained.len()).filter(|&ply| spline.interval(ply) == interval).collect();
        let sum = |tallies: &[Tally]| {
            plies.iter().fold(Tally::default(), |sum, &ply| sum.and(tallies[ply]))
        };
        let (trained, held_out) = (sum(&trained), sum(&held_out));
        if trained.count + held_out.count == 0 {
            continue;
        }
        let (first, last) = (plies.first().unwrap_or(&0), plies.last().unwrap_or(&0));
        let cells = [
            format!("{first}-{last}"),
            grouped(trained.count),
            format!("{:.3}", trained.rms()),
            grouped(held_out.count),
            format!("{:.3}", held_out.rms()),
            format!("{:.3}", held_out.mean_absolute()),
        ];
        println!("{}", TABLE.row(cells));
    }
}

const TABLE: Table<6> = Table {
    columns: [
        Column::of_numbers("plies", 5),
        Column::of_numbers("trained on", 11),
        Column::of_numbers("rms", 6),
        Column::of_numbers("held out", 11),
        Column::of_numbers("rms", 6),
        Column::of_numbers("mae", 6),
    ],
};

/// The errors by epoch and by ply.
fn plots(trainer: &Trainer<'_>) -> [Plot; 2] {
    let by_epoch = |name: &str, of: fn(&Epoch) -> Tally| {
        let points = trainer.epochs().iter().enumerate();
        let points = points.map(|(at, epoch)| ((at + 1) as f64, of(epoch).rms())).collect();
        Line { name: name.into(), points }
    };
    let by_ply = trainer.errors_held_out().into_iter().enumerate();
    let by_ply = by_ply
        .filter(|(_, tally)| tally.count > 0)
        .map(|(ply, tally)| (ply as f64, tally.mean_absolute()));
    [
        Plot {
            title: "Error by epoch".into(),
            across: "epoch".into(),
            up: "root of the mean square, discs".into(),
            lines: vec![
                by_epoch("training", |epoch| epoch.trained),
                by_epoch("held out", |epoch| epoch.held_out),
            ],
        },
        Plot {
            title: "Error on the games held out, by ply".into(),
            across: "ply (discs on the board less four)".into(),
            up: "mean size, discs".into(),
            lines: vec![Line { name: "held out".into(), points: by_ply.collect() }],
        },
    ]
}
