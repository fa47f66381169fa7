//! Games that are learned from: self-play, and against past selves and fixed opponents.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::ladder::Opponent;
use super::loss::masked_softmax;
use super::plan::Plan;
use super::player::{Player, Units};
use crate::board::{Board, Square, Symmetry};
use crate::learn::selfplay::random_moves;

/// A move of the learner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    /// The board as the network saw it: turned and mirrored.
    pub board: Board,
    /// The move, on that board.
    pub chosen: Square,
    /// The logarithm of the probability it was played with.
    pub log_probability: f32,
    /// What the value was.
    pub value: f32,
    /// Whether the mover is the side that began after the random plies.
    pub is_first: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Played {
    /// Against whom, as [`Against::kind`].
    pub kind: usize,
    /// The learner's moves.
    pub steps: Vec<Step>,
    /// What the game was worth to the side that began.
    pub reward: f32,
}

/// Who plays the learner's opponent.
#[derive(Clone, Copy, Debug)]
enum Against {
    Itself,
    Past(usize),
    Fixed(Opponent),
}

/// How many kinds of opponents there are.
pub(super) const KINDS: usize = 2 + Opponent::ALL.len();

impl Against {
    /// 0 for the learner itself, 1 for a past self, then the fixed ones.
    fn kind(self) -> usize {
        match self {
            Self::Itself => 0,
            Self::Past(_) => 1,
            Self::Fixed(opponent) => 2 + opponent as usize,
        }
    }
}

/// Who plays, and how.
pub(super) struct Hall<'a> {
    pub plan: &'a Plan,
    pub learner: &'a Player,
    pub past: &'a [Player],
}

impl Hall<'_> {
    /// Plays a game. Nothing decides it but the plan's seed, its number, and the players.
    pub fn play(&self, number: u64, units: &mut Units) -> Played {
        let mut rng = ChaCha8Rng::seed_from_u64(self.plan.seed);
        rng.set_stream(number);
        let against = self.opponent(&mut rng);
        // In self-play the learner plays both sides.
        let learns_first = rng.random::<bool>();
        let (mut board, mut is_first) = (self.start(&mut rng), true);
        let mut steps = Vec::new();
        while !board.is_over() {
            if board.legal_moves().is_empty() {
                board = board.pass();
            } else {
                let mut think = |player: &Player, rng: &mut ChaCha8Rng| {
                    self.sample(player, board, is_first, units, rng)
                };
                let square = match against {
                    Against::Past(at) if is_first != learns_first => {
                        think(&self.past[at], &mut rng).1
                    }
                    Against::Fixed(opponent) if is_first != learns_first => {
                        opponent.choose(board, &mut rng)
                    }
                    _ => {
                        let (step, square) = think(self.learner, &mut rng);
                        steps.push(step);
                        square
                    }
                };
                board = board.play_unchecked(square);
            }
            is_first = !is_first;
        }
        let discs = if is_first { board.final_score() } else { -board.final_score() };
        Played { kind: against.kind(), steps, reward: self.plan.reward.of(discs) }
    }

    fn opponent(&self, rng: &mut ChaCha8Rng) -> Against {
        let Plan { past_share, fixed_share, .. } = *self.plan;
        let drawn = rng.random::<f32>();
        if drawn < fixed_share {
            Against::Fixed(Opponent::ALL[rng.random_range(0..Opponent::ALL.len())])
        } else if drawn < fixed_share + past_share && !self.past.is_empty() {
            Against::Past(rng.random_range(0..self.past.len()))
        } else {
            Against::Itself
        }
    }

    /// A board after random plies, on which the mover can move.
    fn start(&self, rng: &mut ChaCha8Rng) -> Board {
        let (fewest, most) = self.plan.random;
        loop {
            if let Some(board) = random_moves(rng.random_range(fewest..=most), rng) {
                return board;
            }
        }
    }

    /// Draws a move from the policy, which looks at the board from a random side: the step, and the
    /// move on the board itself.
    fn sample(
        &self,
        player: &Player,
        board: Board,
        is_first: bool,
        units: &mut Units,
        rng: &mut ChaCha8Rng,
    ) -> (Step, Square) {
        let symmetry = Symmetry::ALL[rng.random_range(0..8)];
        let board = symmetry.board(board);
        let legal = board.legal_moves();
        let mut logits = [0.0; 64];
        let value = player.look(board, legal, units, &mut logits);
        let probabilities = masked_softmax(&logits, legal, self.plan.temperature);
        let mut left = rng.random::<f32>();
        let mut chosen = legal.first().expect("a legal move");
        for square in legal {
            // The last one with a chance, should rounding leave something over.
            let probability = probabilities[square.index()];
            if probability > 0.0 {
                chosen = square;
                left -= probability;
                if left < 0.0 {
                    break;
                }
            }
        }
        let log_probability = probabilities[chosen.index()].ln();
        let step = Step { board, chosen, log_probability, value, is_first };
        (step, symmetry.inverse().square(chosen))
    }
}
