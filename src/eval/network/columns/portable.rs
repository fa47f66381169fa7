//! In plain Rust, written so that compilers make vectors of it.
//!
//! No closures and no `zip`: in a build without LTO they would not be inlined where these functions
//! are, which makes them six times as slow.

use super::{Block, Tile, UNITS};

/// Adds the columns of the inputs of a set.
#[inline]
pub fn add(sums: &mut Block, tile: &Tile, mut set: u64) {
    while set != 0 {
        let input = set.trailing_zeros() as usize % UNITS;
        for (at, sum) in sums.0.iter_mut().enumerate() {
            *sum += tile[input].0[at];
        }
        set &= set - 1;
    }
}

/// Adds the columns of the inputs of a set, times what the inputs are.
#[inline]
pub fn add_scaled(sums: &mut Block, tile: &Tile, inputs: &Block, mut set: u64) {
    while set != 0 {
        let input = set.trailing_zeros() as usize % UNITS;
        for (at, sum) in sums.0.iter_mut().enumerate() {
            *sum += inputs.0[input] * tile[input].0[at];
        }
        set &= set - 1;
    }
}

/// Makes 0 of what is not above it, and says which units are.
#[inline]
pub fn rectify(units: &mut Block) -> u64 {
    let mut set = 0;
    for (number, sixteen) in units.0.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let mut part = 0;
        for (at, unit) in sixteen.iter_mut().enumerate() {
            let is_above = *unit > 0.0;
            part |= u32::from(is_above) << at;
            *unit = if is_above { *unit } else { 0.0 };
        }
        set |= u64::from(part) << (16 * number);
    }
    set
}
