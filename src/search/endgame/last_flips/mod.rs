//! How many discs the last move of a game flips, by table: the line through the square, with the
//! mover's discs on it, decides.

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(super) mod bmi2;

/// `COUNTS[place][line]`: discs flipped on one line of up to eight squares by a move at `place`,
/// when the mover's discs are the bits of `line` and all others are the opponent's.
static COUNTS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            counts[place][line] = on_line(place as i32, line as u32);
            line += 1;
        }
        place += 1;
    }
    counts
};

const fn on_line(place: i32, line: u32) -> u8 {
    let mut count = 0;
    let mut step = -1;
    while step <= 1 {
        let mut run = 0;
        let mut at = place + step;
        while at >= 0 && at < 8 && line >> at & 1 == 0 {
            run += 1;
            at += step;
        }
        if at >= 0 && at < 8 {
            count += run;
        }
        step += 2;
    }
    count as u8
}

/// The lines through each square but its row.
struct Lines {
    /// The diagonals, down to the right and down to the left.
    diagonals: [u64; 2],
    /// The row that each diagonal begins in.
    first_rows: [u8; 2],
}

static LINES: [Lines; 64] = {
    let mut lines = [const { Lines { diagonals: [0; 2], first_rows: [0; 2] } }; 64];
    let mut square = 0;
    while square < 64 {
        // From the last square to the first, so that the first row stays.
        let mut other = 63;
        while other >= 0 {
            let (dx, dy) = (other % 8 - square % 8, other / 8 - square / 8);
            let mut which = 0;
            while which < 2 {
                if dx == dy * (1 - 2 * which as i32) {
                    lines[square as usize].diagonals[which] |= 1 << other;
                    lines[square as usize].first_rows[which] = (other / 8) as u8;
                }
                which += 1;
            }
            other -= 1;
        }
        square += 1;
    }
    lines
};

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The discs flipped by a move on the only empty square, `square` (taken modulo 64), the mover
/// having the discs `mover` and the opponent all others.
#[inline]
pub fn portable(square: usize, mover: u64) -> i32 {
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let Lines { diagonals: [falling, rising], .. } = LINES[square];
    let in_row = (mover >> (8 * row)) as u8;
    // The place on a column is its row, that on a diagonal its column.
    on_lines(
        [column, row, column, column],
        [in_row, by_row(mover >> column), by_column(mover & falling), by_column(mover & rising)],
    )
}

/// The flips on four lines, by the square's place on each and the mover's discs there.
#[inline]
fn on_lines(places: [usize; 4], lines: [u8; 4]) -> i32 {
    let on_line = |at: usize| i32::from(COUNTS[places[at]][usize::from(lines[at])]);
    on_line(0) + on_line(1) + on_line(2) + on_line(3)
}

/// The bits of column a by row: row r's bit goes to bit 56 + r of the product, where no two meet.
fn by_row(discs: u64) -> u8 {
    ((discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The bits of a diagonal by column: they lie in different columns, so that adding up the rows
/// puts them side by side.
fn by_column(diagonal: u64) -> u8 {
    (diagonal.wrapping_mul(COLUMN_A) >> 56) as u8
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(super) use bmi2::count as fast;
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(super) use portable as fast;

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::{Bitboard, Board, Square};

    /// A move on the only empty square: its number and the mover's discs.
    fn last_moves(count: u32) -> impl Iterator<Item = (usize, u64)> {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        (0..count).map(move |_| {
            let square = rng.random_range(0..64);
            let mover = rng.random::<u64>() | rng.random::<u64>() & rng.random::<u64>();
            (square, mover & !(1 << square))
        })
    }

    #[test]
    fn the_last_flips_are_counted_as_they_are_made() {
        for (square, mover) in last_moves(200_000) {
            let place = Square::new(square as u8).unwrap();
            let board = Board::new(Bitboard(mover), !(Bitboard(mover) | place.bitboard())).unwrap();
            let flips = board.flips(place).len() as i32;
            assert_eq!(portable(square, mover), flips, "{place} {mover:#x}");
        }
    }

    #[test]
    fn both_forms_count_alike() {
        for (square, mover) in last_moves(1_000_000) {
            assert_eq!(fast(square, mover), portable(square, mover), "{square} {mover:#x}");
        }
    }
}
