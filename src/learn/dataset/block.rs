//! A block of games as bytes.
//!
//! Little endian: u32 number of games, u32 bytes of the content, u32 of the compressed content, u32
//! CRC-32 of these twelve bytes and the compressed content, which follows (zlib). The content has,
//! for all games in turn, u64 mover and u64 opponent of the start; u8 number of moves; i8 result;
//! and then for all moves of all games in turn u8 square; the low byte of the i16 score (-32768:
//! none); its high byte.

use std::fmt;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::record::{GameRecord, RecordFault, RecordedMove};
use crate::board::{Bitboard, Board, Square};

/// So many games are written together.
pub(super) const GAMES: usize = 256;
/// The bytes before the compressed content.
pub(super) const HEAD: usize = 16;
/// A block of more games is none of ours.
const MOST_GAMES: usize = 1 << 16;
const MOST_MOVES: usize = 60;
const BYTES_PER_GAME: usize = 18;
const BYTES_PER_MOVE: usize = 3;
const NO_SCORE: i16 = i16::MIN;

/// Why the bytes of a block are no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockFault {
    /// The checksum is another one.
    Checksum,
    /// What is in it makes no sense, though the checksum is right.
    Content,
    /// A record is not a game.
    Game {
        /// Which one, counted from 1.
        game: usize,
        /// What is wrong with it.
        fault: RecordFault,
    },
}

impl fmt::Display for BlockFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checksum => f.write_str("it is damaged (checksum)"),
            Self::Content => f.write_str("it makes no sense inside"),
            Self::Game { game, fault } => write!(f, "game {game}: {fault}"),
        }
    }
}

/// The sixteen bytes before a block's content.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub games: usize,
    content: usize,
    pub compressed: usize,
    checksum: u32,
}

impl Head {
    /// `None` if no block can begin so.
    pub fn read(bytes: &[u8; HEAD]) -> Option<Self> {
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let [games, content, compressed] = [0, 4, 8].map(|at| word(at) as usize);
        let sane = (1..=MOST_GAMES).contains(&games)
            && content <= games * (BYTES_PER_GAME + BYTES_PER_MOVE * MOST_MOVES)
            // What cannot be made smaller grows by a few bytes in 16 KiB.
            && compressed <= content + content / 1024 + 64;
        sane.then(|| Self { games, content, compressed, checksum: word(12) })
    }
}

/// The bytes of a block.
pub(super) fn write(games: &[GameRecord]) -> Vec<u8> {
    let content = content(games);
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let compressed =
        encoder.write_all(&content).and_then(|()| encoder.finish()).unwrap_or_default();
    let mut bytes = Vec::with_capacity(HEAD + compressed.len());
    for length in [games.len(), content.len(), compressed.len()] {
        bytes.extend((length as u32).to_le_bytes());
    }
    let checksum = checksum(&bytes, &compressed);
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(compressed);
    bytes
}

fn checksum(lengths: &[u8], compressed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(lengths);
    hasher.update(compressed);
    hasher.finalize()
}

fn content(games: &[GameRecord]) -> Vec<u8> {
    let mut content = Vec::new();
    for game in games {
        content.extend(game.start.mover().0.to_le_bytes());
        content.extend(game.start.opponent().0.to_le_bytes());
    }
    content.extend(games.iter().map(|game| game.moves.len() as u8));
    content.extend(games.iter().map(|game| game.result.cast_unsigned()));
    let moves = || games.iter().flat_map(|game| &game.moves);
    content.extend(moves().map(|mv| mv.square.index() as u8));
    let scores = || moves().map(|mv| mv.score.unwrap_or(NO_SCORE).to_le_bytes());
    content.extend(scores().map(|bytes| bytes[0]));
    content.extend(scores().map(|bytes| bytes[1]));
    content
}

/// The games of a block.
pub(super) fn read(
    head_bytes: &[u8; HEAD],
    head: Head,
    compressed: &[u8],
) -> Result<Vec<GameRecord>, BlockFault> {
    if checksum(&head_bytes[..HEAD - 4], compressed) != head.checksum {
        return Err(BlockFault::Checksum);
    }
    let mut content = Vec::with_capacity(head.content);
    ZlibDecoder::new(compressed)
        .take(head.content as u64)
        .read_to_end(&mut content)
        .map_err(|_| BlockFault::Content)?;
    let games = games(head.games, &content).ok_or(BlockFault::Content)?;
    for (record, game) in games.iter().zip(1..) {
        record.check().map_err(|fault| BlockFault::Game { game, fault })?;
    }
    Ok(games)
}

fn games(count: usize, content: &[u8]) -> Option<Vec<GameRecord>> {
    let (starts, rest) = content.split_at_checked(16 * count)?;
    let (lengths, rest) = rest.split_at_checked(count)?;
    let (results, rest) = rest.split_at_checked(count)?;
    let total = lengths.iter().map(|&length| usize::from(length)).sum();
    let (squares, rest) = rest.split_at_checked(total)?;
    let (low, high) = rest.split_at_checked(total)?;
    if high.len() != total {
        return None;
    }
    let mut moves = squares.iter().zip(low).zip(high).map(|((&square, &low), &high)| {
        let score = i16::from_le_bytes([low, high]);
        let score = (score != NO_SCORE).then_some(score);
        Some(RecordedMove { square: Square::new(square)?, score })
    });
    let (starts, _) = starts.as_chunks::<8>();
    let (starts, _) = starts.as_chunks::<2>();
    let games = starts.iter().zip(lengths).zip(results);
    games
        .map(|((start, &length), &result)| {
            let [mover, opponent] = start.map(|discs| Bitboard(u64::from_le_bytes(discs)));
            Some(GameRecord {
                start: Board::new(mover, opponent)?,
                moves: moves.by_ref().take(length.into()).collect::<Option<_>>()?,
                result: result.cast_signed(),
            })
        })
        .collect()
}
