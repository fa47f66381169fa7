//! What tuning came to: the best point against the baseline from openings that no candidate met.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::SearchLimit;
use crate::arena::openings::{self, OpeningsError};
use crate::arena::{Contest, News, PlayerKind, Schedule, Setup, Tally};
use crate::engine::Options;

/// A match without candidates to choose from.
#[derive(Clone, Debug)]
pub struct Validation {
    /// What was found.
    pub best: Options,
    /// What it plays against.
    pub baseline: Options,
    /// How many games, an even number: each opening is played twice with colours reversed.
    pub games: usize,
    /// The random moves that begin each game. Others than in tuning: then no opening is one that
    /// the candidates met.
    pub plies: u32,
    /// Decides the openings.
    pub seed: u64,
    /// On how many threads to play; nothing depends on it.
    pub threads: usize,
}

impl Validation {
    /// So many random moves begin a game after tuning with so many.
    pub fn plies_after(tuning: u32) -> u32 {
        (tuning + 2).max(8)
    }

    /// Plays all games to a limit; what the best point got stands first. `step` is called after
    /// each opening.
    ///
    /// # Errors
    /// When there are not so many openings.
    pub fn play(&self, limit: SearchLimit, mut step: impl FnMut()) -> Result<Tally, OpeningsError> {
        let setup = |name: &str, options: &Options| Setup {
            name: name.into(),
            kind: PlayerKind::Engine(options.clone()),
            limits: limit.limits(),
            ..Setup::default()
        };
        let contest = Contest {
            setups: vec![setup("best", &self.best), setup("baseline", &self.baseline)],
            openings: openings::random(self.games / 2, self.plies, self.seed)?,
            schedule: Schedule::RoundRobin,
            sprt: None,
        };
        let mut tallies = contest.play(BTreeMap::new(), self.threads, |news, _| {
            if matches!(news, News::Pair(..)) {
                step();
            }
            ControlFlow::Continue(())
        });
        Ok(tallies.swap_remove(0))
    }
}
