//! Whole games and problem suites.

pub mod suite;
