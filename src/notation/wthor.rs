//! WTHOR: the public archive of tournament games, one `.wtb` file a year.
//!
//! Read, all numbers little endian:
//! - A header of 16 bytes: when the file was made (century, year, month, day), u32 number of games,
//!   u16 0, u16 year of the games, u8 size of the board (8, or 0 for the same), u8 kind, u8 depth
//!   of the theoretical score, u8 0. Only year, number of games and size are looked at.
//! - As many games of 68 bytes: u16 tournament, u16 black player, u16 white player, u8 real score,
//!   u8 theoretical score, and 60 moves of one byte, `10 * row + column` with a1 = 11, h1 = 18 and
//!   a8 = 81. A 0 ends the moves. Passes are not stored.
//!
//! A score is Black's discs, the empty squares counted for the winner; 32 is a draw. That of a game
//! which was not played to its end is what the players agreed on, and is taken as it stands.

use std::fmt;

use super::nth_square;
use crate::board::{Game, IllegalMove, Move, Square};

const HEADER: usize = 16;
const RECORD: usize = 68;

/// The games of one file.
#[derive(Clone, Copy, Debug)]
pub struct Archive<'a> {
    /// The year in which the games were played.
    pub year: u16,
    records: &'a [[u8; RECORD]],
}

/// One game from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedGame {
    /// Where the discs were put; passes are left out.
    pub moves: Vec<Square>,
    /// Black's discs at the end, 0 to 64.
    pub score: u8,
    /// The best that Black could have come to from some point on (the file's header says how many
    /// empty squares were left there), 0 to 64.
    pub theoretical: u8,
}

/// Why bytes are not an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveError {
    /// So many bytes, too few for a header.
    NoHeader(usize),
    /// The board has so many squares on a side, not 8.
    BoardSize(u8),
    /// The number of bytes does not go with the number of games.
    Length {
        /// What the header says.
        games: u32,
        /// The bytes of the file.
        bytes: usize,
    },
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader(bytes) => {
                write!(f, "{bytes} bytes are no WTHOR file: its header alone has {HEADER}")
            }
            Self::BoardSize(size) => {
                write!(f, "the games are played on {size} by {size} squares, not on 8 by 8")
            }
            Self::Length { games, bytes } => write!(
                f,
                "{games} games take {} bytes, but the file has {bytes}",
                HEADER as u64 + RECORD as u64 * u64::from(*games)
            ),
        }
    }
}

impl std::error::Error for ArchiveError {}

/// Why a record is not a game: which one, counted from 1, and what is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The game's number in the file.
    pub game: usize,
    /// What is wrong.
    pub fault: GameFault,
}

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFault {
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
    /// A score is above 64.
    Score(u8),
    /// The game was played to its end, and the board says another score.
    OtherScore {
        /// What stands in the file.
        recorded: u8,
        /// Black's discs on the board, the empty squares counted for the winner.
        board: u8,
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
            Self::NotASquare { ply, byte } => {
                write!(f, "ply {ply}: {byte} is not a square (11 for a1 to 88 for h8)")
            }
            Self::Illegal { ply, square, reason } => {
                write!(f, "ply {ply}: {square} is illegal, {reason}")
            }
            Self::Score(score) => write!(f, "a score of {score} discs, of 64 on the board"),
            Self::OtherScore { recorded, board } => {
                write!(f, "a score of {recorded} discs, but the moves end with {board}")
            }
        }
    }
}

impl std::error::Error for GameError {}

/// Reads the header of a file.
///
/// # Errors
/// When the bytes are no archive of games on 8 by 8 squares.
pub fn read(bytes: &[u8]) -> Result<Archive<'_>, ArchiveError> {
    let (header, rest) =
        bytes.split_first_chunk::<HEADER>().ok_or(ArchiveError::NoHeader(bytes.len()))?;
    let &[_, _, _, _, a, b, c, d, _, _, low, high, size, ..] = header;
    if size != 8 && size != 0 {
        return Err(ArchiveError::BoardSize(size));
    }
    let games = u32::from_le_bytes([a, b, c, d]);
    let (records, left) = rest.as_chunks();
    if !left.is_empty() || records.len() as u64 != u64::from(games) {
        return Err(ArchiveError::Length { games, bytes: bytes.len() });
    }
    Ok(Archive { year: u16::from_le_bytes([low, high]), records })
}

impl Archive<'_> {
    /// How many games the file has.
    pub const fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether the file has no game.
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The games in their order, each replayed and checked.
    pub fn games(&self) -> impl Iterator<Item = Result<ArchivedGame, GameError>> {
        self.records.iter().enumerate().map(|(index, record)| {
            read_game(record).map_err(|fault| GameError { game: index + 1, fault })
        })
    }
}

fn read_game(record: &[u8; RECORD]) -> Result<ArchivedGame, GameFault> {
    let &[_, _, _, _, _, _, score, theoretical, ref bytes @ ..] = record;
    if let Some(wrong) = [score, theoretical].into_iter().find(|&score| score > 64) {
        return Err(GameFault::Score(wrong));
    }
    let mut game = Game::default();
    let mut moves = Vec::new();
    for (&byte, ply) in bytes.iter().take_while(|&&byte| byte != 0).zip(1..) {
        let square = square(byte).ok_or(GameFault::NotASquare { ply, byte })?;
        let illegal = |reason| GameFault::Illegal { ply, square, reason };
        game.play(Move::Place(square)).map_err(illegal)?;
        moves.push(square);
    }
    let position = game.position();
    let board = (32 + position.score() / 2) as u8;
    if position.board.is_over() && board != score {
        return Err(GameFault::OtherScore { recorded: score, board });
    }
    Ok(ArchivedGame { moves, score, theoretical })
}

fn square(byte: u8) -> Option<Square> {
    let (row, column) = (usize::from(byte / 10), usize::from(byte % 10));
    let on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    on_board.then(|| nth_square(8 * (row - 1) + column - 1)).flatten()
}
