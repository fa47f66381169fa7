//! The players that do not learn.

use outflank::board::{Board, Move, Square};
use outflank::eval::network::{Network, NetworkShape, NetworkWeights};
use outflank::eval::{Evaluator, Linear, Positional, Score, Weights};
use outflank::learn::reinforce::{Opponent, Standing, measure};
use outflank::search::{Limits, SearchEvent, SearchRequest, StopSignal, Table, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// What the engine's search finds at a depth among some moves.
fn searched<E: Evaluator + Sync>(
    evaluator: &E,
    board: Board,
    depth: u32,
    moves: Vec<Move>,
) -> Score {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = SearchRequest { search_moves: moves, ..SearchRequest::new(board, limits) };
    let (table, stop) = (Table::new(1).unwrap(), StopSignal::default());
    let mut score = None;
    run(&request, evaluator, &table, &stop, &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            score = Some(iteration.lines[0].score);
        }
    });
    score.unwrap()
}

#[test]
fn they_find_the_moves_that_the_search_finds() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let features = Linear { weights: "2 10 4 2 1".parse::<Weights>().unwrap() };
    for _ in 0..4 {
        let mut board = Board::START;
        while !board.is_over() {
            let legal: Vec<Square> = board.legal_moves().squares().collect();
            if legal.is_empty() {
                board = board.pass();
                continue;
            }
            let positional = Opponent::Positional.choose(board, &mut rng);
            let best = searched(&Positional, board, 1, vec![]);
            assert_eq!(searched(&Positional, board, 1, vec![Move::Place(positional)]), best);
            for (opponent, depth) in [(Opponent::Features1, 1), (Opponent::Features2, 2)] {
                let chosen = opponent.choose(board, &mut rng);
                let best = searched(&features, board, depth, vec![]);
                assert_eq!(searched(&features, board, depth, vec![Move::Place(chosen)]), best);
            }
            let greedy = Opponent::Greedy.choose(board, &mut rng);
            let flipped = |square| board.flips(square).len();
            let ends = |square: Square| board.play_unchecked(square).is_over();
            if !legal.iter().any(|&square| ends(square)) {
                assert!(legal.iter().all(|&square| flipped(square) <= flipped(greedy)));
            }
            board = board.play_unchecked(legal[rng.random_range(0..legal.len())]);
        }
    }
}

#[test]
fn a_standing_has_a_score_and_an_interval() {
    let standing = Standing { won: 380, drawn: 8, lost: 12 };
    assert_eq!(standing.games(), 400);
    assert!((standing.score() - 0.96).abs() < 1e-12);
    let (least, most) = standing.interval();
    // Wilson's interval for 384 of 400.
    assert!((least - 0.9361).abs() < 1e-3 && (most - 0.9752).abs() < 1e-3, "{least} {most}");
}

#[test]
fn measuring_depends_on_the_seed_alone() {
    let network = Network::new(NetworkWeights::random(NetworkShape::Dense { hidden: [32, 16] }, 3));
    for opponent in Opponent::ALL {
        let of = |seed, threads| measure(&network, opponent, 10, seed, threads);
        let standing = of(1, 1);
        assert_eq!(standing.games(), 20);
        assert_eq!(standing, of(1, 3), "{opponent:?}");
    }
    let random = measure(&network, Opponent::Random, 100, 1, 2);
    assert!((0.3..0.7).contains(&random.score()), "{random:?}");
}
