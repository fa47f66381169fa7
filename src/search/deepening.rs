//! One search from its request to its answer: ever deeper until a limit is reached.

use std::time::Instant;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::clock::Budget;
use super::endgame::Cache;
use super::negamax::{SILENCE, Searcher, Stopped};
use super::probcut::{Selectivity, Spread};
use super::root::Root;
use super::window::Window;
use super::{
    Iteration, Knowledge, Line, Outcome, Progress, SearchEvent, SearchRequest, StopSignal, Table,
};
use crate::eval::{Evaluator, Score};

/// 2^15 boards near the end: 0.75 MiB, less than a core's own memory.
const CACHE_BITS: u32 = 15;
/// The longest line: 60 discs with a pass between any two, and the root.
const LONGEST_LINE: usize = 128;
/// A search that may go on to the end leaves out so many of the last depths: each would cost as
/// much as solving does.
const SKIPPED_BEFORE_SOLVE: u32 = 8;

/// With so many empty squares or more a solve goes through [`SOLVE_STAGES`] first.
const SELECTIVE_FROM: u32 = 18;
/// How far the solves before the exact one trust shallow searches, in percent.
const SOLVE_STAGES: [u32; 2] = [73, 95];

/// Searches until a limit is reached or `stop` is set, and answers.
///
/// At least one iteration is reported before the answer. The last finished depth answers; the first
/// ply is always finished. A search that was asked to wait (infinite, ponder) sleeps when it has
/// nothing left to do, and reports progress about once a second.
pub fn run<E: Evaluator>(
    request: &SearchRequest,
    evaluator: &E,
    table: &Table,
    stop: &StopSignal,
    report: &mut dyn FnMut(SearchEvent),
) -> Outcome {
    table.age();
    let started = request.since;
    let board = request.board;
    let empties = board.empties().len();
    let budget = Budget::new(&request.limits, empties);
    let mut searcher = Searcher {
        evaluator,
        table,
        stop,
        report,
        draw: request.draw,
        started,
        hard_limit: budget.hard,
        pondering: request.limits.ponder,
        clock_started: started,
        node_limit: request.limits.nodes.unwrap_or(u64::MAX),
        can_stop: false,
        last_line: started,
        nodes: 0,
        check_at: 0,
        depth: 0,
        selective_depth: 0,
        selectivity: Selectivity::new(request.selectivity),
        in_probcut: false,
        spread: Spread(evaluator.spread()),
        cache: Cache::new(CACHE_BITS),
        lines: vec![Vec::new(); LONGEST_LINE + 1],
    };
    let mut root = Root::new(board, &request.search_moves, evaluator);
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
fn stages(request: &SearchRequest, empties: u32) -> Vec<Stage> {
    let limits = &request.limits;
    let depth = limits.depth.unwrap_or(empties).clamp(1, empties);
    let solve = limits.win_loss_draw || empties <= request.endgame_depth;
    // The deepest estimate before a solve: enough to order the moves if it has to be solved.
    let estimates = match limits.depth {
        None if !solve => empties.saturating_sub(SKIPPED_BEFORE_SOLVE).max(empties / 2),
        _ if solve || depth == empties => empties / 2,
        _ => depth,
    };
    let percent = request.selectivity;
    let mut stages: Vec<Stage> =
        (1..=estimates.max(1)).map(|depth| Stage { depth, percent }).collect();
    if solve || depth == empties {
        let selective = if empties >= SELECTIVE_FROM { &SOLVE_STAGES[..] } else { &[] };
        let percents = selective.iter().copied().chain([100]);
        stages.extend(percents.map(|percent| Stage { depth: empties, percent }));
    }
    stages
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
    let now = Instant::now();
    searcher.start_clock(now);
    let only_move = root.moves.len() == 1 && request.limits.clock.is_some() && !searcher.pondering;
    searcher.stop.is_stopped()
        || searcher.nodes >= searcher.node_limit
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
        .take(root.valued.max(1))
        .take_while(|choice| choice.score >= best.plus(-(request.variety.cast_signed())))
        .count();
    let chosen = if request.variety > 0 && choices > 1 {
        ChaCha8Rng::seed_from_u64(request.seed ^ request.board.hash()).random_range(0..choices)
    } else {
        0
    };
    let line = &root.moves[chosen].line;
    Outcome { best: line.first().copied(), ponder: line.get(1).copied() }
}
