//! Epoch after epoch.

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::checkpoint::checksum;
use super::descent::{Paces, Stretch};
use super::positions::{Position, TrainingSet};
use super::spline::{Model, Spline};
use super::tally::{Loss, Tally};
use crate::eval::pattern::PLIES;
use crate::learn::in_parallel::in_parallel;

/// Each epoch goes through this many slices of the boards; in each, first the stretches with even
/// numbers are trained, then the others, so that no two share a phase meanwhile.
const SLICES: usize = 8;
/// Epochs without a new best loss on the held-out games after which it ends.
const PATIENCE: usize = 3;
/// After each slice the weights of neighbouring phases move towards each other by this many times
/// the step, at their pace: what is seen often goes its own way nevertheless, what is rare leans on
/// its neighbours. Made the error on held-out games of six million boards 0.4 % smaller.
const SMOOTHING: f32 = 12.5;
/// The fit that all phases start from sees at most this many boards...
const FIRST_FIT_SAMPLES: usize = 2_000_000;
/// ... and takes this part of the step.
const FIRST_FIT_STEP: f32 = 2.0 / 3.0;

/// On a board that all symmetries leave as it is the same weight is active up to four times, and
/// the sum of the squares of these numbers is 181 with the constant: a step of 2 / 181 would no
/// longer make the error smaller.
pub const LARGEST_STEP: f32 = 0.011;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingPlan {
    /// How often each board is learned from.
    pub epochs: u32,
    /// How much of an error, in discs, each active weight is corrected by at first, if it is seldom
    /// seen; it falls smoothly to 0. At most [`LARGEST_STEP`].
    pub step: f32,
    /// What an error costs.
    pub loss: Loss,
    /// Decides the order of the boards.
    pub seed: u64,
    /// At most so many threads work at once; the weights do not depend on it.
    pub threads: usize,
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The errors on the boards that are trained on, each before it was learned from.
    pub trained: Tally,
    /// The errors on the held-out games after the epoch.
    pub held_out: Tally,
}

/// Training on its way.
#[derive(Debug)]
pub struct Trainer<'a> {
    pub(super) plan: TrainingPlan,
    pub(super) set: &'a TrainingSet,
    /// One for each stretch of plies.
    pub(super) paces: Vec<Paces>,
    /// The checksum of the weights it was given to start from.
    pub(super) start: Option<u32>,
    pub(super) model: Model,
    pub(super) best: Model,
    pub(super) epochs: Vec<Epoch>,
}

impl<'a> Trainer<'a> {
    /// Starts from given weights; without, from a quick fit of weights that do not change with the
    /// ply.
    pub fn new(plan: TrainingPlan, set: &'a TrainingSet, start: Option<Model>) -> Self {
        let checksum = start.as_ref().map(checksum);
        let model = start.unwrap_or_else(|| first_fit(&plan, set));
        let (best, paces, epochs) = (model.clone(), paces(&plan, set), Vec::new());
        Self { plan, set, paces, start: checksum, model, best, epochs }
    }
}

/// Those of each stretch of plies.
pub(super) fn paces(plan: &TrainingPlan, set: &TrainingSet) -> Vec<Paces> {
    in_parallel(plan.threads, set.trained.iter().collect(), |positions| Paces::of(positions))
}

/// One set of weights for all plies.
fn first_fit(plan: &TrainingPlan, set: &TrainingSet) -> Model {
    let mut rng = generator(plan.seed, u32::MAX, 0);
    let total = set.samples();
    let mut chosen: Vec<Position> = if total <= FIRST_FIT_SAMPLES {
        set.trained.concat()
    } else {
        let part = |positions: &Vec<Position>| {
            let count = positions.len() * FIRST_FIT_SAMPLES / total;
            (0..count).map(|_| positions[rng.random_range(0..positions.len())]).collect::<Vec<_>>()
        };
        set.trained.iter().flat_map(part).collect()
    };
    chosen.shuffle(&mut rng);
    let order: Vec<u32> = (0..chosen.len() as u32).collect();
    let spline = Spline::with_phases(1);
    let single = Model::new(&spline);
    let mut stretch = Stretch::new(&single.weights[0], None, single.constants, spline.places());
    let step = plan.step * FIRST_FIT_STEP;
    stretch.descend(&chosen, &order, &Paces::of(&chosen), step, plan.loss);
    let mut model = Model::new(&set.spline);
    model.constants = stretch.constants;
    for weights in &mut model.weights {
        stretch.copy_to(weights, None);
    }
    model
}

/// A generator for one shuffle.
fn generator(seed: u64, epoch: u32, interval: usize) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..12].copy_from_slice(&epoch.to_le_bytes());
    bytes[12..16].copy_from_slice(&(interval as u32).to_le_bytes());
    ChaCha8Rng::from_seed(bytes)
}

