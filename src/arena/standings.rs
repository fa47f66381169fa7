//! How a contest of more than two is told.

use std::time::Duration;

use serde::Serialize;

use super::report::Side;
use super::tally::{Figures, Tally};
use super::{Contest, Effort};
use crate::report::{Column, Table};

/// A contest in numbers: what `--json` prints. Infinite numbers are null there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The best score first.
    players: Vec<Standing>,
    pairings: Vec<Meeting>,
    games: u64,
    seconds: f64,
    games_per_second: f64,
}

/// What a player came to against all it met.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Standing {
    #[serde(flatten)]
    side: Side,
    #[serde(flatten)]
    figures: Figures,
    /// Games lost by a fault.
    faults: u64,
}

/// What two players came to, as the first sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Meeting {
    a: String,
    b: String,
    #[serde(flatten)]
    figures: Figures,
    /// Games lost by a fault of each.
    faults: [u64; 2],
}

/// The columns, with room for the longest name.
fn table(names: usize) -> Table<10> {
    Table {
        columns: [
            Column::of_text("player", names.max(6)),
            Column::of_numbers("games", 5),
            Column::of_numbers("won", 5),
            Column::of_numbers("drawn", 5),
            Column::of_numbers("lost", 5),
            Column::of_numbers("score", 7),
            Column::of_numbers("Elo", 7),
            Column::of_text("95 %", 18),
            Column::of_numbers("discs", 6),
            Column::of_numbers("faults", 6),
        ],
    }
}

impl Standings {
    /// What the sums of the pairings say; `time` is what the contest took. Elo is against all that a
    /// player met, taken together.
    pub fn new(contest: &Contest, tallies: &[Tally], time: Duration) -> Self {
        let pairings = contest.pairings();
        let mut sums = vec![Tally::default(); contest.setups.len()];
        let mut meetings = Vec::new();
        for (&[a, b], tally) in pairings.iter().zip(tallies) {
            sums[a].add_all(tally);
            sums[b].add_all(&tally.reversed());
            let [a, b] = [a, b].map(|player| contest.setups[player].name.clone());
            meetings.push(Meeting { a, b, figures: tally.figures(), faults: tally.faults });
        }
        let standing = |(setup, tally): (_, &Tally)| {
            let effort: &Effort = &tally.efforts[0];
            Standing {
                side: Side::new(setup, effort),
                figures: tally.figures(),
                faults: tally.faults[0],
            }
        };
        let mut players: Vec<_> = contest.setups.iter().zip(&sums).map(standing).collect();
        players.sort_by(|one, other| other.figures.score.total_cmp(&one.figures.score));
        let games = meetings.iter().map(|meeting| meeting.figures.games).sum();
        Self {
            players,
            pairings: meetings,
            games,
            seconds: time.as_secs_f64(),
            games_per_second: games as f64 / time.as_secs_f64().max(1e-6),
        }
    }

    /// The table of the players, a line each below the line of headings.
    pub fn table(&self) -> Vec<String> {
        let table = table(self.longest_name());
        let row = |standing: &Standing| {
            table.row(cells(standing.side.name.clone(), &standing.figures, standing.faults))
        };
        std::iter::once(table.head()).chain(self.players.iter().map(row)).collect()
    }

    fn longest_name(&self) -> usize {
        let lengths = self.players.iter().map(|standing| standing.side.name.chars().count());
        lengths.max().unwrap_or_default()
    }

    /// All lines for people: the settings, the table, who did how against whom, and what it took.
    pub fn lines(&self) -> Vec<String> {
        let width = self.longest_name();
        let settings =
            |Standing { side, .. }: &Standing| format!("{:<width$}  {}", side.name, side.settings);
        let mut lines: Vec<String> = self.players.iter().map(settings).collect();
        lines.push(format!(
            "{} games in {:.1} s, {:.1} a second",
            self.games, self.seconds, self.games_per_second
        ));
        lines.extend(self.table());
        for Meeting { a, b, figures, .. } in &self.pairings {
            let Figures { wins, draws, losses, score, discs, .. } = figures;
            lines.push(format!(
                "{a} - {b}: +{wins} ={draws} -{losses}, {:.1} %, {discs:+.2} discs a game",
                100.0 * score
            ));
        }
        lines.extend(self.players.iter().map(|standing| standing.side.line()));
        lines
    }
}

fn cells(name: String, figures: &Figures, faults: u64) -> [String; 10] {
    let Figures { games, wins, draws, losses, score, discs, .. } = figures;
    let [low, elo, high] = figures.elo;
    [
        name,
        games.to_string(),
        wins.to_string(),
        draws.to_string(),
        losses.to_string(),
        format!("{:.1} %", 100.0 * score),
        format!("{elo:+.1}"),
        format!("{low:+.1} to {high:+.1}"),
        format!("{discs:+.2}"),
        faults.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tally::tests::{finished, tally};
    use crate::arena::{Schedule, Setup};

    #[test]
    fn the_best_comes_first_and_both_sides_are_counted() {
        let named = |name: &str| Setup { name: name.into(), ..Setup::default() };
        let contest = Contest {
            setups: ["one", "two", "three"].map(named).to_vec(),
            openings: Vec::new(),
            schedule: Schedule::RoundRobin,
            sprt: None,
        };
        // one - two is lost twice, one - three drawn twice, two - three won by two.
        let tallies = [
            tally(&[[finished(20), finished(44)]]),
            tally(&[[finished(32), finished(32)]]),
            tally(&[[finished(33), finished(31)]]),
        ];
        let standings = Standings::new(&contest, &tallies, Duration::from_secs(2));
        let lines = standings.lines();
        let table = &lines[4..8];
        let words = |line: usize| table[line].split_whitespace().collect::<Vec<_>>();
        assert_eq!(words(1)[..7], ["two", "4", "4", "0", "0", "100.0", "%"]);
        assert_eq!(words(2)[..7], ["one", "4", "0", "2", "2", "25.0", "%"]);
        assert_eq!(words(3)[..7], ["three", "4", "0", "2", "2", "25.0", "%"]);
        assert_eq!(lines[8], "one - two: +0 =0 -2, 0.0 %, -24.00 discs a game");
        let json = serde_json::to_value(&standings).unwrap();
        assert_eq!(json["players"][0]["name"], "two");
        assert_eq!(json["players"][0]["pentanomial"], serde_json::json!([0, 0, 0, 0, 2]));
        assert_eq!(json["pairings"][1]["score"], 0.5);
        assert_eq!(json["games"], 6);
    }
}
