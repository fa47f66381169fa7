//! What a search says, as lines.

use std::fmt::Write;

use super::super::Action;
use super::notation::Notation;
use super::{info, send};
use crate::board::Position;
use crate::engine::{Kind, OptionSpec, Options};
use crate::search::{Iteration, Knowledge, Line, Progress, SearchEvent};

/// Writes the lines of an event of a search in a position.
pub(super) fn write(
    event: &SearchEvent,
    notation: Notation,
    position: &Position,
    out: &mut Vec<Action>,
) {
    match event {
        SearchEvent::Iteration(iteration) => write_iteration(iteration, notation, position, out),
        SearchEvent::Progress(progress) => send(out, &format!("info {}", numbers(progress, ""))),
    }
}

fn write_iteration(
    iteration: &Iteration,
    notation: Notation,
    position: &Position,
    out: &mut Vec<Action>,
) {
    for (index, line) in iteration.lines.iter().enumerate() {
        if line.moves.is_empty() {
            // The game is over: there is nothing but its result.
            send(out, &format!("info depth 0 score cp {}", line.score.centidiscs()));
            return;
        }
        let score =
            format!(" multipv {} score cp {}{}", index + 1, line.score.centidiscs(), bound(line));
        let numbers = numbers(&iteration.progress, &score);
        let moves = notation.line(position, &line.moves).join(" ");
        send(out, &format!("info {numbers} pv {moves}"));
    }
    match iteration.lines.first().map(|line| (line.kind, line.score.centidiscs().signum())) {
        Some((Knowledge::Exact, _)) => info(out, "exact"),
        Some((Knowledge::WinLossDraw, 1)) => info(out, "exact win"),
        Some((Knowledge::WinLossDraw, -1)) => info(out, "exact loss"),
        Some((Knowledge::WinLossDraw, _)) => info(out, "exact draw"),
        Some((Knowledge::Selective(percent), _)) => info(out, &format!("selectivity {percent}")),
        Some((Knowledge::Estimate, _)) | None => {}
    }
}

/// Of a win only a lower bound is known, of a loss an upper one, if only the result was asked for.
fn bound(line: &Line) -> &'static str {
    match (line.kind, line.score.centidiscs().signum()) {
        (Knowledge::WinLossDraw, 1) => " lowerbound",
        (Knowledge::WinLossDraw, -1) => " upperbound",
        _ => "",
    }
}

/// Depth, nodes, time and so on, with the score where it belongs.
fn numbers(progress: &Progress, score: &str) -> String {
    let Progress { depth, selective_depth, nodes, time, hash_full } = *progress;
    let micros = time.as_micros().max(1);
    let nps = u128::from(nodes) * 1_000_000 / micros;
    format!(
        "depth {depth} seldepth {}{score} nodes {nodes} nps {nps} hashfull {hash_full} time {}",
        selective_depth.max(depth),
        time.as_millis()
    )
}

/// An option as `uci` lists it.
pub(super) fn option_line(spec: &OptionSpec) -> String {
    let mut line = format!("option name {} type ", spec.name);
    let default = spec.get(&Options::default()).unwrap_or_default();
    let _ = match &spec.kind {
        Kind::Check { .. } => write!(line, "check default {default}"),
        Kind::Spin { min, max, .. } => write!(line, "spin default {default} min {min} max {max}"),
        Kind::Combo { values, .. } => {
            let words = values.iter().fold(String::new(), |text, value| text + " var " + value);
            write!(line, "combo default {default}{words}")
        }
        Kind::Text { .. } => {
            let default = if default.is_empty() { "<empty>" } else { &default };
            write!(line, "string default {default}")
        }
        Kind::Button => write!(line, "button"),
    };
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::eval::Score;

    #[test]
    fn what_is_known_stands_on_a_line_of_its_own() {
        for (kind, said) in [
            (Knowledge::Estimate, None),
            (Knowledge::Selective(95), Some("info string selectivity 95")),
            (Knowledge::Exact, Some("info string exact")),
            (Knowledge::WinLossDraw, Some("info string exact win")),
        ] {
            let line = Line { score: Score::finished(2), kind, moves: vec![Move::Pass] };
            let mut out = Vec::new();
            let iteration = Iteration { progress: Progress::default(), lines: vec![line] };
            let event = SearchEvent::Iteration(iteration);
            write(&event, Notation::Othello, &Position::START, &mut out);
            let lines: Vec<&str> = out
                .iter()
                .filter_map(|action| match action {
                    Action::Send(line) => Some(line.as_str()),
                    _ => None,
                })
                .collect();
            assert!(lines.first().is_some_and(|line| line.ends_with("pv pass")), "{lines:?}");
            assert_eq!(lines.get(1).copied(), said);
        }
    }
}
