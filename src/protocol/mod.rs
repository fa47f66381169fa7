//! Text to engine calls and back, as pure state machines: a line or an event in, actions out.
//!
//! No input or output and no clock: whoever owns the stream feeds lines and events and carries out
//! the actions. Text from outside never panics.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod uci;
mod words;

use crate::engine::Job;
use crate::search::StopSignal;

/// What the owner of the stream is to do, in this order.
#[derive(Debug)]
pub enum Action {
    /// Write this line.
    Send(String),
    /// Run this job and feed its events back. There is never more than one at a time.
    Start(Job, StopSignal),
    /// Nothing more will come: end the session.
    Close,
}
