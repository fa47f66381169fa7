//! How a match of two is told.

use std::time::Duration;

use serde::Serialize;

use super::elo::Pentanomial;
use super::sprt::{Sprt, Verdict};
use super::tally::{Figures, Tally};
use super::{Effort, Setup};
use crate::report::grouped;

/// A match in numbers: what `--json` prints. Infinite numbers are null there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    a: Side,
    b: Side,
    #[serde(flatten)]
    figures: Figures,
    /// Games lost by a fault of A, and of B.
    faults: [u64; 2],
    sprt: Option<Test>,
    seconds: f64,
    games_per_second: f64,
}

/// What a player played with, and what it took for a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Side {
    pub name: String,
    pub settings: String,
    pub moves: u64,
    pub nodes_per_move: f64,
    pub seconds_per_move: f64,
    pub nodes_per_second: f64,
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
    pub fn new(setup: &Setup, effort: &Effort) -> Self {
        let moves = effort.moves.max(1) as f64;
        Self {
            name: setup.name.clone(),
            settings: setup.to_string(),
            moves: effort.moves,
            nodes_per_move: effort.nodes as f64 / moves,
            seconds_per_move: effort.time.as_secs_f64() / moves,
            nodes_per_second: effort.nodes as f64 / effort.nodes_time.as_secs_f64().max(1e-9),
        }
    }

    /// What a move took; of nodes only if they are known.
    pub fn line(&self) -> String {
        let (name, milliseconds) = (&self.name, 1000.0 * self.seconds_per_move);
        if self.nodes_per_move == 0.0 {
            return format!("{name} took {milliseconds:.3} ms a move");
        }
        format!(
            "{name} took {} nodes and {milliseconds:.3} ms a move, {} nodes a second",
            grouped(self.nodes_per_move.round() as u64),
            grouped(self.nodes_per_second as u64)
        )
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
    /// What the sums of a match of two say in the end; `time` is what it took.
    pub fn new(tally: &Tally, setups: [&Setup; 2], sprt: Option<&Sprt>, time: Duration) -> Self {
        let figures = tally.figures();
        let [a, b] = [0, 1].map(|index| Side::new(setups[index], &tally.efforts[index]));
        Self {
            a,
            b,
            faults: tally.faults,
            sprt: sprt.map(|sprt| Test::new(sprt, &tally.pairs)),
            seconds: time.as_secs_f64(),
            games_per_second: figures.games as f64 / time.as_secs_f64().max(1e-6),
            figures,
        }
    }

    /// The lines for people.
    pub fn lines(&self) -> Vec<String> {
        let Figures { games, wins, draws, losses, score, discs, discs_error, .. } = &self.figures;
        let [low, elo, high] = self.figures.elo;
        let (a, b) = (&self.a.name, &self.b.name);
        let pairs = self.figures.pentanomial.map(|count| count.to_string()).join(" ");
        let mut lines = vec![
            format!("{a:<6} {}", self.a.settings),
            format!("{b:<6} {}", self.b.settings),
            format!(
                "games  {games} in {:.1} s, {:.1} a second",
                self.seconds, self.games_per_second
            ),
            format!("{a} has  {wins} wins, {draws} draws, {losses} losses"),
            format!("score  {:.2} %", 100.0 * score),
            format!(
                "Elo    {elo:+.1}, with 95 % from {low:+.1} to {high:+.1}; stronger with {:.1} %",
                100.0 * self.figures.likelihood_of_superiority
            ),
            format!("discs  {discs:+.2} a game, standard error {discs_error:.2}"),
            format!("pairs  {pairs} with 0, 1/2, 1, 3/2, 2 points"),
        ];
        lines.extend([&self.a, &self.b].map(Side::line));
        if let Some(Test { elo0, elo1, log_likelihood_ratio, limit, verdict }) = &self.sprt {
            lines.push(format!(
                "SPRT   of {elo0:+} against {elo1:+} Elo: LLR {log_likelihood_ratio:+.2}, decided at \
                 +-{limit:.2}: {verdict}"
            ));
        }
        if self.faults != [0, 0] {
            let [of_a, of_b] = self.faults;
            lines.push(format!("faults ended {of_a} games of {a} and {of_b} of {b}"));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tally::tests::{finished, tally};

    #[test]
    fn the_summary_says_all_and_infinity_is_null() {
        let sprt = "0,5".parse().unwrap();
        let tally = tally(&[[finished(60), finished(10)]]);
        let [a, b] = ["A", "B"].map(|name| Setup { name: name.into(), ..Setup::default() });
        let summary = Summary::new(&tally, [&a, &b], Some(&sprt), Duration::from_secs(4));
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
