//! Games of the archive as records, and records as files of the archive.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::names::{List, Names, fit, write_names};
use super::{ArchivedGame, GameError, GameFault, Header, Moves, write};
use crate::board::{Color, Game, Move, Position};
use crate::notation::{Ending, Player, Record, RecordedResult, excerpt};

/// As many names as a list can have.
const MOST_NAMES: usize = u16::MAX as usize;

impl super::Archive<'_> {
    /// The games in their order, with their year and names.
    pub fn records(&self, names: &Names) -> impl Iterator<Item = Result<Record, GameError>> {
        self.games().zip(1..).map(|(archived, game)| {
            let record = archived?.to_record(self.header.year, names);
            record.map_err(|fault| GameError { game, fault })
        })
    }
}

impl ArchivedGame {
    /// The game with its names. Its date is the year, if that is not 0. The score of a game that
    /// was not played to its end is one that the sides agreed on.
    ///
    /// # Errors
    /// When a move is illegal; those of games that were read are legal.
    pub fn to_record(&self, year: u16, names: &Names) -> Result<Record, GameFault> {
        let mut game = Game::default();
        for (&square, ply) in self.moves.iter().zip(1..) {
            let illegal = |reason| GameFault::Illegal { ply, square, reason };
            game.play(Move::Place(square)).map_err(illegal)?;
        }
        let over = game.position().board.is_over();
        let ending = if over { Ending::Played } else { Ending::Agreed };
        let player = |number| Player { name: names.player(number), rating: None };
        Ok(Record {
            game,
            black: player(self.black),
            white: player(self.white),
            place: names.tournament(self.tournament),
            date: if year == 0 { String::new() } else { year.to_string() },
            result: Some(RecordedResult { black: 2.0 * f64::from(self.score) - 64.0, ending }),
            ..Record::default()
        })
    }
}

/// Games written as the three files of an archive, and what could not be written.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    /// The file of the games, `.wtb`.
    pub games: Vec<u8>,
    /// The list of the players, `.jou`.
    pub players: Vec<u8>,
    /// The list of the tournaments, `.trn`.
    pub tournaments: Vec<u8>,
    /// The games that were left out.
    pub refused: Vec<Refused>,
    /// The names that were changed, each once.
    pub changed: Vec<ChangedName>,
}

/// A game that the archive cannot hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused {
    /// The game's number, counted from 1.
    pub game: usize,
    /// Why it cannot.
    pub reason: RefusalReason,
}

/// Why the archive cannot hold a game.
#[derive(Clone, PartialEq, Debug)]
pub enum RefusalReason {
    /// It does not begin at the start.
    SetUp,
    /// It is not over, and has no result.
    NoResult,
    /// Its result is no score.
    NotAScore(f64),
    /// It is over, and has another result than the board.
    OtherResult {
        /// What the record says, Black's discs minus White's.
        recorded: f64,
        /// What the board says.
        board: i32,
    },
    /// Its date does not begin with a year.
    NoYear(String),
    /// It was played in another year than the first game of the file; 0 is one that is not known.
    OtherYear {
        /// Its own year.
        year: u16,
        /// That of the file.
        file: u16,
    },
    /// A list of names is full.
    TooManyNames(List),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.reason)
    }
}

impl std::error::Error for Refused {}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetUp => f.write_str("WTHOR has no games from a set-up position"),
            Self::NoResult => f.write_str("it is not over, and WTHOR has no games without a score"),
            Self::NotAScore(black) => write!(
                f,
                "a result of {black:+} is no score in WTHOR (Black's discs minus White's of 64)"
            ),
            Self::OtherResult { recorded, board } => {
                write!(f, "a result of {recorded:+}, but the moves end with {board:+}")
            }
            Self::NoYear(date) => {
                write!(f, "the date '{}' does not begin with a year up to 65535", excerpt(date))
            }
            Self::OtherYear { year, file } => write!(
                f,
                "it is {}, but the games before it {}: a WTHOR file has the games of one year",
                Year(*year),
                Year(*file)
            ),
            Self::TooManyNames(list) => {
                write!(f, "WTHOR has no room for more than {MOST_NAMES} {}s", list.of_one())
            }
        }
    }
}

struct Year(u16);

impl fmt::Display for Year {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("without a year"),
            year => write!(f, "of {year}"),
        }
    }
}

/// A name that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedName {
    /// In which list it is.
    pub list: List,
    /// The name.
    pub name: String,
    /// What stands in the list.
    pub written: String,
}

impl fmt::Display for ChangedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { list, name, written } = self;
        let (of_one, name, most) = (list.of_one(), excerpt(name), list.width() - 1);
        write!(f, "{of_one} '{name}' is written '{written}': WTHOR has {most} Latin-1 letters")
    }
}

