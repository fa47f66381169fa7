//! The rules of Othello: squares, discs, legal moves, flips, passes, the end of the game.
//!
//! No input or output, no floating point, no dependencies. [`Board`] is the fast core, seen from
//! the side to move; [`Position`] adds whose move it is; [`Game`] adds the record and undo.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. Black moves first, from d5 and e4 with White on d4 and e5.

mod bitboard;
mod color;
mod flips;
mod game;
mod hash;
mod moves;
mod perft;
mod position;
mod square;
mod stability;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use flips::avx2::flips as avx2_flips;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vl", target_feature = "avx512cd"))]
pub use flips::avx512::flips as avx512_flips;
pub use flips::portable as portable_flips;
pub use game::{Game, Ply};
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub use moves::avx512::moves as avx512_moves;
pub use moves::portable as portable_moves;
pub use perft::{Convention, Stopped as PerftStopped, perft, perft_divide};
pub use position::{Board, IllegalMove, Position};
pub use square::{Move, Square};
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use stability::avx2::stable as avx2_stable;
pub use stability::portable as portable_stable;
pub use symmetry::Symmetry;
