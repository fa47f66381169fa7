//! The tree: moves with what is known of them, in arrays of a bounded size.

use std::mem::size_of;
use std::ops::Range;

use arrayvec::ArrayVec;

use super::super::AllocationError;
use super::rule::{Rule, finished_value};
use crate::board::{Board, Move, Square};

/// The tree that a search grows. Kept from one search to the next, it keeps what is still of use:
/// the part below the board that is searched next, if that lies at most four plies further on.
///
/// All it holds are moves. The moves at one board, a block, lie side by side and come into being
/// when the board is visited for the first time; further on in the arrays than the move that leads
/// to it, always. Move 0 leads to the root and is no move of a game.
#[derive(Debug)]
pub struct Tree {
    root: Option<Board>,
    /// What a drawn game is worth to the side to move at the root.
    draw: f32,
    capacity: usize,
    pub(super) moves: Moves,
    /// A board could not be kept.
    pub(super) is_full: bool,
    /// A search is at work, or broke down.
    is_busy: bool,
    /// The longest way from the root, in plies, of this search.
    pub(super) deepest: u32,
}

/// The arrays. Values are those of the side that makes the move.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// How promising the guide finds it: they add up to 1 at each board.
    pub prior: Vec<f32>,
    /// The mean value of its visits; of one whose result is known, that.
    pub mean: Vec<f32>,
    pub visits: Vec<u32>,
    /// Visits that have begun and not ended.
    pending: Vec<u16>,
    /// The result in discs is at least this.
    pub lower: Vec<i8>,
    /// The result in discs is at most this.
    pub upper: Vec<i8>,
    square: Vec<u8>,
    /// Where the block of the board after it begins.
    first: Vec<u32>,
    /// How many moves that block has; 0: there is none.
    count: Vec<u8>,
    /// While blocks are moved: one more than the move that leads to the block that begins here.
    leads: Vec<u32>,
}

