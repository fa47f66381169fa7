//! Learning by play.

mod command;
mod gradient;
mod ladder;
mod network;
mod training;
