//! What decides a training.

use serde_json::{Value, json};

use crate::eval::network::NetworkShape;

/// By what the network learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// The result, less a running mean, times the gradient of the logarithm of each move's
    /// probability (Williams 1992). The value head is not trained: it says 0.
    Reinforce,
    /// The value head is the baseline: what counts is how much better it went than expected.
    ActorCritic,
    /// A tree search finds better moves than the policy has: the policy learns the shares of the
    /// visits, the value the results (Silver et al. 2018).
    Search {
        /// How many visits are made for each move.
        visits: u32,
    },
}

/// What a game is worth to the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// 1 for a won game, 0 for a drawn one.
    Result,
    /// A 64th for each disc more, the empty squares going to the winner.
    Discs,
}

/// All that decides what comes of a training, and the number of threads, which does not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// What kind of network it is, and how large.
    pub shape: NetworkShape,
    /// By what it learns.
    pub algorithm: Algorithm,
    /// What it plays for.
    pub reward: Reward,
    /// How many updates there are: each plays games and learns from them.
    pub updates: u64,
    /// The games of an update, at least 1.
    pub games_per_update: u32,
    /// How many steps are made with the same games: one with [`Algorithm::Reinforce`]; more with
    /// [`Algorithm::ActorCritic`] have probability ratios clipped as in PPO.
    pub epochs: u32,
    /// The learning rate of Adam at first and at last.
    pub rate: Fading,
    /// What a nat of the policy's entropy is worth at first and at last; nothing with
    /// [`Algorithm::Search`].
    pub entropy: Fading,
    /// How far the advantage of a move looks ahead: 1 to the end of the game, 0 to the next value.
    pub lambda: f32,
    /// What logits are divided by: above 0.
    pub temperature: f32,
    /// The fewest and the most random plies at the start.
    pub random: (u32, u32),
    /// The share of the games that are played against past selves.
    pub past_share: f32,
    /// The share of the games that are played against fixed opponents.
    pub fixed_share: f32,
    /// Decides every game and the weights at the start.
    pub seed: u64,
    /// How many threads work; nothing depends on it but time.
    pub threads: usize,
}

/// A number that moves from one value to another in equal steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fading {
    /// What it is at first.
    pub first: f32,
    /// What it is at last.
    pub last: f32,
}

impl Fading {
    /// What it is after a part of the way, 0 to 1.
    pub fn at(self, part: f64) -> f32 {
        (f64::from(self.first) * (1.0 - part) + f64::from(self.last) * part) as f32
    }
}

impl Plan {
    /// All that decides the weights, by names.
    pub(super) fn settings(&self) -> Vec<(&'static str, Value)> {
        let fading = |fading: Fading| json!(format!("{}..{}", fading.first, fading.last));
        let algorithm = match self.algorithm {
            Algorithm::Reinforce => json!("reinforce"),
            Algorithm::ActorCritic => json!("actor-critic"),
            Algorithm::Search { visits } => json!(format!("search with {visits} visits")),
        };
        let reward = match self.reward {
            Reward::Result => "result",
            Reward::Discs => "discs",
        };
        let shape = match self.shape {
            NetworkShape::Dense { hidden } => ("hidden", json!(hidden)),
            NetworkShape::Convolutional { channels, layers } => {
                ("convolution", json!([channels, layers]))
            }
        };
        vec![
            shape,
            ("algorithm", algorithm),
            ("reward", json!(reward)),
            ("updates", json!(self.updates)),
            ("games of an update", json!(self.games_per_update)),
            ("replay epochs", json!(self.epochs)),
            ("learning rate", fading(self.rate)),
            ("entropy bonus", fading(self.entropy)),
            ("lambda", json!(self.lambda)),
            ("temperature", json!(self.temperature)),
            ("random plies", json!(format!("{}..{}", self.random.0, self.random.1))),
            ("share of past selves", json!(self.past_share)),
            ("share of fixed opponents", json!(self.fixed_share)),
            ("seed", json!(self.seed)),
        ]
    }

    /// How much of the way is gone after so many updates.
    pub(super) fn part(&self, updates: u64) -> f64 {
        updates as f64 / self.updates.max(1) as f64
    }
}

impl Reward {
    /// The reward of a game that one side won by so many discs, to that side.
    pub(super) fn of(self, discs: i32) -> f32 {
        match self {
            Self::Result => discs.signum() as f32,
            Self::Discs => discs as f32 / 64.0,
        }
    }
}
