//! Whatever is said in GTP, in whatever order: every command gets exactly one response, with its id,
//! and the game is the one that the responses tell.

mod talk;

use outflank::board::{Color, Game, Move};
use outflank::engine::{Answer, Engine, EngineLimits, Event, Job, Options};
use outflank::notation::{board64, side_from_name};
use outflank::protocol::gtp::Gtp;
use outflank::protocol::{Action, MOST_WAITING, Protocol};
use outflank::search::Outcome;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use talk::Talk;

/// The same cases on every run.
fn config(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A session whose searches do nothing until they are told to be done.
struct Session {
    protocol: Gtp,
    lines: Vec<String>,
    running: Option<Job>,
    closed: bool,
}

impl Session {
    fn new() -> Self {
        let limits = EngineLimits { table: Some(1), ..EngineLimits::default() };
        let protocol = Gtp::new(Engine::new(Options::default(), limits));
        Self { protocol, lines: Vec::new(), running: None, closed: false }
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            assert!(!self.closed, "something after the end");
            match action {
                Action::Send(line) => {
                    assert!(!line.contains(['\n', '\r', '\t']) && line.len() < 200, "{line:?}");
                    self.lines.push(line);
                }
                Action::Start(job, _) => assert!(self.running.replace(job).is_none()),
                Action::Close => self.closed = true,
            }
        }
        assert_eq!(self.protocol.is_busy(), self.running.is_some());
    }

    fn line(&mut self, line: &str) {
        let actions = self.protocol.line(line);
        self.carry_out(actions);
    }

    /// The running search is done, if there is one; sometimes it breaks down.
    fn finish_search(&mut self, breaks_down: bool) {
        let Some(job) = self.running.take() else { return };
        let Job::Search { request, .. } = job else { panic!("not a search") };
        let square = request.board.legal_moves().squares().next();
        let answer = if breaks_down {
            Answer::Broken(None)
        } else {
            Answer::BestMove(Outcome { best: square.map(Move::Place), ponder: None })
        };
        let actions = self.protocol.event(Event::Done(answer));
        self.carry_out(actions);
    }

    fn finish_all(&mut self) {
        while self.running.is_some() {
            self.finish_search(false);
        }
    }

    /// All responses so far, each without the empty line that ends it.
    fn responses(&self) -> Vec<&[String]> {
        assert!(self.lines.last().is_none_or(|line| line.is_empty()), "{:?}", self.lines);
        let mut responses: Vec<_> = self.lines.split(|line| line.is_empty()).collect();
        assert_eq!(responses.pop().map(<[_]>::len), Some(0));
        responses
    }
}

/// The sign and the id at the start of a response.
fn head(response: &[String]) -> (char, &str) {
    let first = response.first().expect("an empty response");
    let (sign, rest) = first.split_at(1);
    assert!(sign == "=" || sign == "?", "{first}");
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    assert!(rest[digits..].is_empty() || rest[digits..].starts_with(' '), "{first}");
    assert!(!rest.ends_with(' '), "{first}");
    (sign.chars().next().unwrap(), &rest[..digits])
}

/// What a controller may do next.
#[derive(Clone, Debug)]
enum Step {
    Command(String),
    SearchDone { breaks_down: bool },
}

fn word() -> impl Strategy<Value = String> {
    let words: Vec<String> =
        "play genmove reg_genmove undo boardsize clear_board komi final_score \
        time_settings time_left set_level set_game showboard known_command list_commands name b w \
        black White x pass PASS d3 C4 f5 e6 f6 a1 i9 0 1 8 60 -1 3.5 1e300 nan inf \
        99999999999999999999 gogui-rules_legal_moves outflank-move_values outflank-best_line \
        outflank-evaluation gogui-rules_board Othello é # uci stop"
            .split_whitespace()
            .map(String::from)
            .collect();
    select(words)
}

