//! The primary dialect, UCI-style, with its UGI form: see `protocol.md`.

mod commands;
mod go;
mod info;
mod people;
mod position;
mod query;

use std::collections::VecDeque;

use super::{Action, words};
use crate::engine::{Answer, Engine, Event, Go, Job, Note};
use crate::notation::excerpt;
use crate::search::{Limits, Outcome, StopSignal};
use commands::{Command, Timing};
use go::GoLine;

/// The most lines that wait for a search to end.
pub const MOST_WAITING: usize = 1000;
/// The most bytes of them.
pub const MOST_WAITING_BYTES: usize = 1 << 20;

/// A session: an engine and what has been asked of it.
#[derive(Debug)]
pub struct Uci {
    engine: Engine,
    /// Whether the session speaks UGI: `bestmove` then has exactly two words.
    ugi: bool,
    debug: bool,
    running: Option<Running>,
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
    input_ended: bool,
    closed: bool,
}

/// The job that runs.
#[derive(Debug)]
struct Running {
    stop: StopSignal,
    ending: Ending,
    waiting_announced: bool,
}

/// A line whose turn has not come.
#[derive(Debug)]
struct Waiting {
    line: String,
    /// For what can be stopped: made when the line was read, so that a stop meant for it is kept.
    stop: Option<StopSignal>,
    ending: Ending,
}

/// How a job comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// By itself.
    Itself,
    /// Only when it is told to.
    Told,
    /// When it is told to, or that the expected move was played; after that, as the other says.
    Ponder { then_told: bool },
}

impl Ending {
    fn of(limits: &Limits) -> Self {
        let told = go::is_endless(limits);
        match limits.ponder {
            true => Self::Ponder { then_told: told },
            false if told => Self::Told,
            false => Self::Itself,
        }
    }

    fn after_ponder_hit(self) -> Self {
        match self {
            Self::Ponder { then_told: true } => Self::Told,
            Self::Ponder { then_told: false } => Self::Itself,
            other => other,
        }
    }

    fn is_pondering(self) -> bool {
        matches!(self, Self::Ponder { .. })
    }
}

impl Uci {
    /// A session that has not been spoken to yet.
    pub const fn new(engine: Engine) -> Self {
        Self {
            engine,
            ugi: false,
            debug: false,
            running: None,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            input_ended: false,
            closed: false,
        }
    }

    /// Whether a job runs.
    pub const fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// A line has been read.
    pub fn line(&mut self, line: &str) -> Vec<Action> {
        let mut out = Vec::new();
        if self.closed || self.input_ended {
            return out;
        }
        match commands::find(line) {
            Some((command, arguments)) => self.read(command, line, arguments, &mut out),
            None if line.trim().is_empty() || line.trim_start().starts_with('#') => {}
            None => {
                let line = excerpt(line.trim());
                error(&mut out, format!("unknown command '{line}', 'help' lists the commands"));
            }
        }
        out
    }

    /// The running job has said something.
    pub fn event(&mut self, event: Event) -> Vec<Action> {
        let mut out = Vec::new();
        match event {
            Event::Search(event) => info::write(&event, &mut out),
            Event::Done(answer) => {
                self.answer(answer, &mut out);
                self.running = None;
                self.work_off(&mut out);
            }
        }
        out
    }

    /// The input has ended: what waits is worked off, what has no end of its own is stopped.
    pub fn end_of_input(&mut self) -> Vec<Action> {
        let mut out = Vec::new();
        self.input_ended = true;
        if let Some(running) =
            self.running.as_ref().filter(|running| running.ending != Ending::Itself)
        {
            running.stop.stop();
        }
        for waiting in self.waiting.iter().filter(|waiting| waiting.ending != Ending::Itself) {
            if let Some(stop) = &waiting.stop {
                stop.stop();
            }
        }
        self.work_off(&mut out);
        out
    }

    /// The session is to end: what runs answers first, what waits is dropped.
    pub fn quit(&mut self) -> Vec<Action> {
        self.waiting.clear();
        self.waiting_bytes = 0;
        let mut out = Vec::new();
        self.input_ended = true;
        match &self.running {
            Some(running) => running.stop.stop(),
            None => self.close(&mut out),
        }
        out
    }

    /// A line could not be read.
    pub fn bad_line(&self, what: &str) -> Vec<Action> {
        let mut out = Vec::new();
        error(&mut out, what);
        out
    }

    /// Acts on a line at once, or lets it wait its turn.
    fn read(&mut self, command: Command, line: &str, arguments: &str, out: &mut Vec<Action>) {
        let at_once = match command.timing() {
            Timing::AtOnce => true,
            Timing::ReadOnly => self.waiting.is_empty(),
            Timing::InTurn => self.waiting.is_empty() && self.running.is_none(),
        };
        if at_once {
            self.execute(command, arguments, StopSignal::default(), out);
            return;
        }
        if self.waiting.len() >= MOST_WAITING
            || self.waiting_bytes + line.len() > MOST_WAITING_BYTES
        {
            let waiting = self.waiting.len();
            let line = excerpt(line.trim());
            let text =
                format!("{waiting} lines wait already, '{line}' is dropped; send stop first");
            error(out, text);
            return;
        }
        self.wait(command, line, arguments);
        if let Some(running) = self.running.as_mut()
            && running.ending != Ending::Itself
            && !running.waiting_announced
        {
            running.waiting_announced = true;
            info(out, "waiting for stop");
        } else if self.debug {
            info(out, &format!("waiting: {}", excerpt(line.trim())));
        }
    }

