//! How many discs the last move of a game flips, by table: the line through the square, with the
//! mover's discs on it, decides.
//!
//! Wider instructions gain nothing here: gathering the lines with BMI2's pext runs level with the
//! multiplications (0.992 to 1.000 of the time on FFO #40-43, same nodes, medians of paired runs);
//! counting along eight rays at once was 1.5 % slower in AVX-512 and 1.1 % in AVX2 than pext, by
//! the kernel that makes flips 2.3 %.

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

/// The diagonals through each square, down to the right and down to the left.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0_i32;
    while square < 64 {
        let mut other = 0_i32;
        while other < 64 {
            let (dx, dy) = (other % 8 - square % 8, other / 8 - square / 8);
            if dx == dy {
                diagonals[square as usize][0] |= 1 << other;
            }
            if dx == -dy {
                diagonals[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The discs flipped by a move on the only empty square, `square` (taken modulo 64), the mover
/// having the discs `mover` and the opponent all others.
#[inline]
pub fn last_flips(square: usize, mover: u64) -> i32 {
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let [falling, rising] = DIAGONALS[square];
    let in_row = (mover >> (8 * row)) as u8;
    // The place on a column is its row, that on a diagonal its column.
    let on_line = |place: usize, line: u8| i32::from(COUNTS[place][usize::from(line)]);
    on_line(column, in_row)
        + on_line(row, by_row(mover >> column))
        + on_line(column, by_column(mover & falling))
        + on_line(column, by_column(mover & rising))
}

/// The bits of column a by row: row r's bit goes to bit 56 + r of the product, where no two meet.
#[inline]
fn by_row(discs: u64) -> u8 {
    ((discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The bits of a diagonal by column: they lie in different columns, so that adding up the rows
/// puts them side by side.
#[inline]
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
        for _ in 0..1_000_000 {
            let square = Square::new(rng.random_range(0..64)).unwrap();
            let mover = Bitboard(rng.random::<u64>() | rng.random::<u64>()) - square.bitboard();
            let board = Board::new(mover, !mover - square.bitboard()).unwrap();
            let flips = board.flips(square).len() as i32;
            assert_eq!(last_flips(square.index(), mover.0), flips, "{square} {mover:?}");
        }
    }
}