/// Writes games as the files of an archive, which are those of one year, that of the first game
/// written. What the archive cannot hold is left out and said. Names are numbered in their order.
///
/// The theoretical scores are the real ones, with 0 empty squares left. When the files were made is
/// left at zeros: the same records give the same bytes.
pub fn write_records(records: &[Record]) -> Written {
    let mut year = None;
    let (mut accepted, mut refused, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    let mut lists = [BTreeSet::new(), BTreeSet::new()];
    let mut seen = BTreeSet::new();
    for (record, number) in records.iter().zip(1..) {
        let names = names_of(record);
        let archived = archived(record, &mut year)
            .and_then(|archived| enter(&mut lists, &names).map(|()| archived));
        match archived {
            Ok(archived) => accepted.push((archived, names.map(|(list, name)| fit(list, name)))),
            Err(reason) => {
                refused.push(Refused { game: number, reason });
                continue;
            }
        }
        for (list, name) in names {
            let written = fit(list, name).into_iter().map(char::from).collect::<String>();
            if !name.is_empty() && written != name && seen.insert((list.width(), name)) {
                changed.push(ChangedName { list, name: name.into(), written });
            }
        }
    }
    let [players, tournaments] = &lists;
    let (player, tournament) = (numbers(players), numbers(tournaments));
    let games: Vec<ArchivedGame> = accepted
        .into_iter()
        .map(|(game, [black, white, place])| ArchivedGame {
            tournament: tournament.get(&place).copied().unwrap_or_default(),
            black: player.get(&black).copied().unwrap_or_default(),
            white: player.get(&white).copied().unwrap_or_default(),
            ..game
        })
        .collect();
    let header = Header { year: year.unwrap_or_default(), board_size: 8, ..Header::default() };
    Written {
        games: write(&header, &games),
        players: write_names(List::Players, players.iter()),
        tournaments: write_names(List::Tournaments, tournaments.iter()),
        refused,
        changed,
    }
}

fn names_of(record: &Record) -> [(List, &str); 3] {
    [
        (List::Players, &record.black.name),
        (List::Players, &record.white.name),
        (List::Tournaments, &record.place),
    ]
}

/// Puts the names of a game into the lists of players and tournaments, all of them or none.
fn enter(
    lists: &mut [BTreeSet<Vec<u8>>; 2],
    names: &[(List, &str); 3],
) -> Result<(), RefusalReason> {
    let [players, tournaments] = lists;
    let [black, white, place] = names.map(|(list, name)| fit(list, name));
    let mut new = BTreeSet::from([black, white]);
    new.retain(|name| !players.contains(name));
    if players.len() + new.len() > MOST_NAMES {
        return Err(RefusalReason::TooManyNames(List::Players));
    }
    if tournaments.len() >= MOST_NAMES && !tournaments.contains(&place) {
        return Err(RefusalReason::TooManyNames(List::Tournaments));
    }
    players.extend(new);
    tournaments.insert(place);
    Ok(())
}

fn numbers(list: &BTreeSet<Vec<u8>>) -> HashMap<&Vec<u8>, u16> {
    list.iter().zip(0..).collect()
}

/// The game without its names. `file` is the year of the games before it, which it must have too.
fn archived(record: &Record, file: &mut Option<u16>) -> Result<ArchivedGame, RefusalReason> {
    let game = &record.game;
    if game.start() != Position::START {
        return Err(RefusalReason::SetUp);
    }
    let score = score(record)?;
    let no_year = || RefusalReason::NoYear(record.date.clone());
    let year = year(&record.date).ok_or_else(no_year)?;
    let file = *file.get_or_insert(year);
    if year != file {
        return Err(RefusalReason::OtherYear { year, file });
    }
    let squares = game.plies().iter().filter_map(|ply| match ply.mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    });
    // From the start there are 60 squares to put discs on.
    let moves: Moves = squares.take(Moves::new().capacity()).collect();
    Ok(ArchivedGame { tournament: 0, black: 0, white: 0, score, theoretical: score, moves })
}

/// Black's discs, the empty squares counted for the winner. A record may leave those out.
fn score(record: &Record) -> Result<u8, RefusalReason> {
    let end = record.game.position();
    let recorded = record.result.map(|result| result.black);
    let black = if end.board.is_over() {
        let board = end.score();
        let discs = |color| f64::from(end.discs(color).len());
        let difference = discs(Color::Black) - discs(Color::White);
        match recorded {
            Some(recorded) if recorded != f64::from(board) && recorded != difference => {
                return Err(RefusalReason::OtherResult { recorded, board });
            }
            _ => f64::from(board),
        }
    } else {
        recorded.ok_or(RefusalReason::NoResult)?
    };
    let score = (black + 64.0) / 2.0;
    let good = score == score.trunc() && (0.0..=64.0).contains(&score);
    good.then_some(score as u8).ok_or(RefusalReason::NotAScore(black))
}

/// The year that a date begins with, 0 for none.
fn year(date: &str) -> Option<u16> {
    let digits = date.find(|c: char| !c.is_ascii_digit()).unwrap_or(date.len());
    if date.is_empty() { Some(0) } else { date.get(..digits)?.parse().ok() }
}
