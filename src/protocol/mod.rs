//! Text to engine calls and back, as pure state machines: a line or an event in, actions out.
//!
//! No input or output and no clock: whoever owns the stream feeds lines and events and carries out
//! the actions. Text from outside never panics.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod detection;
pub mod gtp;
pub mod nboard;
mod turns;
pub mod uci;
mod words;

pub use detection::{Dialect, Session};
pub use turns::{MOST_WAITING, MOST_WAITING_BYTES};

use crate::engine::{Event, Job};
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

/// A session: an engine and what has been asked of it.
pub trait Protocol {
    /// Whether a job runs.
    fn is_busy(&self) -> bool;

    /// A line has been read.
    fn line(&mut self, line: &str) -> Vec<Action>;

    /// The running job has said something.
    fn event(&mut self, event: Event) -> Vec<Action>;

    /// The input has ended: what waits is worked off, what has no end of its own is stopped.
    fn end_of_input(&mut self) -> Vec<Action>;

    /// The session is to end: what runs answers first, what waits is dropped.
    fn quit(&mut self) -> Vec<Action>;

    /// A line could not be read, or the session is closed: says what is wrong.
    fn bad_line(&self, what: &str) -> Vec<Action>;
}
