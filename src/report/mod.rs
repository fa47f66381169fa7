//! What people look at while and after something works: progress bars, tables, numbers.
//!
//! Knows numbers and names only, and uses nothing else of this crate.

mod number;
mod plot;
mod progress;
mod table;

pub use number::grouped;
pub use plot::{Line, Plot, svg};
pub use progress::Progress;
pub use table::{Align, Column, Table};
