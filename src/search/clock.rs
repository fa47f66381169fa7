//! How much of the clock a move may use.

use std::time::Duration;

use super::Limits;

/// The time a move may take, from the moment its clock runs; `None` is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new depth is begun after this.
    pub soft: Option<Duration>,
    /// The search is broken off at this.
    pub hard: Option<Duration>,
}

/// The last so many empty squares cost next to nothing: they are solved at once.
const FREE_EMPTIES: u32 = 12;

impl Budget {
    /// The budget under these limits with so many empty squares on the board.
    pub fn new(limits: &Limits, empties: u32) -> Self {
        let mut budget = Self { soft: None, hard: limits.move_time };
        let Some(clock) = limits.clock else { return budget };
        let usable = clock.left.saturating_sub(clock.overhead);
        // Own moves that will need thought; one of two plies is ours.
        let ahead = empties.saturating_sub(FREE_EMPTIES).div_ceil(2).max(2);
        let ahead = clock.moves_to_go.map_or(ahead, |moves| moves.clamp(1, ahead));
        let share = usable / ahead + clock.increment * 3 / 4;
        let hard = (share * 3).min(usable / 2).min(limits.move_time.unwrap_or(Duration::MAX));
        // Depths grow about threefold: one begun past half the share would not be finished.
        budget.soft = Some((share / 2).min(hard));
        budget.hard = Some(hard);
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let ms = Duration::from_millis;
        let clock =
            Clock { left: ms(left), increment: ms(increment), moves_to_go, overhead: ms(10) };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn no_clock_can_be_overdrawn() {
        for left in [0, 1, 5, 10, 11, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 100, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    for empties in 0..=60 {
                        let budget = Budget::new(&clock(left, increment, moves_to_go), empties);
                        let hard = budget.hard.unwrap();
                        assert!(hard <= Duration::from_millis(left.saturating_sub(10)));
                        assert!(budget.soft.unwrap() <= hard);
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_in_its_clock() {
        let mut left = 60_000;
        for empties in (1..=60).rev().step_by(2) {
            left -= Budget::new(&clock(left, 0, None), empties).hard.unwrap().as_millis() as u64;
        }
        assert!(left > 0);
    }

    #[test]
    fn move_time_is_kept_and_caps_the_clock() {
        let mut limits = clock(60_000, 0, None);
        limits.move_time = Some(Duration::from_millis(50));
        assert_eq!(Budget::new(&limits, 60).hard, limits.move_time);
        limits.clock = None;
        assert_eq!(Budget::new(&limits, 60), Budget { soft: None, hard: limits.move_time });
    }
}
