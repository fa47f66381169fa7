//! A 64-bit hash of a board.

/// Mixes the two disc sets into 64 bits of which any part may be used as a table index.
///
/// The same on every machine. Equal boards from the mover's view hash alike whichever colour
/// moves.
///
/// Two multiplications to 128 bits, each folded in half so that no disc's influence is shifted
/// out: with plain 64-bit ones those of the last rows reached some of the bits hardly ever. Not
/// proof against sets made up to collide.
#[inline]
pub(super) const fn mix(mover: u64, opponent: u64) -> u64 {
    let both = fold(mover ^ 0x9e37_79b9_7f4a_7c15, opponent ^ 0xc2b2_ae3d_27d4_eb4f);
    fold(both, 0xd6e8_feb8_6659_fd93)
}

/// The product's upper half XOR its lower half.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}
