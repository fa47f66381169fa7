//! Leaf counts of the game tree, against published ones.

use outflank::board::{Board, Convention, PerftStopped, Position, perft, perft_divide};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Leaves at depth 1, 2, 3, ... in the conventions A, B and C.
fn published() -> Vec<[u64; 3]> {
    let number = |word: &str| word.parse().expect("a count");
    include_str!("data/perft_othello.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .enumerate()
        .map(|(at, line)| {
            let words: Vec<u64> = line.split_whitespace().map(number).collect();
            assert_eq!(words[0], at as u64 + 1, "the depths are in order");
            [words[1], words[2], words[3]]
        })
        .collect()
}

const CONVENTIONS: [Convention; 3] = [Convention::A, Convention::B, Convention::C];

fn count(board: Board, depth: u32, convention: Convention) -> u64 {
    perft(board, depth, convention, &mut || true).expect("not stopped")
}

#[test]
fn counts_from_the_start_are_the_published_ones() {
    for (depth, expected) in (1..=11).zip(published()) {
        let counts = CONVENTIONS.map(|convention| count(Board::START, depth, convention));
        assert_eq!(counts, expected, "depth {depth}");
    }
}

#[test]
#[ignore = "by hand: two thousand million leaves, three times"]
fn counts_at_depth_12_are_the_published_ones() {
    let counts = CONVENTIONS.map(|convention| count(Board::START, 12, convention));
    assert_eq!(counts, published()[11]);
}

/// The three conventions as their descriptions have it, one leaf at a time.
fn count_plainly(position: &Position, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if moves.is_empty() {
        return if convention == Convention::C { 0 } else { 1 };
    }
    let pass_is_free = convention == Convention::B && position.board.legal_moves().is_empty();
    let left = if pass_is_free { depth } else { depth - 1 };
    let children = moves.iter().map(|&mv| position.try_play(mv).expect("a listed move"));
    children.map(|child| count_plainly(&child, left, convention)).sum()
}

/// A position late in a random game, where passes and ends are near.
fn late_position(random: &mut ChaCha8Rng) -> Position {
    let mut position = Position::START;
    let empties = random.random_range(4..12);
    while position.board.empties().len() > empties {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        position = position.try_play(mv).expect("a listed move");
    }
    position
}

#[test]
fn passes_and_finished_games_count_as_each_convention_says() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..200 {
        let position = late_position(&mut random);
        for convention in CONVENTIONS {
            for depth in 0..=6 {
                let plain = count_plainly(&position, depth, convention);
                let leaves = count(position.board, depth, convention);
                assert_eq!(leaves, plain, "{convention:?}, depth {depth}, {position:?}");
            }
        }
    }
}

#[test]
fn divided_counts_sum_up_to_the_count() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let late = (0..100).map(|_| late_position(&mut random));
    for position in late.chain([Position::START]).filter(|position| !position.board.is_over()) {
        for convention in CONVENTIONS {
            for depth in 1..=7 {
                let divided = perft_divide(&position, depth, convention, &mut || true);
                let divided = divided.expect("not stopped");
                let moves: Vec<_> = divided.iter().map(|&(mv, _)| mv).collect();
                assert_eq!(moves, position.moves());
                let sum: u64 = divided.iter().map(|&(_, leaves)| leaves).sum();
                assert_eq!(sum, count(position.board, depth, convention), "depth {depth}");
            }
        }
    }
}

#[test]
fn a_stop_ends_the_count_at_once() {
    for stop_at in [1, 2, 100] {
        let mut asked = 0;
        let mut keep_going = || {
            asked += 1;
            asked < stop_at
        };
        // To its end this would take centuries.
        let stopped = perft(Board::START, 30, Convention::A, &mut keep_going);
        assert_eq!(stopped, Err(PerftStopped));
        assert_eq!(asked, stop_at);

        asked = 0;
        let mut keep_going = || {
            asked += 1;
            asked < stop_at
        };
        let stopped = perft_divide(&Position::START, 30, Convention::A, &mut keep_going);
        assert_eq!(stopped, Err(PerftStopped));
        assert_eq!(asked, stop_at);
    }
}

#[test]
fn conventions_are_read_in_either_case_and_nothing_else() {
    for (text, convention) in ["a", "b", "c"].into_iter().zip(CONVENTIONS) {
        assert_eq!(text.parse(), Ok(convention));
        assert_eq!(text.to_uppercase().parse(), Ok(convention));
    }
    assert!("d".parse::<Convention>().is_err_and(|error| error.contains("'d'")));
}
