//! Discs that can never be turned over again.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) mod avx2;

/// The lines of one direction, as (step, squares whose neighbour against the step is off the
/// board, squares whose neighbour along the step is off the board).
const LINES: [(u32, u64, u64); 4] = [
    (1, 0x0101_0101_0101_0101, 0x8080_8080_8080_8080),
    (8, 0x0000_0000_0000_00ff, 0xff00_0000_0000_0000),
    (9, 0x0101_0101_0101_01ff, 0xff80_8080_8080_8080),
    (7, 0x8080_8080_8080_80ff, 0xff01_0101_0101_0101),
];

/// Discs of `mover` that no sequence of legal moves can turn over.
///
/// A disc is safe along a line if the line has no empty square left, or if its neighbour on one
/// side is off the board or is itself a stable disc of the same colour; it is stable if it is
/// safe along all four. Grown from nothing until nothing is added. This finds most, not all: the
/// rest would need a look ahead.
pub const fn portable(mover: u64, opponent: u64) -> u64 {
    let occupied = mover | opponent;
    let mut safe = [0; 4];
    let mut line = 0;
    while line < 4 {
        let (step, first, last) = LINES[line];
        safe[line] = full_lines(occupied, step, first, last) | first | last;
        line += 1;
    }
    let mut stable = 0;
    loop {
        let mut grown = mover;
        let mut line = 0;
        while line < 4 {
            let (step, first, last) = LINES[line];
            let beside = (stable & !last) << step | (stable & !first) >> step;
            grown &= safe[line] | beside;
            line += 1;
        }
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The squares of all lines in one direction that are occupied from end to end.
///
/// A gap spreads along its line both ways in three doublings; what it does not reach is full.
const fn full_lines(occupied: u64, step: u32, first: u64, last: u64) -> u64 {
    let (mut up, mut down) = (!occupied, !occupied);
    // Squares that may be entered by a step up or down; a run of them for longer steps.
    let (mut into_up, mut into_down) = (!first, !last);
    let mut distance = step;
    let mut doubling = 0;
    while doubling < 3 {
        up |= into_up & up << distance;
        down |= into_down & down >> distance;
        into_up &= into_up << distance;
        into_down &= into_down >> distance;
        distance *= 2;
        doubling += 1;
    }
    !(up | down)
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use avx2::stable as fast;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use portable as fast;

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn both_forms_find_the_same_stable_discs() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut found = 0;
        for _ in 0..1_000_000 {
            let empties = rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>();
            let mover = (rng.random::<u64>() | rng.random::<u64>()) & !empties;
            let opponent = !(mover | empties);
            let stable = portable(mover, opponent);
            assert_eq!(fast(mover, opponent), stable, "{mover:#x} {opponent:#x}");
            found += stable.count_ones();
        }
        assert!(found > 1_000_000, "too few to mean anything: {found}");
    }
}
