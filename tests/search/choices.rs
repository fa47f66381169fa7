//! What makes the search prefer one move to another: contempt and variety.

use std::collections::BTreeSet;

use outflank::board::{Move, Position};
use outflank::eval::Score;
use outflank::search::{SearchRequest, StopSignal};

use super::asking::{ask, ask_with, discs, fresh_table, request, to_depth};
use super::positions::{after, ffo, random, random_board};

#[test]
fn a_draw_at_hand_is_taken_or_shunned_as_it_is_valued() {
    // c5 ends the game in a draw.
    let moves = "f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1";
    let drawing = Move::from_name("c5");
    for depth in [1, 2, 3, 4] {
        let best = |draw| {
            let draw = Score::heuristic(draw);
            let answer = ask(&SearchRequest { draw, ..to_depth(after(moves).board, depth) });
            (answer.outcome.best, answer.line().score)
        };
        assert_eq!(best(6400), (drawing, Score::heuristic(6400)));
        assert_ne!(best(-6400).0, drawing);
    }
}

#[test]
fn the_opponent_values_a_draw_the_other_way_round() {
    // After a1 White may end the game in a draw by c5: what Black seeks White avoids.
    let board = after("f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1").board;
    let search_moves = vec![Move::from_name("a1").unwrap()];
    let score = |draw| {
        let draw = Score::heuristic(draw);
        let search_moves = search_moves.clone();
        let answer = ask(&SearchRequest { search_moves, draw, ..to_depth(board, 2) });
        (answer.line().score, answer.outcome.ponder)
    };
    let drawing = Move::from_name("c5");
    assert_eq!(score(-6400), (Score::heuristic(-6400), drawing), "White takes what Black dislikes");
    assert_ne!(score(6400).1, drawing, "White does not take what Black likes");
}

#[test]
fn a_solved_draw_is_shown_as_a_draw_whatever_it_counts() {
    let mut rng = random(20);
    let mut boards = vec![ffo()[3].board];
    while boards.len() < 8 {
        let board = random_board(&mut rng, 9);
        if ask(&request(board)).discs() == 0 {
            boards.push(board);
        }
    }
    for board in boards {
        for draw in [6400, 300, -1, -300, -6400] {
            let draw = Score::heuristic(draw);
            let answer = ask(&SearchRequest { draw, lines: 64, ..request(board) });
            assert_eq!(answer.line().score, Score::DRAW, "{board:?}");
            assert!(answer.last().lines.is_sorted_by_key(|line| -discs(line.score)));
        }
    }
}

#[test]
fn contempt_moves_no_solved_score_on_either_side_with_one_table() {
    let mut rng = random(21);
    for _ in 0..20 {
        let table = fresh_table();
        let mut board = random_board(&mut rng, 11);
        // Both sides in turn with the same table: whose draw it is changes with every move.
        while !board.is_over() {
            let contemptuous = SearchRequest { draw: Score::heuristic(-500), ..request(board) };
            let answer = ask_with(&contemptuous, &table, &StopSignal::default());
            assert_eq!(answer.discs(), ask(&request(board)).discs(), "{board:?}");
            let position = Position { board, ..Position::START };
            board = position.try_play(answer.outcome.best.unwrap()).unwrap().board;
        }
    }
}

#[test]
fn without_variety_the_best_line_is_played_whatever_the_seed() {
    let mut rng = random(22);
    for seed in 0..20 {
        let board = random_board(&mut rng, 30);
        let answer = ask(&SearchRequest { seed, ..to_depth(board, 4) });
        assert_eq!(answer.outcome.best, answer.line().moves.first().copied());
        assert_eq!(answer.outcome.ponder, answer.line().moves.get(1).copied());
    }
}

#[test]
fn with_variety_the_move_lies_within_the_window_and_the_seed_decides() {
    let mut rng = random(23);
    let mut varied = 0;
    for _ in 0..12 {
        let board = random_board(&mut rng, 9);
        let all = ask(&SearchRequest { lines: 64, ..request(board) });
        let lines = &all.last().lines;
        for variety in [1, 400, 1200] {
            let floor = lines[0].score.plus(-(variety as i32));
            let window: BTreeSet<String> = lines
                .iter()
                .filter(|line| line.score >= floor)
                .map(|line| line.moves[0].to_string())
                .collect();
            let choose = |seed| {
                let answer = ask(&SearchRequest { variety, seed, ..request(board) });
                assert_eq!(answer.line().score, lines[0].score, "the best is still reported");
                answer.outcome.best.unwrap().to_string()
            };
            let chosen: BTreeSet<String> = (0..24).map(choose).collect();
            assert!(chosen.is_subset(&window), "{board:?} {variety}: {chosen:?} {window:?}");
            assert_eq!(choose(7), choose(7));
            varied += usize::from(chosen.len() > 1);
            assert!(chosen.len() > 1 || window.len() == 1, "{board:?}: {window:?}");
        }
    }
    assert!(varied > 5);
}

#[test]
fn variety_gives_no_win_away() {
    let mut rng = random(24);
    let mut tempted = 0;
    while tempted < 10 {
        let board = random_board(&mut rng, 8);
        let all = ask(&SearchRequest { lines: 64, ..request(board) });
        let scores: Vec<i32> = all.last().lines.iter().map(|line| discs(line.score)).collect();
        if scores[0] <= 0 || scores[0] > 10 || scores.iter().all(|&score| score > 0) {
            continue;
        }
        tempted += 1;
        for seed in 0..10 {
            let answer = ask(&SearchRequest { variety: 6400, seed, ..request(board) });
            let best = answer.outcome.best;
            let line = all.last().lines.iter().find(|line| Some(line.moves[0]) == best).unwrap();
            assert!(discs(line.score) > 0, "{board:?}");
        }
    }
}

#[test]
fn the_four_first_moves_are_all_played_by_some_seed() {
    let choose = |seed| {
        let request = SearchRequest { variety: 1, seed, ..to_depth(Position::START.board, 1) };
        ask(&request).outcome.best.unwrap().to_string()
    };
    let chosen: BTreeSet<String> = (0..64).map(choose).collect();
    assert_eq!(chosen.len(), 4);
}
