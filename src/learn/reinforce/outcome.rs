//! What comes of a training.

use serde_json::json;

use super::games::Hall;
use super::plan::{Algorithm, Plan, Reward};
use super::trainer::Trainer;
use crate::eval::network::{Network, NetworkFile, ValueCurve};
use crate::learn::in_parallel::in_parallel;

/// The games of self-play by which values are turned into discs...
const CURVE_GAMES: u64 = 4000;
/// ... have numbers that no game of a training has.
const FIRST_CURVE_GAME: u64 = 1 << 63;
/// They are played in so many parts.
const PARTS: u64 = 16;

impl Trainer {
    /// The network as a file: with the curve from its values to discs, fitted to games it plays
    /// against itself by drawing moves, and a note of how it was made.
    pub fn file(&self) -> NetworkFile {
        let curve = ValueCurve::fit(&self.values_and_results()).unwrap_or_default();
        let mut note = self.plan.settings();
        note.push(("updates done", json!(self.updates())));
        note.push(("outflank", json!(env!("CARGO_PKG_VERSION"))));
        let note = note.into_iter().map(|(name, value)| format!("{name} {value}"));
        NetworkFile {
            weights: self.weights().clone(),
            curve,
            note: note.collect::<Vec<_>>().join(", "),
        }
    }

    /// Values before the hyperbolic tangent, and how many discs the mover won by.
    fn values_and_results(&self) -> Vec<(f32, f64)> {
        let plan = Plan {
            algorithm: Algorithm::ActorCritic,
            reward: Reward::Discs,
            past_share: 0.0,
            fixed_share: 0.0,
            ..self.plan
        };
        let network = Network::new(self.weights().clone());
        let hall = Hall { plan: &plan, learner: &network, past: &[] };
        let parts = in_parallel(plan.threads, (0..PARTS).collect(), |part| {
            let mut pairs = Vec::new();
            for number in (part..CURVE_GAMES).step_by(PARTS as usize) {
                let game = hall.play(FIRST_CURVE_GAME + number);
                let discs = 64.0 * f64::from(game.reward);
                pairs.extend(game.steps.iter().map(|step| {
                    let value = network.value(step.board);
                    (value, if step.is_first { discs } else { -discs })
                }));
            }
            pairs
        });
        parts.concat()
    }
}
