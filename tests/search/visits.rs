//! The tree search as players ask it: limits, stops, lines and choices.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use outflank::board::{Board, Game, Move, Position};
use outflank::engine::{Engine, EngineLimits, Go, Options};
use outflank::eval::{Linear, Score};
use outflank::search::mcts::{Estimates, Tree, TreeSettings, run};
use outflank::search::{Clock, Knowledge, Limits, SearchRequest, StopSignal};

use super::asking::{Answer, check_line, collect, request};
use super::positions::{after, game, random, random_board, random_pass};

const MS: Duration = Duration::from_millis(1);
const LONG: Duration = Duration::from_secs(20);

fn visits(board: Board, nodes: u64) -> SearchRequest {
    limited(board, Limits { nodes: Some(nodes), ..Limits::default() })
}

fn limited(board: Board, limits: Limits) -> SearchRequest {
    SearchRequest { limits, ..request(board) }
}

fn ask_in(request: &SearchRequest, tree: &mut Tree, stop: &StopSignal) -> Answer {
    let guide = Linear::default();
    let settings = TreeSettings { rollout_weight: 20, ..TreeSettings::default() };
    collect(request.board, |report| run(request, &settings, &Estimates(&guide), tree, stop, report))
}

fn ask(request: &SearchRequest) -> Answer {
    ask_in(request, &mut Tree::new(4).unwrap(), &StopSignal::default())
}

fn ask_elsewhere(request: SearchRequest) -> (StopSignal, mpsc::Receiver<Answer>) {
    let (sender, receiver) = mpsc::channel();
    let stop = StopSignal::default();
    let signal = stop.clone();
    thread::spawn(move || {
        let _ = sender.send(ask_in(&request, &mut Tree::new(4).unwrap(), &signal));
    });
    (stop, receiver)
}

fn middle_game() -> Board {
    after("f5d6c5f4d3e3f2c6g5b5a5b4b3c4c3").board
}

fn is_legal(board: Board, mv: Option<Move>) -> bool {
    let position = Position { board, ..Position::START };
    mv.is_some_and(|mv| position.try_play(mv).is_ok())
}

#[test]
fn as_many_visits_as_asked_for_are_made_by_however_many_threads() {
    for threads in [1, 2, 5] {
        for nodes in [0, 1, 2, 50, 1000, 4097] {
            let answer = ask(&SearchRequest { threads, ..visits(middle_game(), nodes) });
            assert_eq!(answer.last().progress.nodes, nodes.max(1));
            assert!(is_legal(middle_game(), answer.outcome.best));
            assert_eq!(answer.outcome.best, answer.line().moves.first().copied());
        }
    }
}

#[test]
fn one_thread_always_finds_the_same() {
    let mut rng = random(60);
    for empties in [50, 35, 20, 11] {
        let board = random_board(&mut rng, empties);
        let lines = |answer: &Answer| -> Vec<_> {
            answer.iterations.iter().map(|of| (of.lines.clone(), of.progress.nodes)).collect()
        };
        let (one, other) = (ask(&visits(board, 1500)), ask(&visits(board, 1500)));
        assert_eq!((lines(&one), &one.outcome), (lines(&other), &other.outcome));
    }
}

