//! Backpropagation against finite differences of a slow twin in double precision.

use outflank::board::{Bitboard, Board, Square};
use outflank::eval::network::{NetworkShape, NetworkWeights, Tensor};
use outflank::learn::reinforce::{
    CLIP, Lesson, LossTerms, PolicyLesson, VALUE_WEIGHT, gradient, masked_softmax,
};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const DENSE: NetworkShape = NetworkShape::Dense { hidden: [32, 16] };
const CONVOLUTIONAL: NetworkShape = NetworkShape::Convolutional { channels: 16, layers: 3 };

fn random_weights(shape: NetworkShape, rng: &mut ChaCha8Rng) -> NetworkWeights {
    let most = if shape == DENSE { 0.3 } else { 0.1 };
    let parameters = (0..shape.parameters()).map(|_| rng.random_range(-most..most)).collect();
    NetworkWeights::new(shape, parameters)
}

/// Boards of a random game on which the mover can move.
fn random_boards(rng: &mut ChaCha8Rng) -> Vec<Board> {
    let (mut board, mut boards) = (Board::START, Vec::new());
    while !board.is_over() {
        board = if let Some(square) = random_move(board, rng) {
            boards.push(board);
            board.play_unchecked(square)
        } else {
            board.pass()
        };
    }
    boards
}

fn random_move(board: Board, rng: &mut ChaCha8Rng) -> Option<Square> {
    let legal = board.legal_moves();
    legal.squares().nth(rng.random_range(0..legal.len().max(1)) as usize)
}

/// Value before the hyperbolic tangent, and logits.
fn forward(shape: NetworkShape, parameters: &[f64], board: Board) -> (f64, Vec<f64>) {
    let layer = |tensor: Tensor, inputs: &[f64]| -> Vec<f64> {
        let weights = &parameters[shape.weights(tensor)];
        let biases = &parameters[shape.biases(tensor)];
        let rows = weights.chunks(inputs.len()).zip(biases);
        rows.map(|(row, bias)| bias + row.iter().zip(inputs).map(|(w, x)| w * x).sum::<f64>())
            .collect()
    };
    let rectified = |units: Vec<f64>| -> Vec<f64> { units.iter().map(|x| x.max(0.0)).collect() };
    let plane =
        |set: Bitboard| Square::all().map(move |square| f64::from(u8::from(set.has(square))));
    let inputs: Vec<f64> = plane(board.mover()).chain(plane(board.opponent())).collect();
    if let NetworkShape::Convolutional { channels, layers } = shape {
        let mut units = inputs;
        for tensor in (0..layers).map(Tensor::Convolution) {
            let (weights, biases) = (shape.weights(tensor), shape.biases(tensor));
            units = rectified(convolution(&parameters[weights], &parameters[biases], &units));
        }
        let (weights, biases) = (shape.weights(Tensor::Policy), shape.biases(Tensor::Policy));
        let rows = parameters[weights].chunks(channels).zip(&parameters[biases]).enumerate();
        let logits = rows.map(|(square, (row, bias))| {
            let own = units[square..].iter().step_by(64);
            bias + row.iter().zip(own).map(|(w, x)| w * x).sum::<f64>()
        });
        return (layer(Tensor::Value, &units)[0], logits.collect());
    }
    let units = rectified(layer(Tensor::Hidden, &rectified(layer(Tensor::Input, &inputs))));
    (layer(Tensor::Value, &units)[0], layer(Tensor::Policy, &units))
}

/// Channel by channel, 64 squares each.
fn convolution(weights: &[f64], biases: &[f64], units: &[f64]) -> Vec<f64> {
    let inputs = units.len() / 64;
    let mut rimmed = vec![[[0.0; 10]; 10]; inputs];
    for (at, unit) in units.iter().enumerate() {
        rimmed[at / 64][at % 64 / 8 + 1][at % 8 + 1] = *unit;
    }
    let mut sums = Vec::new();
    for (row, bias) in weights.chunks(9 * inputs).zip(biases) {
        for square in 0..64 {
            let terms = row.iter().enumerate().map(|(at, weight)| {
                let (line, file) = (square / 8 + at % 9 / 3, square % 8 + at % 3);
                weight * rimmed[at / 9][line][file]
            });
            sums.push(bias + terms.sum::<f64>());
        }
    }
    sums
}

