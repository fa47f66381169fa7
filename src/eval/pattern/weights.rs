//! The weights as they are trained and kept in a file.
//!
//! A file is the eight bytes `OUTFLPAT`, then little endian: u32 version, u32 length of the note,
//! the note (JSON: how the weights were made), u32 length of what follows, u32 its CRC-32, and
//! what follows compressed (zlib): u8 number of phases, for each its ply, 61 constants as i16, then
//! for each phase [`WEIGHTS`] weights as i16, less those of the phase before, all low bytes first
//! and all high bytes after them.

use std::fmt;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::counts::{COUNTED, COUNTS};
use super::geometry::TIED;

/// The plies a game has at most, and one: 0 to 60 discs added to the first four.
pub const PLIES: usize = 61;
/// The weights of a phase: one for each of the [`TIED`] configurations, then for each count one for
/// each number that it can be.
pub const WEIGHTS: usize = TIED + COUNTS * COUNTED;

const MAGIC: &[u8; 8] = b"OUTFLPAT";
const VERSION: u32 = 2;
/// A file of more phases, or longer, is none of ours.
const MOST_PHASES: usize = PLIES;
const LONGEST: usize = 64 << 20;

/// Weights in centidiscs for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternWeights {
    /// How they were made, as JSON.
    pub note: String,
    /// At some plies, in rising order; between two of them weights are interpolated.
    pub phases: Vec<Phase>,
    /// Added at each ply.
    pub constants: [i16; PLIES],
}

/// The weights at one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Discs on the board less four.
    pub ply: u8,
    /// [`WEIGHTS`] of them.
    pub weights: Box<[i16]>,
}

/// Why bytes are not weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternFileError {
    /// They do not begin with the eight letters.
    NotWeights,
    /// Another version of the format.
    Version(u32),
    /// They end too early, or go on too long.
    Length,
    /// The checksum is another one.
    Checksum,
    /// What is in them makes no sense.
    Content,
}

impl fmt::Display for PatternFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => f.write_str("not a file of pattern weights (OUTFLPAT)"),
            Self::Version(version) => {
                write!(f, "pattern weights of version {version}; this program reads {VERSION}")
            }
            Self::Length => f.write_str("the file of pattern weights is cut off or too long"),
            Self::Checksum => f.write_str("the file of pattern weights is damaged (checksum)"),
            Self::Content => f.write_str("the file of pattern weights makes no sense inside"),
        }
    }
}

impl std::error::Error for PatternFileError {}

