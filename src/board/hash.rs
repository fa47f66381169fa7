//! A 64-bit hash of a board.

/// Mixes the two disc sets into 64 bits of which any part may be used as a table index.
///
/// Two rounds of a full 64 x 64 bit product folded onto itself; the same on every machine. Equal
/// boards from the mover's view hash alike whichever colour moves.
#[inline]
pub(super) const fn mix(mover: u64, opponent: u64) -> u64 {
    let (low, high) = product(mover ^ 0x9e37_79b9_7f4a_7c15, opponent ^ 0xc2b2_ae3d_27d4_eb4f);
    let (low, high) = product(low ^ 0xbf58_476d_1ce4_e5b9, high ^ 0x94d0_49bb_1331_11eb);
    low ^ high
}

#[inline]
const fn product(a: u64, b: u64) -> (u64, u64) {
    let wide = a as u128 * b as u128;
    (wide as u64, (wide >> 64) as u64)
}
