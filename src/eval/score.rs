//! The one scale on which finished games and estimates are compared.

use std::ops::Neg;

/// A value from the side to move: an estimate in centidiscs, or the result of a finished game.
///
/// Every won game outranks every estimate, and every lost one is below: what is certain comes
/// before what is guessed, whatever the weights of the evaluation. A drawn game is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Score(i32);

/// A game won by `n` discs is `FINISHED + 100 n`.
const FINISHED: i32 = 1_000_000_000;
/// The largest estimate: far above anything the evaluations reach, far below a won game.
const MAX_HEURISTIC: i32 = 900_000_000;

impl Score {
    /// Equal chances, or a drawn game.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(FINISHED + 10_000);

    /// An estimate in centidiscs; what exceeds 900 million is cut.
    #[inline]
    pub const fn heuristic(centidiscs: i32) -> Self {
        if centidiscs > MAX_HEURISTIC {
            Self(MAX_HEURISTIC)
        } else if centidiscs < -MAX_HEURISTIC {
            Self(-MAX_HEURISTIC)
        } else {
            Self(centidiscs)
        }
    }

    /// The result of a finished game, -64 to +64 discs.
    #[inline]
    pub const fn finished(discs: i32) -> Self {
        Self(discs.signum() * FINISHED + 100 * discs)
    }

    /// Whether this is a won or lost game. A drawn game looks like an estimate of 0.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > MAX_HEURISTIC
    }

    /// The value in centidiscs as people are shown it, -6400 to +6400.
    pub const fn centidiscs(self) -> i32 {
        let shown = if self.is_decided() { self.0 - self.0.signum() * FINISHED } else { self.0 };
        if shown > 6400 {
            6400
        } else if shown < -6400 {
            -6400
        } else {
            shown
        }
    }

    /// The score as a plain number, for storage; order is kept.
    #[inline]
    pub const fn to_bits(self) -> i32 {
        self.0
    }

    /// The score stored as [`Score::to_bits`].
    #[inline]
    pub const fn from_bits(bits: i32) -> Self {
        Self(bits)
    }

    /// This score plus (or minus) a number of steps of one centidisc, within the range of scores.
    #[inline]
    pub const fn plus(self, steps: i32) -> Self {
        let sum = self.0.saturating_add(steps);
        let most = Self::INFINITE.0;
        Self(if sum > most {
            most
        } else if sum < -most {
            -most
        } else {
            sum
        })
    }
}

impl Neg for Score {
    type Output = Self;

    /// The same value from the other side.
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn a_finished_game_outranks_every_estimate() {
        assert!(Score::finished(2) > Score::heuristic(i32::MAX));
        assert!(Score::finished(-2) < Score::heuristic(i32::MIN));
        assert!(Score::INFINITE > Score::finished(64));
        assert!(Score::finished(64) > Score::finished(2));
        assert_eq!(Score::finished(0), Score::DRAW);
    }

    #[test]
    fn people_are_shown_centidiscs() {
        assert_eq!(Score::finished(-12).centidiscs(), -1200);
        assert_eq!(Score::finished(64).centidiscs(), 6400);
        assert_eq!(Score::heuristic(1_000_000).centidiscs(), 6400);
        assert_eq!(Score::heuristic(-35).centidiscs(), -35);
    }
}
