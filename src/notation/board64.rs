//! The 64-character board of FFO, OBF, GGS and the forums.
//!
//! Read:
//! - 64 cells, a1 b1 ... h1 a2 ... h8. Black: `X x * b B ●`. White: `O o w W ○`. Empty: `- . _`.
//! - Blanks and line ends between cells are skipped.
//! - Then the side to move, with or without a blank before it: one of the letters of a disc, or
//!   `black` or `white` in either case. Without a side it is Black. A letter that stands alone after
//!   a longer word is always a side: with it, 63 cells do not become 64.
//! - All of it may stand in the brackets of GGS, `[8 ... *]`.
//!
//! Written: 64 of `X O -`, a blank, `X` or `O`.

use super::{PositionError, cell, excerpt, nth_square, side_from_name};
use crate::board::{Bitboard, Color, Position, Square};

/// Reads a board and the side to move.
///
/// # Errors
/// When there are not exactly 64 cells, or what follows them is not a side.
pub fn parse(text: &str) -> Result<Position, PositionError> {
    let text = text.trim();
    let text = text.strip_prefix("[8 ").and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let (cells, rest) = split_cells(text)?;
    if rest.is_empty() && ends_with_side(text) {
        return Err(PositionError::Cells(cells.len() - 1));
    }
    let side = match rest.trim() {
        "" => Color::Black,
        name => side_from_name(name).ok_or_else(|| PositionError::BadSide(excerpt(name)))?,
    };
    let [mut black, mut white] = [Bitboard::EMPTY; 2];
    for (index, disc) in cells.into_iter().enumerate() {
        let Some(square) = nth_square(index) else { break };
        match disc {
            Some(Color::Black) => black |= square.bitboard(),
            Some(Color::White) => white |= square.bitboard(),
            None => {}
        }
    }
    Position::new(black, white, side).ok_or(PositionError::Cells(64))
}

/// The 64 cells at the start of a text, and what follows them.
fn split_cells(text: &str) -> Result<(Vec<Option<Color>>, &str), PositionError> {
    let mut cells = Vec::with_capacity(64);
    for (at, c) in text.char_indices() {
        if cells.len() == 64 {
            let rest = text.get(at..).unwrap_or_default();
            // More cells run on: say how many there are instead of calling them a side.
            let more =
                rest.chars().filter(|c| !c.is_whitespace()).take_while(|&c| cell(c).is_some());
            return match more.count() {
                0 | 1 => Ok((cells, rest)),
                count => Err(PositionError::Cells(64 + count)),
            };
        }
        if c.is_whitespace() {
            continue;
        }
        match cell(c) {
            Some(disc) => cells.push(disc),
            None if cells.is_empty() => return Err(PositionError::BadCell(c)),
            // A side's name right after too few cells, or a stray character.
            None if c.is_alphabetic() => return Err(PositionError::Cells(cells.len())),
            None => return Err(PositionError::BadCell(c)),
        }
    }
    if cells.len() == 64 { Ok((cells, "")) } else { Err(PositionError::Cells(cells.len())) }
}

/// Whether the last word is the letter of a side and the word before it is longer.
fn ends_with_side(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    words.next().is_some_and(|word| side_from_name(word).is_some())
        && words.next().is_some_and(|word| word.chars().count() > 1)
}

/// Writes 64 cells, a blank, and the side to move.
pub fn write(position: &Position) -> String {
    let letter = |color| match color {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '-',
    };
    let mut text: String = Square::all().map(|square| letter(position.disc_at(square))).collect();
    text.push(' ');
    text.push(letter(Some(position.side)));
    text
}
