//! What is in files of games, in numbers.

use super::{GameRecord, Sample};

/// Counts of games, and of their positions by ply.
#[derive(Clone, Debug)]
pub struct Stats {
    /// Games so far.
    pub games: u64,
    /// By the number of discs on the board less four.
    pub plies: [PlyStats; 61],
    /// The results of the games, for the mover of their start.
    pub results: Spread,
}

/// The positions of one ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlyStats {
    /// Of them, so many have a score.
    pub scored: u64,
    /// The results, in discs for the mover.
    pub results: Spread,
}

/// How numbers are spread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spread {
    /// How many there are.
    pub count: u64,
    sum: i64,
    squares: i64,
}

impl Spread {
    fn add(&mut self, number: i8) {
        let number = i64::from(number);
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean; 0 if there are no numbers.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The standard deviation; 0 if there are no numbers.
    pub fn deviation(&self) -> f64 {
        let mean_square = self.squares as f64 / self.count.max(1) as f64;
        (mean_square - self.mean() * self.mean()).max(0.0).sqrt()
    }
}

impl Default for Stats {
    fn default() -> Self {
        let plies = [PlyStats::default(); 61];
        Self { games: 0, plies, results: Spread::default() }
    }
}

impl Stats {
    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.results.add(game.result);
        for Sample { board, result, score } in game.samples() {
            let ply = 60_u32.saturating_sub(board.empties().len());
            let stats = &mut self.plies[ply as usize];
            stats.scored += u64::from(score.is_some());
            stats.results.add(result);
        }
    }

    /// Positions of all games together.
    pub fn positions(&self) -> u64 {
        self.plies.iter().map(|ply| ply.results.count).sum()
    }
}
