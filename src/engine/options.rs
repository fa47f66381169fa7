//! The options: each stands once, in [`OPTIONS`], and everything that lists or sets them reads it
//! there.

use std::{fmt, fs};

use crate::eval::pattern::PatternWeights;
use crate::eval::{Pattern, Weights, WeightsError};
use crate::search::AllocationError;

/// The values of all options.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub(super) hash: u32,
    pub(super) threads: u32,
    pub(super) ponder: bool,
    pub(super) multi_pv: u32,
    pub(super) endgame_depth: u32,
    pub(super) move_overhead: u32,
    pub(super) contempt: i32,
    pub(super) variety: u32,
    pub(super) selectivity: u32,
    pub(super) seed: u64,
    pub(super) eval: EvalKind,
    pub(super) eval_file: EvalFile,
    pub(super) weights: Weights,
    pub(super) flipello: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            ponder: false,
            multi_pv: 1,
            endgame_depth: 12,
            move_overhead: 10,
            contempt: 0,
            variety: 0,
            selectivity: 73,
            seed: 0,
            eval: EvalKind::Pattern,
            eval_file: EvalFile::default(),
            weights: Weights::default(),
            flipello: false,
        }
    }
}

impl Options {
    /// How many threads there are.
    pub const fn threads(&self) -> u32 {
        self.threads
    }

    /// How much shallow searches are trusted, in percent.
    pub const fn selectivity(&self) -> u32 {
        self.selectivity
    }

    /// What decides random draws.
    pub const fn seed(&self) -> u64 {
        self.seed
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EvalKind {
    Pattern,
    Features,
    Positional,
}

impl EvalKind {
    /// In the order of the words of the option.
    const ALL: [Self; 3] = [Self::Pattern, Self::Features, Self::Positional];
}

/// The weights that Eval pattern plays with.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct EvalFile {
    path: String,
    /// `None`: those in the binary.
    pattern: Option<Pattern>,
}

impl EvalFile {
    fn load(path: &str) -> Result<Self, OptionError> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let refused = |why: String| OptionError::EvalFile { path: path.into(), why };
        let bytes = fs::read(path).map_err(|error| refused(error.to_string()))?;
        let weights = PatternWeights::from_bytes(&bytes).map_err(|why| refused(why.to_string()))?;
        Ok(Self { path: path.into(), pattern: Some(Pattern::new(&weights)) })
    }

    pub fn pattern(&self) -> Pattern {
        self.pattern.clone().unwrap_or_else(Pattern::shipped)
    }
}

/// One option: what it is called, what it does, which values it has.
pub struct OptionSpec {
    /// The name as listed; it is found in any case.
    pub name: &'static str,
    /// One sentence for people.
    pub help: &'static str,
    /// The values, and how they are read and set.
    pub kind: Kind,
}

/// The kinds of options, with getter and setter.
pub enum Kind {
    /// On or off.
    Check {
        /// Reads the value.
        get: fn(&Options) -> bool,
        /// Sets it.
        set: fn(&mut Options, bool),
    },
    /// A whole number between two bounds.
    Spin {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// Reads the value.
        get: fn(&Options) -> i64,
        /// Sets a value that is within the bounds.
        set: fn(&mut Options, i64),
    },
    /// One of some words.
    Combo {
        /// The words.
        values: &'static [&'static str],
        /// Reads the number of the word.
        get: fn(&Options) -> usize,
        /// Sets the number of the word.
        set: fn(&mut Options, usize),
    },
    /// A text.
    Text {
        /// Reads the value.
        get: fn(&Options) -> String,
        /// Sets the value, or says what is wrong with it.
        set: fn(&mut Options, &str) -> Result<(), OptionError>,
    },
    /// No value: it clears the table.
    Button,
}

