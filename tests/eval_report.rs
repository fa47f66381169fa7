//! `outflank eval-report`: what it prints, and what it says of files that are none.

use std::process::{Command, Output};

use serde_json::Value;

const GAMES: &str = "tests/data/wthor-1978.wtb";
const SUITE: &str = "tests/data/ffo-1-19.obf";

fn report(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .arg("eval-report")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The object of `--json`, without the time it took.
fn object(arguments: &[&str]) -> Value {
    let output = report(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut object: Value = serde_json::from_slice(&output.stdout).unwrap();
    if let Some(suite) = object["suite"].as_object_mut() {
        assert!(suite.remove("seconds").unwrap().as_f64().unwrap() > 0.0);
    }
    object
}

#[test]
fn a_table_of_bands_is_printed_and_then_the_suite() {
    let output = report(&[
        "--games",
        GAMES,
        "--positions",
        "8",
        "--deep",
        "5",
        "--deep-positions",
        "3",
        "--suite",
        SUITE,
        "--suite-depth",
        "2",
    ]);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
    let text = text(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 1 + 8 + 1, "{text}");
    assert_eq!(lines[0], "evaluation pattern, deep searches to depth 5");
    let cells: Vec<Vec<&str>> =
        lines[2..10].iter().map(|line| line.split_whitespace().collect()).collect();
    for (pair, band) in cells.chunks(2).zip(["42-49", "34-41", "26-33", "18-25"]) {
        let [ours, ntest] = pair else { unreachable!() };
        assert_eq!((ours.len(), ntest.len()), (12, 12), "{text}");
        assert_eq!((ours[0], ours[1], ours[7]), (band, "8", "3"));
        assert_eq!((ntest[0], &ntest[7..]), ("NTest", &["-"; 5][..]), "they are for depth 12");
    }
    assert!(lines[10].starts_with("suite to depth 2: best move in "), "{text}");
    assert!(lines[10].contains(" of 19 positions (") && lines[10].ends_with(" nodes/s"), "{text}");
}

#[test]
fn the_figures_do_not_depend_on_the_threads() {
    let arguments = [
        "--games",
        GAMES,
        "--positions",
        "5",
        "--deep",
        "4",
        "--suite",
        SUITE,
        "--suite-depth",
        "3",
    ];
    let object_of = |threads| object(&[&arguments[..], &["--threads", threads]].concat());
    let one = object_of("1");
    assert_eq!(one, object_of("3"));
    assert_eq!(one["evaluation"], "pattern");
    assert_eq!(one["bands"].as_array().unwrap().len(), 4);
    assert_eq!(one["bands"][3]["empties"]["from"], 18);
    // Deep as 4: the same search twice.
    assert_eq!(one["bands"][0]["static_to_4"], one["bands"][0]["static_to_deep"]);
    assert_eq!(one["suite"]["scores_known"], 19);
    assert!(one["suite"]["nodes"].as_u64().unwrap() > 19);

    let other = object(&[&arguments[..], &["--eval", "positional"]].concat());
    assert_eq!(other["evaluation"], "positional");
    assert_ne!(other["bands"], one["bands"]);
    let seed = object(&[&arguments[..], &["--positions-seed", "2"]].concat());
    assert_ne!(seed["bands"], one["bands"]);
    assert_eq!(seed["suite"], one["suite"]);
}

#[test]
fn too_few_positions_are_said_and_a_part_that_was_not_asked_for_is_null() {
    let output = report(&["--games", GAMES, "--deep-positions", "0", "--json"]);
    assert!(output.status.success());
    let notes = text(&output.stderr);
    assert_eq!(notes.lines().count(), 4, "{notes}");
    assert!(notes.contains(" positions with 18 to 25 empty squares, not 1000"), "{notes}");
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(object["bands"][0]["static_to_4"]["count"].as_u64().unwrap() <= 4 * 8);
    assert_eq!(object["bands"][0]["deep_on_static"], Value::Null);
    assert_eq!(object["suite"], Value::Null);
    assert_eq!(self::object(&["--suite", SUITE, "--suite-depth", "1"])["bands"], Value::Null);
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let said = |arguments: &[&str]| {
        let output = report(arguments);
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]));
        text(&output.stderr)
    };
    let missing = said(&["--games", GAMES, "no/such.wtb"]);
    assert!(missing.starts_with("outflank: cannot read no/such.wtb: "), "{missing}");
    let other = said(&["--games", SUITE]);
    assert!(other.starts_with(&format!("outflank: cannot read {SUITE}: ")), "{other}");
    let other = said(&["--suite", GAMES]);
    assert!(other.starts_with(&format!("outflank: cannot read {GAMES}: line 1: ")), "{other}");
    assert_eq!(report(&[]).status.code(), Some(2), "nothing to do");
    assert_eq!(report(&["--games", GAMES, "--deep", "18"]).status.code(), Some(2));
}
