//! The results of a contest as a file of JSON lines, written game by game as they end, so that what
//! was played is not played again.
//!
//! The first line says who plays: `{"match": {"players": [{"name": ..., "plays": ...}, ...],
//! "schedule": "round-robin" or "gauntlet"}}`. Each other line is a game; see protocol.md. A last
//! line without its end is what a write that was broken off has left: it is cut off.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::contest::{Contest, Fixture, Schedule};
use super::pairing::Finished;
use super::player::Effort;
use super::referee::{Fault, Offence, OffenceKind, Played};
use crate::board::{Color, Game};
use crate::notation::{excerpt, fen, transcript};

/// A file of results that is being written. No other process writes it at the same time.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What was in the file already.
#[derive(Debug, Default)]
pub struct Recorded {
    /// The games by their numbers.
    pub games: BTreeMap<usize, Finished>,
    /// Whether a last line was cut off.
    pub is_cut: bool,
}

/// Why there can be no journal.
#[derive(Debug)]
pub enum JournalError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another process writes it.
    InUse(PathBuf),
    /// It is no file of results.
    Foreign(PathBuf),
    /// It is that of another match; what is different.
    OtherMatch(PathBuf, String),
    /// This line, counted from 1, is not what it should be.
    Line(PathBuf, usize, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => {
                write!(f, "results cannot be kept in {}: {error}", path.display())
            }
            Self::InUse(path) => {
                write!(f, "another match is writing its results to {}", path.display())
            }
            Self::Foreign(path) => write!(
                f,
                "{} is there already and is no file of results: give another name",
                path.display()
            ),
            Self::OtherMatch(path, what) => write!(
                f,
                "{} has the results of another match: {what}; give another name",
                path.display()
            ),
            Self::Line(path, line, what) => {
                write!(f, "line {line} of {}: {what}", path.display())
            }
        }
    }
}

impl std::error::Error for JournalError {}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    #[serde(rename = "match")]
    plan: Plan,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Plan {
    players: Vec<PlayerLine>,
    schedule: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct PlayerLine {
    name: String,
    plays: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct GameLine {
    /// Counted from 1.
    game: usize,
    black: String,
    white: String,
    /// Black's discs minus White's.
    score: i32,
    /// So many of the moves are the opening.
    opening: usize,
    /// With blanks between, passes included.
    moves: String,
    /// What each move after the opening took.
    seconds: Vec<f64>,
    fault: Option<FaultLine>,
    black_took: Took,
    white_took: Took,
}

#[derive(Debug, Serialize, Deserialize)]
struct FaultLine {
    player: String,
    kind: String,
    what: String,
    position: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Took {
    moves: u64,
    seconds: f64,
    nodes: u64,
    nodes_seconds: f64,
}

impl Journal {
    /// Opens a file of results of this contest, or makes it, and reads what was played.
    ///
    /// # Errors
    /// When the file cannot be had, or has something else.
    pub fn open(path: &Path, contest: &Contest) -> Result<(Self, Recorded), JournalError> {
        let fail = |error| JournalError::Io(path.into(), error);
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(fail)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.into())),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let head = line(&head(contest));
        let mut journal = Self { file, path: path.into() };
        if bytes.len() < head.len() && head.as_bytes().starts_with(&bytes) {
            journal.cut_to(0)?;
            journal.write(&head)?;
            return Ok((journal, Recorded::default()));
        }
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let whole = std::str::from_utf8(&bytes[..end]);
        let text = whole.map_err(|_| JournalError::Foreign(path.into()))?;
        let games = journal.read(text, contest)?;
        journal.cut_to(end as u64)?;
        Ok((journal, Recorded { games, is_cut: end < bytes.len() }))
    }

    fn cut_to(&mut self, length: u64) -> Result<(), JournalError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(|error| JournalError::Io(self.path.clone(), error))
    }

    fn read(
        &self,
        text: &str,
        contest: &Contest,
    ) -> Result<BTreeMap<usize, Finished>, JournalError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().and_then(|(_, line)| serde_json::from_str::<Head>(line).ok());
        let there = first.ok_or_else(|| JournalError::Foreign(self.path.clone()))?.plan;
        if let Some(difference) = difference(&there, &head(contest).plan) {
            return Err(JournalError::OtherMatch(self.path.clone(), difference));
        }
        let mut games = BTreeMap::new();
        for (index, line) in lines {
            let bad = |what: String| JournalError::Line(self.path.clone(), index + 1, what);
            let found: GameLine =
                serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
            let number = found.game;
            let game = read_game(found, contest).map_err(bad)?;
            if games.insert(number - 1, game).is_some() {
                return Err(bad(format!("game {number} stands there a second time")));
            }
        }
        Ok(games)
    }

    /// Adds a game by its number.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(
        &mut self,
        number: usize,
        game: &Finished,
        contest: &Contest,
    ) -> Result<(), JournalError> {
        self.write(&line(&game_line(number, game, contest)))
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| JournalError::Io(self.path.clone(), error))
    }
}

