//! Who plays whom how often, and the games of it, many at once.
//!
//! A game has a number. An opening is played by each two players that are to meet, one after the
//! other, and then comes the next opening: so that more openings only add games at the end.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::Tally;
use super::in_order::{Arrival, in_order};
use super::pairing::{Finished, Pair};
use super::setup::Setup;
use super::sprt::Sprt;
use crate::board::Game;

/// Players, openings, and who meets whom.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The players, at least two.
    pub setups: Vec<Setup>,
    /// What is played; each twice by each two players that meet, with colours reversed.
    pub openings: Vec<Game>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Ends it when it is decided, by the games of the first two players.
    pub sprt: Option<Sprt>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Everybody everybody else.
    RoundRobin,
    /// The first player everybody else.
    Gauntlet,
}

/// A game to be played: its opening, who has Black and who White, all by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The opening.
    pub opening: usize,
    /// The players, Black first.
    pub players: [usize; 2],
}

/// What is told of a contest while it goes on.
#[derive(Debug)]
pub enum News<'a> {
    /// The game of this number has just ended, in no particular order.
    Game(usize, &'a Finished),
    /// A pair is counted, in the order of the numbers: that of its first game, and the pair.
    Pair(usize, &'a Pair),
}

impl Contest {
    /// The players that meet, by their numbers; the first of two is A to their [`Tally`].
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let players = self.setups.len();
        let firsts = match self.schedule {
            Schedule::RoundRobin => players,
            Schedule::Gauntlet => 1,
        };
        (0..firsts).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect()
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        2 * self.openings.len() * self.pairings().len()
    }

    /// The game of a number.
    pub fn fixture(&self, number: usize) -> Fixture {
        let pairings = self.pairings();
        let pair = number / 2;
        let [a, b] = pairings[pair % pairings.len()];
        let players = if number.is_multiple_of(2) { [a, b] } else { [b, a] };
        Fixture { opening: pair / pairings.len(), players }
    }

    /// Plays all games but those that are done already, so many at a time, until nothing is left or
    /// the test is decided. `each` is told of all that happens, and may break off; the sums up to
    /// then are in the order of the pairings.
    ///
    /// Between players in this process with limits by depth or nodes the result does not depend on
    /// `threads`.
    pub fn play(
        &self,
        done: BTreeMap<usize, Finished>,
        threads: usize,
        mut each: impl FnMut(&News<'_>, &[Tally]) -> ControlFlow<()>,
    ) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.pairings().len()];
        let mut first = None;
        let missing: Vec<usize> =
            (0..self.games()).filter(|number| !done.contains_key(number)).collect();
        let threads = threads.min(missing.len());
        in_order(
            missing.into_iter().map(|number| (number, number)),
            done,
            threads,
            || self.setups.iter().map(|_| None).collect::<Vec<Seat>>(),
            |players, number| self.play_one(players, number),
            |arrival| {
                let (number, game) = match arrival {
                    Arrival::Fresh(number, game) => {
                        return each(&News::Game(number, game), &tallies);
                    }
                    Arrival::Due(number, game) => (number, game),
                };
                let Some(first) = first.take() else {
                    first = Some(game);
                    return ControlFlow::Continue(());
                };
                let pair = Pair { games: [first, game] };
                let pairing = number / 2 % tallies.len();
                tallies[pairing].add(&pair);
                each(&News::Pair(number - 1, &pair), &tallies)?;
                match self.sprt.and_then(|sprt| sprt.verdict(&tallies[0].pairs)) {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            },
        );
        tallies
    }

    /// Players are made when they are first needed, and kept.
    fn play_one(&self, players: &mut [Seat], number: usize) -> Finished {
        let Fixture { opening, players: [black, white] } = self.fixture(number);
        for at in [black, white] {
            players[at].get_or_insert_with(|| self.setups[at].player());
        }
        let setups = [&self.setups[black], &self.setups[white]];
        match players.get_disjoint_mut([black, white]) {
            Ok([Some(black), Some(white)]) => {
                Finished::play(&self.openings[opening], setups, [black.as_mut(), white.as_mut()])
            }
            _ => unreachable!("two players meet, and both have been made"),
        }
    }
}

