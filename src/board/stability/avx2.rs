//! The lines of all four directions at once, in AVX2.
#![expect(unsafe_code, reason = "calls a function that needs AVX2, which this build is made for")]

use std::arch::x86_64::*;

use super::LINES;

/// Equal to [`portable`](super::portable).
#[inline]
pub fn stable(mover: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the whole build may use AVX2.
    unsafe { by_direction(mover, opponent) }
}

/// One number for each direction.
type Lanes = [u64; 4];

const STEPS: Lanes = [LINES[0].0 as u64, LINES[1].0 as u64, LINES[2].0 as u64, LINES[3].0 as u64];
const FIRST: Lanes = [LINES[0].1, LINES[1].1, LINES[2].1, LINES[3].1];
const LAST: Lanes = [LINES[0].2, LINES[1].2, LINES[2].2, LINES[3].2];

/// The squares that can be entered by one, two and four steps up.
const INTO_UP: [Lanes; 3] = {
    let mut into = [[0; 4]; 3];
    let mut line = 0;
    while line < 4 {
        let (step, first, _) = LINES[line];
        into[0][line] = !first;
        into[1][line] = into[0][line] & into[0][line] << step;
        into[2][line] = into[1][line] & into[1][line] << (2 * step);
        line += 1;
    }
    into
};

/// The same downwards.
const INTO_DOWN: [Lanes; 3] = {
    let mut into = [[0; 4]; 3];
    let mut line = 0;
    while line < 4 {
        let (step, _, last) = LINES[line];
        into[0][line] = !last;
        into[1][line] = into[0][line] & into[0][line] >> step;
        into[2][line] = into[1][line] & into[1][line] >> (2 * step);
        line += 1;
    }
    into
};

#[inline]
#[target_feature(enable = "avx2")]
fn by_direction(mover: u64, opponent: u64) -> u64 {
    let empties = _mm256_set1_epi64x((!(mover | opponent)).cast_signed());
    let (mut up, mut down) = (empties, empties);
    let mut step = lanes(STEPS);
    for (into_up, into_down) in INTO_UP.into_iter().zip(INTO_DOWN) {
        let farther = _mm256_and_si256(lanes(into_up), _mm256_sllv_epi64(up, step));
        up = _mm256_or_si256(up, farther);
        let farther = _mm256_and_si256(lanes(into_down), _mm256_srlv_epi64(down, step));
        down = _mm256_or_si256(down, farther);
        step = _mm256_add_epi64(step, step);
    }
    let at_end = _mm256_or_si256(lanes(FIRST), lanes(LAST));
    let open = _mm256_andnot_si256(at_end, _mm256_or_si256(up, down));

    let step = lanes(STEPS);
    let mut stable = mover & !union(open);
    // From the discs that are safe along every line by themselves on.
    while stable != 0 {
        let all = _mm256_set1_epi64x(stable.cast_signed());
        let above = _mm256_sllv_epi64(_mm256_andnot_si256(lanes(LAST), all), step);
        let below = _mm256_srlv_epi64(_mm256_andnot_si256(lanes(FIRST), all), step);
        let beside = _mm256_or_si256(above, below);
        let grown = mover & !union(_mm256_andnot_si256(beside, open));
        if grown == stable {
            break;
        }
        stable = grown;
    }
    stable
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes([a, b, c, d]: Lanes) -> __m256i {
    _mm256_setr_epi64x(a.cast_signed(), b.cast_signed(), c.cast_signed(), d.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))).cast_unsigned()
}
