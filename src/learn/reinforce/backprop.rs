//! The gradient of the loss of many samples.
//!
//! Most work is in the products of matrices of the second layer and the policy head. The first layer
//! has inputs of 0 and 1, most of them 0: there rows are added.

use super::convolutions::Convolutions;
use super::loss::{Lesson, LossSums, LossTerms};
use super::matrix::{Matrix, add_product};
use crate::board::{Board, Square};
use crate::eval::network::{NetworkShape, NetworkWeights, Tensor};

/// So many samples go through the network at once: what they need fits into the second cache.
const ROWS: usize = 256;

/// A gradient, and room for what leads to it; used again from update to update.
#[derive(Clone, Debug, Default)]
pub(super) struct Backprop {
    /// The sum of the slopes, as [`NetworkWeights::parameters`] lie.
    pub gradient: Vec<f32>,
    /// The weights of the first layer, input by input, and the sum of the slopes by them.
    columns: Vec<f32>,
    by_input: Vec<f32>,
    /// The units of some boards, row by row, and the slopes by them.
    first: Vec<f32>,
    second: Vec<f32>,
    logits: Vec<f32>,
    values: Vec<f32>,
    of_first: Vec<f32>,
    of_second: Vec<f32>,
    of_logits: Vec<f32>,
    /// Instead of all that for a convolutional network.
    convolutions: Convolutions,
}

impl Backprop {
    /// Makes the gradient that of the sum of the samples' costs, and says what they cost.
    pub fn run(
        &mut self,
        weights: &NetworkWeights,
        lessons: &[Lesson],
        terms: &LossTerms,
    ) -> LossSums {
        zeros(&mut self.gradient, weights.shape().parameters());
        match weights.shape() {
            NetworkShape::Dense { hidden } => self.run_dense(weights, hidden, lessons, terms),
            NetworkShape::Convolutional { channels, layers } => {
                let Self { convolutions, gradient, .. } = self;
                convolutions.run(weights, [channels, layers], lessons, terms, gradient)
            }
        }
    }

    fn run_dense(
        &mut self,
        weights: &NetworkWeights,
        hidden: [usize; 2],
        lessons: &[Lesson],
        terms: &LossTerms,
    ) -> LossSums {
        let shape = weights.shape();
        let (outputs, inputs) = shape.dimensions(Tensor::Input);
        zeros(&mut self.by_input, inputs * outputs);
        self.columns.clear();
        let weight = weights.weight(Tensor::Input);
        let column = |input: usize| weight[input..].iter().step_by(inputs);
        self.columns.extend((0..inputs).flat_map(column));
        let mut sums = LossSums::default();
        for lessons in lessons.chunks(ROWS) {
            self.forward(weights, hidden, lessons);
            sums = sums.and(self.backward_to_second(weights, hidden, lessons, terms));
            self.backward_to_inputs(weights, hidden, lessons);
        }
        let rows = self.gradient[shape.weights(Tensor::Input)].chunks_exact_mut(inputs);
        for (output, row) in rows.enumerate() {
            for (input, slope) in row.iter_mut().enumerate() {
                *slope = self.by_input[input * outputs + output];
            }
        }
        sums
    }

    fn forward(
        &mut self,
        weights: &NetworkWeights,
        [wide, narrow]: [usize; 2],
        lessons: &[Lesson],
    ) {
        let Self { columns, first, second, logits, values, .. } = self;
        let rows = lessons.len();
        repeated(first, weights.bias(Tensor::Input), rows);
        for (lesson, units) in lessons.iter().zip(first.chunks_exact_mut(wide)) {
            for input in inputs_of(lesson.board) {
                add_times(&columns[input * wide..][..wide], 1.0, units);
            }
        }
        rectify(first);
        repeated(second, weights.bias(Tensor::Hidden), rows);
        let hidden = matrix(weights, Tensor::Hidden);
        add_product(Matrix::new(first, rows, wide), hidden.transposed(), second);
        rectify(second);
        repeated(logits, weights.bias(Tensor::Policy), rows);
        let policy = matrix(weights, Tensor::Policy);
        add_product(Matrix::new(second, rows, narrow), policy.transposed(), logits);
        let row = weights.weight(Tensor::Value);
        values.clear();
        let sums = second.chunks_exact(narrow).map(|units| dot(row, units));
        values.extend(sums.map(|sum| weights.bias(Tensor::Value)[0] + sum));
    }

