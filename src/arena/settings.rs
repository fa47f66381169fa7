//! What a player plays with, and the text that says so.
//!
//! Read: `Name=value` with `;` between, blanks around each part allowed. A name is that of one of
//! the engine's options, or `depth`, `nodes` or `movetime` (milliseconds), in any case:
//! `Eval=features; Weights=2 10 4 2 1; depth=6`. The text may be empty.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::{Engine, EngineLimits, Limits, OptionError, Options};
use crate::notation::excerpt;

/// What is set for one player, as read from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    options: Vec<(String, String)>,
    limits: Limits,
}

/// All that a player plays with.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The engine's options.
    pub options: Options,
    /// The limits of each search.
    pub limits: Limits,
    /// The options that were set for this player, `Name=value` with `; ` between.
    pub own: String,
}

impl Settings {
    /// The setup with these settings in place of what it had.
    ///
    /// # Errors
    /// When there is no memory for an option: all else was found out when they were read.
    pub fn over(&self, setup: &Setup) -> Result<Setup, OptionError> {
        let mut engine = Engine::new(setup.options.clone(), EngineLimits::default());
        for (name, value) in &self.options {
            engine.set_option(name, Some(value))?;
        }
        let (own, other) = (&self.limits, &setup.limits);
        let limits = Limits {
            depth: own.depth.or(other.depth),
            nodes: own.nodes.or(other.nodes),
            move_time: own.move_time.or(other.move_time),
            ..other.clone()
        };
        let own: Vec<_> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(Setup { options: engine.into_options(), limits, own: own.join("; ") })
    }
}

impl Default for Setup {
    /// The engine as it is, without a limit, but with a table of [`Setup::HASH`] MiB.
    fn default() -> Self {
        let mut engine = Engine::new(Options::default(), EngineLimits::default());
        // Without memory even for this the search will take less.
        let _ = engine.set_option("Hash", Some(&Self::HASH.to_string()));
        Self { options: engine.into_options(), limits: Limits::default(), own: String::new() }
    }
}

impl Setup {
    /// MiB of a table if nothing else is said. It is emptied before each game, which for a large
    /// one takes longer than a short game; to depth 10 larger ones save no nodes.
    pub const HASH: u32 = 1;

    /// Whether a search by it comes to an end.
    pub fn is_limited(&self) -> bool {
        let Limits { depth, nodes, move_time, .. } = self.limits;
        depth.is_some() || nodes.is_some() || move_time.is_some()
    }
}

impl fmt::Display for Setup {
    /// What was set for this player, and all its limits; read as [`Settings`] it is the same again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { depth, nodes, move_time, .. } = &self.limits;
        let parts = [
            (!self.own.is_empty()).then(|| self.own.clone()),
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
            move_time.map(|time| format!("movetime={}", time.as_millis())),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// Why a text is no settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// This part has no `=`.
    NoValue(String),
    /// A limit that is no whole number from 1 on.
    Limit(&'static str, String),
    /// The engine refuses this option.
    Option(OptionError),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue(part) => {
                write!(f, "'{part}' is not Name=value (with ; between two of them)")
            }
            Self::Limit(name, value) => {
                write!(f, "{name} cannot be '{value}': a whole number from 1 on")
            }
            Self::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SettingsError {}

impl FromStr for Settings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SettingsError::NoValue(excerpt(part)))?;
            let (name, value) = (name.trim(), value.trim());
            let limit = |name: &'static str| match value.parse::<u32>() {
                Ok(number) if number > 0 => Ok(number),
                _ => Err(SettingsError::Limit(name, excerpt(value))),
            };
            let limits = &mut settings.limits;
            match name.to_ascii_lowercase().as_str() {
                "depth" => limits.depth = Some(limit("depth")?),
                "nodes" => limits.nodes = Some(limit("nodes")?.into()),
                "movetime" => {
                    let milliseconds = limit("movetime")?.into();
                    limits.move_time = Some(Duration::from_millis(milliseconds));
                }
                _ => settings.options.push((name.into(), value.into())),
            }
        }
        settings.over(&Setup::default()).map_err(SettingsError::Option)?;
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(setup: &Setup, name: &str) -> Option<String> {
        Engine::new(setup.options.clone(), EngineLimits::default()).option(name)
    }

    #[test]
    fn options_and_limits_are_read() {
        let text = " weights = 1 2 3 4 5;SELECTIVITY=80 ; Depth=7;movetime=50;";
        let setup = text.parse::<Settings>().unwrap().over(&Setup::default()).unwrap();
        assert_eq!(option(&setup, "Weights").as_deref(), Some("1 2 3 4 5"));
        assert_eq!(option(&setup, "Selectivity").as_deref(), Some("80"));
        assert_eq!(option(&setup, "Hash"), Some(Setup::HASH.to_string()));
        let move_time = Some(Duration::from_millis(50));
        assert_eq!(setup.limits, Limits { depth: Some(7), move_time, ..Limits::default() });
        assert!(setup.is_limited() && !Setup::default().is_limited());
        let shown = setup.to_string();
        assert_eq!(shown, "weights=1 2 3 4 5; SELECTIVITY=80; depth=7; movetime=50");
        assert_eq!(shown.parse::<Settings>().unwrap().over(&Setup::default()).unwrap(), setup);
    }

    #[test]
    fn what_is_not_set_stays() {
        let read = |text: &str| text.parse::<Settings>().unwrap();
        let both = read("depth=6; nodes=900; EndgameDepth=14").over(&Setup::default()).unwrap();
        let one = read("depth=4; Eval=positional").over(&both).unwrap();
        assert_eq!((one.limits.depth, one.limits.nodes), (Some(4), Some(900)));
        assert_eq!(option(&one, "EndgameDepth").as_deref(), Some("14"));
        assert_eq!(option(&one, "Eval").as_deref(), Some("positional"));
        let none = read("").over(&both).unwrap();
        assert_eq!((none.options, none.limits), (both.options, both.limits));
        assert_eq!(none.own, "");
    }

    #[test]
    fn faults_are_said_in_sentences() {
        let said = |text: &str| text.parse::<Settings>().unwrap_err().to_string();
        assert_eq!(said("Evil=1"), "there is no option 'Evil'");
        assert_eq!(
            said("Selectivity=1000"),
            "option Selectivity cannot be '1000': a whole number from 73 to 100"
        );
        assert_eq!(said("depth=0"), "depth cannot be '0': a whole number from 1 on");
        assert_eq!(said("nodes=1e6"), "nodes cannot be '1e6': a whole number from 1 on");
        let text = "Selectivity=80;Eval";
        assert_eq!(said(text), "'Eval' is not Name=value (with ; between two of them)");
        assert!(said("Weights=1 2").starts_with("option Weights: "));
    }
}
