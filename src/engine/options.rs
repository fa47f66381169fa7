//! The options: each stands once, in [`OPTIONS`], and everything that lists or sets them reads it
//! there.

mod error;
mod files;
mod table;

pub use error::OptionError;
use files::{EvalFile, NetworkFile};
pub use table::OPTIONS;

use super::level::LEVELS;
use crate::eval::Weights;
use crate::search::SearchMargins;

/// The strength in the middle of the levels.
const DEFAULT_ELO: u32 = LEVELS[3].elo;

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
    pub(super) network_file: NetworkFile,
    pub(super) weights: Weights,
    /// Where the weights come from, if from a file.
    pub(super) weights_file: String,
    pub(super) flipello: bool,
    pub(super) level: u32,
    pub(super) limit_strength: bool,
    pub(super) elo: u32,
    pub(super) margins: SearchMargins,
    lists_tunables: bool,
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
            network_file: NetworkFile::default(),
            weights: Weights::default(),
            weights_file: String::new(),
            flipello: false,
            level: 0,
            limit_strength: false,
            elo: DEFAULT_ELO,
            margins: SearchMargins::default(),
            lists_tunables: false,
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

    /// The same options; GUIs are told of the tunables among them, or are not.
    #[must_use]
    pub fn listing_tunables(self, lists_tunables: bool) -> Self {
        Self { lists_tunables, ..self }
    }

    /// Those that GUIs are told of.
    pub(super) fn listed(&self) -> impl Iterator<Item = &'static OptionSpec> {
        OPTIONS.iter().filter(|spec| !spec.is_tunable || self.lists_tunables)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EvalKind {
    Pattern,
    Features,
    Positional,
    Network,
}

impl EvalKind {
    /// In the order of the words of the option.
    const ALL: [Self; 4] = [Self::Pattern, Self::Features, Self::Positional, Self::Network];
}

/// One option: what it is called, what it does, which values it has.
pub struct OptionSpec {
    /// The name as listed; it is found in any case.
    pub name: &'static str,
    /// One sentence for people.
    pub help: &'static str,
    /// Whether it is for those who tune the search: it is listed only to who asks for such.
    pub is_tunable: bool,
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
