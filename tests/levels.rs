//! The levels: what each of them sees, how far it looks, and that it keeps to that.

mod naive;

use std::collections::BTreeSet;

use naive::Grid;
use outflank::board::{Bitboard, Board, Game, Move, Position};
use outflank::engine::{Engine, EngineLimits, Go, Job, LEVELS, Level, Limits, Options};
use outflank::eval::{Classic, Evaluator, stability};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn engine(settings: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new(Options::default(), EngineLimits::default());
    engine.set_option("Hash", Some("1")).unwrap();
    set(&mut engine, settings);
    engine
}

fn set(engine: &mut Engine, settings: &[(&str, &str)]) {
    for (name, value) in settings {
        engine.set_option(name, Some(value)).unwrap();
    }
}

/// The move in a position, and the depth that was reached.
fn answer(engine: &mut Engine, position: Position, limits: Limits) -> (Move, u32) {
    engine.set_game(Game::from_position(position));
    let thought = engine.think(Go { limits, ..Go::default() }).unwrap();
    (thought.best.unwrap(), thought.finished.depth)
}

/// A position with a legal move after so many plies of chance.
fn random_position(random: &mut ChaCha8Rng, plies: u32) -> Position {
    loop {
        let mut position = Position::START;
        for _ in 0..plies {
            if let Some(&mv) = position.moves().choose(random) {
                position = position.try_play(mv).unwrap();
            }
        }
        if !position.board.legal_moves().is_empty() {
            return position;
        }
    }
}

fn discs() -> impl Strategy<Value = (u64, u64)> {
    // Each square with a chance of its own, so that full and empty lines turn up.
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..3).prop_map(|(a, b, c, kind)| match kind {
        0 => (a, !a & b),
        1 => (a & !(b & c), !a & !(b & c)),
        _ => (a & b, !a & !(b & c)),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn degrees_of_stability_are_those_that_are_found_by_looking((own, other) in discs()) {
        let board = Board::new(Bitboard(own), Bitboard(other)).unwrap();
        let expected = Grid::new(board).degrees_of_stability();
        prop_assert_eq!(stability(board.mover(), board.opponent()), expected);
    }

    #[test]
    fn the_evaluation_is_the_sum_of_what_is_seen((own, other) in discs(), sees in sights()) {
        let board = Board::new(Bitboard(own), Bitboard(other)).unwrap();
        let [us, them] = [Grid::new(board), Grid::new(board).pass()];
        let count = |of: &dyn Fn(&Grid) -> u32| of(&us) as i32 - of(&them) as i32;
        let on = |set: Bitboard| count(&|grid| (grid.board().mover() & set).len());
        let expected = sees.discs * on(Bitboard::ALL)
            + sees.edges * on(Bitboard::EDGES)
            + sees.corners * on(Bitboard::CORNERS)
            + sees.mobility * count(&|grid| grid.moves().len())
            + sees.stability * count(&Grid::degrees_of_stability);
        prop_assert_eq!(sees.evaluate(board).to_bits(), expected);
    }
}

fn sights() -> impl Strategy<Value = Classic> {
    prop::array::uniform5(prop_oneof![Just(0), -500..500]).prop_map(
        |[discs, edges, corners, mobility, stability]| Classic {
            discs,
            edges,
            corners,
            mobility,
            stability,
        },
    )
}

#[test]
fn a_corner_has_four_degrees_and_a_disc_in_the_open_none() {
    let degrees = |own, other| stability(Bitboard(own), Bitboard(other));
    assert_eq!(degrees(1, 0), 4);
    // On an edge: what crosses it ends at the border; along it there is nothing.
    assert_eq!(degrees(1 << 3, 0), 3);
    assert_eq!(degrees(1 << 3, 1 << 2 | 1 << 4), 4);
    assert_eq!(degrees(1 << 3, 1 << 2), 3);
    assert_eq!(degrees(1 << 27, 0), 0);
    assert_eq!(degrees(1 << 27, 1 << 26 | 1 << 28), 1);
    assert_eq!(degrees(1 << 27, !(1 << 27)), 4);
    assert_eq!(degrees(!0, 0), 4 * 64);
}

/// Each level with the next one above it.
fn neighbours() -> impl Iterator<Item = (&'static Level, &'static Level)> {
    LEVELS.iter().zip(&LEVELS[1..])
}

#[test]
fn each_level_sees_what_it_is_said_to_see_and_looks_further_than_those_that_see_the_same() {
    let seen = |sees: &Classic| {
        [sees.discs, sees.edges, sees.corners, sees.mobility, sees.stability]
            .map(|weight| weight != 0)
    };
    let expected = [1, 3, 3, 3, 4, 4, 5, 5].map(|count| std::array::from_fn(|i| i < count));
    assert_eq!(LEVELS.each_ref().map(|level| seen(&level.sees)), expected);
    for (weaker, stronger) in neighbours() {
        assert!(stronger.elo > weaker.elo, "{}", stronger.name);
        if seen(&stronger.sees) == seen(&weaker.sees) {
            assert!(stronger.depth > weaker.depth, "{}", stronger.name);
        }
    }
}

#[test]
fn a_level_looks_as_far_as_it_does_and_no_further() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (level, number) in LEVELS.iter().zip(1..) {
        let number: i32 = number;
        let mut engine = engine(&[("Level", &number.to_string()), ("EndgameDepth", "60")]);
        for plies in [0, 12, 30, 48, 52] {
            let position = random_position(&mut random, plies);
            let (_, depth) = answer(&mut engine, position, Limits::default());
            let most = level.depth.min(position.board.empties().len());
            assert!(
                depth == most || number == 8 && (5..most).contains(&depth),
                "{number}: {depth}"
            );
            let limits = Limits { depth: Some(2), win_loss_draw: true, ..Limits::default() };
            assert_eq!(answer(&mut engine, position, limits).1, most.min(2), "{number}");
            let one_node = Limits { nodes: Some(1), ..Limits::default() };
            assert_eq!(answer(&mut engine, position, one_node).1, 1, "{number}");
        }
    }
}