/// A place for a player.
type Seat = Option<Box<dyn super::Player>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::elo::Pentanomial;
    use crate::arena::referee::Played;
    use crate::arena::{Settings, openings};

    fn contest(pairs: usize, settings: &[&str], sprt: Option<&str>) -> Contest {
        let setup = |text: &&str| text.parse::<Settings>().unwrap().over(&Setup::default());
        Contest {
            setups: settings.iter().map(|text| setup(text).unwrap()).collect(),
            openings: openings::random(pairs, 10, 1).unwrap(),
            schedule: Schedule::RoundRobin,
            sprt: sprt.map(|text| text.parse().unwrap()),
        }
    }

    /// The games of a contest, two by two in their order, and the sums.
    fn played(contest: &Contest, threads: usize) -> (Vec<[Played; 2]>, Vec<Tally>) {
        let mut all = Vec::new();
        let tallies = contest.play(BTreeMap::new(), threads, |news, _| {
            if let News::Pair(_, pair) = news {
                all.push(pair.games.each_ref().map(|game| game.played.clone()));
            }
            ControlFlow::Continue(())
        });
        (all, tallies)
    }

    #[test]
    fn a_player_is_as_strong_as_itself_in_every_pair() {
        let contest = contest(40, &["depth=1; EndgameDepth=0"; 2], None);
        let (pairs, tallies) = played(&contest, 2);
        assert_eq!(tallies[0].pairs, Pentanomial([0, 0, 40, 0, 0]));
        assert_eq!(tallies[0].results[0], tallies[0].results[2]);
        for [first, second] in pairs {
            assert_eq!(first, second, "they differ only in who has Black");
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let settings = ["nodes=300; EndgameDepth=8; Variety=100; Seed=5", "depth=3", "depth=1"];
        let contest = contest(4, &settings, None);
        let (pairs, tallies) = played(&contest, 1);
        let (pairs3, tallies3) = played(&contest, 3);
        assert_eq!(pairs.len(), 12);
        assert_eq!(pairs, pairs3);
        for (one, three) in tallies.iter().zip(&tallies3) {
            assert_eq!((one.pairs, one.results), (three.pairs, three.results));
        }
    }

    #[test]
    fn a_deeper_search_wins_and_the_test_ends_the_match() {
        let settings = ["depth=4; EndgameDepth=6", "depth=1; EndgameDepth=0"];
        let (all, tallies) = played(&contest(40, &settings, None), 2);
        assert!(tallies[0].pairs.mean() > 0.75, "{tallies:?}");
        assert_eq!(all.len(), 40);
        let (part, decided) = played(&contest(40, &settings, Some("0,100")), 3);
        assert!(part.len() < 40);
        assert_eq!(part, all[..part.len()], "decided in order");
        assert_eq!(decided[0].pairs.pairs() as usize, part.len());
    }

    #[test]
    fn everybody_meets_everybody_or_all_meet_the_first() {
        let mut contest = contest(2, &["depth=1"; 3], None);
        let players = |contest: &Contest| -> Vec<(usize, [usize; 2])> {
            let fixtures = (0..contest.games()).map(|number| contest.fixture(number));
            fixtures.map(|fixture| (fixture.opening, fixture.players)).collect()
        };
        let each = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        let twice: Vec<_> = (0..2).flat_map(|opening| each.map(|both| (opening, both))).collect();
        assert_eq!(players(&contest), twice);
        contest.schedule = Schedule::Gauntlet;
        assert_eq!(players(&contest)[4..], [(1, [0, 1]), (1, [1, 0]), (1, [0, 2]), (1, [2, 0])]);
    }

    #[test]
    fn what_is_done_is_counted_and_not_played_again() {
        let contest = contest(3, &["depth=1", "depth=2"], None);
        let mut games = BTreeMap::new();
        let sums = contest.play(BTreeMap::new(), 2, |news, _| {
            if let News::Game(number, game) = news {
                games.insert(*number, (*game).clone());
            }
            ControlFlow::Continue(())
        });
        assert_eq!(games.len(), 6);
        let done = BTreeMap::from([0, 3, 5].map(|number| (number, games[&number].clone())));
        let mut fresh = Vec::new();
        let again = contest.play(done, 2, |news, _| {
            if let News::Game(number, _) = news {
                fresh.push(*number);
            }
            ControlFlow::Continue(())
        });
        fresh.sort_unstable();
        assert_eq!(fresh, [1, 2, 4]);
        assert_eq!((again[0].pairs, again[0].results), (sums[0].pairs, sums[0].results));
        let nothing_left = contest.play(games, 2, |news, _| {
            assert!(matches!(news, News::Pair(..)));
            ControlFlow::Continue(())
        });
        assert_eq!(nothing_left[0].pairs, sums[0].pairs);
    }
}
