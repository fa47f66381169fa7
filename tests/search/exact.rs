//! Solved games: the score is that of a twin that looks at everything and remembers nothing.

use outflank::board::{Board, Move};
use outflank::eval::Score;
use outflank::search::{Knowledge, SearchRequest, StopSignal, Table};

use super::asking::{ask, ask_with, discs, fresh_table, request, to_depth};
use super::positions::{board, ffo, random, random_board, random_pass};

/// The score by plain negamax: no pruning, no table, no order. Only the last square is short cut.
fn plain(board: Board) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.pass();
        return if passed.legal_moves().is_empty() { board.final_score() } else { -plain(passed) };
    }
    let is_last = board.empties().len() == 1;
    moves
        .squares()
        .map(|square| {
            let after = board.play_unchecked(square);
            if is_last { -after.disc_difference() } else { -plain(after) }
        })
        .max()
        .unwrap()
}

fn plain_after(board: Board, mv: Move) -> i32 {
    match mv {
        Move::Place(square) => -plain(board.play_unchecked(square)),
        Move::Pass => plain(board),
    }
}

#[test]
fn two_hundred_random_endings_score_as_plain_negamax_says() {
    let mut rng = random(1);
    let mut boards = Vec::new();
    for (empties, count) in [(8, 70), (9, 60), (10, 42), (11, 20), (12, 8)] {
        boards.extend((0..count - 4).map(|_| random_board(&mut rng, empties)));
        boards.extend((0..4).map(|_| random_pass(&mut rng, empties)));
    }
    assert_eq!(boards.len(), 200);
    for board in boards {
        let empties = board.empties().len();
        let asked = [
            SearchRequest { endgame_depth: empties, ..to_depth(board, 1) },
            to_depth(board, empties),
            request(board),
        ];
        let expected = plain(board);
        for request in asked {
            let answer = ask(&request);
            assert_eq!(answer.discs(), expected, "{board:?}");
            assert_eq!(answer.line().kind, Knowledge::Exact);
            assert_eq!(answer.last().progress.depth, empties);
        }
    }
}

#[test]
fn every_move_at_the_root_has_its_own_exact_score() {
    let mut rng = random(2);
    for empties in [5, 6, 7, 8, 8, 9, 9, 9] {
        let board = random_board(&mut rng, empties);
        let answer = ask(&SearchRequest { lines: 64, ..request(board) });
        let lines = &answer.last().lines;
        let moves = board.legal_moves().len().max(1) as usize;
        assert_eq!(lines.len(), moves, "{board:?}");
        assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        for (at, line) in lines.iter().enumerate() {
            let mv = line.moves[0];
            assert!(lines[..at].iter().all(|other| other.moves[0] != mv), "{mv} twice");
            assert_eq!(discs(line.score), plain_after(board, mv), "{board:?} {mv}");
        }
    }
}

#[test]
fn the_ffo_positions_1_to_19_are_solved() {
    for (at, problem) in ffo().iter().enumerate() {
        let answer = ask(&request(problem.board));
        assert_eq!(answer.discs(), problem.best(), "FFO {}", at + 1);
        let best = answer.outcome.best.unwrap().to_string();
        let score = problem.moves.iter().find(|(mv, _)| *mv == best).map(|&(_, score)| score);
        assert_eq!(score, Some(problem.best()), "FFO {}: {best}", at + 1);
    }
}

#[test]
fn the_moves_of_ffo_positions_have_the_scores_of_the_suite() {
    for problem in ffo().iter().take(3) {
        let answer = ask(&SearchRequest { lines: 64, ..request(problem.board) });
        for line in &answer.last().lines {
            let name = line.moves[0].to_string();
            let score = problem.moves.iter().find(|(mv, _)| *mv == name).map(|&(_, score)| score);
            assert_eq!(score, Some(discs(line.score)), "{name}");
        }
    }
}

#[test]
fn a_warm_table_changes_no_exact_score() {
    let table = fresh_table();
    let stop = StopSignal::default();
    let mut rng = random(3);
    for _ in 0..6 {
        let mut board = random_board(&mut rng, 14);
        let mut expected: Option<i32> = None;
        // An estimate first, so that the table is full of what is not exact; then the solved game,
        // move by move and the first board once more.
        ask_with(&to_depth(board, 9), &table, &stop);
        let start = board;
        while !board.is_over() {
            let answer = ask_with(&request(board), &table, &stop);
            assert_eq!(answer.discs(), expected.unwrap_or(answer.discs()), "{board:?}");
            if board.empties().len() <= 9 {
                assert_eq!(answer.discs(), plain(board), "{board:?}");
            }
            expected = Some(-answer.discs());
            board = match answer.outcome.best.unwrap() {
                Move::Place(square) => board.play_unchecked(square),
                Move::Pass => board.pass(),
            };
        }
        assert_eq!(Some(board.final_score()), expected);
        let fresh = ask(&request(start));
        assert_eq!(ask_with(&request(start), &table, &stop).discs(), fresh.discs());
    }
}

#[test]
fn the_size_of_the_table_changes_no_exact_score() {
    let mut rng = random(4);
    for _ in 0..10 {
        let board = random_board(&mut rng, 14);
        let solve = |mebibytes| {
            let table = Table::new(mebibytes).unwrap();
            ask_with(&request(board), &table, &StopSignal::default()).discs()
        };
        let score = solve(1);
        assert_eq!([solve(3), solve(64)], [score; 2], "{board:?}");
    }
}

#[test]
fn an_exact_score_trusts_nothing_that_was_only_estimated() {
    // Reported as solved wrongly elsewhere: the value is +32, by g7.
    let board = board("--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X");
    let table = fresh_table();
    let stop = StopSignal::default();
    for depth in [4, 8, board.empties().len()] {
        ask_with(&to_depth(board, depth), &table, &stop);
    }
    let answer = ask_with(&request(board), &table, &stop);
    assert_eq!(answer.discs(), 32);
    assert_eq!(answer.outcome.best, Move::from_name("g7"));
}

#[test]
fn who_wins_is_found_without_by_how_much() {
    let mut rng = random(5);
    let mut draws = 0;
    let mut boards: Vec<Board> = (0..100).map(|at| random_board(&mut rng, 6 + at % 4)).collect();
    boards.extend((0..4).map(|_| random_pass(&mut rng, 8)));
    for board in boards {
        let expected = plain(board).signum();
        for draw in [0, 150, -150] {
            let mut request = SearchRequest { draw: Score::heuristic(draw), ..request(board) };
            request.limits.win_loss_draw = true;
            let answer = ask(&request);
            assert_eq!(answer.line().kind, Knowledge::WinLossDraw);
            assert_eq!(answer.discs().signum(), expected, "{board:?}");
            let best = answer.outcome.best.unwrap();
            assert_eq!(plain_after(board, best).signum(), expected, "{board:?} {best}");
        }
        draws += u32::from(expected == 0);
    }
    assert!(draws > 0, "a draw was among them");
}
