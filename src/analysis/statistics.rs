//! What many numbers have in common: where they lie, how far apart, and along which line.

use serde::Serialize;

/// How numbers lie around their mean.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// How many there are.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, as it is estimated from a sample (the squares are divided by one
    /// less than their number).
    pub sd: f64,
}

impl Spread {
    /// `None` for fewer than two numbers.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len();
        if count < 2 {
            return None;
        }
        let mean = mean(numbers.iter().copied(), count);
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Some(Self { count, mean, sd: (squares / (count - 1) as f64).sqrt() })
    }
}

/// The straight line through points `(x, y)` that leaves the least squares in y.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Trend {
    /// How much y rises with x.
    pub slope: f64,
    /// How well the line says what y is: -1 to 1. 0 where y is always the same.
    pub correlation: f64,
}

impl Trend {
    /// `None` where x is always the same, and there is no line.
    pub fn of(points: &[(f64, f64)]) -> Option<Self> {
        let count = points.len().max(1);
        let x_mean = mean(points.iter().map(|point| point.0), count);
        let y_mean = mean(points.iter().map(|point| point.1), count);
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, y) in points {
            let (x, y) = (x - x_mean, y - y_mean);
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        let correlation = if yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 };
        (xx > 0.0).then(|| Self { slope: xy / xx, correlation })
    }
}

fn mean(numbers: impl Iterator<Item = f64>, count: usize) -> f64 {
    numbers.sum::<f64>() / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn a_spread_is_that_of_the_textbook() {
        let spread = Spread::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((spread.count, spread.mean), (8, 5.0));
        assert!(near(spread.sd, (32.0_f64 / 7.0).sqrt()));
        assert_eq!(Spread::of(&[-3.0; 5]), Some(Spread { count: 5, mean: -3.0, sd: 0.0 }));
        assert_eq!((Spread::of(&[]), Spread::of(&[1.0])), (None, None));
    }

    #[test]
    fn points_on_a_line_have_its_slope() {
        for slope in [2.0, -0.5] {
            let points = [-3.0, 0.0, 1.0, 8.0].map(|x| (x, slope * x + 7.0));
            let trend = Trend::of(&points).unwrap();
            assert!(near(trend.slope, slope) && near(trend.correlation, slope.signum()));
        }
    }

    #[test]
    fn scattered_points_have_the_slope_of_least_squares() {
        // Around the means 2 and 3: squares 2 and 6, product 3.
        let trend = Trend::of(&[(1.0, 2.0), (2.0, 2.0), (3.0, 5.0)]).unwrap();
        assert!(near(trend.slope, 1.5));
        assert!(near(trend.correlation, 3.0 / (2.0_f64 * 6.0).sqrt()));
    }

    #[test]
    fn there_is_no_line_where_x_stays_the_same_and_a_flat_one_where_y_does() {
        assert_eq!(Trend::of(&[]), None);
        assert_eq!(Trend::of(&[(1.0, 1.0), (1.0, 2.0)]), None);
        let flat = Trend { slope: 0.0, correlation: 0.0 };
        assert_eq!(Trend::of(&[(1.0, 1.0), (2.0, 1.0)]), Some(flat));
    }
}
