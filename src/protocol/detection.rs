//! Which dialect a session speaks: its first line tells.

use std::fmt;

use super::gtp::{self, Gtp};
use super::nboard::{self, NBoard};
use super::uci::{self, Uci};
use super::{Action, Protocol};
use crate::engine::{Engine, Event};

/// A way of talking to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The primary one, UCI-style; `ugi` switches to its other form.
    Uci,
    /// The primary one in its form for the Universal Game Interface.
    Ugi,
    /// That of the GUI NBoard.
    NBoard,
    /// GTP, the Go Text Protocol, for Othello.
    Gtp,
}

impl Dialect {
    /// The dialects by the names that people choose them by.
    pub const NAMES: &[(&str, Self)] =
        &[("uci", Self::Uci), ("ugi", Self::Ugi), ("nboard", Self::NBoard), ("gtp", Self::Gtp)];

    /// The dialect of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, dialect)| *dialect)
    }

    /// The dialect that a first line belongs to.
    fn of(line: &str) -> Option<Self> {
        if nboard::is_first_line(line) {
            return Some(Self::NBoard);
        }
        if gtp::is_first_line(line) {
            return Some(Self::Gtp);
        }
        uci::is_command(line).then_some(Self::Uci)
    }

    fn begin(self, engine: Engine) -> Box<dyn Protocol + Send> {
        match self {
            Self::Uci => Box::new(Uci::new(engine)),
            Self::Ugi => Box::new(Uci::in_ugi(engine)),
            Self::NBoard => Box::new(NBoard::new(engine)),
            Self::Gtp => Box::new(Gtp::new(engine)),
        }
    }
}

/// A session in the dialect of its first line. Blank lines and comments decide nothing; a line of
/// no dialect is an error, and the next one decides.
pub struct Session {
    state: State,
}

enum State {
    Undecided(Box<Engine>),
    Decided(Box<dyn Protocol + Send>),
    Closed,
}

impl Session {
    /// A session that has not been spoken to yet.
    pub fn new(engine: Engine) -> Self {
        Self { state: State::Undecided(Box::new(engine)) }
    }

    /// A session whose dialect is known.
    pub fn in_dialect(dialect: Dialect, engine: Engine) -> Self {
        Self { state: State::Decided(dialect.begin(engine)) }
    }

    /// A session in this dialect, or in that of its first line.
    pub fn speaking(dialect: Option<Dialect>, engine: Engine) -> Self {
        match dialect {
            Some(dialect) => Self::in_dialect(dialect, engine),
            None => Self::new(engine),
        }
    }

    /// What the dialect does; one that is not decided only ends.
    fn with(&mut self, act: impl FnOnce(&mut dyn Protocol) -> Vec<Action>) -> Vec<Action> {
        if let State::Decided(protocol) = &mut self.state {
            return act(protocol.as_mut());
        }
        match std::mem::replace(&mut self.state, State::Closed) {
            State::Closed => Vec::new(),
            _ => vec![Action::Close],
        }
    }
}

impl Protocol for Session {
    fn is_busy(&self) -> bool {
        matches!(&self.state, State::Decided(protocol) if protocol.is_busy())
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let is_blank = line.trim().is_empty() || line.trim_start().starts_with('#');
        self.state = match std::mem::replace(&mut self.state, State::Closed) {
            State::Undecided(engine) if !is_blank => match Dialect::of(line) {
                Some(dialect) => State::Decided(dialect.begin(*engine)),
                None => {
                    self.state = State::Undecided(engine);
                    return uci::unknown_command(line);
                }
            },
            other => other,
        };
        match &mut self.state {
            State::Decided(protocol) => protocol.line(line),
            _ => Vec::new(),
        }
    }

    fn event(&mut self, event: Event) -> Vec<Action> {
        match &mut self.state {
            State::Decided(protocol) => protocol.event(event),
            _ => Vec::new(),
        }
    }

    fn end_of_input(&mut self) -> Vec<Action> {
        self.with(|protocol| protocol.end_of_input())
    }

    fn quit(&mut self) -> Vec<Action> {
        self.with(|protocol| protocol.quit())
    }

    fn bad_line(&self, what: &str) -> Vec<Action> {
        match &self.state {
            State::Decided(protocol) => protocol.bad_line(what),
            _ => uci::bad_line(what),
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.state {
            State::Undecided(_) => "Session, undecided",
            State::Decided(_) => "Session",
            State::Closed => "Session, closed",
        })
    }
}
