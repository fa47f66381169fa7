//! A file of games.
//!
//! The eight bytes `OUTFGAME`, then little endian u32 version, u32 length of the header, u32 its
//! CRC-32, the header (JSON: an [`Origin`]), and blocks of games (see [`super::block`]) to the end.
//! A block is written whole or, if the program was ended in between, cut off at the end of the
//! file: then that block is lost and nothing else.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::block::{self, BlockFault, Head};
use super::{GameRecord, Origin};
use crate::notation::GamesError;

const MAGIC: &[u8; 8] = b"OUTFGAME";
const VERSION: u32 = 1;
/// A longer header is none of ours.
const LONGEST_HEADER: usize = 64 << 20;

/// What went wrong with a file of games.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a file of games. Blocks are counted from 1.
#[derive(Debug)]
pub enum Fault {
    /// The system would not read or write.
    Io(io::Error),
    /// It does not begin with the eight letters.
    NotGames,
    /// Another version of the format.
    Version(u32),
    /// The header is damaged or cut off.
    Header,
    /// The file ends within this block; those before are whole.
    CutOff {
        /// The block.
        block: usize,
    },
    /// A block cannot be read.
    Block {
        /// The block.
        block: usize,
        /// What is wrong with it.
        fault: BlockFault,
    },
    /// It is to be imported, and no games can be read.
    Games(GamesError),
    /// Another program is writing it.
    InUse,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotGames => f.write_str("not a file of games (OUTFGAME)"),
            Self::Version(version) => {
                write!(f, "games of version {version}; this program reads {VERSION}")
            }
            Self::Header => f.write_str("the header is damaged or cut off"),
            Self::CutOff { block } => {
                write!(f, "the file ends within block {block}; those before it are whole")
            }
            Self::Block { block, fault } => write!(f, "block {block}: {fault}"),
            Self::Games(error) => error.fmt(f),
            Self::InUse => f.write_str("another program is writing this file"),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads a file of games, block by block.
pub struct Reader {
    path: PathBuf,
    bytes: BufReader<File>,
    origin: Origin,
    /// Blocks begun so far.
    block: usize,
    /// Where the last whole block ends, in bytes from the file's start.
    end: u64,
    games: std::vec::IntoIter<GameRecord>,
    failed: bool,
}

impl Reader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// When it cannot be read, or is no file of games.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let fail = |fault| FileError { path: path.into(), fault };
        let file = File::open(path).map_err(|error| fail(Fault::Io(error)))?;
        let mut bytes = BufReader::with_capacity(1 << 16, file);
        let (origin, end) = read_header(&mut bytes).map_err(fail)?;
        let games = Vec::new().into_iter();
        Ok(Self { path: path.into(), bytes, origin, block: 0, end, games, failed: false })
    }

    /// How the games were made.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Reads on to the end of the last whole block; how many games there were.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged; not when it is cut off.
    pub fn count_whole(&mut self) -> Result<u64, FileError> {
        let mut count = self.games.len() as u64;
        loop {
            match self.next_block() {
                Ok(Some(games)) => count += games.len() as u64,
                Ok(None) | Err(Fault::CutOff { .. }) => return Ok(count),
                Err(fault) => return Err(FileError { path: self.path.clone(), fault }),
            }
        }
    }

    /// The next block; `None` at the end of the file.
    fn next_block(&mut self) -> Result<Option<Vec<GameRecord>>, Fault> {
        let mut bytes = [0; block::HEAD];
        let block = self.block + 1;
        match read_up_to(&mut self.bytes, &mut bytes)? {
            0 => return Ok(None),
            block::HEAD => {}
            _ => return Err(Fault::CutOff { block }),
        }
        self.block = block;
        let damaged = |fault| Fault::Block { block, fault };
        let head = Head::read(&bytes).ok_or(damaged(BlockFault::Checksum))?;
        let mut compressed = vec![0; head.compressed];
        if read_up_to(&mut self.bytes, &mut compressed)? < compressed.len() {
            return Err(Fault::CutOff { block });
        }
        let games = block::read(&bytes, head, &compressed).map_err(damaged)?;
        self.end += (block::HEAD + compressed.len()) as u64;
        Ok(Some(games))
    }
}

/// The games in their order. After an error there are no more.
impl Iterator for Reader {
    type Item = Result<GameRecord, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.games.next() {
                return Some(Ok(game));
            }
            if self.failed {
                return None;
            }
            match self.next_block() {
                Ok(Some(games)) => self.games = games.into_iter(),
                Ok(None) => return None,
                Err(fault) => {
                    self.failed = true;
                    return Some(Err(FileError { path: self.path.clone(), fault }));
                }
            }
        }
    }
}

