//! Fitting pattern weights: to known weights, by any number of threads, with interruptions, and
//! from the command line.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{fs, process};

use outflank::board::Board;
use outflank::eval::Evaluator;
use outflank::eval::pattern::{COUNTED, PLIES, Pattern, PatternWeights, Phase, TIED, WEIGHTS};
use outflank::learn::CheckpointError;
use outflank::learn::dataset::{GameRecord, Origin, RecordedMove, Writer};
use outflank::learn::regression::{Loss, Model, Spline, Trainer, TrainingPlan, TrainingSet};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Random games; each board is scored by `score`, in centidiscs.
fn games(count: usize, seed: u64, score: impl Fn(Board) -> i16) -> Vec<GameRecord> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let (mut board, mut is_first, mut moves) = (Board::START, true, Vec::new());
            while !board.is_over() {
                let legal: Vec<_> = board.legal_moves().squares().collect();
                if let Some(&square) = legal.choose(&mut rng) {
                    moves.push(RecordedMove { square, score: Some(score(board)) });
                    board = board.play_unchecked(square);
                } else {
                    board = board.pass();
                }
                is_first = !is_first;
            }
            let result = board.final_score() as i8;
            let result = if is_first { result } else { -result };
            GameRecord { start: Board::START, moves, result }
        })
        .collect()
}

/// Weights at two plies: random ones for the shortest pattern, the last 45 configurations, some for
/// each number of each count, and 0 for all others.
fn known_weights() -> PatternWeights {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut phase = |ply| {
        let mut weights = vec![0; WEIGHTS];
        weights[TIED - 45..TIED].fill_with(|| rng.random_range(-400..=400));
        for (weight, at) in weights[TIED..].iter_mut().zip(0..) {
            *weight = (at % COUNTED * 20 * (at / COUNTED % 2)) as i16;
        }
        Phase { ply, weights: weights.into() }
    };
    let phases = vec![phase(2), phase(58)];
    PatternWeights { note: "{}".into(), phases, constants: std::array::from_fn(|ply| ply as i16) }
}

fn set_of(games: &[GameRecord], phases: usize, lambda: f32) -> TrainingSet {
    let mut set = TrainingSet::new(Spline::with_phases(phases), lambda);
    for game in games {
        set.add(game);
    }
    set
}

fn plan(epochs: u32, threads: usize) -> TrainingPlan {
    TrainingPlan { epochs, step: 0.01, loss: Loss::Squared, seed: 3, threads }
}

/// Trains to the end.
fn finish(trainer: &mut Trainer<'_>) {
    while !trainer.is_done() {
        trainer.run_epoch(|| {});
    }
}

#[test]
fn known_weights_are_found_again_from_what_they_say() {
    let known = Model::from_weights(&Spline::with_phases(2), &known_weights());
    let games = games(4000, 1, |board| (known.estimate(board) * 100.0).round() as i16);
    let set = set_of(&games, 2, 0.0);
    let mut trainer = Trainer::new(plan(12, 2), &set, None);
    finish(&mut trainer);
    let (mut squares, mut errors, mut count) = (0.0, 0.0, 0.0);
    for sample in games.iter().flat_map(GameRecord::samples) {
        let (target, found) = (known.estimate(sample.board), trainer.best().estimate(sample.board));
        squares += f64::from(target).powi(2);
        errors += f64::from(found - target).powi(2);
        count += 1.0;
    }
    let (spread, error) = (f64::sqrt(squares / count), f64::sqrt(errors / count));
    let held_out = trainer.epochs().last().unwrap().held_out.rms();
    assert!(spread > 3.0, "{spread}");
    assert!(error < 0.05 * spread && held_out < 0.06 * spread, "{error} {held_out} of {spread}");
}

#[test]
fn the_weights_do_not_depend_on_the_threads() {
    let games = games(100, 2, |board| board.mover().len() as i16);
    let set = set_of(&games, 6, 0.7);
    let of = |threads| {
        let mut trainer = Trainer::new(plan(2, threads), &set, None);
        finish(&mut trainer);
        (trainer.best().clone(), trainer.epochs().to_vec())
    };
    let one = of(1);
    assert!(of(2) == one);
    assert!(of(5) == one);
}

