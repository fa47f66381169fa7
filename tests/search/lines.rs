//! Lines: each can be played to its end (`ask_with` checks that of every line it sees), passes
//! stand in it, and it stops where the game does. And two searches alike say the same.

use outflank::board::{Board, Move, Position};
use outflank::eval::Score;
use outflank::search::{Iteration, SearchRequest, StopSignal, Table};

use super::asking::{ask, ask_with, check_line, fresh_table, request, to_depth};
use super::positions::{after, board, game, random, random_board, random_pass};

/// Games with many passes, and games that are over early, as people reported them.
const ODD_GAMES: [&str; 6] = [
    // 14 passes, 0-62.
    "c4c3d3c5b3f4b5b4a5a3c6d6f3c2d1e6d2b6g4e2e3f2e1f1g1f5g6a6a7a2c7d7d8e7e8f7f6f8g8g5h4b1b2a1c1a4a8\
     b7b8c8h8g7h7h6h5h3h1g2",
    // 23 passes, 0-59.
    "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1\
     e1g8g7f3h1h3h4h6",
    // A draw with 20 discs put.
    "f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5",
    // 13-0 with 9 discs put.
    "f5d6c5f6e7f4g5e6e3",
    // White is wiped out as well, and by White.
    "f5f4c3f6f3d6e6c5c4d3e3d2c7c6c2c8d1b1e2f2b3a3e1f1b4c1b5a4g5h5g2h1",
    "e6f6f5d6g7g6g5g4c3d3c2g8h8e7f7d2h7h6f8e3g3f4h5h3d7b3h4f3h2d8a4c1g2a3a2e8c8c7b7h1f1b8a8",
];

#[test]
fn every_prefix_of_an_odd_game_is_searched_and_its_lines_can_be_played() {
    for moves in ODD_GAMES {
        let game = game(moves);
        let table = fresh_table();
        let starts = std::iter::once(game.start()).chain(game.plies().iter().map(|ply| ply.after));
        for position in starts {
            let request = SearchRequest { lines: 3, ..to_depth(position.board, 5) };
            let answer = ask_with(&request, &table, &StopSignal::default());
            assert_eq!(answer.outcome.best.is_none(), position.board.is_over());
            for line in answer.iterations.iter().flat_map(|iteration| &iteration.lines) {
                assert_eq!(line.moves.is_empty(), position.board.is_over());
            }
        }
    }
}

#[test]
fn a_line_of_a_solved_game_goes_to_its_end_and_scores_what_it_says() {
    let mut rng = random(10);
    let mut passes = 0;
    let mut boards: Vec<Board> = (0..60).map(|_| random_board(&mut rng, 10)).collect();
    boards.extend((0..10).map(|_| random_pass(&mut rng, 9)));
    for board in boards {
        let answer = ask(&SearchRequest { lines: 2, ..request(board) });
        for line in &answer.last().lines {
            let end = check_line(board, &line.moves).board;
            assert!(end.is_over(), "{board:?} {:?}", line.moves);
            // The board at the end is seen by whoever would be to move there.
            let sign = if line.moves.len() % 2 == 0 { 1 } else { -1 };
            assert_eq!(sign * end.final_score() * 100, line.score.centidiscs(), "{board:?}");
            passes += line.moves.iter().filter(|&&mv| mv == Move::Pass).count();
        }
    }
    assert!(passes > 20, "{passes} passes stood in the lines");
}

#[test]
fn a_line_to_a_depth_counts_no_pass() {
    let mut rng = random(11);
    for empties in [14, 16, 20, 30, 40] {
        for depth in 1..=6 {
            let board = random_board(&mut rng, empties);
            let answer = ask(&to_depth(board, depth));
            let line = answer.line();
            let discs = line.moves.iter().filter(|&&mv| mv != Move::Pass).count();
            let end = check_line(board, &line.moves).board;
            assert!(discs == depth as usize || end.is_over(), "{board:?} {:?}", line.moves);
            assert_eq!(answer.last().progress.depth, depth);
            assert!(answer.last().progress.selective_depth as usize >= line.moves.len());
        }
    }
}

#[test]
fn a_game_that_can_be_ended_early_is() {
    let position = after("f5d6c5f6e7f4g5e6");
    for depth in 1..=7 {
        let answer = ask(&to_depth(position.board, depth));
        assert_eq!(answer.outcome.best, Move::from_name("e3"), "depth {depth}");
        assert_eq!(answer.outcome.ponder, None);
        assert_eq!(answer.line().score.centidiscs(), 6400);
        assert_eq!(answer.line().moves.len(), 1);
    }
    // Two plies before, White walks into it if White must, and only then.
    let position = after("f5d6c5f6e7f4g5");
    let walks = |search_moves: Vec<Move>| {
        let answer = ask(&SearchRequest { search_moves, ..to_depth(position.board, 4) });
        answer.line().score.centidiscs() == -6400
    };
    assert!(walks(vec![Move::from_name("e6").unwrap()]));
    assert!(!walks(Vec::new()));
}

