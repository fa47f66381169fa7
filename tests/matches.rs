//! `outflank match` with programs, with many players, and after an end before its time.
//!
//! The programs are `tests/data/player.py`, which has faults to order, and the binary itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use outflank::board::Game;
use outflank::notation::{Ending, fen, ggf, transcript};
use serde_json::{Value, json};

const OUTFLANK: &str = env!("CARGO_BIN_EXE_outflank");

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(OUTFLANK);
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command
}

fn outflank(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The object that `--json` prints.
fn object(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

/// A path of this test's own, without a file.
fn fresh(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("outflank-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// The games of a file of results by their numbers; none stands there twice.
fn games(results: &Path) -> BTreeMap<u64, Value> {
    let lines = fs::read_to_string(results).unwrap();
    let mut games = BTreeMap::new();
    for line in lines.lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        assert!(games.insert(game["game"].as_u64().unwrap(), game).is_none(), "{line}");
    }
    games
}

/// The same without what took how long.
fn without_times(results: &Path) -> Vec<Value> {
    let mut games: Vec<Value> = games(results).into_values().collect();
    for game in &mut games {
        for name in ["seconds", "black_took", "white_took"] {
            game.as_object_mut().unwrap().remove(name);
        }
    }
    games
}

/// Settings of the player of the tests.
fn player(name: &str, protocol: &str, arguments: &str, more: &str) -> String {
    format!(
        "name={name}; cmd=python3 tests/data/player.py {protocol} {arguments}; proto={protocol}; {more}"
    )
}

/// Plays one pair between a player with a fault and the engine: the fault as the results have it.
fn fault(protocol: &str, arguments: &str, more: &str) -> [Value; 2] {
    let results = fresh(&format!("{protocol}-{}.jsonl", arguments.replace(' ', "-")));
    let bad = player("Bad", protocol, arguments, more);
    let output = outflank(&[
        "match",
        "--json",
        "--games",
        "2",
        "--player",
        &bad,
        "--player",
        "name=Good; depth=1; EndgameDepth=0",
        "--results",
        results.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let object = object(&output);
    assert_eq!((&object["faults"], &object["losses"]), (&json!([2, 0]), &json!(2)), "{object}");
    assert_eq!(object["discs"], -64.0);
    let games = games(&results);
    fs::remove_file(results).unwrap();
    let said = text(&output.stderr);
    [1, 2].map(|number| {
        let game = &games[&number];
        let fault = &game["fault"];
        assert_eq!(fault["player"], "Bad");
        let mut board = Game::default();
        transcript::play(&mut board, game["moves"].as_str().unwrap()).unwrap();
        let position = fen::write(&board.position());
        assert_eq!(fault["position"], position.as_str());
        let told = said.lines().find(|line| line.contains(&format!("game {number}, "))).unwrap();
        for part in ["Bad loses", fault["what"].as_str().unwrap(), position.as_str()] {
            assert!(told.contains(part), "'{part}' in {told}");
        }
        fault.clone()
    })
}

#[test]
fn who_crashes_or_breaks_the_rules_loses_and_the_match_goes_on() {
    for protocol in ["uci", "gtp", "nboard"] {
        for (order, kind, what) in [
            ("crash 20", "crash", "it ended (exit status: 7)"),
            ("illegal 14", "illegal", "a1 is illegal, "),
            ("silly 12", "refused", "z9"),
        ] {
            let depth = if protocol == "gtp" { "" } else { "depth=1" };
            for fault in fault(protocol, order, depth) {
                assert_eq!(fault["kind"], kind, "{protocol} {order}: {fault}");
                let said = fault["what"].as_str().unwrap().to_lowercase();
                assert!(said.contains(what), "{protocol} {order}: {fault}");
            }
        }
    }
}

#[test]
fn who_takes_too_long_loses_on_time() {
    for (protocol, time) in [("uci", "movetime=50"), ("gtp", "tc=0.1+0.01"), ("nboard", "tc=0.1")] {
        for fault in fault(protocol, "late 10", &format!("{time}; margin=0")) {
            assert_eq!(fault["kind"], "time", "{protocol}: {fault}");
            assert!(fault["what"].as_str().unwrap().contains(" ms for a move, "), "{fault}");
        }
    }
}

/// A program that hangs is killed with all it has started, whatever signals it leaves unheeded.
#[test]
fn who_hangs_loses_and_is_gone_with_all_it_started() {
    let token = format!("token-{}", std::process::id());
    for (name, command) in [
        ("Direct", format!("python3 tests/data/player.py uci hang 13 {token}")),
        ("Shell", format!("sh -c 'python3 tests/data/player.py uci hang 13 {token} && true'")),
    ] {
        let bad = format!("name={name}; cmd={command}; patience=3; depth=1");
        let output =
            outflank(&["match", "--json", "--games", "2", "--player", "depth=1", "--player", &bad]);
        assert_eq!(object(&output)["faults"], json!([0, 2]), "{output:?}");
        let said = text(&output.stderr);
        let hangs = format!("{name} loses, no answer to 'go depth 1' within 3.0 s; position ");
        assert_eq!(said.matches(&hangs).count(), 2, "{said}");
    }
    #[cfg(target_os = "linux")]
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let command_line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&command_line).contains(&token), "{entry:?}");
    }
}

/// From openings with many passes before the end, everybody meets everybody.
#[test]
fn all_kinds_of_players_play_with_passes() {
    let openings = fresh("passes.txt");
    let many_passes: Vec<String> = include_str!("data/odd_games.txt")
        .lines()
        .filter_map(|line| Some(line.rsplit(' ').next()?.split_once("--")?.0.to_owned()))
        .take(3)
        .collect();
    assert_eq!(many_passes.len(), 3);
    fs::write(&openings, many_passes.join("\n")).unwrap();
    let results = fresh("passes.jsonl");
    let players = [
        "name=Here; depth=1".to_owned(),
        format!("name=Child; cmd={OUTFLANK}; depth=1"),
        player("Uci", "uci", "", "option.Mood=bad; depth=1"),
        player("Gtp", "gtp", "", "set_level=2"),
        player("Nopass", "gtp", "nopass 0", ""),
        player("NBoard", "nboard", "", "contempt=0; depth=2"),
    ];
    let mut arguments = vec!["match", "--json", "--games", "6"];
    arguments.extend(["--openings", openings.to_str().unwrap()]);
    arguments.extend(["--results", results.to_str().unwrap()]);
    players.iter().for_each(|player| arguments.extend(["--player", player]));
    let output = outflank(&arguments);
    assert!(output.status.success(), "{output:?}");
    let object = object(&output);
    assert_eq!(
        (object["games"].as_u64(), object["players"][0]["games"].as_u64()),
        (Some(90), Some(30))
    );
    assert_eq!(object["pairings"].as_array().unwrap().len(), 15);
    let passes = |game: &Value| game["moves"].as_str().unwrap().matches("pass").count();
    let games = games(&results);
    assert_eq!(games.len(), 90);
    assert!(games.values().map(passes).sum::<usize>() >= 90, "too few passes to say anything");
    let _ = [openings, results].map(|path| fs::remove_file(path).unwrap());
}

#[test]
fn games_are_written_in_ggf_with_who_played_and_how_they_ended() {
    let (results, games_out) = (fresh("ggf.jsonl"), fresh("games.ggf"));
    let bad = player("Bad one", "uci", "illegal 20", "tc=60+0.5");
    let output = outflank(&[
        "match",
        "--json",
        "--games",
        "2",
        "--player",
        "name=Good; depth=1; tc=60+0.5",
        "--player",
        &bad,
        "--player",
        "name=Third; depth=1",
        "--results",
        results.to_str().unwrap(),
        "--games-out",
        games_out.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let written = ggf::read(&fs::read_to_string(&games_out).unwrap());
    let games = games(&results);
    assert_eq!((written.len(), games.len()), (6, 6));
    for ((_, record), (number, game)) in written.into_iter().zip(&games) {
        let record = record.unwrap();
        assert_eq!(json!(transcript::write(&record.game)), game["moves"]);
        assert_eq!(
            (json!(record.black.name), json!(record.white.name)),
            (game["black"].clone(), game["white"].clone())
        );
        let result = record.result.unwrap();
        assert_eq!(json!(result.black as i64), game["score"]);
        let is_fault = !game["fault"].is_null();
        assert_eq!(result.ending, if is_fault { Ending::Resigned } else { Ending::Played });
        assert_eq!(
            record.notes.iter().flat_map(|note| note.seconds).count(),
            record.game.plies().len() - 10
        );
        assert_eq!(record.time_control, if *number <= 2 { "60/0.5/0" } else { "" });
    }
    let _ = [results, games_out].map(|path| fs::remove_file(path).unwrap());
}

#[test]
fn the_binary_as_a_child_plays_as_the_engine_here() {
    let child = format!("name=Child; cmd={OUTFLANK}; depth=4; Hash=1; EndgameDepth=8");
    let output = outflank(&[
        "match",
        "--json",
        "--games",
        "6",
        "--player",
        &child,
        "--player",
        "name=Here; depth=4; EndgameDepth=8",
    ]);
    let object = object(&output);
    assert_eq!(object["pentanomial"], json!([0, 0, 3, 0, 0]));
    assert_eq!(object["a"]["nodes_per_move"], object["b"]["nodes_per_move"]);
}

#[test]
fn a_gauntlet_has_the_first_player_in_every_game() {
    let arguments = ["match", "--games", "4", "--gauntlet", "--depth", "1", "--endgame-depth", "0"];
    let players = ["--player", "name=Hub", "--player", "name=One", "--player", "Variety=300"];
    let told = text(&outflank(&[&arguments[..], &players].concat()).stdout);
    let table: Vec<&str> = told.lines().skip_while(|line| !line.starts_with("player ")).collect();
    let of = |name: &str| {
        let row = table.iter().find(|row| row.starts_with(name)).unwrap();
        row.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(["Hub", "One", "C"].map(of), ["8", "4", "4"]);
    assert!(table.iter().any(|line| line.starts_with("Hub - One: +2 =0 -2, 50.0 %")), "{told}");
    assert!(!told.contains("One - C"), "{told}");
}

#[test]
fn equal_players_are_equal_over_two_thousand_games() {
    let output = outflank(&[
        "match",
        "--json",
        "--games",
        "2000",
        "--depth",
        "2",
        "--endgame-depth",
        "0",
        "--sprt",
        "-5,5",
    ]);
    let object = object(&output);
    assert_eq!(object["pentanomial"], json!([0, 0, 1000, 0, 0]));
    assert_eq!((&object["score"], &object["wins"]), (&json!(0.5), &object["losses"]));
    assert_eq!(object["sprt"]["verdict"], "undecided");
    for number in ["elo", "likelihood_of_superiority", "discs", "discs_error"] {
        let is_number = |value: &Value| value.as_f64().is_some();
        let value = &object[number];
        assert!(
            value.as_array().map_or(is_number(value), |all| all.iter().all(is_number)),
            "{object}"
        );
    }
    assert!(object["sprt"]["log_likelihood_ratio"].as_f64().is_some());
}

#[test]
fn other_seeds_of_variety_make_no_one_stronger() {
    let output = outflank(&[
        "match",
        "--json",
        "--games",
        "600",
        "--depth",
        "2",
        "--endgame-depth",
        "0",
        "--variety",
        "300",
        "--a",
        "Seed=1",
        "--b",
        "Seed=2",
    ]);
    let object = object(&output);
    let pairs: Vec<f64> =
        object["pentanomial"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    let count: f64 = pairs.iter().sum();
    let mean = |of: &dyn Fn(f64) -> f64| {
        pairs.iter().enumerate().map(|(n, count)| count * of(n as f64 / 4.0)).sum::<f64>() / count
    };
    let score = mean(&|score| score);
    let error = (mean(&|score| (score - 0.5).powi(2)) / count).sqrt();
    assert!(pairs[2] < count, "they play alike: {object}");
    assert!((score - 0.5).abs() <= 3.0 * error, "{score} with an error of {error}");
}

/// What a match is resumed from here: three players, four openings.
const RESUMED: [&str; 16] = [
    "match",
    "--json",
    "--games",
    "8",
    "--depth",
    "3",
    "--endgame-depth",
    "6",
    "--player",
    "name=One",
    "--player",
    "name=Two; Eval=positional",
    "--player",
    "name=Three; depth=1",
    "--concurrency",
    "2",
];

fn resumed(results: &Path, more: &[&str]) -> Output {
    outflank(&[&RESUMED[..], &["--results", results.to_str().unwrap()], more].concat())
}

#[test]
fn a_match_goes_on_wherever_it_was_cut_off() {
    let whole = fresh("whole.jsonl");
    let first = resumed(&whole, &[]);
    assert!(first.status.success(), "{first:?}");
    let lines = fs::read_to_string(&whole).unwrap();
    let expected = without_times(&whole);
    assert_eq!(expected.len(), 24);
    let ends: Vec<usize> = lines.match_indices('\n').map(|(at, _)| at + 1).collect();
    // Nothing, in the first line, after it, within games, between them, and at the end.
    let cuts = [0, 10, ends[0], ends[0] + 1, ends[4] + 30, ends[9], ends[20] - 1, lines.len()];
    for (index, cut) in cuts.into_iter().enumerate() {
        let part = fresh(&format!("part-{index}.jsonl"));
        fs::write(&part, &lines[..cut]).unwrap();
        let again = resumed(&part, &[]);
        assert!(again.status.success(), "{again:?}");
        assert_eq!(without_times(&part), expected, "cut at {cut}");
        let said = text(&again.stderr);
        let is_within = cut > ends[0] && !ends.contains(&cut);
        assert_eq!(said.contains("was cut short and is left out"), is_within, "{said}");
        for standing in ["score", "pentanomial", "discs", "name"] {
            let of = |output: &Output| -> Vec<Value> {
                let players = object(output)["players"].clone();
                players.as_array().unwrap().iter().map(|player| player[standing].clone()).collect()
            };
            assert_eq!(of(&again), of(&first), "cut at {cut}");
        }
        fs::remove_file(part).unwrap();
    }
    fs::remove_file(whole).unwrap();
}

#[test]
fn a_killed_match_loses_and_doubles_no_game() {
    let results = fresh("killed.jsonl");
    let all = fresh("not-killed.jsonl");
    let games_out = fresh("killed.txt");
    let arguments = |results: &Path| -> Vec<String> {
        let [results, games_out] = [results, &games_out].map(|path| path.to_str().unwrap());
        [
            "match",
            "--json",
            "--games",
            "40",
            "--depth",
            "4",
            "--results",
            results,
            "--games-out",
            games_out,
        ]
        .map(str::to_owned)
        .to_vec()
    };
    let run = |results: &Path| {
        let mut command = Command::new(OUTFLANK);
        command
            .args(arguments(results))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().unwrap()
    };
    assert!(run(&all).wait().unwrap().success());
    let written = fs::read_to_string(&games_out).unwrap();
    let mut kills = 0;
    loop {
        let lines = || fs::read_to_string(&results).map_or(0, |text| text.lines().count());
        let before = lines();
        let mut child = run(&results);
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if kills < 5 && lines() > before + 1 {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        match ended {
            Some(status) => {
                assert!(status.success());
                break;
            }
            None => kills += 1,
        }
    }
    assert!(kills > 0, "the match was over too soon");
    assert_eq!(without_times(&results), without_times(&all));
    assert_eq!(fs::read_to_string(&games_out).unwrap(), written);
    let _ = [results, all, games_out].map(|path| fs::remove_file(path).unwrap());
}

#[test]
fn results_of_something_else_are_refused_and_left_alone() {
    let results = fresh("refused.jsonl");
    let path = results.to_str().unwrap();
    let play = |more: &[&str]| {
        let arguments = ["match", "--depth", "1", "--results", path];
        outflank(&[&arguments[..], more].concat())
    };
    assert!(play(&["--games", "4"]).status.success());
    let there = fs::read_to_string(&results).unwrap();
    for (more, words) in [
        (&["--games", "4", "--a", "depth=2"][..], "another match: A plays there with "),
        (&["--games", "4", "--endgame-depth", "1"], "another match: A plays there with "),
        (&["--games", "2"], ", of 2 that are wanted"),
        (&["--games", "4", "--openings-seed", "2"], "has another opening than it has now"),
        (&["--games", "4", "--gauntlet"], "it is a round-robin, not a gauntlet"),
        (&["--games", "4", "--player", "name=A", "--player", "name=C"], "B plays there, not C"),
    ] {
        let output = play(more);
        assert_eq!(output.status.code(), Some(1), "{more:?}");
        let said = text(&output.stderr);
        assert!(said.contains(words) && said.contains(path), "{said}");
        assert_eq!(fs::read_to_string(&results).unwrap(), there, "{more:?}");
    }
    for (damaged, words) in [
        (there.replace("\"game\":3", "\"game\":2"), "line "),
        (there.replace("\"moves\":\"f5", "\"moves\":\"a1"), "a1 is illegal"),
        (there.replacen("{\"match\"", "{\"watch\"", 1), "is no file of results"),
        ("my notes".into(), "is no file of results"),
        ("my notes\n".into(), "is no file of results"),
        (there.replacen("}\n{\"game\"", "}\n{\"gone\"", 1), "line 2 of "),
    ] {
        fs::write(&results, &damaged).unwrap();
        let output = play(&["--games", "4"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(words), "'{words}' in {said}");
        assert_eq!(fs::read_to_string(&results).unwrap(), damaged);
    }
    fs::remove_file(results).unwrap();
}

#[test]
fn players_that_cannot_play_are_refused_before_the_first_game() {
    let unlisted = player("X", "uci", "", "Moody=1; depth=1");
    let refused = player("X", "gtp", "", "set_mood=1");
    let ended = "name=X; cmd=python3 -c 'exit(3)'; depth=1".to_owned();
    let silent = "name=X; cmd=python3 -c 'while True: input()'; depth=1; patience=0.2".to_owned();
    for (player, words) in [
        ("name=X; cmd=no/such/program", "player X: it cannot be started: "),
        (unlisted.as_str(), "player X: it has no option 'Moody'"),
        (&refused, "player X: it refuses 'set_mood 1': unknown command"),
        (&ended, "player X: it ended (exit status: 3)"),
        (&silent, "player X: no answer to 'uci' within 0.2 s"),
        (&format!("name=X; cmd={OUTFLANK}; Selectivity=1"), "option Selectivity cannot be '1'"),
        ("name=Y; depth=2", "two players are called Y"),
    ] {
        let results = fresh("none.jsonl");
        let path = results.to_str().unwrap();
        let output =
            outflank(&["match", "--player", player, "--player", "name=Y", "--results", path]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(words), "'{words}' in {said}");
        assert!(!results.exists());
    }
    for (arguments, words) in [
        (&["--player", "depth=1"][..], "2 to 26 players are wanted"),
        (&["--player", "", "--player", "", "--player", "", "--sprt", "0,5"], "--sprt is for two"),
    ] {
        let output = outflank(&[&["match"], arguments].concat());
        assert!(text(&output.stderr).contains(words), "{output:?}");
    }
    let output = outflank(&["match", "--player", "cmd=x; proto=gtp; depth=3", "--player", ""]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("depth cannot be told to a program"), "{output:?}");
}

#[test]
fn openings_are_found_and_played() {
    let file = fresh("balanced.txt");
    let path = file.to_str().unwrap();
    let find = |more: &[&str]| {
        let arguments =
            ["openings", "--out", path, "--depth", "5", "--plies", "8", "--within", "1.5"];
        outflank(&[&arguments[..], more].concat())
    };
    let output = find(&["--count", "12", "--seed", "5", "--threads", "2"]);
    assert!(output.status.success(), "{output:?}");
    let told = text(&output.stdout);
    assert!(told.starts_with(&format!("12 openings in {path}, of ")), "{told}");
    let found = fs::read_to_string(&file).unwrap();
    assert_eq!(found.lines().count(), 12);
    assert!(found.lines().all(|line| line.len() == 16));
    find(&["--count", "12", "--seed", "5"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), found, "whatever the threads");
    let played =
        outflank(&["match", "--depth", "1", "--games", "24", "--json", "--openings", path]);
    assert_eq!(object(&played)["pentanomial"], json!([0, 0, 12, 0, 0]));
    let few = find(&["--count", "5", "--plies", "1"]);
    assert_eq!(few.status.code(), Some(2), "plies given twice");
    let few =
        outflank(&["openings", "--out", path, "--count", "5", "--plies", "2", "--within", "64"]);
    let said = text(&few.stderr);
    assert_eq!(few.status.code(), Some(1));
    assert!(said.contains("only 3 such openings are found among 3 different ones"), "{said}");
    fs::remove_file(&file).unwrap();
}

/// Against the program of Debian's package grhino, where it is.
#[test]
fn two_games_against_grhino() {
    const RHINO: &str = "/usr/games/gtp-rhino";
    if !Path::new(RHINO).exists() {
        return;
    }
    let rhino = format!("name=GRhino; cmd={RHINO} --level=1 --book=0; proto=gtp");
    let arguments = ["match", "--json", "--games", "2", "--player", "name=Outflank; depth=2"];
    let output = outflank(&[&arguments[..], &["--player", &rhino]].concat());
    assert!(output.status.success(), "{output:?}");
    assert_eq!(object(&output)["games"], 2);
}
