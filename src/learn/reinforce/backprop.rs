//! The gradient of the loss of many samples.
//!
//! Most work is in the products of matrices of the second layer and the policy head. The first layer
//! has inputs of 0 and 1, most of them 0: there rows are added.

use super::loss::{Lesson, LossSums, LossTerms};
use super::matrix::{Matrix, add_product};
use super::player::{Player, dot};
use crate::eval::network::{NetworkWeights, Tensor};

/// So many samples go through the network at once: what they need fits into the second cache.
const ROWS: usize = 256;

/// The sum of the samples' costs is lowered by going against `gradient`, to which it adds: as
/// [`NetworkWeights::parameters`] lie.
pub(super) fn add_gradient(
    weights: &NetworkWeights,
    player: &Player,
    lessons: &[Lesson],
    terms: &LossTerms,
    gradient: &mut [f32],
) -> LossSums {
    let mut by_input = vec![0.0; player.input.len()];
    let mut sums = LossSums::default();
    for lessons in lessons.chunks(ROWS) {
        let pass = Pass::forward(weights, player, lessons);
        sums = sums.and(pass.backward(weights, lessons, terms, gradient, &mut by_input));
    }
    let shape = weights.shape();
    let (outputs, inputs) = shape.dimensions(Tensor::Input);
    let rows = gradient[shape.weights(Tensor::Input)].chunks_exact_mut(inputs);
    for (output, row) in rows.enumerate() {
        for (input, slope) in row.iter_mut().enumerate() {
            *slope += by_input[input * outputs + output];
        }
    }
    sums
}

/// The units of some boards, row by row.
struct Pass {
    first: Vec<f32>,
    second: Vec<f32>,
    logits: Vec<f32>,
    values: Vec<f32>,
}

impl Pass {
    fn forward(weights: &NetworkWeights, player: &Player, lessons: &[Lesson]) -> Self {
        let [wide, narrow] = weights.shape().hidden;
        let rows = lessons.len();
        let mut first = vec![0.0; rows * wide];
        let mut active = [(0, 0.0); 64];
        for (lesson, units) in lessons.iter().zip(first.chunks_exact_mut(wide)) {
            player.first_layer(lesson.board, units, &mut active);
        }
        rectify(&mut first);
        let mut second = weights.bias(Tensor::Hidden).repeat(rows);
        let hidden = matrix(weights, Tensor::Hidden);
        add_product(Matrix::new(&first, rows, wide), hidden.transposed(), &mut second);
        rectify(&mut second);
        let mut logits = weights.bias(Tensor::Policy).repeat(rows);
        let policy = matrix(weights, Tensor::Policy);
        add_product(Matrix::new(&second, rows, narrow), policy.transposed(), &mut logits);
        let value =
            |units| weights.bias(Tensor::Value)[0] + dot(weights.weight(Tensor::Value), units);
        let values = second.chunks_exact(narrow).map(value).collect();
        Self { first, second, logits, values }
    }

    fn backward(
        self,
        weights: &NetworkWeights,
        lessons: &[Lesson],
        terms: &LossTerms,
        gradient: &mut [f32],
        by_input: &mut [f32],
    ) -> LossSums {
        let Self { first, second, logits, values } = self;
        let shape = weights.shape();
        let [wide, narrow] = shape.hidden;
        let rows = lessons.len();
        let mut sums = LossSums::default();
        let mut of_logits = vec![0.0; rows * 64];
        // The slopes by the units of the second layer begin with what comes from the value.
        let mut of_second = vec![0.0; rows * narrow];
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
        let slopes = Matrix::new(&of_logits, rows, 64);
        let units = Matrix::new(&second, rows, narrow);
        add_product(slopes.transposed(), units, &mut gradient[shape.weights(Tensor::Policy)]);
        add_rows(&of_logits, &mut gradient[shape.biases(Tensor::Policy)]);
        add_product(slopes, matrix(weights, Tensor::Policy), &mut of_second);
        where_positive(&second, &mut of_second);

        let slopes = Matrix::new(&of_second, rows, narrow);
        let units = Matrix::new(&first, rows, wide);
        add_product(slopes.transposed(), units, &mut gradient[shape.weights(Tensor::Hidden)]);
        add_rows(&of_second, &mut gradient[shape.biases(Tensor::Hidden)]);
        let mut of_first = vec![0.0; rows * wide];
        add_product(slopes, matrix(weights, Tensor::Hidden), &mut of_first);
        where_positive(&first, &mut of_first);

        add_rows(&of_first, &mut gradient[shape.biases(Tensor::Input)]);
        for (lesson, slopes) in lessons.iter().zip(of_first.chunks_exact(wide)) {
            for (plane, start) in [(lesson.board.mover(), 0), (lesson.board.opponent(), 64)] {
                for square in plane {
                    let sum = &mut by_input[(start + square.index()) * wide..][..wide];
                    add_times(slopes, 1.0, sum);
                }
            }
        }
        sums
    }
}

fn matrix(weights: &NetworkWeights, tensor: Tensor) -> Matrix<'_> {
    let (outputs, inputs) = weights.shape().dimensions(tensor);
    Matrix::new(weights.weight(tensor), outputs, inputs)
}

fn rectify(units: &mut [f32]) {
    units.iter_mut().for_each(|unit| *unit = unit.max(0.0));
}

/// Units that are 0 pass no slope on.
fn where_positive(units: &[f32], slopes: &mut [f32]) {
    for (slope, unit) in slopes.iter_mut().zip(units) {
        *slope = if *unit > 0.0 { *slope } else { 0.0 };
    }
}

fn add_times(row: &[f32], factor: f32, sum: &mut [f32]) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += factor * number;
    }
}

fn add_rows(rows: &[f32], sum: &mut [f32]) {
    for row in rows.chunks_exact(sum.len()) {
        add_times(row, 1.0, sum);
    }
}