#[test]
fn an_interrupted_training_ends_as_if_it_had_not_been() {
    let games = games(100, 3, |board| board.mover().len() as i16);
    let set = set_of(&games, 3, 0.7);
    let start = Model::from_weights(&Spline::with_phases(3), &known_weights());
    for start in [None, Some(start)] {
        let mut whole = Trainer::new(plan(3, 1), &set, start.clone());
        finish(&mut whole);
        let mut first = Trainer::new(plan(3, 1), &set, start.clone());
        first.run_epoch(|| {});
        let bytes = first.checkpoint();
        let mut second = Trainer::resumed(plan(3, 2), &set, start.as_ref(), &bytes).unwrap();
        finish(&mut second);
        assert!(second.best() == whole.best());
        assert!(second.checkpoint() == whole.checkpoint());
        assert_eq!(second.epochs(), whole.epochs());
        assert_eq!(second.note(&[], None), whole.note(&[], None));
    }
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let games = games(40, 4, |_| 0);
    let set = set_of(&games, 3, 0.7);
    let bytes = Trainer::new(plan(3, 1), &set, None).checkpoint();
    let refused = |plan, set: &TrainingSet, start: Option<&Model>, bytes: &[u8]| {
        Trainer::resumed(plan, set, start, bytes).map(|_| ()).unwrap_err()
    };
    let differs =
        |plan, set: &TrainingSet, start: Option<&Model>| match refused(plan, set, start, &bytes) {
            CheckpointError::Other { name, .. } => name,
            other => panic!("{other}"),
        };
    let same = plan(3, 1);
    assert_eq!(differs(plan(4, 1), &set, None), "epochs");
    assert_eq!(differs(TrainingPlan { step: 0.004, ..same }, &set, None), "step");
    assert_eq!(differs(TrainingPlan { seed: 4, ..same }, &set, None), "seed");
    assert_eq!(differs(TrainingPlan { loss: Loss::Huber(8.0), ..same }, &set, None), "loss");
    assert_eq!(differs(same, &set_of(&games, 4, 0.7), None), "phases");
    assert_eq!(differs(same, &set_of(&games, 3, 0.5), None), "lambda");
    assert_eq!(differs(same, &set_of(&games[1..], 3, 0.7), None), "data");
    let start = Model::new(&Spline::with_phases(3));
    assert_eq!(differs(same, &set, Some(&start)), "start");
    assert_eq!(refused(same, &set, None, b"GIF89a"), CheckpointError::NotCheckpoint);
    for length in [8, 11, 12, 19, 30, 400, bytes.len() - 1] {
        assert_eq!(refused(same, &set, None, &bytes[..length]), CheckpointError::Damaged);
    }
    for at in (0..bytes.len()).step_by(bytes.len() / 20) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        refused(same, &set, None, &damaged);
    }
}

#[test]
fn rounded_weights_say_the_same_as_those_in_training() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let games = games(30, 5, |_| 0);
    for phases in [1, 2, 15, Spline::MOST_PHASES] {
        let spline = Spline::with_phases(phases);
        let mut weights = known_weights();
        for weight in weights.phases.iter_mut().flat_map(|phase| &mut phase.weights) {
            *weight = rng.random_range(-90..=90);
        }
        let model = Model::from_weights(&spline, &weights);
        let pattern = Pattern::new(&model.rounded("{}".into()));
        let (mut sum, mut count) = (0.0, 0.0);
        for sample in games.iter().flat_map(GameRecord::samples) {
            let estimate = model.estimate(sample.board);
            let played = pattern.evaluate_view(sample.board, &pattern.view(sample.board));
            let difference = (played.centidiscs() as f32 - estimate * 100.0).abs();
            // By half a centidisc each: 46 weights at the phases, again between them, a constant.
            assert!(difference < 46.6, "{phases} phases: {estimate} {played:?}");
            (sum, count) = (sum + difference, count + 1.0);
        }
        let mean = sum / count;
        // More than chance makes of it: between phases half a centidisc is rounded up.
        assert!(mean < 8.0, "{phases} phases: {mean}");
    }
}

#[test]
fn weights_that_are_seen_often_do_not_follow_the_last_games() {
    // Nothing can be learned: whatever the weights do makes the error larger than that of 0.
    let noise = |board: Board| (board.hash() >> 32) as i16 / 16;
    let set = set_of(&games(2000, 9, noise), 2, 0.0);
    let before =
        Trainer::new(TrainingPlan { step: 1e-9, ..plan(1, 2) }, &set, None).run_epoch(|| {});
    let after = Trainer::new(plan(16, 2), &set, None).run_epoch(|| {});
    let growth = after.held_out.rms() / before.held_out.rms();
    assert!(growth < 1.1, "{growth}");
}

