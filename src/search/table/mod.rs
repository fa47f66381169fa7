//! The transposition table: what is known of boards met before.

mod memory;
mod slot;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

pub(super) use memory::Zeroed;
use slot::Slot;

use crate::board::Square;
use crate::eval::Score;

/// A table of a fixed size, shared without locks.
///
/// An entry is a `Slot` of two words; four make a bucket of one cache line.
pub struct Table {
    buckets: memory::Zeroed<Bucket>,
    generation: AtomicU8,
    /// Whether anything was put into it.
    is_used: AtomicBool,
    /// Whether it is to be emptied before it is used again.
    is_forgotten: AtomicBool,
}

#[derive(Debug)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AllocationError {
    /// What was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for AllocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system has no {} MiB for the table", self.mebibytes)
    }
}

impl std::error::Error for AllocationError {}

/// What kind of bound an entry's score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// What is known of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub score: Score,
    pub bound: Bound,
    /// Plies searched; the number of empty squares if the game was followed to its end.
    pub depth: u32,
    /// The selectivity it was found with; 100: nothing was cut on a shallow result.
    pub percent: u8,
    pub best: Option<Square>,
}

/// Boards with so many empty squares or fewer are kept in the first [`FEW_BUCKETS`]: they are many
/// and soon done with, and memory that was just used is near. With a table of 1 GiB FFO #54 takes
/// 27.9 s in place of 32.3 (two threads), about what it takes with 64 MiB.
const FEW_EMPTIES: u32 = 15;
/// 32 MiB.
const FEW_BUCKETS: usize = (32 << 20) / size_of::<Bucket>();

/// Generations are counted modulo this.
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of this many MiB, at least 1.
    ///
    /// # Errors
    /// When the system will not give that much.
    pub fn new(mebibytes: usize) -> Result<Self, AllocationError> {
        let buckets = mebibytes
            .max(1)
            .checked_mul(1 << 20)
            .and_then(|bytes| memory::Zeroed::new(bytes / size_of::<Bucket>()))
            .ok_or(AllocationError { mebibytes })?;
        Ok(Self {
            buckets,
            generation: AtomicU8::new(1),
            is_used: AtomicBool::new(false),
            is_forgotten: AtomicBool::new(false),
        })
    }

    /// The size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(&*self.buckets) >> 20
    }

    /// Forgets everything when the next search that uses it begins: whoever asks is not held up.
    pub fn forget(&self) {
        self.is_forgotten.store(true, Ordering::Relaxed);
    }

    /// Whether it will.
    pub fn is_forgotten(&self) -> bool {
        self.is_forgotten.load(Ordering::Relaxed)
    }

    /// Forgets everything at once.
    pub fn clear(&self) {
        self.is_forgotten.store(false, Ordering::Relaxed);
        if !self.is_used.swap(false, Ordering::Relaxed) {
            return;
        }
        for Bucket(slots) in self.buckets.iter() {
            for slot in slots {
                slot.store(0, 0);
            }
        }
        self.generation.store(1, Ordering::Relaxed);
    }

    /// A new search begins: what earlier ones left is replaced first.
    pub(super) fn age(&self) {
        if self.is_forgotten() {
            self.clear();
        }
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// How many of a thousand sampled entries are of this search.
    pub(super) fn permill(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let used = self
            .buckets
            .iter()
            .step_by(self.buckets.len() / 250)
            .take(250)
            .flat_map(|Bucket(slots)| slots)
            .map(Slot::data)
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        used as u32
    }

    /// Begins to bring what is known of a board near.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64, empties: u32) {
        memory::prefetch(self.bucket(hash, empties));
    }

    /// What is known of the board with this hash and so many empty squares.
    pub(super) fn get(&self, hash: u64, empties: u32) -> Option<Entry> {
        let Bucket(slots) = self.bucket(hash, empties);
        slots.iter().find_map(|slot| {
            let (owner, data) = slot.load();
            (data != 0 && owner == hash).then(|| unpack(data))
        })
    }

    /// Keeps an entry, in place of the same board's, or of the one in the bucket that is least
    /// worth keeping: the shallowest, those of earlier searches before all others.
    pub(super) fn put(&self, hash: u64, empties: u32, entry: &Entry) {
        if !self.is_used.load(Ordering::Relaxed) {
            self.is_used.store(true, Ordering::Relaxed);
        }
        let generation = self.generation.load(Ordering::Relaxed);
        let Bucket(slots) = self.bucket(hash, empties);
        let mut victim = &slots[0];
        let mut least = u32::MAX;
        for slot in slots {
            let (owner, data) = slot.load();
            if data == 0 || owner == hash {
                victim = slot;
                break;
            }
            let worth = depth_of(data) + 256 * u32::from(generation_of(data) == generation);
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        victim.store(hash, pack(entry, generation));
    }

    #[inline]
    fn bucket(&self, hash: u64, empties: u32) -> &Bucket {
        let mut buckets = self.buckets.len();
        if empties <= FEW_EMPTIES {
            buckets = buckets.min(FEW_BUCKETS);
        }
        // The high word of the product spreads any hash over any number of buckets.
        let index = ((u128::from(hash) * buckets as u128) >> 64) as usize;
        &self.buckets[index]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} MiB)", self.mebibytes())
    }
}

