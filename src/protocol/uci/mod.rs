//! The primary dialect, UCI-style, with its UGI form: see `protocol.md`.

mod commands;
mod go;
mod info;
mod notation;
mod people;
mod position;
mod query;

use super::turns::{Ending, Turns, Waiting};
use super::{Action, Protocol, words};
use crate::board::Move;
use crate::engine::{Answer, Engine, Event, Go, Job, Note};
use crate::notation::excerpt;
use crate::search::{Outcome, StopSignal};
use commands::{Command, Timing};
use go::GoLine;
use notation::Notation;

const WAITING_FOR_STOP: &str = "waiting for stop";

/// A session: an engine and what has been asked of it.
#[derive(Debug)]
pub struct Uci {
    engine: Engine,
    /// Whether the session speaks UGI: `bestmove` then has exactly two words.
    ugi: bool,
    debug: bool,
    turns: Turns,
    input_ended: bool,
    closed: bool,
}

impl Uci {
    /// A session that has not been spoken to yet.
    pub const fn new(engine: Engine) -> Self {
        Self {
            engine,
            ugi: false,
            debug: false,
            turns: Turns::new(),
            input_ended: false,
            closed: false,
        }
    }

    /// A session as `ugi` makes it.
    pub fn in_ugi(engine: Engine) -> Self {
        Self { ugi: true, ..Self::new(engine) }
    }

    /// Acts on a line at once, or lets it wait its turn.
    fn read(&mut self, command: Command, line: &str, arguments: &str, out: &mut Vec<Action>) {
        let is_waiting = self.turns.is_anything_waiting();
        let at_once = match command.timing() {
            Timing::AtOnce => true,
            Timing::ReadOnly => !is_waiting,
            Timing::InTurn => !is_waiting && !self.turns.is_running(),
        };
        if at_once {
            self.execute(command, arguments, StopSignal::default(), out);
            return;
        }
        if let Err(count) = self.turns.wait(waiting(command, line, arguments)) {
            let line = excerpt(line.trim());
            error(out, format!("{count} lines wait already, '{line}' is dropped"));
        } else if self.turns.is_news_that_something_waits() {
            info(out, WAITING_FOR_STOP);
        } else if self.debug {
            info(out, &format!("waiting: {}", excerpt(line.trim())));
        }
    }

    /// Takes lines that wait until one of them starts a job again.
    fn work_off(&mut self, out: &mut Vec<Action>) {
        while let Some(waiting) = self.turns.next() {
            if let Some((command, arguments)) = commands::find(&waiting.line) {
                self.execute(command, arguments, waiting.stop.unwrap_or_default(), out);
            }
        }
        if self.turns.is_news_that_something_waits() {
            info(out, WAITING_FOR_STOP);
        }
        if self.input_ended && !self.turns.is_running() {
            self.close(out);
        }
    }

    fn close(&mut self, out: &mut Vec<Action>) {
        if !self.closed {
            self.closed = true;
            out.push(Action::Close);
        }
    }

    fn execute(
        &mut self,
        command: Command,
        arguments: &str,
        stop: StopSignal,
        out: &mut Vec<Action>,
    ) {
        match command {
            Command::Uci => self.introduce(false, out),
            Command::Ugi => self.introduce(true, out),
            Command::IsReady => {
                self.engine.get_ready();
                send(out, "readyok");
            }
            Command::Debug => self.set_debug(arguments, out),
            // There is nothing to register for.
            Command::Register => {}
            Command::SetOption => self.set_option(arguments, out),
            Command::NewGame => self.engine.next_game(),
            Command::Position => self.set_position(arguments, out),
            Command::Go => self.go(arguments, stop, out),
            Command::Stop => self.turns.stop_all(),
            Command::PonderHit => self.turns.ponder_hit(),
            Command::Query => query::answer(&self.engine, arguments, out),
            Command::Quit => out.extend(self.quit()),
            Command::Display => people::display(&self.engine, out),
            Command::Eval => people::eval(&self.engine, out),
            Command::Moves => people::moves(&self.engine, out),
            Command::Perft => self.perft(arguments, stop, out),
            Command::Bench => self.start(Job::Bench, stop, Ending::Itself, out),
            Command::Help => commands::help(out),
        }
    }

