//! More empty squares: moves are sorted, and what was found is kept in the table.

use super::super::SearchMargins;
use super::super::negamax::{Searcher, Stopped};
use super::super::node::Node;
use super::super::ordering::{Candidate, Candidates, freedom};
use super::super::parallel::Work;
use super::super::table::{Bound, Entry};
use super::cache::Known;
use super::middle::{self, Desk, solve_few};
use super::{odd_quadrants, stability_bound};
use crate::board::{Bitboard, Board, Move, Square};
use crate::eval::{Evaluator, Score};

/// A node is shared out from so many empty squares on.
const SHARE_FROM: u32 = 13;
/// Up to so many empty squares the thread's own small table is used, not the large one.
const CACHE_MOST: u32 = 11;

impl<E: Evaluator> Searcher<'_, E> {
    /// Whether the value is above `alpha`: a bound of it on that side.
    pub fn null_window(&mut self, node: &Node<E::View>, alpha: i32) -> Result<i32, Stopped> {
        let board = node.board;
        let empties = board.empties().len();
        if empties <= middle::MOST {
            let mut desk = Desk { cache: &mut self.cache, nodes: &mut self.nodes };
            return Ok(solve_few(board, alpha, empties, &mut desk));
        }
        self.check()?;
        if let Some(most) = stability_bound(board, empties, alpha) {
            return Ok(most);
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = node.pass(self.evaluator);
            if passed.board.legal_moves().is_empty() {
                return Ok(board.final_score());
            }
            return Ok(-self.null_window(&passed, -alpha - 1)?);
        }
        let hash = board.hash();
        let known = self.known(board, hash, empties);
        if let Some(discs) = known.cut(alpha) {
            return Ok(discs);
        }
        if empties > CACHE_MOST
            && let Some(discs) = self.probcut_solve(node, alpha, empties)?
        {
            return Ok(discs);
        }
        let mut candidates = Candidates::default();
        self.put_solve_candidates(&mut candidates, node, moves, known.best, empties);
        if empties >= self.margins.look_ahead_from && candidates.len() > 1 {
            let scale = self.margins.estimate_scale;
            candidates.add_to_keys(|candidate| {
                let next = node.after(candidate.square, candidate.after, self.evaluator);
                -self.after_best_reply(&next).to_bits() / scale
            });
        }
        if let Some(discs) = self.enhanced_cutoff(&candidates, empties, alpha) {
            return Ok(discs);
        }
        let mut best = i32::MIN;
        let mut best_square = Square::at(0, 0);
        while let Some(candidate) = candidates.take_best() {
            self.nodes += u64::from(empties > middle::MOST + 1);
            let next = self.next(node, &candidate, empties);
            let discs = -self.null_window(&next, -alpha - 1)?;
            if discs > best {
                (best, best_square) = (discs, candidate.square);
                if best > alpha {
                    break;
                }
            }
            if empties >= SHARE_FROM && candidates.len() > 1 && self.can_share() {
                let rest = candidates.take_rest();
                let (discs, square) = self.share(Work::Solve { alpha }, rest)?;
                if discs > best {
                    (best, best_square) = (discs, square);
                }
            }
        }
        let bound = if best > alpha { Bound::Lower } else { Bound::Upper };
        self.remember(board, hash, best, bound, empties, best_square);
        Ok(best)
    }

    /// The node after a move. Where no estimate is asked for any more, its view is an old one.
    #[inline]
    fn next(&self, node: &Node<E::View>, candidate: &Candidate, empties: u32) -> Node<E::View> {
        let SearchMargins { estimate_from, look_ahead_from, .. } = self.margins;
        // Cuts on estimates are tried where the large table is used.
        if empties > estimate_from.min(look_ahead_from).min(CACHE_MOST + 1) {
            node.after(candidate.square, candidate.after, self.evaluator)
        } else {
            Node { board: candidate.after, view: node.view }
        }
    }

    /// The value within the window, and its line.
    pub(super) fn principal(
        &mut self,
        node: &Node<E::View>,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        let board = node.board;
        self.check()?;
        self.lines[ply].clear();
        let empties = board.empties().len();
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = node.pass(self.evaluator);
            if passed.board.legal_moves().is_empty() {
                self.selective_depth = self.selective_depth.max(ply as u32);
                return Ok(board.final_score());
            }
            let discs = -self.principal(&passed, -beta, -alpha, ply + 1)?;
            self.extend_line(ply, Move::Pass);
            return Ok(discs);
        }
        let hash = board.hash();
        let known = self.known(board, hash, empties);
        let mut candidates = Candidates::default();
        self.put_solve_candidates(&mut candidates, node, moves, known.best, empties);
        let mut best = i32::MIN;
        let mut best_square = Square::at(0, 0);
        let mut floor = alpha;
        while let Some(candidate) = candidates.take_best() {
            self.nodes += 1;
            let square = candidate.square;
            let next = node.after(square, candidate.after, self.evaluator);
            let mut discs = best;
            if best > i32::MIN {
                discs = -self.null_window(&next, -floor - 1)?;
            }
            if best == i32::MIN || discs > floor && discs < beta {
                discs = -self.principal(&next, -beta, -floor, ply + 1)?;
                if discs > floor {
                    self.extend_line(ply, Move::Place(square));
                }
            }
            if discs > best {
                (best, best_square) = (discs, square);
                floor = floor.max(discs);
                if floor >= beta {
                    break;
                }
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(board, hash, best, bound, empties, best_square);
        Ok(best)
    }

    /// What is known of a board to the end of the game, and the best move there in any case.
    fn known(&self, board: Board, hash: u64, empties: u32) -> Known {
        if empties <= CACHE_MOST {
            return self.cache.get(board, hash).unwrap_or(Known::NOTHING);
        }
        let Some(entry) = self.table.and_then(|table| table.get(hash, empties)) else {
            return Known::NOTHING;
        };
        let mut known = Known { best: entry.best, ..Known::NOTHING };
        if entry.depth >= empties && entry.percent >= self.selectivity.percent() {
            let discs = entry.score.centidiscs() / 100;
            known.lower = if entry.bound == Bound::Upper { -64 } else { discs };
            known.upper = if entry.bound == Bound::Lower { 64 } else { discs };
        }
        known
    }

    fn remember(
        &mut self,
        board: Board,
        hash: u64,
        discs: i32,
        bound: Bound,
        empties: u32,
        best: Square,
    ) {
        if empties <= CACHE_MOST {
            self.cache.put(board, hash, discs, bound, Some(best));
        } else if let Some(table) = self.table {
            let score = Score::finished(discs);
            let percent = self.selectivity.percent();
            let entry = Entry { score, bound, depth: empties, percent, best: Some(best) };
            table.put(hash, empties, &entry);
        }
    }

    /// All moves, with what speaks for them; what is known of them is on its way.
    fn put_solve_candidates(
        &self,
        candidates: &mut Candidates,
        node: &Node<E::View>,
        moves: Bitboard,
        first: Option<Square>,
        empties: u32,
    ) {
        let odd = odd_quadrants(node.board.empties());
        candidates.put(node.board, moves, first, |candidate| {
            if let Some(table) = self.table.filter(|_| empties - 1 > CACHE_MOST) {
                table.prefetch(candidate.hash, empties - 1);
            }
            let key = freedom(candidate, odd);
            if empties < self.margins.estimate_from {
                return key;
            }
            let next = node.after(candidate.square, candidate.after, self.evaluator);
            let estimate = self.evaluator.evaluate_view(next.board, &next.view);
            key.saturating_sub(estimate.to_bits() / self.margins.estimate_scale)
        });
    }

    /// The best estimate after one move more, for the side that makes it.
    fn after_best_reply(&mut self, node: &Node<E::View>) -> Score {
        let moves = node.board.legal_moves();
        self.nodes += u64::from(moves.len());
        moves
            .squares()
            .map(|square| {
                let after = node.board.play_unchecked(square);
                let next = node.after(square, after, self.evaluator);
                -self.evaluator.evaluate_view(next.board, &next.view)
            })
            .max()
            .unwrap_or_else(|| self.evaluator.evaluate_view(node.board, &node.view))
    }

    /// Looks for a move of which it is known already that it is good enough.
    fn enhanced_cutoff(&self, candidates: &Candidates, empties: u32, alpha: i32) -> Option<i32> {
        candidates.iter().find_map(|candidate| {
            let after = candidate.after;
            let known = self.known(after, candidate.hash, empties - 1);
            (-known.upper > alpha).then_some(-known.upper)
        })
    }
}
