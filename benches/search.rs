//! The search: counting the last flips, solving a position, and a middle-game search.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank::board::{Bitboard, Board};
use outflank::eval::{Linear, Network, Pattern, Score};
use outflank::search::mcts::{Estimates, Guide, Tree, TreeSettings, search_tree};
use outflank::search::{self, Limits, SearchMargins, SearchRequest, StopSignal, Table};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Times the count over 1,000 boards with one empty square.
fn last_flips(criterion: &mut Criterion) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let moves: Vec<(usize, u64)> = (0..1000)
        .map(|_| {
            let square = random.random_range(0..64);
            (square, random.random::<u64>() & !(1 << square))
        })
        .collect();
    let mut group = criterion.benchmark_group("last flips");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("by table", |bencher| {
        bencher.iter(|| {
            black_box(&moves)
                .iter()
                .fold(0, |sum, &(square, mover)| sum + black_box(search::last_flips(square, mover)))
        });
    });
}

/// Searches a board to a depth in a table without entries.
fn search_afresh(board: Board, depth: u32, table: &Table) {
    table.clear();
    let request = SearchRequest {
        board,
        search_moves: Vec::new(),
        limits: Limits { depth: Some(depth), ..Limits::default() },
        since: Instant::now(),
        lines: 1,
        endgame_depth: 0,
        draw: Score::DRAW,
        variety: 0,
        selectivity: 73,
        threads: 1,
        seed: 0,
        margins: SearchMargins::default(),
    };
    let stop = StopSignal::default();
    black_box(search::run(&request, &Linear::default(), table, &stop, &mut |_| {}));
}

fn whole_searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    let table = Table::new(1).expect("a table of 1 MiB");
    let mut bench = |name: &str, mover: u64, opponent: u64, depth: u32| {
        let board = Board::new(Bitboard(mover), Bitboard(opponent)).expect("disjoint discs");
        group.bench_function(name, |bencher| bencher.iter(|| search_afresh(board, depth, &table)));
    };
    bench("16 empties solved", 0x0004_0814_6c54_1901, 0x0002_f7eb_93ab_a67e, Limits::TO_THE_END);
    bench("depth 10 at 32 empties", 0x0020_2008_3c5c_0000, 0x1c1c_1ef7_4220_1000, 10);
}

/// Times 1,000 visits to a board of the middle game in an empty tree.
fn visits(criterion: &mut Criterion) {
    const VISITS: u32 = 1000;
    fn bench(criterion: &mut Criterion, name: &str, guide: &impl Guide, rollout_weight: u32) {
        let (mover, opponent) = (0x0020_2008_3c5c_0000, 0x1c1c_1ef7_4220_1000);
        let board = Board::new(Bitboard(mover), Bitboard(opponent)).expect("disjoint discs");
        let settings = TreeSettings { rollout_weight, ..TreeSettings::default() };
        let mut tree = Tree::new(4).expect("a tree of 4 MiB");
        let mut group = criterion.benchmark_group("visits");
        group.throughput(Throughput::Elements(VISITS.into()));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                tree.clear();
                search_tree(black_box(board), VISITS, guide, &settings, None, 0, &mut tree)
            });
        });
    }
    let (pattern, network) = (Pattern::shipped(), Network::shipped());
    bench(criterion, "pattern", &Estimates(&pattern), 0);
    bench(criterion, "pattern and rollouts", &Estimates(&pattern), 50);
    bench(criterion, "network", &network, 0);
    bench(criterion, "rollouts", &network, 100);
}

criterion_group!(search_benches, last_flips, whole_searches, visits);
criterion_main!(search_benches);
