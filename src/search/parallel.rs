//! Several threads on one search: the young brothers wait.
//!
//! R. Feldmann, P. Mysliwietz, B. Monien, "A Fully Distributed Chess Program" (1991). When the
//! first move of a null-window node has not decided it, the others are offered to threads that
//! have nothing to do. The thread that offers them works on them too, and when none is left to
//! begin it helps those who are still at it. The first move that decides ends the work of all.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::negamax::{Searcher, Stopped};
use super::node::Node;
use super::probcut::Selectivity;
use super::window::Window;
use crate::board::{Board, Square};
use crate::eval::Evaluator;

/// How long a thread sleeps at most before it looks again whether it should stop.
const NAP: Duration = Duration::from_millis(1);

/// The threads of one search.
#[derive(Default)]
pub(super) struct Team {
    offers: Mutex<Offers>,
    /// Something was offered, or done, or all is over.
    changed: Condvar,
    /// Threads that could take an offer now.
    idle: AtomicUsize,
    /// The search has come to a limit: everybody drops what he is at.
    abort: AtomicBool,
    /// Nodes of all threads but the first.
    pub nodes: AtomicU64,
}

#[derive(Default)]
struct Offers {
    open: Vec<Arc<Split>>,
    over: bool,
}

/// A node whose moves are shared out. Values are those of its kind: discs, or scores as bits.
pub(super) struct Split {
    work: Work,
    moves: Vec<(Square, Board)>,
    next: AtomicUsize,
    best: Mutex<(i32, Square)>,
    decided: AtomicBool,
    /// Threads at work on it beside the one that offered it.
    helpers: AtomicUsize,
    above: Option<Arc<Split>>,
    selectivity: Selectivity,
    probcuts: u32,
}

/// What is asked of each move's board.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Whether the result is above so many discs.
    Solve { alpha: i32 },
    /// Whether the estimate is above the null window, so many moves having been tried before.
    Estimate { window: Window, depth: u32, ply: usize, tried: usize },
}

impl Work {
    fn alpha(self) -> i32 {
        match self {
            Self::Solve { alpha } => alpha,
            Self::Estimate { window, .. } => window.alpha.to_bits(),
        }
    }
}

impl Split {
    /// Whether this node, or one above it, needs no more work.
    fn is_needless(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
            || self.above.as_ref().is_some_and(|above| above.is_needless())
    }

    fn is_below(&self, other: &Split) -> bool {
        self.above
            .as_ref()
            .is_some_and(|above| std::ptr::eq(&**above, other) || above.is_below(other))
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len()
    }
}

impl Team {
    fn lock(&self) -> MutexGuard<'_, Offers> {
        self.offers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an offer would be taken up.
    #[inline]
    pub fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    pub fn is_aborted(&self) -> bool {
        self.abort.load(Ordering::Relaxed)
    }

    pub fn abort(&self) {
        self.abort.store(true, Ordering::Relaxed);
    }

    /// An open offer that suits, which its taker is then a helper of.
    fn take(offers: &Offers, suits: impl Fn(&Split) -> bool) -> Option<Arc<Split>> {
        let split = offers.open.iter().find(|split| split.has_moves() && suits(split))?;
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(split))
    }
}

/// Sends the helpers home when it is dropped, also by a panic.
pub(super) struct Dismiss<'a>(pub &'a Team);

impl Drop for Dismiss<'_> {
    fn drop(&mut self) {
        self.0.abort();
        self.0.lock().over = true;
        self.0.changed.notify_all();
    }
}

