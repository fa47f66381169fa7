//! The gradient of a convolutional network: each convolution is a product of matrices, of a row of
//! nine squares' channels for each square with the weights.

use super::backprop::{add_rows, add_times, dot, rectify, repeated, where_positive, zeros};
use super::loss::{Lesson, LossSums, LossTerms};
use super::matrix::{Matrix, add_product};
use crate::board::Board;
use crate::eval::network::{AREA, LINE, NetworkWeights, PLANES, Tensor};

/// So many samples go through the network at once: what they need fits into the second cache.
const SAMPLES: usize = 8;

/// What leads to a gradient; used again from update to update.
#[derive(Clone, Debug, Default)]
pub(super) struct Convolutions {
    layers: Vec<Layer>,
    /// The weights of the value square by square, and the sum of the slopes by them.
    value: Vec<f32>,
    of_value: Vec<f32>,
    /// Squares with their rims, and the rows of nine squares of slopes.
    rimmed: Vec<f32>,
    rows: Vec<f32>,
}

/// A convolution, and what some boards come to in it. Rows are squares, board by board.
#[derive(Clone, Debug, Default)]
struct Layer {
    inputs: usize,
    /// From nine squares' inputs to the outputs; from nine squares' outputs back to the inputs; and
    /// the sum of the slopes by the former.
    forth: Vec<f32>,
    back: Vec<f32>,
    by_weight: Vec<f32>,
    /// Nine squares' inputs.
    rows: Vec<f32>,
    units: Vec<f32>,
    of_units: Vec<f32>,
}

impl Convolutions {
    /// Adds the slopes of the samples' costs to a gradient of zeros, and says what they cost.
    pub fn run(
        &mut self,
        weights: &NetworkWeights,
        [channels, layers]: [usize; 2],
        lessons: &[Lesson],
        terms: &LossTerms,
        gradient: &mut [f32],
    ) -> LossSums {
        let shape = weights.shape();
        self.layers.resize_with(layers, Layer::default);
        for (at, layer) in self.layers.iter_mut().enumerate() {
            layer.lay_out(weights.weight(Tensor::Convolution(at)), channels);
        }
        let value = weights.weight(Tensor::Value);
        let by_channel = |at: usize| at % channels * 64 + at / channels;
        self.value.clear();
        self.value.extend((0..64 * channels).map(|at| value[by_channel(at)]));
        zeros(&mut self.of_value, 64 * channels);

        let mut sums = LossSums::default();
        for lessons in lessons.chunks(SAMPLES) {
            self.forward(weights, channels, lessons);
            sums = sums.and(self.heads(weights, channels, lessons, terms, gradient));
            self.backward(weights, channels, gradient);
        }

        for (at, slope) in self.of_value.iter().enumerate() {
            gradient[shape.weights(Tensor::Value).start + by_channel(at)] = *slope;
        }
        for (at, layer) in self.layers.iter().enumerate() {
            let slopes = &mut gradient[shape.weights(Tensor::Convolution(at))];
            for (output, slopes) in slopes.chunks_exact_mut(9 * layer.inputs).enumerate() {
                for (at, slope) in slopes.iter_mut().enumerate() {
                    let input = at % 9 * layer.inputs + at / 9;
                    *slope = layer.by_weight[input * channels + output];
                }
            }
        }
        sums
    }

    fn forward(&mut self, weights: &NetworkWeights, channels: usize, lessons: &[Lesson]) {
        zeros(&mut self.rimmed, lessons.len() * AREA * PLANES);
        for (lesson, planes) in lessons.iter().zip(self.rimmed.chunks_exact_mut(AREA * PLANES)) {
            set_discs(lesson.board, planes);
        }
        for (at, layer) in self.layers.iter_mut().enumerate() {
            gather(&self.rimmed, layer.inputs, &mut layer.rows);
            let count = lessons.len() * 64;
            repeated(&mut layer.units, weights.bias(Tensor::Convolution(at)), count);
            let rows = Matrix::new(&layer.rows, count, 9 * layer.inputs);
            let forth = Matrix::new(&layer.forth, 9 * layer.inputs, channels);
            add_product(rows, forth, &mut layer.units);
            rectify(&mut layer.units);
            rim(&layer.units, channels, &mut self.rimmed);
        }
    }

