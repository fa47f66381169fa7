//! Sixteen outputs at a time, in AVX-512: compilers stop at eight of their own accord. A network of
//! 128 and 128 units takes two thirds of the time.
#![expect(unsafe_code, reason = "loads, by functions that need AVX-512, which this build has")]

use std::arch::x86_64::*;

use super::{Block, Tile, UNITS};

/// Equal to the portable form.
#[inline]
pub fn add(sums: &mut Block, tile: &Tile, set: u64) {
    // SAFETY: this file is compiled only where the whole build may use AVX-512 F.
    unsafe { add_sixteens(sums, tile, set) }
}

/// Equal to the portable form.
#[inline]
pub fn add_scaled(sums: &mut Block, tile: &Tile, inputs: &Block, set: u64) {
    // SAFETY: as above.
    unsafe { add_scaled_sixteens(sums, tile, inputs, set) }
}

/// Equal to the portable form.
#[inline]
pub fn rectify(units: &mut Block) -> u64 {
    // SAFETY: as above.
    unsafe { rectify_sixteens(units) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn add_sixteens(sums: &mut Block, tile: &Tile, mut set: u64) {
    let mut totals = load(sums);
    while set != 0 {
        let column = load(&tile[set.trailing_zeros() as usize % UNITS]);
        for (at, total) in totals.iter_mut().enumerate() {
            *total = _mm512_add_ps(*total, column[at]);
        }
        set &= set - 1;
    }
    store(sums, totals);
}

#[inline]
#[target_feature(enable = "avx512f")]
fn add_scaled_sixteens(sums: &mut Block, tile: &Tile, inputs: &Block, mut set: u64) {
    let mut totals = load(sums);
    while set != 0 {
        let input = set.trailing_zeros() as usize % UNITS;
        let (column, scale) = (load(&tile[input]), _mm512_set1_ps(inputs.0[input]));
        for (at, total) in totals.iter_mut().enumerate() {
            // Rounded before it is added.
            *total = _mm512_add_ps(*total, _mm512_mul_ps(scale, column[at]));
        }
        set &= set - 1;
    }
    store(sums, totals);
}

#[inline]
#[target_feature(enable = "avx512f")]
fn rectify_sixteens(units: &mut Block) -> u64 {
    let mut sixteens = load(units);
    let mut set = 0;
    for (number, sixteen) in sixteens.iter_mut().enumerate() {
        let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(*sixteen, _mm512_setzero_ps());
        *sixteen = _mm512_maskz_mov_ps(above, *sixteen);
        set |= u64::from(above) << (16 * number);
    }
    store(units, sixteens);
    set
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &Block) -> [__m512; 4] {
    let mut sixteens = [_mm512_setzero_ps(); 4];
    for (number, numbers) in block.0.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: sixteen numbers, at a multiple of 64 bytes as the block is.
        sixteens[number] = unsafe { _mm512_load_ps(numbers.as_ptr()) };
    }
    sixteens
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(block: &mut Block, sixteens: [__m512; 4]) {
    for (number, numbers) in block.0.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        // SAFETY: as above.
        unsafe { _mm512_store_ps(numbers.as_mut_ptr(), sixteens[number]) };
    }
}
