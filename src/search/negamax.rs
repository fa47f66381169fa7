//! The recursive search: principal variation search with a transposition table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::endgame::Cache;
use super::node::Node;
use super::ordering::{Candidate, Candidates, restraint};
use super::parallel::{Split, Team, Work};
use super::probcut::{Selectivity, Spread};
use super::table::{Bound, Entry, Table};
use super::watch::CHECK_EVERY;
use super::window::Window;
use super::{SearchEvent, SearchMargins, SearchRequest, StopSignal};
use crate::board::{Bitboard, Board, Move, Square};
use crate::eval::{Evaluator, Score};

/// The search was told to end, or reached a limit; what it was looking at has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// One search in progress.
pub(super) struct Searcher<'a, E> {
    pub evaluator: &'a E,
    /// None if the search is so shallow that it would cost more than it saves.
    pub table: Option<&'a Table>,
    pub stop: &'a StopSignal,
    pub report: &'a mut dyn FnMut(SearchEvent),
    /// What a drawn game is worth to the side to move at the root.
    pub draw: Score,
    pub started: Instant,
    /// When to break off; from the ponder hit on, if the search began as pondering.
    pub hard_limit: Option<Duration>,
    pub pondering: bool,
    pub clock_started: Instant,
    pub node_limit: u64,
    /// Off during the first ply, which is always finished.
    pub can_stop: bool,
    pub last_line: Instant,
    pub nodes: u64,
    pub check_at: u64,
    pub depth: u32,
    pub selective_depth: u32,
    /// How much is cut on shallow results.
    pub selectivity: Selectivity,
    /// How many shallow searches, made for cuts, this one is within.
    pub probcuts: u32,
    /// Whether late moves are looked at less deep first.
    pub reduces: bool,
    pub spread: Spread,
    pub margins: SearchMargins,
    /// The threads at work on this search, if there are several.
    pub team: Option<&'a Team>,
    /// The shared node that this thread works below.
    pub split: Option<Arc<Split>>,
    /// Not the first thread: it has no clock and says nothing.
    pub is_helper: bool,
    /// Nodes that the team knows of already.
    pub handed_in: u64,
    /// Results of boards near the end of the game.
    pub cache: Cache,
    /// The principal variation below each ply. Searches in a null window have none and leave these
    /// alone: they may be shallow ones that count their plies anew, or another thread's.
    pub lines: Vec<Vec<Move>>,
}

/// Searches of fewer plies hardly meet a board twice, and are over sooner than the table is near.
pub(super) const TABLE_FROM_DEPTH: u32 = 4;
/// A node is shared out from this depth on.
const SHARE_FROM_DEPTH: u32 = 5;

/// From this depth on, the moves after the first [`UNREDUCED`] of a null window are looked at
/// [`REDUCTION`] plies less deep, and again if they seem to be above it: +10 Elo (-1 to 21), 3,000
/// games at 40,000 nodes a move, and +16 (-2 to 34), 1,200 games at 100,000.
const REDUCE_FROM_DEPTH: u32 = 5;
const UNREDUCED: usize = 2;
/// Even, as depths of the other parity see another side's move last.
const REDUCTION: u32 = 2;

impl<'a, E: Evaluator> Searcher<'a, E> {
    /// A search that has not begun.
    pub fn new(
        request: &SearchRequest,
        evaluator: &'a E,
        table: &'a Table,
        stop: &'a StopSignal,
        report: &'a mut dyn FnMut(SearchEvent),
    ) -> Self {
        let deepest = request.deepest();
        Self {
            evaluator,
            table: Some(table).filter(|_| deepest >= TABLE_FROM_DEPTH),
            stop,
            report,
            draw: request.draw,
            started: request.since,
            hard_limit: None,
            pondering: request.limits.ponder,
            clock_started: request.since,
            node_limit: request.limits.nodes.unwrap_or(u64::MAX),
            can_stop: false,
            last_line: request.since,
            nodes: 0,
            check_at: CHECK_EVERY.min(request.limits.nodes.unwrap_or(u64::MAX)),
            depth: 0,
            selective_depth: 0,
            selectivity: Selectivity::new(request.selectivity),
            probcuts: 0,
            // Not where the result is to be found: what it finds on the way is to order the moves.
            reduces: request.selectivity < 100 && !request.wants_result(),
            spread: Spread(evaluator.spread()),
            margins: request.margins,
            team: None,
            split: None,
            is_helper: false,
            handed_in: 0,
            cache: Cache::new(request.board.empties().len()),
            // A pass before each move, and one after the last.
            lines: vec![Vec::new(); 2 * deepest as usize + 2],
        }
    }