    /// Through the heads: the slopes by the last sums.
    fn heads(
        &mut self,
        weights: &NetworkWeights,
        channels: usize,
        lessons: &[Lesson],
        terms: &LossTerms,
        gradient: &mut [f32],
    ) -> LossSums {
        let Self { layers, value, of_value, .. } = self;
        let Layer { units, of_units, .. } = layers.last_mut().expect("a convolution");
        let shape = weights.shape();
        let (policy, biases) = (weights.weight(Tensor::Policy), weights.bias(Tensor::Policy));
        let [of_policy, of_biases] =
            [shape.weights(Tensor::Policy).start, shape.biases(Tensor::Policy).start];
        let of_value_bias = shape.biases(Tensor::Value).start;
        zeros(of_units, units.len());
        let mut sums = LossSums::default();
        let boards =
            units.chunks_exact(64 * channels).zip(of_units.chunks_exact_mut(64 * channels));
        for (lesson, (units, of_units)) in lessons.iter().zip(boards) {
            let legal = || lesson.board.legal_moves().squares().map(|square| square.index());
            let (mut logits, mut slopes) = ([0.0; 64], [0.0; 64]);
            for at in legal() {
                let own = at * channels..(at + 1) * channels;
                logits[at] = biases[at] + dot(&policy[own.clone()], &units[own]);
            }
            let said = weights.bias(Tensor::Value)[0] + dot(value, units);
            let (slope, cost) = terms.slopes(lesson, &logits, said, &mut slopes);
            sums = sums.and(cost);
            add_times(units, slope, of_value);
            gradient[of_value_bias] += slope;
            add_times(value, slope, of_units);
            for at in legal() {
                let own = at * channels..(at + 1) * channels;
                let row = &mut gradient[of_policy..][own.clone()];
                add_times(&units[own.clone()], slopes[at], row);
                gradient[of_biases + at] += slopes[at];
                add_times(&policy[own.clone()], slopes[at], &mut of_units[own]);
            }
        }
        where_positive(units, of_units);
        sums
    }

    fn backward(&mut self, weights: &NetworkWeights, channels: usize, gradient: &mut [f32]) {
        let Self { layers, rimmed, rows, .. } = self;
        for at in (0..layers.len()).rev() {
            let (before, rest) = layers.split_at_mut(at);
            let layer = &mut rest[0];
            let count = layer.of_units.len() / channels;
            let inputs = Matrix::new(&layer.rows, count, 9 * layer.inputs);
            let slopes = Matrix::new(&layer.of_units, count, channels);
            add_product(inputs.transposed(), slopes, &mut layer.by_weight);
            let biases = weights.shape().biases(Tensor::Convolution(at));
            add_rows(&layer.of_units, &mut gradient[biases]);
            if let Some(before) = before.last_mut() {
                rim(&layer.of_units, channels, rimmed);
                gather(rimmed, channels, rows);
                let back = Matrix::new(&layer.back, 9 * channels, layer.inputs);
                zeros(&mut before.of_units, count * layer.inputs);
                let rows = Matrix::new(rows, count, 9 * channels);
                add_product(rows, back, &mut before.of_units);
                where_positive(&before.units, &mut before.of_units);
            }
        }
    }
}

impl Layer {
    fn lay_out(&mut self, weights: &[f32], channels: usize) {
        self.inputs = weights.len() / channels / 9;
        zeros(&mut self.forth, weights.len());
        zeros(&mut self.back, weights.len());
        zeros(&mut self.by_weight, weights.len());
        for (at, &weight) in weights.iter().enumerate() {
            let (output, input, square) = (at / 9 / self.inputs, at / 9 % self.inputs, at % 9);
            self.forth[(square * self.inputs + input) * channels + output] = weight;
            // What a square gives to its upper left neighbour, that one gets from its lower right.
            self.back[((8 - square) * channels + output) * self.inputs + input] = weight;
        }
    }
}

/// The planes of a board within a rim of zeros.
fn set_discs(board: Board, planes: &mut [f32]) {
    for (plane, discs) in [board.mover(), board.opponent()].into_iter().enumerate() {
        for square in discs {
            let (row, column) = (square.index() / 8, square.index() % 8);
            planes[((row + 1) * LINE + column + 1) * PLANES + plane] = 1.0;
        }
    }
}

/// Puts a rim of zeros around each board.
fn rim(squares: &[f32], channels: usize, rimmed: &mut Vec<f32>) {
    zeros(rimmed, squares.len() / 64 * AREA);
    let boards = squares.chunks_exact(64 * channels).zip(rimmed.chunks_exact_mut(AREA * channels));
    for (squares, rimmed) in boards {
        for (row, line) in squares.chunks_exact(8 * channels).enumerate() {
            let start = ((row + 1) * LINE + 1) * channels;
            rimmed[start..][..line.len()].copy_from_slice(line);
        }
    }
}

/// For each square a row of the channels of nine squares, line by line from the upper left.
fn gather(rimmed: &[f32], channels: usize, rows: &mut Vec<f32>) {
    rows.clear();
    for board in rimmed.chunks_exact(AREA * channels) {
        for square in 0..64 {
            let corner = square / 8 * LINE + square % 8;
            for line in 0..3 {
                rows.extend(&board[(corner + line * LINE) * channels..][..3 * channels]);
            }
        }
    }
}
