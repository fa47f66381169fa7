//! A checkpoint of a training by play, kind `OUTFPLAY`.
//!
//! Beside the settings: u32 length of a JSON text, that text (counts, running means, what was
//! measured), and as f32 the parameters, Adam's means and squares, and the parameters of the past
//! selves.

use serde_json::json;

use super::adam::Adam;
use super::plan::Plan;
use super::trainer::{State, Trainer};
use crate::eval::network::{Network, NetworkWeights};
use crate::learn::checkpoint::{CheckpointError, Kind, floats, word};

const KIND: Kind = Kind { magic: b"OUTFPLAY", version: 1 };

impl Trainer {
    /// What [`Trainer::resumed`] needs.
    pub fn checkpoint(&self) -> Vec<u8> {
        let state = json!(self.state).to_string();
        let mut content = (state.len() as u32).to_le_bytes().to_vec();
        content.extend(state.as_bytes());
        let kept = [self.weights.parameters(), &self.adam.means, &self.adam.squares];
        let past = self.past.iter().map(|network| network.weights().parameters());
        for number in kept.into_iter().chain(past).flatten() {
            content.extend(number.to_le_bytes());
        }
        KIND.pack(&self.plan.settings(), &content)
    }

    /// Goes on from a checkpoint as if there had been no interruption.
    ///
    /// # Errors
    /// When the bytes are no checkpoint of a training with the same settings; the number of threads
    /// may be another.
    pub fn resumed(plan: Plan, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let content = KIND.unpack(&plan.settings(), bytes)?;
        read(plan, content).ok_or(CheckpointError::Damaged)
    }
}

fn read(plan: Plan, mut bytes: &[u8]) -> Option<Trainer> {
    let length = word(&mut bytes)? as usize;
    let state: State = serde_json::from_slice(bytes.split_off(..length)?).ok()?;
    let count = plan.shape.parameters();
    let mut next = || floats(&mut bytes, count);
    let weights = NetworkWeights::new(plan.shape, next()?);
    let steps = state.updates * u64::from(plan.epochs.max(1));
    let adam = Adam { steps, means: next()?, squares: next()? };
    let mut past = Vec::new();
    while !bytes.is_empty() {
        let parameters = floats(&mut bytes, count)?;
        past.push(Network::new(NetworkWeights::new(plan.shape, parameters)));
    }
    Some(Trainer::with(plan, weights, adam, past, state))
}
