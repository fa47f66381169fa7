//! NBoard's protocol.
//!
//! The game is told whole when it begins, then move by move; the engine does not play its own
//! answer. Read are `=== F5/1.23/0.5`, with nothing between slashes or no slashes, and with blanks
//! in their place; `PA` is a pass.

use std::time::{Duration, Instant};

use super::Dialect;
use super::process::Process;
use crate::arena::player::{Chosen, Effort};
use crate::arena::referee::Offence;
use crate::board::{Game, Move};
use crate::engine::Limits;
use crate::notation::{excerpt, ggf};

#[derive(Debug)]
pub(super) struct NBoard {
    depth: Option<u32>,
    /// So many plies of the game the program has been told; `None` before it knows of the game.
    known: Option<usize>,
    pings: u32,
}

impl NBoard {
    pub fn new(limits: &Limits) -> Self {
        Self { depth: limits.depth, known: None, pings: 0 }
    }

    /// Waits until it has worked off what it was told.
    fn ping(&mut self, process: &mut Process) -> Result<(), Offence> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        process.ask(&format!("ping {}", self.pings), Duration::ZERO, |line| {
            (line.trim() == pong).then_some(())
        })
    }
}

impl Dialect for NBoard {
    fn greet(
        &mut self,
        process: &mut Process,
        options: &[(String, String)],
    ) -> Result<(), Offence> {
        process.say("nboard 1");
        if let Some(depth) = self.depth {
            process.say(&format!("set depth {depth}"));
        }
        for (name, value) in options {
            process.say(&format!("set {name} {value}"));
        }
        self.ping(process)
    }

    fn new_game(&mut self, process: &mut Process) -> Result<(), Offence> {
        self.known = None;
        self.ping(process)
    }

    fn choose(
        &mut self,
        process: &mut Process,
        game: &Game,
        _limits: &[Limits; 2],
        time: Duration,
    ) -> Result<Chosen, Offence> {
        match self.known {
            None => process.say(&format!("set game {}", ggf::write(&game.clone().into()))),
            Some(known) => {
                for ply in game.plies().iter().skip(known) {
                    process.say(&format!("move {}", name(ply.mv)));
                }
            }
        }
        self.known = Some(game.plies().len());
        self.ping(process)?;
        let started = Instant::now();
        let text = process.ask("go", time, answer)?;
        let effort = Effort { moves: 1, time: started.elapsed(), ..Effort::default() };
        let mv = Move::from_name(&text)
            .ok_or_else(|| Offence::refused(format!("'=== {}' has no move", excerpt(&text))))?;
        Ok(Chosen { mv, effort })
    }
}

fn name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".into(),
    }
}

/// What a line answers to `go`.
fn answer(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("===")?.trim_start();
    let text = rest.split(|c: char| c == '/' || c.is_whitespace()).next();
    Some(text.unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_however_they_are_written() {
        for (line, text) in [
            ("=== D6/-1.23/0.00", "D6"),
            ("=== H4//0.04", "H4"),
            ("=== e6 0.00 0.0", "e6"),
            ("===PA", "PA"),
            ("===", ""),
        ] {
            assert_eq!(answer(line).as_deref(), Some(text), "{line}");
        }
        assert_eq!(answer("search D6       -1.23 0  10"), None);
    }
}
