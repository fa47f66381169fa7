//! How a search is told from outside to come to an end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Made when a search is asked for, kept by whoever may want to end it.
///
/// Once set it stays set: one signal belongs to one search, so no stop can be lost or hit another.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    // Only for sleeping until one of the two is set.
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopSignal {
    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.raise(&self.0.stop);
    }

    /// The opponent played the move the search was pondering on.
    pub fn ponder_hit(&self) {
        self.raise(&self.0.ponder_hit);
    }

    /// Whether the search has been told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Whether the opponent has played the expected move.
    #[inline]
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }

    /// Sleeps until the search is told to stop, or the expected move is played if that ends it, or
    /// the time is up; says whether it was told.
    pub(super) fn wait(&self, ends_on_ponder_hit: bool, at_most: Duration) -> bool {
        let told = || self.is_stopped() || ends_on_ponder_hit && self.is_ponder_hit();
        let guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.changed.wait_timeout_while(guard, at_most, |()| !told()));
        told()
    }

    fn raise(&self, flag: &AtomicBool) {
        // Under the lock, so that nobody falls asleep between looking and sleeping.
        let _guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}
