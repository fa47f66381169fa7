//! The classic table of square values, with mobility and discs weighted by the phase of the game.

use super::{Evaluator, Score, without_view};
use crate::board::{Bitboard, Board};

/// What the squares are worth, as sets of equal value: corners, the squares beside a corner on
/// the diagonal (X) and on the edge (C), and inwards.
const SQUARE_VALUES: [(Bitboard, i32); 8] = [
    (Bitboard(0x8100_0000_0000_0081), 100),
    (Bitboard(0x4281_0000_0000_8142), -20),
    (Bitboard(0x0042_0000_0000_4200), -30),
    (Bitboard(0x2400_8100_0081_0024), 10),
    (Bitboard(0x1800_0081_8100_0018), 5),
    (Bitboard(0x003c_4242_4242_3c00), -2),
    (Bitboard(0x0000_2418_1824_0000), -1),
    (Bitboard(0x0000_1824_2418_0000), -1),
];

/// Centidiscs for one point of the table, one move of mobility and one disc.
struct PhaseWeights {
    table: i32,
    mobility: i32,
    discs: i32,
}

// Found by play at depth 4 from XOT openings: 65 % of 600 games against an earlier guess (5 60 -20,
// 6 50 0, 6 25 50), and none of five variants around them is better by more than chance. Rejected:
// the regression of the final score on the three over 137,135 WTHOR games (22 119 -98, 10 213 -80,
// 3 402 40), which won 38 % of 400 games against the same guess.
const OPENING: PhaseWeights = PhaseWeights { table: 10, mobility: 120, discs: -20 };
const MIDGAME: PhaseWeights = PhaseWeights { table: 15, mobility: 150, discs: 0 };
const ENDGAME: PhaseWeights = PhaseWeights { table: 8, mobility: 100, discs: 20 };

/// The positional evaluation: the table above, mobility and discs, with weights for the opening
/// (up to 20 discs), the midgame (up to 44) and the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Positional;

impl Evaluator for Positional {
    without_view!();

    #[inline]
    fn evaluate_view(&self, board: Board, (): &()) -> Score {
        let (own, other) = (board.mover(), board.opponent());
        let weights = match (own | other).len() {
            ..=20 => OPENING,
            21..=44 => MIDGAME,
            _ => ENDGAME,
        };
        let table: i32 = SQUARE_VALUES
            .iter()
            .map(|&(set, value)| value * ((own & set).len() as i32 - (other & set).len() as i32))
            .sum();
        let mobility = board.legal_moves().len() as i32 - board.pass().legal_moves().len() as i32;
        Score::heuristic(
            weights.table * table
                + weights.mobility * mobility
                + weights.discs * board.disc_difference(),
        )
    }

    /// 1.2 times those of the features, by `outflank fit-probcut` with both.
    fn spread(&self) -> f64 {
        1.7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_exactly_one_value() {
        let mut seen = Bitboard::EMPTY;
        for (set, _) in SQUARE_VALUES {
            assert!(seen.is_disjoint(set), "{set:?}");
            seen |= set;
        }
        assert_eq!(seen, Bitboard::ALL);
    }
}
