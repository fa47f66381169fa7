//! `query`: questions about the rules, for managers that do not know them.

use super::super::Action;
use super::notation::Notation;
use super::{error, send};
use crate::board::{Color, Game, Move, Position};
use crate::engine::Engine;
use crate::notation::{board64, excerpt};

/// Answers with one line, `response ...`.
pub(super) fn answer(engine: &Engine, question: &str, out: &mut Vec<Action>) {
    let position = engine.position();
    let notation = Notation::of(engine);
    let response = match question.split_whitespace().next().unwrap_or_default() {
        "gameover" => position.board.is_over().to_string(),
        "p1turn" => (position.side == Color::Black).to_string(),
        "p2turn" => (position.side == Color::White).to_string(),
        "result" => result(&position).into(),
        "legalmoves" => legal_moves(&position, notation),
        "board" => board(&position),
        "fen" => notation.write_fen(&position),
        "score" => position.score().to_string(),
        "start" => board(&engine.game().start()),
        "game" => game(engine.game(), notation),
        other => {
            let known =
                "gameover, p1turn, p2turn, result, legalmoves, board, fen, score, start or game";
            error(out, format!("query: '{}' is none of {known}", excerpt(other)));
            return;
        }
    };
    send(out, &format!("response {response}"));
}

fn board(position: &Position) -> String {
    board64::write(position).replace(' ', "")
}

fn game(game: &Game, notation: Notation) -> String {
    let moves: Vec<Move> = game.plies().iter().map(|ply| ply.mv).collect();
    let moves = notation.line(&game.start(), &moves);
    if moves.is_empty() { "none".into() } else { moves.join(" ") }
}

fn result(position: &Position) -> &'static str {
    if !position.board.is_over() {
        return "none";
    }
    match position.score().signum() {
        1 => "p1win",
        -1 => "p2win",
        _ => "draw",
    }
}

fn legal_moves(position: &Position, notation: Notation) -> String {
    let moves = notation.legal_moves(position);
    if moves.is_empty() { "none".into() } else { moves.join(",") }
}
