//! The sums of the games that two players play.

use serde::Serialize;

use super::elo::Pentanomial;
use super::sprt::Sprt;
use super::{Effort, Pair};

/// What has been played so far, as A sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that A won, drew and lost.
    pub results: [u64; 3],
    /// The pairs by A's points.
    pub pairs: Pentanomial,
    /// Games that ended by a fault of A, and of B.
    pub faults: [u64; 2],
    /// Of each pair the sum of A's discs, summed up, and its square.
    discs: i64,
    discs_squared: i64,
    /// What the moves of A and B took.
    pub(super) efforts: [Effort; 2],
}

impl Tally {
    /// Counts one more pair.
    pub fn add(&mut self, pair: &Pair) {
        let mut half_points = 0;
        let discs = pair.discs();
        for (game, discs) in pair.games.iter().zip(discs) {
            let result = (1 - discs.signum()) as usize;
            self.results[result] += 1;
            half_points += 2 - result;
            if game.played.fault.is_some() {
                // Who is at fault has lost.
                self.faults[usize::from(discs > 0)] += 1;
            }
        }
        self.pairs.add(half_points);
        let sum = i64::from(discs[0] + discs[1]);
        self.discs += sum;
        self.discs_squared += sum * sum;
        for (sum, effort) in self.efforts.iter_mut().zip(&pair.efforts()) {
            sum.add(effort);
        }
    }

    /// The same as B sees it.
    pub fn reversed(&self) -> Self {
        let ([wins, draws, losses], [a, b]) = (self.results, self.faults);
        let [of_a, of_b] = self.efforts;
        Self {
            results: [losses, draws, wins],
            pairs: self.pairs.reversed(),
            faults: [b, a],
            discs: -self.discs,
            discs_squared: self.discs_squared,
            efforts: [of_b, of_a],
        }
    }

    /// Adds what A played against another B.
    pub fn add_all(&mut self, other: &Self) {
        let sums = self.results.iter_mut().zip(other.results);
        for (sum, count) in sums.chain(self.faults.iter_mut().zip(other.faults)) {
            *sum += count;
        }
        self.pairs.add_all(&other.pairs);
        self.discs += other.discs;
        self.discs_squared += other.discs_squared;
        for (sum, effort) in self.efforts.iter_mut().zip(&other.efforts) {
            sum.add(effort);
        }
    }

    /// A's discs a game and their standard error, taken from pairs; it is 0 for less than two.
    fn discs_per_game(&self) -> (f64, f64) {
        let pairs = self.pairs.pairs() as f64;
        if pairs == 0.0 {
            return (0.0, 0.0);
        }
        let (sum, squares) = (self.discs as f64, self.discs_squared as f64);
        let variance = (squares - sum * sum / pairs) / (pairs - 1.0).max(1.0);
        (sum / pairs / 2.0, (variance.max(0.0) / pairs).sqrt() / 2.0)
    }

    /// The state of things in a few words: wins, draws and losses, the score, the test.
    pub fn brief(&self, sprt: Option<&Sprt>) -> String {
        let [wins, draws, losses] = self.results;
        let mut text = format!("+{wins} ={draws} -{losses} {:.1} %", 100.0 * self.pairs.mean());
        if let Some(sprt) = sprt {
            text += &format!(
                ", LLR {:.2} of {:.2}",
                sprt.log_likelihood_ratio(&self.pairs),
                Sprt::limit()
            );
        }
        text
    }

    /// What the sums say.
    pub fn figures(&self) -> Figures {
        let [wins, draws, losses] = self.results;
        let (discs, discs_error) = self.discs_per_game();
        let elo = self.pairs.elo();
        Figures {
            games: wins + draws + losses,
            wins,
            draws,
            losses,
            score: self.pairs.mean(),
            elo: [elo.low, elo.value, elo.high],
            likelihood_of_superiority: self.pairs.likelihood_of_superiority(),
            pentanomial: self.pairs.0,
            discs,
            discs_error,
        }
    }
}

/// What the sums say of A, in numbers. Infinite ones are null in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Games.
    pub games: u64,
    /// Those that A won.
    pub wins: u64,
    /// Drawn ones.
    pub draws: u64,
    /// Those that A lost.
    pub losses: u64,
    /// A's points of a game, 0 to 1.
    pub score: f64,
    /// By how much A is stronger: the lower end of the 95 % interval, the value, the upper end.
    pub elo: [f64; 3],
    /// How likely it is that A is the stronger one.
    pub likelihood_of_superiority: f64,
    /// How many pairs brought A 0, 1/2, 1, 3/2 and 2 points.
    pub pentanomial: [u64; 5],
    /// A's discs of a game.
    pub discs: f64,
    /// Their standard error.
    pub discs_error: f64,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arena::pairing::Finished;
    use crate::arena::referee::{Fault, Offence, Played};
    use crate::board::{Bitboard, Color, Game, Position};

    /// A full board with so many black discs.
    pub fn finished(black: u32) -> Played {
        let discs = Bitboard((1 << black) - 1);
        let position = Position::new(discs, !discs, Color::Black).unwrap();
        Played { game: Game::from_position(position), fault: None }
    }

    pub fn tally(pairs: &[[Played; 2]]) -> Tally {
        let mut tally = Tally::default();
        for games in pairs {
            let games = games.clone().map(|played| Finished {
                played,
                times: Vec::new(),
                efforts: [Effort { moves: 3, ..Effort::default() }, Effort::default()],
            });
            tally.add(&Pair { games });
        }
        tally
    }

    #[test]
    fn pairs_are_added_up_as_by_hand() {
        // A has +4 and +2, then 0 and -10: sums of 6 and -10, with a variance of 128.
        let tally = tally(&[[finished(34), finished(31)], [finished(32), finished(37)]]);
        assert_eq!(tally.results, [2, 1, 1]);
        assert_eq!(tally.pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(tally.discs_per_game(), (-1.0, 4.0));
        assert_eq!(Tally::default().discs_per_game(), (0.0, 0.0));
    }

    #[test]
    fn a_fault_is_a_loss_of_whose_it_is() {
        let fault = |side| Played {
            fault: Some(Fault { side, offence: Offence::crash("") }),
            ..finished(32)
        };
        let both = tally(&[[fault(Color::Black), fault(Color::Black)]]);
        assert_eq!((both.faults, both.results), ([1, 1], [1, 0, 1]));
        let of_b = tally(&[[fault(Color::White), finished(32)]]);
        assert_eq!((of_b.faults, of_b.results), ([0, 1], [1, 1, 0]));
    }

    #[test]
    fn both_sides_see_the_same_and_sums_add_up() {
        let one = tally(&[[finished(34), finished(31)], [finished(32), finished(37)]]);
        let two = tally(&[[finished(60), finished(60)]]);
        let seen = one.reversed();
        assert_eq!((seen.results, seen.pairs), ([1, 1, 2], Pentanomial([1, 0, 0, 1, 0])));
        assert_eq!(seen.discs_per_game(), (1.0, 4.0));
        assert_eq!(seen.reversed(), one);
        let mut sum = one;
        sum.add_all(&two);
        let all = [
            [finished(34), finished(31)],
            [finished(32), finished(37)],
            [finished(60), finished(60)],
        ];
        assert_eq!(sum, tally(&all));
        assert_eq!(sum.efforts.map(|effort| effort.moves), [9, 9]);
    }
}
