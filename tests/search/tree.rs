//! The tree search from outside: results against the solver, and that its counts add up.

use outflank::board::{Board, Position};
use outflank::eval::{Linear, Pattern};
use outflank::search::mcts::{Estimates, RootNoise, RootReport, Tree, TreeSettings, search_tree};

use super::asking::{ask, request};
use super::positions::{after, random, random_board, random_pass};

const PLAIN: TreeSettings = TreeSettings { rollout_weight: 0, exploration: 125 };

fn tree() -> Tree {
    Tree::new(4).unwrap()
}

fn visit(board: Board, visits: u32, tree: &mut Tree) -> RootReport {
    search_tree(board, visits, &Estimates(&Linear::default()), &PLAIN, None, 0, tree)
}

fn sum(report: &RootReport) -> u32 {
    report.moves.iter().map(|of| of.visits).sum()
}

#[test]
fn a_small_endgame_comes_to_the_result_of_the_solver() {
    let mut rng = random(50);
    for empties in 1..=11 {
        for _ in 0..6 {
            let board = random_board(&mut rng, empties);
            let report = visit(board, 30_000, &mut tree());
            assert_eq!(report.result, Some(ask(&request(board)).discs()), "{board:?}");
        }
    }
}

#[test]
fn what_is_known_of_moves_is_what_the_solver_says() {
    let mut rng = random(51);
    let mut known = 0;
    for _ in 0..150 {
        let board = random_board(&mut rng, 10);
        let position = Position { board, ..Position::START };
        for weight in [0, 50] {
            let settings = TreeSettings { rollout_weight: weight, ..PLAIN };
            let guide = Estimates(&Linear::default());
            let report = search_tree(board, 100, &guide, &settings, None, 3, &mut tree());
            for of in &report.moves {
                let next = position.try_play(of.mv).unwrap().board;
                if let Some(result) = of.result {
                    assert_eq!(-result, ask(&request(next)).discs(), "{board:?} {}", of.mv);
                    known += 1;
                }
            }
        }
    }
    assert!(known >= 300, "of {known} moves the result was known");
}

#[test]
fn every_visit_is_one_of_some_move() {
    let mut rng = random(52);
    for visits in [1, 2, 10, 777] {
        for empties in [60, 40, 20, 6, 2] {
            let board = random_board(&mut rng, empties);
            let report = visit(board, visits, &mut tree());
            assert_eq!(sum(&report), visits);
            let priors: f32 = report.moves.iter().map(|of| of.prior).sum();
            assert!((priors - 1.0).abs() < 1e-4 && report.value.abs() <= 1.0);
            let moves: Vec<_> = report.moves.iter().map(|of| of.mv).collect();
            assert_eq!(moves, Position { board, ..Position::START }.moves());
        }
    }
}

#[test]
fn a_tree_is_kept_for_the_boards_below_its_root() {
    let mut rng = random(53);
    let mut tree = tree();
    let mut position = Position::START;
    let mut expected = 0;
    while position.board.empties().len() > 12 && !position.board.is_over() {
        let report = visit(position.board, 300, &mut tree);
        assert_eq!(sum(&report), expected + 300, "at {} empties", position.board.empties().len());
        let mv = report.draw(1.0, &mut rng).unwrap();
        let of = report.moves.iter().find(|of| of.mv == mv).unwrap();
        // The move's first visit was to the board itself.
        expected = of.visits - 1;
        position = position.try_play(mv).unwrap();
    }
    // Another game's board has nothing to do with it.
    assert_eq!(sum(&visit(after("d3c5f6").board, 50, &mut tree)), 50);
}

#[test]
fn what_is_kept_is_what_was_there() {
    let board = after("f5d6c3").board;
    let mut tree = tree();
    let first = visit(board, 2000, &mut tree);
    let again = visit(board, 1, &mut tree);
    assert_eq!(sum(&again), sum(&first) + 1);
    let fresh = visit(board, 2001, &mut self::tree());
    assert_eq!(again, fresh, "going on is the same as going on at once");
}

#[test]
fn a_full_tree_is_searched_all_the_same() {
    let mut small = Tree::new(1).unwrap();
    let report = visit(Board::START, 60_000, &mut small);
    assert_eq!(sum(&report), 60_000);
    // And has room again further on.
    let next = after("f5d6").board;
    visit(next, 20_000, &mut small);
}

#[test]
fn passes_and_finished_games_are_searched() {
    let mut rng = random(54);
    for empties in [30, 12, 9, 5] {
        let report = visit(random_pass(&mut rng, empties), 20, &mut tree());
        assert_eq!((report.moves.len(), sum(&report)), (1, 20));
    }
    let over = after("f5d6c5f6e7f4g5e6e3").board;
    let report = visit(over, 5, &mut tree());
    assert!(report.moves.is_empty() && report.result == Some(over.final_score()));
    assert_eq!(report.draw(1.0, &mut rng), None);
}

#[test]
fn noise_spreads_the_visits_and_is_gone_afterwards() {
    let board = after("f5d6c3d3c4").board;
    let noise = Some(RootNoise { alpha: 0.8, share: 0.9 });
    let guide = Estimates(&Linear::default());
    let of = |noise, seed| search_tree(board, 400, &guide, &PLAIN, noise, seed, &mut tree());
    let visits =
        |report: &RootReport| -> Vec<u32> { report.moves.iter().map(|of| of.visits).collect() };
    let (plain, one, other) = (of(None, 1), of(noise, 1), of(noise, 2));
    assert_ne!(visits(&one), visits(&other));
    assert_ne!(visits(&one), visits(&plain));
    assert_eq!(one, of(noise, 1));
    let priors =
        |report: &RootReport| -> Vec<f32> { report.moves.iter().map(|of| of.prior).collect() };
    assert_eq!(priors(&one), priors(&plain));
}

#[test]
fn rollouts_alone_ask_no_guide_and_follow_the_seed() {
    let alone = TreeSettings { rollout_weight: 100, ..PLAIN };
    let linear = Linear::default();
    let of =
        |seed| search_tree(Board::START, 500, &Estimates(&linear), &alone, None, seed, &mut tree());
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
    let pattern = Pattern::shipped();
    let other = search_tree(Board::START, 500, &Estimates(&pattern), &alone, None, 1, &mut tree());
    assert_eq!(of(1), other);
}

#[test]
fn moves_are_drawn_by_their_visits() {
    let report = visit(after("f5").board, 200, &mut tree());
    let mut rng = random(55);
    let most = report.moves.iter().map(|of| of.visits).max().unwrap();
    let first = report.moves.iter().find(|of| of.visits == most).unwrap().mv;
    assert!((0..20).all(|_| report.draw(0.0, &mut rng) == Some(first)));
    let drawn = |temperature, rng: &mut _| {
        (0..4000).filter(|_| report.draw(temperature, rng) == Some(first)).count() as f32 / 4000.0
    };
    let share = most as f32 / sum(&report) as f32;
    assert!((drawn(1.0, &mut rng) - share).abs() < 0.05);
    assert!((drawn(1000.0, &mut rng) - 1.0 / 3.0).abs() < 0.05);
}
