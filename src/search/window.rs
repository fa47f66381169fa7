//! The range of scores a search is asked about.

use std::ops::Neg;

use crate::eval::Score;

/// Scores at or below `alpha` and at or above `beta` need not be told apart. `alpha < beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const FULL: Self =
        Self { alpha: Score::from_bits(-Score::INFINITE.to_bits()), beta: Score::INFINITE };

    /// The narrowest window that tells whether a score is above `alpha`.
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.plus(1) }
    }

    /// Whether it is a null window.
    pub fn is_null(self) -> bool {
        self.alpha.plus(1) >= self.beta
    }

    /// The same with a higher floor.
    pub const fn above(self, alpha: Score) -> Self {
        Self { alpha, beta: self.beta }
    }
}

impl Neg for Window {
    type Output = Self;

    /// The window as the other side sees it.
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
