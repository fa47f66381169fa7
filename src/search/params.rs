//! Numbers that `outflank fit-probcut` measured with the default evaluation: how far shallow results
//! lie from deep ones. To be measured anew whenever the evaluation changes.

/// Standard deviation, in centidiscs, of a search to `depth` plies from one to
/// [`shallow_depth`](super::shallow_depth) of it, by band of eight empty squares (0-7, 8-15, ...).
const SIGMA: [[u16; 24]; 8] = [
    [
        505, 466, 516, 477, 528, 488, 540, 499, 552, 510, 564, 521, 577, 533, 590, 545, 603, 557,
        617, 570, 631, 583, 645, 596,
    ],
    [
        425, 393, 435, 402, 445, 411, 455, 420, 465, 430, 476, 440, 486, 449, 497, 460, 509, 470,
        520, 481, 532, 491, 544, 503,
    ],
    [
        359, 331, 367, 339, 375, 347, 384, 354, 392, 362, 401, 371, 410, 379, 419, 387, 429, 396,
        438, 405, 448, 414, 458, 424,
    ],
    [
        302, 279, 309, 286, 316, 292, 323, 299, 331, 306, 338, 312, 346, 319, 354, 327, 361, 334,
        370, 342, 378, 349, 387, 357,
    ],
    [
        255, 236, 261, 241, 267, 246, 273, 252, 279, 258, 285, 263, 291, 269, 298, 275, 305, 282,
        312, 288, 319, 294, 326, 301,
    ],
    [
        215, 199, 220, 203, 225, 208, 230, 212, 235, 217, 240, 222, 246, 227, 251, 232, 257, 237,
        263, 243, 269, 248, 275, 254,
    ],
    [
        181, 167, 185, 171, 189, 175, 194, 179, 198, 183, 203, 187, 207, 191, 212, 196, 217, 200,
        222, 205, 227, 209, 232, 214,
    ],
    [
        153, 141, 156, 144, 160, 148, 163, 151, 167, 154, 171, 158, 175, 161, 179, 165, 183, 169,
        187, 173, 191, 176, 195, 180,
    ],
];

/// Standard deviation, in centidiscs, of the result from what an estimate predicts, by empty
/// squares up to 31.
const SOLVE_SIGMA: [u16; 32] = [
    680, 680, 680, 680, 680, 680, 680, 680, 680, 680, 680, 680, 680, 659, 638, 618, 598, 580, 561,
    544, 527, 527, 527, 527, 527, 527, 527, 527, 527, 527, 527, 527,
];

/// A result in discs is so many times the estimate, on average.
pub(super) const RESULT_PER_ESTIMATE: f64 = 1.031;

/// How far a search to `depth` plies lies from the shallow one, in centidiscs.
pub(super) fn sigma(depth: u32, empties: u32) -> u16 {
    SIGMA[(empties as usize / 8).min(7)][(depth as usize).min(23)]
}

/// How far the result lies from what the estimate before a solve predicts, in centidiscs.
pub(super) fn solve_sigma(empties: u32) -> u16 {
    SOLVE_SIGMA[(empties as usize).min(31)]
}
