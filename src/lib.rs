//! Outflank: an Othello (Reversi) engine server.

pub mod analysis;
pub mod arena;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod learn;
pub mod notation;
pub mod protocol;
pub mod report;
pub mod search;
pub mod server;
pub mod ui;
