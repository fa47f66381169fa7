//! Discs that can never be turned over again.

/// The lines of one direction, as (step, squares whose neighbour against the step is off the
/// board, squares whose neighbour along the step is off the board).
const LINES: [(u32, u64, u64); 4] = [
    (1, 0x0101_0101_0101_0101, 0x8080_8080_8080_8080),
    (8, 0x0000_0000_0000_00ff, 0xff00_0000_0000_0000),
    (9, 0x0101_0101_0101_01ff, 0xff80_8080_8080_8080),
    (7, 0x8080_8080_8080_80ff, 0xff01_0101_0101_0101),
];

/// Discs of `mover` that no sequence of legal moves can turn over.
///
/// A disc is safe along a line if the line has no empty square left, or if its neighbour on one
/// side is off the board or is itself a stable disc of the same colour; it is stable if it is
/// safe along all four. Grown from nothing until nothing is added. This finds most, not all: the
/// rest would need a look ahead.
pub(super) const fn stable(mover: u64, opponent: u64) -> u64 {
    let occupied = mover | opponent;
    let [rows, columns, falling, rising] = LINES;
    let safe = [
        full_rows(occupied) | rows.1 | rows.2,
        full_columns(occupied) | columns.1 | columns.2,
        full_diagonals(occupied, falling) | falling.1 | falling.2,
        full_diagonals(occupied, rising) | rising.1 | rising.2,
    ];
    let mut stable = 0;
    loop {
        let mut grown = mover;
        let mut line = 0;
        while line < 4 {
            let (step, first, last) = LINES[line];
            let beside = (stable & !last) << step | (stable & !first) >> step;
            grown &= safe[line] | beside;
            line += 1;
        }
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The squares of all rows that are occupied from end to end.
const fn full_rows(occupied: u64) -> u64 {
    let pairs = occupied & occupied >> 1;
    let fours = pairs & pairs >> 2;
    let eights = fours & fours >> 4;
    // Column a says whether its row is full.
    (eights & 0x0101_0101_0101_0101) * 0xff
}

/// The squares of all columns that are occupied from end to end.
const fn full_columns(occupied: u64) -> u64 {
    let pairs = occupied & occupied.rotate_left(8);
    let fours = pairs & pairs.rotate_left(16);
    fours & fours.rotate_left(32)
}

/// The squares of all diagonals in one direction that are occupied from end to end.
///
/// A gap spreads along its line both ways in three doublings; what it does not reach is full.
const fn full_diagonals(occupied: u64, (step, first, last): (u32, u64, u64)) -> u64 {
    let (mut up, mut down) = (!occupied, !occupied);
    // Squares that may be entered by a step up or down; a run of them for longer steps.
    let (mut into_up, mut into_down) = (!first, !last);
    let mut distance = step;
    let mut doubling = 0;
    while doubling < 3 {
        up |= into_up & up << distance;
        down |= into_down & down >> distance;
        into_up &= into_up << distance;
        into_down &= into_down >> distance;
        distance *= 2;
        doubling += 1;
    }
    !(up | down)
}
