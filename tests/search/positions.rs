//! Boards to search.

use outflank::board::{Board, Game, Position};
use outflank::notation::{board64, transcript};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A board from a game of random moves, with so many empty squares and the game not over. The side
/// to move may have to pass.
pub fn random_board(rng: &mut ChaCha8Rng, empties: u32) -> Board {
    loop {
        let mut position = Position::START;
        while position.board.empties().len() > empties && !position.board.is_over() {
            let moves = position.moves();
            position = position.try_play(moves[rng.random_range(0..moves.len())]).unwrap();
        }
        if !position.board.is_over() {
            return position.board;
        }
    }
}

/// A board from a random game on which the side to move must pass.
pub fn random_pass(rng: &mut ChaCha8Rng, empties: u32) -> Board {
    loop {
        let board = random_board(rng, empties);
        if board.legal_moves().is_empty() {
            return board;
        }
    }
}

/// The board of a line of 64 cells and a side.
pub fn board(line: &str) -> Board {
    board64::parse(line).unwrap().board
}

/// The position after some moves.
pub fn after(moves: &str) -> Position {
    game(moves).position()
}

/// The game of some moves.
pub fn game(moves: &str) -> Game {
    let mut game = Game::default();
    transcript::play(&mut game, moves).unwrap();
    game
}

/// A board of the FFO suite with the score in discs of each of its moves, best first.
pub struct Problem {
    pub board: Board,
    pub moves: Vec<(String, i32)>,
}

impl Problem {
    pub fn best(&self) -> i32 {
        self.moves.iter().map(|&(_, score)| score).max().unwrap()
    }
}

/// FFO 1 to 19.
pub fn ffo() -> Vec<Problem> {
    let read = |line: &str| {
        let (cells, moves) = line.split_once(';').unwrap();
        let moves = moves.split(';').filter_map(|word| {
            let (mv, score) = word.trim().split_once(':')?;
            Some((mv.to_lowercase(), score.parse().unwrap()))
        });
        Problem { board: board(cells), moves: moves.collect() }
    };
    include_str!("../data/ffo-1-19.obf").lines().map(read).collect()
}
