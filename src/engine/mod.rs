//! One player: options, a game, a table and an evaluation. Synchronous, and without a word of any
//! protocol.

mod bench;
mod handle;
mod level;
mod memory;
mod options;

use std::fs;
use std::io;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

pub use bench::{BENCH_DEPTH, BenchReport, bench};
use handle::search;
pub use handle::{Answer, Event, Job, PerftReport, TreeSearch, count_leaves, spawn};
pub use level::{LEVELS, Level};
pub use options::{Kind, OPTIONS, OptionError, OptionSpec, Options, find_option};

use crate::board::{Game, Move, Position};
use crate::eval::{Evaluation, Evaluator, Linear, Network, Positional, Score};
use crate::search::mcts::Tree;
use crate::search::{AllocationError, Progress, SearchRequest, Table};
pub use crate::search::{Clock, Limits, SearchEvent, StopSignal};
use options::EvalKind;

/// A player with its state.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    game: Game,
    table: Option<Arc<Table>>,
    tree: Option<Arc<Mutex<Tree>>>,
    /// The size last told of a table that is smaller than `Hash` says.
    told: Option<usize>,
    /// When the last search was asked for.
    asked: Instant,
    limits: EngineLimits,
    /// How many games a level has begun with its seed.
    games: u64,
}

/// Stops the searches that nobody can stop: never.
static NOBODY: LazyLock<StopSignal> = LazyLock::new(StopSignal::default);

/// What a player may take of the machine, whatever its options say; by default, all of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineLimits {
    /// The most MiB for the table.
    pub table: Option<usize>,
    /// The most threads.
    pub threads: Option<u32>,
    /// Whether nobody has a file read, of whatever kind: the weights of patterns and the network
    /// stay those it begins with.
    pub fixed_eval_file: bool,
}

/// What a changed option brought with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// Setting weights also selected the evaluation they belong to.
    FeaturesSelected,
    /// The table has so many MiB, fewer than `Hash` says.
    SmallerTable(usize),
}

/// What to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Only these moves; empty: all.
    pub search_moves: Vec<Move>,
    /// When to end; the overhead of the clock is filled in from the options.
    pub limits: Limits,
}

/// All that a search needs.
struct Search {
    request: SearchRequest,
    evaluation: Evaluation,
    table: Arc<Table>,
    tree: Option<TreeSearch>,
}

/// What a search on the calling thread came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// What the best move of the last finished depth is worth to the side to move.
    pub score: Option<Score>,
    /// Of the last finished depth: with its nodes and time, which what was broken off later does
    /// not count for.
    pub finished: Progress,
}

impl Engine {
    /// A player at the start of a game.
    pub fn new(mut options: Options, limits: EngineLimits) -> Self {
        options.threads = options.threads.min(limits.threads.unwrap_or(u32::MAX));
        let asked = Instant::now();
        let game = Game::default();
        Self { options, game, table: None, tree: None, told: None, asked, limits, games: 0 }
    }

    /// The options as they were set.
    pub fn into_options(self) -> Options {
        self.options
    }

