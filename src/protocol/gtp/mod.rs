//! GTP, the Go Text Protocol, as programs for Othello speak it: see `protocol.md`.

mod analysis;
mod commands;
mod load;
mod record;
mod strength;

use super::turns::{Ending, Turns, Waiting};
use super::{Action, Protocol, words};
use crate::board::{Color, Move};
use crate::engine::{Answer, Engine, Event, Go, Job};
use crate::notation::{excerpt, side_from_name};
use crate::search::{Line, SearchEvent, StopSignal};
use commands::{Command, CommandLine};
use record::{Record, vertex};
use strength::Strength;

/// The text of a response, of one or more lines, or that of a failure.
type Response = Result<String, String>;

/// A session: an engine, a game, and what has been asked of them.
#[derive(Debug)]
pub struct Gtp {
    engine: Engine,
    record: Record,
    strength: Strength,
    turns: Turns,
    search: Option<Search>,
    /// `quit` has been read; the id it came with.
    quit: Option<Option<String>>,
    input_ended: bool,
    closed: bool,
}

/// The search that runs.
#[derive(Debug)]
struct Search {
    id: Option<String>,
    command: Command,
    /// How many plies the game had before the command.
    before: usize,
    /// The best lines of the last finished depth.
    lines: Vec<Line>,
}