/// An object as a line.
fn line(object: &impl Serialize) -> String {
    // Strings, numbers and lists of them can all be written.
    serde_json::to_string(object).unwrap_or_default() + "\n"
}

fn head(contest: &Contest) -> Head {
    let player =
        |setup: &super::Setup| PlayerLine { name: setup.name.clone(), plays: setup.in_full() };
    let schedule = match contest.schedule {
        Schedule::RoundRobin => "round-robin",
        Schedule::Gauntlet => "gauntlet",
    };
    let players = contest.setups.iter().map(player).collect();
    Head { plan: Plan { players, schedule: schedule.into() } }
}

/// What is not the same in two matches.
fn difference(there: &Plan, wanted: &Plan) -> Option<String> {
    let (found, now) = (there.players.len(), wanted.players.len());
    if found != now {
        return Some(format!("it has {found} players, not {now}"));
    }
    for (there, wanted) in there.players.iter().zip(&wanted.players) {
        if there.name != wanted.name {
            return Some(format!("{} plays there, not {}", there.name, wanted.name));
        }
        if there.plays != wanted.plays {
            let PlayerLine { name, plays } = there;
            return Some(format!("{name} plays there with '{plays}', not '{}'", wanted.plays));
        }
    }
    let is_other = there.schedule != wanted.schedule;
    is_other.then(|| format!("it is a {}, not a {}", there.schedule, wanted.schedule))
}

fn game_line(number: usize, finished: &Finished, contest: &Contest) -> GameLine {
    let Finished { played, times, efforts } = finished;
    let names = contest.fixture(number).players.map(|player| contest.setups[player].name.clone());
    let fault = played.fault.as_ref().map(|Fault { side, offence }| FaultLine {
        player: names[*side as usize].clone(),
        kind: offence.kind.name().into(),
        what: offence.what.clone(),
        position: fen::write(&played.game.position()),
    });
    let [black, white] = names;
    let [black_took, white_took] = efforts.map(|effort| Took {
        moves: effort.moves,
        seconds: effort.time.as_secs_f64(),
        nodes: effort.nodes,
        nodes_seconds: effort.nodes_time.as_secs_f64(),
    });
    GameLine {
        game: number + 1,
        black,
        white,
        score: played.black_score(),
        opening: played.game.plies().len() - times.len(),
        moves: transcript::write(&played.game),
        seconds: times.iter().map(Duration::as_secs_f64).collect(),
        fault,
        black_took,
        white_took,
    }
}

/// The game of a line, if it is one of this contest.
fn read_game(line: GameLine, contest: &Contest) -> Result<Finished, String> {
    let (number, count) = (line.game, contest.games());
    if number == 0 || number > count {
        return Err(format!("it is game {number}, of {count} that are wanted"));
    }
    let Fixture { opening, players } = contest.fixture(number - 1);
    let names = players.map(|player| contest.setups[player].name.as_str());
    if [line.black.as_str(), line.white.as_str()] != names {
        let [black, white] = names;
        return Err(format!("game {number} is one between {black} and {white}"));
    }
    let opening = &contest.openings[opening];
    let mut game = Game::from_position(opening.start());
    transcript::play(&mut game, &line.moves).map_err(|error| error.to_string())?;
    if !game.plies().starts_with(opening.plies()) || line.opening != opening.plies().len() {
        return Err(format!("game {number} has another opening than it has now"));
    }
    let fault = line.fault.map(|fault| read_fault(fault, names)).transpose()?;
    if fault.is_none() && !game.position().board.is_over() {
        return Err("the game is not over".into());
    }
    let played = Played { game, fault };
    if played.black_score() != line.score {
        return Err(format!("the score is {}, not {}", played.black_score(), line.score));
    }
    let times: Vec<Duration> =
        line.seconds.iter().map(|&time| seconds(time)).collect::<Result<_, _>>()?;
    if times.len() + line.opening != played.game.plies().len() {
        return Err(format!("{} times for {} moves", times.len(), played.game.plies().len()));
    }
    let effort = |took: &Took| -> Result<Effort, String> {
        Ok(Effort {
            moves: took.moves,
            time: seconds(took.seconds)?,
            nodes: took.nodes,
            nodes_time: seconds(took.nodes_seconds)?,
        })
    };
    let efforts = [effort(&line.black_took)?, effort(&line.white_took)?];
    Ok(Finished { played, times, efforts })
}

fn read_fault(fault: FaultLine, names: [&str; 2]) -> Result<Fault, String> {
    let FaultLine { player, kind, what, .. } = fault;
    let kind = OffenceKind::ALL.into_iter().find(|known| known.name() == kind);
    let sides = [Color::Black, Color::White];
    let side = sides.into_iter().find(|&side| names[side as usize] == player);
    let offence = kind.map(|kind| Offence { kind, what });
    let fault = side.zip(offence).map(|(side, offence)| Fault { side, offence });
    fault.ok_or_else(|| format!("there is no such fault of '{}'", excerpt(&player)))
}

fn seconds(seconds: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("{seconds} is no time in seconds"))
}