impl PatternWeights {
    /// The weights in a file's bytes.
    ///
    /// # Errors
    /// When the bytes are no such file, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PatternFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(PatternFileError::NotWeights)?;
        let (version, rest) = number(rest)?;
        if version != VERSION {
            return Err(PatternFileError::Version(version));
        }
        let (length, rest) = number(rest)?;
        let (note, rest) =
            rest.split_at_checked(length as usize).ok_or(PatternFileError::Length)?;
        let note = String::from_utf8(note.to_vec()).map_err(|_| PatternFileError::Content)?;
        let (length, rest) = number(rest)?;
        let (checksum, rest) = number(rest)?;
        if rest.len() != length as usize {
            return Err(PatternFileError::Length);
        }
        if crc32fast::hash(rest) != checksum {
            return Err(PatternFileError::Checksum);
        }
        let mut content = Vec::new();
        ZlibDecoder::new(rest)
            .take(LONGEST as u64)
            .read_to_end(&mut content)
            .map_err(|_| PatternFileError::Content)?;
        Self::from_content(note, &content).ok_or(PatternFileError::Content)
    }

    fn from_content(note: String, content: &[u8]) -> Option<Self> {
        let (&count, rest) = content.split_first()?;
        let count = usize::from(count);
        let (plies, rest) = rest.split_at_checked(count)?;
        if !(1..=MOST_PHASES).contains(&count)
            || !plies.is_sorted_by(|a, b| a < b)
            || plies.iter().any(|&ply| usize::from(ply) >= PLIES)
        {
            return None;
        }
        let (constants, rest) = rest.split_at_checked(2 * PLIES)?;
        let constants = std::array::from_fn(|ply| {
            i16::from_le_bytes([constants[2 * ply], constants[2 * ply + 1]])
        });
        let (low, high) = rest.split_at_checked(count * WEIGHTS)?;
        if high.len() != low.len() {
            return None;
        }
        let mut phases: Vec<Phase> = Vec::with_capacity(count);
        for (at, &ply) in plies.iter().enumerate() {
            let range = at * WEIGHTS..(at + 1) * WEIGHTS;
            let steps = low[range.clone()].iter().zip(&high[range]);
            let steps = steps.map(|(&low, &high)| i16::from_le_bytes([low, high]));
            let weights = match phases.last() {
                None => steps.collect(),
                Some(before) => {
                    before.weights.iter().zip(steps).map(|(w, step)| w.wrapping_add(step)).collect()
                }
            };
            phases.push(Phase { ply, weights });
        }
        Some(Self { note, phases, constants })
    }

    /// The weights at a ply: those of a phase, or between two of them.
    pub(super) fn at(&self, ply: usize) -> Box<[i16]> {
        let after = self.phases.iter().position(|phase| usize::from(phase.ply) >= ply);
        let after = after.unwrap_or(self.phases.len() - 1);
        let (high, low) = (&self.phases[after], &self.phases[after.saturating_sub(1)]);
        let (from, to) = (i32::from(low.ply), i32::from(high.ply));
        let part = (ply as i32).clamp(from, to) - from;
        if part == to - from {
            return high.weights.clone();
        }
        let between = |(&low, &high): (&i16, &i16)| {
            let sum = i32::from(low) * (to - from - part) + i32::from(high) * part;
            // Rounded to the nearest; at half, up.
            (2 * sum + to - from).div_euclid(2 * (to - from)) as i16
        };
        low.weights.iter().zip(&high.weights).map(between).collect()
    }

    /// The weights of each count at a ply.
    pub(super) fn counted_at(&self, ply: usize) -> [[i16; COUNTED]; COUNTS] {
        let weights = self.at(ply);
        let (lists, _) = weights[TIED..].as_chunks();
        std::array::from_fn(|at| lists[at])
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content = vec![self.phases.len() as u8];
        content.extend(self.phases.iter().map(|phase| phase.ply));
        content.extend(self.constants.iter().flat_map(|constant| constant.to_le_bytes()));
        let mut before = vec![0; WEIGHTS].into_boxed_slice();
        let mut steps = Vec::with_capacity(self.phases.len() * WEIGHTS);
        for phase in &self.phases {
            steps.extend(phase.weights.iter().zip(&before).map(|(w, b)| w.wrapping_sub(*b)));
            before.clone_from(&phase.weights);
        }
        content.extend(steps.iter().map(|step| step.to_le_bytes()[0]));
        content.extend(steps.iter().map(|step| step.to_le_bytes()[1]));
        let compressed = compress(&content);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.note.len() as u32).to_le_bytes());
        bytes.extend(self.note.as_bytes());
        bytes.extend((compressed.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&compressed).to_le_bytes());
        bytes.extend(compressed);
        bytes
    }
}

fn compress(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    encoder.write_all(content).and_then(|()| encoder.finish()).unwrap_or_default()
}

fn number(bytes: &[u8]) -> Result<(u32, &[u8]), PatternFileError> {
    let (number, rest) = bytes.split_first_chunk().ok_or(PatternFileError::Length)?;
    Ok((u32::from_le_bytes(*number), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> PatternWeights {
        let phase = |ply: u8| Phase {
            ply,
            weights: (0..WEIGHTS)
                .map(|at| (at * 7 % 4001) as i16 - 2000 + i16::from(ply))
                .collect(),
        };
        PatternWeights {
            note: "{}".into(),
            phases: vec![phase(4), phase(20), phase(60)],
            constants: std::array::from_fn(|ply| ply as i16 - 30),
        }
    }

    #[test]
    fn a_file_is_read_back() {
        let weights = sample();
        assert_eq!(PatternWeights::from_bytes(&weights.to_bytes()), Ok(weights));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let bytes = sample().to_bytes();
        let read = |bytes: &[u8]| PatternWeights::from_bytes(bytes).unwrap_err();
        assert_eq!(read(b"GIF89a"), PatternFileError::NotWeights);
        assert_eq!(read(&bytes[..bytes.len() - 1]), PatternFileError::Length);
        assert_eq!(read(&bytes[..10]), PatternFileError::Length);
        let mut other = bytes.clone();
        other[8] = 9;
        assert_eq!(read(&other), PatternFileError::Version(9));
        let mut other = bytes.clone();
        *other.last_mut().unwrap() ^= 1;
        assert_eq!(read(&other), PatternFileError::Checksum);
        for at in 0..40.min(bytes.len()) {
            let mut other = bytes.clone();
            other[at] ^= 0x55;
            let _ = PatternWeights::from_bytes(&other);
        }
    }
}
