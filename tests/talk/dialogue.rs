//! Dialogues: what is said and what is answered, as text.
//!
//! - `> line`: this line is sent.
//! - `< pattern`: the next line that comes is this. In it `*` stands for any text, `#` for a whole
//!   number. `<` alone stands for an empty line, with which some dialects end an answer.
//! - `<...`: any lines may come before the next that is wanted.
//! - `>end`: the input ends. At the end of the text it does so anyway, and nothing more may come.
//! - Lines that begin with `//` and empty lines say nothing.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use super::{PATIENCE, Talk};

/// Where a dialogue is, said if it breaks off there.
struct Place(String);

impl Drop for Place {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("at {}", self.0);
        }
    }
}

/// All dialogues with their names: the files under `tests/dialogues`, and the sessions of protocol.md.
pub fn all() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<(String, String)> = fs::read_dir(root.join("tests/dialogues"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort();
    let document = fs::read_to_string(root.join("protocol.md")).unwrap();
    let examples: Vec<&str> = document.split("```dialogue\n").skip(1).collect();
    assert!(!examples.is_empty(), "protocol.md shows a session");
    for (example, number) in examples.iter().zip(1..) {
        let (example, _) = example.split_once("```").unwrap();
        all.push((format!("protocol.md, session {number}"), example.into()));
    }
    all
}

/// Plays a dialogue; panics with the line of the text that did not come true.
pub fn play(talk: &mut impl Talk, name: &str, text: &str) {
    let mut skip = false;
    let mut ended = false;
    for (number, line) in text.lines().enumerate() {
        let at = Place(format!("{name}:{}", number + 1));
        if line.trim().is_empty() || line.starts_with("//") {
            continue;
        } else if line == ">end" {
            talk.end_input();
            ended = true;
        } else if line == "<..." {
            skip = true;
        } else if let Some(line) = line.strip_prefix('>') {
            talk.send(line.strip_prefix(' ').unwrap_or(line));
        } else if let Some(pattern) = line.strip_prefix("< ").or((line == "<").then_some("")) {
            expect(talk, &at.0, pattern, skip);
            skip = false;
        } else {
            panic!("not a line of a dialogue: {line}");
        }
    }
    if !ended {
        talk.end_input();
    }
    let rest = talk.rest();
    assert!(skip || rest.is_empty(), "{name}: more came at the end: {rest:#?}");
}

fn expect(talk: &mut impl Talk, at: &str, pattern: &str, skip: bool) {
    let mut last = String::new();
    let started = Instant::now();
    loop {
        assert!(started.elapsed() < PATIENCE, "{at}: '{pattern}' never came; before: {last:?}");
        let line =
            talk.line().unwrap_or_else(|| panic!("{at}: '{pattern}' never came; before: {last:?}"));
        if matches(pattern, &line) {
            return;
        }
        assert!(skip, "{at}: wanted '{pattern}', got '{line}'");
        last = line;
    }
}

/// Whether a line is what a pattern says.
pub fn matches(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once(['*', '#']) else { return pattern == line };
    let Some(line) = line.strip_prefix(start) else { return false };
    if pattern[start.len()..].starts_with('*') {
        return line.char_indices().any(|(at, _)| matches(rest, &line[at..])) || rest.is_empty();
    }
    let digits = line.strip_prefix('-').unwrap_or(line);
    let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < digits.len() && matches(rest, after)
}

#[test]
fn patterns_stand_for_what_they_say() {
    assert!(matches("info depth # pv *", "info depth 12 pv f5 d6"));
    assert!(matches("score cp #*", "score cp -12"));
    assert!(!matches("score cp # x", "score cp x"));
    assert!(!matches("bestmove d3", "bestmove d3 ponder c5"));
    assert!(matches("bestmove d3*", "bestmove d3"));
    assert!(matches("*", ""));
}