#[test]
fn a_forced_pass_is_the_answer_with_the_score_of_what_follows() {
    let mut rng = random(12);
    for empties in [6, 8, 10, 20, 30] {
        let board = random_pass(&mut rng, empties);
        let depth = empties.min(7);
        let answer = ask(&to_depth(board, depth));
        assert_eq!(answer.outcome.best, Some(Move::Pass));
        assert_eq!(answer.line().moves[0], Move::Pass);
        assert!(answer.line().moves.len() > 1, "the line goes on");
        let reply = ask(&to_depth(board.pass(), depth));
        assert_eq!(answer.line().score, -reply.line().score, "{board:?}");
        assert!(answer.last().progress.nodes > 0);
    }
    let line = "f5d6c5f4d3e3f2c6g5b5a5b4b3c4c3a6a7a3f3e6c7b6d7d8b8e7f7e8c8a8a4f8a2b7";
    assert_eq!(ask(&to_depth(after(line).board, 6)).outcome.best, Some(Move::Pass));
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let draw = after("f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5");
    let lost = after("f5d6c5f6e7f4g5e6e3");
    let full = Position { board: board(&("X".repeat(40) + &"O".repeat(24))), ..Position::START };
    let none = Position { board: board(&("-".repeat(64))), ..Position::START };
    for (position, score) in [(draw, 0), (lost, -64), (full, 16), (none, 0)] {
        let answer = ask(&to_depth(position.board, 3));
        assert_eq!((answer.outcome.best, answer.outcome.ponder), (None, None));
        assert_eq!(answer.iterations.len(), 1);
        assert_eq!(answer.discs(), score);
        assert!(answer.line().moves.is_empty());
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let board = Position::START.board;
    let moves = |names: &[&str]| names.iter().map(|name| Move::from_name(name).unwrap()).collect();
    for (wanted, expected) in [
        (moves(&["c4"]), vec!["c4"]),
        (moves(&["e6", "d3"]), vec!["d3", "e6"]),
        (moves(&["a1", "f5"]), vec!["f5"]),
        (moves(&["a1", "pass"]), vec!["c4", "d3", "e6", "f5"]),
        (Vec::new(), vec!["c4", "d3", "e6", "f5"]),
    ] {
        let request = SearchRequest { search_moves: wanted, lines: 64, ..to_depth(board, 4) };
        let answer = ask(&request);
        let lines = &answer.last().lines;
        let mut found: Vec<String> = lines.iter().map(|line| line.moves[0].to_string()).collect();
        found.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn one_line_of_several_is_what_one_line_alone_says() {
    let mut rng = random(13);
    for _ in 0..20 {
        let board = random_board(&mut rng, 11);
        let one = ask(&request(board));
        let three = ask(&SearchRequest { lines: 3, ..request(board) });
        assert_eq!(one.line().score, three.line().score, "{board:?}");
        for iteration in &three.iterations {
            let moves = board.legal_moves().len().max(1) as usize;
            assert_eq!(iteration.lines.len(), moves.min(3));
        }
    }
}

#[test]
fn several_lines_are_best_first_also_with_a_warm_table() {
    let mut rng = random(15);
    let table = fresh_table();
    for _ in 0..60 {
        let mut position = Position { board: random_board(&mut rng, 30), ..Position::START };
        for depth in [6, 5, 4, 3] {
            if position.board.is_over() {
                break;
            }
            let request = SearchRequest { lines: 64, ..to_depth(position.board, depth) };
            let answer = ask_with(&request, &table, &StopSignal::default());
            for iteration in &answer.iterations {
                let scores: Vec<Score> = iteration.lines.iter().map(|line| line.score).collect();
                assert!(scores.is_sorted_by(|a, b| a >= b), "{position:?} {depth}: {scores:?}");
            }
            position = position.try_play(answer.outcome.best.unwrap()).unwrap();
        }
    }
}

#[test]
fn two_searches_alike_visit_the_same_nodes_and_find_the_same_lines() {
    let mut rng = random(14);
    for (empties, depth) in [(60, 8), (50, 7), (40, 7), (30, 7), (20, 8), (14, 14)] {
        let board = random_board(&mut rng, empties);
        for lines in [1, 3] {
            let request = SearchRequest { lines, ..to_depth(board, depth) };
            let said = || -> Vec<_> {
                let without_time = |iteration: Iteration| {
                    let progress = iteration.progress;
                    (progress.depth, progress.nodes, progress.hash_full, iteration.lines)
                };
                ask(&request).iterations.into_iter().map(without_time).collect()
            };
            assert_eq!(said(), said(), "{board:?}");
        }
    }
}

#[test]
fn a_cleared_table_is_as_a_fresh_one() {
    let table = Table::new(2).unwrap();
    let stop = StopSignal::default();
    let position = after("f5d6c3d3c4f4");
    let request = to_depth(position.board, 7);
    let nodes = |table: &Table| ask_with(&request, table, &stop).last().progress.nodes;
    let first = nodes(&table);
    assert!(nodes(&table) < first, "what is known is not searched again");
    table.clear();
    assert_eq!(nodes(&table), first);
}
