//! Update after update.

use std::time::Instant;

use super::adam::Adam;
use super::backprop::Backprop;
use super::curve::Measured;
use super::games::{Hall, KINDS, Played};
use super::ladder::{Opponent, measure};
use super::loss::{Lesson, LossSums, LossTerms, PolicyLesson};
use super::plan::{Algorithm, Plan};
use super::returns::{normalize, worths};
use crate::eval::network::{Network, NetworkWeights, Tensor};
use crate::learn::in_parallel::in_parallel;

/// The games of an update are played and learned from in this many parts, whatever the number of
/// threads; the gradients are added up in their order.
const SHARDS: u64 = 8;
/// So many past selves are remembered...
const PAST_SELVES: usize = 10;
/// ... of which one is taken this many times on the way.
const SNAPSHOTS: u64 = 50;
/// The share of an update in the running mean of the rewards.
const BASELINE_PACE: f32 = 0.05;

/// Training on its way.
#[derive(Clone, Debug)]
pub struct Trainer {
    pub(super) plan: Plan,
    pub(super) weights: NetworkWeights,
    pub(super) adam: Adam,
    pub(super) past: Vec<Network>,
    pub(super) state: State,
    /// One for each part.
    backprops: Vec<Backprop>,
}

/// What there is to know beside the weights.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct State {
    pub updates: u64,
    pub samples: u64,
    pub seconds: f64,
    /// The running mean of the learner's rewards against each kind of opponent, for REINFORCE; in
    /// self-play those of the side that begins.
    pub baselines: [f32; KINDS],
    /// Since the last measurement.
    pub losses: LossSums,
    pub gradients: f64,
    pub steps: u64,
    pub history: Vec<Measured>,
}

impl Trainer {
    /// Starts from random weights.
    pub fn new(plan: Plan) -> Self {
        let mut weights = NetworkWeights::random(plan.shape, plan.seed);
        if plan.algorithm == Algorithm::Reinforce {
            weights.parameters_mut()[plan.shape.weights(Tensor::Value)].fill(0.0);
        }
        let adam = Adam::new(weights.parameters().len());
        Self::with(plan, weights, adam, Vec::new(), State::default())
    }

    pub(super) fn with(
        plan: Plan,
        weights: NetworkWeights,
        adam: Adam,
        past: Vec<Network>,
        state: State,
    ) -> Self {
        let backprops = vec![Backprop::default(); SHARDS as usize];
        Self { plan, weights, adam, past, state, backprops }
    }

    /// The network as it is now.
    pub const fn weights(&self) -> &NetworkWeights {
        &self.weights
    }

    /// How many updates are done.
    pub const fn updates(&self) -> u64 {
        self.state.updates
    }

    /// Whether all are done.
    pub const fn is_done(&self) -> bool {
        self.state.updates >= self.plan.updates
    }

    /// What was measured on the way.
    pub fn history(&self) -> &[Measured] {
        &self.state.history
    }

    /// Plays games, learns from them, and says from how many boards.
    pub fn update(&mut self) -> u64 {
        let started = Instant::now();
        let plan = self.plan;
        let learner = Network::new(self.weights.clone());
        let hall = Hall { plan: &plan, learner: &learner, past: &self.past };
        let games = u64::from(plan.games_per_update);
        let first = self.state.updates * games;
        let shards = (0..SHARDS)
            .map(|shard| first + games * shard / SHARDS..first + games * (shard + 1) / SHARDS);
        let played = in_parallel(plan.threads, shards.collect(), |numbers| {
            numbers.map(|number| hall.play(number)).collect::<Vec<_>>()
        });
        let lessons = self.lessons(&played);
        self.learn(&lessons);

        let samples = lessons.iter().map(|shard| shard.len() as u64).sum();
        self.state.samples += samples;
        self.state.updates += 1;
        if self.state.updates.is_multiple_of((plan.updates / SNAPSHOTS).max(1)) {
            if self.past.len() == PAST_SELVES {
                self.past.remove(0);
            }
            self.past.push(Network::new(self.weights.clone()));
        }
        self.state.seconds += started.elapsed().as_secs_f64();
        samples
    }

