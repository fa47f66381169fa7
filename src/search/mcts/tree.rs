//! The tree: moves with what is known of them, in an array of a bounded size.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use arrayvec::ArrayVec;

use super::super::AllocationError;
use super::moves::{BYTES, Moves, PASS};
use super::rule::{Rule, finished_value};
use crate::board::Board;

/// The tree that a search grows. Kept from one search to the next, it keeps what is still of use:
/// the part below the board that is searched next, if that lies at most four plies further on.
///
/// All it holds are moves. The moves at one board, a block, lie side by side and come into being
/// when the board is visited for the first time; further on in the array than the move that leads
/// to it, always. Move 0 leads to the root and is no move of a game.
#[derive(Debug)]
pub struct Tree {
    root: Option<Board>,
    /// What a drawn game is worth to the side to move at the root.
    draw: f32,
    pub(super) moves: Moves,
    /// A board could not be kept.
    pub(super) is_full: AtomicBool,
    /// A search is at work, or broke down.
    is_busy: bool,
    /// The longest way from the root, in plies, of this search.
    pub(super) deepest: AtomicU32,
}

/// Room for one block whatever happens.
const LEAST: usize = 128;
/// So many plies further on the next root is looked for.
const REACH: u32 = 4;

/// The moves from the root to a board; every second may be a pass.
pub(super) type Path = ArrayVec<u32, 130>;

/// Where a visit came to.
pub(super) struct Descent {
    pub path: Path,
    pub board: Board,
    /// The last move's result is known.
    pub is_known: bool,
}

/// What was found of a board.
#[expect(clippy::large_enum_variant, reason = "one at a time, and never moved far")]
pub(super) enum Leaf {
    /// Nothing new.
    Known,
    /// The mover's result in discs.
    Exact(i8),
    /// An estimate of the mover's value, and the moves.
    Open(Sprout),
}

/// A board's moves before any is visited.
pub(super) struct Sprout {
    pub value: f32,
    pub squares: ArrayVec<u8, 64>,
    pub priors: ArrayVec<f32, 64>,
}

