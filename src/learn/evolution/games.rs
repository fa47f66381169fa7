//! Candidates against the baseline, all from the same openings.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::Candidate;
use crate::arena::referee::{self, Offence};
use crate::board::{Color, Game, Move};
use crate::engine::{Engine, EngineLimits, Go, Limits, Options};

/// How games become fitness.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fitness {
    /// Discs a game, each game counting no more than so many.
    Discs(i32),
    /// Points in percent.
    Points,
}

/// How candidates are measured.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// What each candidate plays against.
    pub baseline: Options,
    /// Where each search ends.
    pub limits: Limits,
    /// So many random moves begin each game.
    pub plies: u32,
    /// So many openings are played in each round, each twice with colours reversed.
    pub pairs: usize,
    /// How games count.
    pub fitness: Fitness,
    /// After each so many openings a candidate that is clearly worse than its rival is given up.
    pub race: Option<usize>,
    /// On how many threads to play; nothing depends on it.
    pub threads: usize,
}

/// What came of a candidate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// More is better. Of one that was given up: that of its rival, less what it was worse by in
    /// the openings that both played.
    pub fitness: f64,
    /// The openings it played.
    pub pairs: usize,
}

/// A candidate is given up when the mean of its differences to its rival is so many of its standard
/// errors below zero.
const CLEARLY: f64 = 2.5;

impl Measuring {
    /// Measures all candidates against the same openings, which `seed` decides. `step` is called
    /// after each block of games with their number.
    pub fn measure(
        &self,
        candidates: &[Candidate],
        options: &[Options],
        seed: u64,
        mut step: impl FnMut(usize),
    ) -> Vec<Measured> {
        let openings = openings(self.pairs, self.plies, seed);
        let mut scores: Vec<Vec<f64>> = vec![Vec::new(); candidates.len()];
        let mut running: Vec<usize> = (0..candidates.len()).collect();
        let block = self.race.unwrap_or(self.pairs).clamp(1, self.pairs.max(1));
        for first in (0..self.pairs).step_by(block) {
            let block = first..(first + block).min(self.pairs);
            let played = self.play_block(&running, options, &openings, block.clone());
            step(2 * played.len());
            for (item, score) in played.into_iter().enumerate() {
                scores[running[item / block.len()]].push(score);
            }
            running.retain(|&number| {
                let rival = candidates[number].rival.map(|rival| &scores[rival]);
                rival.is_none_or(|rival| !is_clearly_worse(&scores[number], rival))
            });
        }
        (0..candidates.len()).map(|number| measured(candidates, &scores, number)).collect()
    }

    /// The fitness of each of these candidates from each opening of the block, candidate by
    /// candidate: the mean of the games with either colour.
    fn play_block(
        &self,
        candidates: &[usize],
        options: &[Options],
        openings: &[Game],
        block: Range<usize>,
    ) -> Vec<f64> {
        // Game by game, so that no thread waits long for the last one.
        let count = 2 * candidates.len() * block.len();
        let scores = Mutex::new(vec![0.0; count]);
        let next = AtomicUsize::new(0);
        let work = || {
            let engine = |options: &Options| Engine::new(options.clone(), EngineLimits::default());
            let mut baseline = engine(&self.baseline);
            let mut candidate: Option<(usize, Engine)> = None;
            loop {
                let item = next.fetch_add(1, Ordering::Relaxed);
                if item >= count {
                    break;
                }
                let number = candidates[item / 2 / block.len()];
                if candidate.as_ref().is_none_or(|&(other, _)| other != number) {
                    candidate = Some((number, engine(&options[number])));
                }
                let Some((_, player)) = &mut candidate else { break };
                let opening = &openings[block.start + item / 2 % block.len()];
                let side = [Color::Black, Color::White][item % 2];
                let score = self.play_game(opening, side, player, &mut baseline);
                scores.lock().expect("no thread panics with it")[item] = score;
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.min(count) {
                scope.spawn(work);
            }
            work();
        });
        let scores = scores.into_inner().expect("no thread panics with it");
        scores.chunks(2).map(|games| (games[0] + games[1]) / 2.0).collect()
    }

    /// What the candidate gets for one game from the opening with the colour `side`.
    fn play_game(
        &self,
        opening: &Game,
        side: Color,
        candidate: &mut Engine,
        baseline: &mut Engine,
    ) -> f64 {
        candidate.new_game();
        baseline.new_game();
        let played = referee::play(opening, |game| {
            let is_candidate = game.position().side == side;
            let player = if is_candidate { &mut *candidate } else { &mut *baseline };
            choose(player, game, &self.limits)
        });
        let discs = played.black_score() * if side == Color::Black { 1 } else { -1 };
        match self.fitness {
            Fitness::Discs(most) => f64::from(discs.clamp(-most, most)),
            Fitness::Points => f64::from(50 + 50 * discs.signum()),
        }
    }
}

fn choose(player: &mut Engine, game: &Game, limits: &Limits) -> Result<Move, Offence> {
    player.set_game(Game::from_position(game.position()));
    let go = Go { limits: limits.clone(), ..Go::default() };
    let thought = player.think(go).map_err(|error| Offence::crash(error.to_string()))?;
    thought.best.ok_or_else(|| Offence::refused("it has no move"))
}

/// So many openings of random moves; with few moves some will be equal.
fn openings(count: usize, plies: u32, seed: u64) -> Vec<Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut openings = Vec::new();
    while openings.len() < count {
        let mut game = Game::default();
        for _ in 0..plies {
            let moves = game.position().moves();
            if !moves.is_empty() {
                let chosen = moves[rng.random_range(0..moves.len())];
                game.play(chosen).expect("it is one of the legal moves");
            }
        }
        if !game.position().board.is_over() {
            openings.push(game);
        }
    }
    openings
}

/// The mean of the differences over the openings that both played, and its standard error.
fn difference(own: &[f64], other: &[f64]) -> (f64, f64) {
    let differences: Vec<f64> = own.iter().zip(other).map(|(own, other)| own - other).collect();
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let squares: f64 = differences.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

fn is_clearly_worse(own: &[f64], rival: &[f64]) -> bool {
    let (mean, error) = difference(own, rival);
    own.len() > 1 && mean < -CLEARLY * error
}

fn measured(candidates: &[Candidate], scores: &[Vec<f64>], number: usize) -> Measured {
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
    let own = &scores[number];
    let fitness = match candidates[number].rival.map(|rival| &scores[rival]) {
        Some(rival) if rival.len() > own.len() => mean(rival) + difference(own, rival).0,
        _ => mean(own),
    };
    Measured { fitness, pairs: own.len() }
}
