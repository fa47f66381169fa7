//! In plain Rust, written so that compilers make vectors of it.

use super::{Block, Tile, UNITS};

/// Adds the columns of the inputs of a set.
#[inline]
pub fn add(sums: &mut Block, tile: &Tile, set: u64) {
    for_each(set, |input| {
        for (sum, weight) in sums.0.iter_mut().zip(&tile[input].0) {
            *sum += weight;
        }
    });
}

/// Adds the columns of the inputs of a set, times what the inputs are.
#[inline]
pub fn add_scaled(sums: &mut Block, tile: &Tile, inputs: &Block, set: u64) {
    for_each(set, |input| {
        let scale = inputs.0[input];
        for (sum, weight) in sums.0.iter_mut().zip(&tile[input].0) {
            *sum += scale * weight;
        }
    });
}

/// Makes 0 of what is not above it, and says which units are.
#[inline]
pub fn rectify(units: &mut Block) -> u64 {
    let mut set = 0;
    for (sixteen, shift) in units.0.as_chunks_mut::<16>().0.iter_mut().zip((0..).step_by(16)) {
        let mut part = 0;
        for (at, unit) in sixteen.iter_mut().enumerate() {
            let is_above = *unit > 0.0;
            part |= u32::from(is_above) << at;
            *unit = if is_above { *unit } else { 0.0 };
        }
        set |= u64::from(part) << shift;
    }
    set
}

/// Calls `what` with each number in a set, in rising order.
#[inline]
fn for_each(mut set: u64, mut what: impl FnMut(usize)) {
    while set != 0 {
        what(set.trailing_zeros() as usize % UNITS);
        set &= set - 1;
    }
}
