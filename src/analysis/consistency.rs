//! How far an evaluation lies from its own searches.
//!
//! A search of a few plies corrects what the static value got wrong; the less there is to correct,
//! the better is the evaluation. That needs neither an opponent nor the truth. But it has a unit: an
//! evaluation whose values are all half as large needs half the correction. So the spread of the
//! static values stands beside it, and the line along which a deep search lies over the static
//! value, with its correlation: neither of these two has a unit.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use serde::Serialize;

use super::in_order::in_order;
use super::statistics::{Spread, Trend};
use crate::board::{Board, Square};
use crate::eval::Evaluator;
use crate::search::{AllocationError, Limits, SearchEvent, SearchRequest, StopSignal, Table, run};

/// A range of empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Band {
    /// The fewest.
    pub from: u32,
    /// The most.
    pub to: u32,
}

/// What is measured apart, from the opening on.
pub const BANDS: [Band; 4] = [
    Band { from: 42, to: 49 },
    Band { from: 34, to: 41 },
    Band { from: 26, to: 33 },
    Band { from: 18, to: 25 },
];

/// The deepest search that reaches the end of the game from no position of [`BANDS`].
pub const DEEPEST: u32 = 17;

/// Every position is searched so deep, in plies.
const SHALLOW: u32 = 6;
const TABLE_MEBIBYTES: usize = 8;

/// Boards of games, by band.
#[derive(Clone, Debug, Default)]
pub struct Positions([Vec<Board>; BANDS.len()]);

impl Positions {
    /// Adds the boards of a game from the start position: legal moves, the forced passes between
    /// them left out. A board counts if its mover has made a move on it.
    pub fn add_game(&mut self, moves: &[Square]) {
        let mut board = Board::START;
        for &square in moves {
            if board.legal_moves().is_empty() {
                board = board.pass();
            }
            let empties = board.empties().len();
            if let Some(band) = BANDS.iter().position(|b| (b.from..=b.to).contains(&empties)) {
                self.0[band].push(board.canonical());
            }
            board = board.play_unchecked(square);
        }
    }

    /// So many boards of each band, or all there are, no two of them the same or symmetric. They
    /// depend on the games and the seed, not on the order of the games; more boards of the same
    /// seed begin with the fewer.
    pub fn draw(self, count: usize, seed: u64) -> [Vec<Board>; BANDS.len()] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        self.0.map(|mut boards| {
            boards.sort_unstable_by_key(|board| (board.mover(), board.opponent()));
            boards.dedup();
            boards.shuffle(&mut rng);
            boards.truncate(count);
            boards
        })
    }
}

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The deep search, in plies, up to [`DEEPEST`].
    pub deep: u32,
    /// How many positions of each band are searched so deep: the first ones.
    pub deep_positions: usize,
    /// Positions at a time; the result does not depend on it.
    pub threads: u32,
}

/// What was measured in a band, in discs. `None` where there were too few positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BandReport {
    /// The empty squares.
    pub empties: Band,
    /// The static value.
    pub static_value: Option<Spread>,
    /// Depth 4 minus the static value.
    pub static_to_4: Option<Spread>,
    /// Depth 6 minus depth 2.
    pub two_to_6: Option<Spread>,
    /// The deep search minus the static value.
    pub static_to_deep: Option<Spread>,
    /// The deep search over the static value.
    pub deep_on_static: Option<Trend>,
}

/// Searches the positions of each band, without any cut on shallow searches and each with an empty
/// table, and compares. `step` is called after each position.
///
/// # Errors
/// When there is no memory for a table.
pub fn measure<E: Evaluator + Sync>(
    bands: &[Vec<Board>; BANDS.len()],
    plan: Plan,
    evaluator: &E,
    step: &(impl Fn() + Sync),
) -> Result<[BandReport; BANDS.len()], AllocationError> {
    let depth = |index| if index < plan.deep_positions { plan.deep.max(SHALLOW) } else { SHALLOW };
    let items: Vec<(Board, u32)> = bands
        .iter()
        .flat_map(|boards| boards.iter().enumerate().map(|(index, &board)| (board, depth(index))))
        .collect();
    let table = || Table::new(TABLE_MEBIBYTES);
    let values = in_order(&items, plan.threads, table, |table, &(board, depth)| {
        let values = values_by_depth(board, depth, evaluator, table);
        step();
        Ok(values)
    })?;
    let mut rest = &values[..];
    Ok(std::array::from_fn(|band| {
        let (values, others) = rest.split_at(bands[band].len());
        rest = others;
        report(BANDS[band], values, plan)
    }))
}

