//! Self-play: the same games on any machine, whatever the threads, and whatever was interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use outflank::board::Board;
use outflank::eval::{Linear, Positional};
use outflank::learn::dataset::{GameRecord, Reader, SelfPlayed};
use outflank::learn::{DatagenPlan, evaluation_checksum, play_game};
use outflank::search::Table;

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("datagen").join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn how(depth: u32, solve: u32) -> SelfPlayed {
    SelfPlayed {
        first: 0,
        seed: 5,
        depth,
        solve,
        selectivity: 73,
        random: (6, 44),
        evaluation: "features".into(),
        checksum: evaluation_checksum(&Linear::default()),
    }
}

fn plan(directory: &Path, games: u64) -> DatagenPlan {
    let directory = directory.into();
    DatagenPlan { directory, how: how(2, 8), games, games_per_file: 500, threads: 1 }
}

fn make(plan: &DatagenPlan) {
    plan.look().unwrap().run(&Linear::default(), |_| ()).unwrap();
}

/// The files of a directory, by name.
fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

fn games(directory: &Path) -> Vec<GameRecord> {
    let names = files(directory).into_iter().map(|(name, _)| directory.join(name));
    names.flat_map(|path| Reader::open(&path).unwrap()).map(|game| game.unwrap()).collect()
}

/// The result for the mover by plain search.
fn result(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score();
        }
        return -result(passed, -beta, -alpha);
    }
    for square in moves.squares() {
        alpha = alpha.max(-result(board.play_unchecked(square), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

#[test]
fn games_go_to_their_ends_and_every_move_has_a_score() {
    let (how, table) = (how(3, 9), Table::new(1).unwrap());
    for number in 0..60 {
        let game = play_game(&how, number, &Linear::default(), &table);
        assert_eq!(game.check(), Ok(()));
        let last = game.samples().last().unwrap();
        let end = last.board.play_unchecked(game.moves.last().unwrap().square);
        assert!(end.is_over());
        assert!((16..=54).contains(&game.start.empties().len()), "6 to 44 random moves");
        for sample in game.samples() {
            let score = sample.score.unwrap();
            if sample.board.empties().len() <= how.solve {
                assert_eq!(i32::from(score), 100 * i32::from(sample.result));
                if sample.board.empties().len() <= 8 {
                    assert_eq!(result(sample.board, -64, 64), i32::from(sample.result));
                }
            }
        }
    }
}

#[test]
fn a_game_that_begins_near_its_end_is_solved_at_once() {
    let how = SelfPlayed { random: (50, 50), ..how(6, 12) };
    let table = Table::new(1).unwrap();
    for number in 0..20 {
        let game = play_game(&how, number, &Linear::default(), &table);
        assert_eq!(game.start.empties().len(), 10);
        assert_eq!(game.check(), Ok(()));
        assert!(game.samples().all(|it| it.score == Some(100 * i16::from(it.result))));
    }
}

#[test]
fn games_depend_on_seed_and_number() {
    let table = Table::new(1).unwrap();
    let play = |how: &SelfPlayed, number| play_game(how, number, &Linear::default(), &table);
    let (one, other) = (how(1, 4), SelfPlayed { seed: 6, ..how(1, 4) });
    let first = play(&one, 0);
    assert_ne!(first, play(&one, 1));
    assert_ne!(first, play(&other, 0));
    assert_eq!(first, play(&one, 0), "what the table held does not matter");
}

#[test]
fn threads_and_ranges_do_not_matter() {
    let [one, three, parts] = ["one", "three", "parts"].map(directory);
    make(&plan(&one, 1100));
    make(&DatagenPlan { threads: 3, ..plan(&three, 1100) });
    let names: Vec<_> = files(&one).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["selfplay-5-000000000.games", "selfplay-5-000000500.games", "selfplay-5-000001000.games"]
    );
    assert!(files(&one) == files(&three));
    for (first, count) in [(0, 37), (400, 700), (37, 363)] {
        let how = SelfPlayed { first, ..how(2, 8) };
        make(&DatagenPlan { how, ..plan(&parts, count) });
    }
    assert!(games(&one) == games(&parts));
    assert_eq!(games(&one).len(), 1100);
}

#[test]
fn what_was_interrupted_is_gone_on_with() {
    let path = directory("resume");
    let plan = DatagenPlan { threads: 2, ..plan(&path, 1100) };
    make(&plan);
    let whole = files(&path);
    assert_eq!(plan.look().unwrap().games(), 0);
    let second = path.join(&whole[1].0);
    let third = path.join(&whole[2].0);
    let length = whole[1].1.len();
    for (cut, there) in [(length - 1, 256), (length / 4, 0), (0, 0)] {
        fs::write(&second, &whole[1].1[..cut]).unwrap();
        fs::remove_file(&third).unwrap();
        let left = plan.look().unwrap();
        assert_eq!(left.games(), 600 - there, "cut at {cut} of {length}");
        let mut made = 0;
        left.run(&Linear::default(), |_| made += 1).unwrap();
        assert_eq!(made, 600 - there);
        assert!(files(&path) == whole);
    }
    // Somebody else made them between the look and the run: they are not doubled.
    fs::write(&second, &whole[1].1[..length / 4]).unwrap();
    let left = plan.look().unwrap();
    fs::write(&second, &whole[1].1).unwrap();
    left.run(&Linear::default(), |_| panic!("nothing is left to do")).unwrap();
    assert!(files(&path) == whole);
    // More games are added to what is there, fewer change nothing.
    make(&DatagenPlan { games: 1200, ..plan.clone() });
    assert_eq!(games(&path).len(), 1200);
    make(&DatagenPlan { games: 3, ..plan });
    assert_eq!(games(&path).len(), 1200);
}

#[test]
fn a_directory_keeps_to_its_settings() {
    let path = directory("settings");
    let plan = plan(&path, 20);
    make(&plan);
    let says = |plan: DatagenPlan| plan.look().unwrap_err().to_string();
    let message = says(DatagenPlan { how: how(3, 8), ..plan.clone() });
    assert!(
        message.contains("depth 2") && message.contains("depth 3") && message.contains("another"),
        "{message}"
    );
    let checksum = evaluation_checksum(&Positional);
    let message = says(DatagenPlan { how: SelfPlayed { checksum, ..how(2, 8) }, ..plan.clone() });
    assert!(message.contains(&format!("{checksum:08x}")), "{message}");
    let message = says(DatagenPlan { how: SelfPlayed { first: 10, ..how(2, 8) }, ..plan.clone() });
    assert!(message.contains("has the games 0 to 19 already"), "{message}");
    let message = says(DatagenPlan { games_per_file: 10, ..plan.clone() });
    assert!(message.contains("has the games 0 to 19 already"), "{message}");
    // Other seeds and files of other names may lie beside them.
    fs::write(path.join("notes.games"), "x").unwrap();
    make(&DatagenPlan { how: SelfPlayed { seed: 6, ..how(2, 8) }, ..plan });
    assert_eq!(files(&path).len(), 3);
}

/// What the binary answers, and whether it is content.
fn outflank(arguments: &[&str]) -> (Vec<String>, String, bool) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout).lines().map(str::to_owned).collect(), text(stderr), status.success())
}

