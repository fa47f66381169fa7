//! What a network says, by its definition: sums one after the other, in the order that is promised.

use outflank::board::Board;
use outflank::eval::network::{Inference, NetworkShape, NetworkWeights, Tensor};

pub fn infer(weights: &NetworkWeights, board: Board) -> Inference {
    if let NetworkShape::Convolutional { channels, layers } = weights.shape() {
        return infer_by_convolutions(weights, channels, layers, board);
    }
    let planes = [board.mover(), board.opponent()];
    let inputs: Vec<f32> =
        planes.iter().flat_map(|plane| (0..64).map(|at| (plane.0 >> at & 1) as f32)).collect();
    let first = rectified(layer(weights, Tensor::Input, &inputs));
    let second = rectified(layer(weights, Tensor::Hidden, &first));
    let policy = layer(weights, Tensor::Policy, &second);
    Inference { value: value(weights, &second), policy: policy.try_into().unwrap() }
}

/// Each sum begins with the bias and adds the inputs, the first one first.
fn layer(weights: &NetworkWeights, tensor: Tensor, inputs: &[f32]) -> Vec<f32> {
    let rows = weights.weight(tensor).chunks_exact(inputs.len());
    rows.zip(weights.bias(tensor))
        .map(|(row, &bias)| row.iter().zip(inputs).fold(bias, |sum, (w, x)| sum + w * x))
        .collect()
}

/// The sum for the value is made of 64 parts, which are added up in pairs.
fn value(weights: &NetworkWeights, units: &[f32]) -> f32 {
    let mut parts = vec![0.0; 64];
    for (at, (weight, unit)) in weights.weight(Tensor::Value).iter().zip(units).enumerate() {
        parts[at % 64] += weight * unit;
    }
    while let half @ 1.. = parts.len() / 2 {
        parts = (0..half).map(|at| parts[at] + parts[at + half]).collect();
    }
    parts[0] + weights.bias(Tensor::Value)[0]
}

fn rectified(values: Vec<f32>) -> Vec<f32> {
    values.into_iter().map(|value| value.max(0.0)).collect()
}

/// Units are counted channel by channel, 64 squares each.
fn infer_by_convolutions(
    weights: &NetworkWeights,
    channels: usize,
    layers: usize,
    board: Board,
) -> Inference {
    let planes = [board.mover(), board.opponent()];
    let mut units: Vec<f32> =
        planes.iter().flat_map(|plane| (0..64).map(|at| (plane.0 >> at & 1) as f32)).collect();
    for layer in 0..layers {
        units = rectified(convolution(weights, Tensor::Convolution(layer), &units));
    }
    // Sums for heads have 16 parts, square by square, the channels of each in turn.
    let head = |weights: &[f32], squares: std::ops::Range<usize>| {
        let mut parts = vec![0.0; 16];
        for (at, square) in squares.enumerate() {
            for channel in 0..channels {
                let weight = weights[channel * weights.len() / channels + at];
                parts[channel % 16] += weight * units[channel * 64 + square];
            }
        }
        while let half @ 1.. = parts.len() / 2 {
            parts = (0..half).map(|at| parts[at] + parts[at + half]).collect();
        }
        parts[0]
    };
    let rows = weights.weight(Tensor::Policy).chunks_exact(channels).enumerate();
    let policy: Vec<f32> = rows
        .map(|(square, row)| weights.bias(Tensor::Policy)[square] + head(row, square..square + 1))
        .collect();
    let value = head(weights.weight(Tensor::Value), 0..64) + weights.bias(Tensor::Value)[0];
    Inference { value, policy: policy.try_into().unwrap() }
}

fn convolution(weights: &NetworkWeights, tensor: Tensor, units: &[f32]) -> Vec<f32> {
    let inputs = units.len() / 64;
    let mut sums = Vec::new();
    for (row, bias) in weights.weight(tensor).chunks_exact(9 * inputs).zip(weights.bias(tensor)) {
        for square in 0..64 {
            let mut sum = *bias;
            for neighbour in 0..9 {
                let (line, file) = (square / 8 + neighbour / 3, square % 8 + neighbour % 3);
                if (1..=8).contains(&line) && (1..=8).contains(&file) {
                    for channel in 0..inputs {
                        let unit = units[channel * 64 + (line - 1) * 8 + file - 1];
                        sum += row[channel * 9 + neighbour] * unit;
                    }
                }
            }
            sums.push(sum);
        }
    }
    sums
}