// Bits of the data word: score 0-31, depth 32-39, best 40-47 (64 = none), bound 48-49 (never 0, so
// that no entry is all zero), 100 - percent 50-55, generation 56-63.

fn pack(entry: &Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    let best = entry.best.map_or(64, |square| square.index() as u64);
    u64::from(entry.score.to_bits() as u32)
        | u64::from(entry.depth as u8) << 32
        | best << 40
        | bound << 48
        | u64::from((100 - entry.percent) & 63) << 50
        | u64::from(generation) << 56
}

fn unpack(data: u64) -> Entry {
    Entry {
        score: Score::from_bits(data as u32 as i32),
        bound: match data >> 48 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        depth: depth_of(data),
        percent: 100 - ((data >> 50) as u8 & 63),
        best: Square::new((data >> 40) as u8),
    }
}

fn depth_of(data: u64) -> u32 {
    u32::from((data >> 32) as u8)
}

fn generation_of(data: u64) -> u8 {
    (data >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32) -> Entry {
        Entry {
            score: Score::finished(-64),
            bound: Bound::Upper,
            depth,
            percent: 100,
            best: Square::from_name("g2"),
        }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1).unwrap();
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for best in [None, Square::from_name("a1"), Square::from_name("h8")] {
                let score = Score::heuristic(-1);
                let entry = Entry { bound, best, score, depth: 60, percent: 73 };
                table.put(0xdead_beef_dead_beef, 20, &entry);
                assert_eq!(table.get(0xdead_beef_dead_beef, 20), Some(entry));
            }
        }
        assert_eq!(table.get(0xdead_beef_dead_bee0, 20), None);
        table.forget();
        table.age();
        assert_eq!(table.get(0xdead_beef_dead_beef, 20), None);
        table.put(1, 20, &entry(1));
        table.age();
        assert_eq!(table.get(1, 20), Some(entry(1)), "it forgets only once");
        table.clear();
        assert_eq!(table.get(1, 20), None);
    }

    #[test]
    fn a_full_bucket_keeps_the_deepest_of_this_search() {
        let table = Table::new(1).unwrap();
        for depth in [9, 1, 8, 7] {
            table.put(u64::from(depth), 20, &entry(depth));
        }
        table.put(100, 20, &entry(2));
        assert_eq!(table.get(1, 20), None, "the shallowest went");
        assert_eq!(table.get(9, 20).map(|entry| entry.depth), Some(9));
        table.age();
        table.put(101, 20, &entry(1));
        assert_eq!(table.get(100, 20), None, "the shallowest of the old ones went");
        table.put(102, 20, &entry(1));
        assert_eq!(table.get(101, 20), Some(entry(1)), "a new one outranks the old");
        assert_eq!(table.get(7, 20), None);
    }

    #[test]
    fn boards_near_the_end_keep_to_the_first_part() {
        let table = Table::new(64).unwrap();
        let place = |empties| {
            let bucket = std::ptr::from_ref(table.bucket(u64::MAX, empties));
            bucket.addr() - std::ptr::from_ref(&table.buckets[0]).addr()
        };
        assert_eq!(place(FEW_EMPTIES), (32 << 20) - 64);
        assert_eq!(place(FEW_EMPTIES + 1), (64 << 20) - 64);
        for empties in [0, FEW_EMPTIES, FEW_EMPTIES + 1, 60] {
            table.put(7, empties, &entry(empties));
            assert_eq!(table.get(7, empties), Some(entry(empties)));
        }
    }

    #[test]
    fn too_large_a_table_is_refused() {
        assert_eq!(Table::new(usize::MAX >> 21).err().map(|e| e.mebibytes), Some(usize::MAX >> 21));
        assert!(Table::new(usize::MAX).is_err());
    }

    #[test]
    fn sizes_are_what_they_say() {
        assert_eq!(Table::new(3).unwrap().mebibytes(), 3);
        assert_eq!(Table::new(0).unwrap().mebibytes(), 1);
    }
}
