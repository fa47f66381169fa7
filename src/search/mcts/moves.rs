//! The moves of a tree, in arrays: those at one board lie side by side.

use std::mem::size_of;
use std::ops::Range;

use super::rule::Rule;
use crate::board::{Board, Move, Square};

/// The arrays. Values are those of the side that makes the move.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// How promising the guide finds it: they add up to 1 at each board.
    pub prior: Vec<f32>,
    /// The mean value of its visits; of one whose result is known, that.
    pub mean: Vec<f32>,
    pub visits: Vec<u32>,
    /// Visits that have begun and not ended.
    pub pending: Vec<u16>,
    /// The result in discs is at least this.
    pub lower: Vec<i8>,
    /// The result in discs is at most this.
    pub upper: Vec<i8>,
    pub square: Vec<u8>,
    /// Where the block of the board after it begins.
    pub first: Vec<u32>,
    /// How many moves that block has; 0: there is none.
    pub count: Vec<u8>,
    /// While blocks are moved: one more than the move that leads to the block that begins here.
    pub leads: Vec<u32>,
}

/// What a move takes in all arrays together.
pub(super) const BYTES: usize = 4 * size_of::<u32>() + size_of::<f32>() + size_of::<u16>() + 4;
/// Stands for a pass in the array of squares.
pub(super) const PASS: u8 = 64;

impl Moves {
    pub fn with_capacity(capacity: usize) -> Option<Self> {
        let mut moves = Self::default();
        moves.prior.try_reserve_exact(capacity).ok()?;
        moves.mean.try_reserve_exact(capacity).ok()?;
        moves.visits.try_reserve_exact(capacity).ok()?;
        moves.pending.try_reserve_exact(capacity).ok()?;
        moves.lower.try_reserve_exact(capacity).ok()?;
        moves.upper.try_reserve_exact(capacity).ok()?;
        moves.square.try_reserve_exact(capacity).ok()?;
        moves.first.try_reserve_exact(capacity).ok()?;
        moves.count.try_reserve_exact(capacity).ok()?;
        moves.leads.try_reserve_exact(capacity).ok()?;
        Some(moves)
    }

    pub fn len(&self) -> usize {
        self.prior.len()
    }

    pub fn truncate(&mut self, len: usize) {
        self.prior.truncate(len);
        self.mean.truncate(len);
        self.visits.truncate(len);
        self.pending.truncate(len);
        self.lower.truncate(len);
        self.upper.truncate(len);
        self.square.truncate(len);
        self.first.truncate(len);
        self.count.truncate(len);
        self.leads.truncate(len);
    }

    pub fn push(&mut self, square: u8, prior: f32) {
        self.prior.push(prior);
        self.mean.push(0.0);
        self.visits.push(0);
        self.pending.push(0);
        self.lower.push(-64);
        self.upper.push(64);
        self.square.push(square);
        self.first.push(0);
        self.count.push(0);
        self.leads.push(0);
    }

    pub fn copy(&mut self, from: usize, to: usize) {
        self.prior[to] = self.prior[from];
        self.mean[to] = self.mean[from];
        self.visits[to] = self.visits[from];
        self.pending[to] = self.pending[from];
        self.lower[to] = self.lower[from];
        self.upper[to] = self.upper[from];
        self.square[to] = self.square[from];
        self.first[to] = self.first[from];
        self.count[to] = self.count[from];
    }

    /// The moves at the board after a move.
    pub fn block(&self, at: usize) -> Range<usize> {
        let first = self.first[at] as usize;
        first..first + self.count[at] as usize
    }

    /// The move as others know it.
    pub fn mv(&self, at: usize) -> Move {
        Square::new(self.square[at]).map_or(Move::Pass, Move::Place)
    }

    /// The board after the move.
    pub fn play(&self, board: Board, at: usize) -> Board {
        match self.mv(at) {
            Move::Place(square) => board.play_unchecked(square),
            Move::Pass => board.pass(),
        }
    }

    /// Whether the result is known.
    pub fn is_known(&self, at: usize) -> bool {
        self.lower[at] == self.upper[at]
    }

    /// Between which results the best of some moves lies, a bit of `allowed` for each.
    pub fn bounds(&self, block: Range<usize>, allowed: u64) -> (i8, i8) {
        let of = |bounds: &[i8]| {
            let allowed = bounds.iter().enumerate().filter(|(bit, _)| allowed >> bit & 1 == 1);
            allowed.map(|(_, &bound)| bound).max().unwrap_or(-64)
        };
        (of(&self.lower[block.clone()]), of(&self.upper[block]))
    }

    /// Takes better bounds; whether they are.
    pub fn narrow(&mut self, at: usize, lower: i8, upper: i8) -> bool {
        let is_news = lower > self.lower[at] || upper < self.upper[at];
        self.lower[at] = self.lower[at].max(lower);
        self.upper[at] = self.upper[at].min(upper);
        is_news
    }

    /// The move to visit next at the board after a move: the best sum of its mean value and of
    /// what its prior and the lack of visits speak for it.
    pub fn choose(&self, parent: usize, rule: &Rule, allowed: u64) -> usize {
        let block = self.block(parent);
        let prior = &self.prior[block.clone()];
        let mean = &self.mean[block.clone()];
        let visits = &self.visits[block.clone()];
        let pending = &self.pending[block.clone()];
        let count = prior.len().min(64);
        let all = self.visits[parent] as f32;
        let seen: f32 = prior.iter().zip(visits).filter(|(_, n)| **n > 0).map(|(p, _)| p).sum();
        let unseen = rule.first_value(-self.mean[parent], seen);
        let explore = rule.exploration(all) * all.sqrt();
        let mut scores = [0.0; 64];
        for (index, score) in scores[..count].iter_mut().enumerate() {
            // A visit that has not come back yet counts as lost: other threads look elsewhere.
            let (ended, lost) = (visits[index].cast_signed() as f32, f32::from(pending[index]));
            let begun = ended + lost;
            let value = if begun > 0.0 { (ended * mean[index] - lost) / begun } else { unseen };
            *score = value + explore * prior[index] / (1.0 + begun);
        }
        let mut best = block.start + allowed.trailing_zeros() as usize % 64;
        let mut most = f32::NEG_INFINITY;
        // Nothing is to be found out about moves that cannot be better than what is certain. At the
        // root their visits count all the same: they show what the move would be.
        let floor = if parent == 0 { i8::MIN } else { -self.upper[parent] };
        let upper = &self.upper[block.clone()];
        for (index, &score) in scores[..count].iter().enumerate() {
            if score > most && upper[index] > floor && allowed >> index & 1 == 1 {
                (best, most) = (block.start + index, score);
            }
        }
        best
    }
}