impl Gtp {
    /// A session that has not been spoken to yet.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            record: Record::default(),
            strength: Strength::default(),
            turns: Turns::new(),
            search: None,
            quit: None,
            input_ended: false,
            closed: false,
        }
    }

    /// Lets a line wait its turn. A response for which there is no room comes out of turn.
    fn wait(&mut self, text: &str, line: &CommandLine<'_>, out: &mut Vec<Action>) {
        let searches = line.command.is_some_and(Command::searches);
        let stop = searches.then(StopSignal::default);
        let waiting = Waiting { line: text.into(), stop, ending: Ending::Itself };
        if let Err(count) = self.turns.wait(waiting) {
            let text = format!("{count} commands wait already, this one is dropped");
            respond(line.id, Err(text), out);
        }
    }

    /// Takes lines that wait until one of them starts a search again.
    fn work_off(&mut self, out: &mut Vec<Action>) {
        while let Some(waiting) = self.turns.next() {
            if let Some(line) = CommandLine::read(&waiting.line) {
                self.execute(&line, waiting.stop.unwrap_or_default(), out);
            }
        }
        if self.input_ended && !self.turns.is_running() && !self.closed {
            self.closed = true;
            if let Some(id) = self.quit.take() {
                respond(id.as_deref(), Ok(String::new()), out);
            }
            out.push(Action::Close);
        }
    }

    fn execute(&mut self, line: &CommandLine<'_>, stop: StopSignal, out: &mut Vec<Action>) {
        let response = match line.command {
            Some(command) if command.searches() => {
                match self.begin_search(command, line, stop, out) {
                    Ok(None) => return,
                    Ok(Some(text)) => Ok(text),
                    Err(text) => Err(text),
                }
            }
            Some(command) => self.answer(command, line.arguments),
            None => Err("unknown command".into()),
        };
        respond(line.id, response, out);
    }

    /// Answers a command that takes no time.
    fn answer(&mut self, command: Command, arguments: &str) -> Response {
        let done = || Ok(String::new());
        match command {
            Command::ProtocolVersion => Ok("2".into()),
            Command::Name => Ok("Outflank".into()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").into()),
            Command::IsKnown => Ok(Command::from_name(arguments).is_some().to_string()),
            Command::ListAll => Ok(Command::names().collect::<Vec<_>>().join("\n")),
            Command::BoardSize => match arguments.parse() {
                Ok(8) => done(),
                Ok(_) => Err("unacceptable size".into()),
                Err(_) => Err("syntax error: boardsize wants a number".into()),
            },
            Command::ClearBoard => {
                self.engine.next_game();
                self.begin(Record::default());
                done()
            }
            // A handicap in discs has no meaning here.
            Command::Komi => match arguments.parse::<f64>() {
                Ok(_) => done(),
                Err(_) => Err("syntax error: komi wants a number".into()),
            },
            Command::Play => self.play(arguments),
            Command::Undo if self.record.undo() => done(),
            Command::Undo => Err("cannot undo".into()),
            Command::ShowBoard => Ok(self.record.drawn()),
            Command::FinalScore => self.record.final_score().ok_or_else(|| "cannot score".into()),
            Command::TimeSettings => self.strength.set_control(arguments).and_then(|()| done()),
            Command::TimeLeft => {
                let (side, rest) = side_and_rest(arguments)?;
                self.strength.set_left(side, rest).and_then(|()| done())
            }
            Command::SetGame if arguments.eq_ignore_ascii_case("othello") => done(),
            Command::SetGame => Err("unsupported game".into()),
            Command::ListGames | Command::RulesGameId => Ok("Othello".into()),
            Command::LoadSgf => self.load(arguments),
            Command::SetLevel => self.set_level(arguments),
            Command::RulesBoard => Ok(self.record.rows_from_the_bottom()),
            Command::RulesBoardSize => Ok("8".into()),
            Command::RulesLegalMoves => Ok(self.record.legal_moves()),
            Command::RulesSideToMove => {
                Ok(self.record.position().side.to_string().to_ascii_lowercase())
            }
            Command::RulesFinalResult => {
                self.record.final_result().ok_or_else(|| "cannot score".into())
            }
            Command::AnalyzeCommands => Ok(analysis::COMMANDS.into()),
            Command::Evaluation => Ok(self.evaluation()),
            // Read before, see `line`; or they search.
            Command::Quit
            | Command::GenMove
            | Command::RegGenMove
            | Command::MoveValues
            | Command::BestLine => done(),
        }
    }

    fn play(&mut self, arguments: &str) -> Response {
        let (side, mv) = side_and_rest(arguments)?;
        let mv = Move::from_name(mv)
            .ok_or("syntax error: play wants a colour and a move, for example 'play black d3'")?;
        self.record.play(side, mv)?;
        Ok(String::new())
    }

    fn set_level(&mut self, arguments: &str) -> Response {
        let solve_from = self.strength.set_level(arguments)?.to_string();
        let result = self.engine.set_option("EndgameDepth", Some(&solve_from));
        result.map(|_| String::new()).map_err(|error| error.to_string())
    }

    /// A game begins, or goes on, somewhere else: nothing is known of the time that is left in it.
    fn begin(&mut self, record: Record) {
        self.record = record;
        self.strength.begin_game();
    }

    fn load(&mut self, arguments: &str) -> Response {
        let load::Loaded { game, games } = load::load(&self.engine, arguments)?;
        self.begin(Record::of(game));
        Ok(if games == 1 { String::new() } else { format!("game 1 of {games}") })
    }

    /// What the evaluation says of the position, without a search.
    fn evaluation(&mut self) -> String {
        self.record.final_score().unwrap_or_else(|| {
            self.engine.set_game(self.record.game().clone());
            analysis::estimate(self.record.position().side, self.engine.estimate())
        })
    }

    /// Starts a search, unless there is nothing to search: then the response comes back.
    fn begin_search(
        &mut self,
        command: Command,
        line: &CommandLine<'_>,
        stop: StopSignal,
        out: &mut Vec<Action>,
    ) -> Result<Option<String>, String> {
        let plays = matches!(command, Command::GenMove | Command::RegGenMove);
        let before = if plays {
            let (side, _) = side_and_rest(line.arguments)?;
            self.record.begin_step(side)?
        } else {
            self.record.game().plies().len()
        };
        let search = Search { id: line.id.map(Into::into), command, before, lines: Vec::new() };
        let position = self.record.position();
        if position.board.legal_moves().is_empty() {
            return self.finish(&search, plays.then_some(Move::Pass)).map(Some);
        }
        let limits = self.strength.limits(position.side);
        self.engine.set_game(self.record.game().clone());
        let go = Go { limits, ..Go::default() };
        match self.engine.search_job(go) {
            Ok((mut job, _)) => {
                if let (Command::MoveValues, Job::Search { request, .. }) = (command, &mut job) {
                    request.lines = position.board.legal_moves().len() as usize;
                }
                self.search = Some(search);
                self.turns.begin(stop.clone(), Ending::Itself);
                out.push(Action::Start(job, stop));
                Ok(None)
            }
            Err(error) => {
                self.record.cut(before);
                Err(error.to_string())
            }
        }
    }

    /// The response to a command that searched.
    fn finish(&mut self, search: &Search, best: Option<Move>) -> Response {
        match search.command {
            Command::MoveValues => return Ok(analysis::move_values(&search.lines)),
            Command::BestLine => return Ok(analysis::best_line(&search.lines)),
            Command::GenMove => {}
            _ => self.record.cut(search.before),
        }
        let Some(mv) = best else {
            self.record.cut(search.before);
            return Err("this broke down: a mistake in this program, or no thread to be had".into());
        };
        if search.command == Command::GenMove {
            self.record.end_step(search.before, mv)?;
        }
        Ok(vertex(mv))
    }
}

