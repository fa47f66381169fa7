//! What GoGui shows of a position beside the board.

use super::record::vertex;
use crate::board::Color;
use crate::eval::Score;
use crate::search::Line;

/// What `gogui-analyze_commands` answers: how the response is shown, a label, the command.
pub(super) const COMMANDS: &str = "pspairs/Move Values/outflank-move_values\n\
    var/Best Line/outflank-best_line\n\
    string/Evaluation/outflank-evaluation";

/// What each move is worth to the side whose turn it is, in discs.
pub(super) fn move_values(lines: &[Line]) -> String {
    let values = lines.iter().filter_map(|line| {
        let tenths = f64::from(line.score.centidiscs()) / 10.0;
        // Not a zero with a minus.
        let discs = tenths.round() / 10.0 + 0.0;
        Some(format!("{} {discs:+.1}", vertex(*line.moves.first()?)))
    });
    values.collect::<Vec<_>>().join("\n")
}

/// The moves that are expected.
pub(super) fn best_line(lines: &[Line]) -> String {
    let moves = lines.first().map(|line| line.moves.as_slice()).unwrap_or_default();
    moves.iter().copied().map(vertex).collect::<Vec<_>>().join(" ")
}

/// A value from this side, as `B+1.50`, `W+0.20` or `0`.
pub(super) fn estimate(side: Color, score: Score) -> String {
    let black = if side == Color::Black { score.centidiscs() } else { -score.centidiscs() };
    let discs = f64::from(black.abs()) / 100.0;
    match black.signum() {
        0 => "0".into(),
        1 => format!("B+{discs:.2}"),
        _ => format!("W+{discs:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::commands::Command;
    use super::*;
    use crate::board::{Move, Square};
    use crate::search::Knowledge;

    #[test]
    fn the_commands_for_the_menu_are_known() {
        for line in COMMANDS.lines() {
            assert!(line.rsplit('/').next().and_then(Command::from_name).is_some(), "{line}");
        }
    }

    #[test]
    fn values_are_in_discs() {
        let line = |centidiscs| Line {
            score: Score::heuristic(centidiscs),
            kind: Knowledge::Estimate,
            moves: vec![Move::Place(Square::at(3, 2)), Move::Pass],
        };
        let lines = [line(150), line(-4), line(-1234)];
        assert_eq!(move_values(&lines), "D3 +1.5\nD3 +0.0\nD3 -12.3");
        assert_eq!(best_line(&lines), "D3 pass");
        assert_eq!((move_values(&[]), best_line(&[])), (String::new(), String::new()));
        let score = Score::heuristic(150);
        assert_eq!(estimate(Color::Black, score), "B+1.50");
        assert_eq!(estimate(Color::White, score), "W+1.50");
        assert_eq!(estimate(Color::White, Score::DRAW), "0");
    }
}
