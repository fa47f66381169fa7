//! `outflank show`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use super::game_file;
use crate::board::{Color, Position};
use crate::notation::{Ending, Player, PlyNote, Record, diagram};
use crate::report::{Column, Table};

/// Which games to show.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// The games; `-` is standard input
    file: PathBuf,
    /// Show the boards of this game, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
}

/// Prints a line for each game, or the boards of one.
pub(super) fn run(arguments: &Show) -> Result<ExitCode> {
    let (name, games) = game_file::read(&arguments.file)?;
    let games = games.games;
    ensure!(!games.is_empty(), "{name} has no games");
    let mut out = io::stdout().lock();
    if let Some(number) = arguments.game {
        let count = games.len();
        let game = number.checked_sub(1).and_then(|index| games.into_iter().nth(index));
        let game =
            game.ok_or_else(|| anyhow!("{name} has games 1 to {count}, no game {number}"))?;
        let record = game.record.map_err(|fault| anyhow!("{name}: {}: {fault}", game.place))?;
        for line in boards(number, &record) {
            writeln!(out, "{line}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", TABLE.head())?;
    let mut code = ExitCode::SUCCESS;
    for game in games {
        let number = game.place.number;
        match game_file::good(&name, game) {
            Some(record) => writeln!(out, "{}", row(number, &record))?,
            None => code = ExitCode::FAILURE,
        }
    }
    Ok(code)
}

const TABLE: Table<6> = Table {
    columns: [
        Column::of_numbers("#", 5),
        Column::of_text("date", 23),
        Column::of_text("Black", 16),
        Column::of_text("White", 16),
        Column::of_numbers("plies", 5),
        Column::of_text("result", 0),
    ],
};

fn row(number: usize, record: &Record) -> String {
    let or_dash = |text: &str| if text.is_empty() { "-".into() } else { text.to_owned() };
    TABLE.row([
        number.to_string(),
        or_dash(&record.date),
        or_dash(&record.black.name),
        or_dash(&record.white.name),
        record.game.plies().len().to_string(),
        result(record),
    ])
}

/// The recorded result or, without one, that of a finished game; in discs, for Black.
fn result(record: &Record) -> String {
    let position = record.game.position();
    match record.result {
        Some(result) => {
            let how = match result.ending {
                Ending::Played => "",
                Ending::Resigned => ", resigned",
                Ending::Time => ", on time",
                Ending::Agreed => ", agreed",
            };
            format!("{:+}{how}", result.black)
        }
        None if position.board.is_over() => format!("{:+}", position.score()),
        None => "not over".into(),
    }
}

/// Everything that is known of a game, and the board after each ply.
fn boards(number: usize, record: &Record) -> Vec<String> {
    let (black, white) = (player(&record.black), player(&record.white));
    let mut lines =
        vec![format!("game    {number}"), format!("Black   {black}"), format!("White   {white}")];
    for (name, value) in
        [("place", &record.place), ("date", &record.date), ("time", &record.time_control)]
    {
        if !value.is_empty() {
            lines.push(format!("{name:<8}{value}"));
        }
    }
    lines.push(format!("result  {}", result(record)));
    let start = record.game.start();
    add_board(&mut lines, "start".into(), &start);
    let mut side = start.side;
    let mut notes = record.notes.iter();
    for (ply, number) in record.game.plies().iter().zip(1..) {
        let note = notes.next().copied().unwrap_or_default();
        add_board(&mut lines, format!("{number}. {side} {}{}", ply.mv, said(note)), &ply.after);
        side = !side;
    }
    lines
}

fn player(player: &Player) -> String {
    let name = if player.name.is_empty() { "-" } else { &player.name };
    player.rating.map_or_else(|| name.into(), |rating| format!("{name}, {rating}"))
}

fn said(note: PlyNote) -> String {
    let estimate = note.estimate.map(|estimate| format!(", {estimate:+} discs"));
    let seconds = note.seconds.map(|seconds| format!(", {seconds} s"));
    estimate.unwrap_or_default() + &seconds.unwrap_or_default()
}

fn add_board(lines: &mut Vec<String>, title: String, position: &Position) {
    let turn = if position.board.is_over() {
        "game over".into()
    } else {
        format!("{} to move", position.side)
    };
    let discs = |color| position.discs(color).len();
    lines.push(String::new());
    lines.push(title);
    lines.extend(diagram(position));
    lines.push(format!("  {turn}, X {}, O {}", discs(Color::Black), discs(Color::White)));
}
