//! What a tuning run writes down, so that it can be looked at, and gone on with after an
//! interruption: JSON lines, the settings first, then one for each round.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{fmt, mem};

use serde::{Deserialize, Serialize};

use super::tuner::{Round, TuneSettings};

/// A file of rounds.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// What was there already, in order.
    rounds: Vec<Round>,
}

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    Settings(Box<TuneSettings>),
    Round(Round),
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: JournalFault,
}

/// What is wrong with a journal.
#[derive(Debug)]
pub enum JournalFault {
    /// It cannot be read or written.
    Io(io::Error),
    /// This line, counted from 1, is not one of a journal.
    Line(usize, serde_json::Error),
    /// It belongs to a run with other settings.
    OtherSettings,
    /// The rounds are not in order, or the settings do not come first, in this line.
    OutOfOrder(usize),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.fault {
            JournalFault::Io(error) => error.fmt(f),
            JournalFault::Line(line, error) => {
                write!(f, "line {line} is not one of a tuning journal: {error}")
            }
            JournalFault::OtherSettings => f.write_str(
                "it belongs to a run with other settings; repeat those to go on with it, or name \
                 another file",
            ),
            JournalFault::OutOfOrder(line) => {
                write!(f, "line {line} is out of order: first the settings, then round after round")
            }
        }
    }
}

impl std::error::Error for JournalError {}

impl Journal {
    /// Opens a journal of a run with these settings, new or begun before. A last line that was cut
    /// short is removed.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is something else.
    pub fn open(path: &Path, settings: &TuneSettings) -> Result<Self, JournalError> {
        let fail = |fault| JournalError { path: path.into(), fault };
        let read = || -> io::Result<(File, String)> {
            let options =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
            let mut file = options?;
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            text.truncate(whole);
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
            Ok((file, text))
        };
        let (file, text) = read().map_err(|error| fail(JournalFault::Io(error)))?;
        let mut journal = Self { path: path.into(), file, rounds: Vec::new() };
        for (line, number) in text.lines().zip(1..) {
            let entry = serde_json::from_str(line)
                .map_err(|error| fail(JournalFault::Line(number, error)))?;
            match entry {
                Entry::Settings(there) if number == 1 => {
                    if *there != *settings {
                        return Err(fail(JournalFault::OtherSettings));
                    }
                }
                Entry::Round(round) if number == round.round + 2 => journal.rounds.push(round),
                _ => return Err(fail(JournalFault::OutOfOrder(number))),
            }
        }
        if text.is_empty() {
            journal.write(&Entry::Settings(Box::new(settings.clone())))?;
        }
        Ok(journal)
    }

    /// The rounds that were there when it was opened.
    pub fn take_rounds(&mut self) -> Vec<Round> {
        mem::take(&mut self.rounds)
    }

    /// Writes down one more round.
    ///
    /// # Errors
    /// When that fails.
    pub fn push(&mut self, round: &Round) -> Result<(), JournalError> {
        self.write(&Entry::Round(round.clone()))
    }

    fn write(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let mut line = serde_json::to_string(entry).expect("numbers and names can be written");
        line.push('\n');
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| JournalError {
            path: self.path.clone(),
            fault: JournalFault::Io(error),
        })
    }
}
