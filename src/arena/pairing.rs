//! Games between two players of a contest, and the pairs they make.

use std::time::Duration;

use super::clocks::Clocks;
use super::player::{Effort, Player};
use super::referee::{self, Fault, Played};
use super::setup::Setup;
use crate::board::{Color, Game};

/// A game that was played, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The game and how it ended.
    pub played: Played,
    /// The time of each ply after the opening, 0 for a pass.
    pub times: Vec<Duration>,
    /// What Black's moves and White's moves took.
    pub efforts: [Effort; 2],
}

impl Finished {
    /// Lets two players play an opening to its end, Black first. Both are new to the game and have
    /// all their time.
    pub fn play(opening: &Game, setups: [&Setup; 2], players: [&mut dyn Player; 2]) -> Self {
        let mut finished = Self {
            played: Played { game: opening.clone(), fault: None },
            times: Vec::new(),
            efforts: [Effort::default(); 2],
        };
        let [black, white] = players;
        for (side, player) in [(Color::Black, &mut *black), (Color::White, &mut *white)] {
            if let Err(offence) = player.new_game() {
                finished.played.fault = Some(Fault { side, offence });
                return finished;
            }
        }
        let mut clocks = Clocks::new(setups);
        let Self { times, efforts, .. } = &mut finished;
        let played = referee::play(opening, |game| {
            let side = game.position().side;
            let mover = if side == Color::Black { &mut *black } else { &mut *white };
            let chosen = mover.choose(game, clocks.limits())?;
            efforts[side as usize].add(&chosen.effort);
            clocks.spend(side, chosen.effort.time)?;
            // Passes since the last move were made without asking.
            times.resize(game.plies().len() - opening.plies().len(), Duration::ZERO);
            times.push(chosen.effort.time);
            Ok(chosen.mv)
        });
        times.resize(played.game.plies().len() - opening.plies().len(), Duration::ZERO);
        finished.played = played;
        finished
    }
}

/// An opening played twice by two players, A and B.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// A has Black in the first game, White in the second.
    pub games: [Finished; 2],
}

impl Pair {
    /// A's result in discs in each of the two games, from -64 to 64.
    pub fn discs(&self) -> [i32; 2] {
        let [first, second] = &self.games;
        [first.played.black_score(), -second.played.black_score()]
    }

    /// What A's moves and B's moves took.
    pub fn efforts(&self) -> [Effort; 2] {
        let [first, second] = self.games.each_ref().map(|game| game.efforts);
        [[first[0], second[1]], [first[1], second[0]]].map(|[mut sum, other]| {
            sum.add(&other);
            sum
        })
    }
}