    fn introduce(&mut self, ugi: bool, out: &mut Vec<Action>) {
        self.ugi = ugi;
        send(out, concat!("id name Outflank ", env!("CARGO_PKG_VERSION")));
        send(out, "id author the Outflank developers");
        for spec in self.engine.listed_options() {
            send(out, &info::option_line(spec));
        }
        send(out, if ugi { "ugiok" } else { "uciok" });
    }

    fn set_debug(&mut self, arguments: &str, out: &mut Vec<Action>) {
        match arguments.split_whitespace().next() {
            Some("on") => self.debug = true,
            Some("off") => self.debug = false,
            _ => error(out, "debug wants on or off"),
        }
    }

    fn set_option(&mut self, arguments: &str, out: &mut Vec<Action>) {
        let result = commands::option_and_value(arguments).and_then(|(name, value)| {
            self.engine.set_option(&name, value).map_err(|error| error.to_string())
        });
        match result {
            Ok(note) => self.note(note, out),
            Err(text) => error(out, text),
        }
    }

    fn note(&self, note: Option<Note>, out: &mut Vec<Action>) {
        match note {
            Some(Note::FeaturesSelected) => info(out, "weights set, and Eval is features now"),
            Some(Note::SmallerTable(size)) => {
                info(out, &format!("the table has {size} MiB, its share of the memory here"));
            }
            None => {}
        }
    }

    fn set_position(&mut self, arguments: &str, out: &mut Vec<Action>) {
        match position::read(arguments, self.notation()) {
            Ok(game) => self.engine.set_game(game),
            Err(text) => error(out, format!("position: {text}; the last one stays")),
        }
    }

    fn go(&mut self, arguments: &str, stop: StopSignal, out: &mut Vec<Action>) {
        match GoLine::read(arguments, self.notation()) {
            Ok(GoLine::Search(go)) => self.search(*go, stop, out),
            Ok(GoLine::Perft(arguments)) => self.perft(arguments, stop, out),
            Err(text) => error(out, format!("go: {text}")),
        }
    }

    fn search(&mut self, line: go::SearchLine<'_>, stop: StopSignal, out: &mut Vec<Action>) {
        let position = self.engine.position();
        let mut search_moves = Vec::new();
        let mut unknown = Vec::new();
        for word in &line.search_moves {
            match self.notation().read_move(&position, word) {
                Some(mv) => search_moves.push(mv),
                None => unknown.push(*word),
            }
        }
        if !unknown.is_empty() {
            let words = unknown.join(" ");
            error(out, format!("go searchmoves: '{}' is no move, left out", excerpt(&words)));
        }
        let legal = position.moves();
        if !search_moves.is_empty() && !search_moves.iter().any(|mv| legal.contains(mv)) {
            error(out, "go searchmoves: none of these moves is legal, all moves are searched");
        }
        let limits = line.limits(position.side);
        let ending = Ending::of(&limits);
        match self.engine.search_job(Go { search_moves, limits }) {
            Ok((job, note)) => {
                self.note(note, out);
                self.start(job, stop, ending, out);
            }
            Err(text) => {
                error(out, text);
                let best = legal.first().copied();
                self.best_move(Outcome { best, ponder: None }, out);
            }
        }
    }

    fn perft(&mut self, arguments: &str, stop: StopSignal, out: &mut Vec<Action>) {
        match people::perft_arguments(arguments) {
            Ok((depth, convention)) => {
                let position = self.engine.position();
                let job = Job::Perft { position, depth, convention };
                self.start(job, stop, Ending::Itself, out);
            }
            Err(text) => error(out, text),
        }
    }

    fn start(&mut self, job: Job, stop: StopSignal, ending: Ending, out: &mut Vec<Action>) {
        self.turns.begin(stop.clone(), ending);
        out.push(Action::Start(job, stop));
    }

