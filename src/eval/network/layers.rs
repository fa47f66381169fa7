//! The network laid out for speed: each input adds its column to all outputs at once.
//!
//! Units stand in blocks of 64, which are filled up with units that are always 0. Each sum is added
//! up in one order: the bias first, then what the inputs contribute, the first one first; inputs of
//! 0 are left out. The sum for the value, the only one of its layer, has 64 parts, the first of
//! every 64th unit from the first on; then the latter half of the parts is added to the former, and
//! so on down to one, and the bias comes last.

use std::array;

use arrayvec::ArrayVec;

use super::columns::{Block, Tile, UNITS, add, add_scaled, rectify};
use super::weights::{LARGEST, NetworkWeights, Tensor};
use crate::board::Board;

/// The layers of a network.
pub(super) struct Layers {
    input: Layer,
    hidden: Layer,
    value: Box<[Block]>,
    value_bias: f32,
    policy: Layer,
}

/// A layer of sums.
struct Layer {
    /// Tile by tile: the inputs of the first block of outputs, then those of the next.
    tiles: Box<[Tile]>,
    biases: Box<[Block]>,
}

/// Units that are 0 or more, and which of each block are more.
type Rectified = ArrayVec<(Block, u64), { LARGEST.div_ceil(UNITS) }>;

impl Layers {
    pub(super) fn new(weights: &NetworkWeights) -> Self {
        Self {
            input: Layer::new(weights, Tensor::Input),
            hidden: Layer::new(weights, Tensor::Hidden),
            value: blocks(weights.weight(Tensor::Value)),
            value_bias: weights.bias(Tensor::Value)[0],
            policy: Layer::new(weights, Tensor::Policy),
        }
    }

    /// The value before the hyperbolic tangent.
    #[inline]
    pub(super) fn value(&self, board: Board) -> f32 {
        self.value_of(&self.units(board))
    }

    /// The same, and the logits of the squares.
    #[inline]
    pub(super) fn value_and_policy(&self, board: Board) -> (f32, [f32; 64]) {
        let units = self.units(board);
        let Block(policy) = self.policy.sums_of(0, &units);
        (self.value_of(&units), policy)
    }

    /// The units of the second layer.
    #[inline]
    fn units(&self, board: Board) -> Rectified {
        let mut first = Rectified::new();
        for block in 0..self.input.biases.len() {
            first.push(rectified(self.input.sums_of_discs(block, board)));
        }
        let mut second = Rectified::new();
        for block in 0..self.hidden.biases.len() {
            second.push(rectified(self.hidden.sums_of(block, &first)));
        }
        second
    }

    #[inline]
    fn value_of(&self, units: &Rectified) -> f32 {
        let mut parts = [0.0; UNITS];
        for (weights, (units, _)) in self.value.iter().zip(units) {
            for (at, part) in parts.iter_mut().enumerate() {
                *part += weights.0[at] * units.0[at];
            }
        }
        let mut count = UNITS;
        while count > 1 {
            count /= 2;
            let (former, latter) = parts.split_at_mut(count);
            for (at, sum) in former.iter_mut().enumerate() {
                *sum += latter[at];
            }
        }
        parts[0] + self.value_bias
    }
}

impl Layer {
    fn new(weights: &NetworkWeights, tensor: Tensor) -> Self {
        let (outputs, inputs) = weights.shape().dimensions(tensor);
        let across = inputs.div_ceil(UNITS);
        let mut tiles = vec![[Block::ZERO; UNITS]; outputs.div_ceil(UNITS) * across];
        for (output, row) in weights.weight(tensor).chunks_exact(inputs).enumerate() {
            for (input, &weight) in row.iter().enumerate() {
                let tile = &mut tiles[output / UNITS * across + input / UNITS];
                tile[input % UNITS].0[output % UNITS] = weight;
            }
        }
        Self { tiles: tiles.into(), biases: blocks(weights.bias(tensor)) }
    }

    /// A block of outputs where the inputs are the discs of a board.
    #[inline]
    fn sums_of_discs(&self, block: usize, board: Board) -> Block {
        let mut sums = self.biases[block];
        let planes = [board.mover(), board.opponent()];
        for (tile, plane) in self.tiles_of(block, planes.len()).iter().zip(planes) {
            add(&mut sums, tile, plane.0);
        }
        sums
    }

    /// A block of outputs where the inputs are the units of another layer.
    #[inline]
    fn sums_of(&self, block: usize, inputs: &Rectified) -> Block {
        let mut sums = self.biases[block];
        for (tile, (units, set)) in self.tiles_of(block, inputs.len()).iter().zip(inputs) {
            add_scaled(&mut sums, tile, units, *set);
        }
        sums
    }

    #[inline]
    fn tiles_of(&self, block: usize, across: usize) -> &[Tile] {
        &self.tiles[block * across..][..across]
    }
}

#[inline]
fn rectified(mut sums: Block) -> (Block, u64) {
    let set = rectify(&mut sums);
    (sums, set)
}

/// Numbers in blocks, zeros after the last.
fn blocks(numbers: &[f32]) -> Box<[Block]> {
    let block =
        |part: &[f32]| Block(array::from_fn(|at| part.get(at).copied().unwrap_or_default()));
    numbers.chunks(UNITS).map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;
    use crate::eval::network::NetworkShape;

    /// The bits were worked out by NumPy, one sum after the other in single precision.
    #[test]
    fn some_outputs_are_these_bits_on_every_machine() {
        let shape = NetworkShape::Dense { hidden: [128, 48] };
        let number = |at: usize| ((at * 7919 % 2003) as f32 - 1001.0) / 8192.0;
        let parameters = (0..shape.parameters()).map(number).collect();
        let layers = Layers::new(&NetworkWeights::new(shape, parameters));
        for (mover, opponent, bits) in [
            (0x0000_0008_1000_0000, 0x0000_0010_0800_0000, [0xbd69_851c, 0x3e21_239a, 0xbe00_db30]),
            (0x0000_2030_060f_0420, 0x0000_1a0c_3830_1808, [0xbe44_8bc2, 0x3e8d_d36d, 0xbe11_51bc]),
            (0x0020_2008_3c5c_0000, 0x1c1c_1ef7_4220_1000, [0xbd66_b16a, 0x3dde_b375, 0xbdb2_ba10]),
        ] {
            let board = Board::new(Bitboard(mover), Bitboard(opponent)).unwrap();
            let (value, policy) = layers.value_and_policy(board);
            assert_eq!([value, policy[0], policy[63]].map(f32::to_bits), bits, "{board:?}");
        }
    }
}
