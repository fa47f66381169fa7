//! Which configuration each pattern has on a board.

use super::geometry::{CENTERS, INSTANCES, LANES, POWERS, Powers};
use crate::board::{Bitboard, Board, Square};

/// The configuration of each instance, as a number in balanced ternary: a power of three is added
/// for each of the mover's discs and subtracted for each of the opponent's. 0 is without discs, and
/// the other side sees the negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indices(Powers);

impl Indices {
    /// Those of a board without discs.
    pub const EMPTY: Self = Self(Powers([0; LANES]));

    /// The configurations of a board.
    pub fn of(board: Board) -> Self {
        let mut sum = [0; LANES];
        for square in board.mover() {
            add(&mut sum, &POWERS[square.index()]);
        }
        let mut other = [0; LANES];
        for square in board.opponent() {
            add(&mut other, &POWERS[square.index()]);
        }
        Self(Powers(std::array::from_fn(|lane| sum[lane] - other[lane])))
    }

    /// The configurations after a move to `square` that turns `flips` over, from the other side.
    #[inline]
    pub fn after(&self, square: Square, flips: Bitboard) -> Self {
        let mut turned = [0; LANES];
        for flip in flips {
            add(&mut turned, &POWERS[flip.index()]);
        }
        let placed = &POWERS[square.index()].0;
        let old = &self.0.0;
        Self(Powers(std::array::from_fn(|lane| -(old[lane] + placed[lane] + 2 * turned[lane]))))
    }

    /// The configurations of the same discs from the other side.
    #[inline]
    pub fn pass(&self) -> Self {
        Self(Powers(self.0.0.map(|index| -index)))
    }

    /// One number for each instance, and two that are 0.
    #[inline]
    pub(super) const fn lanes(&self) -> &[i16; LANES] {
        &self.0.0
    }

    /// For each of the 46 instances, where its configuration stands in a list of all
    /// configurations.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        (0..INSTANCES).map(|lane| CENTERS[lane].wrapping_add_signed(self.0.0[lane].into()) as usize)
    }
}

#[inline]
fn add(sum: &mut [i16; LANES], powers: &Powers) {
    for (lane, power) in sum.iter_mut().zip(&powers.0) {
        *lane += power;
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{CONFIGURATIONS, TIED, tied};
    use super::*;
    use crate::board::Symmetry;

    #[test]
    fn the_geometry_has_the_published_sizes() {
        assert_eq!(tied().len(), CONFIGURATIONS);
        assert_eq!(tied().iter().max(), Some(&(TIED as u32 - 1)));
        assert!(CENTERS[..INSTANCES].iter().all(|&c| (c as usize) < CONFIGURATIONS));
    }

    #[test]
    fn symmetric_boards_have_the_same_tied_configurations() {
        let configurations = |board| {
            let mut found: Vec<u32> = Indices::of(board).positions().map(|at| tied()[at]).collect();
            found.sort_unstable();
            found
        };
        let mut board = Board::START;
        for step in 0..50 {
            let moves: Vec<Square> = board.legal_moves().squares().collect();
            board = match moves.get(step % moves.len().max(1)) {
                Some(&square) => board.play_unchecked(square),
                None => board.pass(),
            };
            let expected = configurations(board);
            for symmetry in Symmetry::ALL {
                assert_eq!(configurations(symmetry.board(board)), expected, "{board:?}");
            }
        }
    }
}
