//! A board as people look at it.

use crate::board::{Color, Position, Square};

/// Draws a board, a line of letters and eight rows: X is Black, O is White, a dot an empty square, a
/// plus one where the side to move may play.
pub fn diagram(position: &Position) -> Vec<String> {
    let legal = position.board.legal_moves();
    let row = |row: u8| {
        let mut line = format!("  {}", row + 1);
        for column in 0..8 {
            let square = Square::at(column, row);
            line.push_str(match position.disc_at(square) {
                Some(Color::Black) => " X",
                Some(Color::White) => " O",
                None if legal.has(square) => " +",
                None => " .",
            });
        }
        line
    };
    std::iter::once("    a b c d e f g h".into()).chain((0..8).map(row)).collect()
}
