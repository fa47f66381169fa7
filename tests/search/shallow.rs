//! Searches of few plies, which go without the table: as a twin that prunes and sorts nothing.

use outflank::board::{Board, Move};
use outflank::eval::{Evaluator, Linear, Score};
use outflank::search::{SearchRequest, StopSignal};

use super::asking::{ask, ask_with, fresh_table, to_depth};
use super::positions::{random, random_board, random_pass};

/// The value by plain negamax; passes are not counted.
fn plain(board: Board, depth: u32) -> Score {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.pass();
        let is_over = passed.legal_moves().is_empty();
        return if is_over { Score::finished(board.final_score()) } else { -plain(passed, depth) };
    }
    if depth == 0 {
        return Linear::default().evaluate(board);
    }
    moves.squares().map(|square| -plain(board.play_unchecked(square), depth - 1)).max().unwrap()
}

fn plain_after(board: Board, mv: Move, depth: u32) -> Score {
    match mv {
        Move::Place(square) => -plain(board.play_unchecked(square), depth - 1),
        Move::Pass => -plain(board.pass(), depth),
    }
}

fn boards(seed: u64) -> Vec<Board> {
    let mut rng = random(seed);
    let mut boards: Vec<Board> =
        (1..=60).flat_map(|empties| [empties; 4]).map(|at| random_board(&mut rng, at)).collect();
    boards.extend([4, 6, 8, 12, 16, 20, 24].map(|empties| random_pass(&mut rng, empties)));
    boards
}

#[test]
fn a_shallow_search_finds_what_plain_negamax_does() {
    for board in boards(40) {
        for depth in 1..=4 {
            let answer = ask(&to_depth(board, depth));
            let value = plain(board, depth);
            assert_eq!(answer.line().score, value, "{board:?} to {depth}");
            let best = answer.outcome.best.unwrap();
            assert_eq!(plain_after(board, best, depth), value, "{board:?} to {depth}: {best}");
        }
    }
}

#[test]
fn each_line_of_a_shallow_search_has_the_value_of_its_move() {
    for board in boards(41) {
        for depth in 1..=3 {
            let answer = ask(&SearchRequest { lines: 64, ..to_depth(board, depth) });
            let lines = &answer.last().lines;
            assert_eq!(lines.len() as u32, board.legal_moves().len().max(1));
            assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
            for line in lines {
                let mv = line.moves[0];
                assert_eq!(line.score, plain_after(board, mv, depth), "{board:?} to {depth}: {mv}");
            }
        }
    }
}

#[test]
fn a_shallow_search_neither_asks_the_table_nor_fills_it() {
    let table = fresh_table();
    let stop = StopSignal::default();
    for board in boards(42).into_iter().step_by(5) {
        ask_with(&to_depth(board, 7), &table, &stop);
        for depth in 1..=3 {
            let request = to_depth(board, depth);
            let (warm, fresh) = (ask_with(&request, &table, &stop), ask(&request));
            assert_eq!(warm.outcome, fresh.outcome, "{board:?} to {depth}");
            for (warm, fresh) in warm.iterations.iter().zip(&fresh.iterations) {
                assert_eq!(warm.lines, fresh.lines, "{board:?} to {depth}");
                assert_eq!(warm.progress.nodes, fresh.progress.nodes);
                assert_eq!(warm.progress.hash_full, 0);
            }
        }
    }
}
