//! Makes the numbers that the search and the evaluations play with.

mod checkpoint;
mod datagen;
pub mod dataset;
pub mod evolution;
mod in_parallel;
mod probcut_fit;
pub mod regression;
pub mod reinforce;
mod selfplay;

pub use checkpoint::{CheckpointError, write_whole};
pub use datagen::{Datagen, DatagenError, DatagenPlan};
pub use probcut_fit::{Fit, FitPlan, fit_probcut};
pub use selfplay::{evaluation_checksum, play_game};
