//! Reviews as pictures.

use super::text::name;
use super::{Reviewed, discs, final_discs};
use crate::analysis::review::{Mark, ReviewedPly, Verdict};
use crate::board::{Color, Move};
use crate::report::{CurvePly, GameCurve, Lapse};
use crate::search::Knowledge;

/// The curve of a game; a pass leaves the value as it was.
pub(super) fn of(reviewed: &Reviewed<'_>) -> GameCurve {
    let record = reviewed.record;
    let plies = &reviewed.review.plies;
    let start = plies.iter().find_map(|ply| {
        let best_value = ply.verdict?.best_value;
        Some(for_black(best_value, ply.side))
    });
    let start = start.unwrap_or_default();
    let mut value = start;
    let mut is_exact = false;
    let points = plies.iter().map(|ply| {
        if let Some(verdict) = &ply.verdict {
            value = for_black(verdict.value, ply.side);
            is_exact = verdict.kind == Knowledge::Exact;
        }
        CurvePly {
            name: if ply.played == Move::Pass { "\u{2013}".into() } else { ply.played.to_string() },
            is_black: ply.side == Color::Black,
            value,
            is_exact,
            lapse: ply.verdict.as_ref().and_then(|verdict| lapse(ply, verdict)),
        }
    });
    let notes = [&record.place, &record.date].into_iter().filter(|note| !note.is_empty());
    GameCurve {
        black: name(record, Color::Black),
        white: name(record, Color::White),
        result: match final_discs(&record.game) {
            Some((black, white)) => format!("{black} \u{2013} {white}"),
            None => "not over".into(),
        },
        note: notes.map(String::as_str).collect::<Vec<_>>().join(", "),
        start,
        plies: points.collect(),
    }
}

fn lapse(ply: &ReviewedPly, verdict: &Verdict) -> Option<Lapse> {
    let mark = verdict.mark()?;
    Some(Lapse {
        mark: mark.to_string(),
        is_grave: mark == Mark::Blunder,
        better: verdict.best.to_string(),
        value: for_black(verdict.best_value, ply.side),
    })
}

fn for_black(centidiscs: i32, side: Color) -> f64 {
    discs(if side == Color::Black { centidiscs } else { -centidiscs })
}
