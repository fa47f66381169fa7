//! Fits pattern weights to the results of games.

mod checkpoint;
mod descent;
mod note;
mod positions;
mod spline;
mod tally;
mod trainer;

pub use note::DataFile;
pub use positions::TrainingSet;
pub use spline::{Model, Spline};
pub use tally::{Loss, Tally};
pub use trainer::{Epoch, LARGEST_STEP, Trainer, TrainingPlan};
