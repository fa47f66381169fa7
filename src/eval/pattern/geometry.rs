//! Which squares the patterns cover.
//!
//! Twelve shapes, each in all its places under the symmetries of the board: 46 instances. The set
//! is the one that Edax made popular; the straight lines carry the mobility, the shapes at edge
//! and corner the stability.

use std::sync::OnceLock;

use crate::board::{Square, Symmetry};

/// The shapes, each by the squares of its first instance.
const SHAPES: [&str; 12] = [
    "a1 b1 a2 b2 c1 a3 c2 b3 c3",
    "a5 a4 a3 a2 a1 b2 b1 c1 d1 e1",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 c1 d1 c2 d2 e2 f2 e1 f1 h1",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "d1 c2 b3 a4",
];

/// How many instances there are.
pub const INSTANCES: usize = 46;
/// Instances and two lanes of padding: three times sixteen.
pub const LANES: usize = 48;
/// Configurations of all shapes: 3 to the power of its squares for each.
pub const CONFIGURATIONS: usize = 226_314;
/// The same with those counted once that a symmetry of their shape carries into each other.
pub const TIED: usize = 114_363;

/// One number for each instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Powers(pub [i16; LANES]);

/// The squares of each instance in order, as numbers, and how many there are.
const PLACES: ([[u8; 10]; INSTANCES], [usize; INSTANCES]) = places();

/// For each square, what a mover's disc there adds to the index of each instance: a power of
/// three, or 0 if the square is not covered.
pub static POWERS: [Powers; 64] = {
    let mut powers = [Powers([0; LANES]); 64];
    let (squares, lengths) = PLACES;
    let mut lane = 0;
    while lane < INSTANCES {
        let mut power = 1;
        let mut place = 0;
        while place < lengths[lane] {
            powers[squares[lane][place] as usize].0[lane] = power;
            power = power.wrapping_mul(3);
            place += 1;
        }
        lane += 1;
    }
    powers
};

/// For each instance, where in a list of all configurations the one without discs stands. The
/// padding points beyond the list.
pub static CENTERS: [u32; LANES] = {
    let mut centers = [CONFIGURATIONS as u32; LANES];
    let (mut lane, mut shape, mut first) = (0, 0, 0);
    while shape < SHAPES.len() {
        let size = 3_u32.pow(length(SHAPES[shape]) as u32);
        let (last, _) = lanes(shape);
        while lane < last {
            centers[lane] = first + size / 2;
            lane += 1;
        }
        first += size;
        shape += 1;
    }
    centers
};

/// For each configuration, its number when those are counted once that a symmetry carries into
/// each other: below [`TIED`]. Worked out at the first call.
pub fn tied() -> &'static [u32] {
    static NUMBERS: OnceLock<Box<[u32]>> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let mut numbers = Vec::with_capacity(CONFIGURATIONS);
        let mut distinct = 0;
        for shape in SHAPES {
            let squares: Vec<Square> = shape.split(' ').filter_map(Square::from_name).collect();
            let mirrored = mirrored_places(&squares);
            let first = numbers.len();
            for configuration in 0..3_usize.pow(squares.len() as u32) {
                let twin = permuted(configuration, &mirrored);
                if twin < configuration {
                    numbers.push(numbers[first + twin]);
                } else {
                    numbers.push(distinct);
                    distinct += 1;
                }
            }
        }
        numbers.into_boxed_slice()
    })
}

/// How many squares a shape has.
const fn length(shape: &str) -> usize {
    shape.len().div_ceil(3)
}

/// One more than the last lane of a shape, and all places up to there.
const fn lanes(shape: usize) -> (usize, ([[u8; 10]; INSTANCES], [usize; INSTANCES])) {
    let (mut squares, mut lengths) = ([[0; 10]; INSTANCES], [0; INSTANCES]);
    let (mut lane, mut at) = (0, 0);
    while at <= shape {
        let first = lane;
        let mut symmetry = 0;
        while symmetry < 8 {
            let (instance, set) = image(SHAPES[at], Symmetry::ALL[symmetry]);
            let mut known = first;
            while known < lane && set_of(&squares[known], lengths[known]) != set {
                known += 1;
            }
            if known == lane {
                (squares[lane], lengths[lane]) = (instance, length(SHAPES[at]));
                lane += 1;
            }
            symmetry += 1;
        }
        at += 1;
    }
    (lane, (squares, lengths))
}

/// The places of all shapes under all symmetries, each set of squares once.
const fn places() -> ([[u8; 10]; INSTANCES], [usize; INSTANCES]) {
    lanes(SHAPES.len() - 1).1
}

/// Where a symmetry carries a shape: the squares in order, and as a set.
const fn image(shape: &str, symmetry: Symmetry) -> ([u8; 10], u64) {
    let bytes = shape.as_bytes();
    let mut squares = [0; 10];
    let mut place = 0;
    while place < length(shape) {
        let square = Square::at(bytes[3 * place] - b'a', bytes[3 * place + 1] - b'1');
        squares[place] = symmetry.square(square).index() as u8;
        place += 1;
    }
    (squares, set_of(&squares, length(shape)))
}

const fn set_of(squares: &[u8; 10], length: usize) -> u64 {
    let mut set = 0;
    let mut place = 0;
    while place < length {
        set |= 1 << squares[place];
        place += 1;
    }
    set
}

/// Where each square of a shape goes under the symmetry that carries the shape into itself.
fn mirrored_places(squares: &[Square]) -> Vec<usize> {
    Symmetry::ALL
        .into_iter()
        .filter_map(|symmetry| {
            let place = |&square| squares.iter().position(|&s| s == symmetry.square(square));
            squares.iter().map(place).collect::<Option<Vec<usize>>>()
        })
        .find(|places| !places.is_sorted())
        .unwrap_or_else(|| (0..squares.len()).collect())
}

/// The configuration whose digit at `places[i]` is the digit at `i`.
fn permuted(mut configuration: usize, places: &[usize]) -> usize {
    let mut result = 0;
    for &place in places {
        result += configuration % 3 * 3_usize.pow(place as u32);
        configuration /= 3;
    }
    result
}
