//! What people at a terminal ask for.

use std::time::Duration;

use super::super::{Action, words};
use super::notation::Notation;
use super::{info, send};
use crate::board::{Color, Convention, Move, Position};
use crate::engine::{BenchReport, Engine, PerftReport};
use crate::eval::Features;
use crate::notation::{board64, diagram, excerpt};

/// Draws the board and says what there is to say of the position.
pub(super) fn display(engine: &Engine, out: &mut Vec<Action>) {
    let position = engine.position();
    for line in diagram(&position) {
        send(out, &line);
    }
    let discs = |color| position.discs(color).len();
    let (black, white) = (discs(Color::Black), discs(Color::White));
    let plies = engine.game().plies().len();
    let turn = if position.board.is_over() {
        "game over".into()
    } else {
        format!("{} to move", position.side)
    };
    send(out, &format!("  {turn}, ply {plies}, X {black}, O {white}, score {}", position.score()));
    send(out, &format!("  legal moves: {}", move_names(engine)));
    send(out, &format!("  fen {}", Notation::of(engine).write_fen(&position)));
    send(out, &format!("  board {}", board64::write(&position)));
}

/// Added to a zero of either sign it makes the one that is written without a sign.
const NOT_NEGATIVE: f64 = 0.0;

/// The features, each with its weight and product, their sum, and the estimate in use.
pub(super) fn eval(engine: &Engine, out: &mut Vec<Action>) {
    let board = engine.position().board;
    let linear = engine.linear();
    let features = Features::of(board);
    let rows = Features::NAMES
        .iter()
        .zip(features.values())
        .zip(linear.weights.values())
        .zip(linear.weights.products(features));
    for (((name, value), weight), product) in rows {
        info(out, &format!("eval {name} {value} {weight} {}", shown(product)));
    }
    info(out, &format!("eval sum {}", shown(linear.sum(board))));
    let name = match engine.level() {
        Some(number) => format!("level {number}"),
        None => engine.option("Eval").unwrap_or_default(),
    };
    if name == "network" {
        network(engine, out);
    }
    let centidiscs = engine.estimate().centidiscs();
    info(out, &format!("eval in use {name}, score cp {centidiscs} for the side to move"));
}

/// So many moves are named of those that a network prefers.
const PREFERRED: usize = 5;

/// What the network says of the position: its value, what that means in discs, and the moves that
/// it prefers, each with its probability.
fn network(engine: &Engine, out: &mut Vec<Action>) {
    let position = engine.position();
    let network = engine.network();
    let inference = network.infer(position.board);
    let discs = network.curve().discs(inference.value);
    info(out, &format!("eval network value {:.3} discs {discs:.2}", inference.expected_reward()));
    let mut moves = inference.probabilities(position.board.legal_moves());
    moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let notation = Notation::of(engine);
    let named = moves.iter().take(PREFERRED).map(|&(square, probability)| {
        let name = notation.write_move(&position, Move::Place(square));
        format!("{name} {probability:.3}")
    });
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        info(out, &format!("eval network moves {}", named.join(" ")));
    }
}

/// Without what binary fractions leave behind: 3 times 0.4 is 1.2.
fn shown(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded.is_finite() { rounded + NOT_NEGATIVE } else { value }
}

/// The legal moves.
pub(super) fn moves(engine: &Engine, out: &mut Vec<Action>) {
    info(out, &format!("moves {}", move_names(engine)));
}

fn move_names(engine: &Engine) -> String {
    let moves = Notation::of(engine).legal_moves(&engine.position());
    if moves.is_empty() { "none, the game is over".into() } else { moves.join(" ") }
}

/// Depth and convention in the arguments of `perft`.
pub(super) fn perft_arguments(arguments: &str) -> Result<(u32, Convention), String> {
    let (depth, rest) =
        words::split_first(arguments).ok_or("perft wants a depth, for example `perft 8`")?;
    let depth = depth
        .parse()
        .ok()
        .filter(|depth| (1..=60).contains(depth))
        .ok_or_else(|| format!("perft wants a depth from 1 to 60, not '{}'", excerpt(depth)))?;
    let convention = match rest.split_whitespace().find(|word| *word != "convention") {
        Some(word) => excerpt(word).parse()?,
        None => Convention::A,
    };
    Ok((depth, convention))
}

/// The leaves below each move and in all.
pub(super) fn perft_result(
    report: &PerftReport,
    notation: Notation,
    position: &Position,
    out: &mut Vec<Action>,
) {
    for &(mv, count) in &report.counts {
        info(out, &format!("perft {} {count}", notation.write_move(position, mv)));
    }
    info(out, &format!("perft nodes {} {}", report.nodes, speed(report.nodes, report.time)));
}

/// Nodes and speed of a bench.
pub(super) fn bench_result(report: &BenchReport, out: &mut Vec<Action>) {
    let BenchReport { nodes, time } = *report;
    info(out, &format!("bench nodes {nodes} {}", speed(nodes, time)));
}

fn speed(nodes: u64, time: Duration) -> String {
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    format!("time {} nps {nps}", time.as_millis())
}
