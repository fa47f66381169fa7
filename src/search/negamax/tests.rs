use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use crate::board::Board;
use crate::eval::{Linear, Score};
use crate::search::table::{Bound, Entry, Table};
use crate::search::{Limits, SearchRequest, StopSignal};

use super::super::node::Node;
use super::super::probcut::Selectivity;
use super::super::window::Window;
use super::{REDUCE_FROM_DEPTH, REDUCTION, Searcher, UNREDUCED};

/// What a null-window search says of a board that is known to be drawn.
fn of_a_drawn_board(draw: i32, window: i32, ply: usize) -> Score {
    let draw = Score::heuristic(draw);
    let request = SearchRequest { draw, ..SearchRequest::new(Board::START, Limits::default()) };
    let (table, stop, evaluator) =
        (Table::new(1).unwrap(), StopSignal::default(), Linear::default());
    let mut report = |_| {};
    let mut searcher = Searcher::new(&request, &evaluator, &table, &stop, &mut report);
    let hash = searcher.key(Board::START, ply);
    let depth = Board::START.empties().len();
    let solved = Entry { score: Score::DRAW, bound: Bound::Exact, depth, percent: 100, best: None };
    table.put(hash, depth, &solved);
    searcher
        .search(
            &Node::new(Board::START, &evaluator),
            Window::null(Score::heuristic(window)),
            4,
            ply,
        )
        .unwrap()
}

#[test]
fn a_solved_draw_is_worth_to_an_estimate_what_draws_are_worth() {
    assert_eq!(of_a_drawn_board(500, 200, 2), Score::heuristic(500));
    assert_eq!(of_a_drawn_board(-500, -200, 2), Score::heuristic(-500));
    assert_eq!(of_a_drawn_board(500, -200, 3), Score::heuristic(-500));
    assert_eq!(of_a_drawn_board(0, -200, 2), Score::DRAW);
}

fn random_board(rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::START;
    for _ in 0..rng.random_range(4..36) {
        match board.legal_moves().squares().choose(rng) {
            Some(square) => board = board.play_unchecked(square),
            None => board = board.pass(),
        }
    }
    board
}

#[test]
fn a_late_move_that_seems_good_to_less_depth_is_looked_at_to_the_whole() {
    let (table, stop, evaluator) =
        (Table::new(1).unwrap(), StopSignal::default(), Linear::default());
    let mut rng = ChaCha8Rng::seed_from_u64(70);
    // Below this depth nothing is reduced any more.
    let depth = REDUCE_FROM_DEPTH - 1;
    let (mut refuted, mut found) = (0, 0);
    for _ in 0..150 {
        let board = random_board(&mut rng);
        let request =
            SearchRequest { selectivity: 99, ..SearchRequest::new(board, Limits::default()) };
        let mut report = |_| {};
        let mut searcher = Searcher::new(&request, &evaluator, &table, &stop, &mut report);
        assert!(searcher.reduces);
        // Cuts on shallow searches are another matter.
        (searcher.selectivity, searcher.table) = (Selectivity::new(100), None);
        let node = Node::new(board, &evaluator);
        let mut value = |depth| -searcher.search(&node, Window::FULL, depth, 1).unwrap();
        let (whole, less) = (value(depth), value(depth - REDUCTION));
        let alpha = whole.plus(rng.random_range(-300..300));
        let mut is_above = |reduces, tried| {
            searcher.reduces = reduces;
            let window = Window::null(alpha);
            searcher.search_null(&node, window, depth, 1, tried).unwrap() > alpha
        };
        assert_eq!(is_above(true, UNREDUCED), whole > alpha && less > alpha, "{board:?} {alpha:?}");
        assert_eq!(is_above(true, UNREDUCED - 1), whole > alpha, "{board:?} {alpha:?}");
        assert_eq!(is_above(false, UNREDUCED), whole > alpha, "{board:?} {alpha:?}");
        refuted += u32::from(less > alpha && whole <= alpha);
        found += u32::from(less > alpha && whole > alpha);
    }
    assert!(refuted > 5 && found > 5, "{refuted} {found}");
}

#[test]
fn no_move_is_looked_at_less_deep_where_all_is_to_be_seen() {
    let reduces = |change: fn(&mut SearchRequest)| {
        let mut request = SearchRequest::new(Board::START, Limits::default());
        (request.selectivity, request.limits.depth) = (73, Some(12));
        change(&mut request);
        let (table, stop, evaluator) =
            (Table::new(1).unwrap(), StopSignal::default(), Linear::default());
        Searcher::new(&request, &evaluator, &table, &stop, &mut |_| {}).reduces
    };
    assert!(reduces(|_| {}));
    assert!(!reduces(|request| request.selectivity = 100));
    assert!(!reduces(|request| request.limits.depth = Some(60)));
    assert!(!reduces(|request| request.endgame_depth = 60));
    assert!(!reduces(|request| request.limits.win_loss_draw = true));
}
