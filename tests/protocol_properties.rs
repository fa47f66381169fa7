//! Whatever is said to the protocol, in whatever order: it does not break, every accepted `go` gets
//! one answer, and what was wrong changes nothing.

mod talk;

use std::collections::VecDeque;

use outflank::engine::{Answer, Engine, EngineLimits, Event, Job, Options};
use outflank::protocol::Action;
use outflank::protocol::{self, Dialect, MOST_WAITING, Protocol};
use outflank::search::{Outcome, StopSignal};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed};

/// The same cases on every run.
fn config(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A session whose jobs do nothing until they are told to be done.
struct Session {
    protocol: protocol::Session,
    said: VecDeque<String>,
    running: Option<(Job, StopSignal)>,
    searches: usize,
    closed: bool,
}

impl Session {
    fn new() -> Self {
        let options = Options::default();
        Self {
            protocol: protocol::Session::in_dialect(
                Dialect::Uci,
                Engine::new(options, EngineLimits { table: Some(1), ..EngineLimits::default() }),
            ),
            said: VecDeque::new(),
            running: None,
            searches: 0,
            closed: false,
        }
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            assert!(!self.closed, "something after the end");
            match action {
                Action::Send(line) => {
                    assert!(!line.contains(['\n', '\r']), "{line:?}");
                    assert!(line.len() < 2000, "{line}");
                    self.said.push_back(line);
                }
                Action::Start(job, stop) => {
                    self.searches += usize::from(matches!(job, Job::Search { .. }));
                    assert!(self.running.replace((job, stop)).is_none(), "two jobs at once");
                }
                Action::Close => self.closed = true,
            }
        }
        assert_eq!(self.protocol.is_busy(), self.running.is_some());
    }

    fn line(&mut self, line: &str) {
        let actions = self.protocol.line(line);
        self.carry_out(actions);
    }

    /// The running job is done, if there is one.
    fn finish_job(&mut self) {
        let Some((job, _)) = self.running.take() else { return };
        let answer = match job {
            Job::Search { request, .. } => {
                let legal = request.board.legal_moves();
                let best = legal.squares().next().map(outflank::board::Move::Place);
                Answer::BestMove(Outcome { best, ponder: None })
            }
            Job::Perft { .. } => Answer::Perft(None),
            Job::Bench => Answer::Bench(None),
        };
        let actions = self.protocol.event(Event::Done(answer));
        self.carry_out(actions);
    }

    fn best_moves(&self) -> usize {
        self.said.iter().filter(|line| line.starts_with("bestmove")).count()
    }

    fn finish_all(&mut self) {
        while self.running.is_some() {
            self.finish_job();
        }
    }
}

/// What a client may do next.
#[derive(Clone, Debug)]
enum Step {
    Line(String),
    JobDone,
}

fn word() -> impl Strategy<Value = String> {
    let words: Vec<String> = "uci ugi isready debug register setoption ucinewgame position go stop \
        ponderhit query d eval moves perft bench on off name value Hash Clear MultiPV Weights Eval \
        Contempt Seed positional startpos fen board moves depth nodes movetime btime wtime binc winc \
        movestogo infinite ponder mate searchmoves perft gameover legalmoves score f5 d6 c3 pass a1 \
        -- 1. 0 1 2 -1 3.5 1e9 99999999999999999999 nan -inf 2 10 4 2 1 b x # <empty> é \
        8/8/8/3OX3/3XO3/8/8/8 8/8/8/3OX3/3XO3/8/8 UCI_Variant othello flipello P@f4 P@d3 d4d4 \
        8/8/8/3pP3/3Pp3/8/8/8[Pp] w \
        ---------------------------OX------XO--------------------------- \
        --------------------------OX------XO---------------------------"
        .split_whitespace()
        .map(String::from)
        .collect();
    select(words)
}

fn near_valid_line() -> impl Strategy<Value = String> {
    let valid: Vec<String> = [
        "go depth 3",
        "go infinite",
        "go ponder depth 2",
        "go wtime 100",
        "go perft 3",
        "position startpos moves f5 d6 c3",
        "position startpos moves f5d6c5f6e7f4g5e6e3",
        "setoption name Weights value 2 10 4 2 1",
        "setoption name Hash value 1",
        "setoption name UCI_Variant value flipello",
        "position startpos moves P@f4 P@d3 P@c6",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "query legalmoves",
        "d",
        "eval",
    ]
    .map(String::from)
    .to_vec();
    let words = prop::collection::vec(word(), 0..12);
    let blank = select(vec![" ", "  ", "\t"]);
    prop_oneof![
        2 => select(valid),
        3 => (words, blank).prop_map(|(words, blank)| words.join(blank)),
    ]
}

