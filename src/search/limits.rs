//! When a search ends.

use std::time::Duration;

/// The limits of a search; whichever is reached first ends it. All `None`: the end of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies to search; passes are not counted.
    pub depth: Option<u32>,
    /// Nodes to visit. The first ply is always finished, however few these are.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Find out only who wins.
    pub win_loss_draw: bool,
    /// Answer only when told to stop.
    pub infinite: bool,
    /// Answer only when told to stop or that the opponent played the expected move; time counts
    /// from then.
    pub ponder: bool,
}

impl Limits {
    /// A depth that reaches the end of the game from any board, also from one with fewer discs
    /// than a game begins with.
    pub const TO_THE_END: u32 = 64;
}

/// A game clock as it stands before the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Kept back for the way between engine and clock.
    pub overhead: Duration,
}
