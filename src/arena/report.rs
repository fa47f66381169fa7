//! The sums of a match, and how they are told.

use std::time::Duration;

use serde::Serialize;

use super::elo::Pentanomial;
use super::sprt::{Sprt, Verdict};
use super::{Effort, Pair, Setup};
use crate::report::grouped;

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
    efforts: [Effort; 2],
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
            if game.fault.is_some() {
                // Who is at fault has lost.
                self.faults[usize::from(discs > 0)] += 1;
            }
        }
        self.pairs.add(half_points);
        let sum = i64::from(discs[0] + discs[1]);
        self.discs += sum;
        self.discs_squared += sum * sum;
        for (sum, effort) in self.efforts.iter_mut().zip(&pair.efforts) {
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

    /// All that is to be said in the end; `time` is what the match took.
    pub fn summary(&self, setups: &[Setup; 2], sprt: Option<&Sprt>, time: Duration) -> Summary {
        let [wins, draws, losses] = self.results;
        let games = wins + draws + losses;
        let (discs, discs_error) = self.discs_per_game();
        let elo = self.pairs.elo();
        let [a, b] = [0, 1].map(|index| Side::new(&setups[index], &self.efforts[index]));
        Summary {
            a,
            b,
            games,
            wins,
            draws,
            losses,
            score: self.pairs.mean(),
            elo: [elo.low, elo.value, elo.high],
            likelihood_of_superiority: self.pairs.likelihood_of_superiority(),
            pentanomial: self.pairs.0,
            discs,
            discs_error,
            faults: self.faults,
            sprt: sprt.map(|sprt| Test::new(sprt, &self.pairs)),
            seconds: time.as_secs_f64(),
            games_per_second: games as f64 / time.as_secs_f64().max(1e-6),
        }
    }
}

/// A match in numbers: what `--json` prints. Infinite numbers are null there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    a: Side,
    b: Side,
    games: u64,
    /// A's.
    wins: u64,
    draws: u64,
    losses: u64,
    /// A's points of a game, 0 to 1.
    score: f64,
    /// By how much A is stronger: the lower end of the 95 % interval, the value, the upper end.
    elo: [f64; 3],
    /// How likely it is that A is the stronger one.
    likelihood_of_superiority: f64,
    /// How many pairs brought A 0, 1/2, 1, 3/2 and 2 points.
    pentanomial: [u64; 5],
    /// A's discs of a game, and their standard error.
    discs: f64,
    discs_error: f64,
    /// Games lost by a fault of A, and of B.
    faults: [u64; 2],
    sprt: Option<Test>,
    seconds: f64,
    games_per_second: f64,
}

/// What a player played with, and what it took for a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Side {
    settings: String,
    moves: u64,
    nodes_per_move: f64,
    seconds_per_move: f64,
    nodes_per_second: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    log_likelihood_ratio: f64,
    limit: f64,
    /// `accepted`, `rejected` or `undecided`.
    verdict: &'static str,
}

impl Side {
    fn new(setup: &Setup, effort: &Effort) -> Self {
        let moves = effort.moves.max(1) as f64;
        Self {
            settings: setup.to_string(),
            moves: effort.moves,
            nodes_per_move: effort.nodes as f64 / moves,
            seconds_per_move: effort.time.as_secs_f64() / moves,
            nodes_per_second: effort.nodes as f64 / effort.nodes_time.as_secs_f64().max(1e-9),
        }
    }
}

impl Test {
    fn new(sprt: &Sprt, pairs: &Pentanomial) -> Self {
        let (elo0, elo1) = sprt.bounds();
        Self {
            elo0,
            elo1,
            log_likelihood_ratio: sprt.log_likelihood_ratio(pairs),
            limit: Sprt::limit(),
            verdict: match sprt.verdict(pairs) {
                Some(Verdict::Accepted) => "accepted",
                Some(Verdict::Rejected) => "rejected",
                None => "undecided",
            },
        }
    }
}

impl Summary {
    /// The lines for people.
    pub fn lines(&self) -> Vec<String> {
        let Self { games, wins, draws, losses, discs, discs_error, .. } = self;
        let [low, elo, high] = self.elo;
        let pairs = self.pentanomial.map(|count| count.to_string()).join(" ");
        let mut lines = vec![
            format!("A      {}", self.a.settings),
            format!("B      {}", self.b.settings),
            format!(
                "games  {games} in {:.1} s, {:.1} a second",
                self.seconds, self.games_per_second
            ),
            format!("A has  {wins} wins, {draws} draws, {losses} losses"),
            format!("score  {:.2} %", 100.0 * self.score),
            format!(
                "Elo    {elo:+.1}, with 95 % from {low:+.1} to {high:+.1}; stronger with {:.1} %",
                100.0 * self.likelihood_of_superiority
            ),
            format!("discs  {discs:+.2} a game, standard error {discs_error:.2}"),
            format!("pairs  {pairs} with 0, 1/2, 1, 3/2, 2 points"),
        ];
        for (name, side) in [("A", &self.a), ("B", &self.b)] {
            lines.push(format!(
                "{name} took {} nodes and {:.3} ms a move, {} nodes a second",
                grouped(side.nodes_per_move.round() as u64),
                1000.0 * side.seconds_per_move,
                grouped(side.nodes_per_second as u64)
            ));
        }
        if let Some(Test { elo0, elo1, log_likelihood_ratio, limit, verdict }) = &self.sprt {
            lines.push(format!(
                "SPRT   of {elo0:+} against {elo1:+} Elo: LLR {log_likelihood_ratio:+.2}, decided at \
                 +-{limit:.2}: {verdict}"
            ));
        }
        if self.faults != [0, 0] {
            let [a, b] = self.faults;
            lines.push(format!("faults ended {a} games of A and {b} of B"));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::referee::{Fault, Played};
    use crate::board::{Bitboard, Color, Game, Position};

    /// A full board with so many black discs.
    fn finished(black: u32) -> Played {
        let discs = Bitboard((1 << black) - 1);
        let position = Position::new(discs, !discs, Color::Black).unwrap();
        Played { game: Game::from_position(position), fault: None }
    }

    fn tally(pairs: &[[Played; 2]]) -> Tally {
        let mut tally = Tally::default();
        for games in pairs {
            tally.add(&Pair { games: games.clone(), efforts: Default::default() });
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
        let fault =
            |side| Played { fault: Some(Fault { side, what: String::new() }), ..finished(32) };
        let both = tally(&[[fault(Color::Black), fault(Color::Black)]]);
        assert_eq!((both.faults, both.results), ([1, 1], [1, 0, 1]));
        let of_b = tally(&[[fault(Color::White), finished(32)]]);
        assert_eq!((of_b.faults, of_b.results), ([0, 1], [1, 1, 0]));
    }

    #[test]
    fn the_summary_says_all_and_infinity_is_null() {
        let sprt = "0,5".parse().unwrap();
        let tally = tally(&[[finished(60), finished(10)]]);
        let setups = [Setup::default(), Setup::default()];
        let summary = tally.summary(&setups, Some(&sprt), Duration::from_secs(4));
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(json["elo"][1], serde_json::Value::Null);
        assert_eq!((&json["score"], &json["games_per_second"]), (&1.0.into(), &0.5.into()));
        assert_eq!(json["sprt"]["verdict"], "undecided");
        let lines = summary.lines().join("\n");
        for part in ["A has  2 wins, 0 draws, 0 losses", "score  100.00 %", "Elo    +inf", "SPRT"] {
            assert!(lines.contains(part), "{part} in {lines}");
        }
    }
}
