//! `outflank match` with programs, with many players, and after an end before its time.
//!
//! The programs are `tests/data/player.py`, which has faults to order, and the binary itself.

mod programs;
mod results;
mod sums;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const OUTFLANK: &str = env!("CARGO_BIN_EXE_outflank");

/// What the binary answers to arguments.
fn outflank(arguments: &[&str]) -> Output {
    Command::new(OUTFLANK)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
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
