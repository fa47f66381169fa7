//! What games begin with: lists of openings, and openings made at random.

use std::collections::HashSet;
use std::fmt;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::board::{Board, Game, Move, Position};
use crate::notation::transcript::{self, TranscriptError};

/// Why there are no openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningsError {
    /// A line, counted from 1, is no transcript.
    Line(usize, TranscriptError),
    /// After the opening in this line, counted from 1, the game is over.
    Over(usize),
    /// Fewer openings than are needed.
    TooFew {
        /// So many there are.
        found: usize,
        /// So many were wanted.
        wanted: usize,
    },
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line, error) => write!(f, "line {line}: {error}"),
            Self::Over(line) => {
                write!(f, "line {line}: the game is over, there is nothing to play")
            }
            Self::TooFew { found, wanted } => write!(
                f,
                "{found} different openings, but {wanted} pairs of games are wanted; each opening \
                 is played by one pair"
            ),
        }
    }
}

impl std::error::Error for OpeningsError {}

/// Reads openings, one transcript a line; empty lines are skipped, and so is an opening that came
/// before.
///
/// # Errors
/// When a line is no transcript, or leaves nothing to play.
pub fn read(text: &str) -> Result<Vec<Game>, OpeningsError> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut game = Game::default();
        transcript::play(&mut game, line).map_err(|error| OpeningsError::Line(index + 1, error))?;
        if game.position().board.is_over() {
            return Err(OpeningsError::Over(index + 1));
        }
        if seen.insert(game.position()) {
            openings.push(game);
        }
    }
    Ok(openings)
}

/// So many of these openings in an order that the seed decides.
///
/// # Errors
/// When there are fewer.
pub fn draw(mut openings: Vec<Game>, count: usize, seed: u64) -> Result<Vec<Game>, OpeningsError> {
    if openings.len() < count {
        return Err(OpeningsError::TooFew { found: openings.len(), wanted: count });
    }
    openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    openings.truncate(count);
    Ok(openings)
}

/// After so many in a row that are not new, no more openings are looked for.
const MOST_IN_VAIN: u32 = 10_000;

/// So many openings of `plies` random legal moves from the start, passes not counted. No two end on
/// the same board, be it turned or mirrored, and none ends the game.
///
/// # Errors
/// When there are not so many, or they are too hard to find.
pub fn random(count: usize, plies: u32, seed: u64) -> Result<Vec<Game>, OpeningsError> {
    let openings: Vec<Game> = Random::new(plies, seed).take(count).collect();
    if openings.len() < count {
        return Err(OpeningsError::TooFew { found: openings.len(), wanted: count });
    }
    Ok(openings)
}

/// Openings of random moves, as long as new ones are found.
#[derive(Debug)]
pub(super) struct Random {
    plies: u32,
    rng: ChaCha8Rng,
    seen: HashSet<Board>,
}

impl Random {
    pub fn new(plies: u32, seed: u64) -> Self {
        Self { plies, rng: ChaCha8Rng::seed_from_u64(seed), seen: HashSet::new() }
    }
}

impl Iterator for Random {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        (0..=MOST_IN_VAIN)
            .filter_map(|_| random_game(self.plies, &mut self.rng))
            .find(|game| self.seen.insert(game.position().board.canonical()))
    }
}

fn random_game(plies: u32, rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut game = Game::default();
    for _ in 0..plies {
        let squares = playable(&game)?.board.legal_moves().squares();
        let mv = squares.map(Move::Place).collect::<Vec<_>>().choose(rng).copied()?;
        game.play(mv).ok()?;
    }
    playable(&game).map(|_| game)
}

/// The position with a square to move to that comes next, after a pass if there has to be one.
fn playable(game: &Game) -> Option<Position> {
    let position = game.position();
    if position.board.is_over() {
        return None;
    }
    position.try_play(Move::Pass).ok().or(Some(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_their_faults_named() {
        let openings = read("f5d6c3\n\n F5 f6 \nf5d6c3\n").unwrap();
        let plies: Vec<usize> = openings.iter().map(|game| game.plies().len()).collect();
        assert_eq!(plies, [3, 2]);
        let error = read("f5d6\nf5f5\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2: ply 2: f5 is illegal, the square is occupied");
        let error = read("f5d6c5f6e7f4g5e6e3").unwrap_err();
        assert_eq!(error.to_string(), "line 1: the game is over, there is nothing to play");
    }

    #[test]
    fn the_seed_decides_the_order() {
        let openings = read("f5d6\nf5f6\nf5f4\nd3c3\nd3c5\nd3e3").unwrap();
        let drawn = draw(openings.clone(), 4, 1).unwrap();
        assert_eq!(drawn, draw(openings.clone(), 4, 1).unwrap());
        assert_eq!(drawn, draw(openings.clone(), 6, 1).unwrap()[..4]);
        assert!((2..9).any(|seed| draw(openings.clone(), 4, seed).unwrap() != drawn));
        let error = draw(openings, 7, 1).unwrap_err().to_string();
        assert!(
            error.starts_with("6 different openings, but 7 pairs of games are wanted"),
            "{error}"
        );
    }

    #[test]
    fn random_openings_differ_and_can_be_played_on() {
        let openings = random(300, 10, 7).unwrap();
        assert_eq!(openings, random(300, 10, 7).unwrap());
        assert_ne!(openings, random(300, 10, 8).unwrap());
        let boards: HashSet<_> =
            openings.iter().map(|game| game.position().board.canonical()).collect();
        assert_eq!(boards.len(), 300);
        for game in &openings {
            assert_eq!(game.position().board.empties().len(), 50);
            assert!(!game.position().board.is_over());
        }
        assert_eq!(random(1, 0, 1).unwrap(), [Game::default()]);
    }

    #[test]
    fn more_openings_than_there_are_are_refused() {
        // After one ply the four moves are one, after two there are three.
        assert_eq!(random(3, 2, 1).unwrap().len(), 3);
        let error = OpeningsError::TooFew { found: 3, wanted: 4 };
        assert_eq!(random(4, 2, 1), Err(error));
        assert_eq!(random(1, 61, 1), Err(OpeningsError::TooFew { found: 0, wanted: 1 }));
    }
}
