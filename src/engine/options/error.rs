//! What is wrong with an option's name or value.

use std::fmt;

use crate::eval::WeightsError;
use crate::search::AllocationError;

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no option of this name.
    Unknown(String),
    /// The option wants a value and none was given.
    NoValue(&'static str),
    /// This is not one of the option's values.
    WrongValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would have been right.
        wanted: String,
    },
    /// These are not weights.
    Weights(WeightsError),
    /// The file is not one of this option.
    File {
        /// The option.
        name: &'static str,
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A session here may not have files read for this option.
    FixedFile(&'static str),
    /// The table would be larger than memory.
    TooLargeTable {
        /// What was asked for.
        mebibytes: usize,
        /// What there is.
        available: u64,
    },
    /// A session here may not have so many threads.
    TooManyThreads {
        /// What was asked for.
        threads: u32,
        /// What is allowed.
        most: u32,
    },
    /// The system would not give the memory.
    NoMemory(AllocationError),
}

impl From<AllocationError> for OptionError {
    fn from(error: AllocationError) -> Self {
        Self::NoMemory(error)
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let name: String = name.chars().take(40).collect();
                write!(f, "there is no option '{}'", name.escape_debug())
            }
            Self::NoValue(name) => write!(f, "option {name} wants a value"),
            Self::WrongValue { name, value, wanted } => {
                write!(f, "option {name} cannot be '{}': {wanted}", value.escape_debug())
            }
            Self::Weights(error) => write!(f, "option Weights: {error}"),
            Self::File { name, path, why } => {
                write!(f, "option {name}: {}: {why}; the old weights stay", path.escape_debug())
            }
            Self::FixedFile(name) => write!(
                f,
                "option {name}: no files are read for a session here; the server was started with \
                 its weights, by flags"
            ),
            Self::TooLargeTable { mebibytes, available } => write!(
                f,
                "a table of {mebibytes} MiB is refused: {available} MiB of memory are available, \
                 of which it may have 80 %; the old table stays"
            ),
            Self::TooManyThreads { threads, most } => {
                write!(f, "option Threads cannot be {threads}: a session here has at most {most}")
            }
            Self::NoMemory(error) => write!(f, "{error}; the old table stays"),
        }
    }
}

impl std::error::Error for OptionError {}
