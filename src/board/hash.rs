//! A 64-bit hash of a board.

/// Mixes the two disc sets into 64 bits of which any part may be used as a table index.
///
/// Two odd multipliers and two folds; the same on every machine. Equal boards from the mover's
/// view hash alike whichever colour moves.
#[inline]
pub(super) const fn mix(mover: u64, opponent: u64) -> u64 {
    let a = (mover ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let b = (opponent ^ 0xc2b2_ae3d_27d4_eb4f).wrapping_mul(0x94d0_49bb_1331_11eb);
    let h = (a ^ a >> 32).wrapping_add(b.rotate_left(29) ^ b >> 31);
    let h = h.wrapping_mul(0xd6e8_feb8_6659_fd93);
    h ^ h >> 32
}
