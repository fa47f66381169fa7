//! The board as it is drawn: discs of blocks where there is room, of one character where not.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Modifier, Style};

use super::app::App;
use super::layout::Layout;
use super::play::Play;
use super::theme::{BLACK, CURSOR, HINT, LAST, LEGAL, WHITE};
use crate::board::{Color, Move, Square};

/// What is to be seen on a square.
struct Sight {
    disc: Option<Color>,
    mark: Option<Mark>,
    is_under_cursor: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Last,
    Flipped,
    Legal,
    Hint,
}

/// Draws the squares with letters and numbers.
pub fn draw(app: &App, play: &Play, layout: &Layout, out: &mut Buffer) {
    let (width, height) = layout.cell;
    let middle = ((width - 1) / 2, (height - 1) / 2);
    for index in 0..8 {
        let is_typed = app.column == Some(index);
        let style = if is_typed { app.theme.key() } else { app.theme.faint() };
        let letter = char::from(b'a' + index).to_string();
        let x = layout.squares.x + width * u16::from(index) + middle.0;
        out.set_string(x, layout.squares.y - 1, letter, style);
        let y = layout.squares.y + height * u16::from(index) + middle.1;
        let number = (index + 1).to_string();
        out.set_string(layout.squares.x - 2, y, number, app.theme.faint());
    }
    let position = play.position();
    let legal = position.board.legal_moves();
    let (last, flipped) = play.last_placed().unzip();
    let flipped = flipped.unwrap_or_default();
    for square in Square::all() {
        let mark = if last == Some(square) {
            Some(Mark::Last)
        } else if flipped.contains(&square) {
            Some(Mark::Flipped)
        } else if play.hint() == Some(Move::Place(square)) {
            Some(Mark::Hint)
        } else if legal.has(square) && play.is_persons_turn() {
            Some(Mark::Legal)
        } else {
            None
        };
        let is_under_cursor = app.cursor == square && play.is_persons_turn();
        let sight = Sight { disc: position.disc_at(square), mark, is_under_cursor };
        let at = layout.square(square);
        if app.theme.has_colors {
            let ground = app.theme.ground[usize::from((square.column() + square.row()) % 2)];
            paint(&sight, at, ground, out);
        } else {
            write(&sight, at, out);
        }
    }
}

fn color(disc: Color) -> Ink {
    if disc == Color::Black { BLACK } else { WHITE }
}

/// In colours.
fn paint(sight: &Sight, at: Rect, ground: Ink, out: &mut Buffer) {
    let ground = if sight.is_under_cursor { CURSOR } else { ground };
    let blank = " ".repeat(usize::from(at.width));
    for y in at.top()..at.bottom() {
        out.set_string(at.x, y, &blank, Style::new().bg(ground));
    }
    let mark = sight.mark.map(|mark| match (mark, sight.disc) {
        (Mark::Last, _) => LAST,
        // What it was before.
        (Mark::Flipped, Some(disc)) => color(!disc),
        (Mark::Flipped, None) => ground,
        (Mark::Legal, _) if sight.is_under_cursor => BLACK,
        (Mark::Legal, _) => LEGAL,
        (Mark::Hint, _) if sight.is_under_cursor => LAST,
        (Mark::Hint, _) => HINT,
    });
    if at.height == 1 {
        return paint_small(sight, at, ground, mark, out);
    }
    let picture = PICTURES.iter().find(|picture| picture.disc.len() == usize::from(at.height));
    let Some(Picture { disc: rows, mark: (first, marks) }) = picture else { return };
    if let Some(disc) = sight.disc {
        for (y, row) in (at.y..).zip(*rows) {
            blocks(row, (at.x, y), color(disc), ground, out);
        }
    }
    if let Some(mark) = mark {
        let under = sight.disc.map_or(ground, color);
        for (y, row) in (at.y + first..).zip(*marks) {
            blocks(row, (at.x + at.width / 2 - 1, y), mark, under, out);
        }
    }
}

/// A disc and the mark in its middle, as blocks on a square. The last half row is left free, so
/// that discs do not grow together.
struct Picture {
    disc: &'static [&'static str],
    /// The mark in the two columns of the middle, from some row on.
    mark: (u16, &'static [&'static str]),
}

const PICTURES: [Picture; 3] = [
    Picture { disc: &["▗██▖", " ▀▀ "], mark: (0, &["▗▖"]) },
    Picture {
        disc: &["▗▟██▙▖", "▐████▌", " ▝▀▀▘ "], mark: (0, &["▄▄", "▀▀"])
    },
    Picture {
        disc: &[" ▄████▄ ", "▐██████▌", "▝██████▘", "  ▀▀▀▀  "], mark: (1, &["██", "▀▀"])
    },
];

/// Draws blocks. Whole ones are ground: glyphs may leave gaps.
fn blocks(text: &str, (x, y): (u16, u16), ink: Ink, ground: Ink, out: &mut Buffer) {
    for (x, block) in (x..).zip(text.chars()) {
        match block {
            '█' => out.set_string(x, y, " ", Style::new().bg(ink)),
            _ => out.set_string(x, y, block.to_string(), Style::new().fg(ink).bg(ground)),
        }
    }
}

/// In one row, in colours.
fn paint_small(sight: &Sight, at: Rect, ground: Ink, mark: Option<Ink>, out: &mut Buffer) {
    let style = Style::new().bg(ground);
    match sight.disc {
        Some(disc) => {
            out.set_string(at.x + 1, at.y, "●", style.fg(color(disc)));
            let sides = match sight.mark {
                Some(Mark::Last) => Some(("[", "]", LAST)),
                Some(Mark::Flipped) => Some(("(", ")", LEGAL)),
                _ => None,
            };
            if let Some((left, right, ink)) = sides {
                out.set_string(at.x, at.y, left, style.fg(ink));
                out.set_string(at.x + 2, at.y, right, style.fg(ink));
            }
        }
        None => {
            if let Some(mark) = mark {
                let dot = if sight.mark == Some(Mark::Hint) { "!" } else { "·" };
                let style = style.fg(mark).add_modifier(Modifier::BOLD);
                out.set_string(at.x + 1, at.y, dot, style);
            }
        }
    }
}

/// Without colours: what is marked stands in brackets.
fn write(sight: &Sight, at: Rect, out: &mut Buffer) {
    let (left, right) = match sight.mark {
        Some(Mark::Last) => ("[", "]"),
        Some(Mark::Flipped) => ("(", ")"),
        _ => (" ", " "),
    };
    let middle = match (sight.disc, sight.mark) {
        (Some(Color::Black), _) => "●",
        (Some(Color::White), _) => "○",
        (None, Some(Mark::Hint)) => "!",
        (None, Some(Mark::Legal)) => "+",
        (None, _) => ".",
    };
    let style = match sight.is_under_cursor {
        true => Style::new().add_modifier(Modifier::REVERSED),
        false => Style::new(),
    };
    let (x, y) = (at.x + (at.width - 1) / 2, at.y + (at.height - 1) / 2);
    for (x, text) in [(x - 1, left), (x, middle), (x + 1, right)] {
        out.set_string(x, y, text, style);
    }
}