#[test]
fn it_ends_three_epochs_after_the_best() {
    // There is nothing to be learned for other games from these.
    let games =
        games(60, 8, |board| (board.mover().0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as i16);
    let set = set_of(&games, 2, 0.0);
    let mut trainer = Trainer::new(plan(40, 1), &set, None);
    finish(&mut trainer);
    let losses: Vec<f64> = trainer.epochs().iter().map(|epoch| epoch.held_out.loss()).collect();
    let best = trainer.best_epoch().unwrap();
    assert!(losses.iter().all(|&loss| loss >= losses[best]));
    assert_eq!(losses.len(), best + 1 + 3, "{losses:?}");
}

#[test]
fn every_ply_lies_between_its_phases() {
    for phases in 1..=Spline::MOST_PHASES {
        let spline = Spline::with_phases(phases);
        assert_eq!(spline.plies().len(), phases);
        assert!(spline.plies().is_sorted_by(|a, b| a < b));
        let last = spline.intervals() - 1;
        assert!((0..PLIES).map(|ply| spline.interval(ply)).is_sorted());
        assert_eq!((spline.interval(0), spline.interval(PLIES - 1)), (0, last));
    }
}

/// A directory of a test's own, with a file of games in it.
fn directory(name: &str, games: &[GameRecord]) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("outflank-train-{name}-{}", process::id()));
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join("small.games");
    let mut writer = Writer::create(&path, &Origin::new(Vec::new())).unwrap();
    for game in games {
        writer.push(game.clone()).unwrap();
    }
    writer.finish().unwrap();
    directory
}

fn train(directory: &PathBuf, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["train", "pattern", "--phases", "3", "--epochs", "2"])
        .args(arguments.split(' '))
        .current_dir(directory)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_command_makes_weights_that_can_be_played_with() {
    let directory = directory("whole", &games(600, 6, |board| board.mover().len() as i16));
    let all = "--data small.games --out a.weights --checkpoint a.state --plot a.svg";
    let output = train(&directory, all);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    let said = text(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 1 + 2 + 1 + 2 + 1, "{said}");
    assert!(lines[0].starts_with("600 games with "), "{said}");
    assert!(lines[2].starts_with("epoch 2: training rms "), "{said}");
    let svg = fs::read_to_string(directory.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let bytes = fs::read(directory.join("a.weights")).unwrap();
    let weights = PatternWeights::from_bytes(&bytes).unwrap();
    assert_eq!(weights.phases.len(), 3);
    let note: serde_json::Value = serde_json::from_str(&weights.note).unwrap();
    assert_eq!(note["data"][0]["file"], "small.games");
    assert_eq!(note["data"][0]["games"], 600);
    assert_eq!((&note["phases"], &note["epochs_planned"]), (&3.into(), &2.into()));
    assert!(note["held_out"]["rms"].as_f64().unwrap() > 0.0);

    // All is done already: the same comes out.
    let again = train(&directory, all);
    assert!(text(&again.stdout).contains("going on from a.state"));
    assert!(fs::read(directory.join("a.weights")).unwrap() == bytes);

    // A file that is cut off: its whole blocks.
    let games = fs::read(directory.join("small.games")).unwrap();
    fs::write(directory.join("cut.games"), &games[..games.len() - 1]).unwrap();
    let output = train(&directory, "--data cut.games --out b.weights --start a.weights");
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("cut.games: the file ends within block 3"));
    assert!(text(&output.stdout).starts_with("512 games "));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let directory = directory("wrong", &games(2, 7, |_| 0));
    fs::write(directory.join("bad"), b"GIF89a").unwrap();
    for (arguments, said) in [
        ("--data none.games --out a", "none.games: "),
        ("--data bad --out a", "bad: not a file of games (OUTFGAME)"),
        ("--data small.games --out no/a", "cannot write no/a: "),
        ("--data small.games --out a --start bad", "cannot start from bad: not a file of pattern"),
        ("--data small.games --out a --checkpoint bad", "cannot go on from bad: not a checkpoint"),
        ("--data small.games --out a --step 0.02", "a number above 0, at most 0.011"),
        ("--data small.games --out a --lambda 2", "a number from 0 to 1"),
        ("--data small.games --out a --huber nan", "a number of discs from 0.1 to 128"),
    ] {
        let output = train(&directory, arguments);
        assert!(!output.status.success(), "{arguments}");
        assert!(text(&output.stderr).contains(said), "{arguments}: {}", text(&output.stderr));
    }
    assert!(!directory.join("a").exists());
    fs::remove_dir_all(directory).unwrap();
}
