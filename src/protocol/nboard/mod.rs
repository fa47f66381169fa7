//! The dialect of the GUI NBoard, versions 1 and 2: see `protocol.md`.
//!
//! Whatever is wrong or worth knowing goes into a `status` line: NBoard takes a line that it does
//! not know for a failure of the engine.

mod commands;
mod game;
mod lines;

use super::turns::{Ending, Turns};
use super::{Action, Protocol, words};
use crate::board::{Color, Game, Position};
use crate::engine::{Answer, Engine, Event, Go, Job, Note};
use crate::eval::Score;
use crate::notation::{Record, excerpt};
use crate::search::{Iteration, Limits, Line, Outcome, SearchEvent, StopSignal};
use commands::Command;

/// Plies to search before a `set depth` has come.
const DEPTH: u32 = 12;

/// A session: an engine, the game that is looked at, and what has been asked.
#[derive(Debug)]
pub struct NBoard {
    engine: Engine,
    /// The game, with the times of its moves.
    record: Record,
    depth: u32,
    /// What a draw is worth to Black, in centidiscs; `None`: as the engine's option says.
    draw: Option<i32>,
    turns: Turns,
    /// What runs.
    task: Task,
    input_ended: bool,
    closed: bool,
}

#[derive(Debug)]
enum Task {
    Nothing,
    /// `go`, with the last line found.
    Move(Option<Line>),
    Hint,
    Analysis(Analysis),
}

/// A search of each position of a game, the last one first.
#[derive(Debug)]
struct Analysis {
    /// So many moves were made before the position that is being searched.
    moves_made: usize,
    /// What is known of it so far.
    score: Option<Score>,
    stop: StopSignal,
}

