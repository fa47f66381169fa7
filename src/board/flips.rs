//! The discs that a move turns over.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vl", target_feature = "avx512cd"))]
pub(super) mod avx512;

/// For each square the squares of its four rays towards higher numbers (right, down-left, down,
/// down-right) and its four rays towards lower numbers (left, up-right, up, up-left). In one
/// cache line.
#[repr(C, align(64))]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
        let mut line = 0;
        while line < 4 {
            rays[square].up[line] = ray(square as i32, steps[line].0, steps[line].1);
            rays[square].down[line] = ray(square as i32, -steps[line].0, -steps[line].1);
            line += 1;
        }
        square += 1;
    }
    rays
};

const fn ray(square: i32, dx: i32, dy: i32) -> u64 {
    let mut set = 0;
    let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        set |= 1 << (8 * y + x);
        (x, y) = (x + dx, y + dy);
    }
    set
}

/// The opponent's discs turned over by a mover's disc on the square with number `square` (taken
/// modulo 64); 0 if the move would turn none. The square itself is taken to be empty.
///
/// On each ray the first square that is not the opponent's ends the run; the run turns over if
/// that square is the mover's. Upwards it is the lowest set bit of the rest of the ray, downwards
/// the highest.
#[inline]
pub fn portable(square: usize, mover: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square & 63];
    let mut flips = 0;
    for ray in rays.up {
        let rest = ray & !opponent;
        let end = rest & rest.wrapping_neg() & mover;
        // With no end, `end - 1` is all ones: mask it out without a branch.
        flips |= ray & end.wrapping_sub(1) & ((end != 0) as u64 * !0);
    }
    for ray in rays.down {
        let rest = ray & !opponent;
        // `| 1` keeps the shift in range; where it adds a1, `& rest` takes that away again.
        let end = 1 << (63 - (rest | 1).leading_zeros()) & rest & mover;
        // All bits above `end`; none when there is no end (0 - 0 = 0).
        flips |= ray & (end << 1).wrapping_neg() & ((end != 0) as u64 * !0);
    }
    flips
}

// The widest form that this build may use: each was measured to gain over the one before it.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512vl", target_feature = "avx512cd"))
))]
pub(super) use avx2::flips as fast;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vl", target_feature = "avx512cd"))]
pub(super) use avx512::flips as fast;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use portable as fast;
