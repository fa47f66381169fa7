//! Measures how far shallow searches lie from deep ones and from the result: the margins of
//! ProbCut.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::board::Board;
use crate::eval::Evaluator;
use crate::search::{
    Limits, SearchEvent, SearchRequest, StopSignal, Table, run, shallow_depth,
    shallow_depth_before_solve,
};

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct FitPlan {
    /// Positions for each number of empty squares.
    pub positions: u32,
    /// The deepest search, in plies; deeper margins are extrapolated.
    pub depth: u32,
    /// The most empty squares that are solved; beyond, the margin stays the same.
    pub solve: u32,
    /// Decides the positions.
    pub seed: u64,
}

/// The fitted numbers, as `search/params.rs` has them.
#[derive(Clone, Debug)]
pub struct Fit {
    /// By band of eight empty squares and depth, in centidiscs.
    pub sigma: Vec<Vec<u16>>,
    /// By empty squares, in centidiscs.
    pub solve_sigma: Vec<u16>,
    /// How many times the estimate the result is.
    pub result_per_estimate: f64,
}

const FEWEST_EMPTIES: u32 = 12;
const MOST_EMPTIES: u32 = 52;
const DEPTHS: u32 = 24;
const BANDS: u32 = 8;
const SOLVE_SIZES: u32 = 32;
const TABLE_MEBIBYTES: usize = 64;

/// One measured difference; between estimates and results the depth does not count and is 0.
struct Sample {
    empties: u32,
    depth: u32,
    difference: f64,
}

impl FitPlan {
    /// How many positions are searched.
    pub const fn searches(&self) -> usize {
        (self.positions * (MOST_EMPTIES - FEWEST_EMPTIES + 1)) as usize
    }
}

/// Searches positions of self-play and fits the margins; `None` if no memory is to be had. `step`
/// is called after each position.
pub fn fit_probcut<E: Evaluator + Sync>(
    plan: &FitPlan,
    evaluator: &E,
    mut step: impl FnMut(),
) -> Option<Fit> {
    let table = Table::new(TABLE_MEBIBYTES).ok()?;
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut shallow = Vec::new();
    let mut results = Vec::new();
    for _ in 0..plan.positions {
        for empties in FEWEST_EMPTIES..=MOST_EMPTIES {
            let board = some_position(empties, evaluator, &mut rng);
            table.clear();
            let values = values_by_depth(board, plan.depth.min(empties - 1), evaluator, &table);
            for depth in 3..=values.len() as u32 {
                let value = |depth: u32| f64::from(values[depth as usize - 1]);
                let difference = value(depth) - value(shallow_depth(depth));
                shallow.push(Sample { empties, depth, difference });
            }
            let estimate = values.get(shallow_depth_before_solve(empties) as usize - 1);
            if let Some(&estimate) = estimate.filter(|_| empties <= plan.solve) {
                let result = solved(board, evaluator, &table);
                results.push((empties, f64::from(estimate), f64::from(result)));
            }
            step();
        }
    }
    Some(fit(&shallow, &results, plan.solve))
}

/// A position as self-play brings it about: mostly the best move of one ply, now and then any.
fn some_position<E: Evaluator + Sync>(empties: u32, evaluator: &E, rng: &mut ChaCha8Rng) -> Board {
    loop {
        let mut board = Board::START;
        while board.empties().len() > empties {
            let moves: Vec<_> = board.legal_moves().squares().collect();
            let opening = board.empties().len() > 50;
            let chosen = if opening || rng.random_ratio(1, 6) {
                moves.choose(rng).copied()
            } else {
                moves
                    .iter()
                    .copied()
                    .min_by_key(|&square| evaluator.evaluate(board.play_unchecked(square)))
            };
            board = match chosen {
                Some(square) => board.play_unchecked(square),
                None if board.is_over() => break,
                None => board.pass(),
            };
        }
        if board.empties().len() == empties && !board.legal_moves().is_empty() {
            return board;
        }
    }
}

fn request(board: Board, depth: u32) -> SearchRequest {
    SearchRequest::new(board, Limits { depth: Some(depth), ..Limits::default() })
}