impl Trainer<'_> {
    /// Whether all epochs are done, or no more are worth while.
    pub fn is_done(&self) -> bool {
        let since_best = self.epochs.len() - self.best_epoch().map_or(0, |at| at + 1);
        self.epochs.len() >= self.plan.epochs as usize || since_best >= PATIENCE
    }

    /// The epoch, counted from 0, after which the loss on the held-out games was least; the last
    /// if none are held out.
    pub fn best_epoch(&self) -> Option<usize> {
        let losses = self.epochs.iter().map(|epoch| epoch.held_out.loss());
        losses.enumerate().min_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(at, _)| at)
    }

    /// What the epochs came to.
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// The weights after the best epoch; before any, those it starts from.
    pub const fn best(&self) -> &Model {
        &self.best
    }

    /// The errors of the best weights at each ply, on the boards that were trained on.
    pub fn errors_trained(&self) -> [Tally; PLIES] {
        errors(&self.best, &self.set.trained, self.plan.loss, self.plan.threads)
    }

    /// The same on the boards held out.
    pub fn errors_held_out(&self) -> [Tally; PLIES] {
        errors(&self.best, &self.set.held_out, self.plan.loss, self.plan.threads)
    }

    /// How often `step` is called in an epoch.
    pub fn steps_per_epoch(&self) -> usize {
        SLICES * self.set.spline.intervals()
    }

    /// Learns from each board once more. `step` is called now and then.
    pub fn run_epoch(&mut self, step: impl Fn() + Sync) -> Epoch {
        let number = self.epochs.len() as u32;
        let threads = self.plan.threads;
        let sets: Vec<_> = self.set.trained.iter().enumerate().collect();
        let orders = in_parallel(threads, sets, |(interval, positions)| {
            let mut order: Vec<u32> = (0..positions.len() as u32).collect();
            order.shuffle(&mut generator(self.plan.seed, number, interval));
            order
        });
        let mut trained = Tally::default();
        for slice in 0..SLICES {
            let passed = f64::from(number) + (slice as f64 + 0.5) / SLICES as f64;
            let size = self.plan.step * fading(passed / f64::from(self.plan.epochs));
            for parity in [0, 1] {
                let tally = self.descend(parity, slice, &orders, size, &step);
                trained = trained.and(tally);
            }
            smooth(&mut self.model.weights, &self.paces, size * SMOOTHING);
        }
        let held_out = errors(&self.model, &self.set.held_out, self.plan.loss, threads);
        let held_out = held_out.into_iter().fold(Tally::default(), Tally::and);
        let epoch = Epoch { trained, held_out };
        self.epochs.push(epoch);
        if self.best_epoch() == Some(number as usize) {
            self.best.clone_from(&self.model);
        }
        epoch
    }

    /// Trains every other stretch on a slice of its boards.
    fn descend(
        &mut self,
        parity: usize,
        slice: usize,
        orders: &[Vec<u32>],
        size: f32,
        step: &(impl Fn() + Sync),
    ) -> Tally {
        let Self { plan, set, paces, model, .. } = self;
        let Model { spline, weights, constants } = model;
        let before = *constants;
        let jobs: Vec<_> = weights[parity..]
            .chunks_mut(2)
            .enumerate()
            .map(|(at, phases)| (2 * at + parity, phases))
            .filter(|(interval, _)| *interval < spline.intervals())
            .collect();
        let results = in_parallel(plan.threads, jobs, |(interval, phases)| {
            let order = &orders[interval];
            let part = |slice: usize| order.len() * slice / SLICES;
            let order = &order[part(slice)..part(slice + 1)];
            let mut tally = Tally::default();
            let mut after = before;
            if let [lower, rest @ ..] = phases {
                let upper = rest.first_mut();
                let mut stretch =
                    Stretch::new(lower, upper.as_deref().map(|w| &**w), before, spline.places());
                let (positions, paces) = (&set.trained[interval], &paces[interval]);
                tally = stretch.descend(positions, order, paces, size, plan.loss);
                after = stretch.constants;
                stretch.copy_to(lower, upper.map(|w| &mut **w));
            }
            step();
            (interval, after, tally)
        });
        let mut total = Tally::default();
        for (interval, after, tally) in results {
            for ply in (0..PLIES).filter(|&ply| spline.interval(ply) == interval) {
                constants[ply] = after[ply];
            }
            total = total.and(tally);
        }
        total
    }
}

/// Moves the weights of neighbouring phases towards each other by a part of the difference, at their
/// pace.
fn smooth(phases: &mut [Box<[f32]>], paces: &[Paces], part: f32) {
    for (at, paces) in paces.iter().enumerate() {
        let [lower, upper, ..] = &mut phases[at..] else { continue };
        for ((lower, upper), pace) in lower.iter_mut().zip(upper).zip(&paces.weights) {
            let change = part * pace * (*upper - *lower);
            *lower += change;
            *upper -= change;
        }
    }
}

/// From 1 at 0 to 0 at 1, level at both ends.
fn fading(x: f64) -> f32 {
    (1.0 - x * x * (3.0 - 2.0 * x)) as f32
}

/// The errors of a model at each ply.
fn errors(model: &Model, sets: &[Vec<Position>], loss: Loss, threads: usize) -> [Tally; PLIES] {
    let jobs: Vec<_> = sets.iter().enumerate().collect();
    let results = in_parallel(threads, jobs, |(interval, positions)| {
        let upper = model.weights.get(interval + 1).map(|weights| &**weights);
        let lower = &model.weights[interval];
        Stretch::new(lower, upper, model.constants, model.spline.places()).errors(positions, loss)
    });
    let mut total = [Tally::default(); PLIES];
    for result in results {
        for (sum, tally) in total.iter_mut().zip(result) {
            *sum = sum.and(tally);
        }
    }
    total
}
