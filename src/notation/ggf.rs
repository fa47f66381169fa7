//! GGF: games of the server GGS, and what NBoard speaks.
//!
//! Read:
//! - `(;`, tags `XX[value]`, `;)`. There are no escapes: a value goes to the next `]`. Blanks and line
//!   ends may stand between tags. Before a game there may be the number of games of its entry,
//!   `1 (;...;)` or `2 (;...;)(;...;)`; it has to be right.
//! - `GM`, if it is there, is `Othello` in either case.
//! - `BO[8 CELLS SIDE]`: the first position, as in [`board64`]; without it, the start of a game.
//! - `PB PW` names, `RB RW` ratings, `PC` place, `DT` date; `TI` the time of both sides, or `TB` and `TW`
//!   those of Black and White, which a [`Record`] has with a blank between.
//! - `RE` the result from Black's view, `+64.00`, with `:r` when a side gave up, `:t` when its time was
//!   over, `:s` when the sides agreed on it.
//! - `B` and `W` the moves, `d3/estimate/seconds`, the last two as far as they are known; the seconds
//!   may be `minutes:seconds` and `hours:minutes:seconds`. A pass is `PA`, or whatever else
//!   [`Move::from_name`] takes for one; it may be left out.
//! - Other tags are skipped, and ratings, results, estimates and times that are no numbers are taken
//!   as not known.
//!
//! Written: a line of `GM PC DT PB PW RB RW TI TY RE BO` and the moves; of these `PC DT RB RW TI` only
//! where they are known. `TY` is `8`, or `8rN` for another first position, of N discs. Since there
//! are no escapes, a name or another text with a `]` in it gets `(` and `)` for its `[` and `]`.

use std::fmt::{self, Write};

use super::ply::{self, PlyError};
use super::tree::{self, Style, Tree, TreeError, number, one_line};
use super::{Ending, Player, PlyNote, PositionError, Record, RecordedResult, board64, excerpt};
use crate::board::{Color, Game, Move, Position};

/// Why a text is not a game in GGF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GgfError {
    /// It is not made of tags.
    Tree(TreeError),
    /// It is another game.
    OtherGame(String),
    /// The board has this many squares on a side, or something else where that should stand.
    BoardSize(String),
    /// `BO` is not a position.
    Board(PositionError),
    /// A move cannot be played.
    Ply(PlyError),
}

