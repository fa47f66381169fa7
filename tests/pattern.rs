//! The pattern evaluation against its definition, and what is said of files that are not its own.

use std::fs;

use outflank::board::{Bitboard, Board, Square, Symmetry};
use outflank::engine::{Engine, EngineLimits, Options};
use outflank::eval::pattern::{
    COUNTED, Indices, PatternWeights, Phase, TIED, WEIGHTS, counts, tied,
};
use outflank::eval::{Evaluation, Evaluator, Pattern, Score};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Any weights at three plies.
fn some_weights(seed: u64) -> PatternWeights {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut weights =
        |ply| Phase { ply, weights: (0..WEIGHTS).map(|_| rng.random_range(-200..=200)).collect() };
    let phases = vec![weights(6), weights(9), weights(50)];
    let constants = std::array::from_fn(|ply| 7 * ply as i16 - 100);
    PatternWeights { note: "{}".into(), phases, constants }
}

/// Calls `look` with every board of a random game, passes included, and how it came about: the
/// board before and the square of the move.
fn random_game(rng: &mut ChaCha8Rng, mut look: impl FnMut(Board, Option<Square>, Board)) {
    let mut board = Board::START;
    while !board.is_over() {
        let moves: Vec<Square> = board.legal_moves().squares().collect();
        let square = (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())]);
        let after = square.map_or(board.pass(), |square| board.play_unchecked(square));
        look(board, square, after);
        board = after;
    }
}

/// The estimate by its definition: the weights between two phases, rounded, for each
/// configuration and each count.
fn by_definition(weights: &PatternWeights, board: Board) -> Score {
    let ply = 60 - board.empties().len().min(60) as i32;
    let weight = |number: usize| {
        let at = |phase: &Phase| f64::from(phase.weights[number]);
        let (first, last) = (&weights.phases[0], weights.phases.last().unwrap());
        if ply <= i32::from(first.ply) {
            return at(first);
        }
        if ply >= i32::from(last.ply) {
            return at(last);
        }
        let pair = weights.phases.windows(2).find(|pair| ply <= i32::from(pair[1].ply)).unwrap();
        let (from, to) = (i32::from(pair[0].ply), i32::from(pair[1].ply));
        let part = f64::from(ply - from) / f64::from(to - from);
        ((1.0 - part) * at(&pair[0]) + part * at(&pair[1]) + 0.5 + 1e-9).floor()
    };
    let patterns: f64 = Indices::of(board).positions().map(|at| weight(tied()[at] as usize)).sum();
    let places = counts(board).into_iter().enumerate().map(|(at, n)| TIED + at * COUNTED + n);
    let sum = (patterns + places.map(weight).sum::<f64>()) as i32
        + i32::from(weights.constants[ply as usize]);
    Score::heuristic(sum.clamp(-6300, 6300))
}

#[test]
fn indices_kept_from_move_to_move_are_those_of_the_board() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        random_game(&mut rng, |before, square, after| {
            let indices = Indices::of(before);
            let kept = match square {
                Some(square) => indices.after(square, before.flips(square)),
                None => indices.pass(),
            };
            assert_eq!(kept, Indices::of(after), "{before:?} {square:?}");
        });
    }
}

#[test]
fn the_estimate_is_the_sum_of_interpolated_weights() {
    let weights = some_weights(2);
    let pattern = Pattern::new(&weights);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..30 {
        random_game(&mut rng, |board, _, _| {
            assert_eq!(pattern.evaluate(board), by_definition(&weights, board), "{board:?}");
            let image = Symmetry::ALL[(board.hash() % 8) as usize].board(board);
            assert_eq!(pattern.evaluate(image), pattern.evaluate(board), "{board:?}");
        });
    }
}

#[test]
fn boards_without_moves_behind_them_have_an_estimate_too() {
    let mut weights = some_weights(4);
    weights.phases.truncate(1);
    let pattern = Pattern::new(&weights);
    let boards = [(Bitboard::EMPTY, Bitboard::EMPTY), (Bitboard::ALL, Bitboard::EMPTY)];
    for (mover, opponent) in boards {
        let board = Board::new(mover, opponent).unwrap();
        assert_eq!(pattern.evaluate(board), by_definition(&weights, board), "{board:?}");
    }
}

#[test]
fn another_file_is_taken_or_refused_with_a_sentence() {
    let folder = std::env::temp_dir().join(format!("outflank-eval-file-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let weights = some_weights(5);
    let bytes = weights.to_bytes();
    fs::write(path("good"), &bytes).unwrap();
    fs::write(path("short"), &bytes[..bytes.len() / 2]).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(path("damaged"), damaged).unwrap();
    fs::write(path("text"), "no weights").unwrap();

    let limits = EngineLimits { table: Some(1), ..EngineLimits::default() };
    let mut engine = Engine::new(Options::default(), limits);
    engine.set_option("EvalFile", Some(&path("good"))).unwrap();
    let loaded = Evaluation::Pattern(Pattern::new(&weights));
    assert_eq!(engine.evaluation(), loaded);
    for (name, why) in [
        ("missing", "No such file or directory"),
        ("short", "is cut off or too long"),
        ("damaged", "is damaged (checksum)"),
        ("text", "not a file of pattern weights"),
    ] {
        let error = engine.set_option("EvalFile", Some(&path(name))).unwrap_err().to_string();
        assert!(error.contains(why) && error.ends_with("the old weights stay"), "{error}");
        assert_eq!(engine.evaluation(), loaded, "{name}");
        assert_eq!(engine.option("EvalFile"), Some(path("good")));
    }
    engine.set_option("EvalFile", Some("")).unwrap();
    assert_eq!(engine.evaluation(), Evaluation::Pattern(Pattern::shipped()));

    let limits = EngineLimits { fixed_eval_file: true, ..limits };
    let mut engine = Engine::new(Options::default(), limits);
    let error = engine.set_option("EvalFile", Some(&path("good"))).unwrap_err().to_string();
    assert!(error.contains("no files are read for a session here"), "{error}");
    fs::remove_dir_all(folder).unwrap();
}
