//! Whole games, problem suites, and how good an evaluation is.

pub mod agreement;
pub mod consistency;
mod in_order;
pub mod review;
pub mod statistics;
pub mod suite;
