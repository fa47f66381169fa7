//! One weight at a time.

use super::Weights;
use crate::eval::pattern::geometry::{CENTERS, CONFIGURATIONS, LANES};

/// The sum of the weights for the indices of all instances.
#[inline]
pub fn sum(weights: &Weights, indices: &[i16; LANES]) -> i32 {
    (0..LANES)
        .map(|lane| {
            let at = CENTERS[lane].wrapping_add_signed(indices[lane].into()) as usize;
            i32::from(weights[at.min(CONFIGURATIONS)])
        })
        .sum()
}
