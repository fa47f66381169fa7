//! From the value of a network to discs.

/// The most discs a curve may lead to, and the steepest it may be.
pub(super) const MOST: f64 = 64.0;
pub(super) const STEEPEST: f64 = 1000.0;
/// The scales among which a fit looks first: so many a factor of ten apart, from 1/100 to 100.
const STEPS: i32 = 20;
const TENS: i32 = 2;
/// How often a third of what lies around the best of them is cut off.
const ROUNDS: usize = 40;

/// How many discs a value means: `most * tanh(scale * value)`, where the value is the network's
/// before the hyperbolic tangent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueCurve {
    most: f64,
    scale: f64,
}

impl Default for ValueCurve {
    /// For a network whose value is the expected result in discs by 64.
    fn default() -> Self {
        Self { most: MOST, scale: 1.0 }
    }
}

impl ValueCurve {
    /// A curve; `None` if `most` is not above 0 and 64 at most, or `scale` not above 0 and 1000 at
    /// most.
    pub fn new(most: f64, scale: f64) -> Option<Self> {
        let is_right = most > 0.0 && most <= MOST && scale > 0.0 && scale <= STEEPEST;
        is_right.then_some(Self { most, scale })
    }

    /// The discs of the best value there is.
    pub const fn most(self) -> f64 {
        self.most
    }

    /// What a value is multiplied by.
    pub const fn scale(self) -> f64 {
        self.scale
    }

    /// The discs that a value means. The same on every machine.
    #[inline]
    pub fn discs(self, value: f32) -> f64 {
        self.most * libm::tanh(self.scale * f64::from(value))
    }

    /// The curve with the least squared error from values to the results in discs of the games
    /// they are taken from; `None` if no curve is better than to say 0 of all.
    pub fn fit(pairs: &[(f32, f64)]) -> Option<Self> {
        let error_at = |power: f64| {
            of_scale(pairs, libm::exp10(power)).map_or(f64::INFINITY, |(_, error)| error)
        };
        let powers = (-TENS * STEPS..=TENS * STEPS).map(|step| f64::from(step) / f64::from(STEPS));
        let (power, _) = powers
            .map(|power| (power, error_at(power)))
            .min_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let (mut low, mut high) = (power - 1.0 / f64::from(STEPS), power + 1.0 / f64::from(STEPS));
        for _ in 0..ROUNDS {
            let third = (high - low) / 3.0;
            if error_at(low + third) <= error_at(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        let (curve, error) = of_scale(pairs, libm::exp10(low))?;
        let without: f64 = pairs.iter().map(|(_, discs)| discs * discs).sum();
        (error < without).then_some(curve)
    }
}

/// The best curve of a scale, and its squared error.
fn of_scale(pairs: &[(f32, f64)], scale: f64) -> Option<(ValueCurve, f64)> {
    let flat = ValueCurve { most: 1.0, scale };
    let (mut products, mut squares) = (0.0, 0.0);
    for &(value, discs) in pairs {
        let part = flat.discs(value);
        products += part * discs;
        squares += part * part;
    }
    let curve = ValueCurve::new((products / squares).min(MOST), scale)?;
    let errors = pairs.iter().map(|&(value, discs)| curve.discs(value) - discs);
    Some((curve, errors.map(|error| error * error).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> impl Iterator<Item = f32> {
        (-100..=100).map(|step| step as f32 / 40.0)
    }

    #[test]
    fn a_curve_is_found_again() {
        for (most, scale) in [(64.0, 1.0), (40.0, 0.37), (55.0, 3.3)] {
            let curve = ValueCurve { most, scale };
            let pairs: Vec<_> = values().map(|value| (value, curve.discs(value))).collect();
            let found = ValueCurve::fit(&pairs).unwrap();
            assert!((found.most - most).abs() < 1e-3, "{curve:?} {found:?}");
            assert!((found.scale - scale).abs() < 1e-4, "{curve:?} {found:?}");
            assert_eq!(ValueCurve::fit(&pairs), Some(found));
        }
    }

    #[test]
    fn noise_around_a_curve_hardly_moves_it() {
        let curve = ValueCurve { most: 50.0, scale: 0.8 };
        let noisy = |value| [-9.0, 9.0].map(|noise| (value, curve.discs(value) + noise));
        let pairs: Vec<_> = values().flat_map(noisy).collect();
        let found = ValueCurve::fit(&pairs).unwrap();
        assert!((found.most - 50.0).abs() < 0.1 && (found.scale - 0.8).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn values_that_say_nothing_have_no_curve() {
        let flat: Vec<_> = values().map(|value| (value, 0.0)).collect();
        let wrong: Vec<_> = values().map(|value| (value, f64::from(-value))).collect();
        for pairs in [&[][..], &[(0.0, 12.0), (0.0, -3.0)], &flat, &wrong] {
            assert_eq!(ValueCurve::fit(pairs), None);
        }
    }

    #[test]
    fn numbers_of_no_curve_are_refused() {
        for (most, scale) in [(0.0, 1.0), (64.5, 1.0), (9.0, 0.0), (9.0, 1e4), (f64::NAN, 1.0)] {
            assert_eq!(ValueCurve::new(most, scale), None);
        }
        assert_eq!(ValueCurve::new(64.0, 1.0), Some(ValueCurve::default()));
    }
}
