//! Files of games: which format they have, and all games in them.

use std::borrow::Cow;
use std::fmt;

use super::line::{self, Form, LineError};
use super::wthor::{self, Names};
use super::{Record, cell, edx, ggf, sgf, side_from_name};

/// The formats of files with games. In the first three each line is a game, in any form that
/// [`line`](mod@line) reads; empty lines and those that begin with `#` are skipped, and what follows a `%`. A
/// board may have a line for each of its rows, and one for its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Moves from the start of a game.
    Transcript,
    /// Boards, with moves after them or without: OBF.
    Obf,
    /// FEN-like positions, with moves after them or without.
    Fen,
    /// GGF.
    Ggf,
    /// SGF.
    Sgf,
    /// WTHOR, binary.
    Wthor,
    /// Edax's own, binary.
    Edx,
}

/// Each format, its name, and how the names of its files end.
const FORMATS: [(Format, &str, &[&str]); 7] = [
    (Format::Transcript, "transcript", &["txt", "transcript"]),
    (Format::Obf, "obf", &["obf"]),
    (Format::Fen, "fen", &["fen"]),
    (Format::Ggf, "ggf", &["ggf"]),
    (Format::Sgf, "sgf", &["sgf"]),
    (Format::Wthor, "wthor", &["wtb"]),
    (Format::Edx, "edx", &["edx"]),
];

impl Format {
    /// The names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FORMATS.iter().map(|(_, name, _)| *name)
    }

    /// The format's name.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|(format, ..)| *format == self).map_or("", |(_, name, _)| name)
    }

    /// The format with this name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        let found = FORMATS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(format, ..)| *format)
    }

    /// The format that the ending of a file's name stands for.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let has_it = |endings: &[&str]| endings.iter().any(|it| it.eq_ignore_ascii_case(ending));
        FORMATS.iter().find(|(.., endings)| has_it(endings)).map(|(format, ..)| *format)
    }

    /// The format that bytes have, by themselves: text has that of its first line that looks like a
    /// game.
    pub fn of_content(bytes: &[u8]) -> Option<Self> {
        if wthor::read(bytes).is_ok() {
            return Some(Self::Wthor);
        }
        if edx::read(bytes).is_ok_and(|archive| archive.records().any(|game| game.is_ok())) {
            return Some(Self::Edx);
        }
        if bytes.contains(&0) {
            return None;
        }
        let text = decode(bytes);
        let form = lines(&text).iter().find_map(|(_, line)| Form::of(line))?;
        Some(match form {
            Form::Transcript => Self::Transcript,
            Form::Board => Self::Obf,
            Form::Fen => Self::Fen,
            Form::Ggf => Self::Ggf,
            // The name of the game may stand in one of the next lines.
            Form::Sgf if line::of_brackets(&text) == Form::Ggf => Self::Ggf,
            Form::Sgf => Self::Sgf,
        })
    }
}

/// What a file has.
#[derive(Clone, PartialEq, Debug)]
pub struct Games {
    /// The format.
    pub format: Format,
    /// The games in their order.
    pub games: Vec<FileGame>,
    /// What the file tells beside them and is not read, if it tells any such thing.
    pub left_out: Option<&'static str>,
}

/// A game of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct FileGame {
    /// Where it stands.
    pub place: Place,
    /// The game, or why it cannot be read.
    pub record: Result<Record, GameFault>,
}

