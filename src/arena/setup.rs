//! What a player plays with.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::engine::{Clock, Engine, EngineLimits, Limits, OPTIONS, Options};

/// All that a player plays with.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// What it is called.
    pub name: String,
    /// Who plays.
    pub kind: PlayerKind,
    /// The limits of each search; a clock as it stands when the game begins.
    pub limits: Limits,
    /// By how much it may overdraw its time.
    pub margin: Duration,
    /// After so long without an answer, beyond the time it has, a program hangs.
    pub patience: Duration,
    /// What was set for this player beside its name and its limits, `Name=value` with `; ` between.
    pub own: String,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerKind {
    /// The engine in this process, with these options.
    Engine(Options),
    /// A program.
    Program(Program),
}

/// A program that plays, and how to talk to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; at least the program.
    pub command: Vec<String>,
    /// Where it runs; if not given, where this process does.
    pub directory: Option<PathBuf>,
    /// What it speaks.
    pub protocol: Protocol,
    /// What is set when it starts, in this order.
    pub options: Vec<(String, String)>,
}

/// What a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Protocol {
    /// The protocol of this engine.
    #[default]
    Uci,
    /// The Go Text Protocol, as programs for Othello speak it.
    Gtp,
    /// NBoard's.
    NBoard,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Uci, Self::Gtp, Self::NBoard];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
        }
    }

    /// Whether a depth can be told in it.
    pub const fn knows_depth(self) -> bool {
        matches!(self, Self::Uci | Self::NBoard)
    }

    /// Whether a number of nodes can be told in it.
    pub const fn knows_nodes(self) -> bool {
        matches!(self, Self::Uci)
    }
}

impl Default for Setup {
    /// The engine as it is, without a limit, but with a table of [`Setup::HASH`] MiB.
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: PlayerKind::Engine(Self::engine_options()),
            limits: Limits::default(),
            margin: Self::MARGIN,
            patience: Self::PATIENCE,
            own: String::new(),
        }
    }
}

impl Setup {
    /// MiB of a table if nothing else is said. It is emptied before each game, which for a large
    /// one takes longer than a short game; to depth 10 larger ones save no nodes.
    pub const HASH: u32 = 1;
    /// By how much time may be overdrawn if nothing else is said.
    pub const MARGIN: Duration = Duration::from_millis(100);
    /// How long an answer is waited for if nothing else is said.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// The engine's options as they are, but with a table of [`Setup::HASH`] MiB.
    pub fn engine_options() -> Options {
        let mut engine = Engine::new(Options::default(), EngineLimits::default());
        // Without memory even for this the search will take less.
        let _ = engine.set_option("Hash", Some(&Self::HASH.to_string()));
        engine.into_options()
    }

    /// Gives a depth to who has no limit, and to who cannot do without one, if it can be told.
    pub fn limit_by(&mut self, depth: u32) {
        let Limits { depth: own, nodes, move_time, clock, .. } = &self.limits;
        let is_limited = own.is_some() || nodes.is_some() || move_time.is_some() || clock.is_some();
        let is_needed = match &self.kind {
            PlayerKind::Engine(options) => !is_limited && !options.has_level(),
            PlayerKind::Program(program) => match program.protocol {
                Protocol::Uci => !is_limited,
                Protocol::Gtp => false,
                Protocol::NBoard => own.is_none(),
            },
        };
        if is_needed {
            self.limits.depth = Some(depth);
        }
    }

    /// All that decides how it plays: as it is shown, with every option of the engine that is not
    /// at its default.
    pub fn in_full(&self) -> String {
        let mut setup = self.clone();
        if let PlayerKind::Engine(options) = &self.kind {
            let default = Options::default();
            let mut own: Vec<String> = OPTIONS
                .iter()
                .filter(|spec| spec.get(options) != spec.get(&default))
                .filter_map(|spec| Some(format!("{}={}", spec.name, spec.get(options)?)))
                .collect();
            if self.margin != Self::MARGIN {
                own.push(format!("margin={}", self.margin.as_millis()));
            }
            setup.own = own.join("; ");
        }
        setup.to_string()
    }
}

impl fmt::Display for Setup {
    /// What was set for this player, and all its limits; read as [`Settings`](super::Settings) it
    /// is the same again but for the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { depth, nodes, move_time, clock, .. } = &self.limits;
        let parts = [
            (!self.own.is_empty()).then(|| self.own.clone()),
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
            move_time.map(|time| format!("movetime={}", time.as_millis())),
            clock.map(|clock| format!("tc={}", TimeControl(clock))),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// A clock for a game: seconds for all moves, and what each move adds to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl(pub Clock);

/// The longest time that is read, in seconds: about eleven days.
const MOST_SECONDS: f64 = 1e6;

/// Seconds, with a fraction if there is one.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    seconds.map(Duration::from_secs_f64)
}

impl std::str::FromStr for TimeControl {
    type Err = String;

    /// `SECONDS` or `SECONDS+INCREMENT`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let clock = seconds(main).filter(|left| !left.is_zero()).zip(seconds(increment));
        let clock = clock.map(|(left, increment)| Clock { left, increment, ..Clock::default() });
        clock.map(Self).ok_or_else(|| {
            "seconds for the game are wanted, with + and what is added after each move: 60+0.5"
                .into()
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.0.left.as_secs_f64(), self.0.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, left, increment, written) in [
            ("60", 60_000, 0, "60+0"),
            ("60+0.6", 60_000, 600, "60+0.6"),
            (" 0.5 + 1 ", 500, 1000, "0.5+1"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.0.left, Duration::from_millis(left), "{text}");
            assert_eq!(control.0.increment, Duration::from_millis(increment), "{text}");
            assert_eq!(control.to_string(), written);
        }
        for text in ["", "0", "-1", "60+", "60+-1", "NaN", "inf", "1e9", "1+1+1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_depth_is_given_to_who_needs_one() {
        let limited = |kind: PlayerKind, limits: Limits| {
            let mut setup = Setup { kind, limits, ..Setup::default() };
            setup.limit_by(6);
            setup.limits.depth
        };
        let program = |protocol| {
            PlayerKind::Program(Program {
                command: vec!["player".into()],
                directory: None,
                protocol,
                options: Vec::new(),
            })
        };
        let mut engine = Engine::new(Options::default(), EngineLimits::default());
        engine.set_option("Level", Some("8")).unwrap();
        let level = engine.into_options();
        let timed = || Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() };
        for (kind, untimed, with_time) in [
            (Setup::default().kind, Some(6), None),
            (PlayerKind::Engine(level), None, None),
            (program(Protocol::Uci), Some(6), None),
            (program(Protocol::Gtp), None, None),
            (program(Protocol::NBoard), Some(6), Some(6)),
        ] {
            assert_eq!(limited(kind.clone(), Limits::default()), untimed, "{kind:?}");
            assert_eq!(limited(kind.clone(), timed()), with_time, "{kind:?}");
        }
    }
}
