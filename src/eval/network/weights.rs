//! The numbers of a network.

use std::ops::Range;

use arrayvec::ArrayVec;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The inputs: a plane of the mover's discs and one of the opponent's.
pub(super) const INPUTS: usize = 128;
/// The most units of a layer.
pub(super) const LARGEST: usize = 1024;
/// Layers have multiples of so many units or channels.
pub(super) const STEP: usize = 16;
/// The planes of the inputs of a convolutional network.
pub(crate) const PLANES: usize = 2;
/// The squares that an output of a convolution looks at: itself and those around it.
pub(super) const NEIGHBOURS: usize = 9;
/// The most channels of a convolution.
pub(super) const MOST_CHANNELS: usize = 64;
/// The most convolutions.
pub(super) const MOST_LAYERS: usize = 6;

/// What kind of network it is, and how large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkShape {
    /// Two layers of units that each see all of what is before them.
    Dense {
        /// The units of the two hidden layers: multiples of 16, at most 1024.
        hidden: [usize; 2],
    },
    /// Convolutions of three by three squares, with zeros around the board. The value sees all
    /// channels of all squares, the logit of a square its own.
    Convolutional {
        /// The channels of each convolution: a multiple of 16, at most 64.
        channels: usize,
        /// How many convolutions there are, 1 to 6.
        layers: usize,
    },
}

/// A layer: its weights and its biases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tensor {
    /// From the planes to the first hidden layer.
    Input,
    /// From the first hidden layer to the second.
    Hidden,
    /// A convolution, counted from 0.
    Convolution(usize),
    /// To the value.
    Value,
    /// To the squares.
    Policy,
}

/// What the convolutions are called in a file.
pub(super) const CONVOLUTIONS: [&str; MOST_LAYERS] =
    ["conv1", "conv2", "conv3", "conv4", "conv5", "conv6"];

impl Tensor {
    /// The word for it in a file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Hidden => "hidden",
            Self::Convolution(layer) => CONVOLUTIONS[layer],
            Self::Value => "value",
            Self::Policy => "policy",
        }
    }
}

impl NetworkShape {
    /// Whether its layers are as many and as large as they may be.
    pub fn is_allowed(self) -> bool {
        let is_size =
            |size: usize, most| (STEP..=most).contains(&size) && size.is_multiple_of(STEP);
        match self {
            Self::Dense { hidden } => hidden.iter().all(|&units| is_size(units, LARGEST)),
            Self::Convolutional { channels, layers } => {
                is_size(channels, MOST_CHANNELS) && (1..=MOST_LAYERS).contains(&layers)
            }
        }
    }

    /// Its layers, in the order in which they stand in [`NetworkWeights::parameters`].
    pub fn tensors(self) -> impl Iterator<Item = Tensor> {
        let mut tensors = ArrayVec::<_, { MOST_LAYERS + 2 }>::new();
        match self {
            Self::Dense { .. } => tensors.extend([Tensor::Input, Tensor::Hidden]),
            Self::Convolutional { layers, .. } => {
                tensors.extend((0..layers).map(Tensor::Convolution));
            }
        }
        tensors.extend([Tensor::Value, Tensor::Policy]);
        tensors.into_iter()
    }

    /// The outputs of a layer, and the inputs of each output. Those of a convolution are the nine
    /// squares of the first channel before it, row by row from the upper left, then those of the
    /// next; those of a value after convolutions the 64 squares of the first channel, and so on.
    ///
    /// # Panics
    /// When a network of this kind has no such layer.
    pub fn dimensions(self, tensor: Tensor) -> (usize, usize) {
        match (self, tensor) {
            (Self::Dense { hidden: [first, _] }, Tensor::Input) => (first, INPUTS),
            (Self::Dense { hidden: [first, second] }, Tensor::Hidden) => (second, first),
            (Self::Dense { hidden: [_, second] }, Tensor::Value) => (1, second),
            (Self::Dense { hidden: [_, second] }, Tensor::Policy) => (64, second),
            (Self::Convolutional { channels, .. }, Tensor::Convolution(0)) => {
                (channels, NEIGHBOURS * PLANES)
            }
            (Self::Convolutional { channels, .. }, Tensor::Convolution(_)) => {
                (channels, NEIGHBOURS * channels)
            }
            (Self::Convolutional { channels, .. }, Tensor::Value) => (1, 64 * channels),
            (Self::Convolutional { channels, .. }, Tensor::Policy) => (64, channels),
            _ => panic!("{self:?} has no {tensor:?}"),
        }
    }

    /// How many parameters there are.
    pub fn parameters(self) -> usize {
        self.biases(Tensor::Policy).end
    }

    /// Where the weights of a layer stand among the parameters.
    pub fn weights(self, tensor: Tensor) -> Range<usize> {
        let before = self.tensors().take_while(|&of| of != tensor);
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
        for tensor in shape.tensors() {
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
        for shape in [
            NetworkShape::Dense { hidden: [128, 48] },
            NetworkShape::Convolutional { channels: 32, layers: 2 },
        ] {
            let network = NetworkWeights::random(shape, 1);
            assert_eq!(network, NetworkWeights::random(shape, 1));
            assert_ne!(network, NetworkWeights::random(shape, 2));
            for tensor in shape.tensors() {
                let (_, inputs) = shape.dimensions(tensor);
                let most = (6.0 / inputs as f32).sqrt();
                assert!(network.weight(tensor).iter().all(|w| w.abs() <= most && *w != 0.0));
                assert!(network.bias(tensor).iter().all(|&bias| bias == 0.0));
            }
        }
    }
}
