//! Which moves to try first.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Board, Square};

/// A legal move with the board after it, that board's hash, and how promising the move is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub square: Square,
    pub after: Board,
    pub hash: u64,
    key: i32,
}

/// The legal moves of a node that have not been tried yet. Kept on the stack; no board has more
/// than 64 of them (the most known is 34).
///
/// Filled where they lie: two KiB are not to be copied at each node.
#[derive(Default)]
pub(super) struct Candidates(ArrayVec<Candidate, 64>);

impl Candidates {
    /// Puts moves in, with `first` before all others and the others by what `key` says of them.
    #[inline]
    pub fn put(
        &mut self,
        board: Board,
        moves: Bitboard,
        first: Option<Square>,
        mut key: impl FnMut(&Candidate) -> i32,
    ) {
        for square in moves {
            let after = board.play_unchecked(square);
            let mut candidate = Candidate { square, after, hash: after.hash(), key: i32::MAX };
            let key = key(&candidate);
            if Some(square) != first {
                candidate.key = key;
            }
            self.0.push(candidate);
        }
    }

    /// Takes out the most promising move that is left; of equal ones, the first square.
    #[inline]
    pub fn take_best(&mut self) -> Option<Candidate> {
        let moves = &self.0;
        let best = (0..moves.len()).max_by_key(|&at| (moves[at].key, Reverse(moves[at].square)))?;
        Some(self.0.swap_remove(best))
    }

    /// Takes out all moves that are left, the most promising first.
    pub fn take_rest(&mut self) -> Vec<(Square, Board)> {
        self.0.sort_by_key(|candidate| (Reverse(candidate.key), candidate.square));
        self.0.drain(..).map(|candidate| (candidate.square, candidate.after)).collect()
    }

    /// Adds something to what speaks for each move.
    pub fn add_to_keys(&mut self, mut more: impl FnMut(&Candidate) -> i32) {
        for candidate in &mut self.0 {
            candidate.key = candidate.key.saturating_add(more(candidate));
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// What counts how much for a move, beside the square that it is to.
struct Weights {
    /// Each reply, taken off.
    replies: i32,
    /// Each empty square next to the mover's discs, taken off.
    room: i32,
    /// Each move that the mover would have next.
    own: i32,
}

/// How promising a move is without an estimate: above all, how little it leaves the opponent to
/// do. `odd` are the squares of the quadrants with an odd number of empty squares.
#[inline]
pub(super) fn restraint(candidate: &Candidate, odd: Bitboard) -> i32 {
    promise(candidate, odd, 0, &Weights { replies: 16, room: 6, own: 0 })
}

/// The same for a solver: it also looks at what the mover could do next, and less at where the
/// opponent might get a move (8 % fewer nodes on FFO #20-42 than with [`restraint`]). With fewer
/// empty squares the moves count for more, as what is cheap to search lies below them: 2 % fewer
/// nodes on FFO #30-45 than with the weights for many throughout.
#[inline]
pub(super) fn freedom(candidate: &Candidate, odd: Bitboard) -> i32 {
    const FEW: u32 = 12;
    let own = candidate.after.pass().legal_moves().len() as i32;
    let weights = if candidate.after.empties().len() <= FEW {
        Weights { replies: 24, room: 3, own: 6 }
    } else {
        Weights { replies: 16, room: 4, own: 2 }
    };
    promise(candidate, odd, own, &weights)
}

/// The sum of what speaks for a move after which the mover would have `own` moves. A wipe-out is
/// above all.
#[inline]
fn promise(candidate: &Candidate, odd: Bitboard, own: i32, weights: &Weights) -> i32 {
    let Candidate { square, after, .. } = *candidate;
    if after.mover().is_empty() {
        return i32::MAX - 1;
    }
    let replies = after.legal_moves();
    let corners = (replies & Bitboard::CORNERS).len() as i32;
    let room = (after.opponent().spread() & after.empties()).len() as i32;
    let place = i32::from(SQUARE_VALUES[square.index()]) + 4 * i32::from(odd.has(square));
    place - weights.replies * replies.len() as i32 - 16 * corners - weights.room * room
        + weights.own * own
}

/// How much a square is worth by itself.
static SQUARE_VALUES: [i8; 64] = {
    let quarter = [18, 4, 16, 12, 4, 2, 6, 8, 16, 6, 14, 10, 12, 8, 10, 0];
    let mut values = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (x, y) = (if x > 3 { 7 - x } else { x }, if y > 3 { 7 - y } else { y });
        values[square] = quarter[4 * y + x];
        square += 1;
    }
    values
};
