//! From what happened in a game to what is to be learned from it.

use super::games::Step;

/// What a step was worth, from the side of its mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    /// How much better it went than the value said.
    pub advantage: f32,
    /// What the value should have said.
    pub value: f32,
}

/// Generalised advantages (Schulman et al. 2016) without a discount: the sums of the changes of the
/// value from here on, each but the first times `lambda` once more than that before it; with 1 that
/// is the reward less the value.
///
/// `reward` is that of the side that began.
pub(super) fn worths(steps: &[Step], reward: f32, lambda: f32) -> Vec<Worth> {
    let (mut next, mut sum) = (reward, 0.0);
    let mut worths: Vec<Worth> = steps
        .iter()
        .rev()
        .map(|step| {
            // All from the side that began: a value changes its sign with the mover.
            let sign = if step.is_first { 1.0 } else { -1.0 };
            let value = sign * step.value;
            sum = next - value + lambda * sum;
            next = value;
            Worth { advantage: sign * sum, value: sign * (value + sum) }
        })
        .collect();
    worths.reverse();
    worths
}

/// Moves numbers so that their mean is 0 and the mean of their squares 1.
pub(super) fn normalize(advantages: &mut [&mut f32]) {
    let count = advantages.len().max(1) as f64;
    let mean = advantages.iter().map(|advantage| f64::from(**advantage)).sum::<f64>() / count;
    let square = |advantage: &&mut f32| (f64::from(**advantage) - mean).powi(2);
    let deviation = (advantages.iter().map(square).sum::<f64>() / count).sqrt().max(1e-6);
    for advantage in advantages {
        **advantage = ((f64::from(**advantage) - mean) / deviation) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Square};

    fn steps(values: &[(f32, bool)]) -> Vec<Step> {
        let step = |&(value, is_first)| Step {
            board: Board::START,
            chosen: Square::at(3, 2),
            log_probability: 0.0,
            value,
            visits: None,
            is_first,
        };
        values.iter().map(step).collect()
    }

    #[test]
    fn with_lambda_1_it_is_the_reward_less_the_value_and_with_0_the_next_value() {
        let steps = steps(&[(0.25, true), (0.5, false), (-0.125, false), (0.75, true)]);
        let of = |lambda| worths(&steps, 1.0, lambda);
        let whole = [(0.75, 1.0), (-1.5, -1.0), (-0.875, -1.0), (0.25, 1.0)];
        let next = [(-0.75, -0.5), (-0.625, -0.125), (-0.625, -0.75), (0.25, 1.0)];
        for (found, expected) in [(of(1.0), whole), (of(0.0), next)] {
            let found: Vec<(f32, f32)> = found.iter().map(|w| (w.advantage, w.value)).collect();
            assert_eq!(found, expected);
        }
        let half = of(0.5)[1];
        assert_eq!(half.advantage, -0.625 + 0.5 * (-0.625 + 0.5 * -0.25));
        assert_eq!(half.value, half.advantage + 0.5);
    }

    #[test]
    fn normalized_numbers_have_mean_0_and_deviation_1() {
        let mut numbers = [1.0, 2.0, 6.0];
        normalize(&mut numbers.iter_mut().collect::<Vec<_>>());
        assert!(numbers.iter().sum::<f32>().abs() < 1e-6, "{numbers:?}");
        let squares: f32 = numbers.iter().map(|x| x * x).sum();
        assert!((squares - 3.0).abs() < 1e-5, "{numbers:?}");
        let mut same = [4.0; 5];
        normalize(&mut same.iter_mut().collect::<Vec<_>>());
        assert_eq!(same, [0.0; 5]);
    }
}
