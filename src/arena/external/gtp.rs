//! The Go Text Protocol, as programs for Othello speak it.
//!
//! Commands have ids. Read are `=4 text`, `= 4 text`, `=text` and the same with `?`; what else comes
//! is skipped. A program that refuses to have a pass played is told of none from then on: it finds
//! out by itself when the same colour is to move again.

use std::time::{Duration, Instant};

use tracing::debug;

use super::Dialect;
use super::process::Process;
use crate::arena::player::{Chosen, Effort};
use crate::arena::referee::Offence;
use crate::board::{Color, Game, Move};
use crate::engine::Limits;
use crate::notation::excerpt;

#[derive(Debug)]
pub(super) struct Gtp {
    limits: Limits,
    /// The id of the last command.
    id: u32,
    /// So many plies of the game the program has on its board.
    known: usize,
    takes_passes: bool,
    takes_fractions: bool,
}

/// What a command came to: the text of the reply.
type Reply = Result<String, String>;

impl Gtp {
    pub fn new(limits: &Limits) -> Self {
        let limits = limits.clone();
        Self { limits, id: 0, known: 0, takes_passes: true, takes_fractions: true }
    }

    fn ask(
        &mut self,
        process: &mut Process,
        command: &str,
        time: Duration,
    ) -> Result<Reply, Offence> {
        self.id += 1;
        let id = self.id;
        process.ask(&format!("{id} {command}"), time, |line| reply(line, id))
    }

    /// The same for a command that must not fail.
    fn demand(&mut self, process: &mut Process, command: &str) -> Result<(), Offence> {
        let refused = |said: String| {
            Offence::refused(format!("it refuses '{}': {}", excerpt(command), excerpt(&said)))
        };
        self.ask(process, command, Duration::ZERO)?.map(drop).map_err(refused)
    }

    fn tell_moves(&mut self, process: &mut Process, game: &Game) -> Result<(), Offence> {
        let movers =
            std::iter::once(game.start().side).chain(game.plies().iter().map(|ply| ply.after.side));
        for (ply, side) in game.plies().iter().zip(movers).skip(self.known) {
            let command = format!("play {} {}", word(side), ply.mv);
            if ply.mv != Move::Pass {
                self.demand(process, &command)?;
            } else if self.takes_passes
                && let Err(said) = self.ask(process, &command, Duration::ZERO)?
            {
                debug!("no more passes for it: {said}");
                self.takes_passes = false;
            }
        }
        self.known = game.plies().len();
        Ok(())
    }

    /// Tells what is left on the mover's clock, in whole seconds if it wants no fractions.
    fn tell_time(
        &mut self,
        process: &mut Process,
        side: Color,
        left: Duration,
    ) -> Result<(), Offence> {
        let side = word(side);
        if self.takes_fractions {
            let command = format!("time_left {side} {:.2} 0", left.as_secs_f64());
            self.takes_fractions = self.ask(process, &command, Duration::ZERO)?.is_ok();
        }
        if !self.takes_fractions {
            let command = format!("time_left {side} {} 0", left.as_secs());
            // A program without clocks plays on as it likes.
            let _ = self.ask(process, &command, Duration::ZERO)?;
        }
        Ok(())
    }
}

impl Dialect for Gtp {
    fn greet(
        &mut self,
        process: &mut Process,
        options: &[(String, String)],
    ) -> Result<(), Offence> {
        // Programs for several games want to know which one; the others know no such command.
        let _ = self.ask(process, "set_game Othello", Duration::ZERO)?;
        for (name, value) in options {
            self.demand(process, format!("{name} {value}").trim_end())?;
        }
        Ok(())
    }

    fn new_game(&mut self, process: &mut Process) -> Result<(), Offence> {
        self.known = 0;
        self.demand(process, "boardsize 8")?;
        self.demand(process, "clear_board")?;
        let settings = if let Some(clock) = self.limits.clock {
            Some(format!("time_settings {} 0 0", clock.left.as_secs()))
        } else {
            self.limits.move_time.map(|time| format!("time_settings 0 {} 1", time.as_secs_f64()))
        };
        if let Some(settings) = settings {
            // A program without clocks plays on as it likes.
            let _ = self.ask(process, &settings, Duration::ZERO)?;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        process: &mut Process,
        game: &Game,
        limits: &[Limits; 2],
        time: Duration,
    ) -> Result<Chosen, Offence> {
        process.forget();
        self.tell_moves(process, game)?;
        let side = game.position().side;
        if let Some(clock) = limits[side as usize].clock {
            self.tell_time(process, side, clock.left)?;
        }
        let started = Instant::now();
        let answer = self.ask(process, &format!("genmove {}", word(side)), time)?;
        let effort = Effort { moves: 1, time: started.elapsed(), ..Effort::default() };
        let text =
            answer.map_err(|said| Offence::refused(format!("genmove: {}", excerpt(&said))))?;
        let mv = Move::from_name(&text)
            .ok_or_else(|| Offence::refused(format!("'{}' is no move", excerpt(&text))))?;
        // It has played it, too.
        self.known += 1;
        Ok(Chosen { mv, effort })
    }
}

const fn word(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The text of a reply to the command with this id.
fn reply(line: &str, id: u32) -> Option<Reply> {
    let (is_success, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
        (Some(rest), _) => (true, rest),
        (None, rest) => (false, rest?),
    };
    let rest = rest.trim();
    let (first, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let text = match first.parse::<u32>() {
        Ok(found) if found == id => text.trim(),
        Ok(_) => return None,
        Err(_) => rest,
    };
    let text = text.to_owned();
    Some(if is_success { Ok(text) } else { Err(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_read_however_they_are_spaced() {
        for line in ["=8 f5", "= 8 f5", "= f5", "=8   f5 ", "=f5"] {
            assert_eq!(reply(line, 8), Some(Ok("f5".into())), "{line}");
        }
        for line in ["?8 illegal move", "? 8 illegal move", "? illegal move"] {
            assert_eq!(reply(line, 8), Some(Err("illegal move".into())), "{line}");
        }
        assert_eq!(reply("=8", 8), Some(Ok(String::new())));
        for line in ["=7 f5", "", "f5", "thinking = 8"] {
            assert_eq!(reply(line, 8), None, "{line}");
        }
    }
}
