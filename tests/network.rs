//! The network against its definition, in Rust and in NumPy; its files; its options.

#[path = "network/files.rs"]
mod files;
#[path = "network/options.rs"]
mod options;
#[path = "network/plain.rs"]
mod plain;

use outflank::board::{Bitboard, Board, Symmetry};
use outflank::eval::network::{Network, NetworkShape, NetworkWeights, ValueCurve};
use outflank::eval::{Evaluation, Evaluator, Score};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Boards with discs thrown anywhere, from empty to full.
fn random_boards(seed: u64, count: usize) -> impl Iterator<Item = Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(move |at| {
        let [a, b, c]: [u64; 3] = std::array::from_fn(|_| rng.random());
        let discs = [a & b, a, a | b, 0, u64::MAX][at % 5];
        Board::new(Bitboard(discs & c), Bitboard(discs & !c)).unwrap()
    })
}

fn some_weights(hidden: [usize; 2], seed: u64) -> NetworkWeights {
    weights_of(NetworkShape::Dense { hidden }, seed)
}

/// A network in which nothing is 0, with heads as large as trained ones.
fn weights_of(shape: NetworkShape, seed: u64) -> NetworkWeights {
    let mut weights = NetworkWeights::random(shape, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for parameter in weights.parameters_mut() {
        *parameter = 1.5 * *parameter + rng.random_range(-0.1..0.1);
    }
    weights
}

const SHAPES: [[usize; 2]; 6] = [[16, 16], [48, 80], [128, 128], [64, 192], [256, 16], [16, 1024]];

#[test]
fn the_fast_network_has_the_bits_of_the_plain_one() {
    for (hidden, seed) in SHAPES.into_iter().zip(1..) {
        let weights = some_weights(hidden, seed);
        let network = Network::new(weights.clone());
        for board in random_boards(seed, 200) {
            let inference = network.infer(board);
            assert_eq!(inference, plain::infer(&weights, board), "{hidden:?} {board:?}");
            assert_eq!(network.value(board).to_bits(), inference.value.to_bits());
        }
    }
}

#[test]
fn fast_convolutions_have_the_bits_of_plain_ones() {
    for (channels, layers) in [(16, 1), (16, 3), (32, 2), (64, 6)] {
        let shape = NetworkShape::Convolutional { channels, layers };
        let weights = weights_of(shape, layers as u64);
        let network = Network::new(weights.clone());
        for board in random_boards(8, 40) {
            let inference = network.infer(board);
            assert_eq!(inference, plain::infer(&weights, board), "{shape:?} {board:?}");
            assert_eq!(network.value(board).to_bits(), inference.value.to_bits());
        }
    }
}

#[test]
fn the_estimate_is_the_value_in_discs() {
    let curve = ValueCurve::new(40.0, 0.7).unwrap();
    let network = Network::new(some_weights([64, 64], 3)).with_curve(curve);
    for board in random_boards(4, 2_000) {
        let value = f64::from(network.value(board));
        let expected = (4000.0 * (0.7 * value).tanh()).round() as i32;
        let difference = network.evaluate(board).centidiscs() - expected;
        assert!(difference.abs() <= 1, "{board:?}");
        assert_eq!(Evaluation::Network(network.clone()).evaluate(board), network.evaluate(board));
    }
}

#[test]
fn a_wipe_out_is_never_a_guess() {
    let mut weights = some_weights([16, 16], 5);
    weights.parameters_mut().iter_mut().for_each(|parameter| *parameter = parameter.abs() * 100.0);
    let board = Board::START;
    let network = Network::new(weights.clone());
    assert_eq!(network.evaluate(board), Score::heuristic(6300));
    weights.parameters_mut().iter_mut().rev().for_each(|parameter| *parameter *= 1e4);
    assert_eq!(Network::new(weights).evaluate(board), Score::heuristic(6300));
}

#[test]
fn the_probabilities_of_the_legal_moves_add_up_to_one() {
    let network = Network::new(some_weights([32, 32], 6));
    for board in random_boards(7, 500) {
        let inference = network.infer(board);
        let moves = board.legal_moves();
        let probabilities = inference.probabilities(moves);
        let squares: Vec<_> = probabilities.iter().map(|&(square, _)| square).collect();
        assert!(squares.into_iter().eq(moves.squares()));
        let sum: f64 = probabilities.iter().map(|(_, part)| part).sum();
        assert!(moves.is_empty() || (sum - 1.0).abs() < 1e-12);
        for pair in probabilities.windows(2) {
            let [(a, p), (b, q)] = [pair[0], pair[1]];
            let logits = [a, b].map(|square| f64::from(inference.policy[square.index()]));
            assert!((p / q - (logits[0] - logits[1]).exp()).abs() < 1e-9 * p / q);
        }
        assert!((-1.0..=1.0).contains(&inference.expected_reward()));
    }
    // Also where the numbers of others overflow.
    let mut inference = network.infer(Board::START);
    inference.policy.fill(-1e30);
    inference.policy[19] = 1e30;
    let [first, rest @ ..] = &inference.probabilities(Board::START.legal_moves())[..] else {
        panic!()
    };
    assert_eq!((first.1, rest.iter().map(|(_, part)| part).sum()), (1.0, 0.0));
}

/// The planes are the mover's, whatever the colour, and squares stand where they do elsewhere.
#[test]
fn inputs_are_the_squares_from_a1_to_h8_and_the_movers_first() {
    for symmetry in Symmetry::ALL {
        let board = symmetry.board(Board::new(Bitboard(0x0103), Bitboard(0x8040)).unwrap());
        let shape = NetworkShape::Dense { hidden: [16, 16] };
        let mut weights = NetworkWeights::new(shape, vec![0.0; shape.parameters()]);
        let discs = board.mover().squares().map(|square| (square.index(), 1.0));
        let discs =
            discs.chain(board.opponent().squares().map(|square| (64 + square.index(), 10.0)));
        for (input, weight) in discs {
            weights.parameters_mut()[5 * 128 + input] = weight;
        }
        let hidden = shape.weights(outflank::eval::network::Tensor::Hidden).start;
        weights.parameters_mut()[hidden + 7 * 16 + 5] = 1.0;
        let value = shape.weights(outflank::eval::network::Tensor::Value).start;
        weights.parameters_mut()[value + 7] = 1.0;
        assert_eq!(Network::new(weights).value(board), 23.0);
    }
}
