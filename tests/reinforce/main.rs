//! Learning by play.

mod gradient;
mod training;
