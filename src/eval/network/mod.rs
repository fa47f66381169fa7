//! A small neural network: from the discs to a value and a preference for each move.
//!
//! Two planes of 64 squares, the mover's discs and the opponent's, layers of rectified linear
//! units, two dense ones or a few convolutions ([`NetworkShape`]), and two heads: one number for
//! the value, 64 for the squares. It has no feature made by hand; `outflank train network` teaches
//! it by play. Its file is a safetensors file, see [`NetworkFile`].

mod columns;
mod convolutions;
mod curve;
mod file;
mod layers;
mod weights;

use std::fmt;
use std::sync::{Arc, LazyLock};

pub(crate) use convolutions::{AREA, LINE};
pub use curve::ValueCurve;
pub use file::{NetworkFile, NetworkFileError};
pub(crate) use weights::PLANES;
pub use weights::{NetworkShape, NetworkWeights, Tensor};

use super::{Evaluator, Score, without_view};
use crate::board::{Bitboard, Board, Square};
use convolutions::Convolutions;
use layers::Layers;

/// Estimates stay below this, in centidiscs: a wipe-out is never a guess.
const MOST: f64 = 6300.0;

/// How far shallow searches with the shipped network lie from deep ones, compared with the
/// patterns: by `outflank fit-probcut --eval network --positions 14 --depth 8 --solve 15` about as
/// far, but results lie three times as far from them as from those with patterns. This is between.
const SPREAD: f64 = 1.5;

/// What the program plays with if it is not told otherwise; `weights/README.md` says how it was
/// made.
static SHIPPED: &[u8] = include_bytes!("../../../weights/network.safetensors");

/// The network, ready to be used. Copies share the weights.
///
/// As an [`Evaluator`] it keeps no view: the first layer is summed up anew for each board from the
/// squares that are taken. Sums of floats that follow a board from move to move would drift away
/// from those, and the value of a board would depend on how it came about.
#[derive(Clone)]
pub struct Network {
    inner: Arc<Inner>,
    curve: ValueCurve,
}

struct Inner {
    weights: NetworkWeights,
    form: Form,
}

enum Form {
    Dense(Layers),
    Convolutional(Convolutions),
}

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
    /// A network with these weights, and the usual [`ValueCurve`].
    pub fn new(weights: NetworkWeights) -> Self {
        let form = match weights.shape() {
            NetworkShape::Dense { .. } => Form::Dense(Layers::new(&weights)),
            NetworkShape::Convolutional { channels, layers } => {
                Form::Convolutional(Convolutions::new(&weights, channels, layers))
            }
        };
        Self { inner: Arc::new(Inner { weights, form }), curve: ValueCurve::default() }
    }

    /// The network in the program; unpacked at the first call.
    pub fn shipped() -> Self {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| {
            let file = NetworkFile::from_bytes(SHIPPED)
                .unwrap_or_else(|why| panic!("the network in the program: {why}"));
            file.into()
        });
        NETWORK.clone()
    }

    /// The same network with another curve.
    #[must_use]
    pub fn with_curve(self, curve: ValueCurve) -> Self {
        Self { curve, ..self }
    }

    /// Its weights.
    pub fn weights(&self) -> &NetworkWeights {
        &self.inner.weights
    }

    /// What its values mean in discs.
    pub const fn curve(&self) -> ValueCurve {
        self.curve
    }

    /// Value and policy of a board. The same bits on every machine.
    pub fn infer(&self, board: Board) -> Inference {
        let (value, policy) = match &self.inner.form {
            Form::Dense(layers) => layers.value_and_policy(board),
            Form::Convolutional(layers) => layers.value_and_policy(board),
        };
        Inference { value, policy }
    }

    /// The value alone, as [`Network::infer`] has it, in less time.
    pub fn value(&self, board: Board) -> f32 {
        match &self.inner.form {
            Form::Dense(layers) => layers.value(board),
            Form::Convolutional(layers) => layers.value(board),
        }
    }
}

impl Inference {
    /// The reward the mover may expect, -1 to 1. The same on every machine.
    pub fn expected_reward(&self) -> f64 {
        libm::tanh(self.value.into())
    }

    /// How likely the network would make each of these moves, in the order of the squares; they add
    /// up to 1. The same on every machine.
    pub fn probabilities(&self, moves: Bitboard) -> Vec<(Square, f64)> {
        let logit = |square: Square| f64::from(self.policy[square.index()]);
        let highest = moves.squares().map(logit).fold(f64::NEG_INFINITY, f64::max);
        let mut probabilities: Vec<_> =
            moves.squares().map(|square| (square, libm::exp(logit(square) - highest))).collect();
        let sum: f64 = probabilities.iter().map(|(_, part)| part).sum();
        probabilities.iter_mut().for_each(|(_, part)| *part /= sum);
        probabilities
    }
}

impl From<NetworkFile> for Network {
    fn from(file: NetworkFile) -> Self {
        Self::new(file.weights).with_curve(file.curve)
    }
}

impl Evaluator for Network {
    without_view!();

    #[inline]
    fn evaluate_view(&self, board: Board, (): &()) -> Score {
        let centidiscs = 100.0 * self.curve.discs(self.value(board));
        Score::heuristic(centidiscs.round().clamp(-MOST, MOST) as i32)
    }

    fn spread(&self) -> f64 {
        SPREAD
    }
}

impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        let has_same_weights =
            Arc::ptr_eq(&self.inner, &other.inner) || self.inner.weights == other.inner.weights;
        has_same_weights && self.curve == other.curve
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:?})", self.inner.weights.shape())
    }
}
