//! The numbers of a network.

use std::ops::Range;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The inputs: a plane of the mover's discs and one of the opponent's.
pub(super) const INPUTS: usize = 128;
/// The most units of a layer.
pub(super) const LARGEST: usize = 1024;
/// Layers have multiples of so many units.
pub(super) const STEP: usize = 16;

/// How large a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// The units of the two hidden layers: multiples of 16, at most 1024.
    pub hidden: [usize; 2],
}

/// A layer: its weights and its biases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tensor {
    /// From the planes to the first hidden layer.
    Input,
    /// From the first hidden layer to the second.
    Hidden,
    /// From the second to the value.
    Value,
    /// From the second to the squares.
    Policy,
}

impl Tensor {
    /// All of them, in the order in which they stand in [`NetworkWeights::parameters`].
    pub const ALL: [Self; 4] = [Self::Input, Self::Hidden, Self::Value, Self::Policy];

    /// The word for it in a file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Hidden => "hidden",
            Self::Value => "value",
            Self::Policy => "policy",
        }
    }
}

impl NetworkShape {
    /// Whether its layers have as many units as layers may have.
    pub fn is_allowed(self) -> bool {
        self.hidden.iter().all(|units| (STEP..=LARGEST).contains(units) && units % STEP == 0)
    }

    /// The outputs and inputs of a layer.
    pub const fn dimensions(self, tensor: Tensor) -> (usize, usize) {
        let [first, second] = self.hidden;
        match tensor {
            Tensor::Input => (first, INPUTS),
            Tensor::Hidden => (second, first),
            Tensor::Value => (1, second),
            Tensor::Policy => (64, second),
        }
    }

    /// How many parameters there are.
    pub fn parameters(self) -> usize {
        self.biases(Tensor::Policy).end
    }

    /// Where the weights of a layer stand among the parameters.
    pub fn weights(self, tensor: Tensor) -> Range<usize> {
        let before = Tensor::ALL.into_iter().take_while(|&of| of != tensor);
        let start = before.map(|of| self.dimensions(of)).map(|(out, of)| out * (of + 1)).sum();
        let (outputs, inputs) = self.dimensions(tensor);
        start..start + outputs * inputs
    }

    /// Where the biases of a layer stand among the parameters: right after its weights.
    pub fn biases(self, tensor: Tensor) -> Range<usize> {
        let start = self.weights(tensor).end;
        start..start + self.dimensions(tensor).0
    }
}

/// The parameters of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkWeights {
    shape: NetworkShape,
    /// Layer by layer; each has its weights, output by output, and then its biases.
    parameters: Vec<f32>,
}

impl NetworkWeights {
    /// A network of a shape whose parameters are given.
    ///
    /// # Panics
    /// When there are not as many as the shape asks for.
    pub fn new(shape: NetworkShape, parameters: Vec<f32>) -> Self {
        assert_eq!(parameters.len(), shape.parameters(), "{shape:?}");
        Self { shape, parameters }
    }

    /// A network before its first lesson, decided by the seed: uniform weights of the variance two
    /// over the number of inputs, which keeps sums as large from layer to layer, and no biases. The
    /// heads have a tenth of that: a beginner values all boards and squares about alike.
    ///
    /// K. He et al., "Delving Deep into Rectifiers" (2015).
    pub fn random(shape: NetworkShape, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut parameters = vec![0.0; shape.parameters()];
        for tensor in Tensor::ALL {
            let (_, inputs) = shape.dimensions(tensor);
            let scale = if matches!(tensor, Tensor::Value | Tensor::Policy) { 0.1 } else { 1.0 };
            let most = scale * (6.0 / inputs as f32).sqrt();
            parameters[shape.weights(tensor)].fill_with(|| rng.random_range(-most..most));
        }
        Self::new(shape, parameters)
    }

    /// How large it is.
    pub const fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// All parameters, as [`NetworkShape::weights`] and [`NetworkShape::biases`] say.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All parameters, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The weights of a layer: a row of inputs for each output.
    pub fn weight(&self, tensor: Tensor) -> &[f32] {
        &self.parameters[self.shape.weights(tensor)]
    }

    /// The biases of a layer.
    pub fn bias(&self, tensor: Tensor) -> &[f32] {
        &self.parameters[self.shape.biases(tensor)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_a_beginner() {
        let shape = NetworkShape { hidden: [128, 48] };
        let network = NetworkWeights::random(shape, 1);
        assert_eq!(network, NetworkWeights::random(shape, 1));
        assert_ne!(network, NetworkWeights::random(shape, 2));
        for tensor in Tensor::ALL {
            let (_, inputs) = shape.dimensions(tensor);
            let most = (6.0 / inputs as f32).sqrt();
            assert!(network.weight(tensor).iter().all(|w| w.abs() <= most && *w != 0.0));
            assert!(network.bias(tensor).iter().all(|&bias| bias == 0.0));
        }
    }
}