    /// The value of `board` to `depth` plies, passes not counted; with `depth` as large as the
    /// number of empty squares, the exact value within the window.
    pub fn search(
        &mut self,
        node: &Node<E::View>,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let board = node.board;
        let is_pv = !window.is_null();
        if is_pv {
            self.lines[ply].clear();
        }
        self.check()?;
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.pass(node, window, depth, ply);
        }
        if depth == 0 {
            self.selective_depth = self.selective_depth.max(ply as u32);
            return Ok(self.evaluator.evaluate_view(board, &node.view));
        }
        let empties = board.empties().len();
        if depth >= empties {
            return self.solve(node, window, ply);
        }
        if depth == 1 {
            return self.last_ply(node, moves, window, ply);
        }
        let hash = self.key(board, ply);
        let mut known = self.table.and_then(|table| table.get(hash, empties));
        if let Some(entry) = &mut known
            && entry.depth >= empties
            && entry.score == Score::DRAW
        {
            // Solving does not know what a draw is worth to whom.
            entry.score = self.draw_at(ply);
        }
        if let Some(entry) = known
            && !is_pv
            && entry.depth >= depth
            && entry.percent >= self.selectivity.percent()
            && cuts(&entry, window)
        {
            return Ok(entry.score);
        }
        if !is_pv && let Some(score) = self.probcut(node, window, depth, empties, ply)? {
            return Ok(score);
        }
        let first = known.and_then(|entry| entry.best).filter(|&square| moves.has(square));
        let mut candidates = Candidates::default();
        self.put_candidates(&mut candidates, node, moves, first, depth);
        let (best, best_square) = self.best_of(node, &mut candidates, window, depth, ply)?;
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(table) = self.table {
            let percent = self.selectivity.percent();
            let best_square = Some(best_square);
            let entry = Entry { score: best, bound, depth, percent, best: best_square };
            table.put(hash, empties, &entry);
        }
        Ok(best)
    }

    /// The moves, the most promising first: by their estimates where that pays.
    fn put_candidates(
        &self,
        candidates: &mut Candidates,
        node: &Node<E::View>,
        moves: Bitboard,
        first: Option<Square>,
        depth: u32,
    ) {
        let left = node.board.empties().len() - 1;
        candidates.put(node.board, moves, first, |candidate| {
            if depth > 2 {
                if let Some(table) = self.table {
                    table.prefetch(candidate.hash, left);
                }
                let next = node.after(candidate.square, candidate.after, self.evaluator);
                -self.evaluator.evaluate_view(next.board, &next.view).to_bits()
            } else {
                restraint(candidate, Bitboard::EMPTY)
            }
        });
    }

    /// The best of some moves: the first with the whole window, the others only if a null window
    /// shows them to be better.
    fn best_of(
        &mut self,
        node: &Node<E::View>,
        candidates: &mut Candidates,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<(Score, Square), Stopped> {
        let mut best = -Score::INFINITE;
        let mut best_square = Square::at(0, 0);
        let mut alpha = window.alpha;
        let mut tried = 0;
        while let Some(Candidate { square, after, .. }) = candidates.take_best() {
            self.nodes += 1;
            if !window.is_null() {
                self.lines[ply + 1].clear();
            }
            let next = node.after(square, after, self.evaluator);
            let score = if window.is_null() {
                self.search_null(&next, window, depth - 1, ply + 1, tried)?
            } else {
                self.search_move(&next, window.above(alpha), depth - 1, ply + 1, tried == 0)?
            };
            tried += 1;
            if score > best {
                (best, best_square) = (score, square);
                if score > alpha {
                    alpha = score;
                    if !window.is_null() {
                        self.extend_line(ply, Move::Place(square));
                    }
                    if alpha >= window.beta {
                        break;
                    }
                }
            }
            if depth >= SHARE_FROM_DEPTH
                && window.is_null()
                && candidates.len() > 1
                && self.can_share()
            {
                let work = Work::Estimate { window, depth: depth - 1, ply: ply + 1, tried };
                let (bits, square) = self.share(work, candidates.take_rest())?;
                if Score::from_bits(bits) > best {
                    (best, best_square) = (Score::from_bits(bits), square);
                }
            }
        }
        Ok((best, best_square))
    }

    /// The last ply: nothing is sorted and the table is not asked.
    fn last_ply(
        &mut self,
        node: &Node<E::View>,
        moves: Bitboard,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let mut best = -Score::INFINITE;
        self.selective_depth = self.selective_depth.max(ply as u32 + 1);
        for square in moves {
            self.nodes += 1;
            let next = node.after(square, node.board.play_unchecked(square), self.evaluator);
            let score = if next.board.legal_moves().is_empty() {
                -self.search(&next, -window, 0, ply + 1)?
            } else {
                if !window.is_null() {
                    self.lines[ply + 1].clear();
                }
                -self.evaluator.evaluate_view(next.board, &next.view)
            };
            if score > best {
                best = score;
                if score > window.alpha && !window.is_null() {
                    self.extend_line(ply, Move::Place(square));
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The value in a null window, for the side that moved, of the board after a move, so many
    /// having been tried before.
    pub fn search_null(
        &mut self,
        after: &Node<E::View>,
        window: Window,
        depth: u32,
        ply: usize,
        tried: usize,
    ) -> Result<Score, Stopped> {
        if self.reduces && tried >= UNREDUCED && depth + 1 >= REDUCE_FROM_DEPTH {
            let score = -self.search(after, -window, depth - REDUCTION, ply)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        Ok(-self.search(after, -window, depth, ply)?)
    }

    /// The value, for the side that moved, of the board after a move.
    pub fn search_move(
        &mut self,
        after: &Node<E::View>,
        window: Window,
        depth: u32,
        ply: usize,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        if !is_first && depth > 0 && !window.is_null() {
            let score = -self.search(after, -Window::null(window.alpha), depth, ply)?;
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(-self.search(after, -window, depth, ply)?)
    }

    /// Puts a move before the line found below it.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    fn pass(
        &mut self,
        node: &Node<E::View>,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let passed = node.pass(self.evaluator);
        if passed.board.legal_moves().is_empty() {
            self.selective_depth = self.selective_depth.max(ply as u32);
            return Ok(self.finished(node.board, ply));
        }
        let score = -self.search(&passed, -window, depth, ply + 1)?;
        if !window.is_null() {
            self.extend_line(ply, Move::Pass);
        }
        Ok(score)
    }

    fn finished(&self, board: Board, ply: usize) -> Score {
        match board.final_score() {
            0 => self.draw_at(ply),
            discs => Score::finished(discs),
        }
    }

    /// What a drawn game is worth to the side to move at this ply.
    pub fn draw_at(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The board's key in the table. If a draw is not worth the same to both, what is known of a
    /// board depends on whose draw it is.
    fn key(&self, board: Board, ply: usize) -> u64 {
        let salted = self.draw != Score::DRAW && !ply.is_multiple_of(2);
        board.hash() ^ if salted { 0xa076_1d64_78bd_642f } else { 0 }
    }
}

fn cuts(entry: &Entry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    }
}

#[cfg(test)]
mod tests;
