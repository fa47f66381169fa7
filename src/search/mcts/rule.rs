//! Which move is visited next, and what results are worth.

/// The numbers of the rule by which moves are chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// How much priors count against values at a board with few visits.
    pub exploration: f32,
}

/// The growth of that with the number of visits. Silver et al., "A general reinforcement learning
/// algorithm that masters chess, shogi, and Go through self-play" (2018).
const GROWTH: f32 = 19_652.0;
/// A move without a visit is so much worse than its board, once all the others have been visited.
const REDUCTION: f32 = 0.25;

impl Rule {
    /// How much priors count at a board with so many visits.
    pub fn exploration(&self, visits: f32) -> f32 {
        self.exploration + ((visits + GROWTH + 1.0) / GROWTH).ln()
    }

    /// The value of a move that has not been visited, at a board of this value where moves with
    /// so much of the prior have been.
    pub fn first_value(&self, value: f32, seen: f32) -> f32 {
        value - REDUCTION * seen.sqrt()
    }
}

/// A won game is worth this much before its discs count.
const WON: f32 = 0.9;

/// What a result in discs is worth, -1 to 1, if a drawn game is worth `draw`.
pub(super) fn finished_value(discs: i32, draw: f32) -> f32 {
    let share = discs.abs() as f32 / 64.0;
    match discs {
        0 => draw,
        1.. => WON + (1.0 - WON) * share,
        _ => -WON - (1.0 - WON) * share,
    }
}