/// The value at each depth from 1 on, in centidiscs.
fn values_by_depth<E: Evaluator + Sync>(
    board: Board,
    depth: u32,
    evaluator: &E,
    table: &Table,
) -> Vec<i32> {
    let mut values = Vec::new();
    run(&request(board, depth), evaluator, table, &StopSignal::default(), &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            values.extend(iteration.lines.first().map(|line| line.score.centidiscs()));
        }
    });
    values
}

fn solved<E: Evaluator + Sync>(board: Board, evaluator: &E, table: &Table) -> i32 {
    let mut result = 0;
    run(&request(board, 60), evaluator, table, &StopSignal::default(), &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            result = iteration.lines.first().map_or(result, |line| line.score.centidiscs());
        }
    });
    result
}

fn fit(shallow: &[Sample], results: &[(u32, f64, f64)], most_solved: u32) -> Fit {
    let model = Model::fit(shallow);
    let sigma = (0..BANDS)
        .map(|band| {
            (0..DEPTHS).map(|depth| model.sigma(f64::from(8 * band) + 3.5, depth)).collect()
        })
        .collect();
    let products: f64 = results.iter().map(|(_, estimate, result)| estimate * result).sum();
    let squares: f64 = results.iter().map(|(_, estimate, _)| estimate * estimate).sum();
    let result_per_estimate = products / squares.max(1.0);
    let differences: Vec<Sample> = results
        .iter()
        .map(|&(empties, estimate, result)| Sample {
            empties,
            depth: 0,
            difference: result - result_per_estimate * estimate,
        })
        .collect();
    let solve = Model::fit(&differences);
    // Beyond what was solved, the nearest that was.
    let solve_sigma = (0..SOLVE_SIZES)
        .map(|empties| solve.sigma(f64::from(empties.clamp(FEWEST_EMPTIES, most_solved)), 0))
        .collect();
    Fit { sigma, solve_sigma, result_per_estimate }
}

/// The logarithm of the standard deviation as a sum of terms in depth and empty squares.
struct Model([f64; TERMS]);

const TERMS: usize = 4;

impl Model {
    fn terms(empties: f64, depth: u32) -> [f64; TERMS] {
        [1.0, f64::from(depth), f64::from(depth % 2), empties]
    }

    /// Fits the logarithms of the standard deviations of each depth and number of empty squares.
    fn fit(samples: &[Sample]) -> Self {
        let mut normal = [[0.0; TERMS + 1]; TERMS];
        for empties in 0..=MOST_EMPTIES {
            for depth in 0..=DEPTHS {
                let squares: Vec<f64> = samples
                    .iter()
                    .filter(|sample| sample.empties == empties && sample.depth == depth)
                    .map(|sample| sample.difference * sample.difference)
                    .collect();
                let variance = squares.iter().sum::<f64>() / squares.len().max(1) as f64;
                if squares.len() < 5 || variance <= 0.0 {
                    continue;
                }
                let terms = Self::terms(f64::from(empties), depth);
                let weight = squares.len() as f64;
                for (row, &a) in normal.iter_mut().zip(&terms) {
                    for (cell, &b) in row.iter_mut().zip(&terms) {
                        *cell += weight * a * b;
                    }
                    row[TERMS] += weight * a * variance.ln() / 2.0;
                }
            }
        }
        Self(solve_linear(normal))
    }

    fn sigma(&self, empties: f64, depth: u32) -> u16 {
        let terms = Self::terms(empties, depth);
        let log: f64 = self.0.iter().zip(terms).map(|(a, b)| a * b).sum();
        log.exp().round().clamp(50.0, 6400.0) as u16
    }
}

/// Solves the normal equations by elimination; a term without data gets the weight 0.
fn solve_linear(mut rows: [[f64; TERMS + 1]; TERMS]) -> [f64; TERMS] {
    for pivot in 0..TERMS {
        // A little added: depths of only one parity leave the matrix singular.
        rows[pivot][pivot] += 1e-9;
        for row in 0..TERMS {
            if row != pivot {
                let (from, factor) = (rows[pivot], rows[row][pivot] / rows[pivot][pivot]);
                for (cell, above) in rows[row].iter_mut().zip(from) {
                    *cell -= factor * above;
                }
            }
        }
    }
    std::array::from_fn(|row| rows[row][TERMS] / rows[row][row])
}
