//! Edax's own game files, `.edx`.
//!
//! Read: one or more games of 160 bytes, all numbers little endian:
//! - u64 discs of the side to move first and u64 discs of the other side, bit 0 being a1, bit 7 h1
//!   and bit 63 h8.
//! - The date: i16 year, u8 month, day, hour, minute and second, and a byte that is not looked at.
//!   Zeros are what is not known.
//! - Two names of 32 bytes, Black's and White's, ended by a NUL: UTF-8, or else Latin-1.
//! - 60 moves of one byte, 0 to 63 as the bits above. A 65 ends the moves, and only such bytes may
//!   follow. Passes are not stored.
//! - u8 side to move first, 0 for Black and 1 for White, three bytes and a u64 hash that are not
//!   looked at: how the hash is made is not documented.
//!
//! A result is not stored. Nothing is written.

use std::fmt;

use super::{Player, Record, excerpt};
use crate::board::{Bitboard, Board, Color, Game, IllegalMove, Move, Position, Square};

const RECORD: usize = 160;
const NAME: usize = 32;
const END: u8 = 65;

/// The games of one file.
#[derive(Clone, Copy, Debug)]
pub struct Archive<'a> {
    records: &'a [[u8; RECORD]],
}

/// So many bytes are not a whole number of games, or no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LengthError(pub usize);

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes are no .edx file: each game has {RECORD}", self.0)
    }
}

impl std::error::Error for LengthError {}

/// Why a record is not a game: which one, counted from 1, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The game's number in the file.
    pub game: usize,
    /// What is wrong.
    pub fault: GameFault,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameFault {
    /// Both sides have a disc on these squares.
    TwoDiscs(Bitboard),
    /// The side to move first is neither 0 nor 1.
    BadSide(u8),
    /// A part of the date is out of its range.
    Date {
        /// Which part.
        part: &'static str,
        /// What stands there.
        value: i16,
        /// The most that may.
        most: i16,
    },
    /// This part of the date is not known, but a smaller one is.
    DateWithout(&'static str),
    /// The name of this side has a control character.
    Name(Color, String),
    /// The byte at this ply (from 1, passes left out) is not a square.
    NotASquare {
        /// The ply.
        ply: usize,
        /// The byte.
        byte: u8,
    },
    /// The move at this ply (from 1, passes left out) is illegal.
    Illegal {
        /// The ply.
        ply: usize,
        /// The move.
        square: Square,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// The moves were over, and then comes another byte.
    AfterTheEnd {
        /// The ply at which it stands.
        ply: usize,
        /// The byte.
        byte: u8,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.fault)
    }
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoDiscs(squares) => {
                f.write_str("both sides have a disc on")?;
                squares.squares().try_for_each(|square| write!(f, " {square}"))
            }
            Self::BadSide(byte) => {
                write!(f, "{byte} is not a side to move (0 for Black, 1 for White)")
            }
            Self::Date { part, value, most } => {
                write!(f, "{value} is not the {part} of a date (0 to {most})")
            }
            Self::DateWithout(part) => write!(f, "a date with a smaller part, but no {part}"),
            Self::Name(side, name) => {
                write!(f, "{side}'s name '{name}' has a control character")
            }
            Self::NotASquare { ply, byte } => write!(
                f,
                "ply {ply}: {byte} is not a square (0 for a1 to 63 for h8, {END} at the end)"
            ),
            Self::Illegal { ply, square, reason } => {
                write!(f, "ply {ply}: {square} is illegal, {reason}")
            }
            Self::AfterTheEnd { ply, byte } => {
                write!(f, "ply {ply}: {byte} after the {END} that ends the moves")
            }
        }
    }
}

impl std::error::Error for GameError {}

impl std::error::Error for GameFault {}

/// Finds the games of a file.
///
/// # Errors
/// When the bytes are not a whole number of games, or none.
pub fn read(bytes: &[u8]) -> Result<Archive<'_>, LengthError> {
    match bytes.as_chunks() {
        (records @ [_, ..], []) => Ok(Archive { records }),
        _ => Err(LengthError(bytes.len())),
    }
}

impl<'a> Archive<'a> {
    /// The games in their order, each replayed and checked.
    pub fn records(self) -> impl Iterator<Item = Result<Record, GameError>> + use<'a> {
        self.records.iter().zip(1..).map(|(record, game)| {
            Fields::of(record).read().map_err(|fault| GameError { game, fault })
        })
    }
}

