//! Files of results and of games, and matches that go on from them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use outflank::notation::{Ending, ggf, transcript};
use serde_json::{Value, json};

use crate::{OUTFLANK, fresh, games, object, outflank, player, text, without_times};

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
