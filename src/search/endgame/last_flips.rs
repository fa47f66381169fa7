//! How many discs the last move of a game flips, by table: the line through the square, with the
//! mover's discs on it, decides.

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

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
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

/// The discs flipped by a move on the only empty square, the mover having these discs.
///
/// The diagonals are gathered by column: the bits of a diagonal lie in different columns, so that
/// adding up the rows puts them side by side.
#[inline]
pub(super) fn count(square: usize, mover: u64) -> i32 {
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let in_row = (mover >> (8 * row)) as u8;
    let down = (mover >> column) & COLUMN_A;
    // Row r's bit goes to bit 56 + r: no two products meet there.
    let in_column = (down.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    let side_by_side = |diagonal: u64| ((mover & diagonal).wrapping_mul(COLUMN_A) >> 56) as u8;
    let [falling, rising] = DIAGONALS[square];
    let by_column = &COUNTS[column];
    i32::from(by_column[usize::from(in_row)])
        + i32::from(COUNTS[row][usize::from(in_column)])
        + i32::from(by_column[usize::from(side_by_side(falling))])
        + i32::from(by_column[usize::from(side_by_side(rising))])
}