/// A helper's leave of a split when it is dropped, also by a panic: its owner waits for it.
struct Leave<'a> {
    team: &'a Team,
    split: &'a Split,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.team.abort();
        }
        // Under the lock, so that the owner cannot miss it between looking and sleeping.
        let _offers = self.team.lock();
        self.split.helpers.fetch_sub(1, Ordering::Release);
        self.team.changed.notify_all();
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Takes up offers until the team is dismissed.
    pub fn help(&mut self, team: &Team) {
        let mut offers = team.lock();
        team.idle.fetch_add(1, Ordering::Relaxed);
        while !offers.over {
            match Team::take(&offers, |_| true) {
                Some(split) => {
                    team.idle.fetch_sub(1, Ordering::Relaxed);
                    drop(offers);
                    self.work_as_helper(team, &split);
                    offers = team.lock();
                    team.idle.fetch_add(1, Ordering::Relaxed);
                }
                None => {
                    offers = team.changed.wait(offers).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        team.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether the moves of this node would find somebody to help.
    #[inline]
    pub fn can_share(&self) -> bool {
        self.team.is_some_and(Team::has_idle)
    }

    /// Shares out the rest of a node's moves; the best value among them and its move.
    pub fn share(
        &mut self,
        work: Work,
        moves: Vec<(Square, Board)>,
    ) -> Result<(i32, Square), Stopped> {
        let Some(team) = self.team else { return Err(Stopped) };
        let split = Arc::new(Split {
            work,
            next: AtomicUsize::new(0),
            best: Mutex::new((i32::MIN, moves.first().map_or(Square::at(0, 0), |mv| mv.0))),
            moves,
            decided: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            above: self.split.clone(),
            selectivity: self.selectivity,
            probcuts: self.probcuts,
        });
        team.lock().open.push(Arc::clone(&split));
        team.changed.notify_all();
        self.work_on(team, &split);
        let mut offers = team.lock();
        offers.open.retain(|open| !Arc::ptr_eq(open, &split));
        while split.helpers.load(Ordering::Acquire) > 0 {
            team.idle.fetch_add(1, Ordering::Relaxed);
            if !offers.open.iter().any(|open| open.has_moves() && open.is_below(&split)) {
                let wait = team.changed.wait_timeout(offers, NAP);
                offers = wait.unwrap_or_else(PoisonError::into_inner).0;
            }
            team.idle.fetch_sub(1, Ordering::Relaxed);
            let below = Team::take(&offers, |open| open.is_below(&split));
            drop(offers);
            if let Some(below) = below {
                self.work_as_helper(team, &below);
            }
            if self.look_up().is_err() {
                split.decided.store(true, Ordering::Relaxed);
            }
            offers = team.lock();
        }
        drop(offers);
        let best = *split.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.0 <= work.alpha() && self.is_needless(team) {
            return Err(Stopped);
        }
        Ok(best)
    }

    fn work_as_helper(&mut self, team: &Team, split: &Arc<Split>) {
        let _leave = Leave { team, split };
        self.work_on(team, split);
    }

    /// Searches moves of a split until none is left or one decides.
    fn work_on(&mut self, team: &Team, split: &Arc<Split>) {
        let above = self.split.replace(Arc::clone(split));
        let (selectivity, probcuts) = (self.selectivity, self.probcuts);
        (self.selectivity, self.probcuts) = (split.selectivity, split.probcuts);
        if let Work::Solve { .. } = split.work {
            self.cache.begin();
        }
        while !self.is_needless(team) {
            let index = split.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(square, after)) = split.moves.get(index) else { break };
            self.nodes += 1;
            let node = Node::new(after, self.evaluator);
            let value = match split.work {
                Work::Solve { alpha } => self.null_window(&node, -alpha - 1).map(|discs| -discs),
                Work::Estimate { window, depth, ply, tried } => self
                    .search_null(&node, window, depth, ply, tried + index)
                    .map(|score| score.to_bits()),
            };
            let Ok(value) = value else { break };
            let mut best = split.best.lock().unwrap_or_else(PoisonError::into_inner);
            if value > best.0 {
                *best = (value, square);
            }
            if value > split.work.alpha() {
                split.decided.store(true, Ordering::Relaxed);
            }
        }
        self.split = above;
        (self.selectivity, self.probcuts) = (selectivity, probcuts);
    }

    /// Whether what this thread is at is not needed any more.
    pub fn is_needless(&self, team: &Team) -> bool {
        team.is_aborted() || self.split.as_ref().is_some_and(|split| split.is_needless())
    }

    /// Adds up what this thread, not being the first, has searched since the last time.
    pub fn hand_in_nodes(&mut self, team: &Team) {
        if self.is_helper {
            team.nodes.fetch_add(self.nodes - self.handed_in, Ordering::Relaxed);
            self.handed_in = self.nodes;
        }
    }
}
