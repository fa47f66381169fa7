//! A FEN-like line.
//!
//! Read: eight rows from row 1 down with `/` between, digits for runs of empty squares, `X x b B *`
//! for Black and `O o w W` for White, `- . _` for one empty square; a blank; the side to move: `b w x o`,
//! `black` or `white`, either case. What follows is not read.
//!
//! Written: `X`, `O`, digits; `b` or `w`. The start is `8/8/8/3OX3/3XO3/8/8/8 b`.

use super::{PositionError, cell, excerpt, nth_square, side_from_name};
use crate::board::{Bitboard, Color, Position, Square};

/// Reads the rows and the side to move, each a word.
///
/// # Errors
/// When the rows do not describe eight times eight squares, or the side is missing or none.
pub fn parse(rows: &str, side: Option<&str>) -> Result<Position, PositionError> {
    let [mut black, mut white] = [Bitboard::EMPTY; 2];
    let count = rows.split('/').count();
    if count != 8 {
        return Err(PositionError::Rows(count));
    }
    for (row, text) in rows.split('/').enumerate() {
        let mut column = 0;
        for c in text.chars() {
            if let Some(run) = c.to_digit(10) {
                column += run as usize;
                continue;
            }
            let disc = cell(c).ok_or(PositionError::BadCell(c))?;
            if let (Some(color), true, Some(square)) =
                (disc, column < 8, nth_square(8 * row + column))
            {
                *(if color == Color::Black { &mut black } else { &mut white }) |= square.bitboard();
            }
            column += 1;
        }
        if column != 8 {
            return Err(PositionError::Row(row + 1, column));
        }
    }
    let side = side.ok_or(PositionError::NoSide)?;
    let side = side_from_name(side).ok_or_else(|| PositionError::BadSide(excerpt(side)))?;
    Position::new(black, white, side).ok_or(PositionError::Rows(8))
}

/// Writes the rows, a blank, and the side to move.
pub fn write(position: &Position) -> String {
    let mut text = String::new();
    let mut run = 0;
    let end_run = |text: &mut String, run: &mut u32| {
        if *run > 0 {
            text.push_str(&run.to_string());
        }
        *run = 0;
    };
    for square in Square::all() {
        if square.column() == 0 && square.row() > 0 {
            end_run(&mut text, &mut run);
            text.push('/');
        }
        match position.disc_at(square) {
            None => run += 1,
            Some(color) => {
                end_run(&mut text, &mut run);
                text.push(if color == Color::Black { 'X' } else { 'O' });
            }
        }
    }
    end_run(&mut text, &mut run);
    text.push_str(if position.side == Color::Black { " b" } else { " w" });
    text
}
