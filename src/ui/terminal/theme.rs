//! Colours.

use ratatui::style::{Color, Modifier, Style};

/// What things look like: in colours, or without any where `NO_COLOR` asks for that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Whether there are colours.
    pub has_colors: bool,
    /// The ground of the board, in two shades, as the squares of a chess board.
    pub ground: [Color; 2],
}

/// The greens of 256 colours that differ least.
const GREENS: [Color; 2] = [Color::Indexed(29), Color::Indexed(28)];
/// Those of a terminal that has all colours.
const FINE_GREENS: [Color; 2] = [Color::Rgb(46, 128, 82), Color::Rgb(40, 116, 73)];
/// A black disc.
pub const BLACK: Color = Color::Indexed(233);
/// Black's part of the bar, to be seen on dark terminals too.
pub const BAR_BLACK: Color = Color::Indexed(237);
/// A white disc.
pub const WHITE: Color = Color::Indexed(255);
/// The ground of the square under the cursor.
pub const CURSOR: Color = Color::Indexed(179);
/// The middle of the disc that was put on the board last.
pub const LAST: Color = Color::Indexed(203);
/// A square that may be played.
pub const LEGAL: Color = Color::Indexed(114);
/// The square of a hint.
pub const HINT: Color = Color::Indexed(220);

impl Theme {
    /// The theme for an environment (see no-color.org).
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let has_all =
            variable("COLORTERM").is_some_and(|value| ["truecolor", "24bit"].contains(&&*value));
        Self {
            has_colors: variable("NO_COLOR").is_none_or(|value| value.is_empty()),
            ground: if has_all { FINE_GREENS } else { GREENS },
        }
    }

    /// In 256 colours.
    pub const COLORED: Self = Self { has_colors: true, ground: GREENS };
    /// Without any.
    pub const PLAIN: Self = Self { has_colors: false, ground: GREENS };

    /// A style with colours, where there are any.
    pub fn colors(self, ink: Color, ground: Color) -> Style {
        if self.has_colors { Style::new().fg(ink).bg(ground) } else { Style::new() }
    }

    /// For what is less important; readable on light and dark terminals.
    pub fn faint(self) -> Style {
        if self.has_colors { Style::new().fg(Color::Indexed(244)) } else { Style::new() }
    }

    /// For keys.
    pub fn key(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self.has_colors { bold.fg(Color::Indexed(35)) } else { bold }
    }

    /// For what is chosen.
    pub fn chosen(self) -> Style {
        match self.has_colors {
            true => Style::new().fg(Color::Indexed(231)).bg(self.ground[0]),
            false => Style::new().add_modifier(Modifier::REVERSED),
        }
    }
}
