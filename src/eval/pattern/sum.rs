//! The sum of the weights of a board's configurations.

use super::geometry::CONFIGURATIONS;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    any(test, not(target_feature = "avx512f"))
))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
mod avx512;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable;

/// The weights of all configurations at one ply, and two that are 0: what is out of range reads
/// the first of them, and wide reads may touch the second.
pub(super) type Weights = [i16; CONFIGURATIONS + 2];

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512f")))]
pub(super) use avx2::sum as fast;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub(super) use avx512::sum as fast;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use portable::sum as fast;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::pattern::geometry::LANES;

    #[test]
    fn all_forms_agree_on_any_indices() {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as i16
        };
        let mut weights: Box<Weights> =
            vec![0; CONFIGURATIONS + 2].into_boxed_slice().try_into().unwrap();
        weights[..CONFIGURATIONS].fill_with(&mut next);
        for round in 0..100_000 {
            let mut indices: [i16; LANES] = std::array::from_fn(|_| next() % 40);
            if round % 2 == 0 {
                indices = std::array::from_fn(|_| next());
            }
            let expected = portable::sum(&weights, &indices);
            assert_eq!(fast(&weights, &indices), expected);
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            assert_eq!(avx2::sum(&weights, &indices), expected);
        }
    }
}
