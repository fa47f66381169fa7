//! The learned evaluation: a weight for each configuration of discs on the squares of a pattern.

mod geometry;
mod indices;
mod weights;

pub use geometry::{CONFIGURATIONS, Geometry, INSTANCES, TIED, geometry};
pub use indices::Indices;
pub use weights::{PLIES, PatternFileError, PatternWeights, Phase};
