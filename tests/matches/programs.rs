//! Programs as players: all they can do wrong, and that they play.

use std::fs;
use std::path::Path;

use outflank::board::Game;
use outflank::notation::{fen, transcript};
use serde_json::{Value, json};

use crate::{OUTFLANK, fresh, games, object, outflank, player, text};

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
    let many_passes: Vec<String> = include_str!("../data/odd_games.txt")
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
        format!("name=Gtp child; cmd={OUTFLANK} --hash 1; proto=gtp; set_level=1"),
        format!("name=NBoard child; cmd={OUTFLANK} --hash 1; proto=nboard; depth=1"),
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
        (Some(168), Some(42))
    );
    assert_eq!(object["pairings"].as_array().unwrap().len(), 28);
    let passes = |game: &Value| game["moves"].as_str().unwrap().matches("pass").count();
    let games = games(&results);
    assert_eq!(games.len(), 168);
    assert!(games.values().map(passes).sum::<usize>() >= 168, "too few passes to say anything");
    let _ = [openings, results].map(|path| fs::remove_file(path).unwrap());
}

#[test]
fn the_binary_as_a_child_plays_as_the_engine_here() {
    let child = format!("name=Child; cmd={OUTFLANK}; depth=4; Hash=1; EndgameDepth=8");
    let here = "name=Here; depth=4; EndgameDepth=8";
    let arguments = ["match", "--json", "--games", "6", "--player", &child, "--player", here];
    let object = object(&outflank(&arguments));
    assert_eq!(object["pentanomial"], json!([0, 0, 3, 0, 0]));
    assert_eq!(object["a"]["nodes_per_move"], object["b"]["nodes_per_move"]);
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
