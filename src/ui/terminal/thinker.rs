//! The engine at work for a game: one task at a time, on a thread of its own, given up as soon as
//! another is wanted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use super::play::{Finding, Searched, Task};
use crate::analysis::review::{Review, ReviewError, Reviewer};
use crate::board::{Game, Position};
use crate::engine::{
    Answer, Engine, EngineLimits, Event, Go, Limits, Options, SearchEvent, StopSignal, spawn,
};

/// How long full strength thinks about a move.
const FULL_STRENGTH: Duration = Duration::from_secs(2);
/// How long the engine thinks about a hint.
const HINT: Duration = Duration::from_millis(1500);
/// How deep it looks for the value of a position, and in a review.
const VALUE_DEPTH: u32 = 10;
/// MiB of the tables of those who advise.
const ADVISER_TABLE: &str = "16";

/// Whoever thinks about tasks.
#[derive(Debug)]
pub struct Thinker {
    player: Engine,
    adviser: Engine,
    adviser_options: Options,
    /// An answer that comes sooner is kept back so long: people want to see what happens.
    pace: Duration,
    running: Option<Running>,
    count: u64,
}

#[derive(Debug)]
struct Running {
    number: u64,
    task: Task,
    stop: StopSignal,
}

/// What the thinker reports.
#[derive(Debug)]
pub struct Report {
    number: u64,
    finding: Finding,
}

impl Thinker {
    /// A thinker who plays with these options; hints, values and reviews come from full strength.
    pub fn new(options: &Options, pace: Duration) -> Self {
        let player = Engine::new(options.clone(), EngineLimits::default());
        let adviser_options = adviser_options(options);
        let adviser = Engine::new(adviser_options.clone(), EngineLimits::default());
        Self { player, adviser, adviser_options, pace, running: None, count: 0 }
    }

    /// Works on this from now on, and on nothing else; a task that is at work already goes on.
    /// `report` is called on another thread.
    pub fn pursue(&mut self, wanted: Option<Task>, report: impl Fn(Report) + Send + 'static) {
        if self.running.as_ref().map(|running| &running.task) == wanted.as_ref() {
            return;
        }
        self.stop();
        let Some(task) = wanted else { return };
        let stop = StopSignal::default();
        self.count += 1;
        let number = self.count;
        self.running = Some(Running { number, task: task.clone(), stop: stop.clone() });
        let report = move |finding| report(Report { number, finding });
        match task {
            Task::Choose { position, level, seed } => {
                let pace = self.pace;
                let limits = prepare(&mut self.player, level, seed);
                search(&mut self.player, position, limits, pace, stop, report);
            }
            Task::Hint(position) => {
                let limits = Limits { move_time: Some(HINT), ..Limits::default() };
                search(&mut self.adviser, position, limits, Duration::ZERO, stop, report);
            }
            Task::Value(position) => {
                search(&mut self.adviser, position, value_limits(), Duration::ZERO, stop, report);
            }
            Task::Review(game) => {
                spawn_review(*game, self.adviser_options.clone(), stop, report);
            }
        }
    }

    /// Gives up what is at work.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
        }
    }

    /// What was found of which task, if the report is of the one at work.
    pub fn receive(&mut self, report: Report) -> Option<(Task, Finding)> {
        let running = self.running.as_ref().filter(|running| running.number == report.number)?;
        let task = running.task.clone();
        if !matches!(report.finding, Finding::SoFar(_)) {
            self.running = None;
        }
        Some((task, report.finding))
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What was asked for on the command line, with all that weakens or varies the play taken out.
fn adviser_options(options: &Options) -> Options {
    let mut engine = Engine::new(options.clone(), EngineLimits::default());
    let plain = [
        ("Level", "0"),
        ("UCI_LimitStrength", "false"),
        ("Variety", "0"),
        ("Contempt", "0"),
        ("MultiPV", "1"),
        ("Hash", ADVISER_TABLE),
    ];
    for (name, value) in plain {
        // All of them are values that the options have.
        let _ = engine.set_option(name, Some(value));
    }
    engine.into_options()
}

/// Sets the level and what decides its draws; returns what ends its searches.
fn prepare(engine: &mut Engine, level: u8, seed: u64) -> Limits {
    // Any number below 2^63 is a seed, and the menu has no other levels.
    let _ = engine.set_option("Seed", Some(&(seed & i64::MAX as u64).to_string()));
    let _ = engine.set_option("Level", Some(&level.to_string()));
    Limits { move_time: Some(FULL_STRENGTH), ..Limits::default() }
}

fn value_limits() -> Limits {
    Limits { depth: Some(VALUE_DEPTH), ..Limits::default() }
}

fn search(
    engine: &mut Engine,
    position: Position,
    limits: Limits,
    pace: Duration,
    stop: StopSignal,
    report: impl Fn(Finding) + Send + 'static,
) {
    let started = Instant::now();
    engine.set_game(Game::from_position(position));
    let job = match engine.search_job(Go { limits, ..Go::default() }) {
        Ok((job, _)) => job,
        Err(error) => return report(Finding::Failed(format!("The engine cannot think: {error}"))),
    };
    let mut found = Searched::default();
    spawn(job, stop, move |event| match event {
        Event::Search(SearchEvent::Iteration(iteration)) => {
            if let Some(line) = iteration.lines.first() {
                found = Searched {
                    best: line.moves.first().copied(),
                    value: Some(line.score.centidiscs()),
                    depth: iteration.progress.depth,
                };
                report(Finding::SoFar(found));
            }
        }
        Event::Done(Answer::BestMove(outcome) | Answer::Broken(Some(outcome))) => {
            thread::sleep(pace.saturating_sub(started.elapsed()));
            report(Finding::Searched(Searched { best: outcome.best, ..found }));
        }
        Event::Done(_) => report(Finding::Failed("The engine broke down".into())),
        _ => {}
    });
}

/// Why a review was not finished.
enum ReviewEnd {
    Stopped,
    Failed(ReviewError),
}

impl From<ReviewError> for ReviewEnd {
    fn from(error: ReviewError) -> Self {
        Self::Failed(error)
    }
}

fn spawn_review(
    game: Game,
    options: Options,
    stop: StopSignal,
    report: impl Fn(Finding) + Send + 'static,
) {
    thread::spawn(move || {
        let review = catch_unwind(AssertUnwindSafe(|| review(&game, options, &stop)));
        match review.unwrap_or(Err(ReviewEnd::Failed(ReviewError::Broken))) {
            Ok(review) => report(Finding::Reviewed(review.plies)),
            // Nobody waits for it any more.
            Err(ReviewEnd::Stopped) => {}
            Err(ReviewEnd::Failed(error)) => {
                report(Finding::Failed(format!("There is no review: {error}")));
            }
        }
    });
}

fn review(game: &Game, options: Options, stop: &StopSignal) -> Result<Review, ReviewEnd> {
    let mut reviewer = Reviewer::new(options, value_limits());
    reviewer.review(game, &mut |_| {}, |_| match stop.is_stopped() {
        true => Err(ReviewEnd::Stopped),
        false => Ok(()),
    })
}
