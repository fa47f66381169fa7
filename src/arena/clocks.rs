//! The time of both sides of a game.

use std::time::Duration;

use super::referee::{Offence, OffenceKind};
use super::setup::Setup;
use crate::board::Color;
use crate::engine::Limits;

/// What Black and White may use for their next move.
#[derive(Clone, Debug)]
pub struct Clocks {
    limits: [Limits; 2],
    margins: [Duration; 2],
}

impl Clocks {
    /// As they stand when the game begins; Black's setup first.
    pub fn new(setups: [&Setup; 2]) -> Self {
        let limits = setups.map(|setup| setup.limits.clone());
        Self { limits, margins: setups.map(|setup| setup.margin) }
    }

    /// The limits of Black and White, with what is left on their clocks.
    pub const fn limits(&self) -> &[Limits; 2] {
        &self.limits
    }

    /// Takes the time of a move off the clock, and gives what is added after it.
    ///
    /// # Errors
    /// When that is more than there was.
    pub fn spend(&mut self, side: Color, time: Duration) -> Result<(), Offence> {
        let (limits, margin) = (&mut self.limits[side as usize], self.margins[side as usize]);
        let late = |of: &str, had: Duration| {
            let what = format!(
                "it took {} ms for a move, {} ms {of} (margin {} ms)",
                time.as_millis(),
                had.as_millis(),
                margin.as_millis()
            );
            Err(Offence::new(OffenceKind::Time, what))
        };
        if let Some(had) = limits.move_time.filter(|&had| time > had + margin) {
            return late("are allowed", had);
        }
        if let Some(clock) = &mut limits.clock {
            if time > clock.left + margin {
                return late("were left on its clock", clock.left);
            }
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clock;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clocks(limits: Limits) -> Clocks {
        let setup = Setup { limits, margin: MS(20), ..Setup::default() };
        Clocks::new([&setup, &Setup::default()])
    }

    #[test]
    fn a_clock_runs_down_and_what_is_overdrawn_is_told() {
        let clock = Clock { left: MS(1000), increment: MS(100), ..Clock::default() };
        let mut clocks = clocks(Limits { clock: Some(clock), ..Limits::default() });
        clocks.spend(Color::Black, MS(700)).unwrap();
        assert_eq!(clocks.limits()[0].clock.unwrap().left, MS(400));
        clocks.spend(Color::White, MS(100_000)).unwrap();
        clocks.spend(Color::Black, MS(420)).unwrap();
        assert_eq!(clocks.limits()[0].clock.unwrap().left, MS(100), "the margin is forgiven");
        let offence = clocks.spend(Color::Black, MS(121)).unwrap_err();
        assert_eq!(offence.kind, OffenceKind::Time);
        let said = "it took 121 ms for a move, 100 ms were left on its clock (margin 20 ms)";
        assert_eq!(offence.what, said);
    }

    #[test]
    fn the_time_of_a_move_is_kept_to() {
        let mut clocks = clocks(Limits { move_time: Some(MS(50)), ..Limits::default() });
        for time in [70, 1, 70] {
            clocks.spend(Color::Black, MS(time)).unwrap();
        }
        let offence = clocks.spend(Color::Black, MS(71)).unwrap_err();
        assert_eq!(offence.what, "it took 71 ms for a move, 50 ms are allowed (margin 20 ms)");
    }
}
