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

/// Everything that follows from the shapes.
pub struct Geometry {
    /// For each square, what a mover's disc there adds to the index of each instance: a power of
    /// three, or 0 if the square is not covered.
    pub powers: [Powers; 64],
    /// For each instance, where in a list of all configurations the one without discs stands. The
    /// padding points beyond the list.
    pub centers: [u32; LANES],
    /// For each configuration, its number when configurations that are symmetric are counted once.
    pub tied: Box<[u32]>,
}

/// One number for each instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Powers(pub [i16; LANES]);

/// The geometry; worked out at the first call.
pub fn geometry() -> &'static Geometry {
    static GEOMETRY: OnceLock<Geometry> = OnceLock::new();
    GEOMETRY.get_or_init(Geometry::new)
}

impl Geometry {
    fn new() -> Self {
        let mut powers = [Powers([0; LANES]); 64];
        let mut centers = [CONFIGURATIONS as u32; LANES];
        let mut tied = Vec::with_capacity(CONFIGURATIONS);
        let mut lane = 0;
        let mut distinct = 0;
        for shape in SHAPES {
            let squares: Vec<Square> = shape.split(' ').filter_map(Square::from_name).collect();
            let first = tied.len() as u32;
            let size = 3_u32.pow(squares.len() as u32);
            for instance in instances(&squares) {
                for (place, square) in instance.iter().enumerate() {
                    powers[square.index()].0[lane] = 3_i16.pow(place as u32);
                }
                centers[lane] = first + size / 2;
                lane += 1;
            }
            let mirrored = mirrored_places(&squares);
            for configuration in 0..size {
                let twin = permuted(configuration, &mirrored);
                if twin < configuration {
                    tied.push(tied[(first + twin) as usize]);
                } else {
                    tied.push(distinct);
                    distinct += 1;
                }
            }
        }
        debug_assert_eq!((lane, distinct as usize), (INSTANCES, TIED));
        Self { powers, centers, tied: tied.into_boxed_slice() }
    }
}

/// The places of a shape under all symmetries, each set of squares once.
fn instances(squares: &[Square]) -> Vec<Vec<Square>> {
    let mut instances: Vec<Vec<Square>> = Vec::new();
    for symmetry in Symmetry::all() {
        let instance: Vec<Square> = squares.iter().map(|&square| symmetry.square(square)).collect();
        let is_known =
            instances.iter().any(|known| known.iter().all(|square| instance.contains(square)));
        if !is_known {
            instances.push(instance);
        }
    }
    instances
}

/// Where each square of a shape goes under the symmetry that carries the shape into itself.
fn mirrored_places(squares: &[Square]) -> Vec<usize> {
    Symmetry::all()
        .filter_map(|symmetry| {
            let place = |&square| squares.iter().position(|&s| s == symmetry.square(square));
            squares.iter().map(place).collect::<Option<Vec<usize>>>()
        })
        .find(|places| !places.is_sorted())
        .unwrap_or_else(|| (0..squares.len()).collect())
}

/// The configuration whose digit at `places[i]` is the digit at `i`.
fn permuted(mut configuration: u32, places: &[usize]) -> u32 {
    let mut result = 0;
    for &place in places {
        result += configuration % 3 * 3_u32.pow(place as u32);
        configuration /= 3;
    }
    result
}