impl fmt::Display for GgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tree(error) => error.fmt(f),
            Self::OtherGame(name) => write!(f, "GM[{name}] is another game than Othello"),
            Self::BoardSize(size) => write!(f, "BO begins with '{size}', not with the size 8"),
            Self::Board(error) => write!(f, "BO: {error}"),
            Self::Ply(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GgfError {}

impl From<TreeError> for GgfError {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

/// Reads all games of an archive, each with the line it begins in, counted from 1. A game that
/// cannot be read is an error in its place.
pub fn read(text: &str) -> Vec<(usize, Result<Record, GgfError>)> {
    tree::read_all(text, Style::Ggf, record)
}

fn record(tree: &Tree) -> Result<Record, GgfError> {
    let name = tree.text("GM");
    if !name.is_empty() && !name.eq_ignore_ascii_case("othello") {
        return Err(GgfError::OtherGame(excerpt(&name)));
    }
    let start = tree.find("BO").map_or(Ok(Position::START), position)?;
    let mut record = Record {
        game: Game::from_position(start),
        black: Player { name: tree.text("PB"), rating: tree.number("RB") },
        white: Player { name: tree.text("PW"), rating: tree.number("RW") },
        place: tree.text("PC"),
        date: tree.text("DT"),
        time_control: time_control(tree),
        result: tree.find("RE").and_then(result),
        notes: Vec::new(),
    };
    for property in &tree.properties {
        let side = match property.name.as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        for value in &property.values {
            play(&mut record, side, value).map_err(GgfError::Ply)?;
        }
    }
    Ok(record)
}

fn position(value: &str) -> Result<Position, GgfError> {
    let (size, board) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    if size != "8" {
        return Err(GgfError::BoardSize(excerpt(size)));
    }
    board64::parse(board).map_err(GgfError::Board)
}

fn time_control(tree: &Tree) -> String {
    let both = tree.text("TI");
    if !both.is_empty() {
        return both;
    }
    let (black, white) = (tree.text("TB"), tree.text("TW"));
    if black == white { black } else { format!("{black} {white}").trim().into() }
}

fn result(value: &str) -> Option<RecordedResult> {
    let (score, letter) = value.split_once(':').unwrap_or((value, ""));
    let ending = match letter.trim() {
        "" => Ending::Played,
        "r" => Ending::Resigned,
        "t" => Ending::Time,
        "s" => Ending::Agreed,
        _ => return None,
    };
    let black = number(score).filter(|score| score.abs() <= 64.0)?;
    Some(RecordedResult { black, ending })
}

/// Plays `d3/estimate/seconds`.
fn play(record: &mut Record, side: Color, value: &str) -> Result<(), PlyError> {
    let mut fields = value.split('/').map(str::trim);
    let name = fields.next().unwrap_or_default();
    ply::play(&mut record.game, side, Move::from_name(name), name)?;
    let estimate = fields.next().and_then(number);
    let note = PlyNote { estimate, seconds: fields.next().and_then(seconds) };
    if note != PlyNote::default() {
        record.notes.resize(record.game.plies().len() - 1, PlyNote::default());
        record.notes.push(note);
    }
    Ok(())
}

/// Reads `[[hours:]minutes:]seconds`, as seconds; `None` for anything else.
pub fn seconds(text: &str) -> Option<f64> {
    let mut sum = 0.0;
    for (index, part) in text.split(':').enumerate() {
        let part = number(part).filter(|part| index < 3 && *part >= 0.0)?;
        sum = sum * 60.0 + part;
    }
    Some(sum)
}

/// Writes a game as a line, without its end.
pub fn write(record: &Record) -> String {
    let start = record.game.start();
    let (black, white) = (&record.black, &record.white);
    let mut text = String::from("(;GM[Othello]");
    known(&mut text, "PC", &record.place);
    known(&mut text, "DT", &record.date);
    tag(&mut text, "PB", &black.name);
    tag(&mut text, "PW", &white.name);
    for (name, player) in [("RB", black), ("RW", white)] {
        known(&mut text, name, &player.rating.map_or_else(String::new, |it| it.to_string()));
    }
    match record.time_control.split_once(' ') {
        Some((black, white)) if black != white && is_word(black) && is_word(white) => {
            tag(&mut text, "TB", black);
            tag(&mut text, "TW", white);
        }
        _ => known(&mut text, "TI", &record.time_control),
    }
    let _ = match start {
        Position::START => write!(text, "TY[8]"),
        _ => write!(text, "TY[8r{}]", 64 - start.board.empties().len()),
    };
    let _ = match record.result {
        Some(RecordedResult { black, ending }) => write!(text, "RE[{black:+}{}]", letter(ending)),
        None => write!(text, "RE[?]"),
    };
    let _ = write!(text, "BO[8 {}]", board64::write(&start).replace('X', "*"));
    let mut side = start.side;
    let mut notes = record.notes.iter();
    for ply in record.game.plies() {
        let note = notes.next().copied().unwrap_or_default();
        write_ply(&mut text, side, ply.mv, note);
        side = !side;
    }
    text.push_str(";)");
    text
}

fn is_word(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

const fn letter(ending: Ending) -> &'static str {
    match ending {
        Ending::Played => "",
        Ending::Resigned => ":r",
        Ending::Time => ":t",
        Ending::Agreed => ":s",
    }
}

fn write_ply(text: &mut String, side: Color, mv: Move, note: PlyNote) {
    text.push(if side == Color::Black { 'B' } else { 'W' });
    let _ = match mv {
        Move::Place(square) => write!(text, "[{square}"),
        Move::Pass => write!(text, "[PA"),
    };
    let PlyNote { estimate, seconds } = note;
    let estimate = estimate.map_or_else(String::new, |estimate| estimate.to_string());
    let _ = match seconds {
        Some(seconds) => write!(text, "/{estimate}/{seconds}]"),
        None if estimate.is_empty() => write!(text, "]"),
        None => write!(text, "/{estimate}]"),
    };
}

fn known(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        tag(text, name, value);
    }
}

fn tag(text: &mut String, name: &str, value: &str) {
    let mut value = one_line(value);
    if value.contains(']') {
        value = value.replace('[', "(").replace(']', ")");
    }
    let _ = write!(text, "{name}[{value}]");
}
