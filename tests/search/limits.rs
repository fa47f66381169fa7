//! When a search ends, and that it always answers.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use outflank::board::{Board, Position};
use outflank::search::{Clock, Knowledge, Limits, SearchRequest, StopSignal};

use super::asking::{Answer, ask, ask_with, fresh_table, request, to_depth};
use super::positions::{after, random, random_board};

const MS: Duration = Duration::from_millis(1);
/// Long enough for anything to happen on a busy machine.
const LONG: Duration = Duration::from_secs(20);

fn limited(board: Board, limits: Limits) -> SearchRequest {
    SearchRequest { limits, ..request(board) }
}

/// Searches on a thread of its own; the answer comes through the channel.
fn ask_elsewhere(request: SearchRequest) -> (StopSignal, mpsc::Receiver<Answer>) {
    let (sender, receiver) = mpsc::channel();
    let stop = StopSignal::default();
    let signal = stop.clone();
    thread::spawn(move || {
        let _ = sender.send(ask_with(&request, &fresh_table(), &signal));
    });
    (stop, receiver)
}

fn middle_game() -> Board {
    after("f5d6c5f4d3e3f2c6g5b5a5b4b3c4c3").board
}

#[test]
fn depths_are_reported_one_by_one_to_the_last() {
    let answer = ask(&to_depth(middle_game(), 6));
    let depths: Vec<u32> = answer.iterations.iter().map(|it| it.progress.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    let nodes: Vec<u64> = answer.iterations.iter().map(|it| it.progress.nodes).collect();
    assert!(nodes.is_sorted_by(|a, b| a < b));
    assert!(answer.iterations.iter().all(|it| it.lines[0].kind == Knowledge::Estimate));
}

#[test]
fn a_depth_of_zero_is_one_and_more_than_the_game_has_is_its_end() {
    assert_eq!(ask(&to_depth(middle_game(), 0)).last().progress.depth, 1);
    let board = random_board(&mut random(30), 9);
    let answer = ask(&to_depth(board, 1000));
    assert_eq!(answer.last().progress.depth, 9);
    assert_eq!(answer.line().kind, Knowledge::Exact);
}

#[test]
fn the_endgame_depth_solves_whatever_the_depth_but_only_from_there() {
    let mut rng = random(31);
    let solves = |board, endgame_depth| {
        let answer = ask(&SearchRequest { endgame_depth, ..to_depth(board, 2) });
        answer.line().kind == Knowledge::Exact
    };
    for _ in 0..10 {
        let board = random_board(&mut rng, 10);
        assert!(solves(board, 10) && solves(board, 60));
        assert!(!solves(board, 9) && !solves(board, 0));
    }
}

#[test]
fn a_node_limit_is_kept_once_the_first_ply_is_done() {
    let board = middle_game();
    let first = ask(&to_depth(board, 1)).last().progress.nodes;
    for nodes in [0, 1, 2, 50, 1000, 1023, 1024, 1025, 50_000] {
        let answer = ask(&limited(board, Limits { nodes: Some(nodes), ..Limits::default() }));
        let progress = answer.last().progress;
        assert!(progress.nodes <= nodes.max(first), "{nodes}: {}", progress.nodes);
        assert!(answer.outcome.best.is_some());
        assert!(nodes < 1000 || progress.depth > 2);
    }
}

#[test]
fn a_search_stopped_before_it_begins_still_answers() {
    let mut rng = random(32);
    for empties in [60, 40, 20, 10, 2, 1] {
        let board = random_board(&mut rng, empties);
        let stop = StopSignal::default();
        stop.stop();
        for limits in [Limits::default(), Limits { infinite: true, ..Limits::default() }] {
            let answer = ask_with(&limited(board, limits), &fresh_table(), &stop);
            assert_eq!(answer.iterations.len(), 1);
            assert_eq!(answer.last().progress.depth, 1);
            let position = Position { board, ..Position::START };
            assert!(position.moves().contains(&answer.outcome.best.unwrap()));
        }
    }
}

#[test]
fn no_time_at_all_is_enough_for_an_answer() {
    let clock = |left| Clock { left, overhead: 10 * MS, ..Clock::default() };
    for limits in [
        Limits { move_time: Some(Duration::ZERO), ..Limits::default() },
        Limits { clock: Some(clock(Duration::ZERO)), ..Limits::default() },
        Limits { clock: Some(clock(5 * MS)), ..Limits::default() },
    ] {
        let answer = ask(&limited(middle_game(), limits));
        assert!(answer.outcome.best.is_some());
    }
}

#[test]
fn a_search_without_end_waits_for_stop_also_when_it_is_done() {
    let solved = random_board(&mut random(33), 6);
    let over = after("f5d6c5f6e7f4g5e6e3").board;
    for board in [solved, over, middle_game()] {
        let depth = Some(2);
        let (stop, answer) =
            ask_elsewhere(limited(board, Limits { infinite: true, depth, ..Limits::default() }));
        assert!(answer.recv_timeout(60 * MS).is_err(), "it answered unasked");
        stop.ponder_hit();
        assert!(answer.recv_timeout(30 * MS).is_err(), "a ponder hit is none of its business");
        stop.stop();
        assert!(answer.recv_timeout(LONG).is_ok());
    }
}

#[test]
fn pondering_waits_for_the_hit_and_its_time_counts_from_there() {
    let move_time = Some(80 * MS);
    let (stop, answer) = ask_elsewhere(limited(
        middle_game(),
        Limits { ponder: true, move_time, ..Limits::default() },
    ));
    assert!(answer.recv_timeout(160 * MS).is_err(), "its time runs already");
    let hit = Instant::now();
    stop.ponder_hit();
    assert!(answer.recv_timeout(LONG).is_ok());
    assert!(hit.elapsed() >= 75 * MS, "{:?}", hit.elapsed());
}

#[test]
fn pondering_that_is_done_or_has_no_time_ends_with_the_hit_or_a_stop() {
    for ends_with_stop in [false, true] {
        let limits = Limits { ponder: true, depth: Some(2), ..Limits::default() };
        let (stop, answer) = ask_elsewhere(limited(middle_game(), limits));
        assert!(answer.recv_timeout(50 * MS).is_err());
        if ends_with_stop {
            stop.stop();
        } else {
            stop.ponder_hit();
        }
        assert!(answer.recv_timeout(LONG).unwrap().outcome.best.is_some());
    }
}

#[test]
fn an_only_move_takes_no_time_from_the_clock() {
    let mut rng = random(34);
    let mut board = random_board(&mut rng, 30);
    while board.legal_moves().len() > 1 {
        board = random_board(&mut rng, 30);
    }
    let clock = Some(Clock { left: Duration::from_secs(3600), ..Clock::default() });
    let (_, answer) = ask_elsewhere(limited(board, Limits { clock, ..Limits::default() }));
    let answer = answer.recv_timeout(LONG).unwrap();
    assert!(answer.last().progress.depth <= 5);
}

#[test]
fn stops_at_any_moment_are_answered_with_what_was_finished() {
    let mut rng = random(35);
    for at in 0..40 {
        let board = random_board(&mut rng, 20 + at % 20);
        let (stop, answer) = ask_elsewhere(request(board));
        thread::sleep(Duration::from_micros(u64::from(at) * 150));
        stop.stop();
        let answer = answer.recv_timeout(LONG).unwrap();
        assert_eq!(answer.outcome.best, answer.line().moves.first().copied());
        let position = Position { board, ..Position::START };
        assert!(position.try_play(answer.outcome.best.unwrap()).is_ok());
    }
}
