//! Reviews as people read them.

use super::{Reviewed, discs, final_discs};
use crate::analysis::review::{Mark, ReviewedPly, Summary, Verdict};
use crate::board::{Color, Move};
use crate::notation::{Ending, Record};
use crate::report::{Column, Table, grouped};
use crate::search::Knowledge;

const TABLE: Table<9> = Table {
    columns: [
        Column::of_numbers("ply", 3),
        Column::of_text("side", 4),
        Column::of_text("move", 4),
        Column::of_numbers("value", 6),
        Column::of_text("best", 4),
        Column::of_numbers("value", 6),
        Column::of_numbers("loss", 6),
        Column::of_text("", 2),
        Column::of_text("kind", 0),
    ],
};

/// So many of the moves that lost most are named.
pub(super) const WORST: usize = 5;

/// What the columns mean: the lines above all games.
pub(super) fn legend() -> Vec<String> {
    let (mistake, blunder) = (Mark::MISTAKE / 100, Mark::BLUNDER / 100);
    vec![
        "Values are in discs for the side to move. The loss is what the best move is worth more than the".into(),
        format!("one played, both searched alike; ? marks {mistake} discs or more, ?? {blunder} or more. Kind: 14@73% was"),
        "searched 14 plies deep with cuts of which 73 % are right, end@95% to the end of the game with".into(),
        "such cuts, exact to the end without any.".into(),
    ]
}

/// The lines above a game's plies.
pub(super) fn head(number: usize, record: &Record) -> Vec<String> {
    vec![String::new(), title(number, record), TABLE.head()]
}

/// `Game 1: Black Name - White Name, place, date: Black wins 40-24`.
fn title(number: usize, record: &Record) -> String {
    let [black, white] = [Color::Black, Color::White].map(|side| name(record, side));
    let mut title = format!("Game {number}: {black} - {white}");
    for more in [&record.place, &record.date] {
        if !more.is_empty() {
            title += &format!(", {more}");
        }
    }
    format!("{title}: {}", outcome(record))
}

/// The player's name, or the colour if the file tells none.
pub(super) fn name(record: &Record, side: Color) -> String {
    let player = if side == Color::Black { &record.black } else { &record.white };
    if player.name.is_empty() { side.to_string() } else { player.name.clone() }
}

/// Who won, by how much, and how.
fn outcome(record: &Record) -> String {
    if let Some((black, white)) = final_discs(&record.game) {
        return match black - white {
            0 => "a draw, 32-32".into(),
            1.. => format!("Black wins, {black}-{white}"),
            _ => format!("White wins, {white}-{black}"),
        };
    }
    let plies = record.game.plies().len();
    match record.result {
        None => format!("not over after {plies} plies"),
        Some(result) => format!(
            "not over after {plies} plies, {:+} for Black {}",
            result.black,
            match result.ending {
                Ending::Played => "says the file",
                Ending::Resigned => "as one side resigned",
                Ending::Time => "on time",
                Ending::Agreed => "as agreed",
            }
        ),
    }
}

/// The row of a ply.
pub(super) fn row(ply: &ReviewedPly) -> String {
    let mut cells = [const { String::new() }; 9];
    cells[0] = ply.ply.to_string();
    cells[1] = if ply.side == Color::Black { "X" } else { "O" }.into();
    cells[2] = ply.played.to_string();
    if let Some(verdict) = &ply.verdict {
        cells[3] = format!("{:+.2}", discs(verdict.value));
        cells[4] = verdict.best.to_string();
        cells[5] = format!("{:+.2}", discs(verdict.best_value));
        cells[6] = format!("{:.2}", discs(verdict.loss()));
        cells[7] = verdict.mark().map_or_else(String::new, |mark| mark.to_string());
        cells[8] = kind(verdict);
    }
    TABLE.row(cells)
}

/// `14@73%`, `end@95%`, `exact`.
fn kind(verdict: &Verdict) -> String {
    let how_far = match verdict.kind {
        Knowledge::Exact | Knowledge::WinLossDraw => return "exact".into(),
        Knowledge::Selective(_) => "end".into(),
        Knowledge::Estimate => verdict.depth.to_string(),
    };
    match verdict.selectivity {
        100 => how_far,
        percent => format!("{how_far}@{percent}%"),
    }
}

/// What stands below a game's plies: two lines for each player, and one for the work.
pub(super) fn summary(reviewed: &Reviewed<'_>) -> Vec<String> {
    let mut lines = vec![String::new()];
    for side in [Color::Black, Color::White] {
        let summary = Summary::of(&reviewed.review.plies, side);
        let share = 100.0 * summary.best as f64 / summary.choices.max(1) as f64;
        lines.push(format!(
            "{side}: moves {}, with a choice {}, best of these {} ({share:.0} %); discs lost {:.2}, on \
             average {:.2}; ? {}, ?? {}",
            summary.moves,
            summary.choices,
            summary.best,
            discs(summary.loss),
            summary.average_loss() / 100.0,
            summary.mistakes,
            summary.blunders
        ));
        if !summary.worst.is_empty() {
            let worst: Vec<String> = summary.worst.iter().take(WORST).map(bad_move).collect();
            lines.push(format!("  worst: {}", worst.join(", ")));
        }
    }
    let (nodes, time) = (reviewed.review.nodes, reviewed.review.time);
    lines.push(format!("{} nodes, {:.1} s", grouped(nodes), time.as_secs_f64()));
    lines
}

/// `42. g7?? -10.25 (h8)`.
fn bad_move(ply: &ReviewedPly) -> String {
    let mark = ply.verdict.and_then(|verdict| verdict.mark());
    let mark = mark.map_or_else(String::new, |mark| mark.to_string());
    let best = ply.verdict.map_or(Move::Pass, |verdict| verdict.best);
    format!("{}. {}{mark} -{:.2} ({best})", ply.ply, ply.played, discs(ply.loss()))
}