/// Nodes for time: it is the same on every machine.
#[test]
fn no_level_thinks_for_long() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for number in 1..=8 {
        let mut engine = engine(&[("Level", &number.to_string()), ("Threads", "4")]);
        for plies in 0..58 {
            let position = random_position(&mut random, plies);
            engine.set_game(Game::from_position(position));
            let (job, _) = engine.search_job(Go::default()).unwrap();
            let Job::Search { request, table, .. } = job else { panic!("no search") };
            assert!(request.limits.nodes <= Some(200_000) && request.threads == 1);
            assert_eq!(table.mebibytes(), 1);
        }
    }
}

#[test]
fn an_answer_depends_on_the_position_and_the_seed_alone() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let positions: Vec<Position> = (0..40).map(|i| random_position(&mut random, 1 + i)).collect();
    for number in ["1", "4", "6", "7"] {
        let settings = [("Level", number), ("Seed", "5")];
        let mut one = engine(&settings);
        let mut other = engine(&settings);
        set(
            &mut other,
            &[("Threads", "3"), ("Hash", "2"), ("Selectivity", "95"), ("Contempt", "300")],
        );
        set(&mut other, &[("Weights", "5 4 3 2 1"), ("Eval", "positional")]);
        let forward = positions.iter().map(|&at| answer(&mut one, at, Limits::default()));
        let backward = positions.iter().rev().map(|&at| answer(&mut other, at, Limits::default()));
        let (forward, mut backward): (Vec<_>, Vec<_>) = (forward.collect(), backward.collect());
        backward.reverse();
        assert_eq!(forward, backward, "level {number}");
    }
}

/// The first moves of a game that a level plays against itself.
fn opening(engine: &mut Engine) -> String {
    let mut position = Position::START;
    let moves = (0..8).map(|_| {
        let (mv, _) = answer(engine, position, Limits::default());
        position = position.try_play(mv).unwrap();
        mv.to_string()
    });
    moves.collect()
}

#[test]
fn openings_vary_with_the_seed_and_from_game_to_game() {
    for number in ["1", "2", "3", "4", "5", "6"] {
        let mut engine = engine(&[("Level", number)]);
        let mut openings = || -> Vec<String> {
            set(&mut engine, &[("Seed", "9")]);
            (0..8)
                .map(|_| {
                    engine.next_game();
                    opening(&mut engine)
                })
                .collect()
        };
        let first = openings();
        assert!(first.iter().collect::<BTreeSet<_>>().len() >= 4, "level {number}: {first:?}");
        assert_eq!(first, openings(), "the same seed, the same games");
        let by_seed = (0..8).map(|seed: u32| {
            set(&mut engine, &[("Seed", &seed.to_string())]);
            opening(&mut engine)
        });
        assert!(by_seed.collect::<BTreeSet<_>>().len() >= 4, "level {number}");
    }
}

