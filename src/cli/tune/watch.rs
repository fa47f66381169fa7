//! How far a run is.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::outcome::describe;
use crate::learn::evolution::Round;
use crate::report::{Progress, grouped};

/// Sees the games and rounds of a run.
pub(super) struct Watch {
    progress: Progress,
    started: Instant,
    /// How many rounds the run has.
    rounds: usize,
    games: Cell<usize>,
    /// The games up to the last round.
    games_before: Cell<usize>,
    /// Rounds that were played, and not only read from a journal.
    played: Cell<usize>,
    seen: RefCell<Vec<Round>>,
}

impl Watch {
    pub fn new(rounds: usize) -> Self {
        Self {
            progress: Progress::new(rounds),
            started: Instant::now(),
            rounds,
            games: Cell::new(0),
            games_before: Cell::new(0),
            played: Cell::new(0),
            seen: RefCell::default(),
        }
    }

    /// So many games have been played.
    pub fn games(&self, count: usize) {
        self.games.set(self.games.get() + count);
        if self.progress.is_shown() {
            self.progress.say(self.state());
        }
    }

    /// A round is over.
    pub fn round(&self, round: &Round) {
        if self.games.get() > self.games_before.replace(self.games.get()) {
            self.played.set(self.played.get() + 1);
        }
        self.seen.borrow_mut().push(round.clone());
        self.progress.step();
        // Whether anybody reads it or not.
        self.progress.aside(|| drop(writeln!(io::stdout(), "{}", describe(round))));
    }

    /// Best, spread, games a second, time left.
    fn state(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let mut text = format!("{:.0} games/s", self.games.get() as f64 / seconds);
        let seen = self.seen.borrow();
        if let Some(round) = seen.last() {
            let (best, spread) = round.best_and_spread();
            text = format!("generation {} best {best:+.2} spread {spread:.2}, {text}", round.round);
        }
        if self.played.get() > 0 {
            let left = seconds / self.played.get() as f64 * (self.rounds - seen.len()) as f64;
            let left = Duration::from_secs_f64(left).as_secs();
            text += &format!(", {}:{:02} left", left / 60, left % 60);
        }
        text
    }

    /// All rounds, and a line that says what they took.
    pub fn end(self) -> (Vec<Round>, String) {
        let seconds = self.started.elapsed().as_secs_f64();
        let games = self.games.get();
        let line = format!("{} games in {seconds:.2} s", grouped(games as u64));
        (self.seen.into_inner(), line)
    }
}
