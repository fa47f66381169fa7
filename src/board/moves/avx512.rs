//! All eight directions at once, in AVX-512.
#![expect(
    unsafe_code,
    reason = "calls a function that needs AVX-512, which this build is made for"
)]

use std::arch::x86_64::*;

/// Equal to [`portable`](super::portable).
#[inline]
pub fn moves(mover: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the whole build may use AVX-512 F.
    unsafe { by_direction(mover, opponent) }
}

/// As the portable form, but rotating instead of shifting, a step down being a rotation by 64
/// less it. So runs must not wrap around the top and the bottom edge either, and the opponent's
/// discs there are left out for every direction that changes the row.
#[inline]
#[target_feature(enable = "avx512f")]
fn by_direction(mover: u64, opponent: u64) -> u64 {
    const COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const ROWS: i64 = 0x00ff_ffff_ffff_ff00;
    const BOTH: i64 = COLUMNS & ROWS;
    let step = _mm512_setr_epi64(1, 7, 8, 9, 63, 57, 56, 55);
    let inner = _mm512_setr_epi64(COLUMNS, BOTH, ROWS, BOTH, COLUMNS, BOTH, ROWS, BOTH);
    let through = _mm512_and_si512(inner, _mm512_set1_epi64(opponent.cast_signed()));

    let mover_ahead = _mm512_rolv_epi64(_mm512_set1_epi64(mover.cast_signed()), step);
    let mut runs = _mm512_and_si512(through, mover_ahead);
    runs = _mm512_or_si512(runs, _mm512_and_si512(through, _mm512_rolv_epi64(runs, step)));
    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    // Rotations count modulo 64.
    let two = _mm512_add_epi64(step, step);
    runs = _mm512_or_si512(runs, _mm512_and_si512(pairs, _mm512_rolv_epi64(runs, two)));
    runs = _mm512_or_si512(runs, _mm512_and_si512(pairs, _mm512_rolv_epi64(runs, two)));
    let past = _mm512_reduce_or_epi64(_mm512_rolv_epi64(runs, step)).cast_unsigned();
    past & !(mover | opponent)
}
