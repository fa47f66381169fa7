//! What is learned from: games, and the files they are kept in.

mod block;
mod file;
mod import;
mod merge;
mod origin;
mod record;
mod sample;
mod stats;

pub use block::BlockFault;
pub use file::{Fault, FileError, Reader, Writer};
pub use import::{Imported, import};
pub use merge::{Merged, merge};
pub use origin::{Origin, Part, SelfPlayed};
pub use record::{GameRecord, RecordFault, RecordedMove, Sample};
pub use sample::draw_samples;
pub use stats::{PlyStats, Spread, Stats};