#[test]
fn a_search_stopped_before_it_begins_still_answers() {
    let mut rng = random(61);
    for empties in [60, 40, 20, 10, 2, 1] {
        let board = random_board(&mut rng, empties);
        for (threads, lines) in [(1, 1), (3, 64)] {
            let stop = StopSignal::default();
            stop.stop();
            let infinite = Limits { infinite: true, ..Limits::default() };
            let request = SearchRequest { threads, lines, ..limited(board, infinite) };
            let answer = ask_in(&request, &mut Tree::new(1).unwrap(), &stop);
            assert!(is_legal(board, answer.outcome.best));
            let moves = Position { board, ..Position::START }.moves().len();
            assert_eq!(answer.last().lines.len(), moves.min(lines));
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
        assert!(is_legal(middle_game(), ask(&limited(middle_game(), limits)).outcome.best));
    }
}

#[test]
fn a_search_without_end_waits_for_stop_also_when_it_is_done() {
    let solved = random_board(&mut random(62), 5);
    let over = after("f5d6c5f6e7f4g5e6e3").board;
    for board in [solved, over, middle_game()] {
        let limits = Limits { infinite: true, nodes: Some(100), ..Limits::default() };
        let (stop, answer) = ask_elsewhere(limited(board, limits));
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
    let limits = Limits { ponder: true, move_time, ..Limits::default() };
    let (stop, answer) = ask_elsewhere(limited(middle_game(), limits));
    assert!(answer.recv_timeout(160 * MS).is_err(), "its time runs already");
    let hit = Instant::now();
    stop.ponder_hit();
    assert!(answer.recv_timeout(LONG).is_ok());
    assert!(hit.elapsed() >= 75 * MS, "{:?}", hit.elapsed());
}

#[test]
fn stops_at_any_moment_are_answered() {
    let mut rng = random(63);
    for at in 0..30 {
        let board = random_board(&mut rng, 15 + at % 40);
        let limits = Limits { infinite: true, ..Limits::default() };
        let request = SearchRequest { threads: 1 + at % 3, ..limited(board, limits) };
        let (stop, answer) = ask_elsewhere(request);
        thread::sleep(Duration::from_micros(u64::from(at) * 200));
        stop.stop();
        let answer = answer.recv_timeout(LONG).unwrap();
        assert!(is_legal(board, answer.outcome.best));
        assert_eq!(answer.outcome.best, answer.line().moves.first().copied());
    }
}

#[test]
fn a_search_without_a_limit_ends_when_the_tree_has_no_room_left() {
    let mut tree = Tree::new(1).unwrap();
    let answer = ask_in(&request(Board::START), &mut tree, &StopSignal::default());
    assert!(answer.last().progress.hash_full > 990);
    let answer = ask_in(&visits(Board::START, 3000), &mut tree, &StopSignal::default());
    assert_eq!(answer.last().progress.nodes, 3000);
}

#[test]
fn a_depth_is_the_length_of_the_best_line() {
    for depth in [1, 3, 6] {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let progress = ask(&limited(middle_game(), limits)).last().progress;
        assert!(progress.depth >= depth && progress.nodes < 20_000, "{progress:?}");
    }
}

#[test]
fn an_only_move_takes_no_time_from_the_clock() {
    let board = random_pass(&mut random(64), 30);
    let clock = Some(Clock { left: Duration::from_secs(3600), ..Clock::default() });
    let (_, answer) = ask_elsewhere(limited(board, Limits { clock, ..Limits::default() }));
    let answer = answer.recv_timeout(LONG).unwrap();
    assert_eq!(answer.outcome.best, Some(Move::Pass));
    assert!(answer.last().progress.nodes < 1000);
}

#[test]
fn results_and_lines_are_those_of_the_game() {
    let mut rng = random(65);
    for empties in [3, 6, 9, 10] {
        for threads in [1, 2] {
            let board = random_board(&mut rng, empties);
            let answer = ask(&SearchRequest { threads, ..visits(board, 30_000) });
            let solved = super::asking::ask(&request(board));
            assert_eq!(answer.line().kind, Knowledge::Exact);
            assert_eq!(answer.discs(), solved.discs());
            let end = check_line(board, &answer.line().moves);
            let sign = if answer.line().moves.len().is_multiple_of(2) { 1 } else { -1 };
            assert!(end.board.is_over());
            assert_eq!(sign * end.board.final_score(), solved.discs());
        }
    }
}

#[test]
fn a_proven_win_is_chosen() {
    let mut rng = random(66);
    let mut proven = 0;
    for _ in 0..60 {
        let board = random_board(&mut rng, 10);
        let answer = ask(&visits(board, 150));
        let chosen = check_line(board, &answer.line().moves[..1]).board;
        if answer.line().kind != Knowledge::Estimate && answer.line().score > Score::DRAW {
            let result = -super::asking::ask(&request(chosen)).discs();
            assert!(Score::finished(result) >= answer.line().score && result > 0);
            proven += 1;
        }
    }
    assert!(proven >= 10, "{proven} wins were proven");
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let board = middle_game();
    let moves = Position { board, ..Position::START }.moves();
    let mut tree = Tree::new(4).unwrap();
    ask_in(&visits(board, 200), &mut tree, &StopSignal::default());
    for wanted in moves.chunks(2) {
        let search_moves = wanted.to_vec();
        let request = SearchRequest { search_moves, lines: 64, ..visits(board, 100) };
        let answer = ask_in(&request, &mut tree, &StopSignal::default());
        assert_eq!(answer.last().lines.len(), wanted.len());
        assert!(answer.last().lines.iter().all(|line| wanted.contains(&line.moves[0])));
    }
    let search_moves = vec![Move::Pass];
    let answer = ask(&SearchRequest { search_moves, lines: 64, ..visits(board, 100) });
    assert_eq!(answer.last().lines.len(), moves.len(), "none of them is legal");
}

#[test]
fn variety_draws_among_moves_that_are_nearly_as_good() {
    let mut found = Vec::new();
    for seed in 0..30 {
        let request = SearchRequest { variety: 6400, seed, ..visits(middle_game(), 300) };
        found.push(ask(&request).outcome.best.unwrap());
        assert_eq!(ask(&request).outcome.best, found.last().copied());
    }
    assert!(found.iter().any(|mv| *mv != found[0]));
}

#[test]
fn what_a_draw_is_worth_is_the_root_movers_business() {
    let mut rng = random(67);
    let drawn = loop {
        let board = random_board(&mut rng, 9);
        if super::asking::ask(&request(board)).discs() == 0 {
            break board;
        }
    };
    let mut tree = Tree::new(4).unwrap();
    for draw in [0, 300, -300] {
        let draw = Score::heuristic(draw);
        let request = SearchRequest { draw, ..visits(drawn, 20_000) };
        let answer = ask_in(&request, &mut tree, &StopSignal::default());
        assert_eq!((answer.line().kind, answer.line().score), (Knowledge::Exact, Score::DRAW));
    }
}

/// A player that searches a tree.
fn player() -> Engine {
    let mut engine = Engine::new(Options::default(), EngineLimits::default());
    engine.set_option("Hash", Some("4")).unwrap();
    engine.set_option("Search", Some("mcts")).unwrap();
    engine
}

/// How long its best line is after so many visits to the position after these moves.
fn depth_after(engine: &mut Engine, moves: &str, nodes: u64) -> u32 {
    engine.set_game(game(moves));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let thought = engine.think(Go { limits, ..Go::default() }).unwrap();
    assert_eq!(thought.finished.nodes, nodes);
    thought.finished.depth
}

#[test]
fn a_player_keeps_its_tree_as_long_as_it_is_of_use() {
    let mut engine = player();
    assert!(depth_after(&mut engine, "f5", 2000) > 4);
    assert!(depth_after(&mut engine, "f5d6", 1) > 3, "the tree goes on below");
    assert!(depth_after(&mut engine, "f5d6c3d3", 1) > 1, "two plies further on too");
    assert_eq!(depth_after(&mut engine, "d3", 1), 1, "another game");
    for (name, value) in [("Eval", "features"), ("RolloutWeight", "5"), ("TreeExploration", "90")] {
        assert!(depth_after(&mut engine, "f5", 2000) > 4);
        engine.set_option(name, Some(value)).unwrap();
        assert_eq!(depth_after(&mut engine, "f5", 1), 1, "{name}");
    }
    depth_after(&mut engine, "f5", 2000);
    engine.new_game();
    assert_eq!(depth_after(&mut engine, "f5", 1), 1);
}

#[test]
fn a_player_solves_what_is_to_be_solved() {
    let mut engine = player();
    let board = random_board(&mut random(68), 12);
    engine.set_game(Game::from_position(Position { board, ..Position::START }));
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let thought = engine.think(Go { limits, ..Go::default() }).unwrap();
    let solved = super::asking::ask(&request(board)).discs();
    assert_eq!(thought.score, Some(Score::finished(solved)));
}