/// Fills the buffer as far as there are bytes; how many there were.
fn read_up_to(bytes: &mut impl Read, buffer: &mut [u8]) -> Result<usize, Fault> {
    let mut filled = 0;
    while filled < buffer.len() {
        match bytes.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Fault::Io(error)),
        }
    }
    Ok(filled)
}

/// The header, and how many bytes it takes.
fn read_header(bytes: &mut impl Read) -> Result<(Origin, u64), Fault> {
    let mut fixed = [0; 20];
    let count = read_up_to(bytes, &mut fixed)?;
    if !fixed[..count].starts_with(MAGIC) {
        return Err(Fault::NotGames);
    }
    let (words, _) = fixed[MAGIC.len()..].as_chunks();
    let [version, length, checksum] = [0, 1, 2].map(|at| u32::from_le_bytes(words[at]));
    if version != VERSION && count >= 12 {
        return Err(Fault::Version(version));
    }
    if count < fixed.len() || length as usize > LONGEST_HEADER {
        return Err(Fault::Header);
    }
    let mut header = vec![0; length as usize];
    if read_up_to(bytes, &mut header)? < header.len() || crc32fast::hash(&header) != checksum {
        return Err(Fault::Header);
    }
    let origin = serde_json::from_slice(&header).map_err(|_| Fault::Header)?;
    Ok((origin, (fixed.len() + header.len()) as u64))
}

/// Writes a file of games, block by block.
pub struct Writer {
    path: PathBuf,
    file: File,
    games: Vec<GameRecord>,
}

impl Writer {
    /// Begins a file; one that is there already is overwritten.
    ///
    /// # Errors
    /// When the system would not write, or another program is writing the file.
    pub fn create(path: &Path, origin: &Origin) -> Result<Self, FileError> {
        let mut writer =
            Self::open(path, File::options().create(true).write(true).truncate(false))?;
        writer.begin(origin).map_err(|error| writer.fail(Fault::Io(error)))?;
        Ok(writer)
    }

    /// Goes on with a file, having cut off what follows its last whole block, or begins it if it is
    /// not there or empty; also says how many games it has.
    ///
    /// # Errors
    /// When the system would not read or write, another program is writing the file, or it is no
    /// file of games or damaged before its last block.
    pub fn resume(path: &Path, origin: &Origin) -> Result<(Self, u64), FileError> {
        let mut writer =
            Self::open(path, File::options().create(true).write(true).truncate(false))?;
        let length = writer.file.metadata().map(|metadata| metadata.len());
        if length.map_err(|error| writer.fail(Fault::Io(error)))? == 0 {
            writer.begin(origin).map_err(|error| writer.fail(Fault::Io(error)))?;
            return Ok((writer, 0));
        }
        let mut reader = Reader::open(path)?;
        let count = reader.count_whole()?;
        let cut = writer.file.set_len(reader.end).and_then(|()| writer.file.seek(SeekFrom::End(0)));
        cut.map_err(|error| writer.fail(Fault::Io(error)))?;
        Ok((writer, count))
    }

    fn open(path: &Path, options: &OpenOptions) -> Result<Self, FileError> {
        let fail = |fault| FileError { path: path.into(), fault };
        let file = options.open(path).map_err(|error| fail(Fault::Io(error)))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(fail(Fault::InUse));
        }
        Ok(Self { path: path.into(), file, games: Vec::new() })
    }

    fn begin(&mut self, origin: &Origin) -> io::Result<()> {
        let header = serde_json::to_vec(origin)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&header).to_le_bytes());
        bytes.extend(header);
        self.file.set_len(0)?;
        self.file.write_all(&bytes)
    }

    fn fail(&self, fault: Fault) -> FileError {
        FileError { path: self.path.clone(), fault }
    }

    /// Adds a game; every 256 are written.
    ///
    /// # Errors
    /// When the system would not write.
    pub fn push(&mut self, game: GameRecord) -> Result<(), FileError> {
        self.games.push(game);
        if self.games.len() == block::GAMES { self.flush() } else { Ok(()) }
    }

    /// Writes the games that are left. A file that is dropped without it lacks them.
    ///
    /// # Errors
    /// When the system would not write.
    pub fn finish(mut self) -> Result<(), FileError> {
        self.flush()
    }

    fn flush(&mut self) -> Result<(), FileError> {
        if self.games.is_empty() {
            return Ok(());
        }
        let block = block::write(&self.games);
        self.games.clear();
        self.file.write_all(&block).map_err(|error| self.fail(Fault::Io(error)))
    }
}
