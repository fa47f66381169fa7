//! Visits: from the root to a new board and back, by one thread or several.

use std::sync::{Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use super::super::endgame::FewSolver;
use super::rollout::{Xorshift, roll_out};
use super::rule::{Rule, finished_value};
use super::tree::{Leaf, Sprout, Tree};
use super::{Guide, TreeSettings};
use crate::board::{Bitboard, Board};

/// What the threads of a search share.
pub(super) struct Shared<'t> {
    pub tree: &'t mut Tree,
    /// Visits begun in this search.
    pub begun: u64,
    /// No more than these.
    pub most: u64,
    /// At the root only these moves are tried, a bit for each.
    pub allowed: u64,
    /// So many visits go to root moves that have had none.
    pub sweep: u64,
    /// No further visit is begun.
    pub is_over: bool,
}

/// Locked for the way down and for the way back, not while a board is looked at.
pub(super) fn lock<'a, 't>(shared: &'a Mutex<Shared<'t>>) -> MutexGuard<'a, Shared<'t>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread's own part of a search.
pub(super) struct Visitor<'a, G> {
    guide: &'a G,
    rollout_weight: f32,
    rule: Rule,
    /// What a drawn game is worth to the side to move at the root.
    draw: f32,
    random: Xorshift,
    solver: FewSolver,
}

impl<'a, G: Guide> Visitor<'a, G> {
    pub fn new(guide: &'a G, settings: &TreeSettings, draw: f32, seed: u64) -> Self {
        Self {
            guide,
            rollout_weight: settings.rollout_weight.min(100) as f32 / 100.0,
            rule: Rule { exploration: settings.exploration as f32 / 100.0 },
            draw,
            random: Xorshift::new(seed),
            solver: FewSolver::new(),
        }
    }

    /// Makes one visit, unless there have been enough; whether there was one.
    pub fn visit(&mut self, shared: &Mutex<Shared<'_>>) -> bool {
        let mut guard = lock(shared);
        if guard.is_over || guard.begun >= guard.most {
            return false;
        }
        guard.begun += 1;
        let Shared { allowed, sweep, begun, .. } = *guard;
        let descent = guard.tree.descend(&self.rule, allowed, begun <= sweep);
        drop(guard);
        let leaf = if descent.is_known {
            Leaf::Known
        } else {
            // The path begins with the move to the root.
            let is_ours = descent.path.len() % 2 == 1;
            self.look_at(descent.board, if is_ours { self.draw } else { -self.draw })
        };
        lock(shared).tree.back_up(&descent, &leaf);
        true
    }

    /// Looks at a board whose mover values a draw so.
    fn look_at(&mut self, board: Board, draw: f32) -> Leaf {
        if board.is_over() {
            return Leaf::Exact(board.final_score() as i8);
        }
        if board.empties().len() <= FewSolver::MOST {
            return Leaf::Exact(self.solver.result(board));
        }
        Leaf::Open(self.sprout(board, draw))
    }

    /// The value and the moves of a board on which the game goes on.
    pub fn sprout(&mut self, board: Board, draw: f32) -> Sprout {
        let moves = board.legal_moves();
        let mut sprout = if moves.is_empty() {
            Sprout::pass(-self.guidance(board.pass(), board.pass().legal_moves()).value)
        } else {
            self.guidance(board, moves)
        };
        if self.rollout_weight > 0.0 {
            let result = finished_value(roll_out(board, &mut self.random), draw);
            sprout.value += self.rollout_weight * (result - sprout.value);
        }
        sprout
    }

    fn guidance(&self, board: Board, moves: Bitboard) -> Sprout {
        let squares = moves.squares().map(|square| square.index() as u8).collect();
        let mut priors: ArrayVec<f32, 64> = moves.squares().map(|_| 0.0).collect();
        let mut value = 0.0;
        if self.rollout_weight < 1.0 {
            value = self.guide.judge(board, moves, &mut priors);
        }
        softmax(&mut priors);
        if !value.is_finite() {
            value = 0.0;
        }
        Sprout { value, squares, priors }
    }
}

/// Turns logits into shares that add up to 1; logits that are no numbers into equal ones.
fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    let equal = 1.0 / logits.len() as f32;
    logits.iter_mut().for_each(|share| *share = if sum.is_finite() { *share / sum } else { equal });
}
