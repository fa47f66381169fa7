//! Any lines to the protocol: it does not panic, and answers `isready` afterwards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::engine::{Engine, EngineLimits, Options};
use outflank::protocol::{Action, Protocol, Session};

fuzz_target!(|text: &str| {
    let mut session = Session::new(Engine::new(Options::default(), EngineLimits { table: Some(1), ..EngineLimits::default() }));
    // After `quit` nothing is answered any more.
    for line in text.lines().filter(|line| !line.contains("quit")) {
        // Jobs are never run: what comes after a `go` waits.
        session.line(line);
    }
    let answer = session.line("isready");
    assert!(matches!(answer.as_slice(), [Action::Send(line)] if line == "readyok"));
});
