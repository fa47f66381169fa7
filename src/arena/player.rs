//! A player in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::Setup;
use crate::board::{Game, Move, Position};
use crate::engine::{Engine, EngineLimits, Go, Limits};

/// An engine with its own table.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    limits: Limits,
    effort: Effort,
}

/// What searching took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves that were searched.
    pub moves: u64,
    /// From being asked to having answered, in all.
    pub time: Duration,
    /// Nodes of finished depths.
    pub nodes: u64,
    /// The time that finished depths took.
    pub nodes_time: Duration,
}

impl Effort {
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
        self.nodes_time += other.nodes_time;
    }
}

impl Player {
    /// A player that has not played yet.
    pub fn new(setup: &Setup) -> Self {
        Self {
            engine: Engine::new(setup.options.clone(), EngineLimits::default()),
            limits: setup.limits.clone(),
            effort: Effort::default(),
        }
    }

    /// Forgets what it knows of earlier games.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// The move this player makes.
    ///
    /// # Errors
    /// When it has none, or no memory, or its search broke down: a clause that says so.
    pub fn choose(&mut self, position: Position) -> Result<Move, String> {
        let started = Instant::now();
        self.engine.set_game(Game::from_position(position));
        let go = Go { limits: self.limits.clone(), ..Go::default() };
        let thought = catch_unwind(AssertUnwindSafe(|| self.engine.think(go)))
            .map_err(|_| "its search broke down".to_owned())?
            .map_err(|error| error.to_string())?;
        self.effort.add(&Effort {
            moves: 1,
            time: started.elapsed(),
            nodes: thought.finished.nodes,
            nodes_time: thought.finished.time,
        });
        thought.best.ok_or_else(|| "it has no move".into())
    }

    /// What its moves took since it was last asked.
    pub fn take_effort(&mut self) -> Effort {
        std::mem::take(&mut self.effort)
    }
}
