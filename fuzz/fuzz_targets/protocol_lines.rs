//! Any lines to the protocols: they do not panic, and answer when asked whether they are there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::engine::{Engine, EngineLimits, Options};
use outflank::protocol::{Action, Dialect, Protocol, Session};

/// A dialect, a question that is answered at once, and the answer.
const QUESTIONS: [(Dialect, &str, &str); 2] =
    [(Dialect::Uci, "isready", "readyok"), (Dialect::NBoard, "ping 1", "pong 1")];

fuzz_target!(|text: &str| {
    for (dialect, question, wanted) in QUESTIONS {
        let limits = EngineLimits { table: Some(1), ..EngineLimits::default() };
        let mut session = Session::in_dialect(dialect, Engine::new(Options::default(), limits));
        // After `quit` nothing is answered any more.
        for line in text.lines().filter(|line| !line.contains("quit")) {
            // Jobs are never run: what comes after a `go` waits.
            session.line(line);
        }
        let answer = session.line(question);
        let is_answer = matches!(answer.as_slice(), [Action::Send(line)] if line == wanted);
        assert!(is_answer || dialect == Dialect::NBoard && session.is_busy(), "{answer:?}");
    }
});
