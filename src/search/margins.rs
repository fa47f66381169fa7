//! Numbers of the search that were found by trial, and that a tuner may try anew.

/// Where the search draws its lines. None of these decides what is exact: they decide what is cut
/// on estimates, and what is looked at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchMargins {
    /// How wide the margin of a cut on a shallow search is, in percent of what was measured; 100
    /// makes the cuts right as often as [`selectivity`](super::SearchRequest::selectivity) says.
    pub probcut_width: i32,
    /// The same for a cut within a solve.
    pub probcut_solve_width: i32,
    /// Searches of so many plies or more are worth a shallow one before; at least 3.
    pub probcut_depth: u32,
    /// Half of the first window around the value of the depth before, in centidiscs; at least 1.
    pub aspiration: i32,
    /// With so many empty squares or more, a solve goes through selective ones first. They order the
    /// moves (FFO #30-45: 23 % fewer nodes), and a solve that is broken off has something better
    /// than an estimate (18: 52.4 +- 2.4 % of 400 games at 100,000 nodes a move).
    pub selective_solve_from: u32,
    /// A solve sorts moves by their estimates too from so many empty squares on...
    pub estimate_from: u32,
    /// ... and by the estimates after the best replies to them from so many on.
    pub look_ahead_from: u32,
    /// So many centidiscs of estimate count as much there as one point of the rest; at least 1.
    pub estimate_scale: i32,
}

impl Default for SearchMargins {
    fn default() -> Self {
        Self {
            probcut_width: 100,
            probcut_solve_width: 100,
            probcut_depth: 3,
            aspiration: 200,
            selective_solve_from: 18,
            estimate_from: 12,
            look_ahead_from: 17,
            estimate_scale: 20,
        }
    }
}
