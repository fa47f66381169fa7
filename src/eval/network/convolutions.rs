//! A convolutional network laid out for speed: sixteen channels of a square at a time, and four
//! squares, so that each weight that is loaded is used four times.
//!
//! Channels of a square stand next to each other, and around the board there is a rim of zeros. Each
//! sum is added up in one order: the bias first, then what the nine squares contribute, row by row,
//! and of each square the first channel first. A sum for a head has 16 parts, the first of every
//! 16th channel from the first on, square by square; then the latter half of the parts is added to
//! the former, and so on down to one, and the bias comes last.

use super::weights::{NEIGHBOURS, NetworkWeights, PLANES, STEP, Tensor};
use crate::board::Board;

/// The squares of a line with its rim.
pub(crate) const LINE: usize = 10;
/// The squares of a board with its rim.
pub(crate) const AREA: usize = LINE * LINE;

/// Channels of a square, or the weights to them from one input.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Sixteen([f32; STEP]);

/// The layers of a network.
pub(super) struct Convolutions {
    channels: usize,
    layers: Box<[Convolution]>,
    /// Square by square, as the channels stand.
    value: Box<[Sixteen]>,
    value_bias: f32,
    policy: Box<[Sixteen]>,
    policy_biases: [f32; 64],
}

struct Convolution {
    /// How many channels its inputs have.
    inputs: usize,
    /// Sixteen outputs at a time: the inputs in the order of the sum.
    weights: Box<[Sixteen]>,
    biases: Box<[Sixteen]>,
}

/// Where a square stands within the rim, counted in squares.
const fn place(square: usize) -> usize {
    (square / 8 + 1) * LINE + square % 8 + 1
}

impl Convolutions {
    /// The layers of convolutional weights.
    pub(super) fn new(weights: &NetworkWeights, channels: usize, layers: usize) -> Self {
        let value = weights.weight(Tensor::Value);
        let by_square: Vec<f32> =
            (0..64 * channels).map(|at| value[at % channels * 64 + at / channels]).collect();
        let mut policy_biases = [0.0; 64];
        policy_biases.copy_from_slice(weights.bias(Tensor::Policy));
        Self {
            channels,
            layers: (0..layers).map(|layer| Convolution::new(weights, layer)).collect(),
            value: sixteens(&by_square),
            value_bias: weights.bias(Tensor::Value)[0],
            policy: sixteens(weights.weight(Tensor::Policy)),
            policy_biases,
        }
    }

    /// The value before the hyperbolic tangent.
    pub(super) fn value(&self, board: Board) -> f32 {
        self.value_of(&self.units(board))
    }

    /// The same, and the logits of the squares.
    pub(super) fn value_and_policy(&self, board: Board) -> (f32, [f32; 64]) {
        let units = self.units(board);
        let mut policy = self.policy_biases;
        let weights = self.policy.chunks_exact(self.channels / STEP);
        for ((square, logit), weights) in policy.iter_mut().enumerate().zip(weights) {
            let mut parts = [0.0; STEP];
            add_products(&mut parts, weights, self.channels_of(&units, square));
            *logit += folded(parts);
        }
        (self.value_of(&units), policy)
    }

    /// The channels after the last convolution, with the rim.
    fn units(&self, board: Board) -> Vec<f32> {
        let mut units = vec![0.0; AREA * PLANES];
        for (plane, discs) in [board.mover(), board.opponent()].into_iter().enumerate() {
            for square in discs {
                units[place(square.index()) * PLANES + plane] = 1.0;
            }
        }
        for layer in &self.layers {
            let mut next = vec![0.0; AREA * self.channels];
            layer.run(&units, &mut next, self.channels);
            units = next;
        }
        units
    }

    fn channels_of<'a>(&self, units: &'a [f32], square: usize) -> &'a [f32] {
        &units[place(square) * self.channels..][..self.channels]
    }

    fn value_of(&self, units: &[f32]) -> f32 {
        let mut parts = [0.0; STEP];
        for (square, weights) in self.value.chunks_exact(self.channels / STEP).enumerate() {
            add_products(&mut parts, weights, self.channels_of(units, square));
        }
        folded(parts) + self.value_bias
    }
}

