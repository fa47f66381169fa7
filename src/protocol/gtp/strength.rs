//! How long and how deep a move is thought about: level, time settings, time left.

use std::time::Duration;

use super::super::words;
use crate::board::Color;
use crate::search::{Clock, Limits};

/// The time for a move if nothing was set.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// So many moves a side has in a game, if nobody passes.
const OWN_MOVES: u32 = 30;

/// As good as no end, in seconds.
const MOST_SECONDS: f64 = 1e9;

const MAX_LEVEL: u32 = 60;

/// What was said of level and time.
#[derive(Clone, Debug, Default)]
pub(super) struct Strength {
    level: Option<u32>,
    /// `None`: no limit was set, or that there is none.
    control: Option<TimeControl>,
    /// Black's and White's time as it was told last.
    left: [Option<TimeLeft>; 2],
}

/// Main time, then periods of `period` for `moves` moves each.
#[derive(Clone, Copy, Debug, Default)]
struct TimeControl {
    main: Duration,
    period: Duration,
    moves: u32,
}

/// Time left for so many moves of a period; for none of them: main time.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    time: Duration,
    moves: u32,
}

impl Strength {
    /// Reads the argument of `set_level`; returns the level and with how many empty squares a game
    /// is then solved: so many that it takes about as long as the search before did.
    pub fn set_level(&mut self, arguments: &str) -> Result<u32, String> {
        let level = arguments
            .parse()
            .ok()
            .filter(|level| (1..=MAX_LEVEL).contains(level))
            .ok_or_else(|| format!("set_level wants a number from 1 to {MAX_LEVEL}"))?;
        self.level = Some(level);
        Ok((level * 2).min(level + 6).min(MAX_LEVEL))
    }

    /// Reads the arguments of `time_settings`. What was left of the old time counts no more.
    pub fn set_control(&mut self, arguments: &str) -> Result<(), String> {
        let mut words = arguments.split_whitespace();
        let control = (|| {
            let main = seconds(words.next()?)?;
            let period = seconds(words.next()?)?;
            Some(TimeControl { main, period, moves: words.next()?.parse().ok()? })
        })();
        let wanted = "main time, period and moves in it, for example 'time_settings 300 10 5'";
        let control =
            control.ok_or_else(|| format!("syntax error: time_settings wants {wanted}"))?;
        // A period for no moves says that there is no limit, and no time at all can only mean that.
        let endless = control.moves == 0 && (!control.period.is_zero() || control.main.is_zero());
        self.control = Some(control).filter(|_| !endless);
        self.left = [None; 2];
        Ok(())
    }

    /// Reads the arguments of `time_left` after the colour.
    pub fn set_left(&mut self, side: Color, arguments: &str) -> Result<(), String> {
        let left = words::split_first(arguments).and_then(|(time, moves)| {
            Some(TimeLeft { time: seconds(time)?, moves: moves.parse().ok()? })
        });
        let wanted = "a colour, seconds and moves, for example 'time_left black 290.5 0'";
        let left = left.ok_or_else(|| format!("syntax error: time_left wants {wanted}"))?;
        let [black, white] = &mut self.left;
        *(if side == Color::Black { black } else { white }) = Some(left);
        Ok(())
    }

    /// A new game begins: nothing is known of the time left.
    pub fn begin_game(&mut self) {
        self.left = [None; 2];
    }

    /// The limits for a move of this side.
    pub fn limits(&self, side: Color) -> Limits {
        let [black, white] = self.left;
        let left = if side == Color::Black { black } else { white };
        let clock = left.map(|left| self.clock(left));
        let pace = self.control.map(TimeControl::pace).or_else(|| {
            let nothing_set = self.level.is_none();
            nothing_set.then_some(DEFAULT_MOVE_TIME)
        });
        let move_time = pace.filter(|_| clock.is_none());
        Limits { depth: self.level, move_time, clock, ..Limits::default() }
    }

    fn clock(&self, left: TimeLeft) -> Clock {
        // When main time is up there is a period still.
        let control = self.control.filter(|control| left.moves == 0 && control.moves > 0);
        let period = control.map_or(Duration::ZERO, |control| control.period);
        Clock {
            left: left.time + period,
            moves_to_go: Some(left.moves).filter(|&moves| moves > 0),
            ..Clock::default()
        }
    }
}

