//! Pairs of games, many at once.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::referee::{self, Played};
use super::sprt::Sprt;
use super::{Effort, Player, Setup, Tally};
use crate::board::{Color, Game};

/// An opening played twice by the players A and B.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// A has Black in the first game, White in the second.
    pub games: [Played; 2],
    /// What A's moves and B's moves took.
    pub efforts: [Effort; 2],
}

impl Pair {
    /// Lets A and B play it, each with an empty table in each game.
    pub fn play(opening: &Game, players: &mut [Player; 2]) -> Self {
        let games = [Color::Black, Color::White].map(|side_of_a| {
            players.iter_mut().for_each(Player::new_game);
            referee::play(opening, |position| {
                players[usize::from(position.side != side_of_a)].choose(position)
            })
        });
        Self { games, efforts: players.each_mut().map(Player::take_effort) }
    }

    /// A's result in discs in each of the two games, from -64 to 64.
    pub fn discs(&self) -> [i32; 2] {
        let [first, second] = &self.games;
        [first.black_score(), -second.black_score()]
    }
}

/// Plays a pair from each opening, so many at a time, until all are played or the test is decided.
/// `each` is told every pair in the order of the openings, with the sums up to it, and may break
/// off.
///
/// Under limits by depth or nodes the result does not depend on `threads`.
pub fn play_match(
    openings: &[Game],
    setups: &[Setup; 2],
    threads: usize,
    sprt: Option<&Sprt>,
    mut each: impl FnMut(&Pair, &Tally) -> ControlFlow<()>,
) -> Tally {
    let mut tally = Tally::default();
    play_in_order(
        openings.len(),
        threads,
        || setups.each_ref().map(Player::new),
        |players, number| Pair::play(&openings[number], players),
        |pair| {
            tally.add(&pair);
            each(&pair, &tally)?;
            match sprt.and_then(|sprt| sprt.verdict(&tally.pairs)) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        },
    );
    tally
}

/// Does the work of the numbers below `count` on so many threads, each with tools of its own, and
/// hands what came of it to `take` in the order of the numbers, until that breaks off or nothing is
/// left. Work that was begun beyond that number is waited for, and what came of it is dropped.
fn play_in_order<S, T: Send>(
    count: usize,
    threads: usize,
    tools: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let (sender, done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, over) = (sender.clone(), &next, &over);
            let (tools, work) = (&tools, &work);
            scope.spawn(move || {
                let mut tools = tools();
                while !over.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(&mut tools, number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (number, result) in done {
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
                if take(result).is_break() {
                    over.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::elo::Pentanomial;
    use crate::arena::{Settings, openings};

    fn setup(settings: &str) -> Setup {
        settings.parse::<Settings>().unwrap().over(&Setup::default()).unwrap()
    }

    /// The pairs of a match and its sums.
    fn played(
        pairs: usize,
        setups: [&str; 2],
        threads: usize,
        sprt: Option<&str>,
    ) -> (Vec<[Played; 2]>, Tally) {
        let openings = openings::random(pairs, 10, 1).unwrap();
        let sprt = sprt.map(|text| text.parse().unwrap());
        let mut all = Vec::new();
        let tally = play_match(&openings, &setups.map(setup), threads, sprt.as_ref(), |pair, _| {
            all.push(pair.games.clone());
            ControlFlow::Continue(())
        });
        (all, tally)
    }

    #[test]
    fn a_player_is_as_strong_as_itself_in_every_pair() {
        let settings = ["depth=1; EndgameDepth=0"; 2];
        let (pairs, tally) = played(40, settings, 2, None);
        assert_eq!(tally.pairs, Pentanomial([0, 0, 40, 0, 0]));
        assert_eq!(tally.results[0], tally.results[2]);
        for [first, second] in pairs {
            assert_eq!(first, second, "they differ only in who has Black");
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let settings = ["nodes=300; EndgameDepth=8; Variety=100; Seed=5", "depth=3"];
        let (pairs, tally) = played(12, settings, 1, None);
        let (pairs3, tally3) = played(12, settings, 3, None);
        assert_eq!(pairs, pairs3);
        assert_eq!((tally.pairs, tally.results), (tally3.pairs, tally3.results));
    }

    #[test]
    fn a_deeper_search_wins_and_the_test_ends_the_match() {
        let settings = ["depth=4; EndgameDepth=6", "depth=1; EndgameDepth=0"];
        let (all, tally) = played(40, settings, 2, None);
        assert!(tally.pairs.mean() > 0.75, "{tally:?}");
        assert_eq!(all.len(), 40);
        let (part, decided) = played(40, settings, 3, Some("0,100"));
        assert!(part.len() < 40);
        assert_eq!(part, all[..part.len()], "decided in order");
        assert_eq!(decided.pairs.pairs() as usize, part.len());
    }

    #[test]
    fn results_come_in_order_and_work_ends_with_them() {
        for threads in [0, 1, 3, 100] {
            let mut taken = Vec::new();
            play_in_order(
                50,
                threads,
                || (),
                |(), number| {
                    // Early numbers are the slow ones.
                    thread::yield_now();
                    (0..(50 - number) * 1000).fold(number, |x, y| std::hint::black_box(x ^ y ^ y))
                },
                |number| {
                    taken.push(number);
                    if number == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(taken, (0..=20).collect::<Vec<_>>());
        }
        play_in_order(0, 2, || (), |(), _| (), |()| panic!("there is nothing to take"));
    }
}
