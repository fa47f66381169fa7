//! What a search looks up at from time to time: the clock, the stop signal, the node limit, and
//! whether it is time to say how it goes.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::negamax::{Searcher, Stopped};
use super::table::Table;
use super::{Progress, SearchEvent};
use crate::eval::Evaluator;

/// Nodes between two looks at the clock and the stop signal: some 0.1 ms.
pub(super) const CHECK_EVERY: u64 = 1024;
/// A line goes out at least this often.
pub(super) const SILENCE: Duration = Duration::from_millis(1000);

impl<E: Evaluator> Searcher<'_, E> {
    #[inline]
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.check_at { Ok(()) } else { self.look_up() }
    }

    /// Looks at the clock, the stop signal and the node limit.
    pub fn look_up(&mut self) -> Result<(), Stopped> {
        self.check_at = (self.nodes + CHECK_EVERY).min(self.node_limit.max(self.nodes + 1));
        if let Some(team) = self.team {
            self.hand_in_nodes(team);
            if self.is_needless(team) {
                return Err(Stopped);
            }
        }
        if self.is_helper {
            return Ok(());
        }
        let now = Instant::now();
        self.start_clock(now);
        if self.can_stop
            && (self.stop.is_stopped()
                || self.all_nodes() >= self.node_limit
                || self.is_past(self.hard_limit, now))
        {
            if let Some(team) = self.team {
                team.abort();
            }
            return Err(Stopped);
        }
        if now - self.last_line >= SILENCE {
            self.say_progress(now);
        }
        Ok(())
    }

    /// The nodes of all threads, those that the others have not handed in yet left out.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.team.map_or(0, |team| team.nodes.load(Ordering::Relaxed))
    }

    /// The clock of a search that began as pondering starts when the expected move is played.
    pub fn start_clock(&mut self, now: Instant) {
        if self.pondering && self.stop.is_ponder_hit() {
            self.pondering = false;
            self.clock_started = now;
        }
    }

    /// Whether the clock runs and has passed a limit.
    pub fn is_past(&self, limit: Option<Duration>, now: Instant) -> bool {
        !self.pondering && limit.is_some_and(|limit| now - self.clock_started >= limit)
    }

    pub fn say_progress(&mut self, now: Instant) {
        self.last_line = now;
        let progress = self.progress(now);
        (self.report)(SearchEvent::Progress(progress));
    }

    pub fn progress(&self, now: Instant) -> Progress {
        Progress {
            depth: self.depth,
            selective_depth: self.selective_depth,
            nodes: self.all_nodes(),
            time: now - self.started,
            hash_full: self.table.map_or(0, Table::permill),
        }
    }
}
