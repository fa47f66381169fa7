//! Many games of self-play, in files of a directory.
//!
//! A file has the games from a number on, in their order, and its name says which seed and number:
//! `selfplay-7-000050000.games`. What is there already is not made again, so that the same call
//! goes on where an earlier one was ended, in whatever way.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use super::dataset::{Fault, FileError, GameRecord, Origin, Part, Reader, SelfPlayed, Writer};
use super::selfplay::play_game;
use crate::eval::Evaluator;
use crate::search::{AllocationError, Table};

/// Which games to make, and where.
#[derive(Clone, Debug)]
pub struct DatagenPlan {
    /// Where the files are; made if it is not there.
    pub directory: PathBuf,
    /// How to play; `first` is the number of the first game wanted.
    pub how: SelfPlayed,
    /// How many games are wanted.
    pub games: u64,
    /// How many of them a file has at most, at least 1.
    pub games_per_file: u64,
    /// On how many threads to play; the games do not depend on it.
    pub threads: usize,
}

/// What is left to do of a plan.
#[derive(Clone, Debug)]
pub struct Datagen {
    how: SelfPlayed,
    threads: usize,
    shards: Vec<Shard>,
}

/// A file of the plan with the numbers of the games that it lacks.
#[derive(Clone, Debug)]
struct Shard {
    path: PathBuf,
    first: u64,
    missing: Range<u64>,
}

/// Why games cannot be made.
#[derive(Debug)]
pub enum DatagenError {
    /// A file cannot be read or written.
    File(FileError),
    /// There are games that were made otherwise.
    OtherSettings {
        /// A file with such games.
        path: PathBuf,
        /// How they were made.
        there: String,
        /// How they are wanted.
        wanted: String,
    },
    /// Some of the games are there, in a file that begins with another one.
    Overlap {
        /// The file.
        path: PathBuf,
        /// The numbers of its games.
        games: Range<u64>,
    },
    /// There is no memory for the tables.
    NoMemory(AllocationError),
}

impl fmt::Display for DatagenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::OtherSettings { path, there, wanted } => write!(
                f,
                "{} was made by {there}; games by {wanted} belong into another directory",
                path.display()
            ),
            Self::Overlap { path, games } => write!(
                f,
                "{} has the games {} to {} already: keep to the first game and the games per file \
                 it was made with, or choose another directory",
                path.display(),
                games.start,
                games.end - 1
            ),
            Self::NoMemory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DatagenError {}

impl From<FileError> for DatagenError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// The size of the table each thread plays with: small enough to be emptied for each game.
const TABLE_MEBIBYTES: usize = 1;
/// Games that are done and wait for the file.
const WAITING: usize = 64;

impl DatagenPlan {
    /// Looks at what is there.
    ///
    /// # Errors
    /// When the directory or a file in it cannot be read or made, or has games that do not go with
    /// the plan.
    pub fn look(&self) -> Result<Datagen, DatagenError> {
        let fail = |error| FileError { path: self.directory.clone(), fault: Fault::Io(error) };
        fs::create_dir_all(&self.directory).map_err(fail)?;
        let mut there = Vec::new();
        for entry in fs::read_dir(&self.directory).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            there.extend(self.games_in(&path)?.map(|games| (path, games)));
        }
        let end = self.how.first.saturating_add(self.games);
        let mut shards = Vec::new();
        let mut first = self.how.first;
        while first < end {
            let next = first.saturating_add(self.games_per_file).min(end);
            let path = self.directory.join(format!("selfplay-{}-{first:09}.games", self.how.seed));
            let mut missing = first..next;
            for (other, games) in &there {
                if *other == path {
                    missing.start = games.end.min(next);
                } else if games.start < next && first < games.end {
                    let (path, games) = (other.clone(), games.clone());
                    return Err(DatagenError::Overlap { path, games });
                }
            }
            if !missing.is_empty() {
                shards.push(Shard { path, first, missing });
            }
            first = next;
        }
        Ok(Datagen { how: self.how.clone(), threads: self.threads, shards })
    }

    /// The numbers of the games of a file, if it is one of ours with the same seed.
    fn games_in(&self, path: &Path) -> Result<Option<Range<u64>>, DatagenError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The program was ended between making a file and writing to it.
        let is_empty = || fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0);
        if !name.starts_with("selfplay-") || !name.ends_with(".games") || is_empty() {
            return Ok(None);
        }
        let mut reader = Reader::open(path)?;
        let there = reader.origin().clone();
        let (first, seed) = match &there.parts[..] {
            [Part::SelfPlay(how)] => (how.first, how.seed),
            _ => (self.how.first, self.how.seed),
        };
        let wanted = origin(&SelfPlayed { first, seed, ..self.how.clone() });
        if there != wanted {
            let (path, [there, wanted]) = (path.into(), [there, wanted].map(|it| it.to_string()));
            return Err(DatagenError::OtherSettings { path, there, wanted });
        }
        if seed != self.how.seed {
            return Ok(None);
        }
        let count = reader.count_whole()?;
        Ok(Some(first..first + count))
    }
}

fn origin(how: &SelfPlayed) -> Origin {
    Origin::new(vec![Part::SelfPlay(how.clone())])
}

impl Datagen {
    /// How many games are still to be made.
    pub fn games(&self) -> u64 {
        self.shards.iter().map(|shard| shard.missing.end - shard.missing.start).sum()
    }

    /// Makes the games; `step` is shown each as it goes to its file.
    ///
    /// # Errors
    /// When a file cannot be written, or there is no memory.
    pub fn run<E: Evaluator + Sync>(
        &self,
        evaluator: &E,
        mut step: impl FnMut(&GameRecord),
    ) -> Result<(), DatagenError> {
        let tables = (0..self.threads.max(1)).map(|_| Table::new(TABLE_MEBIBYTES));
        let tables: Vec<Table> =
            tables.collect::<Result<_, _>>().map_err(DatagenError::NoMemory)?;
        for shard in &self.shards {
            let how = SelfPlayed { first: shard.first, ..self.how.clone() };
            // Another program may have gone on with the file since it was looked at.
            let (mut writer, there) = Writer::resume(&shard.path, &origin(&how))?;
            let missing = shard.first + there..shard.missing.end;
            self.play(missing, evaluator, &tables, |game| {
                step(&game);
                writer.push(game)
            })?;
            writer.finish()?;
        }
        Ok(())
    }

    /// Plays games on one thread for each table, and gives them out in their order.
    fn play<E: Evaluator + Sync>(
        &self,
        numbers: Range<u64>,
        evaluator: &E,
        tables: &[Table],
        mut take: impl FnMut(GameRecord) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let next = AtomicU64::new(numbers.start);
        thread::scope(|scope| {
            // When this ends by an error, nobody receives any more, and the threads end too.
            let (sender, receiver) = mpsc::sync_channel(WAITING);
            for table in tables {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= numbers.end {
                            break;
                        }
                        let game = play_game(&self.how, number, evaluator, table);
                        if sender.send((number, game)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut due = numbers.start;
            let mut early = BTreeMap::new();
            for (number, game) in receiver {
                early.insert(number, game);
                while let Some(game) = early.remove(&due) {
                    take(game)?;
                    due += 1;
                }
            }
            Ok(())
        })
    }
}