/// All options, in the order in which they are listed.
pub static OPTIONS: [OptionSpec; 15] = [
    OptionSpec {
        name: "Hash",
        help: "Size of the transposition table in MiB; what it held is lost when it changes.",
        kind: Kind::Spin {
            min: 1,
            max: 1 << 20,
            get: |options| options.hash.into(),
            set: |options, value| options.hash = value as u32,
        },
    },
    OptionSpec {
        name: "Threads",
        help: "How many threads search; with more than one, nodes and estimates may vary.",
        kind: Kind::Spin {
            min: 1,
            max: 256,
            get: |options| options.threads.into(),
            set: |options, value| options.threads = value as u32,
        },
    },
    OptionSpec { name: "Clear Hash", help: "Empties the table.", kind: Kind::Button },
    OptionSpec {
        name: "Ponder",
        help: "Says that the GUI may send `go ponder`; changes nothing by itself.",
        kind: Kind::Check {
            get: |options| options.ponder,
            set: |options, value| options.ponder = value,
        },
    },
    OptionSpec {
        name: "MultiPV",
        help: "How many of the best moves get a line with a score of their own.",
        kind: Kind::Spin {
            min: 1,
            max: 64,
            get: |options| options.multi_pv.into(),
            set: |options, value| options.multi_pv = value as u32,
        },
    },
    OptionSpec {
        name: "EndgameDepth",
        help: "With so many empty squares or fewer the game is solved exactly, whatever the depth; \
               0: the depth decides.",
        kind: Kind::Spin {
            min: 0,
            max: 60,
            get: |options| options.endgame_depth.into(),
            set: |options, value| options.endgame_depth = value as u32,
        },
    },
    OptionSpec {
        name: "MoveOverhead",
        help: "Milliseconds of the clock kept back for the way between engine and clock.",
        kind: Kind::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.move_overhead.into(),
            set: |options, value| options.move_overhead = value as u32,
        },
    },
    OptionSpec {
        name: "Contempt",
        help: "A draw counts as so many centidiscs less than even for the side that is to move \
               when the search begins; negative seeks draws.",
        kind: Kind::Spin {
            min: -6400,
            max: 6400,
            get: |options| options.contempt.into(),
            set: |options, value| options.contempt = value as i32,
        },
    },
    OptionSpec {
        name: "Variety",
        help: "The move is drawn from those at most so many centidiscs worse than the best; 0: \
               always the best.",
        kind: Kind::Spin {
            min: 0,
            max: 6400,
            get: |options| options.variety.into(),
            set: |options, value| options.variety = value as u32,
        },
    },
    OptionSpec {
        name: "Selectivity",
        help: "Lines are cut on shallow searches of which so many percent are right; 100: none is.",
        kind: Kind::Spin {
            min: 73,
            max: 100,
            get: |options| options.selectivity.into(),
            set: |options, value| options.selectivity = value as u32,
        },
    },
    OptionSpec {
        name: "Seed",
        help: "Decides the draw of Variety together with the position.",
        kind: Kind::Spin {
            min: 0,
            max: i64::MAX,
            get: |options| options.seed as i64,
            set: |options, value| options.seed = value as u64,
        },
    },
    OptionSpec {
        name: "EvalFile",
        help: "A file of pattern weights for Eval pattern; empty: those in the program.",
        kind: Kind::Text {
            get: |options| options.eval_file.path.clone(),
            set: |options, value| {
                options.eval_file = EvalFile::load(value)?;
                Ok(())
            },
        },
    },
    OptionSpec {
        name: "Weights",
        help: "Weights of mobility, corner, edge, frontier and discs; setting them selects Eval \
               features.",
        kind: Kind::Text {
            get: |options| options.weights.to_string(),
            set: |options, value| {
                options.weights = value.parse().map_err(OptionError::Weights)?;
                Ok(())
            },
        },
    },
    OptionSpec {
        name: "Eval",
        help: "The evaluation: learned patterns, five weighted features, or the table of square \
               values.",
        kind: Kind::Combo {
            values: &["pattern", "features", "positional"],
            get: |options| options.eval as usize,
            set: |options, value| options.eval = EvalKind::ALL[value],
        },
    },
    OptionSpec {
        name: "UCI_Variant",
        help: "How positions and moves are written: Othello's way, or Fairy-Stockfish's for its \
               variant flipello.",
        // For protocols to ask for: the engine itself knows no notation.
        kind: Kind::Combo {
            values: &["othello", "flipello"],
            get: |options| options.flipello.into(),
            set: |options, value| options.flipello = value == 1,
        },
    },
];

/// The option of this name, in any case; runs of blanks in the name count as one.
pub fn find_option(name: &str) -> Option<&'static OptionSpec> {
    let words = |text: &'static str| text.split_whitespace();
    OPTIONS.iter().find(|spec| {
        let given: Vec<&str> = name.split_whitespace().collect();
        words(spec.name).count() == given.len()
            && words(spec.name).zip(given).all(|(a, b)| a.eq_ignore_ascii_case(b))
    })
}

impl OptionSpec {
    /// The value as text; a button has none.
    pub fn get(&self, options: &Options) -> Option<String> {
        match &self.kind {
            Kind::Check { get, .. } => Some(get(options).to_string()),
            Kind::Spin { get, .. } => Some(get(options).to_string()),
            Kind::Combo { values, get, .. } => values.get(get(options)).map(ToString::to_string),
            Kind::Text { get, .. } => Some(get(options)),
            Kind::Button => None,
        }
    }

    /// Sets the value from text; a button takes none and does nothing here.
    pub(super) fn set(
        &self,
        options: &mut Options,
        value: Option<&str>,
    ) -> Result<(), OptionError> {
        if let Kind::Button = self.kind {
            return Ok(());
        }
        let value = value.map(str::trim).ok_or(OptionError::NoValue(self.name))?;
        let wrong = |wanted: String| OptionError::WrongValue {
            name: self.name,
            value: value.chars().take(40).collect(),
            wanted,
        };
        match &self.kind {
            Kind::Check { set, .. } => {
                let on = value.eq_ignore_ascii_case("true");
                if !on && !value.eq_ignore_ascii_case("false") {
                    return Err(wrong("true or false".into()));
                }
                set(options, on);
            }
            Kind::Spin { min, max, set, .. } => {
                let number = value.parse().ok().filter(|number| (min..=max).contains(&number));
                let range = || wrong(format!("a whole number from {min} to {max}"));
                set(options, number.ok_or_else(range)?);
            }
            Kind::Combo { values, set, .. } => {
                let number = values.iter().position(|word| word.eq_ignore_ascii_case(value));
                set(options, number.ok_or_else(|| wrong(values.join(" or ")))?);
            }
            Kind::Text { set, .. } => set(options, value)?,
            Kind::Button => {}
        }
        Ok(())
    }
}

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
    /// This file has no weights for the patterns.
    EvalFile {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A session here may not have files read.
    FixedEvalFile,
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
            Self::EvalFile { path, why } => {
                write!(f, "option EvalFile: {}: {why}; the old weights stay", path.escape_debug())
            }
            Self::FixedEvalFile => f.write_str(
                "option EvalFile: no files are read for a session here; the server was started \
                 with its weights (--eval-file)",
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
