use crate::board::Board;
use crate::eval::{Linear, Score};
use crate::search::table::{Bound, Entry, Table};
use crate::search::{Limits, SearchRequest, StopSignal};

use super::super::node::Node;
use super::super::window::Window;
use super::Searcher;

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
