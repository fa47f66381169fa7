//! Problem suites: positions solved to the end of the game, and compared with the scores that are
//! known of them.

use std::fmt;
use std::sync::mpsc;
use std::time::Duration;

use crate::board::{Game, Move, Position};
use crate::engine::{Answer, Engine, EngineLimits, Event, Go, Job, Note, Options, spawn};
use crate::eval::Score;
use crate::notation::obf::Scores;
use crate::search::{AllocationError, Iteration, Knowledge, Limits, Line, SearchEvent, StopSignal};

/// What is to be found out of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Its score.
    Score,
    /// The score of each of its moves.
    AllMoves,
    /// Who wins.
    WinLossDraw,
}

/// Solves one position after the other, each with an empty table.
#[derive(Debug)]
pub struct Solver {
    engine: Engine,
    goal: Goal,
}

/// A solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The best line first, and of all moves if they were asked for; at least one.
    pub lines: Vec<Line>,
    /// Positions made by a move.
    pub nodes: u64,
    /// What the search took; emptying the table before it is not counted.
    pub time: Duration,
    /// The table is smaller than asked for: what the system had, in MiB.
    pub smaller_table: Option<usize>,
}

/// Why a position was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// There is no memory for a table.
    NoMemory(AllocationError),
    /// The search ended before it had solved the position: a mistake of ours.
    Unsolved,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMemory(error) => error.fmt(f),
            Self::Unsolved => f.write_str(
                "the search ended before the position was solved, through a mistake in this program",
            ),
        }
    }
}

impl std::error::Error for SolveError {}

impl Solver {
    /// A solver with these options; those that choose among moves or lines do not count.
    pub fn new(options: Options, goal: Goal) -> Self {
        Self { engine: Engine::new(options, EngineLimits::default()), goal }
    }

    /// Solves a position; `at_work` is told the nodes now and then.
    ///
    /// # Errors
    /// When there is no memory for the smallest table, or the search breaks down.
    pub fn solve(
        &mut self,
        position: Position,
        at_work: &mut dyn FnMut(u64),
    ) -> Result<Solution, SolveError> {
        let win_loss_draw = self.goal == Goal::WinLossDraw;
        let limits = Limits { depth: Some(Limits::TO_THE_END), win_loss_draw, ..Limits::default() };
        let lines = if self.goal == Goal::AllMoves { position.moves().len().max(1) } else { 1 };
        let solution = search(&mut self.engine, position, limits, lines, at_work)?;
        let wanted = if win_loss_draw { Knowledge::WinLossDraw } else { Knowledge::Exact };
        // A finished game has its score at once, whatever was asked.
        let is_solved = |line: &Line| line.kind == wanted || line.kind == Knowledge::Exact;
        if !solution.lines.iter().all(is_solved) {
            return Err(SolveError::Unsolved);
        }
        Ok(solution)
    }
}

/// Searches a position for so many lines with an empty table; `at_work` is told the nodes now and
/// then.
///
/// # Errors
/// When there is no memory for the smallest table, or the search breaks down.
pub(super) fn search(
    engine: &mut Engine,
    position: Position,
    limits: Limits,
    lines: usize,
    at_work: &mut dyn FnMut(u64),
) -> Result<Solution, SolveError> {
    engine.new_game();
    engine.set_game(Game::from_position(position));
    let (mut job, note) =
        engine.search_job(Go { search_moves: Vec::new(), limits }).map_err(SolveError::NoMemory)?;
    if let Job::Search { request, .. } = &mut job {
        request.lines = lines;
        request.variety = 0;
        request.draw = Score::DRAW;
    }
    let mut iterations = iterations(job, at_work).ok_or(SolveError::Unsolved)?;
    let iteration = iterations.pop().ok_or(SolveError::Unsolved)?;
    if iteration.lines.is_empty() {
        return Err(SolveError::Unsolved);
    }
    Ok(Solution {
        lines: iteration.lines,
        nodes: iteration.progress.nodes,
        time: iteration.progress.time,
        smaller_table: match note {
            Some(Note::SmallerTable(mebibytes)) => Some(mebibytes),
            _ => None,
        },
    })
}

/// Runs a search to its end: what each finished depth found, unless the search broke down.
pub(super) fn iterations(job: Job, at_work: &mut dyn FnMut(u64)) -> Option<Vec<Iteration>> {
    let (sender, events) = mpsc::channel();
    spawn(job, StopSignal::default(), move |event| {
        // Nobody listens any more once the answer is there.
        let _ = sender.send(event);
    });
    let mut finished = Vec::new();
    for event in events {
        match event {
            Event::Search(SearchEvent::Iteration(iteration)) => {
                at_work(iteration.progress.nodes);
                finished.push(iteration);
            }
            Event::Search(SearchEvent::Progress(progress)) => at_work(progress.nodes),
            Event::Counting(_) => {}
            Event::Done(Answer::BestMove(_)) => return Some(finished),
            Event::Done(_) => return None,
        }
    }
    None
}

impl Solution {
    /// The best line.
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }

    /// Compares what was found with what is known: what differs, empty if nothing does, `None` if
    /// nothing of it is known.
    pub fn compare(&self, known: &Scores) -> Option<Vec<Difference>> {
        let score = known.best()?;
        let whole = (None, score, self.best());
        let moves = self.lines.iter().filter_map(|line| {
            let mv = *line.moves.first()?;
            Some((Some(mv), known.of(mv)?, line))
        });
        let mut differences: Vec<Difference> = std::iter::once(whole)
            .chain(moves)
            .filter(|(_, score, line)| !agrees(line, *score))
            .map(|(mv, score, _)| Difference { mv, score })
            .collect();
        // The best move need not repeat what is said of the position.
        if let [Difference { mv: None, score: whole }, Difference { score, .. }, ..] =
            differences[..]
            && whole == score
        {
            differences.remove(1);
        }
        Some(differences)
    }
}

/// Something known that is not what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The move; `None`: the position as a whole.
    pub mv: Option<Move>,
    /// The known score.
    pub score: i32,
}

/// Whether a line has this score, or this winner if no more than that is known of it.
fn agrees(line: &Line, score: i32) -> bool {
    match line.kind {
        Knowledge::WinLossDraw => line.score.centidiscs().signum() == score.signum(),
        _ => line.score.centidiscs() == 100 * score,
    }
}

/// The sums of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Positions solved.
    pub positions: usize,
    /// Those of which a score was known.
    pub checked: usize,
    /// Those of them that differ from it.
    pub wrong: usize,
    /// Nodes of all.
    pub nodes: u64,
    /// Time of all.
    pub time: Duration,
}

impl Totals {
    /// Counts one more position, with what [`Solution::compare`] found of it.
    pub fn add(&mut self, solution: &Solution, differences: Option<&[Difference]>) {
        self.positions += 1;
        self.checked += usize::from(differences.is_some());
        self.wrong += usize::from(differences.is_some_and(|found| !found.is_empty()));
        self.nodes += solution.nodes;
        self.time += solution.time;
    }
}
