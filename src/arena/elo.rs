//! What the results of pairs say of two players' strength.
//!
//! The two games of a pair have the same opening, so that their results depend on each other; pairs
//! do not. All errors are therefore those of pairs (the pentanomial model).

/// How many pairs brought the first player 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// So many standard errors to either side hold 95 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.959_964;

/// Counted beside what was seen in each of the five classes when a variance is taken: a few pairs
/// that all ended alike are no certainty.
const UNSEEN: f64 = 0.5;

/// What a pair is worth in each class: the score of one of its games.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A difference in Elo and the interval that holds it with 95 %; an end may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The most likely difference.
    pub value: f64,
    /// The upper end.
    pub high: f64,
}

impl Pentanomial {
    /// Counts a pair that brought so many half points.
    ///
    /// # Panics
    /// With more than 4 half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The same pairs as the other player sees them.
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Counts other pairs, too.
    pub fn add_all(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }

    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, 0 to 1; of none, an even one.
    pub fn mean(&self) -> f64 {
        match self.pairs() {
            0 => 0.5,
            pairs => sum(&self.0, |x| x) / pairs as f64,
        }
    }

    /// The variance of a pair's score per game; never 0.
    pub fn variance(&self) -> f64 {
        let counts = self.0.map(|count| count as f64 + UNSEEN);
        let all: f64 = counts.iter().sum();
        let weighted = |of: &dyn Fn(f64) -> f64| {
            counts.iter().zip(SCORES).map(|(count, x)| count * of(x)).sum::<f64>() / all
        };
        let mean = weighted(&|x| x);
        weighted(&|x| (x - mean).powi(2))
    }

    /// The standard error of the mean; infinite without a pair.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.pairs() as f64).sqrt()
    }

    /// By how much the first player is stronger.
    pub fn elo(&self) -> Interval {
        let (mean, error) = (self.mean(), TWO_SIDED_95 * self.standard_error());
        Interval {
            low: elo_of((mean - error).max(0.0)),
            value: elo_of(mean),
            high: elo_of((mean + error).min(1.0)),
        }
    }

    /// How likely it is, 0 to 1, that the first player is the stronger one.
    pub fn likelihood_of_superiority(&self) -> f64 {
        normal_below((self.mean() - 0.5) / self.standard_error())
    }
}

fn sum(counts: &[u64; 5], of: impl Fn(f64) -> f64) -> f64 {
    counts.iter().zip(SCORES).map(|(&count, x)| count as f64 * of(x)).sum()
}

/// The difference in Elo at which a score from 0 to 1 is expected.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score, 0 to 1, that is expected at a difference in Elo.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How much of the standard normal distribution lies below `z`, to seven digits: M. Abramowitz,
/// I. Stegun, "Handbook of Mathematical Functions" (1964), 26.2.17.
fn normal_below(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let series = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let above = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt() * series;
    if z < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found}, not {expected}");
    }

    /// neural-reversi 5 against 4, as published with its error.
    #[test]
    fn a_published_match_has_its_published_error() {
        let pairs = Pentanomial([2242, 343, 4980, 381, 2838]);
        assert_eq!(pairs.pairs(), 10_784);
        close(pairs.mean(), 0.5285, 5e-5);
        close(pairs.variance().sqrt(), 0.348, 5e-4);
        let elo = pairs.elo();
        close(elo.value, 19.84, 0.01);
        close((elo.high - elo.low) / 2.0, 4.6, 0.05);
    }

    #[test]
    fn four_pairs_are_as_worked_out_by_hand() {
        let pairs = Pentanomial([0, 1, 1, 1, 1]);
        close(pairs.mean(), 0.625, 1e-12);
        // Counts 0.5, 1.5, 1.5, 1.5, 1.5 of 6.5: mean 3.75 / 6.5, mean square 2.8125 / 6.5.
        close(pairs.variance(), 2.8125 / 6.5 - (3.75f64 / 6.5).powi(2), 1e-12);
    }

    #[test]
    fn scores_and_elo_belong_together() {
        close(elo_of(0.5), 0.0, 1e-12);
        close(elo_of(10.0 / 11.0), 400.0, 1e-9);
        close(score_of(-400.0), 1.0 / 11.0, 1e-12);
        for elo in [-300.0, -5.0, 0.0, 12.5, 800.0] {
            close(elo_of(score_of(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_is_as_in_tables() {
        for (z, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.0, 0.158_655_3),
            (1.959_964, 0.975),
            (-3.0, 0.001_349_9),
            (f64::INFINITY, 1.0),
        ] {
            close(normal_below(z), below, 1e-6);
        }
    }

    #[test]
    fn nothing_and_everything_won_make_sense() {
        let nothing = Pentanomial::default();
        close(nothing.likelihood_of_superiority(), 0.5, 1e-6);
        assert_eq!(nothing.elo().low, f64::NEG_INFINITY);
        assert_eq!(nothing.elo().high, f64::INFINITY);

        let all_won = Pentanomial([0, 0, 0, 0, 20]);
        let elo = all_won.elo();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!((100.0..1000.0).contains(&elo.low), "{elo:?}");

        let even = Pentanomial([0, 0, 100, 0, 0]);
        let elo = even.elo();
        close(elo.value, 0.0, 1e-9);
        assert!((1.0..10.0).contains(&elo.high), "{elo:?}");
    }
}
