//! What is kept of a training on its way, so that it can go on after an interruption.
//!
//! Eight bytes that say of what kind of training, then little endian u32 version, u32 length of the
//! settings, u32 CRC-32 of all that follows, the settings (JSON), and what else is kept.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

/// All that decides what comes of a training, by names.
pub(super) type Settings<'a> = &'a [(&'static str, Value)];

/// A kind of training.
pub(super) struct Kind {
    pub magic: &'static [u8; 8],
    pub version: u32,
}

/// Why a training cannot go on from some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// They do not begin with the eight letters.
    NotCheckpoint,
    /// Another version of the format.
    Version {
        /// Which.
        there: u32,
        /// Which one is read.
        here: u32,
    },
    /// They are cut off, or their checksum is another one.
    Damaged,
    /// They are of other data, or other settings.
    Other {
        /// What differs first.
        name: &'static str,
        /// What it was there.
        there: String,
        /// What it is here.
        here: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCheckpoint => f.write_str("not a checkpoint of this kind of training"),
            Self::Version { there, here } => {
                write!(f, "a checkpoint of version {there}; this program reads {here}")
            }
            Self::Damaged => f.write_str("the checkpoint is damaged or cut off"),
            Self::Other { name, there, here } => write!(
                f,
                "the checkpoint is of another training: its {name} is {there}, here it is {here}"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Kind {
    /// The bytes of a checkpoint.
    pub fn pack(&self, settings: Settings<'_>, content: &[u8]) -> Vec<u8> {
        let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let settings = Value::Object(settings.collect()).to_string();
        let mut rest = settings.clone().into_bytes();
        rest.extend(content);
        let mut bytes = self.magic.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((settings.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// What is kept beside the settings, if these are the same.
    pub fn unpack<'a>(
        &self,
        settings: Settings<'_>,
        bytes: &'a [u8],
    ) -> Result<&'a [u8], CheckpointError> {
        let mut rest = bytes.strip_prefix(self.magic).ok_or(CheckpointError::NotCheckpoint)?;
        let there = word(&mut rest).ok_or(CheckpointError::Damaged)?;
        if there != self.version {
            return Err(CheckpointError::Version { there, here: self.version });
        }
        let (theirs, content) = whole(rest).ok_or(CheckpointError::Damaged)?;
        for (name, here) in settings {
            let there = theirs.get(*name).unwrap_or(&Value::Null);
            let (there, here) = (there.to_string(), here.to_string());
            if there != here {
                return Err(CheckpointError::Other { name, there, here });
            }
        }
        Ok(content)
    }
}

/// The settings, and what follows them, if the checksum is right.
fn whole(mut bytes: &[u8]) -> Option<(Map<String, Value>, &[u8])> {
    let length = word(&mut bytes)?;
    let checksum = word(&mut bytes)?;
    let (settings, content) = bytes.split_at_checked(length as usize)?;
    if crc32fast::hash(bytes) != checksum {
        return None;
    }
    Some((serde_json::from_slice(settings).ok()?, content))
}

/// Takes a number from the front.
pub(super) fn word(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?))
}

/// Takes so many numbers from the front.
pub(super) fn floats(bytes: &mut &[u8], count: usize) -> Option<Vec<f32>> {
    let (floats, _) = bytes.split_off(..count.checked_mul(4)?)?.as_chunks();
    Some(floats.iter().map(|&float| f32::from_le_bytes(float)).collect())
}

/// Writes a file under another name first, so that it is there whole, or as it was before.
///
/// # Errors
/// When the system would not write.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}
