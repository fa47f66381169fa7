//! The games of a contest as a file.
//!
//! One a line: moves without passes run together, Black's score, who had Black. A game that ended by
//! a fault has no result to learn from, and is left out.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::contest::Contest;
use super::pairing::Pair;
use crate::board::Move;

/// A file that games are written to.
#[derive(Debug)]
pub struct GamesFile(BufWriter<File>);

impl GamesFile {
    /// Makes the file, in place of one that may be there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self(BufWriter::new(File::create(path)?)))
    }

    /// Adds the games of a pair, of which the first has this number.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, number: usize, pair: &Pair, contest: &Contest) -> io::Result<()> {
        for (at, game) in pair.games.iter().enumerate() {
            let played = &game.played;
            if played.fault.is_some() {
                continue;
            }
            let black = &contest.setups[contest.fixture(number + at).players[0]].name;
            let moves = played.game.plies().iter().map(|ply| ply.mv);
            let moves: String =
                moves.filter(|&mv| mv != Move::Pass).map(|mv| mv.to_string()).collect();
            writeln!(self.0, "{moves} {:+} {black}", played.black_score())?;
        }
        self.0.flush()
    }
}
