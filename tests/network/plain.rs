//! What a network says, by its definition: sums one after the other, in the order that is promised.

use outflank::board::Board;
use outflank::eval::network::{Inference, NetworkWeights, Tensor};

pub fn infer(weights: &NetworkWeights, board: Board) -> Inference {
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
