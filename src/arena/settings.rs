//! The text that says what a player plays with.
//!
//! Read: `Name=value` with `;` between, blanks around each part allowed, so that no value has a
//! `;`. The text may be empty. Names of this page are known in any case:
//!
//! - `name`: what the player is called, 1 to 40 characters without `[` and `]`;
//! - `depth`, `nodes`, `movetime` (milliseconds): limits of each search;
//! - `tc`: the clock, `SECONDS` or `SECONDS+INCREMENT`;
//! - `margin` (milliseconds): by how much time may be overdrawn;
//! - `cmd`: the player is a program, this is its command line. Words stand between blanks; quotes,
//!   `"` or `'`, hold a word with blanks together;
//! - `proto`: what it speaks: `uci`, `gtp` or `nboard`;
//! - `dir`: the directory it runs in, and from which a program like `./player` is found;
//! - `patience` (seconds): after so long without an answer, beyond its time, it hangs.
//!
//! Every other name is that of an option; `option.Name` is read as `Name`. Without `cmd` it is one
//! of the engine's: `Eval=features; Weights=2 10 4 2 1; depth=6`. To a program `Name=value` is told
//! in the words of what it speaks: `setoption name Name value value`, for GTP the command
//! `Name value`, for NBoard `set Name value`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::setup::{PlayerKind, Program, Protocol, Setup, TimeControl, seconds};
use crate::engine::{Engine, EngineLimits, Limits, OptionError};
use crate::notation::excerpt;

/// What is set for one player, as read from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    name: Option<String>,
    program: Option<Program>,
    options: Vec<(String, String)>,
    limits: Limits,
    margin: Option<Duration>,
    patience: Option<Duration>,
    /// The parts of the text but for the name and the limits.
    own: Vec<String>,
}

impl Settings {
    /// The setup with these settings in place of what it had. A program has none of the engine's
    /// options, and of the limits those it can be told.
    ///
    /// # Errors
    /// When there is no memory for an option: all else was found out when they were read.
    pub fn over(&self, setup: &Setup) -> Result<Setup, OptionError> {
        let (own, other) = (&self.limits, &setup.limits);
        let mut limits = Limits {
            depth: own.depth.or(other.depth),
            nodes: own.nodes.or(other.nodes),
            move_time: own.move_time.or(other.move_time),
            clock: own.clock.or(other.clock),
            ..other.clone()
        };
        let kind = match (&self.program, &setup.kind) {
            (Some(program), _) => {
                limits.depth = limits.depth.filter(|_| program.protocol.knows_depth());
                limits.nodes = limits.nodes.filter(|_| program.protocol.knows_nodes());
                PlayerKind::Program(Program { options: self.options.clone(), ..program.clone() })
            }
            (None, PlayerKind::Engine(options)) => {
                let mut engine = Engine::new(options.clone(), EngineLimits::default());
                for (name, value) in &self.options {
                    engine.set_option(name, Some(value))?;
                }
                PlayerKind::Engine(engine.into_options())
            }
            (None, PlayerKind::Program(program)) => PlayerKind::Program(program.clone()),
        };
        Ok(Setup {
            name: self.name.clone().unwrap_or_else(|| setup.name.clone()),
            kind,
            limits,
            margin: self.margin.unwrap_or(setup.margin),
            patience: self.patience.unwrap_or(setup.patience),
            own: self.own.join("; "),
        })
    }
}

