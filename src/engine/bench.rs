//! A fixed piece of work: its node count tells whether the search still does the same, its time
//! how fast.

use std::time::{Duration, Instant};

use crate::board::{Bitboard, Board};
use crate::eval::Pattern;
use crate::search::{Limits, SearchEvent, SearchRequest, StopSignal, Table, run};

/// The depth of the standard bench, in plies.
pub const BENCH_DEPTH: u32 = 13;
const TABLE_MEBIBYTES: usize = 16;

/// The positions, as discs of the mover and of the opponent: the start, games at 48, 40, 32, 24,
/// 20, 16 and 14 empty squares, the last of which is solved, and one that was reported to
/// crash the SIMD builds of another engine.
const POSITIONS: [(u64, u64); 9] = [
    (0x0000_0008_1000_0000, 0x0000_0010_0800_0000),
    (0x0000_0440_4010_0000, 0x0000_383c_3860_0000),
    (0x0000_2030_060f_0420, 0x0000_1a0c_3830_1808),
    (0x0020_2008_3c5c_0000, 0x1c1c_1ef7_4220_1000),
    (0x3c3c_3c3c_1c08_0402, 0x0000_00c0_e0f0_f8f0),
    (0x001f_2307_021c_0000, 0x7f20_1c38_7de3_3108),
    (0x0004_0814_6c54_1901, 0x0002_f7eb_93ab_a67e),
    (0xfc0f_a6dc_a8b0_8880, 0x00f0_5922_564c_6460),
    (0x0004_0014_6e33_3828, 0x0418_3ee8_104c_0404),
];

/// What a bench measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchReport {
    /// Nodes of all searches together: the same on every machine.
    pub nodes: u64,
    /// How long they took.
    pub time: Duration,
}

/// Searches the bench positions to a depth, each with a fresh table, on this thread; `None` if
/// stopped.
pub fn bench(depth: u32, stop: &StopSignal) -> Option<BenchReport> {
    let pattern = Pattern::shipped();
    let started = Instant::now();
    let mut nodes = 0;
    for (mover, opponent) in POSITIONS {
        let board = Board::new(Bitboard(mover), Bitboard(opponent))?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut request = SearchRequest::new(board, limits);
        (request.endgame_depth, request.selectivity) = (14, 73);
        let table = Table::new(TABLE_MEBIBYTES).ok()?;
        let mut searched = 0;
        run(&request, &pattern, &table, stop, &mut |event| {
            if let SearchEvent::Iteration(iteration) = event {
                searched = iteration.progress.nodes;
            }
        });
        if stop.is_stopped() {
            return None;
        }
        nodes += searched;
    }
    Some(BenchReport { nodes, time: started.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The library's tests run in a portable build too: it visits the same nodes.
    #[test]
    fn every_build_searches_the_nodes_of_the_signature() {
        let signature = include_str!("../../tests/data/bench.txt");
        let nodes = signature.split_whitespace().next().and_then(|word| word.parse().ok());
        let report = bench(BENCH_DEPTH, &StopSignal::default()).unwrap();
        assert_eq!(Some(report.nodes), nodes);
    }
}
