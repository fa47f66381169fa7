//! Games of random moves.

use crate::board::{Bitboard, Board, Square};

/// Random numbers that cost next to nothing: G. Marsaglia, "Xorshift RNGs" (2003), the 64-bit
/// triple 13, 7, 17, and the upper half of a product.
#[derive(Clone, Debug)]
pub(super) struct Xorshift(u64);

impl Xorshift {
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay there.
        Self(seed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// One of some squares, each as likely; none if there are none.
    fn square(&mut self, among: Bitboard) -> Option<Square> {
        let skipped = (u64::from(self.next()) * u64::from(among.len())) >> 32;
        let mut rest = among.0;
        for _ in 0..skipped {
            rest &= rest - 1;
        }
        Bitboard(rest).first()
    }
}

/// The mover's result in discs when both sides play at random to the end.
pub(super) fn roll_out(mut board: Board, random: &mut Xorshift) -> i32 {
    let mut sign = 1;
    loop {
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.pass();
            moves = passed.legal_moves();
            if moves.is_empty() {
                return sign * board.final_score();
            }
            (board, sign) = (passed, -sign);
        }
        let Some(square) = random.square(moves) else { return 0 };
        (board, sign) = (board.play_unchecked(square), -sign);
    }
}
