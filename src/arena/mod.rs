//! Engines against each other.
//!
//! A [`Setup`] is what a player plays with, given by its [`Settings`]. A [`Pair`] is an opening
//! played twice with colours reversed, under the eyes of the [`referee`]. [`play_match`] plays many
//! at once and counts them in order, so that what is concluded from them does not depend on how many
//! threads there were. [`Tally`] adds up, [`elo`] and [`sprt`] say what the sums mean.

pub mod elo;
pub mod openings;
mod pairing;
mod player;
pub mod referee;
mod report;
mod settings;
pub mod sprt;

pub use pairing::{Pair, play_match};
pub use player::{Effort, Player};
pub use report::{Summary, Tally};
pub use settings::{Settings, SettingsError, Setup};
