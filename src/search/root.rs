//! The moves at the root, searched one depth at a time.

use std::cmp::Reverse;

use super::negamax::{Searcher, Stopped};
use super::node::Node;
use super::window::Window;
use super::{Knowledge, Line};
use crate::board::{Board, Move, Position};
use crate::eval::{Evaluator, Score};

/// A move at the root with what the last finished depth found of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    after: Board,
    pub score: Score,
}

/// The root's moves, those with a value first and best first.
#[derive(Debug)]
pub(super) struct Root {
    pub moves: Vec<RootMove>,
    /// The lines of those that have a value of their own; the others are not better than the last.
    pub lines: Vec<Vec<Move>>,
}

impl Root {
    /// The legal moves of a board, only those in `wanted` if any of them is.
    pub fn new(board: Board, wanted: &[Move]) -> Self {
        let position = Position { board, ..Position::START };
        let mut legal = position.moves();
        if legal.iter().any(|mv| wanted.contains(mv)) {
            legal.retain(|mv| wanted.contains(mv));
        }
        let moves = legal
            .into_iter()
            .map(|mv| {
                let after = match mv {
                    Move::Place(square) => board.play_unchecked(square),
                    Move::Pass => board.pass(),
                };
                RootMove { mv, after, score: -Score::INFINITE }
            })
            .collect();
        Self { moves, lines: Vec::new() }
    }

    /// Searches all moves to `depth` plies and puts the best first: `lines` of them get a value
    /// and a line of their own, and beyond these all that lie within `variety` centidiscs of the
    /// best. On [`Stopped`] the moves are as the depth before left them.
    pub fn search<E: Evaluator>(
        &mut self,
        searcher: &mut Searcher<'_, E>,
        depth: u32,
        bounds: Window,
        lines: usize,
        variety: u32,
    ) -> Result<(), Stopped> {
        let mut next = Self { moves: self.moves.clone(), lines: Vec::new() };
        while next.lines.len() < next.moves.len() {
            let index = next.lines.len();
            let floor = match next.moves.first() {
                Some(best) if index > 0 => best.score.plus(-(variety.cast_signed())),
                _ => -Score::INFINITE,
            };
            if index >= lines && variety == 0 {
                break;
            }
            next.search_rest(searcher, depth, bounds, index)?;
            if index >= lines && next.moves[index].score < floor {
                break;
            }
            next.lines.push(searcher.lines[0].clone());
        }
        // The first ply gives every move a value. Later, what the table knew from deeper searches may
        // have put a line above an earlier one.
        let sorted = if depth == 1 { next.moves.len() } else { next.lines.len() };
        next.moves[..sorted].sort_by_key(|root_move| Reverse(root_move.score));
        let place =
            |line: &Vec<Move>| next.moves.iter().position(|of| line.first() == Some(&of.mv));
        next.lines.sort_by_key(place);
        *self = next;
        Ok(())
    }

    /// Finds the best of the moves from `index` on and puts it at `index`, in a window around its
    /// value at the depth before that is widened where it proves too narrow. Its line is left in
    /// `lines[0]` of the searcher.
    fn search_rest<E: Evaluator>(
        &mut self,
        searcher: &mut Searcher<'_, E>,
        depth: u32,
        bounds: Window,
        index: usize,
    ) -> Result<(), Stopped> {
        let guess = self.moves[index].score;
        let mut window = bounds;
        if depth > 3 && bounds == Window::FULL {
            let half = searcher.margins.aspiration;
            window = Window { alpha: guess.plus(-half), beta: guess.plus(half) };
        }
        let score = self.search_window(searcher, depth, window, index)?;
        if score <= window.alpha && window.alpha > bounds.alpha {
            window = Window { alpha: bounds.alpha, beta: score.plus(1) };
        } else if score >= window.beta && window.beta < bounds.beta {
            window = Window { alpha: score.plus(-1), beta: bounds.beta };
        } else {
            return Ok(());
        }
        let score = self.search_window(searcher, depth, window, index)?;
        if score <= window.alpha && window.alpha > bounds.alpha
            || score >= window.beta && window.beta < bounds.beta
        {
            // The two searches contradict each other: what the table knows has changed between.
            self.search_window(searcher, depth, bounds, index)?;
        }
        Ok(())
    }

    fn search_window<E: Evaluator>(
        &mut self,
        searcher: &mut Searcher<'_, E>,
        depth: u32,
        window: Window,
        index: usize,
    ) -> Result<Score, Stopped> {
        let mut best = -Score::INFINITE;
        let mut best_at = index;
        let mut alpha = window.alpha;
        for at in index..self.moves.len() {
            let RootMove { mv, after, .. } = self.moves[at];
            let depth_below = if mv == Move::Pass { depth } else { depth - 1 };
            searcher.nodes += u64::from(mv != Move::Pass);
            let is_first = at == index;
            let window = window.above(alpha);
            searcher.lines[1].clear();
            let node = Node::new(after, searcher.evaluator);
            let score = searcher.search_move(&node, window, depth_below, 1, is_first)?;
            if depth == 1 {
                self.moves[at].score = score;
            }
            if score > best {
                best = score;
                if score > alpha || is_first {
                    searcher.extend_line(0, mv);
                    self.moves[at].score = score;
                    best_at = at;
                    alpha = alpha.max(score);
                }
                if alpha >= window.beta {
                    break;
                }
            }
        }
        // The best to the front; the others keep their order.
        self.moves[index..=best_at].rotate_right(1);
        Ok(best)
    }

    /// The lines that have a value, at most so many.
    pub fn lines(&self, at_most: usize, kind: Knowledge) -> Vec<Line> {
        let moves = self.moves.iter().zip(&self.lines).take(at_most);
        moves.map(|(of, line)| Line { score: of.score, kind, moves: line.clone() }).collect()
    }
}