/// What a move takes in all arrays together.
const BYTES: usize = 4 * size_of::<u32>() + size_of::<f32>() + size_of::<u16>() + 4;
/// Stands for a pass in the array of squares.
const PASS: u8 = 64;
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
            capacity,
            moves,
            is_full: false,
            is_busy: false,
            deepest: 0,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.moves.truncate(0);
        (self.root, self.is_full, self.is_busy) = (None, false, false);
    }

    /// How full it is, in permill.
    pub(super) fn permill(&self) -> u32 {
        (self.moves.len() * 1000 / self.capacity) as u32
    }

    /// Makes a board the root; whether what is known of it was kept. Otherwise the tree is empty
    /// but for the move to the root, and the root has to be [opened](Self::open).
    pub(super) fn begin(&mut self, board: Board, draw: f32) -> bool {
        let found = self.root.filter(|_| !self.is_busy).and_then(|root| {
            (0..=REACH).find_map(|plies| self.find(root, 0, board, plies).map(|at| (at, plies)))
        });
        let kept = found.filter(|&(at, plies)| {
            let expected = if plies % 2 == 0 { self.draw } else { -self.draw };
            self.moves.count[at] > 0 && expected == draw
        });
        match kept {
            Some((0, _)) => {}
            Some((at, _)) => self.keep_only(at),
            None => {
                self.clear();
                self.moves.push(0, 1.0);
            }
        }
        (self.root, self.draw) = (Some(board), draw);
        (self.is_busy, self.deepest) = (true, 0);
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
        let mut from = moves.first[0] as usize;
        moves.leads[from] = 1;
        while from < moves.len() {
            let lead = std::mem::take(&mut moves.leads[from]) as usize;
            if lead == 0 {
                from += 1;
                continue;
            }
            moves.first[lead - 1] = end as u32;
            for _ in 0..moves.count[lead - 1] {
                moves.leads[from] = 0;
                moves.copy(from, end);
                if moves.count[end] > 0 {
                    moves.leads[moves.first[end] as usize] = end as u32 + 1;
                }
                end += 1;
                from += 1;
            }
        }
        moves.truncate(end);
        self.is_full = false;
    }

    /// Gives the root its moves, at its first visit.
    pub(super) fn open(&mut self, sprout: &Sprout) {
        self.expand(0, sprout);
        self.moves.visits[0] = 1;
        self.moves.mean[0] = -sprout.value;
    }

    fn expand(&mut self, at: usize, sprout: &Sprout) {
        if self.moves.len() + sprout.squares.len() > self.capacity {
            self.is_full = true;
            return;
        }
        self.moves.first[at] = self.moves.len() as u32;
        self.moves.count[at] = sprout.squares.len() as u8;
        for (&square, &prior) in sprout.squares.iter().zip(&sprout.priors) {
            self.moves.push(square, prior);
        }
    }

    /// Goes from the root to a board that has no moves in the tree, or whose result is known. At
    /// the root only the moves in `allowed` are tried, a bit for each.
    pub(super) fn descend(&mut self, rule: &Rule, allowed: u64, is_sweep: bool) -> Descent {
        let mut path = Path::new();
        let mut board = self.root.unwrap_or(Board::START);
        let (mut at, mut allowed) = (0, allowed);
        let mut unseen = if is_sweep { self.first_unseen(allowed) } else { None };
        path.push(0);
        while self.moves.count[at] > 0 && (at == 0 || !self.moves.is_known(at)) && !path.is_full() {
            at = unseen.take().unwrap_or_else(|| self.moves.choose(at, rule, allowed));
            allowed = u64::MAX;
            board = self.moves.play(board, at);
            path.push(at as u32);
        }
        for &at in &path {
            let pending = &mut self.moves.pending[at as usize];
            *pending = pending.saturating_add(1);
        }
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        Descent { is_known: at != 0 && self.moves.is_known(at), path, board }
    }

    /// A move at the root that no visit has begun with.
    fn first_unseen(&self, allowed: u64) -> Option<usize> {
        let mut block = self.moves.block(0).enumerate();
        let unseen = |at: usize| self.moves.visits[at] == 0 && self.moves.pending[at] == 0;
        block.find(|&(bit, at)| allowed >> bit & 1 == 1 && unseen(at)).map(|(_, at)| at)
    }

    /// Ends a visit: keeps what was found where it came to, and tells it to all moves that led
    /// there.
    pub(super) fn back_up(&mut self, descent: &Descent, leaf: &Leaf) {
        let Some(&last) = descent.path.last() else { return };
        let last = last as usize;
        let mut value = self.moves.mean[last];
        let mut is_news = false;
        match leaf {
            Leaf::Known => {}
            &Leaf::Exact(discs) => {
                is_news = self.moves.narrow(last, -discs, -discs);
            }
            Leaf::Open(sprout) => {
                value = -sprout.value;
                if self.moves.count[last] == 0 {
                    self.expand(last, sprout);
                }
            }
        }
        for (ply, &at) in descent.path.iter().enumerate().rev() {
            let at = at as usize;
            if is_news && at != last {
                let (lower, upper) = self.moves.bounds(self.moves.block(at), u64::MAX);
                is_news = self.moves.narrow(at, -upper, -lower);
            }
            // Move 0 is the opponent's.
            let draw = if ply % 2 == 0 { -self.draw } else { self.draw };
            let moves = &mut self.moves;
            moves.pending[at] = moves.pending[at].saturating_sub(1);
            moves.visits[at] = moves.visits[at].saturating_add(1);
            let mut mean = moves.mean[at] + (value - moves.mean[at]) / moves.visits[at] as f32;
            if moves.lower[at] > -64 || moves.upper[at] < 64 {
                let floor = finished_value(moves.lower[at].into(), draw);
                let most = finished_value(moves.upper[at].into(), draw);
                (value, mean) = (value.max(floor).min(most), mean.max(floor).min(most));
            }
            moves.mean[at] = mean;
            value = -value;
        }
    }
}

impl Moves {
    fn with_capacity(capacity: usize) -> Option<Self> {
        let mut moves = Self::default();
        moves.prior.try_reserve_exact(capacity).ok()?;
        moves.mean.try_reserve_exact(capacity).ok()?;
        moves.visits.try_reserve_exact(capacity).ok()?;
        moves.pending.try_reserve_exact(capacity).ok()?;
        moves.lower.try_reserve_exact(capacity).ok()?;
        moves.upper.try_reserve_exact(capacity).ok()?;
        moves.square.try_reserve_exact(capacity).ok()?;
        moves.first.try_reserve_exact(capacity).ok()?;
        moves.count.try_reserve_exact(capacity).ok()?;
        moves.leads.try_reserve_exact(capacity).ok()?;
        Some(moves)
    }

    fn len(&self) -> usize {
        self.prior.len()
    }