    /// The options that GUIs are told of.
    pub fn listed_options(&self) -> impl Iterator<Item = &'static OptionSpec> {
        self.options.listed()
    }

    /// The value of an option, as text; `None` for a button or a name that is none.
    pub fn option(&self, name: &str) -> Option<String> {
        find_option(name)?.get(&self.options)
    }

    /// The game that is being looked at.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position at the end of the game.
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Looks at another game, or further on in the same one; the table is kept.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Goes to the start position and forgets what earlier games left in the table.
    pub fn new_game(&mut self) {
        self.game = Game::default();
        self.clear_table();
    }

    /// The same, and a level draws other moves than in the game before. The games that follow when
    /// the seed is set are always the same.
    pub fn next_game(&mut self) {
        self.new_game();
        self.games += 1;
    }

    /// Reads a file for whoever this player listens to.
    ///
    /// # Errors
    /// When it cannot be read, or nobody may have files read here.
    pub fn read_file(&self, path: &str) -> io::Result<Vec<u8>> {
        if self.limits.fixed_eval_file {
            let refusal = "no files are read for a session here";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, refusal));
        }
        fs::read(path)
    }

    /// The evaluation of full strength.
    pub fn evaluation(&self) -> Evaluation {
        match self.options.eval {
            EvalKind::Pattern => Evaluation::Pattern(self.options.eval_file.pattern()),
            EvalKind::Features => Evaluation::Features(self.linear()),
            EvalKind::Positional => Evaluation::Positional(Positional),
            EvalKind::Network => Evaluation::Network(self.network()),
        }
    }

    /// The network, in use or not.
    pub fn network(&self) -> Network {
        self.options.network_file.network()
    }

    /// Does what the first search would have to wait for: unpacks the weights, some 60 ms, unless
    /// that has been done.
    pub fn get_ready(&self) {
        drop((self.evaluation(), self.network()));
    }

    /// What the evaluation in use, which may be a level's, says of the position, for the side to
    /// move.
    pub fn estimate(&self) -> Score {
        let evaluation = match self.level() {
            Some(number) => LEVELS[number - 1].evaluation(),
            None => self.evaluation(),
        };
        evaluation.evaluate(self.position().board)
    }

    /// The linear evaluation with the weights as set, in use or not.
    pub const fn linear(&self) -> Linear {
        Linear { weights: self.options.weights }
    }

    /// Sets an option by its name (in any case), or presses a button.
    ///
    /// # Errors
    /// When there is no such option, or the value is not one of its values, or there is no memory
    /// for it; nothing has then changed.
    pub fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<Note>, OptionError> {
        let spec = find_option(name).ok_or_else(|| OptionError::Unknown(name.into()))?;
        let is_file = matches!(spec.name, "EvalFile" | "NetworkFile" | "WeightsFile");
        if is_file && self.limits.fixed_eval_file {
            return Err(OptionError::FixedFile(spec.name));
        }
        let mut options = self.options.clone();
        let mut note = None;
        match &spec.kind {
            Kind::Button => self.clear_table(),
            _ => spec.set(&mut options, value)?,
        }
        if let Some(most) = self.limits.threads.filter(|&most| options.threads > most) {
            return Err(OptionError::TooManyThreads { threads: options.threads, most });
        }
        let sets_weights = spec.name == "Weights"
            || spec.name == "WeightsFile" && !options.weights_file.is_empty();
        if sets_weights && options.eval != EvalKind::Features {
            options.eval = EvalKind::Features;
            note = Some(Note::FeaturesSelected);
        }
        if options.hash != self.options.hash {
            note = self.resize_table(options.hash)?.or(note);
        }
        // What the table knows was found with other values: it would mix with new ones.
        let values_change = options.eval != self.options.eval
            || options.eval_file != self.options.eval_file
            || options.network_file != self.options.network_file
            || options.weights != self.options.weights
            || options.contempt != self.options.contempt
            || options.margins != self.options.margins
            || options.tree != self.options.tree;
        // And the shares of memory change.
        let search_changes = options.search != self.options.search;
        self.options = options;
        if spec.name == "Seed" {
            self.games = 0;
        }
        if search_changes {
            (self.table, self.tree) = (None, None);
        } else if values_change {
            self.clear_table();
        }
        Ok(note)
    }

    /// A search of the current position, ready to be run, and whether its table is smaller than
    /// asked for.
    ///
    /// # Errors
    /// When there is no memory for even the smallest table.
    pub fn search_job(&mut self, go: Go) -> Result<(Job, Option<Note>), AllocationError> {
        let (search, note) = self.prepare(go)?;
        let Search { request, evaluation, table, tree } = search;
        self.asked = request.since;
        Ok((Job::Search { request: Box::new(request), evaluation, table, tree }, note))
    }

    /// How long ago the last search job was asked for.
    pub fn time_since_search(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Searches the current position on the calling thread, until a limit is reached: there is
    /// nobody to stop it.
    ///
    /// # Errors
    /// When there is no memory for even the smallest table.
    pub fn think(&mut self, go: Go) -> Result<Thought, AllocationError> {
        let (Search { request, evaluation, table, tree }, _) = self.prepare(go)?;
        let mut finished = Progress::default();
        let mut score = None;
        let outcome = search(&request, &evaluation, &table, tree.as_ref(), &NOBODY, &mut |event| {
            if let SearchEvent::Iteration(iteration) = event {
                finished = iteration.progress;
                score = iteration.lines.first().map(|line| line.score);
            }
        });
        Ok(Thought { best: outcome.best, score, finished })
    }

    /// A search of the current position, at full strength or a level's.
    fn prepare(&mut self, go: Go) -> Result<(Search, Option<Note>), AllocationError> {
        let mut request = self.request(go);
        let Some(number) = self.level() else {
            let (table, note) = self.table(&request.limits)?;
            let tree = if request.wants_result() { None } else { self.tree()? };
            if tree.is_some() {
                // It makes no cuts on shallow searches, and nobody is to be told of any.
                request.selectivity = 100;
            }
            return Ok((Search { request, evaluation: self.evaluation(), table, tree }, note));
        };
        let level = &LEVELS[number - 1];
        level.restrain(&mut request, self.level_seed());
        let (evaluation, table) = (level.evaluation(), Level::table()?);
        Ok((Search { request, evaluation, table, tree: None }, None))
    }

    /// The current position with all that the options say; its time runs from now on.
    fn request(&self, go: Go) -> SearchRequest {
        let options = &self.options;
        let mut limits = go.limits;
        if let Some(clock) = &mut limits.clock {
            clock.overhead = Duration::from_millis(options.move_overhead.into());
        }
        SearchRequest {
            board: self.position().board,
            search_moves: go.search_moves,
            limits,
            since: Instant::now(),
            lines: options.multi_pv as usize,
            endgame_depth: options.endgame_depth,
            draw: Score::heuristic(-options.contempt),
            variety: options.variety,
            selectivity: options.selectivity,
            threads: options.threads,
            seed: options.seed,
            margins: options.margins,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_search_on_this_thread_finds_what_one_on_its_own_does() {
        let go = || Go { limits: Limits { depth: Some(6), ..Limits::default() }, ..Go::default() };
        let engine = || Engine::new(Options::default(), EngineLimits::default());
        let thought = engine().think(go()).unwrap();

        let (job, _) = engine().search_job(go()).unwrap();
        let (sender, events) = mpsc::channel();
        spawn(job, StopSignal::default(), move |event| sender.send(event).unwrap());
        let events: Vec<Event> = events.iter().collect();
        let [.., Event::Search(SearchEvent::Iteration(last)), Event::Done(answer)] = &events[..]
        else {
            panic!("{events:?}")
        };
        assert!(matches!(answer, Answer::BestMove(outcome) if outcome.best == thought.best));
        assert_eq!((last.progress.depth, last.progress.nodes), (6, thought.finished.nodes));
    }
}
