//! How wrong estimates are.

/// What an error costs. The error is the estimate less the target, in discs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Loss {
    /// Half its square.
    Squared,
    /// Pseudo-Huber: like the square where the error is small against this number of discs, and
    /// like that many times the error where it is large.
    Huber(f32),
}

impl Loss {
    /// The cost of an error.
    pub fn value(self, error: f32) -> f32 {
        match self {
            Self::Squared => error * error / 2.0,
            Self::Huber(delta) => {
                let ratio = error / delta;
                // Not `delta² (√(1 + ratio²) - 1)`, in which small errors drown.
                error * error / (1.0 + (1.0 + ratio * ratio).sqrt())
            }
        }
    }

    /// How the cost changes with the error.
    #[inline]
    pub fn slope(self, error: f32) -> f32 {
        match self {
            Self::Squared => error,
            Self::Huber(delta) => {
                let ratio = error / delta;
                error / (1.0 + ratio * ratio).sqrt()
            }
        }
    }
}

/// The sums over some errors.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Tally {
    /// How many.
    pub count: u64,
    pub(super) loss: f64,
    pub(super) squares: f64,
    pub(super) absolutes: f64,
}

impl Tally {
    pub(super) fn add(&mut self, error: f32, loss: Loss) {
        self.count += 1;
        self.loss += f64::from(loss.value(error));
        self.squares += f64::from(error * error);
        self.absolutes += f64::from(error.abs());
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            loss: self.loss + other.loss,
            squares: self.squares + other.squares,
            absolutes: self.absolutes + other.absolutes,
        }
    }

    /// The mean of what training makes small; 0 without errors.
    pub fn loss(&self) -> f64 {
        self.mean(self.loss)
    }

    /// The root of the mean square, in discs.
    pub fn rms(&self) -> f64 {
        self.mean(self.squares).sqrt()
    }

    /// The mean size, in discs.
    pub fn mean_absolute(&self) -> f64 {
        self.mean(self.absolutes)
    }

    fn mean(&self, sum: f64) -> f64 {
        if self.count == 0 { 0.0 } else { sum / self.count as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_the_values() {
        for loss in [Loss::Squared, Loss::Huber(2.0), Loss::Huber(8.0)] {
            for error in [-40.0_f32, -8.0, -1.0, -0.01, 0.0, 0.5, 3.0, 64.0] {
                let step = 1.0 / 128.0;
                let difference = loss.value(error + step) - loss.value(error - step);
                let slope = difference / (2.0 * step);
                assert!(
                    (slope - loss.slope(error)).abs() < 0.01 + 0.001 * error.abs(),
                    "{loss:?} {error}"
                );
            }
        }
    }
}