    /// What is to be learned from the games.
    fn lessons(&mut self, played: &[Vec<Played>]) -> Vec<Vec<Lesson>> {
        let Plan { algorithm, epochs, lambda, .. } = self.plan;
        let baselines = self.state.baselines;
        let of_game = |game: &Played| -> Vec<Lesson> {
            let worths = worths(&game.steps, game.reward, lambda);
            let lessons = game.steps.iter().zip(worths).map(|(step, worth)| {
                let (advantage, value) = match algorithm {
                    Algorithm::Reinforce => {
                        let advantage = game.reward_of_learner() - baselines[game.kind];
                        let is_same_side = step.is_first == game.steps[0].is_first;
                        (if is_same_side { advantage } else { -advantage }, None)
                    }
                    Algorithm::ActorCritic | Algorithm::Search { .. } => {
                        (worth.advantage, Some(worth.value))
                    }
                };
                let (chosen, log_probability) = (step.chosen, step.log_probability);
                let policy = match step.visits.clone() {
                    Some(visits) => PolicyLesson::Target(visits),
                    None if epochs > 1 => {
                        PolicyLesson::Clipped { chosen, advantage, log_probability }
                    }
                    None => PolicyLesson::Gradient { chosen, advantage },
                };
                Lesson { board: step.board, policy, value }
            });
            lessons.collect()
        };
        let mut lessons: Vec<Vec<Lesson>> =
            played.iter().map(|shard| shard.iter().flat_map(of_game).collect()).collect();
        if algorithm == Algorithm::ActorCritic {
            let mut advantages: Vec<&mut f32> = lessons
                .iter_mut()
                .flatten()
                .filter_map(|lesson| lesson.policy.advantage())
                .collect();
            normalize(&mut advantages);
        }
        for (kind, baseline) in self.state.baselines.iter_mut().enumerate() {
            let rewards = || {
                let games = played.iter().flatten().filter(|game| game.kind == kind);
                games.map(Played::reward_of_learner)
            };
            let count = rewards().count();
            if count > 0 {
                let mean = rewards().sum::<f32>() / count as f32;
                *baseline += BASELINE_PACE * (mean - *baseline);
            }
        }
        lessons
    }

    /// Steps against the gradient of the lessons.
    fn learn(&mut self, lessons: &[Vec<Lesson>]) {
        let plan = self.plan;
        let part = plan.part(self.state.updates);
        let samples: usize = lessons.iter().map(Vec::len).sum();
        let terms = LossTerms {
            temperature: plan.temperature,
            entropy: match plan.algorithm {
                Algorithm::Reinforce | Algorithm::ActorCritic => plan.entropy.at(part),
                Algorithm::Search { .. } => 0.0,
            },
            scale: 1.0 / samples.max(1) as f32,
        };
        for _ in 0..plan.epochs.max(1) {
            let sums = self.gradient(lessons, &terms);
            let gradient = &self.backprops[0].gradient;
            let length =
                self.adam.step(self.weights.parameters_mut(), gradient, plan.rate.at(part));
            self.state.losses = self.state.losses.and(sums);
            self.state.gradients += f64::from(length);
            self.state.steps += 1;
        }
    }

    /// Makes the gradient of all lessons that of the first part.
    fn gradient(&mut self, lessons: &[Vec<Lesson>], terms: &LossTerms) -> LossSums {
        let Self { plan, weights, backprops, .. } = self;
        let parts = backprops.iter_mut().zip(lessons).collect();
        let sums = in_parallel(plan.threads, parts, |(backprop, lessons): (&mut Backprop, _)| {
            backprop.run(weights, lessons, terms)
        });
        if let [total, rest @ ..] = &mut backprops[..] {
            for part in rest {
                let pairs = total.gradient.iter_mut().zip(&part.gradient);
                pairs.for_each(|(sum, slope)| *sum += slope);
            }
        }
        sums.into_iter().fold(LossSums::default(), LossSums::and)
    }

    /// Measures the network against the ladder, with so many pairs of games each, and remembers
    /// it.
    pub fn measure(&mut self, pairs: u32) -> &Measured {
        let Plan { seed, threads, .. } = self.plan;
        let network = Network::new(self.weights.clone());
        let state = &mut self.state;
        let losses = std::mem::take(&mut state.losses);
        let count = losses.samples.max(1) as f64;
        let steps = std::mem::take(&mut state.steps).max(1) as f64;
        state.history.push(Measured {
            updates: state.updates,
            games: state.updates * u64::from(self.plan.games_per_update),
            samples: state.samples,
            seconds: state.seconds,
            policy_loss: losses.policy / count,
            value_loss: losses.value / count,
            entropy: losses.entropy / count,
            gradient: std::mem::take(&mut state.gradients) / steps,
            ladder: Opponent::ALL.map(|opponent| measure(&network, opponent, pairs, seed, threads)),
        });
        state.history.last().expect("just pushed")
    }
}

/// The gradient of the sum of the samples' costs, as [`NetworkWeights::parameters`] lie, and what
/// they cost.
pub fn gradient(
    weights: &NetworkWeights,
    lessons: &[Lesson],
    terms: &LossTerms,
) -> (Vec<f32>, LossSums) {
    let mut backprop = Backprop::default();
    let sums = backprop.run(weights, lessons, terms);
    (backprop.gradient, sums)
}
