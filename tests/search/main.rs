//! The search from outside: exact scores against a plain twin, lines, limits and choices.

mod asking;
mod choices;
mod exact;
mod limits;
mod lines;
mod margins;
mod positions;
mod shallow;
mod solver;
mod tree;
