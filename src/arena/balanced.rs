//! Openings after which both sides have about the same chances.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use super::in_order::{Arrival, in_order};
use super::openings::Random;
use crate::board::Game;
use crate::engine::{Engine, EngineLimits, Go, Limits, Options};

/// Which openings are wanted.
#[derive(Clone, Debug)]
pub struct Balance {
    /// How many.
    pub count: usize,
    /// Their moves, passes not counted.
    pub plies: u32,
    /// The most that either side may be ahead, in hundredths of a disc.
    pub within: u32,
    /// How deep they are searched.
    pub depth: u32,
    /// Decides which are found.
    pub seed: u64,
}

/// There are not so many openings, or they are too hard to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFewOpenings {
    /// So many were found.
    pub found: usize,
    /// So many different ones were looked at.
    pub looked_at: usize,
}

impl fmt::Display for TooFewOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, looked_at } = self;
        write!(
            f,
            "only {found} such openings are found among {looked_at} different ones; more plies or a \
             wider balance have more"
        )
    }
}

impl std::error::Error for TooFewOpenings {}

/// What is further off than this in a search to [`SHALLOW`] plies is not searched deeply: in
/// hundredths of a disc, beside what is allowed.
const FAR_OFF: u32 = 800;
const SHALLOW: u32 = 4;

/// Finds openings; `each` is shown them one by one, and may break off. No two end on the same
/// board, be it turned or mirrored. Returns how many were looked at.
///
/// So many threads search one opening each, with these options but for the number of threads; the
/// openings do not depend on it.
///
/// # Errors
/// When there are too few.
pub fn find(
    balance: &Balance,
    options: &Options,
    threads: usize,
    mut each: impl FnMut(&Game) -> ControlFlow<()>,
) -> Result<usize, TooFewOpenings> {
    let (mut found, mut looked_at) = (0, 0);
    let limits = EngineLimits { threads: Some(1), ..EngineLimits::default() };
    in_order(
        Random::new(balance.plies, balance.seed).enumerate(),
        BTreeMap::new(),
        threads,
        || Engine::new(options.clone(), limits),
        |engine, opening| is_balanced(balance, engine, &opening).then_some(opening),
        |arrival| {
            let Arrival::Due(_, opening) = arrival else { return ControlFlow::Continue(()) };
            looked_at += 1;
            if let Some(opening) = opening {
                found += 1;
                each(&opening)?;
            }
            if found == balance.count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    if found < balance.count { Err(TooFewOpenings { found, looked_at }) } else { Ok(looked_at) }
}

fn is_balanced(balance: &Balance, engine: &mut Engine, opening: &Game) -> bool {
    let mut is_within = |depth: u32, most: u32| {
        engine.new_game();
        engine.set_game(opening.clone());
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let thought = engine.think(Go { limits, ..Go::default() });
        // Without memory for a search nothing is known of it.
        let score = thought.ok().and_then(|thought| thought.score);
        score.is_some_and(|score| score.centidiscs().unsigned_abs() <= most)
    };
    let is_near = balance.depth <= SHALLOW || is_within(SHALLOW, balance.within + FAR_OFF);
    is_near && is_within(balance.depth, balance.within)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn found(balance: &Balance, threads: usize) -> (Vec<Game>, Result<usize, TooFewOpenings>) {
        let mut all = Vec::new();
        let result = find(balance, &Options::default(), threads, |game| {
            all.push(game.clone());
            ControlFlow::Continue(())
        });
        (all, result)
    }

    #[test]
    fn openings_are_balanced_different_and_the_same_for_any_threads() {
        let balance = Balance { count: 20, plies: 8, within: 150, depth: 5, seed: 3 };
        let (openings, looked_at) = found(&balance, 1);
        assert_eq!(openings.len(), 20);
        assert!(looked_at.unwrap() > 20);
        assert_eq!(found(&balance, 3), (openings.clone(), looked_at));
        let boards: HashSet<_> =
            openings.iter().map(|game| game.position().board.canonical()).collect();
        assert_eq!(boards.len(), 20);
        let mut engine = Engine::new(Options::default(), EngineLimits::default());
        for opening in &openings {
            assert_eq!(opening.plies().len(), 8);
            engine.new_game();
            engine.set_game(opening.clone());
            let limits = Limits { depth: Some(5), ..Limits::default() };
            let thought = engine.think(Go { limits, ..Go::default() }).unwrap();
            assert!(thought.score.unwrap().centidiscs().abs() <= 150);
        }
        let other = Balance { seed: 4, ..balance };
        assert_ne!(found(&other, 2).0, openings);
    }

    #[test]
    fn fewer_than_wanted_are_given_and_counted() {
        let balance = Balance { count: 4, plies: 2, within: 6400, depth: 1, seed: 1 };
        let (openings, result) = found(&balance, 2);
        assert_eq!(openings.len(), 3);
        assert_eq!(result, Err(TooFewOpenings { found: 3, looked_at: 3 }));
    }
}
