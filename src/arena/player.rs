//! Who plays: the engine in this process, or a program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::external::External;
use super::referee::Offence;
use super::setup::{PlayerKind, Setup};
use crate::board::{Game, Move};
use crate::engine::{Engine, EngineLimits, Go, Limits, Options};

/// Someone who can be asked for moves.
pub trait Player {
    /// Gets ready for a game from the start position, with no memory of earlier ones as far as it
    /// can be told to forget: NBoard has no word for that.
    ///
    /// # Errors
    /// When it cannot.
    fn new_game(&mut self) -> Result<(), Offence>;

    /// The move it makes at the end of this game, under the limits of Black and White.
    ///
    /// # Errors
    /// When there is no answer, or none that is a move.
    fn choose(&mut self, game: &Game, limits: &[Limits; 2]) -> Result<Chosen, Offence>;
}

/// A move, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move, legal or not.
    pub mv: Move,
    /// From being asked to having answered, with one move.
    pub effort: Effort,
}

/// What searching took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves that were searched.
    pub moves: u64,
    /// From being asked to having answered, in all.
    pub time: Duration,
    /// Nodes of finished depths; 0 if they are not known.
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

impl Setup {
    /// A player that has not played yet.
    pub fn player(&self) -> Box<dyn Player> {
        match &self.kind {
            PlayerKind::Engine(options) => Box::new(InProcess::new(options)),
            PlayerKind::Program(program) => Box::new(External::new(self, program)),
        }
    }
}

/// The engine with a table of its own.
#[derive(Debug)]
struct InProcess {
    engine: Engine,
}

impl InProcess {
    fn new(options: &Options) -> Self {
        Self { engine: Engine::new(options.clone(), EngineLimits::default()) }
    }
}

impl Player for InProcess {
    fn new_game(&mut self) -> Result<(), Offence> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: &[Limits; 2]) -> Result<Chosen, Offence> {
        let started = Instant::now();
        let position = game.position();
        self.engine.set_game(Game::from_position(position));
        let go = Go { limits: limits[position.side as usize].clone(), ..Go::default() };
        let thought = catch_unwind(AssertUnwindSafe(|| self.engine.think(go)))
            .map_err(|_| Offence::crash("its search broke down"))?
            .map_err(|error| Offence::crash(error.to_string()))?;
        let effort = Effort {
            moves: 1,
            time: started.elapsed(),
            nodes: thought.finished.nodes,
            nodes_time: thought.finished.time,
        };
        let mv = thought.best.ok_or_else(|| Offence::refused("it has no move"))?;
        Ok(Chosen { mv, effort })
    }
}
