//! One place in the table, written and read by many threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering};

/// A word that several threads share, each on its own terms: no order beyond the word itself.
pub(super) trait Word {
    fn get(&self) -> u64;
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// Data of one board: the data, and the board's hash xor the data.
///
/// Two threads may leave one's check with the other's data, and a reader may catch a writer halfway.
/// Such a torn slot seems to be of a board that is neither's.
///
/// R. Hyatt, T. Mann, "A Lock-less Transposition Table Implementation for Parallel Search" (2002).
#[derive(Debug)]
pub(super) struct Slot<W = AtomicU64> {
    check: W,
    data: W,
}

impl<W: Word> Slot<W> {
    /// The data, 0 if there is none, and the hash of the board that it is of.
    #[inline]
    pub fn load(&self) -> (u64, u64) {
        let data = self.data.get();
        (self.check.get() ^ data, data)
    }

    #[inline]
    pub fn store(&self, hash: u64, data: u64) {
        self.check.set(hash ^ data);
        self.data.set(data);
    }

    /// The data of whatever board.
    #[inline]
    pub fn data(&self) -> u64 {
        self.data.get()
    }
}

/// All that two or three threads can see of one slot, in every order that the memory model allows.
#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64, Ordering};
    use loom::thread;

    use super::{Slot, Word};

    impl Word for AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    /// Boards and their data: of two boards, and another of the first one.
    const PUT: [(u64, u64); 3] = [(0x0f1e, 0x1_0001), (0x2d3c, 0x2_0020), (0x0f1e, 0x3_0300)];

    /// What is found of the boards is what was put for them, or nothing.
    fn check(slot: &Slot<AtomicU64>) {
        let (hash, data) = slot.load();
        if data != 0 && PUT.iter().any(|put| put.0 == hash) {
            assert!(PUT.contains(&(hash, data)), "{data:x} was never put for {hash:x}");
        }
    }

    fn slot() -> Arc<Slot<AtomicU64>> {
        Arc::new(Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) })
    }

    #[test]
    fn two_writers_and_readers_never_mix_boards() {
        for (one, other) in [(0, 1), (0, 2)] {
            loom::model(move || {
                let slot = slot();
                let spawn = |(hash, data)| {
                    let slot = Arc::clone(&slot);
                    thread::spawn(move || {
                        check(&slot);
                        slot.store(hash, data);
                        check(&slot);
                    })
                };
                let threads = [spawn(PUT[one]), spawn(PUT[other])];
                check(&slot);
                for thread in threads {
                    thread.join().unwrap();
                }
                // What they leave may be torn for good; then it is of neither's board.
                check(&slot);
            });
        }
    }

    #[test]
    fn a_reader_beside_a_writer_sees_one_of_two_entries_or_none() {
        loom::model(|| {
            let slot = slot();
            let (hash, data) = PUT[0];
            slot.store(hash, data);
            let writer = {
                let slot = Arc::clone(&slot);
                thread::spawn(move || {
                    slot.store(PUT[1].0, PUT[1].1);
                    slot.store(PUT[2].0, PUT[2].1);
                })
            };
            check(&slot);
            check(&slot);
            writer.join().unwrap();
            assert_eq!(slot.load(), PUT[2]);
        });
    }

    #[test]
    fn a_slot_that_is_only_the_data_would_be_torn() {
        // The check that would not do: the hash as it is. The model finds what it must find.
        let found = std::panic::catch_unwind(|| {
            loom::model(|| {
                let slot = slot();
                let put = |slot: &Slot<AtomicU64>, (hash, data)| {
                    slot.check.set(hash);
                    slot.data.set(data);
                };
                let writer = {
                    let slot = Arc::clone(&slot);
                    thread::spawn(move || put(&slot, PUT[1]))
                };
                put(&slot, PUT[0]);
                writer.join().unwrap();
                let found = (slot.check.get(), slot.data.get());
                assert!(PUT.contains(&found));
            });
        });
        assert!(found.is_err());
    }
}
