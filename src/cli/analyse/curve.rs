//! Reviews as pictures.

use super::text::name;
use super::{Reviewed, discs, final_discs};
use crate::analysis::review::{Mark, Verdict};
use crate::board::{Color, Move};
use crate::report::{CurvePly, GameCurve, Lapse};
use crate::search::Knowledge;

/// The curve of a game; a pass leaves the value as it was.
///
/// An estimate leans to one side or the other with the parity of the depth. The search before a
/// move and the one after it lean to different sides; the curve goes through the middle of what
/// they say of the position between them.
pub(super) fn of(reviewed: &Reviewed<'_>) -> GameCurve {
    let record = reviewed.record;
    let plies = &reviewed.review.plies;
    let best_from = |at: usize| {
        plies[at..].iter().find_map(|ply| Some(for_black(ply.verdict?.best_value, ply.side)))
    };
    let start = best_from(0).unwrap_or_default();
    let mut value = start;
    let mut is_exact = false;
    let points = plies.iter().zip(1..).map(|(ply, next)| {
        if let Some(verdict) = &ply.verdict {
            value = for_black(verdict.value, ply.side);
            is_exact = verdict.kind == Knowledge::Exact;
            if !is_exact {
                value = f64::midpoint(value, best_from(next).unwrap_or(value));
            }
        }
        CurvePly {
            name: if ply.played == Move::Pass { "\u{2013}".into() } else { ply.played.to_string() },
            is_black: ply.side == Color::Black,
            value,
            is_exact,
            lapse: ply.verdict.as_ref().and_then(|verdict| lapse(ply.side, verdict, value)),
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

/// The mistake that a move of `side` was, if it was one; `value` is what the curve says of it.
fn lapse(side: Color, verdict: &Verdict, value: f64) -> Option<Lapse> {
    let mark = verdict.mark()?;
    Some(Lapse {
        mark: mark.to_string(),
        is_grave: mark == Mark::Blunder,
        better: verdict.best.to_string(),
        value: value + for_black(verdict.loss(), side),
    })
}

fn for_black(centidiscs: i32, side: Color) -> f64 {
    discs(if side == Color::Black { centidiscs } else { -centidiscs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::review::{Review, ReviewedPly};
    use crate::notation::Record;

    #[test]
    fn the_curve_goes_between_estimates_through_what_is_proved_and_on_over_passes() {
        let ply = |ply, side, verdict: Option<(i32, i32, Knowledge)>| ReviewedPly {
            ply,
            side,
            played: verdict.map_or(Move::Pass, |_| Move::from_name("f5").unwrap()),
            verdict: verdict.map(|(value, best_value, kind)| Verdict {
                value,
                best: Move::from_name("d6").unwrap(),
                best_value,
                depth: 4,
                kind,
                selectivity: 100,
                choices: 2,
                nodes: 1,
            }),
        };
        let plies = vec![
            ply(1, Color::Black, Some((100, 100, Knowledge::Estimate))),
            ply(2, Color::White, Some((-900, -300, Knowledge::Estimate))),
            ply(3, Color::Black, None),
            ply(4, Color::White, Some((-1200, -1200, Knowledge::Exact))),
        ];
        let review = Review { plies, nodes: 3, time: std::time::Duration::ZERO };
        let curve = of(&Reviewed { number: 1, record: &Record::default(), review });
        let values: Vec<f64> = curve.plies.iter().map(|ply| ply.value).collect();
        assert_eq!((curve.start, &values[..]), (1.0, &[2.0, 10.5, 10.5, 12.0][..]));
        // White would have been six discs better off.
        let lapses: Vec<_> = curve.plies.iter().map(|ply| ply.lapse.as_ref()).collect();
        assert_eq!(lapses[1].unwrap().value, 4.5);
        assert_eq!(lapses.iter().flatten().count(), 1);
        assert_eq!((curve.plies[2].name.as_str(), curve.plies[3].is_exact), ("\u{2013}", true));
    }
}
