//! One search from its request to its answer: ever deeper until a limit is reached.

use std::thread;
use std::time::Instant;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::clock::Budget;
use super::negamax::{Searcher, Stopped, TABLE_FROM_DEPTH};
use super::parallel::{Dismiss, Team};
use super::probcut::Selectivity;
use super::root::Root;
use super::watch::SILENCE;
use super::window::Window;
use super::{
    Iteration, Knowledge, Line, Outcome, Progress, SearchEvent, SearchRequest, StopSignal, Table,
};
use crate::eval::{Evaluator, Score};

/// A search that may go on to the end leaves out so many of the last depths: each would cost as
/// much as solving does.
const SKIPPED_BEFORE_SOLVE: u32 = 8;

/// How far the solves before the exact one trust shallow searches, in percent.
const SOLVE_STAGES: [u32; 2] = [73, 95];

/// Searches until a limit is reached or `stop` is set, and answers.
///
/// At least one iteration is reported before the answer. The last finished depth answers; the first
/// ply is always finished. A search that was asked to wait (infinite, ponder) sleeps when it has
/// nothing left to do, and reports progress about once a second.
pub fn run<E: Evaluator + Sync>(
    request: &SearchRequest,
    evaluator: &E,
    table: &Table,
    stop: &StopSignal,
    report: &mut dyn FnMut(SearchEvent),
) -> Outcome {
    if request.deepest() >= TABLE_FROM_DEPTH {
        table.age();
    }
    if request.threads <= 1 {
        return run_first(Searcher::new(request, evaluator, table, stop, report), request);
    }
    let team = Team::default();
    thread::scope(|scope| {
        let _dismiss = Dismiss(&team);
        for _ in 1..request.threads {
            scope.spawn(|| {
                let mut nobody = |_| {};
                let mut helper = Searcher::new(request, evaluator, table, stop, &mut nobody);
                (helper.is_helper, helper.team) = (true, Some(&team));
                helper.help(&team);
            });
        }
        let mut first = Searcher::new(request, evaluator, table, stop, report);
        first.team = Some(&team);
        run_first(first, request)
    })
}

/// Searches on the first thread, the one that answers.
fn run_first<E: Evaluator>(mut searcher: Searcher<'_, E>, request: &SearchRequest) -> Outcome {
    let budget = Budget::new(&request.limits, request.board.empties().len());
    searcher.hard_limit = budget.hard;
    let mut root = Root::new(request.board, &request.search_moves);
    if root.moves.is_empty() {
        report_finished_game(&mut searcher, request);
        wait_if_asked(&mut searcher, request);
        return Outcome::default();
    }
    deepen(&mut searcher, &mut root, request, budget);
    wait_if_asked(&mut searcher, request);
    answer(&root, request)
}

/// One search of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stage {
    depth: u32,
    percent: u32,
}

/// The depths of estimates, and then, if the search goes on to the end of the game, solves that
/// trust shallow searches less and less, and in the end not at all.
fn stages(request: &SearchRequest, empties: u32) -> impl Iterator<Item = Stage> {
    let limits = &request.limits;
    let depth = request.deepest();
    // The deepest estimate before a solve: enough to order the moves if it has to be solved.
    let estimates = match limits.depth {
        None if !request.is_solve() => {
            empties.saturating_sub(SKIPPED_BEFORE_SOLVE).max(empties / 2)
        }
        _ if depth == empties => empties / 2,
        _ => depth,
    };
    let percent = request.selectivity;
    // With one empty square there is nothing to estimate: the first ply is the last.
    let estimates = (1..=estimates.max(1)).take_while(move |&depth| depth < empties);
    let has_stages = empties >= request.margins.selective_solve_from;
    let selective = if has_stages { &SOLVE_STAGES[..] } else { &[] };
    let solves = selective.iter().copied().chain([100]).filter(move |_| depth == empties);
    estimates
        .map(move |depth| Stage { depth, percent })
        .chain(solves.map(move |percent| Stage { depth: empties, percent }))
}

