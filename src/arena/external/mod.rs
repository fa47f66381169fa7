//! Programs that play: processes, and what they speak.

mod gtp;
mod nboard;
mod process;
mod uci;

use std::time::Duration;

use tracing::warn;

use super::player::{Chosen, Player};
use super::referee::{Offence, OffenceKind};
use super::setup::{Program, Protocol, Setup};
use crate::board::Game;
use crate::engine::Limits;
use process::Process;

/// A player that is a program. It is started for its first game, and again after it had to be
/// ended.
#[derive(Debug)]
pub(super) struct External {
    name: String,
    program: Program,
    limits: Limits,
    patience: Duration,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    process: Process,
    dialect: Box<dyn Dialect>,
}

/// How to talk to a program: what it knows of the game so far.
trait Dialect: std::fmt::Debug {
    /// What is said when it has been started: that it gets ready, and its options.
    fn greet(&mut self, process: &mut Process, options: &[(String, String)])
    -> Result<(), Offence>;

    /// A new game begins.
    fn new_game(&mut self, process: &mut Process) -> Result<(), Offence>;

    /// Asks for its move at the end of this game; it may take `time`.
    fn choose(
        &mut self,
        process: &mut Process,
        game: &Game,
        limits: &[Limits; 2],
        time: Duration,
    ) -> Result<Chosen, Offence>;
}

impl External {
    pub fn new(setup: &Setup, program: &Program) -> Self {
        Self {
            name: setup.name.clone(),
            program: program.clone(),
            limits: setup.limits.clone(),
            patience: setup.patience,
            running: None,
        }
    }

    fn start(&self) -> Result<Running, Offence> {
        let mut process = Process::start(&self.program, &self.name, self.patience)
            .map_err(|error| Offence::crash(format!("it cannot be started: {error}")))?;
        let mut dialect: Box<dyn Dialect> = match self.program.protocol {
            Protocol::Uci => Box::new(uci::Uci),
            Protocol::Gtp => Box::new(gtp::Gtp::new(&self.limits)),
            Protocol::NBoard => Box::new(nboard::NBoard::new(&self.limits)),
        };
        dialect.greet(&mut process, &self.program.options)?;
        dialect.new_game(&mut process)?;
        Ok(Running { process, dialect })
    }
}

impl Player for External {
    fn new_game(&mut self) -> Result<(), Offence> {
        if let Some(Running { process, dialect }) = &mut self.running {
            match dialect.new_game(process) {
                Ok(()) => return Ok(()),
                Err(offence) => warn!("{} is started again: {offence}", self.name),
            }
            self.running = None;
        }
        self.running = Some(self.start()?);
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: &[Limits; 2]) -> Result<Chosen, Offence> {
        let Some(Running { process, dialect }) = &mut self.running else {
            return Err(Offence::crash("it is not running"));
        };
        let own = &limits[game.position().side as usize];
        let times = [own.move_time, own.clock.map(|clock| clock.left)];
        let time = times.into_iter().flatten().min().unwrap_or_default();
        let chosen = dialect.choose(process, game, limits, time);
        if let Err(Offence { kind: OffenceKind::Crash | OffenceKind::Hang, .. }) = chosen {
            self.running = None;
        }
        chosen
    }
}
