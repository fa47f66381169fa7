//! The dialogues under `tests/dialogues`, and the sessions that protocol.md shows, against the pure
//! protocol, over standard input and output, and over TCP.

mod talk;

use talk::{Child, Pure, Server, Talk, dialogue};

#[test]
fn dialogues_with_the_pure_protocol() {
    for (name, text) in dialogue::all() {
        dialogue::play(&mut Pure::new(), &name, &text);
    }
}

#[test]
fn dialogues_over_standard_input_and_output() {
    for (name, text) in dialogue::all() {
        let mut child = Child::start(&[]);
        dialogue::play(&mut child, &name, &text);
        assert!(child.wait().success(), "{name}");
    }
}

#[test]
fn dialogues_over_tcp() {
    let server = Server::start(&[]);
    for (name, text) in dialogue::all() {
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
