//! Outflank: an Othello (Reversi) engine server.

pub mod board;
