//! Sixteen outputs at a time, in AVX-512: compilers stop at eight of their own accord. A network of
//! 128 and 128 units takes two thirds of the time.
#![expect(unsafe_code, reason = "loads, by functions that need AVX-512, which this build has")]

use std::arch::x86_64::*;

use super::{Block, Tile, UNITS};

/// Equal to the portable form.
#[inline]
pub fn add(sums: &mut Block, tile: &Tile, set: u64) {
    // SAFETY: this file is compiled only where the whole build may use AVX-512 F.
    unsafe { over_columns(sums, tile, set, |_, column| column) }
}

/// Equal to the portable form.
#[inline]
pub fn add_scaled(sums: &mut Block, tile: &Tile, inputs: &Block, set: u64) {
    // SAFETY: as above. Both functions round the product before it is added.
    unsafe {
        over_columns(sums, tile, set, |input, column| {
            _mm512_mul_ps(_mm512_set1_ps(inputs.0[input]), column)
        });
    }
}

/// Equal to the portable form.
#[inline]
pub fn rectify(units: &mut Block) -> u64 {
    // SAFETY: as above.
    unsafe { rectify_sixteens(units) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn over_columns(
    sums: &mut Block,
    tile: &Tile,
    mut set: u64,
    part: impl Fn(usize, __m512) -> __m512,
) {
    let mut totals = load(sums);
    while set != 0 {
        let input = set.trailing_zeros() as usize % UNITS;
        let column = load(&tile[input]);
        for (total, column) in totals.iter_mut().zip(column) {
            *total = _mm512_add_ps(*total, part(input, column));
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
    for (sixteen, shift) in sixteens.iter_mut().zip((0..).step_by(16)) {
        let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(*sixteen, _mm512_setzero_ps());
        *sixteen = _mm512_maskz_mov_ps(above, *sixteen);
        set |= u64::from(above) << shift;
    }
    store(units, sixteens);
    set
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &Block) -> [__m512; 4] {
    // SAFETY: a block is 64 numbers, at a multiple of 64 bytes.
    [0, 16, 32, 48].map(|at| unsafe { _mm512_load_ps(block.0.as_ptr().add(at)) })
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(block: &mut Block, sixteens: [__m512; 4]) {
    for (at, sixteen) in [0, 16, 32, 48].into_iter().zip(sixteens) {
        // SAFETY: as above.
        unsafe { _mm512_store_ps(block.0.as_mut_ptr().add(at), sixteen) };
    }
}
