//! How often a search that does not reach the end of the game agrees with what is known of it.

use std::time::Duration;

use serde::Serialize;

use super::in_order::in_order;
use super::suite::{Solution, SolveError, search};
use crate::engine::{Engine, EngineLimits, Options};
use crate::notation::obf::{Problem, Scores};
use crate::search::Limits;

/// What a suite searched to a depth came to.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Agreement {
    /// Positions whose best moves are known.
    pub moves_known: usize,
    /// Those in which the search chose one of them.
    pub best_moves: usize,
    /// Positions whose score is known.
    pub scores_known: usize,
    /// How far the search's score lies from it, in discs, in the mean of them; 0 if there are none.
    pub mean_error: f64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches, as if one came after the other, in seconds.
    pub seconds: f64,
}

/// Searches each problem to a depth with these options, but on one thread and with an empty table,
/// so many problems at a time. All but the time is the same for any number of threads. `step` is
/// called after each problem.
///
/// # Errors
/// When there is no memory for the smallest table, or a search breaks down.
pub fn agreement(
    problems: &[Problem],
    depth: u32,
    options: &Options,
    step: &(impl Fn() + Sync),
) -> Result<Agreement, SolveError> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let on_one_thread = EngineLimits { threads: Some(1), ..EngineLimits::default() };
    let engine = || Ok(Engine::new(options.clone(), on_one_thread));
    let found = in_order(problems, options.threads(), engine, |engine, problem| {
        let found = search(engine, problem.position, limits.clone(), 1, &mut |_| ())?;
        step();
        Ok(found)
    })?;
    Ok(compare(problems, &found))
}

fn compare(problems: &[Problem], found: &[Solution]) -> Agreement {
    let mut sum = Agreement::default();
    let mut errors = 0.0;
    let mut time = Duration::ZERO;
    for (problem, found) in problems.iter().zip(found) {
        sum.nodes += found.nodes;
        time += found.time;
        let Some(known) = problem.scores.best() else { continue };
        sum.scores_known += 1;
        errors += (f64::from(found.best().score.centidiscs()) / 100.0 - f64::from(known)).abs();
        if let (Scores::Moves(_), Some(&mv)) = (&problem.scores, found.best().moves.first()) {
            sum.moves_known += 1;
            sum.best_moves += usize::from(problem.scores.of(mv) == Some(known));
        }
    }
    sum.mean_error = errors / sum.scores_known.max(1) as f64;
    sum.seconds = time.as_secs_f64();
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::eval::Score;
    use crate::notation::obf;
    use crate::search::{Knowledge, Line};

    fn suite() -> Vec<Problem> {
        let text = include_str!("../../tests/data/ffo-1-19.obf");
        obf::read(text).unwrap().into_iter().take(6).collect()
    }

    fn found(mv: &str, centidiscs: i32) -> Solution {
        let line = Line {
            score: Score::heuristic(centidiscs),
            kind: Knowledge::Estimate,
            moves: Move::from_name(mv).into_iter().collect(),
        };
        let time = Duration::from_millis(500);
        Solution { lines: vec![line], nodes: 10, time, smaller_table: None }
    }

    #[test]
    fn best_moves_and_errors_are_counted_where_they_are_known() {
        let mut problems = vec![suite().remove(0); 4];
        problems[2].scores = Scores::Position(-4);
        problems[3].scores = Scores::Unknown;
        let solutions = [("g8", 1650), ("h1", 1900), ("h1", -400), ("g8", 0)];
        let sum = compare(&problems, &solutions.map(|(mv, score)| found(mv, score)));
        let expected = Agreement {
            moves_known: 2,
            best_moves: 1,
            scores_known: 3,
            mean_error: (1.5 + 1.0) / 3.0,
            nodes: 40,
            seconds: 2.0,
        };
        assert_eq!(sum, expected);
        assert_eq!(compare(&[], &[]), Agreement::default());
    }

    #[test]
    fn a_suite_searched_to_its_end_agrees_with_itself() {
        let options = Options::default();
        let sum = agreement(&suite(), 60, &options, &|| ()).unwrap();
        assert_eq!((sum.moves_known, sum.best_moves, sum.scores_known), (6, 6, 6));
        assert_eq!(sum.mean_error, 0.0);
    }
}
