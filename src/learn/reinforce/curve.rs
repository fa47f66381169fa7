//! How a training went.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::ladder::{Opponent, Standing};
use crate::report::{Line, Plot};

/// Where a training stood after some of its updates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// How many updates there had been.
    pub updates: u64,
    /// How many games.
    pub games: u64,
    /// How many boards were learned from, each counted once.
    pub samples: u64,
    /// How long playing and learning had taken, in seconds, without measuring.
    pub seconds: f64,
    /// The mean cost of the policy since the measurement before.
    pub policy_loss: f64,
    /// The mean squared error of the value since then.
    pub value_loss: f64,
    /// The mean entropy of the policy since then, in nats.
    pub entropy: f64,
    /// The mean length of the gradient since then.
    pub gradient: f64,
    /// What became of the games against each of [`Opponent::ALL`].
    pub ladder: [Standing; Opponent::ALL.len()],
}

impl Measured {
    /// As a JSON object on one line; the scores by the opponents' names.
    pub fn to_json(&self) -> String {
        let mut object = match json!(self) {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        let scores = Opponent::ALL.into_iter().zip(self.ladder);
        let scores = scores.map(|(opponent, standing)| {
            (opponent.name().to_owned(), json!((standing.score() * 1e4).round() / 1e4))
        });
        object.insert("ladder".into(), Value::Object(scores.collect()));
        Value::Object(object).to_string()
    }
}

/// The scores on the ladder, the losses and the entropy over time.
pub fn plots(history: &[Measured]) -> [Plot; 3] {
    let line = |name: &str, of: &dyn Fn(&Measured) -> f64| Line {
        name: name.into(),
        points: history.iter().map(|at| (at.seconds / 60.0, of(at))).collect(),
    };
    let plot = |title: &str, up: &str, lines| Plot {
        title: title.into(),
        across: "minutes of playing and learning".into(),
        up: up.into(),
        lines,
    };
    let scores = Opponent::ALL.into_iter().zip(0..);
    let scores = scores.map(|(opponent, at): (_, usize)| {
        line(opponent.name(), &|measured| 100.0 * measured.ladder[at].score())
    });
    [
        plot("Likeliest move against the ladder", "score, percent", scores.collect()),
        plot(
            "Losses",
            "mean",
            vec![line("policy", &|at| at.policy_loss), line("value", &|at| at.value_loss)],
        ),
        plot("Entropy of the policy", "nats", vec![line("entropy", &|at| at.entropy)]),
    ]
}
