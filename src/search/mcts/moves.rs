//! The moves of a tree: those at one board, a block, lie side by side. Threads read and change them
//! at the same time, without waiting for each other.

use std::fmt;
use std::mem::size_of;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::super::table::Zeroed;
use super::rule::Rule;
use crate::board::{Board, Move, Square};

/// All moves. Values are those of the side that makes the move.
pub(super) struct Moves {
    slots: Zeroed<Slot>,
    len: AtomicUsize,
    /// Held by whoever adds a block.
    growing: Mutex<()>,
}

/// A move in three words, so that what belongs together changes at once:
///
/// - from the lowest bit up, the visits that have ended and, as an f32, the mean of their values;
/// - where the block of the board after it begins and, as an f32, how promising the guide finds it;
/// - the [rest](Rest).
type Slot = [AtomicU64; 3];

/// The word with what is small.
///
/// | bits | |
/// |---|---|
/// | 0-31 | visits that have begun and not ended; while blocks are moved, one more than the move that leads to the block that begins here |
/// | 32-39, 40-47 | the result in discs is at least and at most this |
/// | 48-55 | the square |
/// | 56-63 | how many moves the block of the board after it has; 0: there is none |
#[derive(Clone, Copy)]
struct Rest(u64);

impl Rest {
    /// Any result; no visit and no block.
    const fn new(square: u8) -> Self {
        Self((square as u64) << 48).with_bounds(-64, 64)
    }

    const fn pending(self) -> u32 {
        self.0 as u32
    }

    const fn bounds(self) -> (i8, i8) {
        ((self.0 >> 32) as i8, (self.0 >> 40) as i8)
    }

    const fn square(self) -> u8 {
        (self.0 >> 48) as u8
    }

    const fn count(self) -> usize {
        (self.0 >> 56) as usize
    }

    const fn with_bounds(self, lower: i8, upper: i8) -> Self {
        let bounds = (upper as u8 as u64) << 8 | lower as u8 as u64;
        Self(self.0 & !(0xffff << 32) | bounds << 32)
    }
}

/// What a move takes.
pub(super) const BYTES: usize = size_of::<Slot>();
/// Stands for a pass among the squares.
pub(super) const PASS: u8 = 64;

impl Moves {
    /// Room for so many moves, if the system has it.
    pub fn with_capacity(capacity: usize) -> Option<Self> {
        let slots = Zeroed::new(capacity)?;
        Some(Self { slots, len: AtomicUsize::new(0), growing: Mutex::new(()) })
    }

    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    pub fn truncate(&mut self, len: usize) {
        *self.len.get_mut() = len;
    }

    /// Makes a move the first one, and the only one.
    pub fn start_with(&mut self, square: u8) {
        self.put(0, square, 1.0);
        self.truncate(1);
    }

    fn put(&self, at: usize, square: u8, prior: f32) {
        let [stats, place, rest] = &self.slots[at];
        stats.store(0, Ordering::Relaxed);
        place.store(join(0, prior), Ordering::Relaxed);
        rest.store(Rest::new(square).0, Ordering::Relaxed);
    }

    /// Gives the board after a move its block, unless it has one; whether there was room.
    pub fn open(&self, at: usize, squares: &[u8], priors: &[f32]) -> bool {
        let _growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        let first = self.len();
        if self.count(at) > 0 {
            return true;
        }
        if first + squares.len() > self.capacity() {
            return false;
        }
        for (index, (&square, &prior)) in squares.iter().zip(priors).enumerate() {
            self.put(first + index, square, prior);
        }
        self.len.store(first + squares.len(), Ordering::Relaxed);
        let [_, place, rest] = &self.slots[at];
        place.store(join(first as u32, self.prior(at)), Ordering::Relaxed);
        // Whoever sees the count sees the block.
        rest.fetch_or((squares.len() as u64) << 56, Ordering::Release);
        true
    }

