//! SGF for Othello, `GM[2]`: what game editors write.
//!
//! Read:
//! - `(`, nodes that begin with `;`, properties `XX[value]` or `XX[value][value]` in any order, `)`. A `\`
//!   stands before a character that is meant as it is. Of variations only the first is read.
//! - `GM`, if it is there, is 2, and `SZ` is 8.
//! - `AB AW AE`: set-up, discs of Black and White and empty squares, and rectangles of them, `a1:c3`; the
//!   other squares are empty. `PL`: the side to move, `B` or `W`; without it, after a set-up, the one
//!   that moves first. All of it stands before the first move. Without a set-up the discs are those
//!   of the start of a game.
//! - `B` and `W` the moves: `d3`, or the letters of column and row, `dc`. A pass is an empty value, `tt`,
//!   or whatever else [`Move::from_name`] takes for one; it may be left out.
//! - `PB PW` names, `BR WR` ratings, `EV` event or, without it, `PC` place, `DT` date; `OT` or, without it,
//!   `TM` the time.
//! - `RE` the result: `B+10`, `W+2`, `0` or `Draw`; `B+R` (`Resign`) and `B+T` (`Time`) count as 64 discs. A score
//!   at the end of moves that do not end the game is one that the sides agreed on.
//! - Other properties are skipped, and ratings and results that are not understood are taken as not
//!   known.
//!
//! Written: a line of `GM FF CA SZ PB PW BR WR EV DT TM OT RE` as far as they are known, `AB AW AE PL` unless
//! it is the start of a game, and the moves as `;B[d3]`. `TM` is the main time in seconds, `OT` the
//! whole of it if there is more. `]` and `\` get their `\`, line ends become blanks. There is no room
//! for estimates and times of moves, nor for the discs when a side gave up or ran out of time.

use std::fmt::{self, Write};

use super::ply::{self, PlyError};
use super::tree::{self, Property, Style, Tree, TreeError, number, one_line};
use super::{Ending, Player, Record, RecordedResult, excerpt, ggf};
use crate::board::{Bitboard, Color, Game, Move, Position, Square};

