//! What a file of weights says of how they were made.

use serde::Serialize;

use super::tally::{Loss, Tally};
use super::trainer::Trainer;
use crate::learn::dataset::Origin;

/// Some of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DataFile {
    /// The file's name, without its directory.
    pub file: String,
    /// How many games were read.
    pub games: u64,
    /// And how many boards.
    pub positions: u64,
    /// How they were made.
    pub origin: Origin,
}

#[derive(Serialize)]
struct Note<'a> {
    program: &'static str,
    phases: usize,
    /// Those that led to the weights, and those planned.
    epochs: usize,
    epochs_planned: u32,
    step: f32,
    lambda: f32,
    /// `null` for squares.
    huber: Option<f32>,
    seed: u64,
    start: Option<&'a str>,
    data: &'a [DataFile],
    held_out: Errors,
}

#[derive(Serialize)]
struct Errors {
    positions: u64,
    rms: f64,
    mean_absolute: f64,
}

impl Trainer<'_> {
    /// The note of the best weights, as JSON; `start` is the name of the file of the weights it
    /// started from.
    pub fn note(&self, data: &[DataFile], start: Option<&str>) -> String {
        let held_out = self.errors_held_out().into_iter().fold(Tally::default(), Tally::and);
        let rounded = |discs: f64| (discs * 10_000.0).round() / 10_000.0;
        let note = Note {
            program: concat!("outflank ", env!("CARGO_PKG_VERSION")),
            phases: self.set.spline.plies().len(),
            epochs: self.best_epoch().map_or(0, |at| at + 1),
            epochs_planned: self.plan.epochs,
            step: self.plan.step,
            lambda: self.set.lambda,
            huber: match self.plan.loss {
                Loss::Squared => None,
                Loss::Huber(delta) => Some(delta),
            },
            seed: self.plan.seed,
            start,
            data,
            held_out: Errors {
                positions: held_out.count,
                rms: rounded(held_out.rms()),
                mean_absolute: rounded(held_out.mean_absolute()),
            },
        };
        // Names and numbers can always be written.
        serde_json::to_string(&note).unwrap_or_default()
    }
}
