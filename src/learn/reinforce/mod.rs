//! A network that learns by playing.

mod adam;
mod backprop;
mod checkpoint;
mod convolutions;
mod curve;
mod games;
mod ladder;
mod loss;
mod matrix;
mod outcome;
mod plan;
mod returns;
mod trainer;

pub use curve::{Measured, plots};
pub use ladder::{OPENING, Opponent, Standing, measure};
pub use loss::{CLIP, Lesson, LossSums, LossTerms, PolicyLesson, VALUE_WEIGHT, masked_softmax};
pub use plan::{Algorithm, Fading, Plan, Reward};
pub use trainer::{Trainer, gradient};
