//! Games that are learned from: self-play, and against past selves and fixed opponents.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::ladder::Opponent;
use super::loss::masked_softmax;
use super::plan::{Algorithm, Plan};
use crate::board::{Bitboard, Board, Move, Square, Symmetry};
use crate::eval::network::Network;
use crate::learn::selfplay::random_moves;
use crate::search::mcts::{RootNoise, Tree, TreeSettings, search_tree};

/// A move of the learner.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    /// The board as the network saw it: turned and mirrored.
    pub board: Board,
    /// The move, on that board.
    pub chosen: Square,
    /// The logarithm of the probability it was played with.
    pub log_probability: f32,
    /// What the value was: the network's, or the search's if there was one.
    pub value: f32,
    /// The shares of the visits of a search, on that board.
    pub visits: Option<Box<[f32; 64]>>,
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

impl Played {
    /// What the game was worth to the side that made the learner's first move.
    pub fn reward_of_learner(&self) -> f32 {
        if self.steps.first().is_none_or(|step| step.is_first) { self.reward } else { -self.reward }
    }
}

/// The noise at the root of a search: its share, and its parameter times the number of moves.
const NOISE_SHARE: f32 = 0.25;
const NOISE_MOVES: f32 = 10.0;
/// The memory of a search's tree, in MiB.
const TREE_SIZE: usize = 4;

/// Who plays, and how.
pub(super) struct Hall<'a> {
    pub plan: &'a Plan,
    pub learner: &'a Network,
    pub past: &'a [Network],
}

impl Hall<'_> {
    /// Plays a game. Nothing decides it but the plan's seed, its number, and the players.
    pub fn play(&self, number: u64) -> Played {
        let mut search = match self.plan.algorithm {
            Algorithm::Search { visits } => {
                Some((visits, Tree::new(TREE_SIZE).expect("a few MiB")))
            }
            Algorithm::Reinforce | Algorithm::ActorCritic => None,
        };
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
                let learns = matches!(against, Against::Itself) || is_first == learns_first;
                let square = match against {
                    Against::Past(at) if !learns => self.sample(&self.past[at], board, &mut rng).1,
                    Against::Fixed(opponent) if !learns => opponent.choose(board, &mut rng),
                    _ => {
                        let (step, square) = match &mut search {
                            Some((visits, tree)) => self.search(*visits, tree, board, &mut rng),
                            None => self.sample(self.learner, board, &mut rng),
                        };
                        steps.push(Step { is_first, ..step });
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

    /// Draws a move from the visits of a search: the step, as if it was of the side that began, and
    /// the move.
    fn search(
        &self,
        visits: u32,
        tree: &mut Tree,
        board: Board,
        rng: &mut ChaCha8Rng,
    ) -> (Step, Square) {
        let alpha = NOISE_MOVES / board.legal_moves().len() as f32;
        let noise = Some(RootNoise { alpha, share: NOISE_SHARE });
        let settings = TreeSettings::default();
        let report = search_tree(board, visits, self.learner, &settings, noise, rng.random(), tree);
        // Searched as it lies, so that the tree goes on; learned from a random side.
        let symmetry = Symmetry::ALL[rng.random_range(0..8)];
        let mut shares = Box::new([0.0; 64]);
        for of in &report.moves {
            if let Move::Place(square) = of.mv {
                // Once the result is known, the moves that lead to it are the best, and equally so.
                let is_best = of.result.is_some() && of.result == report.result;
                shares[symmetry.square(square).index()] = match report.result {
                    Some(_) => f32::from(u8::from(is_best)),
                    None => of.visits as f32,
                };
            }
        }
        let all: f32 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= all);
        let board = symmetry.board(board);
        let most = shares.iter().copied().fold(0.0, f32::max);
        let weights = shares.map(|share| (share / most).powf(1.0 / self.plan.temperature));
        let chosen = draw(&weights, board.legal_moves(), rng);
        let value = report.value;
        let visits = Some(shares);
        let step = Step { board, chosen, log_probability: 0.0, value, visits, is_first: true };
        (step, symmetry.inverse().square(chosen))
    }

    /// Draws a move from the policy, which looks at the board from a random side: the step, as if it
    /// was of the side that began, and the move on the board itself.
    fn sample(&self, network: &Network, board: Board, rng: &mut ChaCha8Rng) -> (Step, Square) {
        let symmetry = Symmetry::ALL[rng.random_range(0..8)];
        let board = symmetry.board(board);
        let legal = board.legal_moves();
        let said = network.infer(board);
        let probabilities = masked_softmax(&said.policy, legal, self.plan.temperature);
        let chosen = draw(&probabilities, legal, rng);
        let log_probability = probabilities[chosen.index()].ln();
        let value = said.value.tanh();
        let step = Step { board, chosen, log_probability, value, visits: None, is_first: true };
        (step, symmetry.inverse().square(chosen))
    }
}

/// Draws one of the moves with these weights; one of weight 0 is never drawn if another is above.
fn draw(weights: &[f32; 64], legal: Bitboard, rng: &mut ChaCha8Rng) -> Square {
    let mut left = rng.random::<f32>() * weights.iter().sum::<f32>();
    let mut chosen = legal.first().expect("a legal move");
    for square in legal {
        // The last one with a weight, should rounding leave something over.
        if weights[square.index()] > 0.0 {
            chosen = square;
            left -= weights[square.index()];
            if left < 0.0 {
                break;
            }
        }
    }
    chosen
}
