//! A checkpoint of a fit, kind `OUTFTRAI`.
//!
//! Beside the settings: u32 number of epochs, for each the errors on the boards trained on and on
//! those held out (u64 count, f64 sums of losses, squares and sizes), and the weights now and after
//! the best epoch: for each phase its weights, then the constants, as f32.

use serde_json::{Value, json};

use super::spline::{Model, Spline};
use super::tally::Tally;
use super::trainer::{Epoch, Trainer, TrainingPlan, paces};
use super::{Loss, TrainingSet};
use crate::eval::pattern::{PLIES, WEIGHTS};
use crate::learn::checkpoint::{CheckpointError, Kind, floats, word};

const KIND: Kind = Kind { magic: b"OUTFTRAI", version: 2 };

/// All that decides the weights, by names.
fn settings(
    plan: &TrainingPlan,
    set: &TrainingSet,
    start: Option<u32>,
) -> [(&'static str, Value); 8] {
    let loss = match plan.loss {
        Loss::Squared => "squared".into(),
        Loss::Huber(delta) => format!("huber {delta}"),
    };
    let start = start.map_or("none".into(), |checksum| format!("{checksum:08x}"));
    [
        ("phases", json!(set.spline.plies().len())),
        ("epochs", json!(plan.epochs)),
        ("step", json!(plan.step)),
        ("lambda", json!(set.lambda)),
        ("loss", json!(loss)),
        ("seed", json!(plan.seed)),
        ("start", json!(start)),
        ("data", json!(format!("{} games, {:016x}", set.games(), set.fingerprint()))),
    ]
}

impl Trainer<'_> {
    /// What [`Trainer::resumed`] needs.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut content = (self.epochs.len() as u32).to_le_bytes().to_vec();
        for tally in self.epochs.iter().flat_map(|epoch| [epoch.trained, epoch.held_out]) {
            content.extend(tally.count.to_le_bytes());
            let sums = [tally.loss, tally.squares, tally.absolutes];
            content.extend(sums.iter().flat_map(|sum| sum.to_le_bytes()));
        }
        content.extend(bytes_of(&self.model));
        content.extend(bytes_of(&self.best));
        KIND.pack(&settings(&self.plan, self.set, self.start), &content)
    }
}

impl<'a> Trainer<'a> {
    /// Goes on from a checkpoint as if there had been no interruption. The start is the one that
    /// was given to [`Trainer::new`].
    ///
    /// # Errors
    /// When the bytes are no checkpoint of a training with the same data, settings and start; the
    /// number of threads may be another.
    pub fn resumed(
        plan: TrainingPlan,
        set: &'a TrainingSet,
        start: Option<&Model>,
        bytes: &[u8],
    ) -> Result<Self, CheckpointError> {
        let start = start.map(checksum);
        let content = KIND.unpack(&settings(&plan, set, start), bytes)?;
        let (epochs, model, best) = read(content, &set.spline).ok_or(CheckpointError::Damaged)?;
        Ok(Self { plan, set, paces: paces(&plan, set), start, model, best, epochs })
    }
}

fn read(mut bytes: &[u8], spline: &Spline) -> Option<(Vec<Epoch>, Model, Model)> {
    let count = word(&mut bytes)?;
    let mut epochs = Vec::new();
    for _ in 0..count {
        let (trained, held_out) = (tally(&mut bytes)?, tally(&mut bytes)?);
        epochs.push(Epoch { trained, held_out });
    }
    let (model, best) = (model(&mut bytes, spline)?, model(&mut bytes, spline)?);
    bytes.is_empty().then_some((epochs, model, best))
}

fn tally(bytes: &mut &[u8]) -> Option<Tally> {
    Some(Tally {
        count: u64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?),
        loss: f64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?),
        squares: f64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?),
        absolutes: f64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?),
    })
}

fn model(bytes: &mut &[u8], spline: &Spline) -> Option<Model> {
    let phases = spline.plies().iter();
    let weights = phases.map(|_| Some(floats(bytes, WEIGHTS)?.into())).collect::<Option<_>>()?;
    let constants = *floats(bytes, PLIES)?.first_chunk()?;
    Some(Model { spline: spline.clone(), weights, constants })
}

fn bytes_of(model: &Model) -> Vec<u8> {
    let floats = model.weights.iter().flatten().chain(&model.constants);
    floats.flat_map(|float| float.to_le_bytes()).collect()
}

/// By which a start is known.
pub(super) fn checksum(start: &Model) -> u32 {
    crc32fast::hash(&bytes_of(start))
}