fn cost(shape: NetworkShape, parameters: &[f64], lessons: &[Lesson], terms: &LossTerms) -> f64 {
    let of = |lesson: &Lesson| {
        let (value, logits) = forward(shape, parameters, lesson.board);
        let temperature = f64::from(terms.temperature);
        let legal: Vec<usize> = lesson.board.legal_moves().squares().map(Square::index).collect();
        let sum: f64 = legal.iter().map(|&at| (logits[at] / temperature).exp()).sum();
        let log = |at: usize| logits[at] / temperature - sum.ln();
        let policy = match &lesson.policy {
            PolicyLesson::Gradient { chosen, advantage } => {
                -f64::from(*advantage) * log(chosen.index())
            }
            PolicyLesson::Clipped { chosen, advantage, log_probability } => {
                let ratio = (log(chosen.index()) - f64::from(*log_probability)).exp();
                let clip = f64::from(CLIP);
                let advantage = f64::from(*advantage);
                -(advantage * ratio).min(advantage * ratio.clamp(1.0 - clip, 1.0 + clip))
            }
            PolicyLesson::Target(target) => {
                legal.iter().map(|&at| -f64::from(target[at]) * log(at)).sum()
            }
        };
        let entropy: f64 = legal.iter().map(|&at| -log(at).exp() * log(at)).sum();
        let error = lesson.value.map_or(0.0, |wanted| value.tanh() - f64::from(wanted));
        let value = f64::from(VALUE_WEIGHT) * error * error / 2.0;
        f64::from(terms.scale) * (policy + value - f64::from(terms.entropy) * entropy)
    };
    lessons.iter().map(of).sum()
}

fn check(lesson: impl Fn(Board, &mut ChaCha8Rng) -> Lesson, entropy: f32, temperature: f32) {
    check_shape(DENSE, &lesson, entropy, temperature);
    check_shape(CONVOLUTIONAL, &lesson, entropy, temperature);
}

/// Compares along some parameters of each layer, and along a random direction through all.
fn check_shape(
    shape: NetworkShape,
    lesson: &dyn Fn(Board, &mut ChaCha8Rng) -> Lesson,
    entropy: f32,
    temperature: f32,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let weights = random_weights(shape, &mut rng);
    // More than go through the network at once: 256, and 8 with convolutions.
    let mut boards: Vec<Board> = (0..6).flat_map(|_| random_boards(&mut rng)).collect();
    assert!(boards.len() > 256);
    if shape == CONVOLUTIONAL {
        boards = boards.into_iter().step_by(16).collect();
    }
    let lessons: Vec<Lesson> = boards.iter().map(|&board| lesson(board, &mut rng)).collect();
    let terms = LossTerms { temperature, entropy, scale: 1.0 / lessons.len() as f32 };
    let (found, sums) = gradient(&weights, &lessons, &terms);
    assert_eq!(sums.samples, lessons.len() as u64);
    let parameters: Vec<f64> = weights.parameters().iter().map(|&x| f64::from(x)).collect();
    let slope_along = |direction: &[(usize, f64)]| {
        // So short that hardly a unit of thousands is turned on or off on the way.
        const STEP: f64 = 1e-8;
        let at = |step: f64| {
            let mut moved = parameters.clone();
            direction.iter().for_each(|&(at, way)| moved[at] += step * way);
            cost(shape, &moved, &lessons, &terms)
        };
        (at(STEP) - at(-STEP)) / (2.0 * STEP)
    };
    let near = |found: f64, expected: f64, what: &str| {
        let close = 1e-5 + 2e-3 * expected.abs();
        assert!((found - expected).abs() < close, "{what}: {found} instead of {expected}");
    };
    for tensor in shape.tensors() {
        for range in [shape.weights(tensor), shape.biases(tensor)] {
            for _ in 0..12 {
                let at = rng.random_range(range.clone());
                near(f64::from(found[at]), slope_along(&[(at, 1.0)]), &format!("{tensor:?} {at}"));
            }
        }
    }
    let direction: Vec<(usize, f64)> =
        (0..parameters.len()).map(|at| (at, rng.random_range(-1.0..1.0))).collect();
    let along = direction.iter().map(|&(at, way)| way * f64::from(found[at])).sum();
    near(along, slope_along(&direction), "all");
}

