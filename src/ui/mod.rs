//! What people play on.

pub mod terminal;
