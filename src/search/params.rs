//! Numbers that `outflank fit-probcut --positions 20` measured with the default evaluation: how far shallow
//! results lie from deep ones. To be measured anew whenever the evaluation changes.

/// Standard deviation, in centidiscs, of a search to `depth` plies from one to
/// [`shallow_depth`](super::shallow_depth) of it, by band of eight empty squares (0-7, 8-15, ...).
const SIGMA: [[u16; 24]; 8] = [
    [
        443, 410, 456, 423, 470, 436, 484, 449, 499, 462, 514, 476, 529, 491, 545, 506, 562, 521,
        579, 537, 597, 553, 615, 570,
    ],
    [
        385, 357, 396, 367, 408, 379, 421, 390, 433, 402, 446, 414, 460, 427, 474, 439, 488, 453,
        503, 466, 518, 481, 534, 495,
    ],
    [
        334, 310, 344, 319, 355, 329, 365, 339, 377, 349, 388, 360, 400, 371, 412, 382, 424, 393,
        437, 405, 450, 418, 464, 430,
    ],
    [
        290, 269, 299, 277, 308, 286, 318, 294, 327, 303, 337, 313, 347, 322, 358, 332, 369, 342,
        380, 352, 391, 363, 403, 374,
    ],
    [
        252, 234, 260, 241, 268, 248, 276, 256, 284, 264, 293, 272, 302, 280, 311, 288, 320, 297,
        330, 306, 340, 315, 350, 325,
    ],
    [
        219, 203, 226, 209, 233, 216, 240, 222, 247, 229, 254, 236, 262, 243, 270, 250, 278, 258,
        287, 266, 295, 274, 304, 282,
    ],
    [
        190, 177, 196, 182, 202, 187, 208, 193, 215, 199, 221, 205, 228, 211, 235, 218, 242, 224,
        249, 231, 257, 238, 264, 245,
    ],
    [
        165, 153, 170, 158, 176, 163, 181, 168, 186, 173, 192, 178, 198, 183, 204, 189, 210, 195,
        216, 201, 223, 207, 230, 213,
    ],
];

/// Standard deviation, in centidiscs, of the result from what an estimate predicts, by empty
/// squares up to 31.
const SOLVE_SIGMA: [u16; 32] = [
    694, 694, 694, 694, 694, 694, 694, 694, 694, 694, 694, 694, 694, 666, 640, 615, 591, 568, 545,
    524, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503,
];

/// A result in discs is so many times the estimate, on average.
pub(super) const RESULT_PER_ESTIMATE: f64 = 1.012;

/// How far a search to `depth` plies lies from the shallow one, in centidiscs.
pub(super) fn sigma(depth: u32, empties: u32) -> u16 {
    SIGMA[(empties as usize / 8).min(7)][(depth as usize).min(23)]
}

/// How far the result lies from what the estimate before a solve predicts, in centidiscs.
pub(super) fn solve_sigma(empties: u32) -> u16 {
    SOLVE_SIGMA[(empties as usize).min(31)]
}