/// The static value and that of each depth from 1 on, in discs: the index is the depth.
fn values_by_depth<E: Evaluator + Sync>(
    board: Board,
    depth: u32,
    evaluator: &E,
    table: &Table,
) -> Vec<f64> {
    table.clear();
    let request = SearchRequest::new(board, Limits { depth: Some(depth), ..Limits::default() });
    let mut values = vec![evaluator.evaluate(board)];
    run(&request, evaluator, table, &StopSignal::default(), &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            values.extend(iteration.lines.first().map(|line| line.score));
        }
    });
    values.iter().map(|score| f64::from(score.centidiscs()) / 100.0).collect()
}

fn report(empties: Band, values: &[Vec<f64>], plan: Plan) -> BandReport {
    let statics: Vec<f64> = values.iter().map(|values| values[0]).collect();
    let spread = |from: usize, to: usize, values: &[Vec<f64>]| {
        let differences: Vec<f64> = values.iter().map(|values| values[to] - values[from]).collect();
        Spread::of(&differences)
    };
    let deep = plan.deep as usize;
    let searched_deep = &values[..plan.deep_positions.min(values.len())];
    let points: Vec<_> = searched_deep.iter().map(|values| (values[0], values[deep])).collect();
    BandReport {
        empties,
        static_value: Spread::of(&statics),
        static_to_4: spread(0, 4, values),
        two_to_6: spread(2, 6, values),
        static_to_deep: spread(0, deep, searched_deep),
        deep_on_static: Trend::of(&points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Linear;
    use rand::seq::IndexedRandom;

    /// The moves of a game by chance.
    fn some_game(rng: &mut ChaCha8Rng) -> Vec<Square> {
        let mut moves = Vec::new();
        let mut board = Board::START;
        while !board.is_over() {
            let squares: Vec<_> = board.legal_moves().squares().collect();
            board = match squares.choose(rng) {
                Some(&square) => {
                    moves.push(square);
                    board.play_unchecked(square)
                }
                None => board.pass(),
            };
        }
        moves
    }

    fn positions(games: impl Iterator<Item = Vec<Square>>) -> Positions {
        games.fold(Positions::default(), |mut positions, game| {
            positions.add_game(&game);
            positions
        })
    }

    fn some_games(count: usize) -> Vec<Vec<Square>> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        (0..count).map(|_| some_game(&mut rng)).collect()
    }

    #[test]
    fn boards_are_distinct_and_do_not_depend_on_the_order_of_the_games() {
        let games = some_games(20);
        let all = positions(games.iter().cloned()).draw(usize::MAX, 7);
        for (boards, band) in all.iter().zip(BANDS) {
            assert!(boards.len() > 100, "{}", boards.len());
            for (index, board) in boards.iter().enumerate() {
                assert!((band.from..=band.to).contains(&board.empties().len()));
                assert!(!board.legal_moves().is_empty());
                assert_eq!(*board, board.canonical());
                assert!(!boards[..index].contains(board));
            }
        }
        let twice_and_backwards = games.iter().chain(&games).rev().cloned();
        let some = positions(twice_and_backwards).draw(10, 7);
        for (boards, all) in some.iter().zip(&all) {
            assert_eq!(boards[..], all[..10]);
        }
        assert_ne!(positions(games.into_iter()).draw(10, 8), some);
    }

    /// Minimax without anything else; passes are not counted.
    fn plain(board: Board, depth: u32) -> f64 {
        let moves = board.legal_moves();
        if board.is_over() {
            f64::from(board.final_score())
        } else if moves.is_empty() {
            -plain(board.pass(), depth)
        } else if depth == 0 {
            f64::from(Linear::default().evaluate(board).centidiscs()) / 100.0
        } else {
            moves
                .squares()
                .map(|square| -plain(board.play_unchecked(square), depth - 1))
                .fold(f64::NEG_INFINITY, f64::max)
        }
    }

    #[test]
    fn what_is_measured_is_what_plain_searches_say_on_any_number_of_threads() {
        let bands = positions(some_games(8).into_iter()).draw(4, 1);
        let plan = Plan { deep: 3, deep_positions: 3, threads: 1 };
        let reports = measure(&bands, plan, &Linear::default(), &|| ()).unwrap();
        for (found, boards) in reports.iter().zip(&bands) {
            let statics: Vec<_> = boards.iter().map(|&board| plain(board, 0)).collect();
            assert_eq!(found.static_value, Spread::of(&statics));
            let differences: Vec<_> =
                boards.iter().map(|&board| plain(board, 4) - plain(board, 0)).collect();
            assert_eq!(found.static_to_4, Spread::of(&differences));
            let points: Vec<_> =
                boards[..3].iter().map(|&board| (plain(board, 0), plain(board, 3))).collect();
            assert_eq!(found.deep_on_static, Trend::of(&points));
            assert_eq!(found.static_to_deep.unwrap().count, 3);
            assert_eq!(found.two_to_6.unwrap().count, 4);
        }
        for threads in [2, 5] {
            let plan = Plan { threads, ..plan };
            assert_eq!(measure(&bands, plan, &Linear::default(), &|| ()), Ok(reports));
        }
    }
}
