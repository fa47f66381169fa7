//! What the trainer and the network have to agree on.

use outflank::board::{Board, Square, Symmetry};
use outflank::eval::network::{Network, NetworkShape, NetworkWeights, Tensor};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The network that sees each square as another one does that the symmetry takes it to.
fn turned(weights: &NetworkWeights, symmetry: Symmetry) -> NetworkWeights {
    let shape = weights.shape();
    let mut turned = weights.clone();
    let to = |at: usize| symmetry.square(Square::new(at as u8).unwrap()).index();
    let (units, inputs) = shape.dimensions(Tensor::Input);
    let start = shape.weights(Tensor::Input).start;
    for unit in 0..units {
        for input in 0..inputs {
            let target = input / 64 * 64 + to(input % 64);
            let number = weights.parameters()[start + unit * inputs + input];
            turned.parameters_mut()[start + unit * inputs + target] = number;
        }
    }
    let (squares, inputs) = shape.dimensions(Tensor::Policy);
    for square in 0..squares {
        let row = &weights.weight(Tensor::Policy)[square * inputs..][..inputs];
        let start = shape.weights(Tensor::Policy).start + to(square) * inputs;
        turned.parameters_mut()[start..start + inputs].copy_from_slice(row);
        let bias = shape.biases(Tensor::Policy).start;
        turned.parameters_mut()[bias + to(square)] = weights.bias(Tensor::Policy)[square];
    }
    turned
}

#[test]
fn symmetries_turn_the_inputs_and_the_policy_alike() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let shape = NetworkShape::Dense { hidden: [48, 16] };
    let parameters = (0..shape.parameters()).map(|_| rng.random_range(-0.3..0.3)).collect();
    let weights = NetworkWeights::new(shape, parameters);
    let network = Network::new(weights.clone());
    let mut board = Board::START;
    while !board.is_over() {
        let said = network.infer(board);
        for symmetry in Symmetry::ALL {
            let other = Network::new(turned(&weights, symmetry)).infer(symmetry.board(board));
            assert!((other.value - said.value).abs() < 1e-4);
            for square in Square::all() {
                let (here, there) = (square.index(), symmetry.square(square).index());
                assert!((other.policy[there] - said.policy[here]).abs() < 1e-4, "{square}");
            }
        }
        let legal = board.legal_moves();
        let square = legal.squares().nth(rng.random_range(0..legal.len().max(1)) as usize);
        board = square.map_or(board.pass(), |square| board.play_unchecked(square));
    }
}