fn chosen(board: Board, rng: &mut ChaCha8Rng) -> (Square, f32) {
    (random_move(board, rng).unwrap(), rng.random_range(-2.0..2.0))
}

#[test]
fn the_policy_gradient_is_that_of_its_cost() {
    let lesson = |board, rng: &mut ChaCha8Rng| {
        let (chosen, advantage) = chosen(board, rng);
        Lesson { board, policy: PolicyLesson::Gradient { chosen, advantage }, value: None }
    };
    check(lesson, 0.0, 1.0);
    check(lesson, 0.0, 0.7);
}

#[test]
fn the_entropy_bonus_has_its_gradient() {
    let lesson = |board, rng: &mut ChaCha8Rng| {
        let (chosen, _) = chosen(board, rng);
        Lesson { board, policy: PolicyLesson::Gradient { chosen, advantage: 0.0 }, value: None }
    };
    check(lesson, 1.0, 1.0);
    check(lesson, 0.5, 1.5);
}

#[test]
fn the_squared_error_of_the_value_has_its_gradient() {
    let lesson = |board, rng: &mut ChaCha8Rng| {
        let (chosen, _) = chosen(board, rng);
        let policy = PolicyLesson::Gradient { chosen, advantage: 0.0 };
        Lesson { board, policy, value: Some(rng.random_range(-1.0..1.0)) }
    };
    check(lesson, 0.0, 1.0);
}

#[test]
fn clipped_ratios_have_their_gradient() {
    // Ratios on both sides of both clips.
    let lesson = |board: Board, rng: &mut ChaCha8Rng| {
        let (chosen, advantage) = chosen(board, rng);
        let likely = -(board.legal_moves().len() as f32).ln();
        let log_probability = likely + rng.random_range(-0.6..0.6);
        let policy = PolicyLesson::Clipped { chosen, advantage, log_probability };
        Lesson { board, policy, value: Some(0.5) }
    };
    check(lesson, 0.01, 1.0);
}

#[test]
fn the_cross_entropy_to_targets_has_its_gradient() {
    let lesson = |board: Board, rng: &mut ChaCha8Rng| {
        let logits = [(); 64].map(|()| rng.random_range(-2.0..2.0));
        let target = Box::new(masked_softmax(&logits, board.legal_moves(), 1.0));
        Lesson { board, policy: PolicyLesson::Target(target), value: Some(-0.25) }
    };
    check(lesson, 0.0, 1.0);
}

proptest! {
    #[test]
    fn illegal_moves_have_no_chance_and_the_others_add_up_to_1(
        seed: u64,
        temperature in 0.01_f32..100.0,
        size in 0.0_f32..1000.0,
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for board in random_boards(&mut rng) {
            let logits = [(); 64].map(|()| size * rng.random_range(-1.0_f32..1.0));
            let legal = board.legal_moves();
            let found = masked_softmax(&logits, legal, temperature);
            for square in Square::all() {
                let probability = found[square.index()];
                prop_assert!(probability >= 0.0);
                prop_assert!(legal.has(square) || probability.to_bits() == 0);
            }
            prop_assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }
}
