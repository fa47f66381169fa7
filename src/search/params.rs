//! Numbers that `outflank fit-probcut` measures with the default evaluation: how far shallow
//! results lie from deep ones. To be measured anew whenever the evaluation changes.

/// Standard deviation, in centidiscs, of a search to `depth` plies from one to
/// [`shallow_depth`](super::shallow_depth) of it, by band of eight empty squares (0-7, 8-15, ...).
const SIGMA: [[u16; 24]; 8] = [
    [
        475, 453, 548, 522, 631, 601, 728, 693, 839, 799, 967, 921, 1114, 1062, 1285, 1224, 1481,
        1411, 1707, 1627, 1968, 1875, 2268, 2162,
    ],
    [
        376, 358, 433, 413, 499, 476, 575, 548, 663, 632, 764, 728, 881, 840, 1016, 968, 1171,
        1116, 1350, 1286, 1556, 1483, 1794, 1709,
    ],
    [
        297, 283, 342, 326, 395, 376, 455, 433, 524, 500, 605, 576, 697, 664, 803, 765, 926, 882,
        1067, 1017, 1230, 1173, 1418, 1352,
    ],
    [
        235, 224, 271, 258, 312, 297, 360, 343, 415, 395, 478, 455, 551, 525, 635, 605, 732, 698,
        844, 804, 973, 927, 1122, 1069,
    ],
    [
        186, 177, 214, 204, 247, 235, 284, 271, 328, 312, 378, 360, 436, 415, 502, 479, 579, 552,
        667, 636, 769, 733, 887, 845,
    ],
    [
        147, 140, 169, 161, 195, 186, 225, 214, 259, 247, 299, 285, 345, 328, 397, 378, 458, 436,
        528, 503, 608, 580, 701, 668,
    ],
    [
        116, 111, 134, 128, 154, 147, 178, 169, 205, 195, 236, 225, 272, 260, 314, 299, 362, 345,
        417, 398, 481, 458, 555, 528,
    ],
    [
        92, 87, 106, 101, 122, 116, 141, 134, 162, 154, 187, 178, 215, 205, 248, 237, 286, 273,
        330, 314, 380, 362, 439, 418,
    ],
];

/// Standard deviation, in centidiscs, of the result from what an estimate predicts, by empty
/// squares up to 31.
const SOLVE_SIGMA: [u16; 32] = [
    1151, 1156, 1161, 1167, 1172, 1178, 1183, 1189, 1194, 1200, 1205, 1211, 1217, 1222, 1228, 1234,
    1240, 1245, 1251, 1257, 1263, 1269, 1275, 1281, 1287, 1293, 1299, 1305, 1311, 1317, 1323, 1329,
];

/// A result in discs is so many times the estimate, on average.
pub(super) const RESULT_PER_ESTIMATE: f64 = 1.435;

/// How far a search to `depth` plies lies from the shallow one, in centidiscs.
pub(super) fn sigma(depth: u32, empties: u32) -> u16 {
    SIGMA[(empties as usize / 8).min(7)][(depth as usize).min(23)]
}

/// How far the result lies from what the estimate before a solve predicts, in centidiscs.
pub(super) fn solve_sigma(empties: u32) -> u16 {
    SOLVE_SIGMA[(empties as usize).min(31)]
}