    /// Through the heads: the slopes by the sums of the second layer.
    fn backward_to_second(
        &mut self,
        weights: &NetworkWeights,
        [_, narrow]: [usize; 2],
        lessons: &[Lesson],
        terms: &LossTerms,
    ) -> LossSums {
        let Self { gradient, second, logits, values, of_second, of_logits, .. } = self;
        let shape = weights.shape();
        let rows = lessons.len();
        let mut sums = LossSums::default();
        zeros(of_logits, rows * 64);
        zeros(of_second, rows * narrow);
        for (row, lesson) in lessons.iter().enumerate() {
            let of_logits = of_logits[64 * row..].first_chunk_mut().expect("a row of 64");
            let logits = logits[64 * row..].first_chunk().expect("a row of 64");
            let (of_value, cost) = terms.slopes(lesson, logits, values[row], of_logits);
            sums = sums.and(cost);
            let units = &second[row * narrow..][..narrow];
            add_times(units, of_value, &mut gradient[shape.weights(Tensor::Value)]);
            gradient[shape.biases(Tensor::Value)][0] += of_value;
            let slopes = &mut of_second[row * narrow..][..narrow];
            add_times(weights.weight(Tensor::Value), of_value, slopes);
        }
        let slopes = Matrix::new(of_logits, rows, 64);
        let units = Matrix::new(second, rows, narrow);
        add_product(slopes.transposed(), units, &mut gradient[shape.weights(Tensor::Policy)]);
        add_rows(of_logits, &mut gradient[shape.biases(Tensor::Policy)]);
        add_product(slopes, matrix(weights, Tensor::Policy), of_second);
        where_positive(second, of_second);
        sums
    }

    fn backward_to_inputs(
        &mut self,
        weights: &NetworkWeights,
        [wide, narrow]: [usize; 2],
        lessons: &[Lesson],
    ) {
        let Self { gradient, by_input, first, of_first, of_second, .. } = self;
        let shape = weights.shape();
        let rows = lessons.len();
        let slopes = Matrix::new(of_second, rows, narrow);
        let units = Matrix::new(first, rows, wide);
        add_product(slopes.transposed(), units, &mut gradient[shape.weights(Tensor::Hidden)]);
        add_rows(of_second, &mut gradient[shape.biases(Tensor::Hidden)]);
        zeros(of_first, rows * wide);
        add_product(slopes, matrix(weights, Tensor::Hidden), of_first);
        where_positive(first, of_first);

        add_rows(of_first, &mut gradient[shape.biases(Tensor::Input)]);
        for (lesson, slopes) in lessons.iter().zip(of_first.chunks_exact(wide)) {
            for input in inputs_of(lesson.board) {
                add_times(slopes, 1.0, &mut by_input[input * wide..][..wide]);
            }
        }
    }
}

/// The inputs of the first layer that are 1; the others are 0.
fn inputs_of(board: Board) -> impl Iterator<Item = usize> {
    let opponent = board.opponent().squares().map(|square| 64 + square.index());
    board.mover().squares().map(Square::index).chain(opponent)
}

/// So many zeros.
pub(super) fn zeros(numbers: &mut Vec<f32>, count: usize) {
    numbers.clear();
    numbers.resize(count, 0.0);
}

/// A row so many times.
pub(super) fn repeated(numbers: &mut Vec<f32>, row: &[f32], times: usize) {
    numbers.clear();
    (0..times).for_each(|_| numbers.extend(row));
}

fn matrix(weights: &NetworkWeights, tensor: Tensor) -> Matrix<'_> {
    let (outputs, inputs) = weights.shape().dimensions(tensor);
    Matrix::new(weights.weight(tensor), outputs, inputs)
}

pub(super) fn rectify(units: &mut [f32]) {
    units.iter_mut().for_each(|unit| *unit = unit.max(0.0));
}

/// Units that are 0 pass no slope on.
pub(super) fn where_positive(units: &[f32], slopes: &mut [f32]) {
    for (slope, unit) in slopes.iter_mut().zip(units) {
        *slope = if *unit > 0.0 { *slope } else { 0.0 };
    }
}

/// The sum of the products; the length is a multiple of 16.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; 16];
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    lanes.iter().sum()
}

pub(super) fn add_times(row: &[f32], factor: f32, sum: &mut [f32]) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += factor * number;
    }
}

pub(super) fn add_rows(rows: &[f32], sum: &mut [f32]) {
    for row in rows.chunks_exact(sum.len()) {
        add_times(row, 1.0, sum);
    }
}
