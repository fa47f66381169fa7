//! A small neural network: from the discs to a value and a preference for each move.
//!
//! Two planes of 64 squares, the mover's discs and the opponent's, two layers of rectified linear
//! units, and two heads: one number for the value, 64 for the squares. It has no feature made by
//! hand; `outflank train network` teaches it by play.

mod weights;

use std::fmt;
use std::sync::Arc;

pub use weights::{NetworkShape, NetworkWeights, Tensor};

use crate::board::Board;

/// The network, ready to be used. Copies share the weights.
#[derive(Clone)]
pub struct Network(Arc<NetworkWeights>);

/// What the network says of a board, from the mover's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Inference {
    /// The value before the hyperbolic tangent: `tanh` of it, from -1 to 1, is the reward the mover
    /// may expect.
    pub value: f32,
    /// The logit of a move to each square, a1 first, h8 last; those of illegal moves mean nothing.
    pub policy: [f32; 64],
}

impl Network {
    /// A network with these weights.
    pub fn new(weights: NetworkWeights) -> Self {
        Self(Arc::new(weights))
    }

    /// Its weights.
    pub fn weights(&self) -> &NetworkWeights {
        &self.0
    }

    /// Value and policy of a board.
    pub fn infer(&self, board: Board) -> Inference {
        let weights = &*self.0;
        let inputs: Vec<f32> = [board.mover(), board.opponent()]
            .iter()
            .flat_map(|plane| (0..64).map(|square| (plane.0 >> square & 1) as f32))
            .collect();
        let first = rectified(layer(weights, Tensor::Input, &inputs));
        let second = rectified(layer(weights, Tensor::Hidden, &first));
        let policy = layer(weights, Tensor::Policy, &second);
        Inference {
            value: layer(weights, Tensor::Value, &second)[0],
            policy: policy.try_into().expect("64 squares"),
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:?})", self.0.shape())
    }
}

/// Weights times inputs plus biases.
fn layer(weights: &NetworkWeights, tensor: Tensor, inputs: &[f32]) -> Vec<f32> {
    let rows = weights.weight(tensor).chunks_exact(inputs.len());
    rows.zip(weights.bias(tensor))
        .map(|(row, bias)| bias + row.iter().zip(inputs).map(|(w, x)| w * x).sum::<f32>())
        .collect()
}

fn rectified(mut values: Vec<f32>) -> Vec<f32> {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
    values
}