    fn answer(&self, answer: Answer, out: &mut Vec<Action>) {
        match answer {
            Answer::BestMove(outcome) => self.best_move(outcome, out),
            Answer::Broken(outcome) => {
                error(out, "this broke down: a mistake in this program, or no thread to be had");
                if let Some(outcome) = outcome {
                    self.best_move(outcome, out);
                }
            }
            Answer::Perft(Some(report)) => {
                people::perft_result(&report, self.notation(), &self.engine.position(), out);
            }
            Answer::Bench(Some(report)) => people::bench_result(&report, out),
            Answer::Perft(None) | Answer::Bench(None) => info(out, "stopped, no result"),
        }
    }

    fn best_move(&self, outcome: Outcome, out: &mut Vec<Action>) {
        let ponder = outcome.ponder.filter(|_| !self.ugi);
        let moves: Vec<Move> = outcome.best.into_iter().chain(ponder).collect();
        match &self.notation().line(&self.engine.position(), &moves)[..] {
            [] => send(out, "bestmove (none)"),
            [best] => send(out, &format!("bestmove {best}")),
            [best, ponder, ..] => send(out, &format!("bestmove {best} ponder {ponder}")),
        }
    }

    fn notation(&self) -> Notation {
        Notation::of(&self.engine)
    }
}

impl Protocol for Uci {
    fn is_busy(&self) -> bool {
        self.turns.is_running()
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut out = Vec::new();
        if self.closed || self.input_ended {
            return out;
        }
        match commands::find(line) {
            Some((command, arguments)) => self.read(command, line, arguments, &mut out),
            None if line.trim().is_empty() || line.trim_start().starts_with('#') => {}
            None => out = unknown_command(line),
        }
        out
    }

    fn event(&mut self, event: Event) -> Vec<Action> {
        let mut out = Vec::new();
        match event {
            Event::Search(event) => {
                info::write(&event, self.notation(), &self.engine.position(), &mut out);
            }
            Event::Counting(time) => send(&mut out, &format!("info time {}", time.as_millis())),
            Event::Done(answer) => {
                self.answer(answer, &mut out);
                self.turns.end();
                self.work_off(&mut out);
            }
        }
        out
    }

    fn end_of_input(&mut self) -> Vec<Action> {
        let mut out = Vec::new();
        self.input_ended = true;
        self.turns.stop_endless();
        self.work_off(&mut out);
        out
    }

    fn quit(&mut self) -> Vec<Action> {
        let mut out = Vec::new();
        self.input_ended = true;
        self.turns.drop_waiting();
        self.turns.stop_running();
        self.work_off(&mut out);
        out
    }

    fn bad_line(&self, what: &str) -> Vec<Action> {
        bad_line(what)
    }
}

/// Whether the dialect has a command for this line.
pub(super) fn is_command(line: &str) -> bool {
    commands::find(line).is_some()
}

/// Says that there is no command for this line.
pub(super) fn unknown_command(line: &str) -> Vec<Action> {
    let line = excerpt(line.trim());
    bad_line(&format!("unknown command '{line}', 'help' lists the commands"))
}

/// Says what is wrong with a line.
pub(super) fn bad_line(what: &str) -> Vec<Action> {
    let mut out = Vec::new();
    error(&mut out, what);
    out
}

/// A line that is to wait, with what a stop or the end of the input must know of it.
fn waiting(command: Command, line: &str, arguments: &str) -> Waiting {
    // Whose clocks they are makes no difference here.
    let read = || GoLine::read(arguments, Notation::Othello);
    let ending = match (command == Command::Go).then(read) {
        Some(Ok(GoLine::Search(go))) => Ending::of(&go.limits),
        _ => Ending::Itself,
    };
    let stop = command.can_be_stopped().then(StopSignal::default);
    Waiting { line: line.into(), stop, ending }
}

fn send(out: &mut Vec<Action>, line: &str) {
    out.push(Action::Send(line.into()));
}

fn info(out: &mut Vec<Action>, text: &str) {
    out.push(Action::Send(format!("info string {text}")));
}

fn error(out: &mut Vec<Action>, text: impl std::fmt::Display) {
    info(out, &format!("error: {text}"));
}
