//! The board's kernels, over a fixed set of middle-game positions.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank::board::{self, Board, Convention, Square, perft};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// 1,000 positions with 20 to 44 discs, from random games.
fn middle_game() -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut boards = Vec::new();
    while boards.len() < 1000 {
        let mut board = Board::START;
        let empties = random.random_range(20..=44);
        while board.empties().len() > empties && !board.is_over() {
            let moves: Vec<_> = board.legal_moves().squares().collect();
            board = match moves.len() {
                0 => board.pass(),
                count => board.play_unchecked(moves[random.random_range(0..count)]),
            };
        }
        if !board.legal_moves().is_empty() {
            boards.push(board);
        }
    }
    boards
}

type Group<'a> = criterion::BenchmarkGroup<'a, criterion::measurement::WallTime>;

/// Times a kernel that gives one set per board; generic, so that it is inlined as in the engine.
/// Each result goes through a black box by itself, or the compiler would do eight boards at once.
fn over_boards(group: &mut Group<'_>, name: &str, kernel: impl Fn(Board) -> u64) {
    let boards = middle_game();
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            black_box(&boards).iter().fold(0, |sum, &board| sum ^ black_box(kernel(board)))
        });
    });
}

/// The same over all legal moves of each board.
fn over_moves(group: &mut Group<'_>, name: &str, kernel: impl Fn(usize, u64, u64) -> u64) {
    let listed = |board: Board| board.legal_moves().squares().map(move |square| (board, square));
    let moves: Vec<(Board, Square)> = middle_game().into_iter().flat_map(listed).collect();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            black_box(&moves).iter().fold(0, |sum, (board, square)| {
                let (mover, opponent) = (board.mover().0, board.opponent().0);
                sum ^ black_box(kernel(square.index(), mover, opponent))
            })
        });
    });
}

fn legal_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal moves");
    over_boards(&mut group, "portable", |b| board::portable_moves(b.mover().0, b.opponent().0));
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
    over_boards(&mut group, "AVX-512", |b| board::avx512_moves(b.mover().0, b.opponent().0));
}

fn flips(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("flips");
    over_moves(&mut group, "portable", board::portable_flips);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    over_moves(&mut group, "AVX2", board::avx2_flips);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512vl", target_feature = "avx512cd"))]
    over_moves(&mut group, "AVX-512", board::avx512_flips);
}

fn stable_discs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("stable discs");
    over_boards(&mut group, "portable", |b| board::portable_stable(b.mover().0, b.opponent().0));
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    over_boards(&mut group, "AVX2", |b| board::avx2_stable(b.mover().0, b.opponent().0));
}

fn whole_boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("board");
    over_boards(&mut group, "hash", Board::hash);
    over_boards(&mut group, "canonical", |board| board.canonical().mover().0);
}

fn perft_8(criterion: &mut Criterion) {
    criterion.bench_function("perft 8", |bencher| {
        bencher.iter(|| perft(black_box(Board::START), 8, Convention::A, &mut || true));
    });
}

criterion_group!(board_benches, legal_moves, flips, stable_discs, whole_boards, perft_8);
criterion_main!(board_benches);
