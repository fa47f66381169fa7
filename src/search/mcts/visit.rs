//! Visits: from the root to a new board and back, by one thread or several.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::super::endgame::FewSolver;
use super::rollout::{Xorshift, roll_out};
use super::rule::{Rule, finished_value};
use super::tree::{Leaf, Sprout, Tree};
use super::{Guide, TreeSettings};
use crate::board::{Bitboard, Board};

/// What the threads of a search share.
pub(super) struct Shared<'t> {
    pub tree: &'t Tree,
    /// No more visits than these.
    pub most: u64,
    /// At the root only these moves are tried, a bit for each.
    pub allowed: u64,
    /// The first so many visits go to root moves that have had none, one after the other: all but the
    /// last are made before there are helpers.
    pub sweep: u64,
    begun: AtomicU64,
    is_over: AtomicBool,
}

impl<'t> Shared<'t> {
    pub fn new(tree: &'t Tree, most: u64, allowed: u64, sweep: u64) -> Self {
        let (begun, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { tree, most, allowed, sweep, begun, is_over }
    }

    /// Visits begun in this search.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// No further visit is begun.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The number of a visit, from 1; `None` if there have been enough.
    fn begin(&self) -> Option<u64> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let next = |begun| (begun < self.most).then_some(begun + 1);
        let before = self.begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        before.ok().map(|before| before + 1)
    }
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
    pub fn visit(&mut self, shared: &Shared<'_>) -> bool {
        let Some(number) = shared.begin() else { return false };
        let Shared { tree, allowed, sweep, .. } = *shared;
        let descent = tree.descend(&self.rule, allowed, number <= sweep);
        let leaf = if descent.is_known {
            Leaf::Known
        } else {
            // The path begins with the move to the root.
            let is_ours = descent.path.len() % 2 == 1;
            self.look_at(descent.board, if is_ours { self.draw } else { -self.draw })
        };
        tree.back_up(&descent, &leaf);
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
    logits.iter_mut().for_each(|logit| *logit = libm::expf(*logit - most));
    let sum: f32 = logits.iter().sum();
    let equal = 1.0 / logits.len() as f32;
    logits.iter_mut().for_each(|share| *share = if sum.is_finite() { *share / sum } else { equal });
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::board::{Move, Position, Square};
    use crate::eval::Linear;
    use crate::search::mcts::Estimates;

    #[test]
    fn threads_lose_no_visit_and_no_move() {
        const VISITS: u64 = 20_000;
        let linear = Linear::default();
        let guide = Estimates(&linear);
        let settings = TreeSettings { rollout_weight: 50, ..TreeSettings::default() };
        let mut tree = Tree::new(16).unwrap();
        let mut position = Position::START;
        for square in ["f5", "d6", "c3", "d3", "c4"] {
            let square = Square::from_name(square).unwrap();
            position = position.try_play(Move::Place(square)).unwrap();
        }
        assert!(!tree.begin(position.board, 0.0));
        tree.open(&Visitor::new(&guide, &settings, 0.0, 1).sprout(position.board, 0.0));
        let shared = Shared::new(&tree, VISITS, u64::MAX, 0);
        thread::scope(|scope| {
            for seed in 0..4 {
                let (guide, settings, shared) = (&guide, &settings, &shared);
                scope.spawn(move || {
                    let mut visitor = Visitor::new(guide, settings, 0.0, seed);
                    while visitor.visit(shared) {}
                });
            }
        });
        let moves = &tree.moves;
        assert_eq!((shared.begun(), u64::from(moves.visits(0))), (VISITS, VISITS + 1));
        let mut in_blocks = vec![0; moves.len()];
        for at in 0..moves.len() {
            assert_eq!(moves.pending(at), 0);
            let block = moves.block(at);
            block.clone().for_each(|next| in_blocks[next] += 1);
            let below: u32 = block.clone().map(|next| moves.visits(next)).sum();
            assert!(block.is_empty() || below < moves.visits(at));
            assert!(block.is_empty() || block.start > at);
        }
        assert!(in_blocks[0] == 0 && in_blocks[1..].iter().all(|&blocks| blocks == 1));
    }
}
