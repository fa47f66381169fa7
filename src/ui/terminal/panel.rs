//! What stands around the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::app::{App, Prompt, Purpose};
use super::graph;
use super::language::Language;
use super::layout::Layout;
use super::play::{Play, Task, final_discs};
use super::theme::{BAR_BLACK, BLACK, WHITE};
use crate::board::{Color, Move};

/// Draws everything but the board.
pub fn draw(app: &App, play: &Play, layout: &Layout, out: &mut Buffer) {
    let title = layout.title;
    out.set_stringn(title.x, title.y, "OUTFLANK", usize::from(title.width), app.theme.key());
    panel(app, play, layout.panel, out);
    messages(app, layout.messages, out);
    keys(app, layout.keys, out);
}

/// Discs, turn, value, graph and moves, as far as there is room.
fn panel(app: &App, play: &Play, area: Rect, out: &mut Buffer) {
    let is_spacious = area.height >= 14;
    let gap = u16::from(is_spacious);
    let mut y = area.y;
    for side in [Color::Black, Color::White] {
        side_row(app, play, side, Rect { y, height: 1, ..area }, out);
        y += 1;
    }
    y += gap;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let wide = usize::from(area.width);
    out.set_stringn(area.x, y, turn(app, play), wide, bold);
    y += 1 + gap;
    let bottom = area.bottom();
    if y >= bottom {
        return;
    }
    value_row(app, play, Rect { y, height: 1, ..area }, out);
    y += 1 + gap;
    let rest = bottom.saturating_sub(y);
    let rows = match rest {
        0..2 => return,
        2..8 => rest / 2 * 2,
        8..14 => 6,
        _ => 10,
    };
    graph::draw(&play.values(), Rect { y, height: rows, ..area }, app.theme, app.language, out);
    y += rows + gap;
    for (line, y) in move_rows(play, area.width, bottom.saturating_sub(y)).iter().zip(y..) {
        out.set_stringn(area.x, y, line, wide, app.theme.faint());
    }
}

/// A disc, the side, who plays it, how many discs it has.
fn side_row(app: &App, play: &Play, side: Color, area: Rect, out: &mut Buffer) {
    let (disc, ink) = match side {
        Color::Black => ("●", BLACK),
        Color::White if app.theme.has_colors => ("●", WHITE),
        Color::White => ("○", WHITE),
    };
    let position = play.position();
    let is_on = !play.is_over() && position.side == side;
    let style = match is_on {
        true => Style::new().add_modifier(Modifier::BOLD),
        false => Style::new(),
    };
    let setup = play.setup();
    let who = match setup.people.have(side) {
        true => app.language.pick("you", "您"),
        false => app.language.level(setup.level),
    };
    let disc_style = app.theme.colors(ink, app.theme.ground[0]);
    out.set_string(area.x, area.y, format!(" {disc} "), disc_style);
    let room = usize::from(area.width.min(30) - 8);
    let name = format!("{}  {who}", app.language.side(side));
    // The disc tells the side too.
    let name = if Span::raw(&name).width() <= room { &name } else { who };
    out.set_stringn(area.x + 4, area.y, name, room, style);
    let count = format!("{:>3}", position.discs(side).len());
    out.set_string(area.x + area.width.min(30) - 4, area.y, count, style);
}

/// What happens now.
fn turn(app: &App, play: &Play) -> String {
    let language = app.language;
    let position = play.position();
    let so_far = play.so_far().and_then(|found| Some((found.best?, found.depth)));
    let so_far = so_far.map_or_else(String::new, |(mv, depth)| match language {
        Language::English => format!(" {mv}, {depth} plies"),
        Language::Chinese => format!(" {mv}，{depth} 层"),
    });
    match app.task() {
        Some(Task::Review(_)) => return language.pick("Reviewing…", "复盘中…").into(),
        Some(Task::Hint(_)) => {
            return format!("{}{so_far}", language.pick("Thinking of a hint…", "正在想提示…"));
        }
        Some(Task::Choose { level, .. }) => {
            let name = language.level(level);
            return match language {
                Language::English => format!("{name} thinks…{so_far}"),
                Language::Chinese => format!("{name}思考中…{so_far}"),
            };
        }
        _ => {}
    }
    if play.is_over() {
        let (black, white) = final_discs(&position);
        let who = match black - white {
            0 => language.pick("A draw", "和棋"),
            1.. => language.pick("Black wins", "黑方胜"),
            _ => language.pick("White wins", "白方胜"),
        };
        return format!("{who}, {} : {}", black.max(white), black.min(white));
    }
    if play.is_paused() {
        return language.pick("Paused: space goes on", "暂停：按空格继续").into();
    }
    match language {
        Language::English => format!("{} to move", position.side),
        Language::Chinese => format!("轮到{}", language.side(position.side)),
    }
}

/// A bar, Black's part on the left, and the value beside it.
fn value_row(app: &App, play: &Play, area: Rect, out: &mut Buffer) {
    const TEXT: u16 = 12;
    let value = play.values().into_iter().rev().flatten().next().unwrap_or(0);
    let wide = area.width.min(42) - TEXT;
    let discs = f64::from(value) / 100.0;
    // Half of the way to one end is 12 discs.
    let part = 0.5 + 0.5 * discs / (discs.abs() + 12.0);
    let black = (f64::from(wide) * part).round() as u16;
    for column in 0..wide {
        let is_black = column < black;
        let (text, style) = match (app.theme.has_colors, is_black) {
            (true, true) => (" ", Style::new().bg(BAR_BLACK)),
            (true, false) => (" ", Style::new().bg(WHITE)),
            (false, true) => ("#", Style::new()),
            (false, false) => ("-", Style::new()),
        };
        out.set_string(area.x + column, area.y, text, style);
    }
    out.set_string(area.x + wide + 1, area.y, app.language.value(value), Style::new());
}

