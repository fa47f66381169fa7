//! Numbers that `outflank fit-probcut` measured with the default evaluation: how far shallow
//! results lie from deep ones. To be measured anew whenever the evaluation changes.

/// Standard deviation, in centidiscs, of a search to `depth` plies from one to
/// [`shallow_depth`](super::shallow_depth) of it, by band of eight empty squares (0-7, 8-15, ...).
const SIGMA: [[u16; 24]; 8] = [[600; 24]; 8];

/// Standard deviation, in centidiscs, of the result from what an estimate predicts, by empty
/// squares up to 31.
const SOLVE_SIGMA: [u16; 32] = [900; 32];

/// A result in discs is so many times the estimate, on average.
pub(super) const RESULT_PER_ESTIMATE: f64 = 1.0;

/// How far a search to `depth` plies lies from the shallow one, in centidiscs.
pub(super) fn sigma(depth: u32, empties: u32) -> u16 {
    SIGMA[(empties as usize / 8).min(7)][(depth as usize).min(23)]
}

/// How far the result lies from what the estimate before a solve predicts, in centidiscs.
pub(super) fn solve_sigma(empties: u32) -> u16 {
    SOLVE_SIGMA[(empties as usize).min(31)]
}
