//! Noise at the root, so that games of a player against itself differ.

use std::f32::consts::TAU;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Dirichlet noise mixed into the priors at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootNoise {
    /// The parameter of the distribution: the smaller, the fewer moves get most of the noise.
    /// Above 0; about 10 divided by the number of moves is usual.
    pub alpha: f32,
    /// The share of the noise in the mixture, 0 to 1.
    pub share: f32,
}

impl RootNoise {
    /// Mixes noise into some priors.
    pub(super) fn mix_into(self, priors: &mut [f32], seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let noise: Vec<f32> = priors.iter().map(|_| gamma(self.alpha, &mut random)).collect();
        let sum: f32 = noise.iter().sum();
        if !(sum > 0.0 && sum.is_finite()) {
            return;
        }
        for (prior, noise) in priors.iter_mut().zip(noise) {
            *prior += self.share * (noise / sum - *prior);
        }
    }
}

/// A number from the gamma distribution of this shape. G. Marsaglia, W. Tsang, "A simple method
/// for generating gamma variables" (2000).
fn gamma(shape: f32, random: &mut ChaCha8Rng) -> f32 {
    if shape < 1.0 {
        let power = above_zero(random).powf(1.0 / shape);
        return gamma(shape + 1.0, random) * power;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = (-2.0 * above_zero(random).ln()).sqrt() * (TAU * random.random::<f32>()).cos();
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && above_zero(random).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// From 0, which is left out, to 1.
fn above_zero(random: &mut ChaCha8Rng) -> f32 {
    1.0 - random.random::<f32>()
}