    fn wait(&mut self, command: Command, line: &str, arguments: &str) {
        let go = (command == Command::Go).then(|| GoLine::read(arguments));
        let ending = match &go {
            Some(Ok(GoLine::Search(go))) => Ending::of(&go.limits),
            _ => Ending::Itself,
        };
        let stop = command.can_be_stopped().then(StopSignal::default);
        self.waiting_bytes += line.len();
        self.waiting.push_back(Waiting { line: line.into(), stop, ending });
    }

    /// Takes lines that wait until one of them starts a job again.
    fn work_off(&mut self, out: &mut Vec<Action>) {
        while self.running.is_none() {
            let Some(waiting) = self.waiting.pop_front() else {
                if self.input_ended {
                    self.close(out);
                }
                return;
            };
            self.waiting_bytes -= waiting.line.len();
            if let Some((command, arguments)) = commands::find(&waiting.line) {
                self.execute(command, arguments, waiting.stop.unwrap_or_default(), out);
            }
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
            Command::IsReady => send(out, "readyok"),
            Command::Debug => self.set_debug(arguments, out),
            Command::SetOption => self.set_option(arguments, out),
            Command::NewGame => self.engine.new_game(),
            Command::Position => self.set_position(arguments, out),
            Command::Go => self.go(arguments, stop, out),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
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
        for spec in &crate::engine::OPTIONS {
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
        match position::read(arguments) {
            Ok(game) => self.engine.set_game(game),
            Err(text) => error(out, format!("position: {text}; the last one stays")),
        }
    }

    fn go(&mut self, arguments: &str, stop: StopSignal, out: &mut Vec<Action>) {
        match GoLine::read(arguments) {
            Ok(GoLine::Search(go)) => self.search(*go, stop, out),
            Ok(GoLine::Perft(arguments)) => self.perft(arguments, stop, out),
            Err(text) => error(out, format!("go: {text}")),
        }
    }

    fn search(&mut self, line: go::SearchLine, stop: StopSignal, out: &mut Vec<Action>) {
        let position = self.engine.position();
        if !line.unknown_moves.is_empty() {
            let words = line.unknown_moves.join(" ");
            error(out, format!("go searchmoves: '{}' is no move, left out", excerpt(&words)));
        }
        let legal = position.moves();
        if !line.search_moves.is_empty() && !line.search_moves.iter().any(|mv| legal.contains(mv)) {
            error(out, "go searchmoves: none of these moves is legal, all moves are searched");
        }
        let limits = line.limits(position.side);
        let ending = Ending::of(&limits);
        match self.engine.search_job(Go { search_moves: line.search_moves, limits }) {
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
        self.running = Some(Running { stop: stop.clone(), ending, waiting_announced: false });
        out.push(Action::Start(job, stop));
    }

    /// Stops what runs and everything that has been asked for and waits.
    fn stop(&mut self) {
        let waiting = self.waiting.iter().filter_map(|waiting| waiting.stop.as_ref());
        for stop in self.running.iter().map(|running| &running.stop).chain(waiting) {
            stop.stop();
        }
    }

    /// Tells the last `go ponder` that the expected move was played.
    fn ponder_hit(&mut self) {
        if let Some(waiting) =
            self.waiting.iter_mut().rev().find(|waiting| waiting.ending.is_pondering())
        {
            waiting.ending = waiting.ending.after_ponder_hit();
            if let Some(stop) = &waiting.stop {
                stop.ponder_hit();
            }
        } else if let Some(running) =
            self.running.as_mut().filter(|running| running.ending.is_pondering())
        {
            running.ending = running.ending.after_ponder_hit();
            running.stop.ponder_hit();
        }
    }

    fn answer(&self, answer: Answer, out: &mut Vec<Action>) {
        match answer {
            Answer::BestMove(outcome) => self.best_move(outcome, out),
            Answer::Broken(outcome) => {
                error(out, "the search broke down through a mistake in this program");
                if let Some(outcome) = outcome {
                    self.best_move(outcome, out);
                }
            }
            Answer::Perft(Some(report)) => people::perft_result(&report, out),
            Answer::Bench(Some(report)) => people::bench_result(&report, out),
            Answer::Perft(None) | Answer::Bench(None) => info(out, "stopped, no result"),
        }
    }

    fn best_move(&self, outcome: Outcome, out: &mut Vec<Action>) {
        let best = outcome.best.map_or_else(|| "(none)".into(), |mv| mv.to_string());
        match outcome.ponder.filter(|_| !self.ugi) {
            Some(ponder) => send(out, &format!("bestmove {best} ponder {ponder}")),
            None => send(out, &format!("bestmove {best}")),
        }
    }
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
