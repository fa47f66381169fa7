//! Makes the numbers that the search and the evaluations play with.

pub mod dataset;
mod probcut_fit;

pub use probcut_fit::{Fit, FitPlan, fit_probcut};
