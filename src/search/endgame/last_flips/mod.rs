//! How many discs the last move of a game flips, by table: the line through the square, with the
//! mover's discs on it, decides.

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2;

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

/// The discs flipped by a move on the only empty square, the mover having these discs.
#[inline]
pub(super) fn count(square: usize, mover: u64) -> i32 {
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let Lines { diagonals: [falling, rising], .. } = LINES[square];
    let in_row = (mover >> (8 * row)) as u8;
    // The place on a column is its row. A diagonal is gathered by row or by column, whichever
    // the build is quick at.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    let (down, falling, rising, place) = {
        let [first_falling, first_rising] = LINES[square].first_rows;
        (
            bmi2::gather(mover, COLUMN_A << column),
            bmi2::gather(mover, falling) << first_falling,
            bmi2::gather(mover, rising) << first_rising,
            row,
        )
    };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    let (down, falling, rising, place) =
        (by_row(mover >> column), by_column(mover & falling), by_column(mover & rising), column);
    i32::from(COUNTS[column][usize::from(in_row)])
        + i32::from(COUNTS[row][usize::from(down)])
        + i32::from(COUNTS[place][usize::from(falling)])
        + i32::from(COUNTS[place][usize::from(rising)])
}

/// The bits of column a by row: row r's bit goes to bit 56 + r of the product, where no two meet.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), cfg(test))]
fn by_row(discs: u64) -> u8 {
    ((discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The bits of a diagonal by column: they lie in different columns, so that adding up the rows
/// puts them side by side.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), cfg(test))]
fn by_column(diagonal: u64) -> u8 {
    (diagonal.wrapping_mul(COLUMN_A) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::{Bitboard, Board, Square};

    #[test]
    fn the_last_flips_are_counted_as_they_are_made() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..200_000 {
            let square = Square::new(rng.random_range(0..64)).unwrap();
            let mover = Bitboard(rng.random::<u64>() | rng.random::<u64>()) - square.bitboard();
            let board = Board::new(mover, !mover - square.bitboard()).unwrap();
            let flips = board.flips(square).len() as i32;
            assert_eq!(count(square.index(), mover.0), flips, "{square} {mover:?}");
        }
    }

    #[test]
    fn lines_are_gathered_alike_with_and_without_the_instruction() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for (square, lines) in LINES.iter().enumerate() {
            let Lines { diagonals: [falling, rising], first_rows } = *lines;
            for _ in 0..1000 {
                let discs: u64 = rng.random();
                let bit = |at: usize| discs >> at & 1;
                let column = square & 7;
                let expected = (0..8).fold(0, |line, row| line | bit(8 * row + column) << row);
                assert_eq!(u64::from(by_row(discs >> column)), expected);
                for (diagonal, first_row) in [falling, rising].into_iter().zip(first_rows) {
                    let squares: Vec<usize> =
                        (0..64).filter(|at| diagonal >> at & 1 != 0).collect();
                    assert_eq!(squares[0] / 8, usize::from(first_row));
                    let expected = squares.iter().fold(0, |line, at| line | bit(*at) << (at & 7));
                    assert_eq!(u64::from(by_column(discs & diagonal)), expected);
                }
            }
        }
    }
}
