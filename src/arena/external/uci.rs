//! UCI as this engine speaks it (protocol.md).

use std::time::{Duration, Instant};

use super::Dialect;
use super::process::Process;
use crate::arena::player::{Chosen, Effort};
use crate::arena::referee::Offence;
use crate::board::{Game, Move};
use crate::engine::Limits;
use crate::notation::excerpt;

#[derive(Debug)]
pub(super) struct Uci;

impl Dialect for Uci {
    fn greet(
        &mut self,
        process: &mut Process,
        options: &[(String, String)],
    ) -> Result<(), Offence> {
        let mut offered = Vec::new();
        process.ask("uci", Duration::ZERO, |line| {
            offered.extend(option_name(line));
            (line.trim() == "uciok").then_some(())
        })?;
        for (name, value) in options {
            if !offered.iter().any(|offered| offered.eq_ignore_ascii_case(name)) {
                return Err(Offence::refused(format!("it has no option '{}'", excerpt(name))));
            }
            process.say(&format!("setoption name {name} value {value}"));
        }
        let mut complaint = None;
        process.ask("isready", Duration::ZERO, |line| {
            if line.starts_with("info string error") {
                complaint = Some(line.to_owned());
            }
            (line.trim() == "readyok").then_some(())
        })?;
        match complaint {
            Some(complaint) => Err(Offence::refused(complaint)),
            None => Ok(()),
        }
    }

    fn new_game(&mut self, process: &mut Process) -> Result<(), Offence> {
        process.say("ucinewgame");
        process.ask("isready", Duration::ZERO, |line| (line.trim() == "readyok").then_some(()))
    }

    fn choose(
        &mut self,
        process: &mut Process,
        game: &Game,
        limits: &[Limits; 2],
        time: Duration,
    ) -> Result<Chosen, Offence> {
        process.forget();
        process.say(&position(game));
        let go = go(&limits[game.position().side as usize], limits);
        let mut effort = Effort { moves: 1, ..Effort::default() };
        let started = Instant::now();
        let answer = process.ask(&go, time, |line| {
            effort.nodes = nodes(line).unwrap_or(effort.nodes);
            best_move(line)
        })?;
        effort.time = started.elapsed();
        effort.nodes_time = effort.time;
        let mv = Move::from_name(&answer).ok_or_else(|| {
            Offence::refused(format!("bestmove '{}' is no move", excerpt(&answer)))
        })?;
        Ok(Chosen { mv, effort })
    }
}

/// The name in an `option` line.
fn option_name(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("option")?.trim_start().strip_prefix("name ")?;
    let words: Vec<&str> = rest.split_whitespace().take_while(|&word| word != "type").collect();
    Some(words.join(" "))
}

fn position(game: &Game) -> String {
    let mut line = "position startpos".to_owned();
    for (index, ply) in game.plies().iter().enumerate() {
        line += if index == 0 { " moves " } else { " " };
        line += &ply.mv.to_string();
    }
    line
}

/// The limits of the mover, and with a clock of its own those of both sides.
fn go(own: &Limits, both: &[Limits; 2]) -> String {
    let mut line = "go".to_owned();
    let mut add = |name: &str, value: u128| line += &format!(" {name} {value}");
    if let Some(depth) = own.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = own.nodes {
        add("nodes", nodes.into());
    }
    if let Some(time) = own.move_time {
        add("movetime", time.as_millis());
    }
    if own.clock.is_some() {
        for (limits, [time, increment]) in both.iter().zip([["btime", "binc"], ["wtime", "winc"]]) {
            if let Some(clock) = limits.clock {
                add(time, clock.left.as_millis());
                add(increment, clock.increment.as_millis());
            }
        }
    }
    line
}

/// The nodes that an `info` line tells.
fn nodes(line: &str) -> Option<u64> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|&word| word == "nodes")?;
    words.next()?.parse().ok()
}

/// What stands behind `bestmove`; nothing is a move too, a bad one.
fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clock;
    use crate::notation::transcript;

    #[test]
    fn lines_are_written_as_the_protocol_wants_them() {
        let mut game = Game::default();
        assert_eq!(position(&game), "position startpos");
        transcript::play(&mut game, "f5d6c3").unwrap();
        assert_eq!(position(&game), "position startpos moves f5 d6 c3");

        let clock = |left, increment| {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            Limits {
                clock: Some(Clock { left, increment, ..Clock::default() }),
                ..Limits::default()
            }
        };
        let depth = || Limits { depth: Some(4), nodes: Some(100), ..Limits::default() };
        assert_eq!(go(&depth(), &[clock(1, 2), depth()]), "go depth 4 nodes 100");
        let move_time = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        assert_eq!(go(&move_time, &[depth(), depth()]), "go movetime 50");
        let both = [clock(1000, 20), clock(900, 0)];
        assert_eq!(go(&both[1], &both), "go btime 1000 binc 20 wtime 900 winc 0");
        assert_eq!(go(&clock(5, 0), &[clock(5, 0), depth()]), "go btime 5 binc 0");
    }

    #[test]
    fn answers_are_read() {
        assert_eq!(option_name("option name Clear Hash type button").unwrap(), "Clear Hash");
        assert_eq!(option_name("id name Outflank"), None);
        assert_eq!(best_move("bestmove d3 ponder c3").unwrap(), "d3");
        assert_eq!(best_move("bestmove").unwrap(), "");
        assert_eq!(best_move("info string bestmove d3"), None);
        assert_eq!(nodes("info depth 3 nodes 123 nps 9 time 45 pv d3"), Some(123));
        assert_eq!(nodes("info depth 4 currmove d3"), None);
    }
}
