//! Four rays at a time, in AVX2.
#![expect(unsafe_code, reason = "calls a function that needs AVX2, which this build is made for")]

use std::arch::x86_64::*;

use super::RAYS;

/// Equal to [`portable`](super::portable), square by square.
#[inline]
pub fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the whole build may use AVX2.
    unsafe { by_ray(square, mover, opponent) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn by_ray(square: usize, mover: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square & 63];
    let none = _mm256_setzero_si256();
    let mover = _mm256_set1_epi64x(mover.cast_signed());
    let opponent = _mm256_set1_epi64x(opponent.cast_signed());

    let ray = lanes(rays.up);
    let rest = _mm256_andnot_si256(opponent, ray);
    let end = _mm256_and_si256(_mm256_and_si256(rest, mover), _mm256_sub_epi64(none, rest));
    let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, none), _mm256_and_si256(ray, below));

    // AVX2 cannot find a highest bit: let the rest of each ray spread away from the square in
    // three doublings. What it does not reach is the run, and its first square is the end.
    let ray = lanes(rays.down);
    let step = _mm256_setr_epi64x(1, 7, 8, 9);
    let mut reached = _mm256_andnot_si256(opponent, ray);
    reached = _mm256_or_si256(reached, _mm256_srlv_epi64(reached, step));
    let steps = _mm256_add_epi64(step, step);
    reached = _mm256_or_si256(reached, _mm256_srlv_epi64(reached, steps));
    let steps = _mm256_add_epi64(steps, steps);
    reached = _mm256_or_si256(reached, _mm256_srlv_epi64(reached, steps));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(reached, step), reached);
    let end = _mm256_and_si256(first, mover);
    let run = _mm256_andnot_si256(reached, ray);
    let down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, none), run);

    union(_mm256_or_si256(up, down))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes([a, b, c, d]: [u64; 4]) -> __m256i {
    _mm256_setr_epi64x(a.cast_signed(), b.cast_signed(), c.cast_signed(), d.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))).cast_unsigned()
}
