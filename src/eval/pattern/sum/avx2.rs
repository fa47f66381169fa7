//! Eight weights at a time, in AVX2.
#![expect(unsafe_code, reason = "gathers, by a function that needs AVX2, which this build has")]

use std::arch::x86_64::*;

use super::Weights;
use crate::eval::pattern::geometry::{CENTERS, CONFIGURATIONS, LANES};

/// Equal to the portable form for the same weights and indices.
#[inline]
pub fn sum(weights: &Weights, indices: &[i16; LANES]) -> i32 {
    // SAFETY: this file is compiled only where the whole build may use AVX2.
    unsafe { gather(weights, indices) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn gather(weights: &Weights, indices: &[i16; LANES]) -> i32 {
    let last = _mm256_set1_epi32(CONFIGURATIONS as i32);
    let mut sum = _mm256_setzero_si256();
    for (eight, centers) in indices.chunks_exact(8).zip(CENTERS.chunks_exact(8)) {
        // SAFETY: both slices have eight elements.
        let (eight, centers) = unsafe {
            (_mm_loadu_si128(eight.as_ptr().cast()), _mm256_loadu_si256(centers.as_ptr().cast()))
        };
        let at = _mm256_add_epi32(_mm256_cvtepi16_epi32(eight), centers);
        let at = _mm256_min_epu32(at, last);
        // SAFETY: no index is above CONFIGURATIONS, and the 32 bits from there are in the array.
        let pairs = unsafe { _mm256_i32gather_epi32::<2>(weights.as_ptr().cast(), at) };
        sum = _mm256_add_epi32(sum, _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs)));
    }
    let half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let pair = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
    _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32::<0b10_11_00_01>(pair)))
}