/// The parts of a record.
struct Fields {
    mover: [u8; 8],
    opponent: [u8; 8],
    year: [u8; 2],
    /// Month, day, hour, minute, second.
    date: [u8; 5],
    names: [[u8; NAME]; 2],
    moves: [u8; 60],
    side: u8,
}

impl Fields {
    fn of(record: &[u8; RECORD]) -> Self {
        let mut bytes = record.iter().copied();
        let (mover, opponent) = (take(&mut bytes), take(&mut bytes));
        let (year, date) = (take(&mut bytes), take(&mut bytes));
        let [_] = take(&mut bytes);
        let names = [take(&mut bytes), take(&mut bytes)];
        let moves = take(&mut bytes);
        let [side] = take(&mut bytes);
        Self { mover, opponent, year, date, names, moves, side }
    }

    fn read(&self) -> Result<Record, GameFault> {
        let mut game = Game::from_position(self.start()?);
        let date = self.date()?;
        let [black, white] = &self.names;
        let player = |side, bytes| Ok(Player { name: name(side, bytes)?, rating: None });
        let (black, white) = (player(Color::Black, black)?, player(Color::White, white)?);
        self.play(&mut game)?;
        Ok(Record { game, black, white, date, ..Record::default() })
    }

    fn start(&self) -> Result<Position, GameFault> {
        let side = match self.side {
            0 => Color::Black,
            1 => Color::White,
            byte => return Err(GameFault::BadSide(byte)),
        };
        let [mover, opponent] =
            [self.mover, self.opponent].map(|discs| Bitboard(u64::from_le_bytes(discs)));
        let board = Board::new(mover, opponent);
        let board = board.ok_or(GameFault::TwoDiscs(mover & opponent))?;
        Ok(Position { board, side })
    }

    /// The date as `2014-02-21 20:52:27`, without the parts at its end that are zero.
    fn date(&self) -> Result<String, GameFault> {
        let year = i16::from_le_bytes(self.year);
        let [month, day, hour, minute, second] = self.date.map(i16::from);
        for (part, value, most) in [
            ("year", year, 9999),
            ("month", month, 12),
            ("day", day, 31),
            ("hour", hour, 23),
            ("minute", minute, 59),
            // With a leap second.
            ("second", second, 60),
        ] {
            if !(0..=most).contains(&value) {
                return Err(GameFault::Date { part, value, most });
            }
        }
        let timed = (hour, minute, second) != (0, 0, 0);
        match (year, month, day) {
            (0, 0, 0) if !timed => Ok(String::new()),
            (0, ..) => Err(GameFault::DateWithout("year")),
            (_, 0, 0) if !timed => Ok(format!("{year:04}")),
            (_, 0, _) => Err(GameFault::DateWithout("month")),
            (_, _, 0) if !timed => Ok(format!("{year:04}-{month:02}")),
            (_, _, 0) => Err(GameFault::DateWithout("day")),
            _ if !timed => Ok(format!("{year:04}-{month:02}-{day:02}")),
            _ => Ok(format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")),
        }
    }

    fn play(&self, game: &mut Game) -> Result<(), GameFault> {
        let mut plies = self.moves.into_iter().zip(1..);
        for (byte, ply) in plies.by_ref().take_while(|&(byte, _)| byte != END) {
            let square = Square::new(byte).ok_or(GameFault::NotASquare { ply, byte })?;
            let illegal = |reason| GameFault::Illegal { ply, square, reason };
            game.play(Move::Place(square)).map_err(illegal)?;
        }
        match plies.find(|&(byte, _)| byte != END) {
            Some((byte, ply)) => Err(GameFault::AfterTheEnd { ply, byte }),
            None => Ok(()),
        }
    }
}

/// The next bytes of a record, which are there by its length.
fn take<const N: usize>(bytes: &mut impl Iterator<Item = u8>) -> [u8; N] {
    std::array::from_fn(|_| bytes.next().unwrap_or_default())
}

fn name(side: Color, bytes: &[u8; NAME]) -> Result<String, GameFault> {
    let bytes: Vec<u8> = bytes.iter().copied().take_while(|&byte| byte != 0).collect();
    let name = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    if name.contains(char::is_control) {
        return Err(GameFault::Name(side, excerpt(&name)));
    }
    Ok(name)
}
