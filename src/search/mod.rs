//! Iterative-deepening negamax over bitboards: a position, an evaluator and limits in, events out.
//!
//! No text, no async, no options. [`run`] works on the calling thread until it has an answer or
//! its [`StopSignal`] is set. On one thread the same request with a fresh [`Table`] visits the same
//! nodes and finds the same moves, on every machine.

mod clock;
mod deepening;
mod endgame;
mod limits;
mod margins;
pub mod mcts;
mod negamax;
mod node;
mod ordering;
mod parallel;
mod params;
mod probcut;
mod root;
mod stop;
mod table;
mod watch;
mod window;

use std::time::{Duration, Instant};

pub use deepening::run;
pub use endgame::last_flips;
pub use limits::{Clock, Limits};
pub use margins::SearchMargins;
pub use probcut::{shallow_depth, shallow_depth_before_solve};
pub use stop::StopSignal;
pub use table::{AllocationError, Table};

use crate::board::{Board, Move};
use crate::eval::Score;

/// What to search and how far.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The board, seen from the side to move.
    pub board: Board,
    /// Only these squares, if there are any legal ones among them; empty: all.
    pub search_moves: Vec<Move>,
    /// When to end.
    pub limits: Limits,
    /// Since when the time counts.
    pub since: Instant,
    /// How many of the best moves are wanted with a line each; at least 1.
    pub lines: usize,
    /// With so many empty squares or fewer the game is solved to its end, whatever the depth.
    pub endgame_depth: u32,
    /// What a drawn game is worth to the side to move at the root.
    pub draw: Score,
    /// The answer is drawn from the moves at most so many centidiscs worse than the best; 0: the
    /// best.
    pub variety: u32,
    /// Cuts on shallow results are right with so many percent, 70 to 100; 100: no such cuts.
    pub selectivity: u32,
    /// How many threads search; results that are exact do not depend on it.
    pub threads: u32,
    /// Decides that draw, together with the board.
    pub seed: u64,
    /// Where lines are drawn that were found by trial.
    pub margins: SearchMargins,
}

impl SearchRequest {
    /// The best move and its line, as one thread finds them without any cut on shallow searches
    /// and without a solve that the depth does not ask for.
    pub fn new(board: Board, limits: Limits) -> Self {
        Self {
            board,
            search_moves: Vec::new(),
            limits,
            since: Instant::now(),
            lines: 1,
            endgame_depth: 0,
            draw: Score::DRAW,
            variety: 0,
            selectivity: 100,
            threads: 1,
            seed: 0,
            margins: SearchMargins::default(),
        }
    }

    /// Whether nothing but the result of the game will do: then the tree search has no part in it.
    pub fn wants_result(&self) -> bool {
        let empties = self.board.empties().len();
        self.is_solve() || self.limits.depth.is_some_and(|depth| depth >= empties)
    }

    /// Whether it asks for a solve, whatever the depth.
    fn is_solve(&self) -> bool {
        self.limits.win_loss_draw || self.board.empties().len() <= self.endgame_depth
    }

    /// How deep it goes if nothing else ends it, in plies: at least 1, and to the end of the game if
    /// there are as many empty squares.
    fn deepest(&self) -> u32 {
        let empties = self.board.empties().len().max(1);
        let asked = self.limits.depth.filter(|_| !self.is_solve());
        asked.map_or(empties, |depth| depth.clamp(1, empties))
    }
}

/// What a search says while it works.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchEvent {
    /// A depth is done.
    Iteration(Iteration),
    /// Still at it: no line for about a second.
    Progress(Progress),
}

/// How much has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// The depth that is being searched or was finished, in plies; passes are not counted.
    pub depth: u32,
    /// The longest line looked at, in plies, passes included.
    pub selective_depth: u32,
    /// Positions made by a move so far: each whose flips were computed.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is with this search's entries, in permill.
    pub hash_full: u32,
}

/// A finished depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// Depth, nodes and time.
    pub progress: Progress,
    /// The best lines, best first; as many as asked for and as there are moves.
    pub lines: Vec<Line>,
}

/// A move with what it is worth and how the game would go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The value for the side to move at the root.
    pub score: Score,
    /// What is known of the value.
    pub kind: Knowledge,
    /// The moves, passes included, from the root to where the search stopped looking; empty only
    /// if the game is over.
    pub moves: Vec<Move>,
}

/// What is known of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// An estimate.
    Estimate,
    /// Every line was followed to the end of the game.
    Exact,
    /// Every line was followed to the end of the game but for those that a shallow search cut off;
    /// each of these cuts is right with so many percent.
    Selective(u8),
    /// Only who wins is known.
    WinLossDraw,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
}
