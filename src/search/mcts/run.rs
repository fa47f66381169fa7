//! One search from its request to its answer: visits until a limit is reached.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::super::clock::Budget;
use super::super::endgame::FewSolver;
use super::super::watch::SILENCE;
use super::super::{
    Iteration, Knowledge, Limits, Line, Outcome, Progress, SearchEvent, SearchRequest, StopSignal,
};
use super::tree::Tree;
use super::visit::{Shared, Visitor};
use super::{Guide, TreeSettings};
use crate::board::Move;
use crate::eval::Score;

/// Visits between two looks at the clock.
const CHECK_EVERY: u64 = 16;
/// An only move is answered after so many visits if there is a clock to be spared.
const ONLY_MOVE: u64 = 100;

/// Searches until a limit is reached or `stop` is set, and answers.
///
/// As [`search::run`](super::super::run), but that nodes are visits, that a depth is reached when
/// the best line is so long, and that `endgame_depth`, `selectivity`, `win_loss_draw` and `margins`
/// mean nothing. A search without any other limit ends when the result is known or the tree has no
/// room left. One visit is always made; if several lines are wanted, one to each move.
pub fn run<G: Guide>(
    request: &SearchRequest,
    settings: &TreeSettings,
    guide: &G,
    tree: &mut Tree,
    stop: &StopSignal,
    report: &mut dyn FnMut(SearchEvent),
) -> Outcome {
    let board = request.board;
    let mut watch = Watch::new(request, stop);
    if board.is_over() {
        let score = Score::finished(board.final_score());
        let line = Line { score, kind: Knowledge::Exact, moves: Vec::new() };
        let progress = Progress { time: request.since.elapsed(), ..Progress::default() };
        report(SearchEvent::Iteration(Iteration { progress, lines: vec![line] }));
        watch.wait_if_asked(progress, report);
        return Outcome::default();
    }
    let draw = libm::tanhf(request.draw.centidiscs() as f32 / guide.scale());
    let visitor = |number: u32| {
        let salt = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Visitor::new(guide, settings, draw, request.seed ^ board.hash() ^ salt)
    };
    let mut first = visitor(0);
    if !tree.begin(board, draw) {
        tree.open(&first.sprout(board, draw));
    }
    let allowed = tree.allowed(&request.search_moves);
    let sweep = if request.lines > 1 { allowed.count_ones().into() } else { 0 };
    let most = request.limits.nodes.unwrap_or(u64::MAX).max(sweep).max(1);
    let shared = Shared::new(tree, most, allowed, sweep);
    let mut speaker = Speaker { request, guide, solver: FewSolver::new(), said: None };
    thread::scope(|scope| {
        let _over = Over(&shared);
        while shared.begun() + 1 < sweep && first.visit(&shared) {}
        for number in 1..request.threads {
            let mut helper = visitor(number);
            let shared = &shared;
            scope.spawn(move || while helper.visit(shared) {});
        }
        lead(&mut first, &shared, &mut watch, &mut speaker, report);
    });
    if speaker.said != Some(shared.begun()) {
        report(SearchEvent::Iteration(speaker.iteration(&shared)));
    }
    watch.last_line = Instant::now();
    let lines = speaker.lines(&shared);
    let progress = speaker.progress(&shared, &lines);
    tree.end();
    watch.wait_if_asked(progress, report);
    answer(&lines, request)
}

/// The first thread's visits, until it finds that there have been enough: it alone looks at the
/// clock and says what was found.
fn lead<G: Guide>(
    visitor: &mut Visitor<'_, G>,
    shared: &Shared<'_>,
    watch: &mut Watch<'_>,
    speaker: &mut Speaker<'_, G>,
    report: &mut dyn FnMut(SearchEvent),
) {
    let limits = &speaker.request.limits;
    let depth = limits.depth.map(|depth| depth.min(speaker.request.board.empties().len()));
    let mut next_report = 1;
    let mut own = 0;
    while visitor.visit(shared) {
        own += 1;
        let begun = shared.begun();
        let looks_up = own % CHECK_EVERY == 0 || own < CHECK_EVERY;
        if begun >= next_report || looks_up && watch.has_been_silent() {
            next_report = (begun + 1).next_power_of_two();
            report(SearchEvent::Iteration(speaker.iteration(shared)));
            watch.last_line = Instant::now();
        }
        let is_deep = looks_up && depth.is_some_and(|depth| speaker.depth(shared) >= depth);
        let tree = shared.tree;
        let is_only_move = shared.allowed.is_power_of_two() && watch.runs_a_clock();
        let is_enough = is_deep
            || tree.result(shared.allowed).is_some()
            || tree.is_full.load(Ordering::Relaxed) && watch.has_no_end()
            || tree.has_most_visits()
            || is_only_move && begun >= ONLY_MOVE;
        if is_enough || watch.stop.is_stopped() || looks_up && watch.is_up() {
            shared.end();
        }
    }
}