#[test]
fn a_drawn_move_is_nearly_as_good_as_the_best() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for (level, number) in LEVELS.iter().zip(1..).take(6) {
        let mut engine = engine(&[("Level", &i32::to_string(&number))]);
        for _ in 0..20 {
            let plies = random.random_range(0..10);
            let position = random_position(&mut random, plies);
            // What the move is worth to a player who looks one ply less far.
            let mut value = |mv: Move, depth: u32| {
                let after = position.try_play(mv).unwrap();
                if depth == 0 {
                    return -level.sees.evaluate(after.board).to_bits();
                }
                engine.set_game(Game::from_position(after));
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let score = engine.think(Go { limits, ..Go::default() }).unwrap().score;
                -score.unwrap().to_bits()
            };
            let values: Vec<_> =
                position.moves().into_iter().map(|mv| (mv, value(mv, level.depth - 1))).collect();
            let best = values.iter().map(|&(_, value)| value).max().unwrap();
            let (chosen, _) = answer(&mut engine, position, Limits::default());
            let (_, value) = values.iter().find(|&&(mv, _)| mv == chosen).unwrap();
            assert!(best - value <= level.variety as i32, "level {number}: {value} of {best}");
        }
    }
}

#[test]
fn the_ratings_of_the_levels_are_the_levels_and_others_lie_between() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut engine = engine(&[("UCI_LimitStrength", "true")]);
    let mut levels = |elo: u32| -> Vec<usize> {
        set(&mut engine, &[("UCI_Elo", &elo.to_string())]);
        let level = |_| {
            let plies = random.random_range(0..50);
            engine.set_game(Game::from_position(random_position(&mut random, plies)));
            engine.level().unwrap()
        };
        (0..400).map(level).collect()
    };
    for (level, number) in LEVELS.iter().zip(1..) {
        assert_eq!(levels(level.elo), [number; 400]);
    }
    for ((weaker, stronger), number) in neighbours().zip(1..) {
        for part in [0.25, 0.5, 0.9] {
            let elo = weaker.elo + (f64::from(stronger.elo - weaker.elo) * part) as u32;
            let found = levels(elo);
            assert!(found.iter().all(|&found| found == number || found == number + 1));
            let stronger =
                found.iter().filter(|&&found| found == number + 1).count() as f64 / 400.0;
            assert!((stronger - part).abs() < 0.1, "{elo}: {stronger} for {part}");
        }
    }
}

#[test]
fn a_level_outranks_the_rating_and_without_both_it_is_the_engine() {
    let mut engine = engine(&[]);
    assert_eq!(engine.level(), None);
    set(&mut engine, &[("UCI_Elo", "1500")]);
    assert_eq!(engine.level(), None);
    set(&mut engine, &[("UCI_LimitStrength", "true")]);
    assert_eq!(engine.level(), Some(4));
    set(&mut engine, &[("Level", "2")]);
    assert_eq!(engine.level(), Some(2));
    set(&mut engine, &[("Level", "0"), ("UCI_LimitStrength", "false")]);
    assert_eq!(engine.level(), None);
}

#[test]
fn levels_leave_what_full_strength_knows() {
    let position = random_position(&mut ChaCha8Rng::seed_from_u64(7), 20);
    let nodes = |engine: &mut Engine| {
        engine.set_game(Game::from_position(position));
        let limits = Limits { depth: Some(8), ..Limits::default() };
        engine.think(Go { limits, ..Go::default() }).unwrap().finished.nodes
    };
    let mut one = engine(&[]);
    let mut other = engine(&[]);
    assert_eq!(nodes(&mut one), nodes(&mut other));
    set(&mut other, &[("Level", "5")]);
    nodes(&mut other);
    set(&mut other, &[("Level", "0")]);
    assert_eq!(nodes(&mut one), nodes(&mut other), "the table is what it was");
}

#[test]
fn each_level_plays_whole_games() {
    for number in 1..=7 {
        let mut engine = engine(&[("Level", &number.to_string())]);
        let mut game = Game::default();
        while !game.position().board.is_over() {
            game.play(answer(&mut engine, game.position(), Limits::default()).0).unwrap();
        }
    }
}