/// Goes through the stages until a limit is reached.
fn deepen<E: Evaluator>(
    searcher: &mut Searcher<'_, E>,
    root: &mut Root,
    request: &SearchRequest,
    budget: Budget,
) {
    let empties = request.board.empties().len();
    let only_result = request.limits.win_loss_draw;
    for Stage { depth, percent } in stages(request, empties) {
        searcher.depth = depth;
        searcher.selective_depth = 0;
        searcher.selectivity = Selectivity::new(percent);
        let solved = depth >= empties;
        let bounds = if solved && only_result { win_loss_draw(request) } else { Window::FULL };
        let lines = if bounds == Window::FULL { request.lines } else { 1 };
        let variety = if bounds == Window::FULL { request.variety } else { 0 };
        if let Err(Stopped) = root.search(searcher, depth, bounds, lines, variety) {
            return;
        }
        searcher.can_stop = true;
        let kind = match (solved, percent, only_result) {
            (false, ..) => Knowledge::Estimate,
            (true, 100, false) => Knowledge::Exact,
            (true, 100, true) => Knowledge::WinLossDraw,
            (true, percent, _) => Knowledge::Selective(percent as u8),
        };
        report_iteration(searcher, root.lines(request.lines, kind), request.draw);
        if is_enough(searcher, root, request, budget) {
            return;
        }
    }
}

/// The window that only asks who wins: a draw, and no more, lies inside it.
fn win_loss_draw(request: &SearchRequest) -> Window {
    Window { alpha: request.draw.plus(-1), beta: request.draw.plus(1) }
}

/// Whether no further depth should be begun.
fn is_enough<E: Evaluator>(
    searcher: &mut Searcher<'_, E>,
    root: &Root,
    request: &SearchRequest,
    budget: Budget,
) -> bool {
    // As it was when the depth was reported, just now.
    let now = searcher.last_line;
    searcher.start_clock(now);
    let only_move = root.moves.len() == 1 && request.limits.clock.is_some() && !searcher.pondering;
    searcher.stop.is_stopped()
        || searcher.all_nodes() >= searcher.node_limit
        || searcher.is_past(budget.soft, now)
        || searcher.is_past(budget.hard, now)
        || only_move && searcher.depth >= 4
}

fn report_iteration<E>(searcher: &mut Searcher<'_, E>, mut lines: Vec<Line>, draw: Score)
where
    E: Evaluator,
{
    for line in &mut lines {
        // Where every game is finished, whatever is not decided is drawn, whatever that counts.
        if line.kind != Knowledge::Estimate && line.score == draw {
            line.score = Score::DRAW;
        }
    }
    searcher.last_line = Instant::now();
    let progress = searcher.progress(searcher.last_line);
    (searcher.report)(SearchEvent::Iteration(Iteration { progress, lines }));
}

fn report_finished_game<E: Evaluator>(searcher: &mut Searcher<'_, E>, request: &SearchRequest) {
    let score = Score::finished(request.board.final_score());
    let line = Line { score, kind: Knowledge::Exact, moves: Vec::new() };
    let progress = Progress { time: searcher.started.elapsed(), ..Progress::default() };
    (searcher.report)(SearchEvent::Iteration(Iteration { progress, lines: vec![line] }));
}

fn wait_if_asked<E: Evaluator>(searcher: &mut Searcher<'_, E>, request: &SearchRequest) {
    let limits = &request.limits;
    if !limits.infinite && !limits.ponder {
        return;
    }
    while !searcher.stop.wait(limits.ponder && !limits.infinite, SILENCE) {
        searcher.say_progress(Instant::now());
    }
}

/// The best move, or one of those within `variety` of it.
fn answer(root: &Root, request: &SearchRequest) -> Outcome {
    let best = root.moves[0].score;
    let choices = root
        .moves
        .iter()
        .take(root.lines.len().max(1))
        .take_while(|choice| choice.score >= best.plus(-(request.variety.cast_signed())))
        .count();
    let chosen = if request.variety > 0 && choices > 1 {
        ChaCha8Rng::seed_from_u64(request.seed ^ request.board.hash()).random_range(0..choices)
    } else {
        0
    };
    let reply = root.lines.get(chosen).and_then(|line| line.get(1));
    Outcome { best: Some(root.moves[chosen].mv), ponder: reply.copied() }
}