/// Ends the search when it is dropped, also by a panic: the helpers go home.
struct Over<'a, 't>(&'a Shared<'t>);

impl Drop for Over<'_, '_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The clock of a search.
struct Watch<'a> {
    limits: &'a Limits,
    stop: &'a StopSignal,
    started: Instant,
    time: Option<Duration>,
    pondering: bool,
    last_line: Instant,
}

impl<'a> Watch<'a> {
    fn new(request: &'a SearchRequest, stop: &'a StopSignal) -> Self {
        let limits = &request.limits;
        let Budget { soft, hard } = Budget::new(limits, request.board.empties().len());
        // No depth is begun after half the share of the clock: here there is none to be finished.
        let time = soft.map_or(hard, |soft| hard.map(|hard| hard.min(soft * 2)));
        let (started, last_line) = (request.since, request.since);
        Self { limits, stop, started, time, pondering: limits.ponder, last_line }
    }

    fn has_been_silent(&self) -> bool {
        self.last_line.elapsed() >= SILENCE
    }

    /// Whether nobody and nothing else ends the search.
    fn has_no_end(&self) -> bool {
        let Limits { nodes, infinite, ponder, .. } = *self.limits;
        nodes.is_none() && self.time.is_none() && !infinite && !ponder
    }

    fn runs_a_clock(&self) -> bool {
        self.limits.clock.is_some() && !self.pondering
    }

    /// Whether the time is up; the clock of a search that began as pondering starts when the
    /// expected move is played.
    fn is_up(&mut self) -> bool {
        if self.pondering && self.stop.is_ponder_hit() {
            self.pondering = false;
            self.started = Instant::now();
        }
        !self.pondering && self.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    fn wait_if_asked(&mut self, mut progress: Progress, report: &mut dyn FnMut(SearchEvent)) {
        let Limits { infinite, ponder, .. } = *self.limits;
        let begun = Instant::now() - progress.time;
        while (infinite || ponder) && !self.stop.wait(ponder && !infinite, SILENCE) {
            progress.time = begun.elapsed();
            report(SearchEvent::Progress(progress));
        }
    }
}

/// Says what a search found.
struct Speaker<'a, G> {
    request: &'a SearchRequest,
    guide: &'a G,
    solver: FewSolver,
    /// How many visits the last iteration had.
    said: Option<u64>,
}

impl<G: Guide> Speaker<'_, G> {
    fn lines(&mut self, shared: &Shared<'_>) -> Vec<Line> {
        let SearchRequest { board, lines, variety, .. } = *self.request;
        let at_most = if variety > 0 { usize::MAX } else { lines };
        shared.tree.lines(board, shared.allowed, at_most, self.guide, &mut self.solver)
    }

    fn iteration(&mut self, shared: &Shared<'_>) -> Iteration {
        self.said = Some(shared.begun());
        let mut lines = self.lines(shared);
        lines.truncate(self.request.lines);
        Iteration { progress: self.progress(shared, &lines), lines }
    }

    fn progress(&self, shared: &Shared<'_>, lines: &[Line]) -> Progress {
        Progress {
            depth: lines.first().map_or(0, plies),
            selective_depth: shared.tree.deepest.load(Ordering::Relaxed),
            nodes: shared.begun(),
            time: self.request.since.elapsed(),
            hash_full: shared.tree.permill(),
        }
    }

    fn depth(&mut self, shared: &Shared<'_>) -> u32 {
        let board = self.request.board;
        let lines = shared.tree.lines(board, shared.allowed, 1, self.guide, &mut self.solver);
        lines.first().map_or(0, plies)
    }
}

/// The length of a line, passes not counted.
fn plies(line: &Line) -> u32 {
    line.moves.iter().filter(|&&mv| mv != Move::Pass).count() as u32
}

/// The best move, or one of those within `variety` of it.
fn answer(lines: &[Line], request: &SearchRequest) -> Outcome {
    let Some(best) = lines.first() else { return Outcome::default() };
    let floor = best.score.plus(-(request.variety.cast_signed()));
    let choices: Vec<&Line> = lines.iter().filter(|line| line.score >= floor).collect();
    let chosen = if request.variety > 0 && choices.len() > 1 {
        let seed = request.seed ^ request.board.hash();
        choices[ChaCha8Rng::seed_from_u64(seed).random_range(0..choices.len())]
    } else {
        best
    };
    let mut moves = chosen.moves.iter().copied();
    Outcome { best: moves.next(), ponder: moves.next() }
}
