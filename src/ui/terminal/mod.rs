//! A board in the terminal: `outflank play`.
//!
//! [`play`] is a game, [`app`] the screen around it and [`plain`] a talk about one line by line: pure
//! state machines, drawn by [`draw`](mod@draw), with a [`thinker`] for what the engine has to do.
//! [`screen`] and [`lines`] connect them with the world.

pub mod app;
mod board;
pub mod draw;
pub mod files;
mod graph;
pub mod language;
pub mod layout;
pub mod lines;
pub mod menu;
pub mod message;
mod panel;
pub mod plain;
pub mod play;
pub mod screen;
pub mod theme;
pub mod thinker;
