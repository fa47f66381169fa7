//! What is learned from: games.

mod record;

pub use record::{GameRecord, RecordedMove, Sample};
