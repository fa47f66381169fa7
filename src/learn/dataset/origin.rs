//! How the games of a file were made: what its header says.

use std::fmt;
use std::iter::repeat;

use serde::{Deserialize, Serialize};

/// The header of a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The program that wrote the file, with its version.
    pub program: String,
    /// Where its games come from, in their order.
    pub parts: Vec<Part>,
}

/// Where some games come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The program played itself.
    SelfPlay(SelfPlayed),
    /// A file of the WTHOR archive.
    Wthor {
        /// The file's name.
        file: String,
        /// The year in which the games were played.
        year: u16,
    },
    /// A file of transcripts.
    Transcripts {
        /// The file's name.
        file: String,
    },
    /// A file of games in another format.
    Games {
        /// The file's name.
        file: String,
        /// The format's name.
        format: String,
    },
}

/// How games of self-play were made: together with a game's number, all that decides it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlayed {
    /// The number of the first game.
    pub first: u64,
    /// Decides the random moves, together with the game's number.
    pub seed: u64,
    /// How deep each move was searched, in plies.
    pub depth: u32,
    /// From so many empty squares on the game was solved.
    pub solve: u32,
    /// Cuts on shallow results were right with so many percent; 100: there were none.
    pub selectivity: u32,
    /// The fewest and the most random moves at the start.
    pub random: (u32, u32),
    /// The evaluation's name.
    pub evaluation: String,
    /// A checksum of its values on a thousand boards.
    pub checksum: u32,
}

impl Origin {
    /// A header of this program's.
    pub fn new(parts: Vec<Part>) -> Self {
        let program = concat!("outflank ", env!("CARGO_PKG_VERSION"));
        Self { program: program.into(), parts }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        for (part, between) in self.parts.iter().zip([" from "].into_iter().chain(repeat("; "))) {
            write!(f, "{between}{part}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SelfPlay(how) => write!(
                f,
                "self-play (seed {}, games from {}, depth {}, solved from {} empties, selectivity \
                 {} %, {} to {} random moves, evaluation {} {:08x})",
                how.seed,
                how.first,
                how.depth,
                how.solve,
                how.selectivity,
                how.random.0,
                how.random.1,
                how.evaluation,
                how.checksum
            ),
            Self::Wthor { file, year } => write!(f, "WTHOR {year} ({file})"),
            Self::Transcripts { file } => write!(f, "transcripts ({file})"),
            Self::Games { file, format } => write!(f, "games in {format} ({file})"),
        }
    }
}