fn command() -> impl Strategy<Value = String> {
    let sides = select(vec!["b", "w", "black", "WHITE"]);
    let squares = (0..8_u8, 0..8_u8)
        .prop_map(|(column, row)| format!("{}{}", char::from(b'a' + column), row + 1));
    prop_oneof![
        4 => (sides.clone(), squares).prop_map(|(side, square)| format!("play {side} {square}")),
        6 => sides.clone().prop_map(|side| format!("genmove {side}")),
        1 => sides.clone().prop_map(|side| format!("reg_genmove {side}")),
        1 => sides.prop_map(|side| format!("play {side} pass")),
        2 => Just("undo".to_string()),
        3 => prop::collection::vec(word(), 1..5).prop_map(|words| words.join(" ")),
        1 => prop::collection::vec(any::<u8>(), 0..100)
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).replace(['\n', '\r'], " ")),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => command().prop_map(Step::Command),
        3 => Just(Step::SearchDone { breaks_down: false }),
        1 => Just(Step::SearchDone { breaks_down: true }),
    ];
    prop::collection::vec(step, 0..120).prop_filter("quit ends it", |steps| {
        !steps.iter().any(|step| matches!(step, Step::Command(line) if line.contains("quit")))
    })
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn every_command_gets_one_response_with_its_id_in_order(steps in steps(), by_quit: bool) {
        let mut session = Session::new();
        let mut ids = Vec::new();
        for step in steps {
            match step {
                Step::Command(line) => {
                    let id = ids.len().to_string();
                    session.line(&format!("{id} {line}"));
                    ids.push(id);
                }
                Step::SearchDone { breaks_down } => session.finish_search(breaks_down),
            }
        }
        if by_quit {
            session.line("quit");
            ids.push(String::new());
            session.line("name");
        } else {
            let actions = session.protocol.end_of_input();
            session.carry_out(actions);
        }
        session.finish_all();
        prop_assert!(session.closed);
        let answered: Vec<&str> = session.responses().into_iter().map(|r| head(r).1).collect();
        prop_assert_eq!(answered, ids);
    }

    #[test]
    fn without_an_id_every_command_is_answered_too(steps in steps()) {
        let mut session = Session::new();
        let mut asked = 0;
        for step in steps {
            match step {
                Step::Command(line) => {
                    let text = line.split('#').next().unwrap().replace('\t', " ");
                    let text = text.replace(|c: char| c.is_control(), "");
                    asked += usize::from(!text.trim().is_empty());
                    session.line(&line);
                }
                Step::SearchDone { breaks_down } => session.finish_search(breaks_down),
            }
        }
        session.finish_all();
        prop_assert_eq!(session.responses().len(), asked);
    }

    /// A twin that knows the rules of the board only, and each of its games before a step.
    #[test]
    fn the_game_is_what_the_responses_tell(commands in prop::collection::vec(command(), 0..150)) {
        let mut session = Session::new();
        let mut games = vec![Game::default()];
        for line in commands {
            session.lines.clear();
            session.line(&format!("1 {line}"));
            session.finish_all();
            let words = line.split('#').next().unwrap().split_whitespace();
            let words: Vec<&str> = words.collect();
            let said = session.lines.first().cloned().unwrap_or_default();
            let side = words.get(1).and_then(|word| side_from_name(word)).unwrap_or(Color::Black);
            let mv = match words[..] {
                ["play", _, mv] => Move::from_name(mv),
                ["genmove", ..] => said.strip_prefix("=1 ").and_then(Move::from_name),
                _ => None,
            };
            if said.starts_with('=') {
                if words.first() == Some(&"undo") {
                    games.pop();
                    prop_assert!(!games.is_empty());
                } else if words.first() == Some(&"clear_board") {
                    games.truncate(1);
                } else if let Some(mv) = mv {
                    let mut game = games.last().unwrap().clone();
                    if game.position().side != side && !game.position().board.is_over() {
                        prop_assert_eq!(game.play(Move::Pass), Ok(()));
                    }
                    prop_assert!(game.play(mv).is_ok() || game.position().board.is_over());
                    games.push(game);
                }
            }
            let position = games.last().unwrap().position();
            session.lines.clear();
            session.line("gogui-rules_board");
            session.line("gogui-rules_side_to_move");
            let cells: String = session.lines[..8].iter().rev().map(|row| row.as_str()).collect();
            let cells = cells.replace(['=', ' '], "").replace('.', "-");
            let side = &session.lines[9][2..3];
            let told = board64::parse(&format!("{cells} {side}")).unwrap();
            prop_assert_eq!(told, position, "{} {}", line, said);
        }
    }
}

#[test]
fn commands_wait_up_to_a_limit_and_quit_is_still_heard() {
    let mut session = Session::new();
    session.line("0 genmove b");
    for id in 1..=MOST_WAITING {
        session.line(&format!("{id} reg_genmove w"));
    }
    session.line("5 name");
    let refusal = format!("?5 {MOST_WAITING} commands wait already, this one is dropped");
    assert_eq!(session.responses(), [[refusal]]);
    session.lines.clear();
    session.line("6 quit");
    session.finish_all();
    assert!(session.closed);
    assert_eq!(session.responses().len(), MOST_WAITING + 2);
}

#[test]
fn the_first_game_of_a_file_is_loaded_up_to_a_move() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ggs.ggf");
    let ask = |session: &mut Session, line: &str| {
        session.lines.clear();
        session.line(line);
        session.responses().concat().join("\n")
    };
    let mut session = Session::new();
    let said = ask(&mut session, &format!("loadsgf {file}"));
    assert!(said.starts_with("= game 1 of "), "{said}");
    assert!(ask(&mut session, "final_score").starts_with("= "), "{said}");
    let moves = std::iter::from_fn(|| ask(&mut session, "undo").starts_with('=').then_some(()));
    let moves = moves.count();
    assert!(moves >= 60, "{moves}");
    for before in [1, 2, moves] {
        ask(&mut session, &format!("8 loadsgf {file} {before}"));
        for _ in 1..before {
            assert_eq!(ask(&mut session, "undo"), "=");
        }
        assert_eq!(ask(&mut session, "undo"), "? cannot undo");
    }
    ask(&mut session, "play b f5");
    for line in [format!("loadsgf {file}x"), "loadsgf Cargo.toml".into(), "loadsgf src".into()] {
        let said = ask(&mut session, &line);
        assert!(said.starts_with("? cannot load file: "), "{said}");
    }
    assert_eq!(ask(&mut session, "gogui-rules_legal_moves"), "= F4 D6 F6", "it has stayed");

    let limits = EngineLimits { fixed_eval_file: true, ..EngineLimits::default() };
    session.protocol = Gtp::new(Engine::new(Options::default(), limits));
    let said = ask(&mut session, &format!("loadsgf {file}"));
    assert_eq!(said, "? cannot load file: no files are read for a session here");
}

/// With the real search.
#[test]
fn real_searches_answer_every_command() {
    let commands = prop::collection::vec(command(), 1..20);
    let run = |commands: Vec<String>| {
        let mut session = talk::Pure::new();
        session.send("set_level 3");
        let asked = commands.len();
        for (id, line) in commands.into_iter().enumerate() {
            // Deep and slow ones are for other tests.
            let line = if line.contains("level") || line.contains("quit") { "name" } else { &line };
            session.send(&format!("{id} {line}"));
        }
        session.end_input();
        let heads = session.rest().into_iter().filter(|line| line.starts_with(['=', '?']));
        assert_eq!(heads.count(), asked + 1);
        Ok(())
    };
    TestRunner::new(config(32)).run(&commands, run).unwrap();
}
