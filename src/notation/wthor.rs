//! WTHOR: the public archive of tournament games, one `.wtb` file a year, and the names of all
//! players (`.jou`) and tournaments (`.trn`).
//!
//! Read, all numbers little endian:
//! - Each file begins with a header of 16 bytes: when it was made (century, year, month, day), u32
//!   number of records, u16 the same in lists of names, u16 year of the games, u8 size of the board
//!   (8, or 0 for the same), u8 kind, u8 depth of the theoretical score, u8 0. The number of records
//!   must go with the length of the file; of a list of names either of the two may.
//! - In a `.wtb` file each game has 68 bytes: u16 tournament, u16 black player, u16 white player,
//!   u8 real score, u8 theoretical score, and 60 moves of one byte, `10 * row + column` with
//!   a1 = 11, h1 = 18 and a8 = 81. A 0 ends the moves, and nothing else may follow it. Passes are
//!   not stored.
//! - In a `.jou` file each name has 20 bytes, in a `.trn` file 26: Latin-1, filled up with NULs.
//!   Number 0 is the first name; `???` is one that is not known.
//!
//! A score is Black's discs, the empty squares counted for the winner; 32 is a draw. That of a game
//! which was not played to its end is what the players agreed on, and is taken as it stands.
//!
//! Written: the same. What was read is written with the same bytes, and records as files of our own,
//! with the names that they have.

mod convert;
mod header;
mod names;

use std::fmt;

use arrayvec::ArrayVec;

pub use convert::{ChangedName, RefusalReason, Refused, Written, write_records};
pub use header::Header;
pub use names::{List, Names, NamesError, read_names};

use super::nth_square;
use crate::board::{Game, IllegalMove, Move, Position, Square};

const RECORD: usize = 68;

/// The games of one file.
#[derive(Clone, Copy, Debug)]
pub struct Archive<'a> {
    /// What the file's header says, the year of the games for one.
    pub header: Header,
    records: &'a [[u8; RECORD]],
}

/// The squares of a game, without its passes.
pub type Moves = ArrayVec<Square, 60>;

/// One game from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedGame {
    /// The number of the tournament in its list.
    pub tournament: u16,
    /// The number of Black in the list of players.
    pub black: u16,
    /// The number of White in the same list.
    pub white: u16,
    /// Black's discs at the end, 0 to 64.
    pub score: u8,
    /// The best that Black could have come to from some point on (the file's header says how many
    /// empty squares were left there), 0 to 64.
    pub theoretical: u8,
    /// Where the discs were put; passes are left out.
    pub moves: Moves,
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
                write!(
                    f,
                    "{bytes} bytes are no WTHOR file: its header alone has {}",
                    header::LENGTH
                )
            }
            Self::BoardSize(size) => {
                write!(f, "the games are played on {size} by {size} squares, not on 8 by 8")
            }
            Self::Length { games, bytes } => write!(
                f,
                "{games} games take {} bytes, but the file has {bytes}",
                header::LENGTH as u64 + RECORD as u64 * u64::from(*games)
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
    /// The moves were over, and then comes a byte that is not 0.
    AfterTheEnd {
        /// The ply at which it stands.
        ply: usize,
        /// The byte.
        byte: u8,
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
            Self::AfterTheEnd { ply, byte } => {
                write!(f, "ply {ply}: {byte} after the 0 that ends the moves")
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
    let (header, games, rest) = Header::read(bytes).ok_or(ArchiveError::NoHeader(bytes.len()))?;
    if header.board_size != 8 && header.board_size != 0 {
        return Err(ArchiveError::BoardSize(header.board_size));
    }
    let (records, left) = rest.as_chunks();
    if !left.is_empty() || records.len() as u64 != u64::from(games) {
        return Err(ArchiveError::Length { games, bytes: bytes.len() });
    }
    Ok(Archive { header, records })
}

/// Writes a file of games. They are not replayed: whether they are legal is the caller's to know.
pub fn write(header: &Header, games: &[ArchivedGame]) -> Vec<u8> {
    let mut bytes = header.write(games.len() as u32).to_vec();
    bytes.reserve(RECORD * games.len());
    for game in games {
        for number in [game.tournament, game.black, game.white] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([game.score, game.theoretical]);
        let moves = game.moves.iter().map(|square| 10 * square.row() + square.column() + 11);
        bytes.extend(moves.chain(std::iter::repeat(0)).take(game.moves.capacity()));
    }
    bytes
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
    let &[a, b, c, d, e, f, score, theoretical, ref bytes @ ..] = record;
    if let Some(wrong) = [score, theoretical].into_iter().find(|&score| score > 64) {
        return Err(GameFault::Score(wrong));
    }
    let mut position = Position::START;
    let mut moves = Moves::new();
    let mut plies = bytes.iter().copied().zip(1..);
    for (byte, ply) in plies.by_ref().take_while(|&(byte, _)| byte != 0) {
        let square = square(byte).ok_or(GameFault::NotASquare { ply, byte })?;
        let illegal = |reason| GameFault::Illegal { ply, square, reason };
        position = place(position, square).map_err(illegal)?;
        moves.push(square);
    }
    if let Some((byte, ply)) = plies.find(|&(byte, _)| byte != 0) {
        return Err(GameFault::AfterTheEnd { ply, byte });
    }
    let board = (32 + position.score() / 2) as u8;
    if board != score && position.board.is_over() {
        return Err(GameFault::OtherScore { recorded: score, board });
    }
    let [tournament, black, white] = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
    Ok(ArchivedGame { tournament, black, white, score, theoretical, moves })
}

/// The position after a disc on `square`, before which there may be a pass. Nearly always that disc
/// flips others on an empty square, and is legal then; all else is left to a [`Game`].
fn place(position: Position, square: Square) -> Result<Position, IllegalMove> {
    let Position { board, side } = position;
    let flips = board.flips(square);
    if !flips.is_empty() && board.empties().has(square) {
        return Ok(Position { board: board.after(square, flips), side: !side });
    }
    let mut game = Game::from_position(position);
    game.play(Move::Place(square))?;
    Ok(game.position())
}

fn square(byte: u8) -> Option<Square> {
    let (row, column) = (usize::from(byte / 10), usize::from(byte % 10));
    let on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    on_board.then(|| nth_square(8 * (row - 1) + column - 1)).flatten()
}
