//! The course of a game in a few rows of Braille, whose dots are small and one column wide in
//! every terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::language::Language;
use super::theme::Theme;
use crate::board::Color as Side;

/// Bars of Black's lead go up, of White's down.
const UP: Color = Color::Indexed(35);
const DOWN: Color = Color::Indexed(173);
/// The scale reaches so many centidiscs, or a multiple.
const STEP: i32 = 800;
/// The dots of a character: each column's bits, from above.
const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
const NO_DOTS: u32 = 0x2800;
/// The most values of a game without passes in a row: the start, and after each of 60 moves.
const USUAL: usize = 61;
/// Columns for what the scale reaches.
const SCALE_WIDTH: u16 = 10;

/// Draws values in centidiscs for Black, a bar for each, into an even number of rows.
pub fn draw(
    values: &[Option<i32>],
    area: Rect,
    theme: Theme,
    language: Language,
    out: &mut Buffer,
) {
    let rows = area.height / 2 * 2;
    let most = values.iter().flatten().map(|value| value.abs()).max().unwrap_or(0);
    let scale = ((most + STEP - 1) / STEP).max(1) * STEP;
    let has_scale = area.width >= (USUAL as u16).div_ceil(2) + SCALE_WIDTH;
    let wide = if has_scale { area.width - SCALE_WIDTH } else { area.width };
    let wide = wide.min((values.len().max(USUAL) as u16).div_ceil(2));
    if rows == 0 || wide == 0 {
        return;
    }
    let half = i32::from(rows) * 2;
    let bars = bars(values, usize::from(wide) * 2, scale, half);
    for row in 0..rows {
        let is_above = row < rows / 2;
        for column in 0..wide {
            let mut dots = NO_DOTS;
            for (side, bits) in DOTS.iter().enumerate() {
                let bar = bars.get(usize::from(column) * 2 + side).copied().unwrap_or(0);
                for (dot, bit) in bits.iter().enumerate() {
                    // The height of this dot over the axis, that below it being -1.
                    let height = half - 1 - (i32::from(row) * 4 + dot as i32);
                    let is_on = if height >= 0 { height < bar } else { height >= bar };
                    if is_on || height == -1 && bar <= 0 {
                        dots |= bit;
                    }
                }
            }
            let text = char::from_u32(dots).unwrap_or(' ').to_string();
            let has_bar = bars.iter().skip(usize::from(column) * 2).take(2).any(|bar| *bar != 0);
            let style = match (theme.has_colors, has_bar) {
                (false, _) => Style::new(),
                (true, false) => theme.faint(),
                (true, true) => Style::new().fg(if is_above { UP } else { DOWN }),
            };
            out.set_string(area.x + column, area.y + row, text, style);
        }
    }
    if has_scale {
        let x = area.x + wide + 1;
        for (side, y) in [(Side::Black, area.y), (Side::White, area.y + rows - 1)] {
            let text = format!("{} +{}", language.side(side), scale / 100);
            out.set_string(x, y, text, theme.faint());
        }
    }
}

/// How many dots up or down each bar goes; where there are more values than bars, some are skipped.
fn bars(values: &[Option<i32>], most: usize, scale: i32, half: i32) -> Vec<i32> {
    let count = values.len().min(most);
    let height = |value: i32| {
        let dots = (value * half + value.signum() * scale / 2) / scale;
        // What is not even is to be seen.
        if dots == 0 && value.abs() >= 50 { value.signum() } else { dots }
    };
    (0..count).map(|at| values[at * values.len() / count].map_or(0, height)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_the_lead() {
        let values = [Some(0), Some(800), Some(-400), None, Some(60), Some(-6400)];
        assert_eq!(bars(&values[..5], 10, 800, 12), [0, 12, -6, 0, 1]);
        assert_eq!(bars(&values, 10, 6400, 8), [0, 1, -1, 0, 1, -8]);
        assert_eq!(bars(&values, 3, 800, 12), [0, -6, 1]);
        assert_eq!(bars(&[], 3, 800, 12), [0; 0]);
    }
}
