//! Features times weights.

use std::fmt;
use std::str::FromStr;

use super::{Evaluator, Features, Score, without_view};
use crate::board::Board;

/// What one point of the weighted sum is worth in centidiscs when it is shown or compared.
///
/// The sum has no unit of its own. The scale is fitted to the 137,135 finished games of the WTHOR
/// base, 1977 to 2025: over their 3,422,791 positions with 20 to 44 empty squares and a legal move,
/// the mover's final score rises by 25.7 centidiscs with each point of the sum of the weights
/// `2 10 4 2 1` (correlation 0.28). It is not the same all the time: 47 at 44 empty squares, 27 at 32,
/// 20 at 20, and 21 (correlation 0.79) two squares before the end.
pub const CENTIDISCS_PER_POINT: f64 = 25.0;

/// How much each feature changes between a shallow search and a deep one, roughly: chosen so that
/// the margins of ProbCut come out right for the weights `2 10 4 2 1` and a quarter too wide at most
/// for `10 80 4 4 -4` (`outflank fit-probcut` with both).
const FEATURE_SPREADS: [f64; 5] = [2.0, 0.25, 2.5, 6.0, 5.0];
/// The weights that spreads are compared with.
const MEASURED: Weights = Weights([2.0, 10.0, 4.0, 2.0, 1.0]);

/// Five weights, in the order of [`Features::NAMES`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights([f64; 5]);

impl Weights {
    /// The largest weight, either sign.
    pub const LIMIT: f64 = 10_000.0;
    /// What `outflank tune --preset recommended --seed 3` found: the default.
    pub const TUNED: Self = Self([0.84, 11.87, 1.46, 0.97, -0.23]);
    /// The published ones, from which tuning began.
    pub const CLASSIC: Self = Self([2.0, 10.0, 4.0, -2.0, 1.0]);
    /// Weights that have a name.
    pub const PRESETS: [(&str, Self); 2] = [("tuned", Self::TUNED), ("classic", Self::CLASSIC)];

    /// These weights.
    ///
    /// # Errors
    /// When one is not finite or beyond [`Weights::LIMIT`].
    pub fn new(values: [f64; 5]) -> Result<Self, WeightsError> {
        for value in values {
            check(value, &value.to_string())?;
        }
        Ok(Self(values))
    }

    /// The weights as numbers.
    pub const fn values(&self) -> [f64; 5] {
        self.0
    }

    /// The five products of feature and weight.
    #[inline]
    pub fn products(&self, features: Features) -> [f64; 5] {
        let [a, b, c, d, e] = self.0;
        let Features { mobility, corner, edge, frontier, discs } = features;
        [
            a * f64::from(mobility),
            b * f64::from(corner),
            c * f64::from(edge),
            d * f64::from(frontier),
            e * f64::from(discs),
        ]
    }
}

impl Weights {
    /// How much the weighted sum changes with depth, if the features change on their own.
    fn spread(&self) -> f64 {
        let parts = self.0.iter().zip(FEATURE_SPREADS).map(|(weight, spread)| weight * spread);
        parts.map(|part| part * part).sum::<f64>().sqrt()
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::TUNED
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "{a} {b} {c} {d} {e}")
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    /// Five numbers with blanks or commas between, or the name of a preset in any case.
    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let words: Vec<&str> =
            text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
        if let [word] = words[..]
            && word.parse::<f64>().is_err()
        {
            let known = Self::PRESETS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
            let preset = known.map(|&(_, weights)| weights);
            return preset.ok_or_else(|| WeightsError::NoPreset(beginning(word)));
        }
        let words: [&str; 5] =
            words.try_into().map_err(|words: Vec<_>| WeightsError::Count(words.len()))?;
        let mut weights = [0.0; 5];
        for (weight, word) in weights.iter_mut().zip(words) {
            *weight = word.parse().map_err(|_| WeightsError::NotANumber(beginning(word)))?;
            check(*weight, word)?;
        }
        Ok(Self(weights))
    }
}

/// Whether a weight may be so large, in the words it was given in.
fn check(weight: f64, word: &str) -> Result<(), WeightsError> {
    if !weight.is_finite() {
        return Err(WeightsError::NotANumber(beginning(word)));
    }
    if weight.abs() > Weights::LIMIT {
        return Err(WeightsError::TooLarge(beginning(word)));
    }
    Ok(())
}

/// Why a text is not five weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// So many numbers, not five.
    Count(usize),
    /// This one word is neither a number nor the name of a preset.
    NoPreset(String),
    /// This word is not a finite number.
    NotANumber(String),
    /// This number is beyond [`Weights::LIMIT`].
    TooLarge(String),
}

/// So much of a word as fits into a message.
fn beginning(word: &str) -> String {
    word.chars().take(40).collect()
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Features::NAMES.join(" ");
        match self {
            Self::Count(count) => write!(f, "{count} numbers given, five wanted ({names})"),
            Self::NoPreset(word) => {
                let presets = Weights::PRESETS.map(|(name, _)| name).join(" or ");
                write!(f, "'{word}' is not {presets}, and not five numbers ({names})")
            }
            Self::NotANumber(word) => write!(f, "'{word}' is not a finite number"),
            Self::TooLarge(word) => {
                write!(f, "{word} is out of range (-{limit} to {limit})", limit = Weights::LIMIT)
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// The linear evaluation: the weighted sum of the five [`Features`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Linear {
    /// The weights of the five features.
    pub weights: Weights,
}

impl Linear {
    /// The weighted sum, without a unit. Added up in the order of the features, so that it is the
    /// same on every machine.
    #[inline]
    pub fn sum(&self, board: Board) -> f64 {
        let [a, b, c, d, e] = self.weights.products(Features::of(board));
        a + b + c + d + e
    }
}

impl Evaluator for Linear {
    without_view!();

    #[inline]
    fn evaluate_view(&self, board: Board, (): &()) -> Score {
        // Cut towards zero, so that the other side sees the exact negative.
        Score::heuristic((self.sum(board) * CENTIDISCS_PER_POINT) as i32)
    }

    /// Searches with the weights `2 10 4 2 1` lie 1.4 times as far apart as those of the patterns
    /// (`outflank fit-probcut` with both, depth 10 at 28 empty squares: 4.78 against 3.37 discs).
    fn spread(&self) -> f64 {
        1.4 * self.weights.spread() / MEASURED.spread()
    }
}
