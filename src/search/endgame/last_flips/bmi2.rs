//! Gathering lines with one instruction each: 6 % more nodes a second on FFO #40-42 than by
//! multiplication.
//!
//! Counting eight rays at once was tried and dropped: 1.5 % slower in AVX-512, 1.1 % in AVX2, and
//! 2.3 % by the kernel that makes flips (FFO #40 and #41, same nodes, medians of nine paired runs).
#![expect(unsafe_code, reason = "the instruction is not to be had from safe code")]

use std::arch::x86_64::_pext_u64;

use super::{COLUMN_A, LINES, Lines, on_lines};

/// Equal to [`portable`](super::portable).
#[inline]
pub fn count(square: usize, mover: u64) -> i32 {
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let Lines { diagonals: [falling, rising], first_rows: [first_falling, first_rising] } =
        LINES[square];
    let in_row = (mover >> (8 * row)) as u8;
    // The place on a column and on a diagonal is its row.
    on_lines(
        [column, row, row, row],
        [
            in_row,
            gather(mover, COLUMN_A << column),
            gather(mover, falling) << first_falling,
            gather(mover, rising) << first_rising,
        ],
    )
}

/// The bits of `discs` on the squares of `line`, side by side from bit 0 on.
#[inline]
fn gather(discs: u64, line: u64) -> u8 {
    // SAFETY: this file is only compiled where the build may use BMI2.
    unsafe { _pext_u64(discs, line) as u8 }
}
