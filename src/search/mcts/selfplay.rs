//! The search for those who learn from it: so many visits, and what they were spent on.

use std::sync::Mutex;

use rand::{Rng, RngExt};

use super::noise::RootNoise;
use super::tree::Tree;
use super::visit::{Shared, Visitor, lock};
use super::{Guide, TreeSettings};
use crate::board::{Board, Move};

/// What a search found of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct RootReport {
    /// The legal moves, a1 first, or the pass; none if the game is over.
    pub moves: Vec<RootMove>,
    /// The mean value of all visits for the side to move, -1 to 1.
    pub value: f32,
    /// The result of the game in discs for the side to move, if it is known.
    pub result: Option<i32>,
}

/// A move and what was spent on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// How often it was visited, those visits included that were made before the board was the root.
    pub visits: u32,
    /// How promising the guide found it, without noise; 0 to 1.
    pub prior: f32,
    /// The mean value of its visits for the side to move, -1 to 1; 0 without any.
    pub value: f32,
    /// The result of the game in discs for the side to move, if it is known.
    pub result: Option<i32>,
}

impl RootReport {
    /// A move drawn with the visits as weights, each to the power of 1 / `temperature`; at 0, the
    /// first of the most visited. `None` if the game is over.
    pub fn draw(&self, temperature: f32, random: &mut impl Rng) -> Option<Move> {
        let most = self.moves.iter().map(|of| of.visits).max()?.max(1) as f32;
        let weight = |of: &RootMove| {
            let share = of.visits as f32 / most;
            if temperature > 0.0 { share.powf(1.0 / temperature) } else { share.floor() }
        };
        let all: f32 = self.moves.iter().map(weight).sum();
        let mut left = random.random::<f32>() * all;
        if temperature <= 0.0 {
            left = 0.0;
        }
        let drawn = self.moves.iter().find(|of| {
            left -= weight(of);
            left < 0.0
        });
        drawn.or(self.moves.iter().max_by_key(|of| of.visits)).map(|of| of.mv)
    }
}

/// Makes so many visits to a board, and at least one, on this thread. What `tree` holds of the
/// board from a search before is kept, and its visits come on top. The same tree, arguments and
/// guide give the same report.
pub fn search_tree<G: Guide>(
    board: Board,
    visits: u32,
    guide: &G,
    settings: &TreeSettings,
    noise: Option<RootNoise>,
    seed: u64,
    tree: &mut Tree,
) -> RootReport {
    if board.is_over() {
        let result = board.final_score();
        let value = super::rule::finished_value(result, 0.0);
        return RootReport { moves: Vec::new(), value, result: Some(result) };
    }
    let mut visitor = Visitor::new(guide, settings, 0.0, seed ^ board.hash());
    if !tree.begin(board, 0.0) {
        tree.open(&visitor.sprout(board, 0.0));
    }
    let block = tree.moves.block(0);
    let priors = tree.moves.prior[block.clone()].to_vec();
    if let Some(noise) = noise {
        noise.mix_into(&mut tree.moves.prior[block.clone()], seed ^ board.hash());
    }
    let shared = Mutex::new(Shared {
        allowed: tree.allowed(&[]),
        tree,
        begun: 0,
        most: visits.max(1).into(),
        sweep: 0,
        is_over: false,
    });
    while visitor.visit(&shared) {}
    let mut shared = lock(&shared);
    let tree = &mut *shared.tree;
    tree.moves.prior[block.clone()].copy_from_slice(&priors);
    tree.end();
    let moves = &tree.moves;
    let of = |at: usize| RootMove {
        mv: moves.mv(at),
        visits: moves.visits[at],
        prior: moves.prior[at],
        value: moves.mean[at],
        result: moves.is_known(at).then(|| moves.lower[at].into()),
    };
    RootReport {
        moves: block.map(of).collect(),
        value: -moves.mean[0],
        result: tree.result(u64::MAX),
    }
}
