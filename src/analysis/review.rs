//! A game reviewed ply by ply: what each move was worth, and what the best one would have been.
//!
//! All values are in centidiscs from the mover's side. The values of a ply are comparable: both
//! come from searches of the same depth, which trust shallow results alike. The plies are searched
//! in the order of the game. The other way round, the table would give the moves that were played
//! values of a deeper search than the others': a depth more or less moves values by discs.

use std::cmp::Reverse;
use std::fmt;
use std::time::{Duration, Instant};

use super::suite::iterations;
use crate::board::{Color, Game, Move, Position};
use crate::engine::{Engine, EngineLimits, Go, Job, Note, Options};
use crate::eval::Score;
use crate::search::{AllocationError, Iteration, Knowledge, Limits};

/// Reviews games with one set of options and limits.
#[derive(Debug)]
pub struct Reviewer {
    engine: Engine,
    limits: Limits,
    /// Of the last search.
    selectivity: u32,
    smaller_table: Option<usize>,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// All plies, passes included.
    pub plies: Vec<ReviewedPly>,
    /// Positions made by a move, of all searches.
    pub nodes: u64,
    /// What it took.
    pub time: Duration,
}

/// A ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewedPly {
    /// Its number, from 1.
    pub ply: usize,
    /// Who was to move.
    pub side: Color,
    /// What was played.
    pub played: Move,
    /// What is to be said of it; `None` of a pass.
    pub verdict: Option<Verdict>,
}

/// What is known of a move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Its value in centidiscs for the mover.
    pub value: i32,
    /// The best move; the one that was played, if none is better.
    pub best: Move,
    /// The value of the best move in centidiscs for the mover, not less than `value`.
    pub best_value: i32,
    /// Plies searched; the number of empty squares if lines were followed to the end of the game.
    pub depth: u32,
    /// What is known of both values.
    pub kind: Knowledge,
    /// Cuts on shallow results are right with so many percent; 100: there were none.
    pub selectivity: u32,
    /// How many legal moves there were.
    pub choices: usize,
    /// Positions made by a move.
    pub nodes: u64,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It lost [`Mark::MISTAKE`] centidiscs or more.
    Mistake,
    /// It lost [`Mark::BLUNDER`] centidiscs or more.
    Blunder,
}

/// What a review says of one player.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    /// Moves played, passes not counted.
    pub moves: usize,
    /// Those of them for which there was another.
    pub choices: usize,
    /// Those of the choices for which no other was better.
    pub best: usize,
    /// Centidiscs lost in all.
    pub loss: i32,
    /// Moves that lost as much as a [`Mark::Mistake`] and no more than that.
    pub mistakes: usize,
    /// Moves that lost as much as a [`Mark::Blunder`].
    pub blunders: usize,
    /// The moves that lost something, the worst first.
    pub worst: Vec<ReviewedPly>,
}

/// Why a game was not reviewed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewError {
    /// There is no memory for a table.
    NoMemory(AllocationError),
    /// A search broke down: a mistake of ours.
    Broken,
}

impl fmt::Display for ReviewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMemory(error) => error.fmt(f),
            Self::Broken => f.write_str("a search broke down, through a mistake in this program"),
        }
    }
}

impl std::error::Error for ReviewError {}

impl Reviewer {
    /// A reviewer whose searches end at these limits, each of the up to two of a ply; options that
    /// choose among moves or lines do not count.
    pub fn new(options: Options, limits: Limits) -> Self {
        let engine = Engine::new(options, EngineLimits::default());
        Self { engine, limits, selectivity: 100, smaller_table: None }
    }

    /// How many MiB the table has, if the system gave less than asked for.
    pub const fn smaller_table(&self) -> Option<usize> {
        self.smaller_table
    }

    /// Reviews a game, beginning with an empty table. `found` is given each ply when it is known;
    /// `at_work` is told the nodes of a ply now and then.
    ///
    /// # Errors
    /// When there is no memory for the smallest table, or a search breaks down, or `found` fails.
    pub fn review<E: From<ReviewError>>(
        &mut self,
        game: &Game,
        at_work: &mut dyn FnMut(u64),
        mut found: impl FnMut(&ReviewedPly) -> Result<(), E>,
    ) -> Result<Review, E> {
        let started = Instant::now();
        self.engine.new_game();
        let mut plies = Vec::with_capacity(game.plies().len());
        let mut before = game.start();
        for (played, ply) in game.plies().iter().zip(1..) {
            let verdict = match played.mv {
                Move::Pass => None,
                Move::Place(_) => Some(self.judge(before, played.mv, at_work)?),
            };
            let reviewed = ReviewedPly { ply, side: before.side, played: played.mv, verdict };
            found(&reviewed)?;
            plies.push(reviewed);
            before = played.after;
        }
        let nodes = plies.iter().filter_map(|ply| ply.verdict).map(|verdict| verdict.nodes).sum();
        Ok(Review { plies, nodes, time: started.elapsed() })
    }