impl Tree {
    /// An empty tree that takes at most so many MiB (at least 1).
    ///
    /// # Errors
    /// When the system will not give that much.
    pub fn new(mebibytes: usize) -> Result<Self, AllocationError> {
        let capacity = (mebibytes.max(1) << 20) / BYTES;
        let capacity = capacity.clamp(LEAST, u32::MAX as usize - 1);
        let moves = Moves::with_capacity(capacity).ok_or(AllocationError { mebibytes })?;
        Ok(Self {
            root: None,
            draw: 0.0,
            moves,
            is_full: AtomicBool::new(false),
            is_busy: false,
            deepest: AtomicU32::new(0),
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.moves.truncate(0);
        (self.root, self.is_busy) = (None, false);
        *self.is_full.get_mut() = false;
    }

    /// How full it is, in permill.
    pub(super) fn permill(&self) -> u32 {
        (self.moves.len() * 1000 / self.moves.capacity()) as u32
    }

    /// Makes a board the root; whether what is known of it was kept. Otherwise the tree is empty
    /// but for the move to the root, and the root has to be [opened](Self::open).
    pub(super) fn begin(&mut self, board: Board, draw: f32) -> bool {
        let found = self.root.filter(|_| !self.is_busy).and_then(|root| {
            (0..=REACH).find_map(|plies| self.find(root, 0, board, plies).map(|at| (at, plies)))
        });
        let kept = found.filter(|&(at, plies)| {
            let expected = if plies % 2 == 0 { self.draw } else { -self.draw };
            self.moves.count(at) > 0 && expected == draw
        });
        match kept {
            Some((0, _)) => {}
            Some((at, _)) => self.keep_only(at),
            None => {
                self.clear();
                self.moves.start_with(0);
            }
        }
        (self.root, self.draw) = (Some(board), draw);
        self.is_busy = true;
        *self.deepest.get_mut() = 0;
        kept.is_some()
    }

    /// The search has come to its end.
    pub(super) fn end(&mut self) {
        self.is_busy = false;
    }

    /// The move that leads to `wanted` so many plies below the board after move `at`.
    fn find(&self, board: Board, at: usize, wanted: Board, plies: u32) -> Option<usize> {
        if plies == 0 {
            return (board == wanted).then_some(at);
        }
        // Discs are never taken away.
        let discs = |board: Board| board.mover() | board.opponent();
        if !discs(board).is_subset(discs(wanted)) {
            return None;
        }
        self.moves
            .block(at)
            .find_map(|next| self.find(self.moves.play(board, next), next, wanted, plies - 1))
    }

    /// Makes the board after a move the root and moves what lies below it to the front.
    fn keep_only(&mut self, at: usize) {
        let moves = &mut self.moves;
        moves.copy(at, 0);
        let mut end = 1;
        let mut from = moves.block(0).start;
        moves.set_lead(from, 1);
        while from < moves.len() {
            let lead = moves.lead(from);
            if lead == 0 {
                from += 1;
                continue;
            }
            moves.set_first(lead - 1, end);
            for _ in 0..moves.count(lead - 1) {
                moves.set_lead(from, 0);
                moves.copy(from, end);
                if moves.count(end) > 0 {
                    moves.set_lead(moves.block(end).start, end + 1);
                }
                end += 1;
                from += 1;
            }
        }
        moves.truncate(end);
        *self.is_full.get_mut() = false;
    }

    /// Gives the root its moves, at its first visit.
    pub(super) fn open(&mut self, sprout: &Sprout) {
        self.expand(0, sprout);
        self.moves.set_stats(0, 1, -sprout.value);
    }

    fn expand(&self, at: usize, sprout: &Sprout) {
        if !self.moves.open(at, &sprout.squares, &sprout.priors) {
            self.is_full.store(true, Ordering::Relaxed);
        }
    }

    /// Goes from the root to a board that has no moves in the tree, or whose result is known. At
    /// the root only the moves in `allowed` are tried, a bit for each.
    pub(super) fn descend(&self, rule: &Rule, allowed: u64, is_sweep: bool) -> Descent {
        let moves = &self.moves;
        let mut path = Path::new();
        let mut board = self.root.unwrap_or(Board::START);
        let (mut at, mut allowed) = (0, allowed);
        let mut unseen = if is_sweep { self.first_unseen(allowed) } else { None };
        path.push(0);
        moves.begin_visit(0);
        while moves.count(at) > 0 && (at == 0 || !moves.is_known(at)) && !path.is_full() {
            at = unseen.take().unwrap_or_else(|| moves.choose(at, rule, allowed));
            allowed = u64::MAX;
            board = moves.play(board, at);
            path.push(at as u32);
            moves.begin_visit(at);
        }
        self.deepest.fetch_max(path.len() as u32 - 1, Ordering::Relaxed);
        Descent { is_known: at != 0 && moves.is_known(at), path, board }
    }

    /// A move at the root that no visit has begun with.
    fn first_unseen(&self, allowed: u64) -> Option<usize> {
        let mut block = self.moves.block(0).enumerate();
        let unseen = |at: usize| self.moves.visits(at) == 0 && self.moves.pending(at) == 0;
        block.find(|&(bit, at)| allowed >> bit & 1 == 1 && unseen(at)).map(|(_, at)| at)
    }

    /// Ends a visit: keeps what was found where it came to, and tells it to all moves that led
    /// there.
    pub(super) fn back_up(&self, descent: &Descent, leaf: &Leaf) {
        let moves = &self.moves;
        let Some(&last) = descent.path.last() else { return };
        let last = last as usize;
        let mut value = moves.mean(last);
        let mut is_news = false;
        match leaf {
            Leaf::Known => {}
            &Leaf::Exact(discs) => is_news = moves.narrow(last, -discs, -discs),
            Leaf::Open(sprout) => {
                value = -sprout.value;
                self.expand(last, sprout);
            }
        }
        for (ply, &at) in descent.path.iter().enumerate().rev() {
            let at = at as usize;
            if is_news && at != last {
                let (lower, upper) = moves.bounds_of(moves.block(at), u64::MAX);
                is_news = moves.narrow(at, -upper, -lower);
            }
            // Move 0 is the opponent's.
            let draw = if ply % 2 == 0 { -self.draw } else { self.draw };
            let bounds = moves.bounds(at);
            let within = |value: f32| match bounds {
                (-64, 64) => value,
                (lower, upper) => value
                    .max(finished_value(lower.into(), draw))
                    .min(finished_value(upper.into(), draw)),
            };
            moves.end_visit(at, value, within);
            value = -within(value);
        }
    }
}

impl Sprout {
    /// The only move is to pass; the value is the mover's.
    pub fn pass(value: f32) -> Self {
        let (mut squares, mut priors) = (ArrayVec::new(), ArrayVec::new());
        squares.push(PASS);
        priors.push(1.0);
        Self { value, squares, priors }
    }
}
