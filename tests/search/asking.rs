//! Asking the search, and collecting what it says.

use outflank::board::{Board, Move, Position};
use outflank::eval::{Linear, Score};
use outflank::search::{
    Iteration, Limits, Line, Outcome, SearchEvent, SearchRequest, StopSignal, Table, run,
};

/// What a search said and answered.
pub struct Answer {
    pub iterations: Vec<Iteration>,
    pub outcome: Outcome,
}

impl Answer {
    /// The last depth that was reported.
    pub fn last(&self) -> &Iteration {
        self.iterations.last().expect("at least one depth is reported")
    }

    /// The best line of the last depth.
    pub fn line(&self) -> &Line {
        &self.last().lines[0]
    }

    /// The score of the best line in discs, which a finished game has.
    pub fn discs(&self) -> i32 {
        discs(self.line().score)
    }
}

/// A finished game's score in discs.
pub fn discs(score: Score) -> i32 {
    assert!(score.is_decided() || score == Score::DRAW, "{score:?} is no game's result");
    score.centidiscs() / 100
}

/// The request to solve a board; tests change what they are about.
pub fn request(board: Board) -> SearchRequest {
    SearchRequest::new(board, Limits::default())
}

/// The request to search a board to a depth.
pub fn to_depth(board: Board, depth: u32) -> SearchRequest {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    SearchRequest { limits, ..request(board) }
}

/// Asks with a fresh table of 1 MiB.
pub fn ask(request: &SearchRequest) -> Answer {
    ask_with(request, &fresh_table(), &StopSignal::default())
}

/// Asks, and checks of every line that it can be played.
pub fn ask_with(request: &SearchRequest, table: &Table, stop: &StopSignal) -> Answer {
    collect(request.board, |report| run(request, &Linear::default(), table, stop, report))
}

/// Collects what a search of a board says, and checks of every line that it can be played.
pub fn collect(
    board: Board,
    search: impl FnOnce(&mut dyn FnMut(SearchEvent)) -> Outcome,
) -> Answer {
    let mut iterations = Vec::new();
    let outcome = search(&mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            for line in &iteration.lines {
                check_line(board, &line.moves);
            }
            iterations.push(iteration);
        }
    });
    if let (Some(best), Some(ponder)) = (outcome.best, outcome.ponder) {
        check_line(board, &[best, ponder]);
    }
    Answer { iterations, outcome }
}

pub fn fresh_table() -> Table {
    Table::new(1).unwrap()
}

/// Replays a line: every move is legal, passes stand in it, and it ends with the game. Returns the
/// position after it.
pub fn check_line(board: Board, moves: &[Move]) -> Position {
    let mut position = Position { board, ..Position::START };
    for &mv in moves {
        position = position.try_play(mv).unwrap_or_else(|why| panic!("{moves:?} {mv}: {why}"));
    }
    position
}
