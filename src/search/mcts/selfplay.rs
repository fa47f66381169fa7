//! The search for those who learn from it: so many visits, and what they were spent on.

use rand::{Rng, RngExt};

use super::noise::RootNoise;
use super::tree::Tree;
use super::visit::{Shared, Visitor};
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
            if temperature > 0.0 { libm::powf(share, 1.0 / temperature) } else { share.floor() }
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
    let priors: Vec<f32> = block.clone().map(|at| tree.moves.prior(at)).collect();
    let set_priors = |tree: &mut Tree, priors: &[f32]| {
        block.clone().zip(priors).for_each(|(at, &prior)| tree.moves.set_prior(at, prior));
    };
    if let Some(noise) = noise {
        let mut mixed = priors.clone();
        noise.mix_into(&mut mixed, seed ^ board.hash());
        set_priors(tree, &mixed);
    }
    let shared = Shared::new(tree, visits.max(1).into(), tree.allowed(&[]), 0);
    while visitor.visit(&shared) {}
    set_priors(tree, &priors);
    tree.end();
    let moves = &tree.moves;
    let of = |at: usize| RootMove {
        mv: moves.mv(at),
        visits: moves.visits(at),
        prior: moves.prior(at),
        value: moves.mean(at),
        result: moves.is_known(at).then(|| moves.bounds(at).0.into()),
    };
    RootReport {
        moves: block.map(of).collect(),
        value: -moves.mean(0),
        result: tree.result(u64::MAX),
    }
}