/// Why a text is no settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// This part has no `=`.
    NoValue(String),
    /// A number that is no whole number from 1 on.
    Limit(&'static str, String),
    /// The value of a name of this page is none: what it is, and what is wanted.
    Value(&'static str, String, String),
    /// Something that only a program has, and no program.
    NoProgram(&'static str),
    /// A limit that cannot be told to the program.
    Untold(&'static str, Protocol),
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
            Self::Value(name, value, wanted) => {
                write!(f, "{name} cannot be '{value}': {wanted}")
            }
            Self::NoProgram(name) => {
                write!(f, "{name} is for a program, whose command line is missing: cmd=...")
            }
            Self::Untold(name, protocol) => write!(
                f,
                "{name} cannot be told to a program that speaks {}: set it by its command line or \
                 by an option of its own",
                protocol.name()
            ),
            Self::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SettingsError {}

impl FromStr for Settings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        let (mut command, mut protocol, mut directory) = (None, None, None);
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SettingsError::NoValue(excerpt(part)))?;
            let (name, value) = (name.trim(), value.trim());
            match name.to_ascii_lowercase().as_str() {
                "cmd" => command = Some(words(value)?),
                "proto" => protocol = Some(read_protocol(value)?),
                "dir" => directory = Some(value.into()),
                "margin" => settings.margin = Some(read_margin(value)?),
                "patience" => settings.patience = Some(read_patience(value)?),
                "name" => {
                    settings.name = Some(read_name(value)?);
                    continue;
                }
                known => {
                    if settings.read_limit(known, value)? {
                        continue;
                    }
                    let name = name.strip_prefix("option.").unwrap_or(name);
                    settings.options.push((name.into(), value.into()));
                }
            }
            settings.own.push(format!("{name}={value}"));
        }
        for (name, is_given) in [
            ("proto", protocol.is_some()),
            ("dir", directory.is_some()),
            ("patience", settings.patience.is_some()),
        ] {
            if is_given && command.is_none() {
                return Err(SettingsError::NoProgram(name));
            }
        }
        settings.program = command.map(|command| Program {
            command,
            directory,
            protocol: protocol.unwrap_or_default(),
            options: Vec::new(),
        });
        settings.check()?;
        Ok(settings)
    }
}