impl TimeControl {
    /// The time for a move if nobody tells what is left: with it no clock runs out. A tenth is kept
    /// back for the way between engine and clock.
    fn pace(self) -> Duration {
        let period = self.period.checked_div(self.moves).unwrap_or_default();
        (self.main / OWN_MOVES).max(period) * 9 / 10
    }
}

/// Seconds, with decimals or without; less than none is none.
fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    (!seconds.is_nan()).then(|| Duration::from_secs_f64(seconds.clamp(0.0, MOST_SECONDS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(settings: &str) -> Strength {
        let mut strength = Strength::default();
        assert_eq!(strength.set_control(settings), Ok(()));
        strength
    }

    fn black(strength: &Strength) -> Limits {
        strength.limits(Color::Black)
    }

    #[test]
    fn without_a_word_a_move_takes_a_second() {
        let one_second = Limits { move_time: Some(DEFAULT_MOVE_TIME), ..Limits::default() };
        assert_eq!(black(&Strength::default()), one_second);
        for no_limit in ["0 1 0", "0 0 0", "300 1 0"] {
            assert_eq!(black(&set(no_limit)), one_second, "{no_limit}");
        }
    }

    #[test]
    fn a_level_is_a_depth_and_when_to_solve() {
        let mut strength = Strength::default();
        for (level, solved) in [("1", 2), ("4", 8), ("6", 12), ("10", 16), ("20", 26), ("60", 60)] {
            assert_eq!(strength.set_level(level), Ok(solved), "{level}");
            let depth = level.parse().ok();
            assert_eq!(black(&strength), Limits { depth, ..Limits::default() });
        }
        for wrong in ["0", "61", "-1", "", "5 6", "high"] {
            assert!(strength.set_level(wrong).is_err(), "{wrong}");
        }
        assert_eq!(strength.set_control("300 0 0"), Ok(()));
        let limits = black(&strength);
        assert!(limits.depth == Some(60) && limits.move_time.is_some(), "whichever ends first");
    }

    #[test]
    fn the_pace_overdraws_no_clock() {
        for main in [0.0, 1.0, 60.0, 1800.0] {
            for period in [0.0, 1.0, 30.0] {
                for moves in [0, 1, 5, 25] {
                    let strength = set(&format!("{main} {period} {moves}"));
                    if strength.control.is_none() {
                        continue;
                    }
                    let pace = black(&strength).move_time.unwrap_or_default().as_secs_f64();
                    let in_main = if pace > 0.0 { main / pace } else { f64::INFINITY };
                    let in_period = pace * f64::from(moves) < period || period == 0.0;
                    assert!(in_main >= 30.0 || in_period && moves > 0, "{main} {period} {moves}");
                }
            }
        }
    }

    #[test]
    fn the_clock_is_what_was_told_last() {
        let mut strength = set("60 10 5");
        assert_eq!(strength.set_left(Color::Black, "12.5 0"), Ok(()));
        let main = Clock { left: Duration::from_millis(22_500), ..Clock::default() };
        assert_eq!(black(&strength).clock, Some(main));
        assert_eq!(black(&strength).move_time, None);
        assert_eq!(strength.limits(Color::White).clock, None, "each has a clock of its own");
        assert_eq!(strength.set_left(Color::Black, "7 3"), Ok(()));
        let seven = Duration::from_secs(7);
        let period = Clock { left: seven, moves_to_go: Some(3), ..Clock::default() };
        assert_eq!(black(&strength).clock, Some(period));
        strength.begin_game();
        assert_eq!(black(&strength).clock, None);
    }

    #[test]
    fn times_that_are_none_change_nothing() {
        let mut strength = set("60 10 5");
        let before = black(&strength);
        for wrong in ["", "1", "1 2", "a 2 3", "1 nan 3", "1 2 x", "1 2 -3"] {
            assert!(strength.set_control(wrong).is_err(), "{wrong}");
            assert!(strength.set_left(Color::Black, wrong).is_err() || wrong == "1 2", "{wrong}");
        }
        assert_eq!(strength.limits(Color::White), before);
        assert_eq!(strength.set_control("1e300 -5 99"), Ok(()));
        assert_eq!(strength.set_left(Color::Black, "-3.5 0"), Ok(()));
        assert_eq!(black(&strength).clock.map(|clock| clock.left), Some(Duration::ZERO));
    }
}
