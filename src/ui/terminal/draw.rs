//! The whole screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::App;
use super::language::Language;
use super::layout::Layout;
use super::menu::MenuLayout;
use super::{board, panel};

/// Draws the state into an empty buffer of any size.
pub fn draw(app: &App, area: Rect, out: &mut Buffer) {
    if let Some(menu) = &app.menu {
        match MenuLayout::of(area, app.language) {
            Some(layout) => layout.draw(menu, app.theme, out),
            None => too_small(app, area, MenuLayout::SMALLEST, out),
        }
    } else if let Some(play) = &app.play {
        match Layout::of(area) {
            Some(layout) => {
                board::draw(app, play, &layout, out);
                panel::draw(app, play, &layout, out);
            }
            None => too_small(app, area, Layout::SMALLEST, out),
        }
    }
}

fn too_small(app: &App, area: Rect, (columns, rows): (u16, u16), out: &mut Buffer) {
    let text = match app.language {
        Language::English => format!("Too small: {columns} x {rows} wanted."),
        Language::Chinese => format!("窗口太小：需要 {columns} x {rows}。"),
    };
    for (line, y) in panel::wrap(&text, usize::from(area.width)).iter().zip(area.y..area.bottom()) {
        out.set_stringn(area.x, y, line, usize::from(area.width), Style::new());
    }
}