fn any_line() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 0..200)
        .prop_map(|bytes| String::from_utf8_lossy(&bytes).replace(['\n', '\r'], " "))
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => near_valid_line().prop_map(Step::Line),
        1 => any_line().prop_map(Step::Line),
        2 => Just(Step::JobDone),
    ];
    prop::collection::vec(step, 0..40)
}

fn mentions_quit(step: &Step) -> bool {
    matches!(step, Step::Line(line) if line.contains("quit"))
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn every_search_answers_once_and_isready_always(steps in steps()) {
        prop_assume!(!steps.iter().any(mentions_quit));
        let mut session = Session::new();
        for step in steps {
            match step {
                Step::Line(line) => session.line(&line),
                Step::JobDone => session.finish_job(),
            }
            let answers = session.best_moves() + usize::from(matches!(
                session.running,
                Some((Job::Search { .. }, _))
            ));
            prop_assert_eq!(answers, session.searches);
            session.line("isready");
            prop_assert_eq!(session.said.back().map(String::as_str), Some("readyok"));
        }
        session.finish_all();
        prop_assert_eq!(session.best_moves(), session.searches);
        prop_assert!(!session.closed);
        let actions = session.protocol.end_of_input();
        session.carry_out(actions);
        prop_assert!(session.closed);
    }

    #[test]
    fn a_stop_reaches_all_that_came_before_it_and_nothing_after(
        before in 1..5_usize,
        after in 0..5_usize,
    ) {
        let mut session = Session::new();
        for _ in 0..before {
            session.line("go infinite");
        }
        session.line("stop");
        for _ in 0..after {
            session.line("go infinite");
        }
        for number in 0..before + after {
            let (_, stop) = session.running.as_ref().unwrap();
            prop_assert_eq!(stop.is_stopped(), number < before);
            session.finish_job();
        }
        prop_assert!(session.running.is_none());
    }

    #[test]
    fn the_end_of_the_input_ends_everything(steps in steps()) {
        let mut session = Session::new();
        for step in steps {
            match step {
                Step::Line(line) => session.line(&line),
                Step::JobDone => session.finish_job(),
            }
        }
        if !session.closed {
            let actions = session.protocol.end_of_input();
            session.carry_out(actions);
            session.finish_all();
        }
        prop_assert!(session.closed);
        prop_assert_eq!(session.best_moves(), session.searches);
        session.line("isready");
    }

    #[test]
    fn what_is_refused_changes_nothing(line in prop_oneof![near_valid_line(), any_line()]) {
        let mut session = Session::new();
        session.line("position startpos moves f5 d6");
        let state = |session: &mut Session| {
            session.said.clear();
            for line in ["query fen", "eval"] {
                session.line(line);
            }
            session.said.clone()
        };
        let before = state(&mut session);
        session.said.clear();
        session.line(&line);
        let refused = session.said.iter().any(|line| line.starts_with("info string error"));
        session.finish_all();
        if refused && !session.closed {
            prop_assert_eq!(state(&mut session), before);
        }
    }
}

#[test]
fn lines_wait_up_to_a_limit_and_stop_is_still_heard() {
    let mut session = Session::new();
    session.line("go infinite");
    for _ in 0..MOST_WAITING {
        session.line("go depth 1");
    }
    session.line("position startpos moves f5");
    let refusal =
        format!("{MOST_WAITING} lines wait already, 'position startpos moves f5' is dropped");
    assert_eq!(session.said.back(), Some(&format!("info string error: {refusal}")));
    session.line("isready");
    assert_eq!(session.said.back().map(String::as_str), Some("readyok"));
    session.line("stop");
    session.finish_all();
    assert_eq!(session.best_moves(), 1 + MOST_WAITING);
}

/// With the real search: a few lines, each job run to its end.
#[test]
fn real_searches_answer_whatever_came_before() {
    use talk::Talk;
    let mut runner = proptest::test_runner::TestRunner::new(config(24));
    runner
        .run(&prop::collection::vec(near_valid_line(), 1..12), |lines| {
            let mut session = talk::Pure::new();
            for line in lines {
                // Large tables, long counts and long searches are for other tests.
                if line.contains("perft") || line.contains("bench") || line.contains("Hash") {
                    continue;
                }
                session.send(&line);
                session.send("stop");
            }
            session.send("isready");
            session.until("readyok");
            session.end_input();
            session.rest();
            Ok(())
        })
        .unwrap();
}
