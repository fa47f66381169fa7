//! The numbers of a network.

use std::ops::Range;

/// The inputs: a plane of the mover's discs and one of the opponent's.
const INPUTS: usize = 128;

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
}

impl NetworkShape {
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
