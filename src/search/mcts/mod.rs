//! Monte Carlo tree search: a tree that grows move by move where a guide, and what was found so
//! far, promise most.
//!
//! PUCT as in D. Silver et al., "A general reinforcement learning algorithm that masters chess,
//! shogi, and Go through self-play" (2018). A visit goes down the tree to a board that is not in
//! it, asks the [`Guide`] (and, if wanted, a game of random moves) what it is worth, and tells all
//! moves on its way. Boards with few empty squares are solved; results go up the tree as bounds:
//! T. Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010).

mod guide;
mod noise;
mod rollout;
mod root;
mod rule;
mod run;
mod selfplay;
mod tree;
mod visit;

pub use guide::{Estimates, Guide};
pub use noise::RootNoise;
pub use run::run;
pub use selfplay::{RootMove, RootReport, search_tree};
pub use tree::Tree;

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeSettings {
    /// How much a game of random moves from each new board counts in its value, in percent, 0 to
    /// 100; the guide has the rest. At 100 the guide is not asked, and all moves are as promising.
    pub rollout_weight: u32,
    /// How much the guide's promises count against what was found, in percent.
    pub exploration: u32,
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self { rollout_weight: 0, exploration: 125 }
    }
}