/// Why a text is not a game in SGF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SgfError {
    /// It is not made of properties.
    Tree(TreeError),
    /// It is another game.
    OtherGame(String),
    /// The board has another size.
    BoardSize(String),
    /// This is not a square.
    BadSquare(String),
    /// This is not a side.
    BadSide(String),
    /// This property of the set-up stands after a move.
    SetUpLate(String),
    /// A move cannot be played.
    Ply(PlyError),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tree(error) => error.fmt(f),
            Self::OtherGame(name) => write!(f, "GM[{name}] is another game than Othello, 2"),
            Self::BoardSize(size) => write!(f, "SZ[{size}] is not a board of size 8"),
            Self::BadSquare(text) => write!(f, "'{text}' is not a square (a1 to h8, or aa to hh)"),
            Self::BadSide(text) => write!(f, "PL[{text}] is not a side to move (B or W)"),
            Self::SetUpLate(name) => write!(f, "{name} stands after the first move"),
            Self::Ply(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SgfError {}

impl From<TreeError> for SgfError {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

/// A game of a collection.
#[derive(Clone, PartialEq, Debug)]
pub struct SgfGame {
    /// Its main line.
    pub record: Record,
    /// Whether there are variations, which are not read.
    pub has_variations: bool,
}

/// Reads all games of a collection, each with the line it begins in, counted from 1. A game that
/// cannot be read is an error in its place.
pub fn read(text: &str) -> Vec<(usize, Result<SgfGame, SgfError>)> {
    tree::read_all(text, Style::Sgf, |tree| {
        Ok(SgfGame { record: record(tree)?, has_variations: tree.has_variations })
    })
}

fn record(tree: &Tree) -> Result<Record, SgfError> {
    let name = tree.text("GM");
    if !matches!(name.as_str(), "" | "2") {
        return Err(SgfError::OtherGame(excerpt(&name)));
    }
    let size = tree.text("SZ");
    if !matches!(size.as_str(), "" | "8" | "8:8") {
        return Err(SgfError::BoardSize(excerpt(&size)));
    }
    let game = game(tree)?;
    let or = |first, second| Some(tree.text(first)).filter(|it| !it.is_empty()).unwrap_or(second);
    let mut result = result(&tree.text("RE"));
    if let Some(result) = &mut result
        && result.ending == Ending::Played
        && !game.position().board.is_over()
    {
        result.ending = Ending::Agreed;
    }
    Ok(Record {
        game,
        black: Player { name: tree.text("PB"), rating: tree.number("BR") },
        white: Player { name: tree.text("PW"), rating: tree.number("WR") },
        place: or("EV", tree.text("PC")),
        date: tree.text("DT"),
        time_control: or("OT", tree.text("TM")),
        result,
        notes: Vec::new(),
    })
}

/// Sets up the first position and plays the moves.
fn game(tree: &Tree) -> Result<Game, SgfError> {
    let is_move = |property: &&Property| matches!(property.name.as_str(), "B" | "W");
    let first = tree.properties.iter().find(is_move);
    let mut game = Game::from_position(start(tree, first)?);
    for property in tree.properties.iter().filter(is_move) {
        let side = if property.name == "B" { Color::Black } else { Color::White };
        for value in &property.values {
            let value = value.trim();
            ply::play(&mut game, side, mv(value), value).map_err(SgfError::Ply)?;
        }
    }
    Ok(game)
}

fn start(tree: &Tree, first_move: Option<&Property>) -> Result<Position, SgfError> {
    let mut discs: Option<[Bitboard; 2]> = None;
    let mut side = None;
    let mut is_late = false;
    for property in &tree.properties {
        let name = property.name.as_str();
        match name {
            "B" | "W" => is_late = true,
            "AB" | "AW" | "AE" | "PL" if is_late => return Err(SgfError::SetUpLate(name.into())),
            "AB" | "AW" | "AE" => {
                let [black, white] = discs.get_or_insert([Bitboard::EMPTY; 2]);
                for value in &property.values {
                    let squares = squares(value.trim())?;
                    *black &= !squares;
                    *white &= !squares;
                    match name {
                        "AB" => *black |= squares,
                        "AW" => *white |= squares,
                        _ => {}
                    }
                }
            }
            "PL" => {
                let value = property.values.first().map_or("", |value| value.trim());
                let named = super::side_from_name(value);
                side = Some(named.ok_or_else(|| SgfError::BadSide(excerpt(value)))?);
            }
            _ => {}
        }
    }
    let side = side.unwrap_or_else(|| match first_move {
        Some(property) if property.name == "W" && discs.is_some() => Color::White,
        _ => Color::Black,
    });
    let [black, white] =
        discs.unwrap_or([Color::Black, Color::White].map(|side| Position::START.discs(side)));
    // Each square has one owner, as it was set up above.
    Ok(Position::new(black, white, side).unwrap_or(Position::START))
}

/// A square, or all from one corner of a rectangle to the other.
fn squares(text: &str) -> Result<Bitboard, SgfError> {
    let bad = || SgfError::BadSquare(excerpt(text));
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let from = square(from).ok_or_else(bad)?;
    let to = square(to).ok_or_else(bad)?;
    let mut all = Bitboard::EMPTY;
    for row in from.row()..=to.row() {
        for column in from.column()..=to.column() {
            all |= Square::at(column, row).bitboard();
        }
    }
    Ok(all)
}

/// `d3`, or `dc` for the same.
fn square(text: &str) -> Option<Square> {
    let letters = || {
        let &[column, row] = text.as_bytes() else { return None };
        let row = row.to_ascii_lowercase().checked_sub(b'a')?;
        Square::from_name(&format!("{}{}", char::from(column), row + 1))
    };
    Square::from_name(text).or_else(letters)
}

fn mv(text: &str) -> Option<Move> {
    match text {
        "" | "tt" => Some(Move::Pass),
        _ => Move::from_name(text).or_else(|| square(text).map(Move::Place)),
    }
}

fn result(value: &str) -> Option<RecordedResult> {
    let value = value.to_ascii_lowercase();
    if matches!(value.as_str(), "0" | "d" | "draw") {
        return Some(RecordedResult { black: 0.0, ending: Ending::Played });
    }
    let (winner, by) = value.split_once('+')?;
    let sign = match winner {
        "b" => 1.0,
        "w" => -1.0,
        _ => return None,
    };
    let (discs, ending) = match by {
        "r" | "resign" => (64.0, Ending::Resigned),
        "t" | "time" => (64.0, Ending::Time),
        discs => (number(discs).filter(|it| (0.0..=64.0).contains(it))?, Ending::Played),
    };
    Some(RecordedResult { black: sign * discs, ending })
}

/// Writes a game as a line, without its end.
pub fn write(record: &Record) -> String {
    let mut text = String::from("(;GM[2]FF[4]CA[UTF-8]SZ[8]");
    let (black, white) = (&record.black, &record.white);
    known(&mut text, "PB", &black.name);
    known(&mut text, "PW", &white.name);
    for (name, player) in [("BR", black), ("WR", white)] {
        known(&mut text, name, &player.rating.map_or_else(String::new, |it| it.to_string()));
    }
    known(&mut text, "EV", &record.place);
    known(&mut text, "DT", &record.date);
    write_time(&mut text, &record.time_control);
    known(&mut text, "RE", &record.result.map_or_else(String::new, result_text));
    let start = record.game.start();
    if start != Position::START {
        write_setup(&mut text, start);
    }
    let mut side = start.side;
    for ply in record.game.plies() {
        let _ = match ply.mv {
            Move::Place(square) => write!(text, ";{}[{square}]", letter(side)),
            Move::Pass => write!(text, ";{}[]", letter(side)),
        };
        side = !side;
    }
    text.push(')');
    text
}

fn write_time(text: &mut String, time_control: &str) {
    let main = time_control.split(['/', ' ']).next().unwrap_or_default();
    let main = ggf::seconds(main).map_or_else(String::new, |seconds| seconds.to_string());
    known(text, "TM", &main);
    if time_control != main {
        known(text, "OT", time_control);
    }
}

fn result_text(result: RecordedResult) -> String {
    let RecordedResult { black, ending } = result;
    let winner = if black > 0.0 { 'B' } else { 'W' };
    match ending {
        _ if black == 0.0 => "0".into(),
        Ending::Resigned => format!("{winner}+R"),
        Ending::Time => format!("{winner}+T"),
        Ending::Played | Ending::Agreed => format!("{winner}+{}", black.abs()),
    }
}

fn write_setup(text: &mut String, start: Position) {
    let discs = |color| start.discs(color);
    // The last one says that there is a set-up, when it has no disc.
    let none = if start.board.empties() == Bitboard::ALL { Bitboard::ALL } else { Bitboard::EMPTY };
    for (name, squares) in [("AB", discs(Color::Black)), ("AW", discs(Color::White)), ("AE", none)]
    {
        if !squares.is_empty() {
            text.push_str(name);
        }
        for square in squares.squares() {
            let _ = write!(text, "[{square}]");
        }
    }
    let _ = write!(text, "PL[{}]", letter(start.side));
}

const fn letter(side: Color) -> char {
    match side {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn known(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let value = one_line(value).replace('\\', "\\\\").replace(']', "\\]");
        let _ = write!(text, "{name}[{value}]");
    }
}
