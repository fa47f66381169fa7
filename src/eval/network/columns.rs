//! What makes a layer: for each input that is not 0, its column times its value, added to all
//! outputs. A product is rounded before it is added, so that all forms come to the same bits.

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
mod avx512;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx512f"))))]
mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub(super) use avx512::{add, add_scaled, rectify};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f")))]
pub(super) use portable::{add, add_scaled, rectify};

/// Numbers of units that are next to each other.
pub(super) const UNITS: usize = 64;

/// A number for each of so many units.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(super) struct Block(pub(super) [f32; UNITS]);

impl Block {
    pub(super) const ZERO: Self = Self([0.0; UNITS]);
}

/// The weights between a block of inputs and one of outputs: a column for each input.
pub(super) type Tile = [Block; UNITS];

#[cfg(all(test, target_arch = "x86_64", target_feature = "avx512f"))]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn all_forms_agree_on_any_numbers() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut block = || Block(std::array::from_fn(|_| rng.random_range(-2.0..2.0)));
        let tile: Box<Tile> = vec![Block::ZERO; UNITS].try_into().unwrap();
        let mut tile = tile.map(|_| block());
        for round in 0..2000 {
            tile[round % UNITS] = block();
            let (before, mut units) = (block(), block());
            units.0[round % UNITS] = -0.0;
            let mut rectified = [units; 2];
            let sets = [avx512::rectify(&mut rectified[0]), portable::rectify(&mut rectified[1])];
            assert_eq!(sets[0], sets[1]);
            assert_eq!(bits(&rectified[0]), bits(&rectified[1]));

            let mut sums = [before; 4];
            avx512::add(&mut sums[0], &tile, sets[0]);
            portable::add(&mut sums[1], &tile, sets[0]);
            avx512::add_scaled(&mut sums[2], &tile, &rectified[0], sets[0]);
            portable::add_scaled(&mut sums[3], &tile, &rectified[0], sets[0]);
            assert_eq!(bits(&sums[0]), bits(&sums[1]));
            assert_eq!(bits(&sums[2]), bits(&sums[3]));
        }
    }

    fn bits(block: &Block) -> [u32; UNITS] {
        block.0.map(f32::to_bits)
    }
}
