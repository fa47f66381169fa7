//! What a sample costs, and how the cost changes with what the network says.

use crate::board::{Bitboard, Board, Square};

/// A board the learner was to move on, and what it is to learn from that.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The board as the network saw it.
    pub board: Board,
    /// What the policy is to learn.
    pub policy: PolicyLesson,
    /// What the value should have been, -1 to 1; `None`: it is not trained.
    pub value: Option<f32>,
}

/// What the policy is to learn on a board.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyLesson {
    /// A move was better than expected by so much: minus that times the logarithm of its
    /// probability is the cost.
    Gradient {
        /// The move.
        chosen: Square,
        /// By how much.
        advantage: f32,
    },
    /// The same with the ratio of the probability to that when it was played, and no reward for
    /// moving the ratio further than [`CLIP`] from 1 (Schulman et al. 2017, equation 7).
    Clipped {
        /// The move.
        chosen: Square,
        /// By how much it was better.
        advantage: f32,
        /// The logarithm of the probability it was played with.
        log_probability: f32,
    },
    /// The moves should have these probabilities, 0 where they are illegal: cross entropy.
    Target(Box<[f32; 64]>),
}

impl PolicyLesson {
    /// By how much the move was better than expected, if that is what is learned from.
    pub(super) fn advantage(&mut self) -> Option<&mut f32> {
        match self {
            Self::Gradient { advantage, .. } | Self::Clipped { advantage, .. } => Some(advantage),
            Self::Target(_) => None,
        }
    }
}

/// How far the ratio of probabilities may move.
pub const CLIP: f32 = 0.2;
/// The weight of half the squared error of the value.
pub const VALUE_WEIGHT: f32 = 0.5;

/// What belongs to all samples of an update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossTerms {
    /// What logits are divided by.
    pub temperature: f32,
    /// What a nat of entropy is worth.
    pub entropy: f32,
    /// What each sample counts: one divided by their number for a mean.
    pub scale: f32,
}

/// Sums of what samples cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LossSums {
    /// The policy's cost without the entropy.
    pub policy: f64,
    /// The squared errors of the value.
    pub value: f64,
    /// The entropies of the policy, in nats.
    pub entropy: f64,
    /// How many samples.
    pub samples: u64,
}

impl LossSums {
    /// All costs and samples of both.
    pub fn and(self, other: Self) -> Self {
        Self {
            policy: self.policy + other.policy,
            value: self.value + other.value,
            entropy: self.entropy + other.entropy,
            samples: self.samples + other.samples,
        }
    }
}

/// The probabilities of the legal moves, and exactly 0 for all others.
pub fn masked_softmax(logits: &[f32; 64], legal: Bitboard, temperature: f32) -> [f32; 64] {
    let mut probabilities = [0.0; 64];
    let most = legal.squares().map(|square| logits[square.index()]).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for square in legal {
        let power = ((logits[square.index()] - most) / temperature).exp();
        probabilities[square.index()] = power;
        sum += power;
    }
    for square in legal {
        probabilities[square.index()] /= sum;
    }
    probabilities
}

impl LossTerms {
    /// What a sample costs with these logits and this value, which is the one before the hyperbolic
    /// tangent. The derivatives by the logits are written to `slopes`, that by the value is returned.
    pub(super) fn slopes(
        &self,
        lesson: &Lesson,
        logits: &[f32; 64],
        value: f32,
        slopes: &mut [f32; 64],
    ) -> (f32, LossSums) {
        let legal = lesson.board.legal_moves();
        let probabilities = masked_softmax(logits, legal, self.temperature);
        let log = |square: Square| probabilities[square.index()].max(f32::MIN_POSITIVE).ln();
        let entropy: f32 =
            -legal.squares().map(|square| probabilities[square.index()] * log(square)).sum::<f32>();
        // The cost is the sum of -target times log probability, if the targets are constant.
        let (cost, weight, target) = match &lesson.policy {
            PolicyLesson::Gradient { chosen, advantage } => {
                (-advantage * log(*chosen), *advantage, Err(*chosen))
            }
            PolicyLesson::Clipped { chosen, advantage, log_probability } => {
                let ratio = (log(*chosen) - log_probability).exp();
                let clipped = ratio.clamp(1.0 - CLIP, 1.0 + CLIP);
                let is_free = advantage * ratio <= advantage * clipped;
                let weight = if is_free { advantage * ratio } else { 0.0 };
                (-(advantage * ratio).min(advantage * clipped), weight, Err(*chosen))
            }
            PolicyLesson::Target(target) => {
                let cost = legal.squares().map(|square| -target[square.index()] * log(square));
                (cost.sum(), 1.0, Ok(target))
            }
        };
        slopes.fill(0.0);
        for square in legal {
            let at = square.index();
            let target = match target {
                Ok(target) => target[at],
                Err(chosen) => f32::from(u8::from(chosen == square)),
            };
            let of_policy = weight * (probabilities[at] - target);
            let of_entropy = self.entropy * probabilities[at] * (log(square) + entropy);
            slopes[at] = self.scale * (of_policy + of_entropy) / self.temperature;
        }
        let value = value.tanh();
        let error = lesson.value.map_or(0.0, |wanted| value - wanted);
        let sums = LossSums {
            policy: f64::from(cost),
            value: f64::from(error * error),
            entropy: f64::from(entropy),
            samples: 1,
        };
        (self.scale * VALUE_WEIGHT * error * (1.0 - value * value), sums)
    }
}
