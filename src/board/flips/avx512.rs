//! Four rays at a time, in AVX-512, which can find highest bits.
#![expect(
    unsafe_code,
    reason = "calls a function that needs AVX-512, which this build is made for"
)]

use std::arch::x86_64::*;

use super::RAYS;
use super::avx2::{lanes, union};

/// Equal to [`portable`](super::portable), square by square.
#[inline]
pub fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the whole build may use AVX-512 F, VL and CD.
    unsafe { by_ray(square, mover, opponent) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
fn by_ray(square: usize, mover: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square & 63];
    let none = _mm256_setzero_si256();
    let mover = _mm256_set1_epi64x(mover.cast_signed());
    let opponent = _mm256_set1_epi64x(opponent.cast_signed());

    let ray = lanes(rays.up);
    let rest = _mm256_andnot_si256(opponent, ray);
    let end = _mm256_and_si256(_mm256_and_si256(rest, mover), _mm256_sub_epi64(none, rest));
    // With no end this is |0 - 1|, which is a1, and a1 is on no upward ray.
    let below = _mm256_abs_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)));
    let up = _mm256_and_si256(ray, below);

    // Shifting by 64, the count of leading zeros of an empty rest, leaves nothing; and with no
    // end nothing is above it.
    let ray = lanes(rays.down);
    let rest = _mm256_andnot_si256(opponent, ray);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(rest));
    let end = _mm256_and_si256(highest, mover);
    let above = _mm256_sub_epi64(none, _mm256_add_epi64(end, end));
    let down = _mm256_and_si256(ray, above);

    union(_mm256_or_si256(up, down))
}
