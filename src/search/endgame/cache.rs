//! A small table of one thread's own, near enough to be asked about boards that the large table is
//! too far away for.

use super::super::table::Bound;
use crate::board::{Board, Square};

/// What is known of some boards' results: each board has one place, where the last one stays.
///
/// The whole board is compared, so that what is found is never another board's. Memory is taken
/// when solving begins: most searches never come to that.
pub(in super::super) struct Cache {
    bits: u32,
    slots: Box<[Slot]>,
}

/// Bounds of a result in discs and the best move.
#[derive(Clone, Copy)]
struct Slot {
    mover: u64,
    opponent: u64,
    lower: i8,
    upper: i8,
    /// 64: none.
    best: u8,
}

const UNUSED: Slot = Slot { mover: !0, opponent: !0, lower: -64, upper: 64, best: 64 };

/// What is known of a board: bounds of its result, and the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub lower: i32,
    pub upper: i32,
    pub best: Option<Square>,
}

impl Known {
    pub const NOTHING: Self = Self { lower: -64, upper: 64, best: None };

    /// The bound that answers whether the result is above `alpha`, if one does.
    #[inline]
    pub fn cut(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// 2^15 boards near the end: 0.75 MiB, less than a core's own memory.
const MOST_BITS: u32 = 15;

impl Cache {
    /// A cache for solving boards of at most so many empty squares, not yet ready for use.
    pub fn new(empties: u32) -> Self {
        Self { bits: (empties + 1).min(MOST_BITS), slots: Box::default() }
    }

    /// Makes it ready for use, if it is not yet.
    pub fn begin(&mut self) {
        if self.slots.is_empty() {
            self.slots = vec![UNUSED; 1 << self.bits].into_boxed_slice();
        }
    }

    #[inline]
    fn index(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, board: Board, hash: u64) -> Option<Known> {
        let slot = &self.slots[self.index(hash)];
        (slot.mover == board.mover().0 && slot.opponent == board.opponent().0).then(|| Known {
            lower: slot.lower.into(),
            upper: slot.upper.into(),
            best: Square::new(slot.best),
        })
    }

    /// Keeps a value or a bound, beside what is known of the same board already.
    #[inline]
    pub(super) fn put(
        &mut self,
        board: Board,
        hash: u64,
        discs: i32,
        bound: Bound,
        best: Option<Square>,
    ) {
        let index = self.index(hash);
        let slot = &mut self.slots[index];
        if slot.mover != board.mover().0 || slot.opponent != board.opponent().0 {
            *slot = Slot { mover: board.mover().0, opponent: board.opponent().0, ..UNUSED };
        }
        if bound != Bound::Upper {
            slot.lower = slot.lower.max(discs as i8);
        }
        if bound != Bound::Lower {
            slot.upper = slot.upper.min(discs as i8);
        }
        slot.best = best.map_or(slot.best, |square| square.index() as u8);
    }
}
