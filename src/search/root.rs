//! The moves at the root, searched one depth at a time.

use std::cmp::Reverse;

use super::negamax::{Searcher, Stopped};
use super::node::Node;
use super::window::Window;
use super::{Knowledge, Line};
use crate::board::{Board, Move, Position};
use crate::eval::{Evaluator, Score};

/// A move at the root with what the last finished depth found of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    after: Board,
    pub score: Score,
    pub line: Vec<Move>,
}

/// The root's moves, those with a value first and best first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub moves: Vec<RootMove>,
    /// How many at the front have a value of their own; the others are not better than the last.
    pub valued: usize,
}

impl Root {
    /// The legal moves of a board, only those in `wanted` if any of them is.
    pub fn new(board: Board, wanted: &[Move], evaluator: &impl Evaluator) -> Self {
        let position = Position { board, ..Position::START };
        let mut legal = position.moves();
        if legal.iter().any(|mv| wanted.contains(mv)) {
            legal.retain(|mv| wanted.contains(mv));
        }
        let mut moves: Vec<RootMove> = legal
            .into_iter()
            .map(|mv| {
                let after = match mv {
                    Move::Place(square) => board.play_unchecked(square),
                    Move::Pass => board.pass(),
                };
                RootMove { mv, after, score: -evaluator.evaluate(after), line: vec![mv] }
            })
            .collect();
        moves.sort_by_key(|root_move| Reverse(root_move.score));
        Self { moves, valued: 0 }
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
        let mut next = self.clone();
        next.valued = 0;
        while next.valued < next.moves.len() {
            let index = next.valued;
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
            next.valued += 1;
        }
        // What the table knew from deeper searches may have put a later line above an earlier one.
        let valued = next.valued;
        next.moves[..valued].sort_by_key(|root_move| Reverse(root_move.score));
        *self = next;
        Ok(())
    }

    /// Finds the best of the moves from `index` on and puts it at `index`, in a window around its
    /// value at the depth before that is widened where it proves too narrow.
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
            if score > best {
                best = score;
                if score > alpha || is_first {
                    searcher.extend_line(0, mv);
                    let root_move = &mut self.moves[at];
                    root_move.score = score;
                    root_move.line.clone_from(&searcher.lines[0]);
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
        let count = self.valued.max(1).min(at_most);
        self.moves
            .iter()
            .take(count)
            .map(|root_move| Line { score: root_move.score, kind, moves: root_move.line.clone() })
            .collect()
    }
}
