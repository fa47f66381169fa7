//! The solver against a twin that has no table, no parity, no stability and no threads: whatever
//! the table's size, whatever was searched in it before, and however many threads there are.

use std::thread;
use std::time::Duration;

use outflank::board::{Board, Move, Position};
use outflank::eval::Linear;
use outflank::search::{Knowledge, Limits, SearchEvent, SearchRequest, StopSignal, Table, run};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::asking::{Answer, ask, ask_with, check_line, discs, fresh_table, request, to_depth};
use super::positions::{random, random_board};

/// The score by plain alpha-beta, where it lies within the window, or a bound of it. Moves that
/// leave the opponent few replies come first; that is all.
fn alpha_beta(board: Board, alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score();
        }
        return -alpha_beta(passed, -beta, -alpha);
    }
    let mut afters: Vec<Board> = moves.squares().map(|mv| board.play_unchecked(mv)).collect();
    if board.empties().len() > 5 {
        afters.sort_by_cached_key(|after| after.legal_moves().len());
    }
    let mut best = -64;
    for after in afters {
        best = best.max(-alpha_beta(after, -beta, -best.max(alpha)));
        if best >= beta {
            break;
        }
    }
    best
}

/// Whether the score of a board is this one and no other.
fn is_score(board: Board, score: i32) -> bool {
    alpha_beta(board, score - 1, score + 1) == score
}

fn after(board: Board, mv: Move) -> Board {
    match mv {
        Move::Place(square) => board.play_unchecked(square),
        Move::Pass => board.pass(),
    }
}

/// The exact scores of an answer: of all moves that have a line, best first.
fn scores(answer: &Answer, board: Board) -> Vec<i32> {
    assert_eq!(answer.last().progress.depth, board.empties().len());
    let lines = &answer.last().lines;
    assert!(lines.iter().all(|line| line.kind == Knowledge::Exact), "{board:?}");
    lines.iter().map(|line| discs(line.score)).collect()
}

/// Two tables in which everything is searched: a small one, where hardly anything stays, and one
/// where everything does.
struct Tables {
    small: Table,
    large: Table,
}

impl Tables {
    fn new(mebibytes: usize) -> Self {
        Self { small: fresh_table(), large: Table::new(mebibytes).unwrap() }
    }
}

/// Solves a board in every way, with all moves' scores if asked to, and compares with the twin.
fn verify(board: Board, all_moves: bool, tables: &Tables, rng: &mut ChaCha8Rng) {
    let stop = StopSignal::default();
    let lines = if all_moves { 64 } else { 1 };
    let solve = SearchRequest { lines, ..request(board) };
    let first = ask(&solve);
    let found = scores(&first, board);
    let mut moves: Vec<Move> = Vec::new();
    for (line, &score) in first.last().lines.iter().zip(&found) {
        assert!(is_score(after(board, line.moves[0]), -score), "{board:?} {}", line.moves[0]);
        assert!(!moves.contains(&line.moves[0]));
        moves.push(line.moves[0]);
    }
    if all_moves {
        assert_eq!(moves.len(), board.legal_moves().len().max(1) as usize, "{board:?}");
    }
    assert!(is_score(board, found[0]), "{board:?} {}", found[0]);
    for (table, threads) in [(&tables.small, 1), (&tables.large, 2), (&tables.small, 2)] {
        let selectivity = 73;
        // What is only estimated, of another board and of the same one.
        let other = random_board(rng, 30);
        let empties = board.empties().len();
        for (board, depth) in [(other, 5), (board, empties / 2), (board, empties - 1)] {
            ask_with(
                &SearchRequest { selectivity, threads, ..to_depth(board, depth) },
                table,
                &stop,
            );
        }
        // The same for those who trust shallow searches; the first one has not been told what a
        // win is, so that the second cannot live on it.
        for selectivity in [73, 100] {
            let request = SearchRequest { selectivity, threads, ..solve.clone() };
            let answer = ask_with(&request, table, &stop);
            assert_eq!(scores(&answer, board), found, "{board:?} {table:?} {threads} threads");
        }
    }
}

#[test]
fn random_endings_score_as_plain_alpha_beta_says_whatever_the_table_and_the_threads() {
    let mut rng = random(40);
    let tables = Tables::new(16);
    for at in 0..200 {
        let board = random_board(&mut rng, 8 + at % 5);
        verify(board, at % 4 == 0, &tables, &mut rng);
    }
}

/// By hand: `cargo test --release --test search two_thousand -- --ignored`; some minutes.
#[test]
#[ignore = "takes minutes"]
fn two_thousand_random_endings_score_as_plain_alpha_beta_says() {
    let mut rng = random(41);
    let tables = Tables::new(256);
    for at in 0..2000 {
        let empties = 10 + at % 7;
        let board = random_board(&mut rng, empties);
        verify(board, empties <= 12, &tables, &mut rng);
        if at % 100 == 99 {
            eprintln!("{} positions", at + 1);
        }
    }
}

#[test]
fn the_score_of_larger_endings_depends_on_neither_selectivity_nor_threads() {
    let mut rng = random(42);
    let stop = StopSignal::default();
    for at in 0..20 {
        let board = random_board(&mut rng, 18 + at % 3);
        let solve = |selectivity, threads| {
            let table = fresh_table();
            let request = SearchRequest { selectivity, threads, ..request(board) };
            let answer = ask_with(&request, &table, &stop);
            scores(&answer, board)
        };
        let expected = solve(100, 1);
        assert_eq!(solve(73, 1), expected, "{board:?}");
        assert_eq!(solve(73, 2), expected, "{board:?}");
    }
}

