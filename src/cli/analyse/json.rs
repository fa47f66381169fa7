//! Reviews as objects, one a line. protocol.md documents them; a test compares.

use anyhow::Result;
use serde::Serialize;

use super::text::WORST;
use super::{Reviewed, discs, final_discs};
use crate::analysis::review::{ReviewedPly, Summary, Verdict};
use crate::board::Color;
use crate::search::Knowledge;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Ply {
        game: usize,
        ply: usize,
        side: &'static str,
        #[serde(rename = "move")]
        played: String,
        #[serde(flatten)]
        verdict: VerdictFields,
    },
    Player {
        game: usize,
        side: &'static str,
        name: String,
        moves: usize,
        choices: usize,
        best_moves: usize,
        loss: f64,
        average_loss: f64,
        mistakes: usize,
        blunders: usize,
        worst: Vec<BadMove>,
    },
    Game {
        game: usize,
        place: String,
        date: String,
        plies: usize,
        result: Option<i32>,
        nodes: u64,
        seconds: f64,
    },
}

/// All null of a pass.
#[derive(Serialize, Default)]
struct VerdictFields {
    value: Option<f64>,
    best: Option<String>,
    best_value: Option<f64>,
    loss: Option<f64>,
    mark: Option<String>,
    kind: Option<&'static str>,
    depth: Option<u32>,
    selectivity: Option<u32>,
    choices: Option<usize>,
    nodes: Option<u64>,
}

#[derive(Serialize)]
struct BadMove {
    ply: usize,
    #[serde(rename = "move")]
    played: String,
    best: Option<String>,
    loss: f64,
}

/// The line of a ply.
pub(super) fn ply(game: usize, ply: &ReviewedPly) -> Result<String> {
    let line = Line::Ply {
        game,
        ply: ply.ply,
        side: letter(ply.side),
        played: ply.played.to_string(),
        verdict: ply.verdict.as_ref().map(VerdictFields::of).unwrap_or_default(),
    };
    Ok(serde_json::to_string(&line)?)
}

impl VerdictFields {
    fn of(verdict: &Verdict) -> Self {
        Self {
            value: Some(discs(verdict.value)),
            best: Some(verdict.best.to_string()),
            best_value: Some(discs(verdict.best_value)),
            loss: Some(discs(verdict.loss())),
            mark: verdict.mark().map(|mark| mark.to_string()),
            kind: Some(match verdict.kind {
                Knowledge::Estimate => "estimate",
                Knowledge::Selective(_) => "selective",
                Knowledge::Exact | Knowledge::WinLossDraw => "exact",
            }),
            depth: Some(verdict.depth),
            selectivity: Some(verdict.selectivity),
            choices: Some(verdict.choices),
            nodes: Some(verdict.nodes),
        }
    }
}

/// The lines of the players and of the game.
pub(super) fn summary(reviewed: &Reviewed<'_>) -> Result<Vec<String>> {
    let &Reviewed { number, record, ref review } = reviewed;
    let player = |side| {
        let summary = Summary::of(&review.plies, side);
        let player = if side == Color::Black { &record.black } else { &record.white };
        Line::Player {
            game: number,
            side: letter(side),
            name: player.name.clone(),
            moves: summary.moves,
            choices: summary.choices,
            best_moves: summary.best,
            loss: discs(summary.loss),
            average_loss: summary.average_loss() / 100.0,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
            worst: summary.worst.iter().take(WORST).map(BadMove::of).collect(),
        }
    };
    let game = Line::Game {
        game: number,
        place: record.place.clone(),
        date: record.date.clone(),
        plies: review.plies.len(),
        result: final_discs(&record.game).map(|(black, white)| black - white),
        nodes: review.nodes,
        seconds: review.time.as_secs_f64(),
    };
    let lines = [player(Color::Black), player(Color::White), game];
    lines.iter().map(|line| Ok(serde_json::to_string(line)?)).collect()
}

impl BadMove {
    fn of(ply: &ReviewedPly) -> Self {
        Self {
            ply: ply.ply,
            played: ply.played.to_string(),
            best: ply.verdict.map(|verdict| verdict.best.to_string()),
            loss: discs(ply.loss()),
        }
    }
}

fn letter(side: Color) -> &'static str {
    if side == Color::Black { "X" } else { "O" }
}
