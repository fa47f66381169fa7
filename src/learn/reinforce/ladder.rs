//! Fixed opponents, by which a network is measured.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::board::{Board, Square};
use crate::eval::network::Network;
use crate::eval::{Classic, Evaluator, Linear, Positional, Score, Weights};
use crate::learn::in_parallel::in_parallel;
use crate::learn::selfplay::random_moves;

/// A player that does not learn. Of equal moves it takes that to the first square, a1 first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Any legal move.
    Random,
    /// The most discs after the move.
    Greedy,
    /// The positional evaluation after the move.
    Positional,
    /// The features with weights 2 10 4 2 1 after the move.
    Features1,
    /// The same two plies ahead.
    Features2,
}

impl Opponent {
    /// From the weakest to the strongest, more or less.
    pub const ALL: [Self; 5] =
        [Self::Random, Self::Greedy, Self::Positional, Self::Features1, Self::Features2];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Positional => "positional",
            Self::Features1 => "features-1",
            Self::Features2 => "features-2",
        }
    }

    /// Its move on a board with a legal one.
    ///
    /// # Panics
    /// When there is none.
    pub fn choose(self, board: Board, rng: &mut ChaCha8Rng) -> Square {
        let weights = || Weights::new([2.0, 10.0, 4.0, 2.0, 1.0]).unwrap_or_default();
        match self {
            Self::Random => random_move(board, rng),
            Self::Greedy => best_move(&Classic { discs: 100, ..Classic::default() }, board, 1),
            Self::Positional => best_move(&Positional, board, 1),
            Self::Features1 => best_move(&Linear { weights: weights() }, board, 1),
            Self::Features2 => best_move(&Linear { weights: weights() }, board, 2),
        }
    }
}

/// Any of the legal moves, of which there is one.
pub(super) fn random_move(board: Board, rng: &mut ChaCha8Rng) -> Square {
    let legal = board.legal_moves();
    let at = rng.random_range(0..legal.len().max(1)) as usize;
    legal.squares().nth(at).expect("a legal move")
}

/// The move with the best value at a depth of at least 1.
fn best_move<E: Evaluator>(evaluator: &E, board: Board, depth: u32) -> Square {
    let mut best = None;
    let mut alpha = -Score::INFINITE;
    for square in board.legal_moves() {
        let after = board.play_unchecked(square);
        let score = -value(evaluator, after, depth - 1, -Score::INFINITE, -alpha);
        if best.is_none() || score > alpha {
            (best, alpha) = (Some(square), score);
        }
    }
    best.expect("a legal move")
}

/// Plain alpha-beta. Passes are not counted.
fn value<E: Evaluator>(
    evaluator: &E,
    board: Board,
    depth: u32,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let legal = board.legal_moves();
    if legal.is_empty() {
        if board.pass().legal_moves().is_empty() {
            return Score::finished(board.final_score());
        }
        return -value(evaluator, board.pass(), depth, -beta, -alpha);
    }
    if depth == 0 {
        return evaluator.evaluate(board);
    }
    for square in legal {
        let after = board.play_unchecked(square);
        alpha = alpha.max(-value(evaluator, after, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Standing {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Standing {
    /// How many games.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, a drawn game being half a point.
    pub fn score(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// The score lies between these two with 95 % (Wilson 1927, as if all games were independent).
    pub fn interval(self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (games, score) = (f64::from(self.games().max(1)), self.score());
        let spread = (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt();
        let of =
            |side: f64| (score + Z * Z / (2.0 * games) + side * Z * spread) / (1.0 + Z * Z / games);
        (of(-1.0), of(1.0))
    }

    fn and(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }
}

/// The random plies each game begins with.
pub const OPENING: u32 = 8;

/// How a network does against an opponent that plays its likeliest move, without search: so many
/// pairs of games, the two of a pair from the same random opening with colours exchanged.
pub fn measure(
    network: &Network,
    opponent: Opponent,
    pairs: u32,
    seed: u64,
    threads: usize,
) -> Standing {
    let standings = in_parallel(threads, (0..pairs).collect(), |pair| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(u64::from(pair));
        let start = loop {
            if let Some(board) = random_moves(OPENING, &mut rng) {
                break board;
            }
        };
        [true, false]
            .map(|begins| play(network, opponent, start, begins, &mut rng))
            .into_iter()
            .fold(Standing::default(), Standing::and)
    });
    standings.into_iter().fold(Standing::default(), Standing::and)
}

/// A game in which the network begins or not.
fn play(
    network: &Network,
    opponent: Opponent,
    start: Board,
    begins: bool,
    rng: &mut ChaCha8Rng,
) -> Standing {
    let (mut board, mut is_to_move) = (start, begins);
    while !board.is_over() {
        let legal = board.legal_moves();
        board = if legal.is_empty() {
            board.pass()
        } else if is_to_move {
            board.play_unchecked(likeliest(network, board))
        } else {
            board.play_unchecked(opponent.choose(board, rng))
        };
        is_to_move = !is_to_move;
    }
    let discs = if is_to_move { board.final_score() } else { -board.final_score() };
    Standing { won: u32::from(discs > 0), drawn: u32::from(discs == 0), lost: u32::from(discs < 0) }
}

/// The move with the highest logit.
fn likeliest(network: &Network, board: Board) -> Square {
    let logits = network.infer(board).policy;
    let by_logit = |a: &Square, b: &Square| logits[a.index()].total_cmp(&logits[b.index()]);
    board.legal_moves().squares().max_by(by_logit).expect("a legal move")
}
