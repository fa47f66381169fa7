//! The lines that NBoard is sent.

use std::time::Duration;

use crate::board::Move;
use crate::eval::Score;
use crate::search::{Knowledge, Line, Progress};

/// `F5`, or `PA`.
pub(super) fn move_name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".into(),
    }
}

/// A score in discs.
fn discs(score: Score) -> String {
    format!("{:.2}", f64::from(score.centidiscs()) / 100.0)
}

/// A move with what it is worth and how the game would go on.
pub(super) fn search(progress: &Progress, line: &Line) -> String {
    let moves: Vec<String> = line.moves.iter().copied().map(move_name).collect();
    let depth = match line.kind {
        Knowledge::Estimate => progress.depth.to_string(),
        Knowledge::Selective(percent) => format!("{percent}%"),
        Knowledge::Exact => "100%".into(),
        Knowledge::WinLossDraw => "100%W".into(),
    };
    format!("search {} {} 0 {depth}", moves.join("-"), discs(line.score))
}

/// Nodes and seconds since the search began.
pub(super) fn node_stats(progress: &Progress) -> String {
    format!("nodestats {} {:.2}", progress.nodes, progress.time.as_secs_f64())
}

/// The answer to `go`; what is not known of it is left empty.
pub(super) fn answer(mv: Move, score: Option<Score>, time: Option<Duration>) -> String {
    let score = score.map(discs).unwrap_or_default();
    let time = time.unwrap_or_default().as_secs_f64();
    format!("=== {}/{score}/{time:.2}", move_name(mv))
}

/// What a position of the game is worth to the side that is to move there.
pub(super) fn analysis(moves_made: usize, score: Score) -> String {
    format!("analysis {moves_made} {}", discs(score))
}
