//! What the tree says of the moves at its root.

use std::cmp::Reverse;

use super::super::endgame::FewSolver;
use super::super::{Knowledge, Line};
use super::Guide;
use super::tree::Tree;
use crate::board::{Board, Move};
use crate::eval::Score;

/// Values beyond these are no estimates.
const CERTAIN: f32 = 0.9999;
/// Estimates stay below this, in centidiscs: a wipe-out is never a guess.
const MOST: f32 = 6300.0;

impl Tree {
    /// The root's moves as bits: those in `wanted`, or all if none of them is legal.
    pub(super) fn allowed(&self, wanted: &[Move]) -> u64 {
        let block = self.moves.block(0);
        let all = u64::MAX >> (64 - block.len().clamp(1, 64));
        let bits = block.enumerate().filter(|&(_, at)| wanted.contains(&self.moves.mv(at)));
        match bits.fold(0, |bits, (bit, _)| bits | 1 << bit) {
            0 => all,
            bits => bits,
        }
    }

    /// The result of the root in discs, for its mover, if it is known.
    pub(super) fn result(&self, allowed: u64) -> Option<i32> {
        let (lower, upper) = self.moves.bounds_of(self.moves.block(0), allowed);
        (lower == upper).then_some(lower.into())
    }

    /// Whether the visits cannot be counted much further.
    pub(super) fn has_most_visits(&self) -> bool {
        self.moves.visits(0) > i32::MAX as u32 - (1 << 20)
    }

    /// The moves at the board after a move, best first: those that are known to win, by how much;
    /// then those that were visited most; last those that are known to lose or to be no better than
    /// another.
    fn ranking(&self, parent: usize, allowed: u64) -> Vec<usize> {
        let moves = &self.moves;
        let block = moves.block(parent);
        let (floor, _) = moves.bounds_of(block.clone(), allowed);
        let mut ranking: Vec<usize> = block
            .enumerate()
            .filter(|&(bit, _)| allowed >> bit & 1 == 1)
            .map(|(_, at)| at)
            .collect();
        ranking.sort_by_cached_key(|&at| {
            let (lower, upper) = moves.bounds(at);
            let (visits, mean) = moves.stats(at);
            let class = if lower > 0 {
                2
            } else {
                u8::from(upper >= 0 && (upper > floor || lower == floor))
            };
            let known = if class == 1 { 0 } else { lower };
            Reverse((class, known, visits, (mean * 1e6) as i32))
        });
        ranking
    }

    /// The moves at the root that have been visited, best first, each with its line and what it is
    /// worth; at most so many.
    pub(super) fn lines(
        &self,
        board: Board,
        allowed: u64,
        at_most: usize,
        guide: &impl Guide,
        solver: &mut FewSolver,
    ) -> Vec<Line> {
        let is_known = self.result(allowed).is_some();
        let ranking = self.ranking(0, allowed);
        let visited = ranking.into_iter().filter(|&at| self.moves.visits(at) > 0);
        visited
            .take(at_most)
            .enumerate()
            .map(|(place, at)| {
                let (score, kind) = self.worth(at, guide, is_known || place > 0);
                Line { score, kind, moves: self.line(board, at, solver) }
            })
            .collect()
    }

    /// What a move is worth. Its result is that of the position only if `is_last_word`.
    fn worth(&self, at: usize, guide: &impl Guide, is_last_word: bool) -> (Score, Knowledge) {
        let moves = &self.moves;
        let (lower, upper) = moves.bounds(at);
        let (lower, upper) = (i32::from(lower), i32::from(upper));
        if lower == upper && is_last_word {
            (Score::finished(lower), Knowledge::Exact)
        } else if lower > 0 {
            (Score::finished(lower), Knowledge::WinLossDraw)
        } else if upper < 0 && is_last_word {
            (Score::finished(upper), Knowledge::WinLossDraw)
        } else if lower == upper {
            (Score::heuristic(100 * lower), Knowledge::Estimate)
        } else {
            let centidiscs = guide.centidiscs(moves.mean(at).clamp(-CERTAIN, CERTAIN));
            (Score::heuristic(centidiscs.clamp(-MOST, MOST) as i32), Knowledge::Estimate)
        }
    }

    /// The line that begins with a move.
    fn line(&self, board: Board, first: usize, solver: &mut FewSolver) -> Vec<Move> {
        let mut line = vec![self.moves.mv(first)];
        let mut board = self.moves.play(board, first);
        let mut at = first;
        while let Some(&next) = self.ranking(at, u64::MAX).first() {
            if self.moves.visits(next) == 0 {
                break;
            }
            line.push(self.moves.mv(next));
            board = self.moves.play(board, next);
            at = next;
        }
        if board.empties().len() <= FewSolver::MOST && self.moves.visits(at) > 0 {
            line.extend(solver.line(board));
        }
        line
    }
}
