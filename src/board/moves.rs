//! Legal moves of the whole board at once, by parallel prefix: no loop over squares.

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub(super) mod avx512;

/// The empty squares on which `mover` outflanks at least one of the opponent's discs.
///
/// In each direction, runs of opponent discs that start next to a mover's disc are grown by one,
/// two and four steps; a move is the square past the end of such a run. Runs cannot wrap around
/// the board's edge because the opponent's discs on the a and h columns are left out for every
/// direction that changes the column.
#[inline]
pub const fn portable(mover: u64, opponent: u64) -> u64 {
    const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let inner = opponent & INNER_COLUMNS;
    let found = both_ways::<1>(mover, inner)
        | both_ways::<7>(mover, inner)
        | both_ways::<9>(mover, inner)
        | both_ways::<8>(mover, opponent);
    found & !(mover | opponent)
}

/// The squares past the runs of `through` next to `mover`, along one line in both directions.
#[inline]
const fn both_ways<const STEP: u32>(mover: u64, through: u64) -> u64 {
    let mut up = through & mover << STEP;
    let mut down = through & mover >> STEP;
    up |= through & up << STEP;
    down |= through & down >> STEP;
    let pairs_up = through & through << STEP;
    let pairs_down = through & through >> STEP;
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up << STEP | down >> STEP
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub(super) use avx512::moves as fast;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f")))]
pub(super) use portable as fast;
