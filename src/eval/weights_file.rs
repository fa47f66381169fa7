//! Tuned weights as a file: a JSON object whose `weights` are the five numbers in the order of
//! [`Features::NAMES`](super::Features::NAMES). All other keys are free, for people to know where
//! the weights come from; they are kept, and decide nothing.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Weights, WeightsError};

/// What stands in the file.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightsFile {
    /// The weights.
    pub weights: Weights,
    /// What else there is to say of them; a key `weights` among it is left out.
    pub about: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `weights`")]
struct Layout {
    weights: Vec<f64>,
    #[serde(flatten)]
    about: Map<String, Value>,
}

impl WeightsFile {
    /// Reads a file's content.
    ///
    /// # Errors
    /// When it is no JSON object with five numbers as `weights`, or one of them is too large.
    pub fn from_json(content: &[u8]) -> Result<Self, WeightsFileError> {
        let Layout { weights, about } =
            serde_json::from_slice(content).map_err(|error| WeightsFileError(brief(&error)))?;
        let weights = <[f64; 5]>::try_from(weights)
            .map_err(|weights| WeightsError::Count(weights.len()))
            .and_then(Weights::new);
        let weights = weights.map_err(|error| WeightsFileError(format!("`weights`: {error}")))?;
        Ok(Self { weights, about })
    }

    /// The file's content: one line, the same for the same values.
    pub fn to_json(&self) -> String {
        let mut object = self.about.clone();
        object.insert("weights".into(), self.weights.values().as_slice().into());
        Value::Object(object).to_string() + "\n"
    }
}

/// What is wrong and where, also if it quotes a long text.
fn brief(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.len() <= 200 {
        return text;
    }
    let beginning: String = text.chars().take(100).collect();
    format!("{beginning}... at line {} column {}", error.line(), error.column())
}

/// Why a content is no file of weights, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsFileError(String);

impl fmt::Display for WeightsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a file of tuned weights, {{\"weights\":[2,10,4,2,1]}}: {}", self.0)
    }
}

impl std::error::Error for WeightsFileError {}
