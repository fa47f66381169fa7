//! Fits pattern weights to the results of games.

mod descent;
mod positions;
mod spline;
mod tally;
mod trainer;

pub use positions::TrainingSet;
pub use spline::{Model, Spline};
pub use tally::{Loss, Tally};
pub use trainer::{Epoch, Trainer, TrainingPlan};
