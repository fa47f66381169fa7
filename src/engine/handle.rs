//! The search thread: a job in, events out, exactly one answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::{BENCH_DEPTH, BenchReport, bench};
use crate::board::{Convention, Move, Position, perft, perft_divide};
use crate::eval::Evaluation;
use crate::search::mcts::{self, Estimates, Guide, Tree, TreeSettings};
use crate::search::{self, Outcome, SearchEvent, SearchRequest, StopSignal, Table};

/// Something that takes time and can be stopped.
#[derive(Debug)]
pub enum Job {
    /// Looks for the best move.
    Search {
        /// What to search.
        request: Box<SearchRequest>,
        /// With which evaluation.
        evaluation: Evaluation,
        /// With which table.
        table: Arc<Table>,
        /// In a tree, if this is one for trees.
        tree: Option<TreeSearch>,
    },
    /// Counts the leaves of the game tree.
    Perft {
        /// From here.
        position: Position,
        /// So many plies deep.
        depth: u32,
        /// How passes and finished games count.
        convention: Convention,
    },
    /// Searches fixed positions to a fixed depth.
    Bench,
}

/// A tree and how it is searched.
#[derive(Clone, Debug)]
pub struct TreeSearch {
    /// The tree; one search at a time.
    pub(super) tree: Arc<Mutex<Tree>>,
    pub(super) settings: TreeSettings,
}

/// What a job says.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A search at work.
    Search(SearchEvent),
    /// A count still at work after so long: said about once a second.
    Counting(Duration),
    /// The job is done: the last event.
    Done(Answer),
}

impl Event {
    /// Whether it only says that the job is still at work: nothing is lost without it.
    pub const fn is_progress(&self) -> bool {
        matches!(self, Self::Search(SearchEvent::Progress(_)) | Self::Counting(_))
    }
}

/// What a job ends with.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The move to play.
    BestMove(Outcome),
    /// What was counted, unless stopped.
    Perft(Option<PerftReport>),
    /// What was measured, unless stopped.
    Bench(Option<BenchReport>),
    /// The job broke down, or there was no thread for it. A search answers with the best move it had
    /// found, or some legal one.
    Broken(Option<Outcome>),
}

/// What perft counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftReport {
    /// The leaves below each move.
    pub counts: Vec<(Move, u64)>,
    /// All leaves; not the sum of none if the game is over.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A count says that it is still at work this often.
const SILENCE: Duration = Duration::from_secs(1);

/// Counts leaves, as [`perft_divide`] does; `None` if `keep_going`, which is asked every now and
/// then, said no.
pub fn count_leaves(
    position: &Position,
    depth: u32,
    convention: Convention,
    mut keep_going: impl FnMut() -> bool,
) -> Option<PerftReport> {
    let started = Instant::now();
    let counts = perft_divide(position, depth, convention, &mut keep_going).ok()?;
    let nodes = if counts.is_empty() {
        perft(position.board, depth, convention, &mut keep_going).ok()?
    } else {
        counts.iter().map(|(_, count)| count).sum()
    };
    Some(PerftReport { counts, nodes, time: started.elapsed() })
}

/// Runs a job on a thread of its own. `report` is called on that thread, with [`Event::Done`] last
/// and exactly once, also if the job panics, or if there is no thread to be had.
pub fn spawn(job: Job, stop: StopSignal, mut report: impl FnMut(Event) + Send + 'static) {
    // Handed over when there is a thread: one that cannot be made would take everything with it.
    let (hand_over, taken) = mpsc::channel();
    let thread = thread::Builder::new().name("job".into()).spawn(move || {
        if let Ok((job, report)) = taken.recv() {
            work(job, &stop, report);
        }
    });
    match thread {
        Ok(_) => drop(hand_over.send((job, report))),
        Err(_) => report(Event::Done(Answer::Broken(first_choice(&job)))),
    }
}

fn work(job: Job, stop: &StopSignal, mut report: impl FnMut(Event)) {
    let mut best = first_choice(&job);
    let answer = catch_unwind(AssertUnwindSafe(|| {
        run(&job, stop, &mut |event| {
            if let Event::Search(SearchEvent::Iteration(iteration)) = &event
                && let Some(line) = iteration.lines.first()
            {
                let mut moves = line.moves.iter().copied();
                best = Some(Outcome { best: moves.next(), ponder: moves.next() });
            }
            report(event);
        })
    }));
    let answer = answer.unwrap_or_else(|_| Answer::Broken(best.take()));
    // The table is free again before the answer is out.
    drop(job);
    report(Event::Done(answer));
}

/// What a search that breaks down at once answers.
fn first_choice(job: &Job) -> Option<Outcome> {
    let Job::Search { request, .. } = job else { return None };
    let position = Position { board: request.board, ..Position::START };
    Some(Outcome { best: position.moves().first().copied(), ponder: None })
}

fn run(job: &Job, stop: &StopSignal, report: &mut dyn FnMut(Event)) -> Answer {
    match job {
        Job::Search { request, evaluation, table, tree } => {
            let report = &mut |event| report(Event::Search(event));
            Answer::BestMove(search(request, evaluation, table, tree.as_ref(), stop, report))
        }
        Job::Perft { position, depth, convention } => {
            let started = Instant::now();
            let mut said = started;
            Answer::Perft(count_leaves(position, *depth, *convention, || {
                let now = Instant::now();
                if now - said >= SILENCE {
                    said = now;
                    report(Event::Counting(now - started));
                }
                !stop.is_stopped()
            }))
        }
        Job::Bench => Answer::Bench(bench(BENCH_DEPTH, stop)),
    }
}

/// Runs a search built for the evaluation at hand.
pub(super) fn search(
    request: &SearchRequest,
    evaluation: &Evaluation,
    table: &Table,
    tree: Option<&TreeSearch>,
    stop: &StopSignal,
    report: &mut dyn FnMut(SearchEvent),
) -> Outcome {
    if let Some(tree) = tree {
        return match evaluation {
            Evaluation::Pattern(pattern) => tree.run(request, &Estimates(pattern), stop, report),
            Evaluation::Features(linear) => tree.run(request, &Estimates(linear), stop, report),
            Evaluation::Positional(squares) => tree.run(request, &Estimates(squares), stop, report),
            Evaluation::Classic(classic) => tree.run(request, &Estimates(classic), stop, report),
            Evaluation::Network(network) => tree.run(request, network, stop, report),
        };
    }
    match evaluation {
        Evaluation::Pattern(pattern) => search::run(request, pattern, table, stop, report),
        Evaluation::Features(linear) => search::run(request, linear, table, stop, report),
        Evaluation::Positional(squares) => search::run(request, squares, table, stop, report),
        Evaluation::Classic(classic) => search::run(request, classic, table, stop, report),
        Evaluation::Network(network) => search::run(request, network, table, stop, report),
    }
}

impl TreeSearch {
    fn run(
        &self,
        request: &SearchRequest,
        guide: &impl Guide,
        stop: &StopSignal,
        report: &mut dyn FnMut(SearchEvent),
    ) -> Outcome {
        let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        mcts::run(request, &self.settings, guide, &mut tree, stop, report)
    }
}
