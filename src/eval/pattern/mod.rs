//! The learned evaluation: a weight for each configuration of discs on the squares of a pattern.
//!
//! M. Buro, "From Simple Features to Sophisticated Evaluation Functions" (1998).

mod counts;
mod geometry;
mod indices;
mod sum;
mod weights;

use std::fmt;
use std::sync::{Arc, LazyLock};

pub use counts::{COUNTED, COUNTS, counts};
pub use geometry::{CONFIGURATIONS, INSTANCES, TIED, tied};
pub use indices::Indices;
pub use weights::{PLIES, PatternFileError, PatternWeights, Phase, WEIGHTS};

use super::{Evaluator, Score};
use crate::board::{Bitboard, Board, Square};

/// Estimates stay below this, in centidiscs: a wipe-out is never a guess.
const MOST: i32 = 6300;

/// The pattern evaluation, ready to be used. Copies share the weights.
#[derive(Clone)]
pub struct Pattern(Arc<Tables>);

/// The weights of every ply for every configuration: 26 MiB.
struct Tables {
    weights: Box<[sum::Weights]>,
    counted: Box<[[[i16; COUNTED]; COUNTS]]>,
    constants: [i32; PLIES],
}

/// What the program plays with if it is not told otherwise; `weights/README.md` says how it was
/// made.
static SHIPPED: &[u8] = include_bytes!("../../../weights/pattern.weights");

impl Pattern {
    /// The weights in the program; unpacked at the first call.
    pub fn shipped() -> Self {
        static PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
            let weights = PatternWeights::from_bytes(SHIPPED)
                .unwrap_or_else(|why| panic!("the weights in the program: {why}"));
            Pattern::new(&weights)
        });
        PATTERN.clone()
    }

    /// Spreads trained weights out over all plies and configurations.
    pub fn new(trained: &PatternWeights) -> Self {
        let tied = tied();
        let mut weights = Vec::with_capacity(PLIES * (CONFIGURATIONS + 2));
        for ply in 0..PLIES {
            let of_ply = trained.at(ply);
            weights.extend(tied.iter().map(|&number| of_ply[number as usize]));
            weights.extend([0, 0]);
        }
        let counted = (0..PLIES).map(|ply| trained.counted_at(ply)).collect();
        let (weights, _) = weights.as_chunks::<{ CONFIGURATIONS + 2 }>();
        let constants = trained.constants.map(i32::from);
        Self(Arc::new(Tables { weights: weights.into(), counted, constants }))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.constants == other.0.constants
                && self.0.weights == other.0.weights
                && self.0.counted == other.0.counted
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pattern")
    }
}

impl Evaluator for Pattern {
    type View = Indices;

    #[inline]
    fn view(&self, board: Board) -> Indices {
        Indices::of(board)
    }

    #[inline]
    fn view_after(&self, view: &Indices, square: Square, flips: Bitboard) -> Indices {
        view.after(square, flips)
    }

    #[inline]
    fn view_after_pass(&self, view: &Indices) -> Indices {
        view.pass()
    }

    #[inline]
    fn evaluate_view(&self, board: Board, view: &Indices) -> Score {
        let ply = PLIES - 1 - (board.empties().len() as usize).min(PLIES - 1);
        let counted = self.0.counted[ply].iter().zip(counts(board));
        let counted: i32 = counted.map(|(weights, count)| i32::from(weights[count])).sum();
        let patterns = sum::fast(&self.0.weights[ply], view.lanes());
        let sum = self.0.constants[ply] + patterns + counted;
        Score::heuristic(sum.clamp(-MOST, MOST))
    }

    fn spread(&self) -> f64 {
        1.0
    }
}
