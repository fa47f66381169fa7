//! Which numbers a run has if nothing else is said.

use clap::ValueEnum;

use super::AlgorithmName;

/// A set of numbers that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Preset {
    /// The published run, in a twentieth of a second; its results are mostly luck
    Classic,
    /// What finds good weights, in some twenty minutes on two cores: L-SHADE, every candidate measured
    /// anew in each round, and a better baseline
    Recommended,
}

/// The numbers of a preset, or what is said instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Numbers {
    pub algorithm: AlgorithmName,
    pub population: u32,
    pub generations: u32,
    pub games: u32,
    pub depth: u32,
    pub plies: u32,
    /// The most discs that a game counts for; 0: points count.
    pub clip: u32,
    /// Whether members are measured anew in each round.
    pub remeasure: bool,
    /// After so many openings a candidate that is clearly worse is given up.
    pub race: Option<u32>,
}

impl Preset {
    /// The weights that candidates play against.
    pub const fn baseline(self) -> &'static str {
        match self {
            Self::Classic => "2 10 4 -2 1",
            Self::Recommended => "2 10 4 2 1",
        }
    }

    pub const fn numbers(self) -> Numbers {
        match self {
            Self::Classic => Numbers {
                algorithm: AlgorithmName::De,
                population: 12,
                generations: 10,
                games: 4,
                depth: 2,
                plies: 4,
                clip: 64,
                remeasure: false,
                race: None,
            },
            Self::Recommended => Numbers {
                algorithm: AlgorithmName::LShade,
                population: 40,
                generations: 80,
                games: 240,
                depth: 4,
                plies: 8,
                clip: 0,
                remeasure: true,
                race: Some(25),
            },
        }
    }
}
