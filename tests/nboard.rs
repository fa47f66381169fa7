//! The dialect of NBoard: whatever comes, each line that goes out is one that NBoard can read, each
//! `go` gets one answer and each `ping` its pong, with nothing of what ran before after it.

#[path = "nboard/grammar.rs"]
mod grammar;
mod talk;

use std::collections::VecDeque;

use outflank::board::{Game, Move, Position};
use outflank::engine::{Answer, Engine, EngineLimits, Event, Job, Options};
use outflank::eval::Score;
use outflank::protocol::nboard::NBoard;
use outflank::protocol::{Action, Protocol};
use outflank::search::{
    Iteration, Knowledge, Line, Outcome, Progress, SearchEvent, SearchRequest, StopSignal,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use talk::{Child, Pure, Server, Talk, dialogue};

/// The same cases on every run.
fn config(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A talk in which every line has to be one that NBoard can read.
struct Checked<T>(T);

impl<T: Talk> Talk for Checked<T> {
    fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    fn end_input(&mut self) {
        self.0.end_input();
    }

    fn line(&mut self) -> Option<String> {
        let line = self.0.line()?;
        grammar::check(&line).unwrap();
        Some(line)
    }
}

#[test]
fn every_line_of_the_dialogues_is_read_by_nboard() {
    let mut played = 0;
    for (name, text) in dialogue::all() {
        let first = text.lines().find(|line| line.starts_with('>'));
        if first.is_some_and(|line| line.starts_with("> nboard")) {
            dialogue::play(&mut Checked(Pure::new()), &name, &text);
            played += 1;
        }
    }
    assert!(played >= 7, "the files of dialogues, and the one of protocol.md");
}

/// A session whose jobs do nothing until they are told to be done.
struct Session {
    protocol: NBoard,
    said: VecDeque<String>,
    running: Option<(Box<SearchRequest>, StopSignal)>,
    closed: bool,
}

impl Session {
    fn new() -> Self {
        let limits = EngineLimits { table: Some(1), ..EngineLimits::default() };
        let protocol = NBoard::new(Engine::new(Options::default(), limits));
        Self { protocol, said: VecDeque::new(), running: None, closed: false }
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            assert!(!self.closed, "something after the end");
            match action {
                Action::Send(line) => {
                    grammar::check(&line).unwrap();
                    assert!(!line.contains(['\n', '\r']) && line.len() < 2000, "{line:?}");
                    self.said.push_back(line);
                }
                Action::Start(Job::Search { request, .. }, stop) => {
                    assert!(self.running.replace((request, stop)).is_none(), "two jobs at once");
                }
                Action::Start(job, _) => panic!("{job:?}"),
                Action::Close => self.closed = true,
            }
        }
        assert_eq!(self.protocol.is_busy(), self.running.is_some());
    }

    fn line(&mut self, line: &str) {
        let actions = self.protocol.line(line);
        self.carry_out(actions);
    }

    fn event(&mut self, event: Event) {
        let actions = self.protocol.event(event);
        self.carry_out(actions);
    }

    /// The running job is done, if there is one, having found this of its first moves.
    fn finish_job(&mut self, score: Score, kind: Knowledge) {
        let Some((request, _)) = &self.running else { return };
        let moves = Position { board: request.board, ..Position::START }.moves();
        let line = |moves| Line { score, kind, moves };
        let lines = match moves.is_empty() {
            true => vec![line(Vec::new())],
            false => moves.iter().take(request.lines).map(|mv| line(vec![*mv])).collect(),
        };
        let progress = Progress { depth: 3, nodes: 70, ..Progress::default() };
        self.event(Event::Search(SearchEvent::Progress(progress)));
        self.event(Event::Search(SearchEvent::Iteration(Iteration { progress, lines })));
        self.end_job(Answer::BestMove(Outcome { best: moves.first().copied(), ponder: None }));
    }

    fn end_job(&mut self, answer: Answer) {
        self.running = None;
        self.event(Event::Done(answer));
    }

    fn finish_all(&mut self) {
        while self.running.is_some() {
            self.finish_job(Score::DRAW, Knowledge::Estimate);
        }
    }

    fn count(&self, start: &str) -> usize {
        self.said.iter().filter(|line| line.starts_with(start)).count()
    }

    /// What began last and has not ended.
    fn runs(&self) -> Option<&str> {
        self.running.as_ref()?;
        let begins = ["status thinking", "status analyzing", "status analyzing the game"];
        self.said.iter().rev().map(String::as_str).find(|line| begins.contains(line))
    }
}

const LOST: &str = "set game (;GM[Othello]B[f5]W[d6]B[c5]W[f6]B[e7]W[f4]B[g5]W[e6]B[e3];)";

/// What a client may do next.
#[derive(Clone, Debug)]
enum Step {
    Line(String),
    JobDone(Score, Knowledge),
}

fn command() -> impl Strategy<Value = String> {
    let valid = [
        "nboard 2",
        "set depth 7",
        "set depth -1",
        "set contempt 100",
        "set contempt -100",
        "set game (;GM[Othello]TI[10:00]B[f5//1]W[d6//2]B[c3//0.5];)",
        LOST,
        "move F5//1.2",
        "move d6/0.5/1",
        "C3",
        "PA",
        "hint 1",
        "hint 4",
        "hint 99",
        "hint",
        "go",
        "go",
        "learn",
        "analyze",
        "ping 1",
        "ping 2",
        "ping -3",
    ];
    select(valid.to_vec()).prop_map(String::from)
}

fn rubbish() -> impl Strategy<Value = String> {
    let words = "nboard set depth game contempt myname move hint go ping pong learn learned analyze \
        F5 d6 PA (; ;) (;GM[Othello]B[f5];) BO[8 B[ -1 0 3.5 1e9 nan 99999999999 // / é # status";
    let words: Vec<&str> = words.split_whitespace().collect();
    let any = prop::collection::vec(any::<u8>(), 0..100)
        .prop_map(|bytes| String::from_utf8_lossy(&bytes).replace(['\n', '\r'], " "));
    prop_oneof![
        3 => prop::collection::vec(select(words), 0..6).prop_map(|words| words.join(" ")),
        1 => any,
    ]
}

fn job_done() -> impl Strategy<Value = Step> {
    let kinds =
        [Knowledge::Estimate, Knowledge::Exact, Knowledge::Selective(73), Knowledge::WinLossDraw];
    let score = prop_oneof![
        (-70..=70).prop_map(Score::finished),
        any::<i32>().prop_map(Score::heuristic),
        (-100..100).prop_map(Score::heuristic),
    ];
    (score, select(kinds.to_vec())).prop_map(|(score, kind)| Step::JobDone(score, kind))
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => command().prop_map(Step::Line),
        1 => rubbish().prop_map(Step::Line),
        4 => job_done(),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn everything_is_answered_in_order_and_once(steps in steps()) {
        let mut session = Session::new();
        let mut pings = Vec::new();
        // Each is answered, or there is nothing to look for.
        let mut searches = 0;
        for step in steps {
            match step {
                Step::Line(line) => {
                    let words: Vec<&str> = line.split_whitespace().collect();
                    match words.as_slice() {
                        ["ping", number] if number.parse::<i32>().is_ok() => pings.push(line.clone()),
                        ["go", ..] => searches += 1,
                        ["hint"] => searches += 1,
                        ["hint", rest @ ..] if rest.join(" ").parse::<i64>().is_ok() => searches += 1,
                        _ => {}
                    }
                    session.line(&line);
                }
                Step::JobDone(score, kind) => session.finish_job(score, kind),
            }
        }
        session.finish_all();
        let pongs: Vec<String> = session
            .said
            .iter()
            .filter(|line| line.starts_with("pong"))
            .map(|line| line.replace("pong", "ping"))
            .collect();
        prop_assert_eq!(pongs, pings);
        let hints = session.said.iter().filter(|line| *line == "status analyzing").count();
        prop_assert_eq!(session.count("status thinking"), session.count("==="));
        let looked_for = session.count("===") + hints + session.count("status the game is over");
        prop_assert_eq!(looked_for, searches);
        prop_assert!(!session.closed);
        let actions = session.protocol.end_of_input();
        session.carry_out(actions);
        prop_assert!(session.closed);
    }

    /// A ping stops all, anything else what is not worth waiting for; what is not understood nothing.
    #[test]
    fn what_comes_next_stops_what_it_should(steps in steps(), next in command()) {
        let mut session = Session::new();
        for step in steps {
            match step {
                Step::Line(line) => session.line(&line),
                Step::JobDone(score, kind) => session.finish_job(score, kind),
            }
        }
        let runs = session.runs().map(str::to_owned);
        let was_stopped = session.running.as_ref().is_some_and(|(_, stop)| stop.is_stopped());
        let before = session.running.as_ref().map(|(_, stop)| stop.clone());
        session.line("not a command");
        if let (Some(runs), Some(stop)) = (runs, before) {
            prop_assert_eq!(stop.is_stopped(), was_stopped);
            session.line(&next);
            let is_stopped = match next.split(' ').next().unwrap() {
                "nboard" => was_stopped,
                "ping" => true,
                _ => was_stopped || runs != "status thinking",
            };
            prop_assert_eq!(stop.is_stopped(), is_stopped);
        }
    }

    /// The end of the input stops what would not end, `quit` whatever runs.
    #[test]
    fn the_end_ends_everything(steps in steps(), quit in any::<bool>()) {
        let mut session = Session::new();
        for step in steps {
            match step {
                Step::Line(line) => session.line(&line),
                Step::JobDone(score, kind) => session.finish_job(score, kind),
            }
        }
        let runs = session.runs().map(str::to_owned);
        let running = session.running.as_ref().map(|(_, stop)| (stop.clone(), stop.is_stopped()));
        if quit {
            session.line("quit");
        } else {
            let actions = session.protocol.end_of_input();
            session.carry_out(actions);
        }
        if let (Some(runs), Some((stop, was_stopped))) = (runs, running) {
            let stops = quit || was_stopped || runs == "status analyzing";
            prop_assert_eq!(stop.is_stopped(), stops);
        }
        session.finish_all();
        prop_assert!(session.closed);
        session.line("ping 4");
    }

    #[test]
    fn a_draw_is_worth_what_black_says(contempt in -20_000..20_000_i32, white in any::<bool>()) {
        let mut session = Session::new();
        session.line(&format!("set contempt {contempt}"));
        if white {
            session.line("move F5");
        }
        for line in ["go", "hint 3"] {
            session.line(line);
            let (request, _) = session.running.as_ref().unwrap();
            let draw = contempt.clamp(-6400, 6400);
            prop_assert_eq!(request.draw, Score::heuristic(if white { -draw } else { draw }));
            prop_assert_eq!(request.lines, if line == "go" { 1 } else { 3 });
            session.finish_all();
        }
    }
}

#[test]
fn the_game_is_analyzed_backwards_and_passes_count() {
    let mut session = Session::new();
    let moves = "B[PA//3.1]W[h8]";
    let board = "OXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXX-- *";
    session.line("set depth 9");
    session.line(&format!("set game (;GM[Othello]BO[8 {board}]{moves};)"));
    session.said.clear();
    session.line("analyze");
    for _ in 0..3 {
        let (request, _) = session.running.as_ref().unwrap();
        assert_eq!((request.limits.depth, request.limits.clock), (Some(9), None));
        session.finish_job(Score::finished(-4), Knowledge::Exact);
    }
    let analysis: Vec<_> = session.said.iter().filter(|line| line.starts_with("ana")).collect();
    assert_eq!(analysis, ["analysis 2 -4.00", "analysis 1 -4.00", "analysis 0 -4.00"]);
    assert_eq!(session.said.back().unwrap(), "status");
    assert!(session.running.is_none());
}

#[test]
fn the_clock_of_the_game_counts_for_go_alone() {
    let mut session = Session::new();
    session.line("set depth 26");
    session.line("set game (;GM[Othello]TI[15:00//02:00]B[f5//61.5]W[d6//7];)");
    session.line("go");
    let (request, _) = session.running.as_ref().unwrap();
    assert_eq!(request.limits.depth, Some(26));
    assert_eq!(request.limits.clock.unwrap().left.as_secs_f64(), 838.5);
    session.finish_all();
    session.line("hint 2");
    let (request, _) = session.running.as_ref().unwrap();
    assert_eq!((request.limits.depth, request.limits.clock), (None, None));
}

#[test]
fn a_move_without_a_line_has_no_value() {
    let mut session = Session::new();
    let outcome = Outcome { best: Move::from_name("f5"), ponder: None };
    for answer in [Answer::BestMove(outcome.clone()), Answer::Broken(Some(outcome))] {
        session.line("go");
        session.end_job(answer);
        assert!(session.said.back().unwrap().starts_with("=== F5//"), "{:?}", session.said);
    }
}

/// With the real search: every line that is shown can be played from the position it is for.
#[test]
fn what_is_shown_is_legal() {
    let seeds = prop::collection::vec(any::<prop::sample::Index>(), 0..70);
    let mut runner = TestRunner::new(config(24));
    runner
        .run(&(seeds, 0..5_u32), |(choices, wanted)| {
            let mut game = Game::default();
            let mut session = Checked(Pure::new());
            session.send("nboard 2");
            session.send("set depth 3");
            for choice in choices {
                let moves = game.position().moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[choice.index(moves.len())];
                let name = mv.to_string().to_uppercase().replace("PASS", "PA");
                session.send(&format!("move {name}//0.1"));
                game.play(mv).unwrap();
            }
            let hint = match wanted {
                0 => "go".into(),
                moves => format!("hint {moves}"),
            };
            session.send(&hint);
            session.send("ping 5");
            for line in session.until("pong 5") {
                let words: Vec<&str> = line.split([' ', '/']).collect();
                let pv = match words.as_slice() {
                    ["search", pv, ..] => grammar::moves_of(pv).unwrap(),
                    ["===", mv, ..] => vec![*mv],
                    _ => continue,
                };
                let mut position = game.position();
                for name in pv {
                    position = position.try_play(Move::from_name(name).unwrap()).unwrap();
                }
            }
            session.end_input();
            prop_assert_eq!(session.rest(), [""; 0]);
            Ok(())
        })
        .unwrap();
}

/// Without a line to tell it by.
#[test]
fn the_dialect_can_be_forced() {
    let answers = |session: &mut dyn Talk| {
        session.send("uci");
        session.send("set depth 3");
        session.send("ping 6");
        let lines = [session.line(), session.line()].map(Option::unwrap);
        assert_eq!(lines, ["set myname Outflank", "pong 6"]);
        session.end_input();
    };
    answers(&mut Child::start(&["--protocol", "nboard"]));
    let server = Server::start(&["--protocol", "nboard", "--max-sessions", "1"]);
    let mut first = server.connect();
    answers(&mut first);
}

#[test]
fn whoever_is_refused_can_read_why() {
    let server = Server::start(&["--protocol", "nboard", "--max-sessions", "1"]);
    let mut first = server.connect();
    first.send("ping 1");
    assert_eq!(first.line().unwrap(), "pong 1");
    let refusal = "status error: all 1 sessions are taken, try again later";
    assert_eq!(server.connect().rest(), [refusal]);
}
