//! Numbers that `outflank fit-probcut --positions 20` measured with the default evaluation: how far shallow
//! results lie from deep ones. To be measured anew whenever the evaluation changes.

/// Standard deviation, in centidiscs, of a search to `depth` plies from one to
/// [`shallow_depth`](super::shallow_depth) of it, by band of eight empty squares (0-7, 8-15, ...).
const SIGMA: [[u16; 24]; 8] = [
    [
        454, 423, 455, 424, 456, 425, 457, 426, 459, 427, 460, 428, 461, 429, 462, 430, 463, 431,
        464, 432, 465, 433, 466, 434,
    ],
    [
        396, 369, 397, 370, 398, 370, 399, 371, 400, 372, 401, 373, 402, 374, 403, 375, 404, 376,
        405, 377, 406, 378, 407, 378,
    ],
    [
        345, 322, 346, 322, 347, 323, 348, 324, 349, 325, 350, 325, 350, 326, 351, 327, 352, 328,
        353, 329, 354, 329, 355, 330,
    ],
    [
        301, 280, 302, 281, 303, 282, 303, 282, 304, 283, 305, 284, 306, 284, 306, 285, 307, 286,
        308, 287, 309, 287, 309, 288,
    ],
    [
        263, 245, 263, 245, 264, 246, 265, 246, 265, 247, 266, 247, 267, 248, 267, 249, 268, 249,
        268, 250, 269, 250, 270, 251,
    ],
    [
        229, 213, 230, 214, 230, 214, 231, 215, 231, 215, 232, 216, 232, 216, 233, 217, 234, 217,
        234, 218, 235, 218, 235, 219,
    ],
    [
        200, 186, 200, 186, 201, 187, 201, 187, 202, 188, 202, 188, 203, 189, 203, 189, 204, 190,
        204, 190, 205, 190, 205, 191,
    ],
    [
        174, 162, 175, 163, 175, 163, 176, 163, 176, 164, 176, 164, 177, 165, 177, 165, 178, 165,
        178, 166, 178, 166, 179, 167,
    ],
];

/// Standard deviation, in centidiscs, of the result from what an estimate predicts, by empty
/// squares up to 31.
const SOLVE_SIGMA: [u16; 32] = [
    529, 529, 529, 529, 529, 529, 529, 529, 529, 529, 529, 529, 529, 533, 538, 542, 547, 551, 556,
    561, 565, 565, 565, 565, 565, 565, 565, 565, 565, 565, 565, 565,
];

/// A result in discs is so many times the estimate, on average.
pub(super) const RESULT_PER_ESTIMATE: f64 = 1.004;

/// How far a search to `depth` plies lies from the shallow one, in centidiscs.
pub(super) fn sigma(depth: u32, empties: u32) -> u16 {
    SIGMA[(empties as usize / 8).min(7)][(depth as usize).min(23)]
}

/// How far the result lies from what the estimate before a solve predicts, in centidiscs.
pub(super) fn solve_sigma(empties: u32) -> u16 {
    SOLVE_SIGMA[(empties as usize).min(31)]
}