    fn truncate(&mut self, len: usize) {
        self.prior.truncate(len);
        self.mean.truncate(len);
        self.visits.truncate(len);
        self.pending.truncate(len);
        self.lower.truncate(len);
        self.upper.truncate(len);
        self.square.truncate(len);
        self.first.truncate(len);
        self.count.truncate(len);
        self.leads.truncate(len);
    }

    fn push(&mut self, square: u8, prior: f32) {
        self.prior.push(prior);
        self.mean.push(0.0);
        self.visits.push(0);
        self.pending.push(0);
        self.lower.push(-64);
        self.upper.push(64);
        self.square.push(square);
        self.first.push(0);
        self.count.push(0);
        self.leads.push(0);
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.prior[to] = self.prior[from];
        self.mean[to] = self.mean[from];
        self.visits[to] = self.visits[from];
        self.pending[to] = self.pending[from];
        self.lower[to] = self.lower[from];
        self.upper[to] = self.upper[from];
        self.square[to] = self.square[from];
        self.first[to] = self.first[from];
        self.count[to] = self.count[from];
    }

    /// The moves at the board after a move.
    pub fn block(&self, at: usize) -> Range<usize> {
        let first = self.first[at] as usize;
        first..first + self.count[at] as usize
    }

    /// The move as others know it.
    pub fn mv(&self, at: usize) -> Move {
        Square::new(self.square[at]).map_or(Move::Pass, Move::Place)
    }

    /// The board after the move.
    pub fn play(&self, board: Board, at: usize) -> Board {
        match self.mv(at) {
            Move::Place(square) => board.play_unchecked(square),
            Move::Pass => board.pass(),
        }
    }

    /// Whether the result is known.
    pub fn is_known(&self, at: usize) -> bool {
        self.lower[at] == self.upper[at]
    }

    /// Between which results the best of some moves lies, a bit of `allowed` for each.
    pub fn bounds(&self, block: Range<usize>, allowed: u64) -> (i8, i8) {
        let of = |bounds: &[i8]| {
            let allowed = bounds.iter().enumerate().filter(|(bit, _)| allowed >> bit & 1 == 1);
            allowed.map(|(_, &bound)| bound).max().unwrap_or(-64)
        };
        (of(&self.lower[block.clone()]), of(&self.upper[block]))
    }

    /// Takes better bounds; whether they are.
    fn narrow(&mut self, at: usize, lower: i8, upper: i8) -> bool {
        let is_news = lower > self.lower[at] || upper < self.upper[at];
        self.lower[at] = self.lower[at].max(lower);
        self.upper[at] = self.upper[at].min(upper);
        is_news
    }

    /// The move to visit next at the board after a move: the best sum of its mean value and of
    /// what its prior and the lack of visits speak for it.
    fn choose(&self, parent: usize, rule: &Rule, allowed: u64) -> usize {
        let block = self.block(parent);
        let prior = &self.prior[block.clone()];
        let mean = &self.mean[block.clone()];
        let visits = &self.visits[block.clone()];
        let pending = &self.pending[block.clone()];
        let count = prior.len().min(64);
        let all = self.visits[parent] as f32;
        let seen: f32 = prior.iter().zip(visits).filter(|(_, n)| **n > 0).map(|(p, _)| p).sum();
        let unseen = rule.first_value(-self.mean[parent], seen);
        let explore = rule.exploration(all) * all.sqrt();
        let mut scores = [0.0; 64];
        for (index, score) in scores[..count].iter_mut().enumerate() {
            // A visit that has not come back yet counts as lost: other threads look elsewhere.
            let (ended, lost) = (visits[index] as f32, f32::from(pending[index]));
            let begun = ended + lost;
            let value =
                if begun > 0.0 { (ended * mean[index] - lost) / begun } else { unseen };
            *score = value + explore * prior[index] / (1.0 + begun);
        }
        let mut best = block.start + allowed.trailing_zeros() as usize % 64;
        let mut most = f32::NEG_INFINITY;
        // Nothing is to be found out about moves that cannot be better than what is certain. At the
        // root their visits count all the same: they show what the move would be.
        let floor = if parent == 0 { i8::MIN } else { -self.upper[parent] };
        let upper = &self.upper[block.clone()];
        for (index, &score) in scores[..count].iter().enumerate() {
            if score > most && upper[index] > floor && allowed >> index & 1 == 1 {
                (best, most) = (block.start + index, score);
            }
        }
        best
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
