//! What people look at while and after something works: progress bars, tables, numbers.
//!
//! Knows numbers and names only, and uses nothing else of this crate.

mod game_curve;
mod number;
mod plot;
mod progress;
mod table;

pub use game_curve::{CurvePly, GameCurve, Lapse, game_curves};
pub use number::grouped;
pub use plot::{Line, Plot, svg};
pub use progress::Progress;
pub use table::{Align, Column, Table};
