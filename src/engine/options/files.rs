//! Options that are files of weights.

use std::fs;

use super::OptionError;
use crate::eval::pattern::PatternWeights;
use crate::eval::{Network, Pattern, Weights, WeightsFile, network};

/// The weights that Eval pattern plays with.
#[derive(Clone, Debug, PartialEq, Default)]
pub(in super::super) struct EvalFile {
    pub(super) path: String,
    /// `None`: those in the binary.
    pattern: Option<Pattern>,
}

impl EvalFile {
    pub(super) fn load(path: &str) -> Result<Self, OptionError> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let weights = load("EvalFile", path, PatternWeights::from_bytes)?;
        Ok(Self { path: path.into(), pattern: Some(Pattern::new(&weights)) })
    }

    pub(in super::super) fn pattern(&self) -> Pattern {
        self.pattern.clone().unwrap_or_else(Pattern::shipped)
    }
}

/// The network that Eval network plays with.
#[derive(Clone, Debug, PartialEq, Default)]
pub(in super::super) struct NetworkFile {
    pub(super) path: String,
    /// `None`: the one in the binary.
    network: Option<Network>,
}

impl NetworkFile {
    pub(super) fn load(path: &str) -> Result<Self, OptionError> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let file = load("NetworkFile", path, network::NetworkFile::from_bytes)?;
        Ok(Self { path: path.into(), network: Some(file.into()) })
    }

    pub(in super::super) fn network(&self) -> Network {
        self.network.clone().unwrap_or_else(Network::shipped)
    }
}

/// The weights in a file as the tuner writes them.
pub(super) fn load_weights(path: &str) -> Result<Weights, OptionError> {
    Ok(load("WeightsFile", path, WeightsFile::from_json)?.weights)
}

/// What an option's file has in it.
fn load<T, E: ToString>(
    name: &'static str,
    path: &str,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, OptionError> {
    let refused = |why: String| OptionError::File { name, path: path.into(), why };
    let bytes = fs::read(path).map_err(|error| refused(error.to_string()))?;
    read(&bytes).map_err(|error| refused(error.to_string()))
}