impl Convolution {
    fn new(weights: &NetworkWeights, layer: usize) -> Self {
        let tensor = Tensor::Convolution(layer);
        let (outputs, inputs) = weights.shape().dimensions(tensor);
        let channels = inputs / NEIGHBOURS;
        let weight = weights.weight(tensor);
        let mut laid_out = Vec::with_capacity(outputs / STEP * inputs);
        for first in (0..outputs).step_by(STEP) {
            for input in 0..inputs {
                let from = input % channels * NEIGHBOURS + input / channels;
                laid_out
                    .push(Sixteen(std::array::from_fn(|at| weight[(first + at) * inputs + from])));
            }
        }
        Self { inputs: channels, weights: laid_out.into(), biases: sixteens(weights.bias(tensor)) }
    }

    /// Writes the rectified sums of all squares.
    fn run(&self, inputs: &[f32], outputs: &mut [f32], channels: usize) {
        let blocks = self.weights.chunks_exact(NEIGHBOURS * self.inputs);
        for ((block, weights), bias) in blocks.enumerate().zip(&self.biases) {
            for first in (0..64).step_by(4) {
                let corner = place(first) - LINE - 1;
                let four = self.four(weights, *bias, &inputs[corner * self.inputs..]);
                for (at, Sixteen(sums)) in four.into_iter().enumerate() {
                    let start = place(first + at) * channels + block * STEP;
                    for (output, sum) in outputs[start..][..STEP].iter_mut().zip(sums) {
                        *output = if sum > 0.0 { sum } else { 0.0 };
                    }
                }
            }
        }
    }

    /// The sums of four squares side by side; the inputs begin at the upper left neighbour of the
    /// first one.
    ///
    /// With indices: in nested iterators compilers did not see that the sums can stay in registers.
    fn four(&self, weights: &[Sixteen], bias: Sixteen, inputs: &[f32]) -> [Sixteen; 4] {
        let [Sixteen(mut first), Sixteen(mut second), Sixteen(mut third), Sixteen(mut fourth)] =
            [bias; 4];
        let taps = 3 * self.inputs;
        for row in 0..3 {
            let weights = &weights[row * taps..][..taps];
            let line = &inputs[row * LINE * self.inputs..];
            let [a, b, c, d] = [
                &line[..taps],
                &line[self.inputs..][..taps],
                &line[2 * self.inputs..][..taps],
                &line[3 * self.inputs..][..taps],
            ];
            for tap in 0..taps {
                let Sixteen(weight) = weights[tap];
                for at in 0..STEP {
                    first[at] += a[tap] * weight[at];
                }
                for at in 0..STEP {
                    second[at] += b[tap] * weight[at];
                }
                for at in 0..STEP {
                    third[at] += c[tap] * weight[at];
                }
                for at in 0..STEP {
                    fourth[at] += d[tap] * weight[at];
                }
            }
        }
        [Sixteen(first), Sixteen(second), Sixteen(third), Sixteen(fourth)]
    }
}

#[inline]
fn add_products(parts: &mut [f32; STEP], weights: &[Sixteen], units: &[f32]) {
    for (weights, units) in weights.iter().zip(units.as_chunks::<STEP>().0) {
        for ((part, weight), unit) in parts.iter_mut().zip(&weights.0).zip(units) {
            *part += weight * unit;
        }
    }
}

/// The sum of all parts.
#[inline]
fn folded(mut parts: [f32; STEP]) -> f32 {
    let mut count = STEP;
    while count > 1 {
        count /= 2;
        let (former, latter) = parts.split_at_mut(count);
        for (former, latter) in former.iter_mut().zip(latter) {
            *former += *latter;
        }
    }
    parts[0]
}

/// Numbers, sixteen at a time.
fn sixteens(numbers: &[f32]) -> Box<[Sixteen]> {
    numbers.as_chunks().0.iter().map(|&sixteen| Sixteen(sixteen)).collect()
}