impl NBoard {
    /// A session at the start of a game.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            record: Record::default(),
            depth: DEPTH,
            draw: None,
            turns: Turns::new(),
            task: Task::Nothing,
            input_ended: false,
            closed: false,
        }
    }

    fn execute(&mut self, command: Command<'_>, stop: StopSignal, out: &mut Vec<Action>) {
        let mut done = Ok(());
        match command {
            Command::SetDepth(text) => done = self.set_depth(text, out),
            Command::SetGame(text) => done = game::read(text).map(|record| self.record = record),
            Command::SetContempt(text) => done = self.set_contempt(text),
            Command::Move(text) => done = game::play(&mut self.record, text),
            Command::Hint(text) => done = self.hint(text, stop, out),
            Command::Go => self.go(stop, out),
            Command::Ping(text) => done = ping(text, out),
            Command::Learn => {
                status(out, "nothing learned: there is no book");
                send(out, "learned".into());
            }
            Command::Analyze => {
                status(out, "analyzing the game");
                let moves_made = self.record.game.plies().len();
                self.turns.begin(stop.clone(), Ending::GivingWay);
                self.analyze(Analysis { moves_made, score: None, stop }, out);
            }
            Command::Quit => out.extend(self.quit()),
        }
        if let Err(text) = done {
            error(out, &text);
        }
    }

    fn set_depth(&mut self, text: &str, out: &mut Vec<Action>) -> Result<(), String> {
        let depth: i64 = number(text).ok_or_else(|| wants("set depth", "12", text))?;
        self.depth = depth.clamp(1, Limits::TO_THE_END.into()) as u32;
        // One word: NBoard reads no more of it.
        send(out, "set myname Outflank".into());
        Ok(())
    }

    fn set_contempt(&mut self, text: &str) -> Result<(), String> {
        let draw = number(text).filter(|draw: &f64| draw.is_finite());
        let draw = draw.ok_or_else(|| wants("set contempt", "0", text))?;
        self.draw = Some(draw.round().clamp(-6400.0, 6400.0) as i32);
        Ok(())
    }

    fn hint(&mut self, text: &str, stop: StopSignal, out: &mut Vec<Action>) -> Result<(), String> {
        let moves: i64 = match text {
            "" => 1,
            _ => number(text).ok_or_else(|| wants("hint", "4", text))?,
        };
        let Some(position) = self.position_to_move(out) else { return Ok(()) };
        let moves = moves.clamp(1, 64) as u32;
        let job = self.search_job(position, moves, Limits::default(), out)?;
        status(out, "analyzing");
        self.task = Task::Hint;
        self.turns.begin(stop.clone(), Ending::Told);
        out.push(Action::Start(job, stop));
        Ok(())
    }

    fn go(&mut self, stop: StopSignal, out: &mut Vec<Action>) {
        let Some(position) = self.position_to_move(out) else { return };
        let limits = Limits {
            depth: Some(self.depth),
            clock: game::clock_of_mover(&self.record),
            ..Limits::default()
        };
        match self.search_job(position, 1, limits, out) {
            Ok(job) => {
                status(out, "thinking");
                self.task = Task::Move(None);
                self.turns.begin(stop.clone(), Ending::Itself);
                out.push(Action::Start(job, stop));
            }
            Err(text) => {
                error(out, &text);
                if let Some(&mv) = position.moves().first() {
                    send(out, lines::answer(mv, None, None));
                }
            }
        }
    }

    /// The position at the end of the game, unless there is no move to be found.
    fn position_to_move(&self, out: &mut Vec<Action>) -> Option<Position> {
        let position = self.record.game.position();
        if position.board.is_over() {
            status(out, "the game is over");
            return None;
        }
        Some(position)
    }

    /// Begins the search of the next position, or ends for lack of memory.
    fn analyze(&mut self, analysis: Analysis, out: &mut Vec<Action>) {
        let game = &self.record.game;
        let last = analysis.moves_made.checked_sub(1).and_then(|index| game.plies().get(index));
        let position = last.map_or(game.start(), |ply| ply.after);
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        match self.search_job(position, 1, limits, out) {
            Ok(job) => {
                out.push(Action::Start(job, analysis.stop.clone()));
                self.task = Task::Analysis(analysis);
            }
            Err(text) => {
                error(out, &text);
                self.turns.end();
            }
        }
    }

    /// A search of any position, with so many lines.
    fn search_job(
        &mut self,
        position: Position,
        lines: u32,
        limits: Limits,
        out: &mut Vec<Action>,
    ) -> Result<Job, String> {
        self.set_option("MultiPV", lines)?;
        if let Some(draw) = self.draw {
            // The option is what the mover gives away for a draw.
            let contempt = if position.side == Color::Black { -draw } else { draw };
            self.set_option("Contempt", contempt)?;
        }
        self.engine.set_game(Game::from_position(position));
        let go = Go { limits, ..Go::default() };
        let (job, note) = self.engine.search_job(go).map_err(|error| error.to_string())?;
        if let Some(Note::SmallerTable(size)) = note {
            status(out, &format!("the table has {size} MiB, its share of the memory here"));
        }
        Ok(job)
    }

    fn set_option(&mut self, name: &str, value: impl ToString) -> Result<(), String> {
        let set = self.engine.set_option(name, Some(&value.to_string()));
        set.map(drop).map_err(|error| error.to_string())
    }

    fn iteration(&mut self, iteration: Iteration, out: &mut Vec<Action>) {
        let Iteration { progress, lines } = iteration;
        match &mut self.task {
            // What it found is of no position that the GUI shows.
            Task::Analysis(analysis) => analysis.score = lines.first().map(|line| line.score),
            task => {
                out.extend(lines.iter().map(|line| Action::Send(lines::search(&progress, line))));
                if let Task::Move(best) = task {
                    *best = lines.into_iter().next();
                }
            }
        }
        send(out, lines::node_stats(&progress));
    }

    /// What ran is done.
    fn done(&mut self, answer: Answer, out: &mut Vec<Action>) {
        let outcome = match answer {
            Answer::BestMove(outcome) => outcome,
            Answer::Broken(outcome) => {
                error(out, "this broke down: a mistake in this program, or no thread to be had");
                outcome.unwrap_or_default()
            }
            Answer::Perft(_) | Answer::Bench(_) => Outcome::default(),
        };
        match std::mem::replace(&mut self.task, Task::Nothing) {
            Task::Nothing => {}
            Task::Move(line) => {
                if let Some(mv) = outcome.best {
                    let line = line.filter(|line| line.moves.first() == Some(&mv));
                    let time = self.engine.time_since_search();
                    send(out, lines::answer(mv, line.map(|line| line.score), Some(time)));
                }
            }
            Task::Hint => status(out, ""),
            Task::Analysis(analysis) => {
                if self.went_on_with(analysis, out) {
                    return;
                }
                status(out, "");
            }
        }
        self.turns.end();
        self.work_off(out);
    }

    /// Says what an analysis found of a position and goes on with the one before; `false` at its
    /// end.
    fn went_on_with(&mut self, analysis: Analysis, out: &mut Vec<Action>) -> bool {
        let Analysis { moves_made, score, stop } = analysis;
        let Some(score) = score.filter(|_| !stop.is_stopped()) else { return false };
        send(out, lines::analysis(moves_made, score));
        let Some(moves_made) = moves_made.checked_sub(1) else { return false };
        self.analyze(Analysis { moves_made, score: None, stop }, out);
        self.turns.is_running()
    }

    /// Takes lines that wait until one of them starts a job again.
    fn work_off(&mut self, out: &mut Vec<Action>) {
        while let Some(waiting) = self.turns.next() {
            if let Some(command) = commands::read(&waiting.line) {
                self.execute(command, waiting.stop.unwrap_or_default(), out);
            }
        }
        if self.input_ended && !self.turns.is_running() && !self.closed {
            self.closed = true;
            out.push(Action::Close);
        }
    }
}