    /// Searches all moves, and then, if another is the best, the one that was played.
    fn judge(
        &mut self,
        position: Position,
        played: Move,
        at_work: &mut dyn FnMut(u64),
    ) -> Result<Verdict, ReviewError> {
        let of_all = self.search(position, Vec::new(), at_work)?;
        let mut nodes = nodes_of(&of_all);
        let of_played = if of_all.last().is_some_and(|found| found.mv == played) {
            of_all.clone()
        } else {
            let alone = self.search(position, vec![played], &mut |more| at_work(nodes + more))?;
            nodes += nodes_of(&alone);
            alone
        };
        // Under a limit by time one of the two may have got further.
        let alike = of_all.iter().rev().find_map(|best| {
            let is_alike = |found: &&Finding| (found.depth, found.kind) == (best.depth, best.kind);
            Some((best, of_played.iter().find(is_alike)?))
        });
        let (best, found) = alike.ok_or(ReviewError::Broken)?;
        let best = if best.value > found.value { best } else { found };
        Ok(Verdict {
            value: found.value,
            best: best.mv,
            best_value: best.value,
            depth: found.depth,
            kind: found.kind,
            selectivity: match found.kind {
                Knowledge::Estimate => self.selectivity,
                Knowledge::Selective(percent) => percent.into(),
                Knowledge::Exact | Knowledge::WinLossDraw => 100,
            },
            choices: position.moves().len(),
            nodes,
        })
    }

    /// What each finished depth found of all moves, or of these only.
    fn search(
        &mut self,
        position: Position,
        search_moves: Vec<Move>,
        at_work: &mut dyn FnMut(u64),
    ) -> Result<Vec<Finding>, ReviewError> {
        self.engine.set_game(Game::from_position(position));
        let go = Go { search_moves, limits: self.limits.clone() };
        let (mut job, note) = self.engine.search_job(go).map_err(ReviewError::NoMemory)?;
        if let Some(Note::SmallerTable(mebibytes)) = note {
            self.smaller_table = Some(mebibytes);
        }
        if let Job::Search { request, .. } = &mut job {
            request.lines = 1;
            request.variety = 0;
            request.draw = Score::DRAW;
            self.selectivity = request.selectivity;
        }
        let iterations = iterations(job, at_work).ok_or(ReviewError::Broken)?;
        Ok(iterations.iter().filter_map(Finding::of).collect())
    }
}

/// What a finished depth found.
#[derive(Clone, Copy)]
struct Finding {
    depth: u32,
    kind: Knowledge,
    mv: Move,
    value: i32,
    /// Of this depth and those before.
    nodes: u64,
}

impl Finding {
    /// `None` if the game is over.
    fn of(iteration: &Iteration) -> Option<Self> {
        let line = iteration.lines.first()?;
        Some(Self {
            depth: iteration.progress.depth,
            kind: line.kind,
            mv: *line.moves.first()?,
            value: line.score.centidiscs(),
            nodes: iteration.progress.nodes,
        })
    }
}

fn nodes_of(findings: &[Finding]) -> u64 {
    findings.last().map_or(0, |found| found.nodes)
}

impl Verdict {
    /// Centidiscs lost against the best move, 0 or more.
    pub const fn loss(&self) -> i32 {
        self.best_value - self.value
    }

    /// How bad the move was; `None`: not bad.
    pub const fn mark(&self) -> Option<Mark> {
        match self.loss() {
            Mark::BLUNDER.. => Some(Mark::Blunder),
            Mark::MISTAKE.. => Some(Mark::Mistake),
            _ => None,
        }
    }
}

impl ReviewedPly {
    /// Centidiscs lost; 0 by a pass.
    pub fn loss(&self) -> i32 {
        self.verdict.map_or(0, |verdict| verdict.loss())
    }
}

impl Mark {
    /// A mistake loses so many centidiscs, or more.
    pub const MISTAKE: i32 = 400;
    /// A blunder loses so many centidiscs, or more.
    pub const BLUNDER: i32 = 1000;
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mistake => "?",
            Self::Blunder => "??",
        })
    }
}

impl Summary {
    /// What these plies say of one side.
    pub fn of(plies: &[ReviewedPly], side: Color) -> Self {
        let mut summary = Self::default();
        for ply in plies.iter().filter(|ply| ply.side == side) {
            let Some(verdict) = ply.verdict else { continue };
            summary.moves += 1;
            if verdict.choices > 1 {
                summary.choices += 1;
                summary.best += usize::from(verdict.loss() == 0);
            }
            summary.loss += verdict.loss();
            match verdict.mark() {
                Some(Mark::Mistake) => summary.mistakes += 1,
                Some(Mark::Blunder) => summary.blunders += 1,
                None => {}
            }
            if verdict.loss() > 0 {
                summary.worst.push(*ply);
            }
        }
        summary.worst.sort_by_key(|ply| Reverse(ply.loss()));
        summary
    }

    /// Centidiscs lost for each move for which there was another; 0 if there was none.
    pub fn average_loss(&self) -> f64 {
        if self.choices == 0 { 0.0 } else { f64::from(self.loss) / self.choices as f64 }
    }
}
