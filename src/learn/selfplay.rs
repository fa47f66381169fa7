//! Games that an evaluation plays against itself.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::dataset::{GameRecord, RecordedMove, SelfPlayed};
use crate::board::{Board, Move};
use crate::eval::Evaluator;
use crate::search::{Limits, Line, SearchEvent, SearchRequest, StopSignal, Table, run};

/// Plays a game from random moves on to its end; nothing decides it but `how`, its number and the
/// evaluator. The table, best a small one, is emptied first.
///
/// There are as many random moves as the smaller of two random numbers says; they are not recorded.
/// Then each side plays the best move it finds, until so few squares are empty that the game is
/// solved. Each move is recorded with what the search said, or with the exact score.
pub fn play_game<E: Evaluator + Sync>(
    how: &SelfPlayed,
    number: u64,
    evaluator: &E,
    table: &Table,
) -> GameRecord {
    table.clear();
    let mut rng = ChaCha8Rng::seed_from_u64(how.seed);
    rng.set_stream(number);
    let start = random_start(how.random, &mut rng);
    let mut moves = Vec::new();
    let mut board = start;
    // Whether the mover is that of the start.
    let mut is_first = true;
    while !board.is_over() {
        if board.legal_moves().is_empty() {
            (board, is_first) = (board.pass(), !is_first);
        }
        let empties = board.empties().len();
        let is_solved = empties <= how.solve;
        let depth = if is_solved { empties } else { how.depth };
        let line = best_line(board, depth, how.selectivity, evaluator, table);
        let mut score = line.score.centidiscs() as i16;
        // Of a solved game all moves; should the line end early, the rest is solved again.
        let taken = if is_solved { line.moves.len() } else { 1 };
        for mv in line.moves.into_iter().take(taken) {
            board = match mv {
                Move::Place(square) => {
                    moves.push(RecordedMove { square, score: Some(score) });
                    board.play_unchecked(square)
                }
                Move::Pass => board.pass(),
            };
            (score, is_first) = (-score, !is_first);
        }
    }
    let result = if is_first { board.final_score() } else { -board.final_score() };
    GameRecord { start, moves, result: result as i8 }
}

/// A board after random moves, on which the mover can move. Games that end on the way are drawn
/// anew.
fn random_start((fewest, most): (u32, u32), rng: &mut ChaCha8Rng) -> Board {
    loop {
        let length = rng.random_range(fewest..=most).min(rng.random_range(fewest..=most));
        if let Some(board) = random_moves(length, rng) {
            return board;
        }
    }
}

/// A board after so many random moves, passes not counted; `None` if the game ends before the next.
pub(super) fn random_moves(count: u32, rng: &mut ChaCha8Rng) -> Option<Board> {
    let mut board = Board::START;
    for left in (0..=count).rev() {
        if board.legal_moves().is_empty() {
            board = board.pass();
        }
        if left > 0 {
            let legal = board.legal_moves();
            let chosen = legal.squares().nth(rng.random_range(0..legal.len().max(1)) as usize)?;
            board = board.play_unchecked(chosen);
        }
    }
    (!board.legal_moves().is_empty()).then_some(board)
}

/// The best line to a depth; it has a move.
fn best_line<E: Evaluator + Sync>(
    board: Board,
    depth: u32,
    selectivity: u32,
    evaluator: &E,
    table: &Table,
) -> Line {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = SearchRequest { selectivity, ..SearchRequest::new(board, limits) };
    let mut best = None;
    run(&request, evaluator, table, &StopSignal::default(), &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            best = iteration.lines.into_iter().next();
        }
    });
    best.expect("a search that is not stopped reports its depths")
}

/// A checksum of an evaluation's values on a thousand boards: another evaluation has another.
pub fn evaluation_checksum(evaluator: &impl Evaluator) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut hasher = crc32fast::Hasher::new();
    for ply in (0..50).cycle().take(1000) {
        let board = random_start((ply, ply), &mut rng);
        hasher.update(&evaluator.evaluate(board).to_bits().to_le_bytes());
    }
    hasher.finalize()
}
