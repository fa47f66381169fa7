//! The dialogues under `tests/dialogues`, and the sessions that protocol.md shows, against the pure
//! protocol, over standard input and output, and over TCP.

mod talk;

use std::fs;
use std::path::Path;

use talk::{Child, Pure, Server, Talk, dialogue};

fn dialogues() -> Vec<(String, String)> {
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

#[test]
fn dialogues_with_the_pure_protocol() {
    for (name, text) in dialogues() {
        dialogue::play(&mut Pure::new(), &name, &text);
    }
}

#[test]
fn dialogues_over_standard_input_and_output() {
    for (name, text) in dialogues() {
        let mut child = Child::start(&[]);
        dialogue::play(&mut child, &name, &text);
        assert!(child.wait().success(), "{name}");
    }
}

#[test]
fn dialogues_over_tcp() {
    let server = Server::start(&[]);
    for (name, text) in dialogues() {
        dialogue::play(&mut server.connect(), &name, &text);
    }
}

/// What is written without waiting for answers comes out the same, but for what was to act at once.
#[test]
fn a_script_in_one_piece_gets_every_best_move() {
    let script = "position startpos\ngo depth 3\nposition startpos moves f5\ngo depth 3\n\
                  position startpos moves f5 d6\ngo infinite\nstop\nposition startpos\ngo depth 2";
    let mut child = Child::start(&[]);
    child.send(script);
    child.end_input();
    let lines = child.rest();
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 4, "{lines:#?}");
}