/// The moves in rows of ten, or five; the last rows if there is no room for all.
fn move_rows(play: &Play, width: u16, rows: u16) -> Vec<String> {
    let each = if width >= 34 { 10 } else { 5 };
    let names: Vec<String> = play
        .game()
        .plies()
        .iter()
        .map(|ply| match ply.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "--".into(),
        })
        .collect();
    let all: Vec<String> = names
        .chunks(each)
        .enumerate()
        .map(|(row, names)| format!("{:>2}. {}", row * each + 1, names.join(" ")))
        .collect();
    let first = all.len().saturating_sub(usize::from(rows));
    all[first..].to_vec()
}

/// What was said, the last of it if there is no room for all.
fn messages(app: &App, area: Rect, out: &mut Buffer) {
    let texts: Vec<String> =
        app.messages.iter().map(|message| message.text(app.language)).collect();
    let separator = app.language.pick(" ", "");
    let lines = wrap(&texts.join(separator), usize::from(area.width));
    let first = lines.len().saturating_sub(usize::from(area.height));
    for (row, line) in (area.y..).zip(&lines[first..]) {
        out.set_string(area.x, row, line, Style::new());
    }
    if first > 0 {
        out.set_string(area.x, area.y, "…", app.theme.faint());
    }
}

/// Breaks a text into lines of at most so many columns: at blanks, and anywhere between characters
/// that take two columns.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut columns = 0;
    // Where the line may end: bytes of it, and columns.
    let mut break_at = None;
    for c in text.chars() {
        let wide = Span::raw(c.to_string()).width();
        if wide == 2 && !"，。：；、）”".contains(c) {
            break_at = Some((line.len(), columns));
        }
        if columns + wide > width && !line.is_empty() {
            if c == ' ' {
                break_at = None;
            }
            let (bytes, before) = break_at.take().unwrap_or((line.len(), columns));
            let rest = line.split_off(bytes);
            lines.push(line.trim_end().to_owned());
            line = rest.trim_start().to_owned();
            columns = (columns - before) - (rest.len() - line.len());
        }
        if c == ' ' && line.is_empty() {
            continue;
        }
        line.push(c);
        columns += wide;
        if c == ' ' {
            break_at = Some((line.len(), columns));
        }
    }
    if !line.trim().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The keys, or what is being asked.
fn keys(app: &App, area: Rect, out: &mut Buffer) {
    let language = app.language;
    let wide = usize::from(area.width);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if let Some(Prompt { purpose, text }) = &app.prompt {
        let question = match purpose {
            Purpose::Save => language.pick("Save as: ", "保存为："),
            Purpose::Load => language.pick("Load: ", "打开："),
        };
        let (x, y) = out.set_stringn(area.x, area.y, question, wide, bold);
        // The end of a long name is what is being typed.
        let room = usize::from(area.right().saturating_sub(x + 1));
        let mut shown = text.as_str();
        while Span::raw(shown).width() > room {
            let mut rest = shown.chars();
            rest.next();
            shown = rest.as_str();
        }
        let (x, y) = out.set_stringn(x, y, shown, room, Style::new());
        out.set_stringn(x, y, " ", 1, Style::new().add_modifier(Modifier::REVERSED));
        return;
    }
    if app.is_leaving {
        let text = language.pick(
            "Leave this game? q leaves, any other key stays",
            "要离开这一局吗？q 离开，其他键留下",
        );
        out.set_stringn(area.x, area.y, text, wide, bold);
        return;
    }
    let all = [
        ("f5", language.pick("or arrows, Enter", "或方向键、回车")),
        ("i", language.pick("hint", "提示")),
        ("u", language.pick("undo", "悔棋")),
        ("r", language.pick("redo", "重做")),
        ("n", language.pick("new", "新局")),
        ("q", language.pick("quit", "退出")),
        ("s", language.pick("save", "保存")),
        ("l", language.pick("load", "打开")),
    ];
    let width_of =
        |(key, text): &(&str, &str)| Span::raw(*key).width() + Span::raw(*text).width() + 3;
    // Where there is no room for all, the first is what people guess.
    let has_room = all.iter().map(width_of).sum::<usize>() <= wide + 2;
    let mut x = area.x;
    for item @ (key, text) in if has_room { &all[..] } else { &all[1..] } {
        if usize::from(area.right() - x) + 2 < width_of(item) {
            return;
        }
        out.set_string(x, area.y, key, app.theme.key());
        let text_x = x + Span::raw(*key).width() as u16 + 1;
        out.set_string(text_x, area.y, text, app.theme.faint());
        x += width_of(item) as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_between_wide_characters() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("one two three", 3), ["one", "two", "thr", "ee"]);
        assert_eq!(wrap("黑方下 f5，翻一子。", 9), ["黑方下", "f5，翻一", "子。"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 3), [""; 0]);
        for width in 2..40 {
            let text = "新的一局：您执黑，对手是菜鸟。A new game: you are Black.";
            for line in wrap(text, width) {
                assert!(Span::raw(&line).width() <= width, "{width}: {line}");
            }
        }
    }
}
