//! Exact results of boards with few empty squares, for whoever has many of them.

use super::cache::Cache;
use super::middle::{Desk, solve_few};
use crate::board::{Board, Move, Position};

/// Solves board after board; what it finds out about one serves the next.
pub(in super::super) struct FewSolver {
    cache: Cache,
}

impl FewSolver {
    /// It takes boards with so many empty squares or fewer.
    pub const MOST: u32 = 8;

    pub fn new() -> Self {
        let mut cache = Cache::new(Self::MOST + 4);
        cache.begin();
        Self { cache }
    }

    /// The mover's result in discs: null windows from the middle close in on it.
    pub fn result(&mut self, board: Board) -> i8 {
        let empties = board.empties().len();
        let mut nodes = 0;
        let mut desk = Desk { cache: &mut self.cache, nodes: &mut nodes };
        let (mut lower, mut upper) = (-64, 64);
        let mut alpha = -1;
        while lower < upper {
            let discs = solve_few(board, alpha, empties, &mut desk);
            if discs > alpha {
                lower = discs;
                alpha = discs;
            } else {
                upper = discs;
                alpha = discs - 1;
            }
        }
        lower as i8
    }

    /// The moves of best play from a board to the end of the game.
    pub fn line(&mut self, board: Board) -> Vec<Move> {
        let mut position = Position { board, ..Position::START };
        let mut line = Vec::new();
        let mut result = self.result(board);
        while let Some((mv, next)) = position.moves().into_iter().find_map(|mv| {
            let next = position.try_play(mv).ok()?;
            (self.result(next.board) == -result).then_some((mv, next))
        }) {
            line.push(mv);
            (position, result) = (next, -result);
        }
        line
    }
}