impl Settings {
    /// Reads a limit; whether there is one of this name.
    fn read_limit(&mut self, name: &str, value: &str) -> Result<bool, SettingsError> {
        let whole = |name: &'static str| match value.parse::<u32>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(SettingsError::Limit(name, excerpt(value))),
        };
        let limits = &mut self.limits;
        match name {
            "depth" => limits.depth = Some(whole("depth")?),
            "nodes" => limits.nodes = Some(whole("nodes")?.into()),
            "movetime" => {
                limits.move_time = Some(Duration::from_millis(whole("movetime")?.into()));
            }
            "tc" => {
                let control: Result<TimeControl, _> = value.parse();
                limits.clock = Some(control.map_err(|wanted| bad("tc", value, wanted))?.0);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether the engine takes the options, or the program can be told the limits.
    fn check(&self) -> Result<(), SettingsError> {
        if let Some(Program { protocol, .. }) = self.program {
            if self.limits.depth.is_some() && !protocol.knows_depth() {
                return Err(SettingsError::Untold("depth", protocol));
            }
            if self.limits.nodes.is_some() && !protocol.knows_nodes() {
                return Err(SettingsError::Untold("nodes", protocol));
            }
        }
        self.over(&Setup::default()).map(drop).map_err(SettingsError::Option)
    }
}

fn bad(name: &'static str, value: &str, wanted: impl Into<String>) -> SettingsError {
    SettingsError::Value(name, excerpt(value), wanted.into())
}

fn read_name(value: &str) -> Result<String, SettingsError> {
    let is_name = (1..=40).contains(&value.chars().count())
        && !value.contains(|c: char| c.is_control() || c == '[' || c == ']');
    let name = is_name.then(|| value.to_owned());
    name.ok_or_else(|| bad("name", value, "1 to 40 characters without [ and ]"))
}

fn read_protocol(value: &str) -> Result<Protocol, SettingsError> {
    let found = Protocol::ALL.into_iter().find(|known| value.eq_ignore_ascii_case(known.name()));
    found.ok_or_else(|| bad("proto", value, "uci, gtp or nboard"))
}

fn read_margin(value: &str) -> Result<Duration, SettingsError> {
    let milliseconds = value.parse::<u32>();
    let margin = milliseconds.map(|milliseconds| Duration::from_millis(milliseconds.into()));
    margin.map_err(|_| bad("margin", value, "a whole number of milliseconds"))
}

fn read_patience(value: &str) -> Result<Duration, SettingsError> {
    let wait = seconds(value).filter(|wait| !wait.is_zero());
    wait.ok_or_else(|| bad("patience", value, "seconds above 0"))
}

/// The words of a command line.
fn words(text: &str) -> Result<Vec<String>, SettingsError> {
    let mut words: Vec<String> = Vec::new();
    let mut quote = None;
    let mut is_inside = false;
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c.is_whitespace() => is_inside = false,
            _ => {
                if !is_inside {
                    words.push(String::new());
                    is_inside = true;
                }
                if quote.is_none() && (c == '"' || c == '\'') {
                    quote = Some(c);
                } else if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    match quote {
        Some(quote) => Err(bad("cmd", text, format!("the quote {quote} is not closed"))),
        None if words.first().is_none_or(String::is_empty) => {
            Err(bad("cmd", text, "a program and its arguments"))
        }
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;

    fn options(setup: &Setup) -> &Options {
        let PlayerKind::Engine(options) = &setup.kind else { panic!("a program") };
        options
    }

    fn option(setup: &Setup, name: &str) -> Option<String> {
        Engine::new(options(setup).clone(), EngineLimits::default()).option(name)
    }

    fn read(text: &str) -> Setup {
        text.parse::<Settings>().unwrap().over(&Setup::default()).unwrap()
    }

    fn said(text: &str) -> String {
        text.parse::<Settings>().unwrap_err().to_string()
    }

    #[test]
    fn options_and_limits_are_read() {
        let text = " weights = 1 2 3 4 5;SELECTIVITY=80 ; Depth=7;movetime=50;";
        let setup = read(text);
        assert_eq!(option(&setup, "Weights").as_deref(), Some("1 2 3 4 5"));
        assert_eq!(option(&setup, "Selectivity").as_deref(), Some("80"));
        assert_eq!(option(&setup, "Hash"), Some(Setup::HASH.to_string()));
        let move_time = Some(Duration::from_millis(50));
        assert_eq!(setup.limits, Limits { depth: Some(7), move_time, ..Limits::default() });
        let shown = setup.to_string();
        assert_eq!(shown, "weights=1 2 3 4 5; SELECTIVITY=80; depth=7; movetime=50");
        assert_eq!(read(&shown), setup);
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
        assert_eq!((options(&none), &none.limits), (options(&both), &both.limits));
        assert_eq!(none.own, "");
    }

    #[test]
    fn faults_are_said_in_sentences() {
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

    #[test]
    fn programs_are_read_with_all_they_have() {
        let text = "name=Rhino 3; cmd=\"some where/rhino\" --level=3 ''; proto=GTP; dir=games; \
                    option.set_level=2; margin=5; patience=1.5; tc=60+0.5";
        let setup = read(text);
        let program = Program {
            command: ["some where/rhino", "--level=3", ""].map(str::to_owned).to_vec(),
            directory: Some("games".into()),
            protocol: Protocol::Gtp,
            options: vec![("set_level".into(), "2".into())],
        };
        assert_eq!(setup.kind, PlayerKind::Program(program));
        assert_eq!((setup.name.as_str(), setup.margin.as_millis()), ("Rhino 3", 5));
        assert_eq!(setup.patience, Duration::from_millis(1500));
        let shown = setup.to_string();
        assert_eq!(shown, text.replacen("name=Rhino 3; ", "", 1));
        assert_eq!(Setup { name: setup.name.clone(), ..read(&shown) }, setup);
    }

    #[test]
    fn a_program_takes_the_limits_it_can_be_told() {
        let both = read("depth=6; nodes=900; movetime=50; Eval=features");
        let limits = |text: &str| {
            let setup = text.parse::<Settings>().unwrap().over(&both).unwrap();
            assert!(
                matches!(&setup.kind, PlayerKind::Program(program) if program.options.is_empty())
            );
            (setup.limits.depth, setup.limits.nodes, setup.limits.move_time.is_some())
        };
        assert_eq!(limits("cmd=player"), (Some(6), Some(900), true));
        assert_eq!(limits("cmd=player; proto=nboard; depth=4"), (Some(4), None, true));
        assert_eq!(limits("cmd=player; proto=gtp"), (None, None, true));
    }

    #[test]
    fn what_no_program_could_use_is_refused() {
        for (text, sentence) in [
            ("dir=games", "dir is for a program, whose command line is missing: cmd=..."),
            ("patience=5", "patience is for a program, whose command line is missing: cmd=..."),
            ("cmd=", "cmd cannot be '': a program and its arguments"),
            ("cmd='a b", "cmd cannot be '\\'a b': the quote ' is not closed"),
            ("cmd=a; proto=xboard", "proto cannot be 'xboard': uci, gtp or nboard"),
            ("cmd=a; margin=-1", "margin cannot be '-1': a whole number of milliseconds"),
            ("cmd=a; patience=0", "patience cannot be '0': seconds above 0"),
            ("name=a[b", "name cannot be 'a[b': 1 to 40 characters without [ and ]"),
        ] {
            assert_eq!(said(text), sentence);
        }
        assert!(
            said("cmd=a; proto=gtp; depth=4").starts_with("depth cannot be told to a program ")
        );
        assert!(said("cmd=a; proto=nboard; nodes=4").starts_with("nodes cannot be told to "));
        assert!(said("tc=fast").starts_with("tc cannot be 'fast': seconds for the game "));
    }
}
