//! Makes the numbers that the search and the evaluations play with.

mod probcut_fit;

pub use probcut_fit::{Fit, FitPlan, fit_probcut};
