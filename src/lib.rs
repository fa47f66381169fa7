//! Outflank: an Othello (Reversi) engine server.

pub mod board;
pub mod eval;
pub mod notation;
pub mod search;
