//! The sequential test of whether one player is stronger than the other by enough: play until it is
//! decided.
//!
//! The generalised test on the results of pairs: the likelihood ratio of two differences in Elo is
//! taken from the normal approximation with the variance that was seen (M. Van den Bergh, "A
//! practical introduction to the GSPRT").

use std::fmt;
use std::str::FromStr;

use super::elo::{Pentanomial, score_of};

/// How often either answer may be wrong.
const ERROR: f64 = 0.05;

/// A test whether the first player is stronger by `elo1` rather than `elo0`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// What a test ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `elo0` it is.
    Rejected,
    /// `elo1` it is.
    Accepted,
}

impl Sprt {
    /// The two differences in Elo.
    pub const fn bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The logarithm of the likelihood ratio at which it is accepted; its negative rejects.
    pub fn limit() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The logarithm of how much likelier `elo1` makes these results than `elo0`.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let (score0, score1) = (score_of(self.elo0), score_of(self.elo1));
        let count = pairs.pairs() as f64;
        count * (score1 - score0) * (2.0 * pairs.mean() - score0 - score1)
            / (2.0 * pairs.variance())
    }

    /// What is decided, if it is.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Self::limit() {
            Some(Verdict::Accepted)
        } else if ratio <= -Self::limit() {
            Some(Verdict::Rejected)
        } else {
            None
        }
    }
}

/// This text is no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTest;

impl fmt::Display for NoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("wanted are two differences in Elo, the smaller one first: 0,5")
    }
}

impl std::error::Error for NoTest {}

impl FromStr for Sprt {
    type Err = NoTest;

    /// `ELO0,ELO1`.
    fn from_str(text: &str) -> Result<Self, NoTest> {
        let number = |text: &str| {
            text.trim().parse().ok().filter(|number| (-1000.0..=1000.0).contains(number))
        };
        let (elo0, elo1) = text.split_once(',').ok_or(NoTest)?;
        let (elo0, elo1) = number(elo0).zip(number(elo1)).ok_or(NoTest)?;
        if elo0 < elo1 { Ok(Self { elo0, elo1 }) } else { Err(NoTest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_as_worked_out_by_hand() {
        let sprt: Sprt = "0,5".parse().unwrap();
        assert_eq!(sprt.log_likelihood_ratio(&Pentanomial::default()), 0.0);
        // s1 = 0.507195, mean 0.528514, variance 0.121164:
        // 10784 * 0.007195 * (1.057028 - 1.007195) / 0.242328 = 15.956.
        let published = Pentanomial([2242, 343, 4980, 381, 2838]);
        let ratio = sprt.log_likelihood_ratio(&published);
        assert!((ratio - 15.956).abs() < 0.02, "{ratio}");
        assert!((Sprt::limit() - 2.944).abs() < 0.001);
    }

    #[test]
    fn clear_results_are_decided_and_few_are_not() {
        let sprt: Sprt = "-3,1".parse().unwrap();
        assert_eq!(sprt.verdict(&Pentanomial([0, 0, 1, 0, 1])), None);
        assert_eq!(sprt.verdict(&Pentanomial([700, 0, 0, 0, 1000])), Some(Verdict::Accepted));
        assert_eq!(sprt.verdict(&Pentanomial([1000, 0, 0, 0, 700])), Some(Verdict::Rejected));
        let (a, b) = (Pentanomial([1, 2, 3, 4, 5]), Pentanomial([5, 4, 3, 2, 1]));
        let even: Sprt = "-5,5".parse().unwrap();
        let sum = even.log_likelihood_ratio(&a) + even.log_likelihood_ratio(&b);
        assert!(sum.abs() < 1e-9, "both players see the same");
    }

    #[test]
    fn what_is_no_test_is_refused() {
        for text in ["", "0", "5,0", "0,0", "a,b", "0,inf", "NaN,1", "0,5,9"] {
            assert_eq!(text.parse::<Sprt>(), Err(NoTest), "{text}");
        }
        assert_eq!(" -3 , 1.5 ".parse(), Ok(Sprt { elo0: -3.0, elo1: 1.5 }));
    }
}
