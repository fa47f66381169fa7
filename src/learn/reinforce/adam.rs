//! Adam (Kingma and Ba 2015), with a limit on how long the gradient may be.

/// Gradients longer than this are shortened to it.
pub(super) const LONGEST: f32 = 1.0;
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The running means of the gradients and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub steps: u64,
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
}

impl Adam {
    pub fn new(parameters: usize) -> Self {
        Self { steps: 0, means: vec![0.0; parameters], squares: vec![0.0; parameters] }
    }

    /// A step against a gradient; the length that it had.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) -> f32 {
        let length = gradient.iter().map(|&slope| f64::from(slope).powi(2)).sum::<f64>().sqrt();
        let length = length as f32;
        let factor = if length > LONGEST { LONGEST / length } else { 1.0 };
        self.steps += 1;
        let unbiased = |decay: f32| 1.0 - f64::from(decay).powf(self.steps as f64) as f32;
        let (first, second) = (unbiased(FIRST_DECAY), unbiased(SECOND_DECAY));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments)
        {
            let slope = slope * factor;
            *mean = FIRST_DECAY * *mean + (1.0 - FIRST_DECAY) * slope;
            *square = SECOND_DECAY * *square + (1.0 - SECOND_DECAY) * slope * slope;
            *parameter -= rate * (*mean / first) / ((*square / second).sqrt() + EPSILON);
        }
        length
    }
}