#[test]
fn a_solve_that_trusted_shallow_searches_leaves_nothing_that_an_exact_one_trusts() {
    let mut rng = random(43);
    let stop = StopSignal::default();
    let mut selective = 0;
    for threads in [1, 2, 1, 2] {
        let mut board = random_board(&mut rng, 22);
        let table = Table::new(16).unwrap();
        let limits = Limits { win_loss_draw: true, nodes: Some(1_000_000), ..Limits::default() };
        let trusting =
            SearchRequest { limits, selectivity: 73, threads, lines: 1, ..request(board) };
        let answer = ask_with(&trusting, &table, &stop);
        selective += usize::from(matches!(answer.line().kind, Knowledge::Selective(_)));
        // Down the line that was found, and on.
        let mut line = answer.line().moves.clone().into_iter();
        while !board.is_over() {
            if board.empties().len() <= 15 {
                let request = SearchRequest { threads, ..request(board) };
                let score = scores(&ask_with(&request, &table, &stop), board)[0];
                assert!(is_score(board, score), "{board:?} {score}");
            }
            let moves = Position { board, ..Position::START }.moves();
            let mv = line.next().unwrap_or_else(|| moves[rng.random_range(0..moves.len())]);
            board = after(board, mv);
        }
    }
    assert!(selective > 0, "no search came so far");
}

#[test]
fn a_depth_that_reaches_the_end_ends_with_the_exact_score() {
    let mut rng = random(44);
    for empties in 1..=14 {
        for depth in [empties, empties + 1, 60, Limits::TO_THE_END] {
            let board = random_board(&mut rng, empties);
            let threads = 1 + depth % 2;
            for selectivity in [73, 100] {
                let request = SearchRequest { selectivity, threads, ..to_depth(board, depth) };
                let answer = ask(&request);
                let score = scores(&answer, board)[0];
                assert!(is_score(board, score), "{board:?} {score}");
                let before = &answer.iterations[..answer.iterations.len() - 1];
                assert!(before.iter().all(|it| it.lines[0].kind == Knowledge::Estimate));
            }
        }
    }
}

/// By hand: one solve of 28 empty squares that trusts shallow searches; a minute.
#[test]
#[ignore = "takes a minute"]
fn the_line_of_a_selective_solve_goes_to_the_end_of_the_game() {
    let board = random_board(&mut random(47), 28);
    let stop = StopSignal::default();
    let mut iterations = Vec::new();
    let request = SearchRequest { selectivity: 73, threads: 2, ..request(board) };
    run(&request, &Linear::default(), &Table::new(256).unwrap(), &stop, &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            if iteration.lines[0].kind == Knowledge::Selective(73) {
                stop.stop();
            }
            iterations.push(iteration);
        }
    });
    let line = &iterations.last().unwrap().lines[0];
    assert_eq!(line.kind, Knowledge::Selective(73));
    assert!(check_line(board, &line.moves).board.is_over(), "{line:?}");
}

/// Checks whatever an answer calls certain; whether it does.
fn is_rightly_exact(board: Board, answer: &Answer) -> bool {
    let line = answer.line();
    match line.kind {
        Knowledge::Exact => assert!(is_score(board, discs(line.score)), "{board:?} {line:?}"),
        Knowledge::WinLossDraw => {
            let truth = alpha_beta(board, -1, 1).signum();
            assert_eq!(discs(line.score).signum(), truth, "{board:?} {line:?}");
        }
        Knowledge::Estimate | Knowledge::Selective(_) => return false,
    }
    true
}

#[test]
fn a_search_that_runs_out_of_nodes_is_exact_only_if_it_was_done() {
    let mut rng = random(45);
    let mut done = [0, 0];
    for at in 0..60 {
        let board = random_board(&mut rng, 12 + at % 4);
        let (threads, win_loss_draw) = (1 + at % 2, at % 6 > 3);
        let limits = Limits { win_loss_draw, ..Limits::default() };
        let solve = SearchRequest { limits, threads, ..request(board) };
        let whole = ask(&solve);
        assert!(is_rightly_exact(board, &whole), "{board:?}");
        for _ in 0..4 {
            let nodes = rng.random_range(1..=whole.last().progress.nodes * 5 / 4);
            let limits = Limits { nodes: Some(nodes), ..solve.limits.clone() };
            let answer = ask(&SearchRequest { limits, ..solve.clone() });
            done[usize::from(is_rightly_exact(board, &answer))] += 1;
        }
    }
    assert!(done[0] > 20 && done[1] > 20, "{done:?}");
}

#[test]
fn a_search_that_is_stopped_is_exact_only_if_it_was_done() {
    let mut rng = random(46);
    let table = Table::new(4).unwrap();
    for at in 0..120_u64 {
        let board = random_board(&mut rng, 13 + at as u32 % 4);
        let threads = 1 + at as u32 % 3;
        table.clear();
        let stop = StopSignal::default();
        let whole = SearchRequest { threads, ..request(board) };
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_micros(at % 40 * 400));
                stop.stop();
            });
            ask_with(&whole, &table, &stop)
        });
        is_rightly_exact(board, &answer);
        // What the stopped threads left in the table is right as well.
        let again = ask_with(&whole, &table, &StopSignal::default());
        assert!(is_rightly_exact(board, &again), "{board:?}");
    }
}