impl Protocol for NBoard {
    fn is_busy(&self) -> bool {
        self.turns.is_running()
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut out = Vec::new();
        if self.closed || self.input_ended {
            return out;
        }
        let Some(command) = commands::read(line) else { return out };
        match command {
            Command::Quit => return self.quit(),
            // The GUI has turned to something else.
            Command::Ping(_) => self.turns.stop_all(),
            _ => self.turns.stop_what_gives_way(),
        }
        if !self.turns.is_running() && !self.turns.is_anything_waiting() {
            self.execute(command, StopSignal::default(), &mut out);
        } else if let Err(count) = self.turns.wait(command.waiting(line)) {
            let line = excerpt(line.trim());
            error(&mut out, &format!("{count} lines wait already, '{line}' is dropped"));
        }
        out
    }

    fn event(&mut self, event: Event) -> Vec<Action> {
        let mut out = Vec::new();
        match event {
            Event::Search(SearchEvent::Iteration(iteration)) => self.iteration(iteration, &mut out),
            Event::Search(SearchEvent::Progress(progress)) => {
                send(&mut out, lines::node_stats(&progress));
            }
            Event::Counting(_) => {}
            Event::Done(answer) => self.done(answer, &mut out),
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
        let mut out = Vec::new();
        error(&mut out, what);
        out
    }
}

/// Whether a session that begins with this line is for NBoard.
pub(super) fn is_first_line(line: &str) -> bool {
    words::split_first(line).is_some_and(|(word, _)| word == "nboard")
}

fn ping(text: &str, out: &mut Vec<Action>) -> Result<(), String> {
    let number: i32 = number(text).ok_or_else(|| wants("ping", "1", text))?;
    send(out, format!("pong {number}"));
    Ok(())
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn wants(command: &str, example: &str, text: &str) -> String {
    format!("{command}: '{}' cannot be read, for example `{command} {example}`", excerpt(text))
}

fn send(out: &mut Vec<Action>, line: String) {
    out.push(Action::Send(line));
}

/// The line for people; an empty one clears it.
fn status(out: &mut Vec<Action>, text: &str) {
    send(out, format!("status {text}").trim_end().into());
}

fn error(out: &mut Vec<Action>, text: &str) {
    status(out, &format!("error: {text}"));
}
