//! The boards that are learned from.

use std::path::Path;

use super::note::DataFile;
use super::spline::{Spline, ply_of};
use crate::board::Board;
use crate::learn::dataset::{Fault, FileError, GameRecord, Reader};

/// One game in this many is held out.
const HELD_OUT: u64 = 20;

/// A board with what it should be estimated at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Position {
    pub board: Board,
    /// In discs for the mover.
    pub target: f32,
}

/// The boards of games, sorted by the stretch of plies they belong to; some whole games are held
/// out to test on.
#[derive(Debug)]
pub struct TrainingSet {
    pub(super) spline: Spline,
    pub(super) lambda: f32,
    pub(super) trained: Vec<Vec<Position>>,
    pub(super) held_out: Vec<Vec<Position>>,
    games: u64,
    fingerprint: u64,
}

impl TrainingSet {
    /// No games yet. Where a search score is known the target is `lambda` times the game's result
    /// and 1 - `lambda` times the score.
    pub fn new(spline: Spline, lambda: f32) -> Self {
        let intervals = spline.intervals();
        Self {
            spline,
            lambda,
            trained: vec![Vec::new(); intervals],
            held_out: vec![Vec::new(); intervals],
            games: 0,
            fingerprint: 0,
        }
    }

    /// Adds the games of a file. Where it is cut off, its whole blocks are taken, and `tell` is
    /// given the error.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(
        &mut self,
        path: &Path,
        tell: impl FnOnce(FileError),
    ) -> Result<DataFile, FileError> {
        let reader = Reader::open(path)?;
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let origin = reader.origin().clone();
        let mut data = DataFile { file, games: 0, positions: 0, origin };
        for game in reader {
            match game {
                Ok(game) => {
                    self.add(&game);
                    data.games += 1;
                    data.positions += game.moves.len() as u64;
                }
                Err(error) if matches!(error.fault, Fault::CutOff { .. }) => {
                    tell(error);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(data)
    }

    /// Adds the boards of a game.
    pub fn add(&mut self, game: &GameRecord) {
        let id = identity(game);
        // The same moves are always on the same side, however often they were played.
        let is_held_out = (id >> 32).is_multiple_of(HELD_OUT);
        let sets = if is_held_out { &mut self.held_out } else { &mut self.trained };
        self.games += 1;
        self.fingerprint = mixed(self.fingerprint, id);
        for sample in game.samples() {
            let result = f32::from(sample.result);
            let target = sample.score.map_or(result, |score| {
                self.lambda * result + (1.0 - self.lambda) * f32::from(score) / 100.0
            });
            self.fingerprint = mixed(self.fingerprint, target.to_bits().into());
            let interval = self.spline.interval(ply_of(sample.board));
            sets[interval].push(Position { board: sample.board, target });
        }
    }

    /// How many games there are, those held out among them.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many boards there are to learn from.
    pub fn samples(&self) -> usize {
        self.trained.iter().map(Vec::len).sum()
    }

    /// How many boards are held out.
    pub fn samples_held_out(&self) -> usize {
        self.held_out.iter().map(Vec::len).sum()
    }

    /// A number that other games, or the same in another order, would hardly give.
    pub(super) const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// A hash of the start and the moves.
fn identity(game: &GameRecord) -> u64 {
    game.moves
        .iter()
        .fold(game.start.hash(), |hash, played| mixed(hash, played.square.index() as u64))
}

/// Mixes a number into a hash.
const fn mixed(hash: u64, number: u64) -> u64 {
    let sum = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (sum ^ (sum >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
}
