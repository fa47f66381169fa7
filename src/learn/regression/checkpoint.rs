//! What is kept of a training on its way, so that it can go on after an interruption.
//!
//! The eight bytes `OUTFTRAI`, then little endian u32 version, u32 length of the settings, u32
//! CRC-32 of all that follows, the settings (JSON), u32 number of epochs, for each the errors on
//! the boards trained on and on those held out (u64 count, f64 sums of losses, squares and sizes),
//! and the weights now and after the best epoch: for each phase its weights, then the constants, as
//! f32.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::spline::{Model, Spline};
use super::tally::Tally;
use super::trainer::{Epoch, Trainer, TrainingPlan, paces};
use super::{Loss, TrainingSet};
use crate::eval::pattern::{PLIES, WEIGHTS};

const MAGIC: &[u8; 8] = b"OUTFTRAI";
const VERSION: u32 = 2;

/// Why a training cannot go on from some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// They do not begin with the eight letters.
    NotCheckpoint,
    /// Another version of the format.
    Version(u32),
    /// They are cut off, or their checksum is another one.
    Damaged,
    /// They are of other data, or other settings.
    Other {
        /// What differs first.
        name: &'static str,
        /// What it was there.
        there: String,
        /// What it is here.
        here: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCheckpoint => f.write_str("not a checkpoint of a training (OUTFTRAI)"),
            Self::Version(version) => {
                write!(f, "a checkpoint of version {version}; this program reads {VERSION}")
            }
            Self::Damaged => f.write_str("the checkpoint is damaged or cut off"),
            Self::Other { name, there, here } => write!(
                f,
                "the checkpoint is of another training: its {name} is {there}, here it is {here}"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

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
        let settings = settings(&self.plan, self.set, self.start);
        let settings = settings.map(|(name, value)| (name.to_owned(), value));
        let settings = Value::Object(settings.into_iter().collect()).to_string();
        let mut rest = settings.clone().into_bytes();
        rest.extend((self.epochs.len() as u32).to_le_bytes());
        for tally in self.epochs.iter().flat_map(|epoch| [epoch.trained, epoch.held_out]) {
            rest.extend(tally.count.to_le_bytes());
            let sums = [tally.loss, tally.squares, tally.absolutes];
            rest.extend(sums.iter().flat_map(|sum| sum.to_le_bytes()));
        }
        rest.extend(bytes_of(&self.model));
        rest.extend(bytes_of(&self.best));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((settings.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
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
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::NotCheckpoint)?;
        let version = word(&mut rest).ok_or(CheckpointError::Damaged)?;
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        let start = start.map(checksum);
        let (theirs, content) = whole(rest).ok_or(CheckpointError::Damaged)?;
        for (name, here) in settings(&plan, set, start) {
            let there = theirs.get(name).unwrap_or(&Value::Null);
            let (there, here) = (there.to_string(), here.to_string());
            if there != here {
                return Err(CheckpointError::Other { name, there, here });
            }
        }
        let (epochs, model, best) = read(content, &set.spline).ok_or(CheckpointError::Damaged)?;
        Ok(Self { plan, set, paces: paces(&plan, set), start, model, best, epochs })
    }
}

/// The settings, and what follows them, if the checksum is right.
fn whole(mut bytes: &[u8]) -> Option<(Map<String, Value>, &[u8])> {
    let length = word(&mut bytes)?;
    let checksum = word(&mut bytes)?;
    let (settings, content) = bytes.split_at_checked(length as usize)?;
    if crc32fast::hash(bytes) != checksum {
        return None;
    }
    Some((serde_json::from_slice(settings).ok()?, content))
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
    let mut floats = |count: usize| {
        let (floats, _) = bytes.split_off(..4 * count)?.as_chunks();
        Some(floats.iter().map(|&float| f32::from_le_bytes(float)).collect::<Box<[f32]>>())
    };
    let weights = spline.plies().iter().map(|_| floats(WEIGHTS)).collect::<Option<_>>()?;
    let constants = *floats(PLIES)?.first_chunk()?;
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

fn word(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?))
}

/// Writes a file under another name first, so that it is there whole, or as it was before.
///
/// # Errors
/// When the system would not write.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}
