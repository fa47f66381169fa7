//! Engines against each other.
//!
//! A [`Setup`] is what a player plays with, given by its [`Settings`]: the engine in this process,
//! or a program. A [`Contest`] is who meets whom; a [`Pair`] of its games is an opening played twice
//! with colours reversed, under the eyes of the [`referee`]. Many are played at once and counted in
//! order, so that what is concluded from them does not depend on how many threads there were.
//! [`Tally`] adds up, [`elo`] and [`sprt`] say what the sums mean. A [`Journal`] keeps what has been
//! played, so that a match that was ended goes on.

pub mod balanced;
mod clocks;
mod contest;
pub mod elo;
mod external;
mod games_file;
mod in_order;
mod journal;
pub mod openings;
mod pairing;
mod player;
pub mod referee;
mod report;
mod settings;
mod setup;
pub mod sprt;
mod standings;
mod tally;

pub use contest::{Contest, Fixture, News, Schedule};
pub use games_file::GamesFile;
pub use journal::{Journal, JournalError, Recorded};
pub use pairing::{Finished, Pair};
pub use player::{Chosen, Effort, Player};
pub use report::Summary;
pub use settings::{Settings, SettingsError};
pub use setup::{PlayerKind, Program, Protocol, Setup, TimeControl};
pub use standings::Standings;
pub use tally::{Figures, Tally};
