//! Where things stand on a screen of some size.

use ratatui::layout::Rect;

use crate::board::Square;

/// Where everything is while a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Columns and rows of a square.
    pub cell: (u16, u16),
    /// Who plays whom.
    pub title: Rect,
    /// The 64 squares; the letters stand above it, the numbers on its left.
    pub squares: Rect,
    /// Discs, turn, value, graph and moves.
    pub panel: Rect,
    /// What was said last.
    pub messages: Rect,
    /// What can be typed.
    pub keys: Rect,
}

/// The sizes of a square, the largest first: all but the last look as wide as
/// they are high.
const CELLS: [(u16, u16); 4] = [(8, 4), (6, 3), (4, 2), (3, 1)];
/// For the numbers on the left of the squares.
const NUMBERS: u16 = 3;
/// The fewest columns of a panel beside the board.
const PANEL_WIDTH: u16 = 22;
/// The fewest rows of a panel below the board.
const PANEL_HEIGHT: u16 = 3;
/// The rows for messages.
const MESSAGES: u16 = 3;

impl Layout {
    /// The smallest screen, columns and rows, that has room for a game.
    pub const SMALLEST: (u16, u16) = (NUMBERS + 24 + 1, 1 + 9 + PANEL_HEIGHT + MESSAGES + 1);

    /// The layout with the largest board that there is room for, if there is.
    pub fn of(area: Rect) -> Option<Self> {
        CELLS.iter().find_map(|&cell| Self::beside(area, cell).or_else(|| Self::below(area, cell)))
    }

    /// With the panel beside the board.
    fn beside(area: Rect, cell: (u16, u16)) -> Option<Self> {
        let (width, height) = (8 * cell.0, 8 * cell.1);
        let left = NUMBERS + width + 3;
        if area.width < left + PANEL_WIDTH || area.height < height + 3 + MESSAGES {
            return None;
        }
        let top = 2;
        // Where there is more room than that, the rows are not crammed.
        let gap = u16::from(area.height > top + height + MESSAGES + 1);
        Some(Self {
            cell,
            title: Rect { x: 1, y: 0, width: area.width - 1, height: 1 },
            squares: Rect { x: NUMBERS, y: top, width, height },
            panel: Rect { x: left, y: top, width: (area.width - left - 1).min(64), height },
            messages: Rect { x: 1, y: top + height + gap, width: area.width - 2, height: MESSAGES },
            keys: Rect { x: 1, y: area.height - 1, width: area.width - 1, height: 1 },
        })
    }

    /// With the panel below the board.
    fn below(area: Rect, cell: (u16, u16)) -> Option<Self> {
        let (width, height) = (8 * cell.0, 8 * cell.1);
        let top = 2;
        let rest = area.height.checked_sub(top + height + MESSAGES + 1)?;
        if area.width < NUMBERS + width + 1 || rest < PANEL_HEIGHT {
            return None;
        }
        let wide = area.width - 2;
        Some(Self {
            cell,
            title: Rect { x: 1, y: 0, width: area.width - 1, height: 1 },
            squares: Rect { x: NUMBERS, y: top, width, height },
            panel: Rect { x: 1, y: top + height, width: wide, height: rest.min(16) },
            messages: Rect { x: 1, y: area.height - 1 - MESSAGES, width: wide, height: MESSAGES },
            keys: Rect { x: 1, y: area.height - 1, width: area.width - 1, height: 1 },
        })
    }

    /// Where a square is.
    pub fn square(&self, square: Square) -> Rect {
        let (width, height) = self.cell;
        Rect {
            x: self.squares.x + width * u16::from(square.column()),
            y: self.squares.y + height * u16::from(square.row()),
            width,
            height,
        }
    }

    /// The square at this column and row of the screen, if there is one.
    pub fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        if !self.squares.contains((column, row).into()) {
            return None;
        }
        let (width, height) = self.cell;
        let column = (column - self.squares.x) / width;
        let row = (row - self.squares.y) / height;
        Some(Square::at(column as u8, row as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_stands_on_the_screen_and_nothing_on_something_else() {
        for width in 0..140 {
            for height in 0..60 {
                let area = Rect { x: 0, y: 0, width, height };
                let (columns, rows) = Layout::SMALLEST;
                let Some(layout) = Layout::of(area) else {
                    assert!(width < columns || height < rows, "{width}x{height}");
                    continue;
                };
                let Layout { title, squares, panel, messages, keys, .. } = layout;
                let letters = Rect { y: squares.y - 1, height: 1, ..squares };
                let numbers = Rect { x: 0, width: squares.x, ..squares };
                let all = [title, squares, panel, messages, keys, letters, numbers];
                for (index, part) in all.iter().enumerate() {
                    assert_eq!(part.intersection(area), *part, "{width}x{height}: {layout:?}");
                    for other in &all[..index] {
                        assert!(!part.intersects(*other), "{width}x{height}: {layout:?}");
                    }
                }
                for square in Square::all() {
                    let at = layout.square(square);
                    let last = (at.right() - 1, at.bottom() - 1);
                    assert_eq!(layout.square_at(at.x, at.y), Some(square));
                    assert_eq!(layout.square_at(last.0, last.1), Some(square));
                }
                assert_eq!(layout.square_at(squares.right(), squares.y), None);
            }
        }
    }
}