#[test]
fn the_commands_work_together() {
    let path = directory("commands");
    let at = |name: &str| path.join(name).to_str().unwrap().to_owned();
    let shards = at("shards");
    let datagen = |more: &[&str]| {
        let usual = ["datagen", "--out", &shards, "--depth", "1", "--solve", "6", "--seed", "9"];
        outflank(&[&usual[..], more].concat())
    };
    let (lines, errors, good) = datagen(&["--games", "30", "--threads", "2"]);
    assert!(good, "{errors}");
    assert_eq!(lines[0], "0 of 30 games are there");
    assert!(lines[1].starts_with("30 games with ") && lines[1].ends_with(" positions/s"));
    let (lines, ..) = datagen(&["--games", "40"]);
    assert_eq!(lines[0], "30 of 40 games are there");
    let (_, errors, good) = datagen(&["--games", "40", "--eval", "positional"]);
    assert!(!good && errors.contains("evaluation positional"), "{errors}");
    let (_, errors, good) = datagen(&["--games", "40", "--random", "9..6"]);
    assert!(!good && errors.contains("two numbers with .. between"), "{errors}");

    let (wthor, all) = (at("wthor.games"), at("all.games"));
    let (lines, ..) = outflank(&["data", "import", &wthor, "tests/data/wthor-1978.wtb"]);
    assert_eq!(lines, ["4 games, 0 left out"]);
    let shard = at("shards/selfplay-9-000000000.games");
    let (lines, ..) = outflank(&["data", "merge", &all, &shard, &wthor, &shard]);
    assert_eq!(lines, ["44 games, 40 duplicates left out"]);
    let (lines, _, good) = outflank(&["data", "stats", &all]);
    assert!(good && lines[0].contains("seed 9") && lines[0].contains("WTHOR 1978"), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("44 games, "));
    let (lines, ..) = outflank(&["data", "sample", &all, "--count", "5", "--seed", "3"]);
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.len() > 68 && line[64..].starts_with(" X ")));
    assert_eq!(outflank(&["data", "sample", &all, "--count", "5", "--seed", "3"]).0, lines);
    assert_ne!(outflank(&["data", "sample", &all, "--count", "5", "--seed", "4"]).0, lines);

    let (text, out) = (at("games.txt"), at("games.games"));
    fs::write(&text, "f5d6\n").unwrap();
    let (lines, errors, good) = outflank(&["data", "import", &out, &text]);
    assert_eq!(lines, ["0 games, 1 left out"]);
    assert!(
        !good && errors.contains("games.txt: game 1, line 1: the game is not over"),
        "{errors}"
    );
}
