//! The evaluations: static values a second, and nodes a second of a search with each.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank::board::{Bitboard, Board};
use outflank::eval::network::{Network, NetworkShape, NetworkWeights};
use outflank::eval::{Evaluator, Linear, Pattern, Positional};
use outflank::search::{self, Limits, SearchEvent, SearchRequest, StopSignal, Table};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

const DEPTH: u32 = 14;
const TABLE_MEBIBYTES: usize = 16;

/// The discs of mover and opponent with 40 and with 32 squares empty.
const POSITIONS: [(u64, u64); 2] = [
    (0x0000_2030_060f_0420, 0x0000_1a0c_3830_1808),
    (0x0020_2008_3c5c_0000, 0x1c1c_1ef7_4220_1000),
];

/// Boards of games by chance, 18 to 49 squares empty.
fn boards() -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut boards = Vec::new();
    while boards.len() < 1000 {
        let mut board = Board::START;
        while board.empties().len() >= 18 && !board.is_over() {
            let moves: Vec<_> = board.legal_moves().squares().collect();
            board = match moves.choose(&mut random) {
                Some(&square) => board.play_unchecked(square),
                None => board.pass(),
            };
            if board.empties().len() <= 49 {
                boards.push(board);
            }
        }
    }
    boards
}

/// The nodes of a search in a table without entries.
fn search_afresh<E: Evaluator + Sync>(board: Board, evaluator: &E, table: &Table) -> u64 {
    table.clear();
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let request = SearchRequest { selectivity: 73, ..SearchRequest::new(board, limits) };
    let mut nodes = 0;
    search::run(&request, evaluator, table, &StopSignal::default(), &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            nodes = iteration.progress.nodes;
        }
    });
    nodes
}

fn one<E: Evaluator + Sync>(criterion: &mut Criterion, name: &str, evaluator: &E) {
    let boards = boards();
    let mut group = criterion.benchmark_group("static value");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for &board in black_box(&boards) {
                black_box(evaluator.evaluate(board));
            }
        });
    });
    group.finish();

    let table = Table::new(TABLE_MEBIBYTES).expect("a table of 16 MiB");
    let mut group = criterion.benchmark_group(format!("nodes at depth {DEPTH}"));
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (mover, opponent) in POSITIONS {
        let board = Board::new(Bitboard(mover), Bitboard(opponent)).expect("disjoint discs");
        group.throughput(Throughput::Elements(search_afresh(board, evaluator, &table)));
        group.bench_function(format!("{name}, {} empties", board.empties().len()), |bencher| {
            bencher.iter(|| search_afresh(board, evaluator, &table));
        });
    }
}

fn evaluations(criterion: &mut Criterion) {
    one(criterion, "pattern", &Pattern::shipped());
    one(criterion, "features", &Linear::default());
    one(criterion, "positional", &Positional);
    one(criterion, "network", &Network::shipped());
}

/// What a network says: the value alone, and with the policy.
fn inference(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("inference");
    group.throughput(Throughput::Elements(boards.len() as u64));
    for (name, shape) in [
        ("128-128", NetworkShape::Dense { hidden: [128; 2] }),
        ("256-256", NetworkShape::Dense { hidden: [256; 2] }),
        ("3 convolutions of 16", NetworkShape::Convolutional { channels: 16, layers: 3 }),
    ] {
        let network = Network::new(NetworkWeights::random(shape, 1));
        group.bench_function(format!("value, {name}"), |bencher| {
            bencher.iter(|| {
                for &board in black_box(&boards) {
                    black_box(network.value(board));
                }
            });
        });
        group.bench_function(format!("whole, {name}"), |bencher| {
            bencher.iter(|| {
                for &board in black_box(&boards) {
                    black_box(network.infer(board));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(eval_benches, evaluations, inference);
criterion_main!(eval_benches);
