//! Sixteen weights at a time, in AVX-512.
#![expect(unsafe_code, reason = "gathers, by a function that needs AVX-512, which this build has")]

use std::arch::x86_64::*;

use super::Weights;
use crate::eval::pattern::geometry::{CENTERS, CONFIGURATIONS, LANES};

/// Equal to the portable form for the same weights and indices.
#[inline]
pub fn sum(weights: &Weights, indices: &[i16; LANES]) -> i32 {
    // SAFETY: this file is compiled only where the whole build may use AVX-512 F.
    unsafe { gather(weights, indices) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn gather(weights: &Weights, indices: &[i16; LANES]) -> i32 {
    let last = _mm512_set1_epi32(CONFIGURATIONS as i32);
    let mut sum = _mm512_setzero_si512();
    for (sixteen, centers) in indices.chunks_exact(16).zip(CENTERS.chunks_exact(16)) {
        // SAFETY: both slices have sixteen elements.
        let (sixteen, centers) = unsafe {
            (
                _mm256_loadu_si256(sixteen.as_ptr().cast()),
                _mm512_loadu_si512(centers.as_ptr().cast()),
            )
        };
        let at = _mm512_add_epi32(_mm512_cvtepi16_epi32(sixteen), centers);
        let at = _mm512_min_epu32(at, last);
        // SAFETY: no index is above CONFIGURATIONS, and the 32 bits from there are in the array.
        let pairs = unsafe { _mm512_i32gather_epi32::<2>(at, weights.as_ptr().cast()) };
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(pairs)));
    }
    _mm512_reduce_add_epi32(sum)
}
