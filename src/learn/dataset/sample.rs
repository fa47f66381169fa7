//! Some positions out of many.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{FileError, Reader, Sample};

/// Draws `count` positions of a file at random, each position with the same chance; all of them in
/// random order if there are no more. The same seed draws the same.
///
/// # Errors
/// When the file cannot be read to its end.
pub fn draw_samples(reader: Reader, count: usize, seed: u64) -> Result<Vec<Sample>, FileError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = Vec::new();
    let mut seen = 0_usize;
    for game in reader {
        for sample in game?.samples() {
            seen += 1;
            // The next of so many takes a place with the chance that any of them has.
            let place = rng.random_range(0..seen);
            if drawn.len() < count {
                drawn.push(sample);
                let last = drawn.len() - 1;
                drawn.swap(place, last);
            } else if place < count {
                drawn[place] = sample;
            }
        }
    }
    Ok(drawn)
}