impl Protocol for Gtp {
    fn is_busy(&self) -> bool {
        self.turns.is_running()
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut out = Vec::new();
        if self.closed || self.input_ended {
            return out;
        }
        let text = commands::clean(line);
        let Some(line) = CommandLine::read(&text) else { return out };
        if line.command == Some(Command::Quit) {
            // What came before is answered, but takes no more time.
            self.quit = Some(line.id.map(Into::into));
            self.input_ended = true;
            self.turns.stop_all();
            self.work_off(&mut out);
        } else if self.turns.is_running() {
            self.wait(&text, &line, &mut out);
        } else {
            self.execute(&line, StopSignal::default(), &mut out);
        }
        out
    }

    fn event(&mut self, event: Event) -> Vec<Action> {
        let mut out = Vec::new();
        match event {
            Event::Search(SearchEvent::Iteration(iteration)) => {
                if let Some(search) = &mut self.search {
                    search.lines = iteration.lines;
                }
            }
            // There is no line for it: GTP answers and says nothing else.
            Event::Search(SearchEvent::Progress(_)) | Event::Counting(_) => {}
            Event::Done(answer) => {
                let best = match answer {
                    Answer::BestMove(outcome) | Answer::Broken(Some(outcome)) => outcome.best,
                    Answer::Broken(None) | Answer::Perft(_) | Answer::Bench(_) => None,
                };
                if let Some(search) = self.search.take() {
                    let response = self.finish(&search, best);
                    respond(search.id.as_deref(), response, &mut out);
                }
                self.turns.end();
                self.work_off(&mut out);
            }
        }
        out
    }

    fn end_of_input(&mut self) -> Vec<Action> {
        let mut out = Vec::new();
        self.input_ended = true;
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
        respond(None, Err(what.into()), &mut out);
        out
    }
}

/// Whether a session that begins with this line speaks GTP. `quit` alone could be said in any
/// dialect.
pub(super) fn is_first_line(line: &str) -> bool {
    let text = commands::clean(line);
    CommandLine::read(&text).is_some_and(|line| match line.command {
        Some(Command::Quit) => line.id.is_some(),
        command => command.is_some(),
    })
}

/// The colour at the start of the arguments, and the rest of them.
fn side_and_rest(arguments: &str) -> Result<(Color, &str), String> {
    let (word, rest) = words::split_first(arguments).unwrap_or_default();
    side_from_name(word)
        .map(|side| (side, rest))
        .ok_or_else(|| format!("syntax error: '{}' is no colour, black or white", excerpt(word)))
}

/// Writes a response and the empty line that ends it.
fn respond(id: Option<&str>, response: Response, out: &mut Vec<Action>) {
    let (sign, text) = match response {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let mut lines = text.lines();
    let blank = if text.is_empty() { "" } else { " " };
    let first = lines.next().unwrap_or_default();
    out.push(Action::Send(format!("{sign}{}{blank}{first}", id.unwrap_or_default())));
    out.extend(lines.map(|line| Action::Send(line.into())));
    out.push(Action::Send(String::new()));
}

#[cfg(test)]
mod tests {
    use super::super::uci;
    use super::*;

    #[test]
    fn no_first_line_is_of_two_dialects() {
        for name in Command::names() {
            assert_eq!(is_first_line(name), !uci::is_command(name), "{name}");
            assert!(is_first_line(&format!("\t1 {name} x # y")), "{name}");
        }
        for line in ["", "# name", "1", "1 uci", "uci name", "Name"] {
            assert!(!is_first_line(line), "{line}");
        }
    }
}