    /// Moves a move within the array, its visits, bounds and block with it.
    pub fn copy(&mut self, from: usize, to: usize) {
        for (to, from) in self.slots[to].iter().zip(&self.slots[from]) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Says that the block after a move begins elsewhere.
    pub fn set_first(&mut self, at: usize, first: usize) {
        self.slots[at][1].store(join(first as u32, self.prior(at)), Ordering::Relaxed);
    }

    /// One more than the move that leads to the block that begins here, where that was set: see
    /// [`set_lead`](Self::set_lead).
    pub fn lead(&self, at: usize) -> usize {
        self.rest(at).pending() as usize
    }

    /// While blocks are moved; there are no visits then. 0 again before there are.
    pub fn set_lead(&mut self, at: usize, lead: usize) {
        let rest = self.rest(at).0 & !u64::from(u32::MAX) | lead as u64;
        self.slots[at][2].store(rest, Ordering::Relaxed);
    }

    fn rest(&self, at: usize) -> Rest {
        Rest(self.slots[at][2].load(Ordering::Acquire))
    }

    /// Visits that have ended, and the mean of their values.
    pub fn stats(&self, at: usize) -> (u32, f32) {
        split(self.slots[at][0].load(Ordering::Relaxed))
    }

    pub fn visits(&self, at: usize) -> u32 {
        self.stats(at).0
    }

    pub fn mean(&self, at: usize) -> f32 {
        self.stats(at).1
    }

    /// Sets visits and mean.
    pub fn set_stats(&mut self, at: usize, visits: u32, mean: f32) {
        self.slots[at][0].store(join(visits, mean), Ordering::Relaxed);
    }

    /// How promising the guide finds a move: they add up to 1 at each board.
    pub fn prior(&self, at: usize) -> f32 {
        split(self.slots[at][1].load(Ordering::Relaxed)).1
    }

    pub fn set_prior(&mut self, at: usize, prior: f32) {
        let (first, _) = split(self.slots[at][1].load(Ordering::Relaxed));
        self.slots[at][1].store(join(first, prior), Ordering::Relaxed);
    }

    /// How many moves the board after a move has; 0: it has not been visited.
    pub fn count(&self, at: usize) -> usize {
        self.rest(at).count()
    }

    /// The moves at the board after a move.
    pub fn block(&self, at: usize) -> Range<usize> {
        let count = self.count(at);
        let (first, _) = split(self.slots[at][1].load(Ordering::Relaxed));
        first as usize..first as usize + count
    }

    /// The move as others know it.
    pub fn mv(&self, at: usize) -> Move {
        Square::new(self.rest(at).square()).map_or(Move::Pass, Move::Place)
    }

    /// The board after the move.
    pub fn play(&self, board: Board, at: usize) -> Board {
        match self.mv(at) {
            Move::Place(square) => board.play_unchecked(square),
            Move::Pass => board.pass(),
        }
    }

    /// A visit goes by.
    pub fn begin_visit(&self, at: usize) {
        self.slots[at][2].fetch_add(1, Ordering::Relaxed);
    }

    /// The visit has ended. `settle` makes the new mean out of the value that the visits have
    /// together.
    pub fn end_visit(&self, at: usize, value: f32, settle: impl Fn(f32) -> f32) {
        let add = |stats| {
            let (visits, mean) = split(stats);
            let visits = visits.saturating_add(1);
            Some(join(visits, settle(mean + (value - mean) / visits as f32)))
        };
        let _ = self.slots[at][0].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        self.slots[at][2].fetch_sub(1, Ordering::Relaxed);
    }

    /// Visits that have begun and not ended.
    pub fn pending(&self, at: usize) -> u32 {
        self.rest(at).pending()
    }

    /// The result in discs is at least and at most this.
    pub fn bounds(&self, at: usize) -> (i8, i8) {
        // Of two threads that narrow two moves and then look at both, one sees both changes.
        Rest(self.slots[at][2].load(Ordering::SeqCst)).bounds()
    }

    /// Whether the result is known.
    pub fn is_known(&self, at: usize) -> bool {
        let (lower, upper) = self.bounds(at);
        lower == upper
    }

    /// Between which results the best of some moves lies, a bit of `allowed` for each.
    pub fn bounds_of(&self, block: Range<usize>, allowed: u64) -> (i8, i8) {
        block
            .enumerate()
            .filter(|(bit, _)| allowed >> bit & 1 == 1)
            .map(|(_, at)| self.bounds(at))
            .reduce(|(lower, upper), (a, b)| (lower.max(a), upper.max(b)))
            .unwrap_or((-64, -64))
    }

    /// Takes better bounds; whether they are.
    pub fn narrow(&self, at: usize, lower: i8, upper: i8) -> bool {
        let narrower = |rest| {
            let (least, most) = Rest(rest).bounds();
            let is_news = lower > least || upper < most;
            is_news.then(|| Rest(rest).with_bounds(lower.max(least), upper.min(most)).0)
        };
        self.slots[at][2].fetch_update(Ordering::SeqCst, Ordering::SeqCst, narrower).is_ok()
    }

    /// The move to visit next at the board after a move: the best sum of its mean value and of
    /// what its prior and the lack of visits speak for it.
    pub fn choose(&self, parent: usize, rule: &Rule, allowed: u64) -> usize {
        let block = self.block(parent);
        let (all, mean) = self.stats(parent);
        let all = all as f32;
        let visited = block.clone().filter(|&at| self.visits(at) > 0);
        let seen: f32 = visited.map(|at| self.prior(at)).sum();
        let unseen = rule.first_value(-mean, seen);
        let explore = rule.exploration(all) * all.sqrt();
        let mut best = block.start + allowed.trailing_zeros() as usize % 64;
        let mut most = f32::NEG_INFINITY;
        // Nothing is to be found out about moves that cannot be better than what is certain. At the
        // root their visits count all the same: they show what the move would be.
        let floor = if parent == 0 { i8::MIN } else { -self.bounds(parent).1 };
        for (index, at) in block.take(64).enumerate() {
            let (visits, mean) = self.stats(at);
            let rest = self.rest(at);
            // A visit that has not come back yet counts as lost: other threads look elsewhere.
            let (ended, lost) = (visits as f32, rest.pending() as f32);
            let begun = ended + lost;
            let value = if begun > 0.0 { (ended * mean - lost) / begun } else { unseen };
            let score = value + explore * self.prior(at) / (1.0 + begun);
            if score > most && rest.bounds().1 > floor && allowed >> index & 1 == 1 {
                (best, most) = (at, score);
            }
        }
        best
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} moves", self.len(), self.capacity())
    }
}

/// A word of an integer and a number.
const fn join(integer: u32, number: f32) -> u64 {
    (number.to_bits() as u64) << 32 | integer as u64
}

const fn split(word: u64) -> (u32, f32) {
    (word as u32, f32::from_bits((word >> 32) as u32))
}
