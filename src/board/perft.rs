//! Counting the leaves of the game tree: the standard check of a move generator.

use std::str::FromStr;

use super::{Board, Move, Position};

/// How passes and finished games are counted; the three agree to depth 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Convention {
    /// A pass is one ply, a finished game is one leaf.
    #[default]
    A,
    /// A pass costs no ply, a finished game is one leaf.
    B,
    /// A pass is one ply, games that finish before the last ply are not counted.
    C,
}

impl FromStr for Convention {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "a" | "A" => Ok(Self::A),
            "b" | "B" => Ok(Self::B),
            "c" | "C" => Ok(Self::C),
            _ => Err(format!("'{text}' is not a perft convention: a, b or c")),
        }
    }
}

/// `keep_going` said no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The number of leaves `depth` plies below `board`, the last ply counted in bulk.
///
/// `keep_going` is asked every few milliseconds.
///
/// # Errors
/// [`Stopped`] as soon as `keep_going` says no.
pub fn perft(
    board: Board,
    depth: u32,
    convention: Convention,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<u64, Stopped> {
    match convention {
        Convention::A => count::<true, true>(board, depth, keep_going),
        Convention::B => count::<false, true>(board, depth, keep_going),
        Convention::C => count::<true, false>(board, depth, keep_going),
    }
}

/// The leaves below each legal move of `position`, in the order of [`Position::moves`]; empty for
/// depth 0 and for a finished game. Where a pass costs no ply, it is followed by a count at the
/// same depth.
///
/// # Errors
/// [`Stopped`] as soon as `keep_going` says no.
pub fn perft_divide(
    position: &Position,
    depth: u32,
    convention: Convention,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Vec<(Move, u64)>, Stopped> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut counts = Vec::new();
    for mv in position.moves() {
        let (board, left) = match mv {
            Move::Place(square) => (position.board.play_unchecked(square), depth - 1),
            Move::Pass if convention == Convention::B => (position.board.pass(), depth),
            Move::Pass => (position.board.pass(), depth - 1),
        };
        counts.push((mv, perft(board, left, convention, keep_going)?));
    }
    Ok(counts)
}

/// The caller is asked before each subtree of this depth: a matter of milliseconds.
const ASK_DEPTH: u32 = 6;

fn count<const PASS_IS_PLY: bool, const COUNT_FINISHED: bool>(
    board: Board,
    depth: u32,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<u64, Stopped> {
    if depth <= ASK_DEPTH {
        if !keep_going() {
            return Err(Stopped);
        }
        return Ok(count_small::<PASS_IS_PLY, COUNT_FINISHED>(board, depth));
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        if board.is_over() {
            return Ok(COUNT_FINISHED.into());
        }
        let left = depth - u32::from(PASS_IS_PLY);
        return count::<PASS_IS_PLY, COUNT_FINISHED>(board.pass(), left, keep_going);
    }
    let mut leaves = 0;
    for square in moves {
        let child = board.play_unchecked(square);
        leaves += count::<PASS_IS_PLY, COUNT_FINISHED>(child, depth - 1, keep_going)?;
    }
    Ok(leaves)
}

/// The same without asking. The last two plies are one loop without calls.
fn count_small<const PASS_IS_PLY: bool, const COUNT_FINISHED: bool>(
    board: Board,
    depth: u32,
) -> u64 {
    match depth {
        0 => return 1,
        1 => return count_last::<PASS_IS_PLY, COUNT_FINISHED>(board),
        _ => {}
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return count_stuck::<PASS_IS_PLY, COUNT_FINISHED>(board, depth);
    }
    let children = moves.squares().map(|square| board.play_unchecked(square));
    if depth == 2 {
        return children.map(count_last::<PASS_IS_PLY, COUNT_FINISHED>).sum();
    }
    children.map(|child| count_small::<PASS_IS_PLY, COUNT_FINISHED>(child, depth - 1)).sum()
}

#[inline(always)]
fn count_last<const PASS_IS_PLY: bool, const COUNT_FINISHED: bool>(board: Board) -> u64 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return count_stuck::<PASS_IS_PLY, COUNT_FINISHED>(board, 1);
    }
    moves.len().into()
}

/// The leaves below a board whose mover has no legal move; `depth` is not 0.
#[cold]
fn count_stuck<const PASS_IS_PLY: bool, const COUNT_FINISHED: bool>(
    board: Board,
    depth: u32,
) -> u64 {
    if board.is_over() {
        return COUNT_FINISHED.into();
    }
    count_small::<PASS_IS_PLY, COUNT_FINISHED>(board.pass(), depth - u32::from(PASS_IS_PLY))
}
