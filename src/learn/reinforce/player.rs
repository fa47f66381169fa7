//! The network as self-play uses it: one board at a time, and only what it needs.

use crate::board::{Bitboard, Board};
use crate::eval::network::{NetworkShape, NetworkWeights, Tensor};

/// The weights laid out by inputs, so that what is 0 can be skipped.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub shape: NetworkShape,
    /// For each of the 128 inputs, its weights into the first layer.
    pub input: Vec<f32>,
    pub input_bias: Vec<f32>,
    /// For each unit of the first layer, its weights into the second.
    pub hidden: Vec<f32>,
    pub hidden_bias: Vec<f32>,
    /// For each square, its weights from the second layer.
    pub policy: Vec<f32>,
    pub policy_bias: Vec<f32>,
    pub value: Vec<f32>,
    pub value_bias: f32,
}

/// Room for the units of one board.
#[derive(Clone, Debug)]
pub(super) struct Units {
    first: Vec<f32>,
    second: Vec<f32>,
    /// The numbers of the inputs of a layer that are not 0, and what they are.
    active: Vec<(u32, f32)>,
}

impl Units {
    pub fn new(shape: NetworkShape) -> Self {
        let [first, second] = shape.hidden;
        let active = vec![(0, 0.0); first.max(64)];
        Self { first: vec![0.0; first], second: vec![0.0; second], active }
    }
}

impl Player {
    pub fn new(weights: &NetworkWeights) -> Self {
        let shape = weights.shape();
        Self {
            shape,
            input: transposed(weights, Tensor::Input),
            input_bias: weights.bias(Tensor::Input).to_vec(),
            hidden: transposed(weights, Tensor::Hidden),
            hidden_bias: weights.bias(Tensor::Hidden).to_vec(),
            policy: weights.weight(Tensor::Policy).to_vec(),
            policy_bias: weights.bias(Tensor::Policy).to_vec(),
            value: weights.weight(Tensor::Value).to_vec(),
            value_bias: weights.bias(Tensor::Value)[0],
        }
    }

    /// The value, -1 to 1; the logits of the `wanted` squares are written, the others left.
    pub fn look(
        &self,
        board: Board,
        wanted: Bitboard,
        units: &mut Units,
        logits: &mut [f32; 64],
    ) -> f32 {
        let Units { first, second, active } = units;
        self.first_layer(board, first, active);
        let mut count = 0;
        for (at, &unit) in first.iter().enumerate() {
            active[count] = (at as u32, unit);
            count += usize::from(unit > 0.0);
        }
        add_rows(&self.hidden, &active[..count], &self.hidden_bias, second);
        second.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        for square in wanted {
            let at = square.index();
            let row = &self.policy[at * second.len()..][..second.len()];
            logits[at] = self.policy_bias[at] + dot(row, second);
        }
        (self.value_bias + dot(&self.value, second)).tanh()
    }

    /// The sums of the first layer, before they are rectified.
    pub fn first_layer(&self, board: Board, sums: &mut [f32], active: &mut [(u32, f32)]) {
        let mut count = 0;
        for (plane, start) in [(board.mover(), 0), (board.opponent(), 64)] {
            for square in plane {
                active[count] = (start + square.index() as u32, 1.0);
                count += 1;
            }
        }
        add_rows(&self.input, &active[..count], &self.input_bias, sums);
    }
}

/// A layer's weights, input by input.
fn transposed(weights: &NetworkWeights, tensor: Tensor) -> Vec<f32> {
    let (outputs, inputs) = weights.shape().dimensions(tensor);
    let weight = weights.weight(tensor);
    let by_input = (0..inputs)
        .flat_map(|input| (0..outputs).map(move |output| weight[output * inputs + input]));
    by_input.collect()
}

/// `sums` = `bias` plus the rows of a matrix that are named, each times its number.
fn add_rows(matrix: &[f32], rows: &[(u32, f32)], bias: &[f32], sums: &mut [f32]) {
    let mut done = 0;
    done += add_blocks::<64>(matrix, rows, bias, sums, done);
    add_blocks::<16>(matrix, rows, bias, sums, done);
}

/// The same in blocks of columns that fit into registers, from a column on; how many are done.
fn add_blocks<const WIDTH: usize>(
    matrix: &[f32],
    rows: &[(u32, f32)],
    bias: &[f32],
    sums: &mut [f32],
    from: usize,
) -> usize {
    let width = sums.len();
    let mut done = 0;
    while from + done + WIDTH <= width {
        let start = from + done;
        let mut block = [0.0; WIDTH];
        block.copy_from_slice(&bias[start..start + WIDTH]);
        for &(row, factor) in rows {
            let row = &matrix[row as usize * width + start..][..WIDTH];
            for (sum, weight) in block.iter_mut().zip(row) {
                *sum += factor * weight;
            }
        }
        sums[start..start + WIDTH].copy_from_slice(&block);
        done += WIDTH;
    }
    done
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