/// Where a game stands in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The game's number, counted from 1; those that cannot be read count.
    pub number: usize,
    /// In which line of a text it begins, counted from 1.
    pub line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "game {}, line {line}", self.number),
            None => write!(f, "game {}", self.number),
        }
    }
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameFault {
    /// A text cannot be read.
    Text(LineError),
    /// A record of a WTHOR archive cannot be read.
    Wthor(wthor::GameFault),
    /// A record of an `.edx` file cannot be read.
    Edx(edx::GameFault),
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Wthor(error) => error.fmt(f),
            Self::Edx(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GameFault {}

/// Why a file has no games that could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamesError {
    /// Neither the content nor the name tells the format.
    Unknown,
    /// It is no WTHOR archive.
    Wthor(wthor::ArchiveError),
    /// It is no `.edx` file.
    Edx(edx::LengthError),
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                let names: Vec<&str> = Format::names().collect();
                write!(f, "no games in any known format ({})", names.join(", "))
            }
            Self::Wthor(error) => error.fmt(f),
            Self::Edx(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GamesError {}

/// Reads all games of a file. The content tells the format; where it does not, the ending of `name`
/// does. Text that is not UTF-8 is taken as Latin-1. Those who play in a WTHOR archive and its
/// tournaments have numbers for names.
///
/// # Errors
/// When the format is not known, or a binary file is not whole. A game that cannot be read is an
/// error in its place.
pub fn read_games(bytes: &[u8], name: &str) -> Result<Games, GamesError> {
    read_named_games(bytes, name, &Names::default())
}

/// Does what [`read_games`] does, with the names that a WTHOR archive has in files of their own.
///
/// # Errors
/// Those of [`read_games`].
pub fn read_named_games(bytes: &[u8], name: &str, names: &Names) -> Result<Games, GamesError> {
    let format = match Format::of_content(bytes).or_else(|| Format::of_file_name(name)) {
        Some(format) => format,
        None if bytes.iter().all(u8::is_ascii_whitespace) => Format::Transcript,
        None => return Err(GamesError::Unknown),
    };
    let mut left_out = None;
    let games = match format {
        Format::Wthor => {
            let archive = wthor::read(bytes).map_err(GamesError::Wthor)?;
            left_out = Some(match *names == Names::default() {
                true => "names and theoretical scores",
                false => "theoretical scores",
            });
            let games = archive.records(names);
            in_a_row(games.map(|game| game.map_err(|error| GameFault::Wthor(error.fault))))
        }
        Format::Edx => {
            let archive = edx::read(bytes).map_err(GamesError::Edx)?;
            let games = archive.records();
            in_a_row(games.map(|game| game.map_err(|error| GameFault::Edx(error.fault))))
        }
        Format::Transcript | Format::Obf | Format::Fen => {
            let text = decode(bytes);
            let games = lines(&text).into_iter().map(|(line, text)| {
                let fields = text.split_once(';').map_or("", |(_, fields)| fields);
                if !fields.trim().is_empty() && Form::of(&text) == Some(Form::Board) {
                    left_out = Some("the scores of positions");
                }
                (line, line::read(&text))
            });
            numbered(games)
        }
        Format::Ggf => {
            let games = ggf::read(&decode(bytes)).into_iter();
            numbered(games.map(|(line, game)| (line, game.map_err(LineError::Ggf))))
        }
        Format::Sgf => {
            let games = sgf::read(&decode(bytes)).into_iter();
            numbered(games.map(|(line, game)| {
                let game = game.map_err(LineError::Sgf);
                if game.as_ref().is_ok_and(|game| game.has_variations) {
                    left_out = Some("variations");
                }
                (line, game.map(|game| game.record))
            }))
        }
    };
    Ok(Games { format, games, left_out })
}

fn numbered(games: impl Iterator<Item = (usize, Result<Record, LineError>)>) -> Vec<FileGame> {
    let games = games.zip(1..).map(|((line, record), number)| FileGame {
        place: Place { number, line: Some(line) },
        record: record.map_err(GameFault::Text),
    });
    games.collect()
}

/// The games of a file without lines.
fn in_a_row(games: impl Iterator<Item = Result<Record, GameFault>>) -> Vec<FileGame> {
    let place = |number| Place { number, line: None };
    games.zip(1..).map(|(record, number)| FileGame { place: place(number), record }).collect()
}

fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The lines of a text that say something, and their numbers from 1. The eight rows of a board and
/// its side, each in a line of its own, are made one.
fn lines(text: &str) -> Vec<(usize, Cow<'_, str>)> {
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let line = line.split_once('%').map_or(line, |(before, _)| before);
        (number, line.trim())
    });
    let mut found: Vec<(usize, Cow<'_, str>)> = Vec::new();
    let mut rows = 0;
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let goes_on = match rows {
            1..8 => is_row(line),
            8 => side_from_name(line).is_some(),
            _ => false,
        };
        if let (true, Some((_, board))) = (goes_on, found.last_mut()) {
            *board += " ";
            *board += line;
            rows += 1;
        } else {
            rows = i32::from(is_row(line));
            found.push((number, line.into()));
        }
    }
    found
}

/// Whether a line is a row of a board.
fn is_row(line: &str) -> bool {
    let mut cells = line.chars().filter(|c| !c.is_whitespace());
    cells.by_ref().take(8).filter(|&c| cell(c).is_some()).count() == 8 && cells.next().is_none()
}

/// A format that is no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotText(pub Format);

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a text", self.0.name())
    }
}

impl std::error::Error for NotText {}

/// Writes games as a text. The files of a WTHOR archive are written by [`wthor::write_records`].
///
/// # Errors
/// When the format is no text.
pub fn write_games(records: &[Record], format: Format) -> Result<Vec<u8>, NotText> {
    let write = |record: &Record| match format {
        Format::Transcript => Ok(line::write(&record.game)),
        Format::Obf => Ok(line::write_board(&record.game)),
        Format::Fen => Ok(line::write_fen(&record.game)),
        Format::Ggf => Ok(ggf::write(record)),
        Format::Sgf => Ok(sgf::write(record)),
        Format::Wthor | Format::Edx => Err(NotText(format)),
    };
    let mut text = String::new();
    for record in records {
        text += &write(record)?;
        text.push('\n');
    }
    Ok(text.into_bytes())
}
