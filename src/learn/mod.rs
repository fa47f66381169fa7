//! Makes the numbers that the search and the evaluations play with.

mod datagen;
pub mod dataset;
pub mod evolution;
mod probcut_fit;
pub mod regression;
mod selfplay;

pub use datagen::{Datagen, DatagenError, DatagenPlan};
pub use probcut_fit::{Fit, FitPlan, fit_probcut};
pub use selfplay::{evaluation_checksum, play_game};
