//! The menu for a new game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::language::{HIGHEST_LEVEL, Language};
use super::plain::DEFAULT_LEVEL;
use super::play::People;
use super::theme::Theme;

/// What is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Menu {
    /// The sides of people.
    pub people: People,
    /// The level of the engine.
    pub level: u8,
}

impl Default for Menu {
    fn default() -> Self {
        Self { people: People::Black, level: DEFAULT_LEVEL }
    }
}

/// The levels in the order of the menu: full strength stands last.
const ORDER: [u8; HIGHEST_LEVEL as usize + 1] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

impl Menu {
    /// Goes so many levels down the menu.
    pub fn move_level(&mut self, by: i32) {
        let at = ORDER.iter().position(|level| *level == self.level).unwrap_or(0) as i32;
        let next = (at + by).clamp(0, ORDER.len() as i32 - 1);
        self.level = ORDER[next as usize];
    }

    /// Goes so many sides to the right, round and round.
    pub fn move_people(&mut self, by: i32) {
        let at = People::ALL.iter().position(|people| *people == self.people).unwrap_or(0);
        let next = (at as i32 + by).rem_euclid(People::ALL.len() as i32);
        self.people = People::ALL[next as usize];
    }
}

/// Something that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The sides of people.
    People(People),
    /// A level.
    Level(u8),
    /// The beginning of the game.
    Start,
}

/// Where everything is in the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuLayout {
    language: Language,
    area: Rect,
    places: Vec<(Rect, Place)>,
}

const WIDTH: u16 = 46;
const HEIGHT: u16 = 17;
/// The first row of the levels, and that of the sides.
const LEVELS_ROW: u16 = 5;
const PEOPLE_ROW: u16 = 2;

fn people_name(people: People, language: Language) -> &'static str {
    match people {
        People::Black => language.pick("Black", "黑方"),
        People::White => language.pick("White", "白方"),
        People::Both => language.pick("Both", "两人"),
        People::None => language.pick("None", "无人"),
    }
}

/// What a level sees.
fn description(level: u8, language: Language) -> &'static str {
    match level {
        0 => language.pick("the whole engine", "引擎的全部实力"),
        1 => language.pick("counts discs", "只数棋子"),
        2 => language.pick("sees edges and corners", "会看边和角"),
        5 => language.pick("sees mobility too", "也看行动力"),
        7 => language.pick("sees stability too", "也看稳定子"),
        4 => language.pick("looks deeper still", "看得更深"),
        _ => language.pick("looks deeper", "看得深一些"),
    }
}

impl MenuLayout {
    /// The smallest screen, columns and rows, that has room for the menu.
    pub const SMALLEST: (u16, u16) = (28, HEIGHT);

    /// The layout on a screen, if it is large enough.
    pub fn of(screen: Rect, language: Language) -> Option<Self> {
        if screen.width < Self::SMALLEST.0 || screen.height < Self::SMALLEST.1 {
            return None;
        }
        let width = screen.width.min(WIDTH);
        let area = Rect {
            x: (screen.width - width) / 2,
            y: (screen.height - HEIGHT) / 3,
            width,
            height: HEIGHT,
        };
        let mut places = Vec::new();
        let mut x = area.x;
        for people in People::ALL {
            let width = Line::from(people_name(people, language)).width() as u16 + 2;
            let at = Rect { x, y: area.y + PEOPLE_ROW + 1, width, height: 1 };
            places.push((at, Place::People(people)));
            x += width;
        }
        for (level, row) in ORDER.into_iter().zip(1..) {
            let at = Rect { y: area.y + LEVELS_ROW + row, height: 1, ..area };
            places.push((at, Place::Level(level)));
        }
        places.push((Rect { y: area.bottom() - 1, height: 1, ..area }, Place::Start));
        Some(Self { language, area, places })
    }

    /// What is at this column and row of the screen.
    pub fn place_at(&self, column: u16, row: u16) -> Option<Place> {
        let found = self.places.iter().find(|(at, _)| at.contains((column, row).into()));
        found.map(|(_, place)| *place)
    }

    /// Draws the menu.
    pub fn draw(&self, menu: &Menu, theme: Theme, out: &mut Buffer) {
        let Self { language, area, .. } = *self;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut write = |x: u16, y: u16, text: &str, style: Style| {
            out.set_stringn(x, y, text, usize::from(area.right().saturating_sub(x)), style);
        };
        write(area.x, area.y, "O U T F L A N K", theme.key());
        let subtitle = language.pick("Othello", "黑白棋");
        write(area.x + 18, area.y, subtitle, theme.faint());
        write(area.x, area.y + PEOPLE_ROW, language.pick("You play", "您执"), bold);
        write(area.x, area.y + LEVELS_ROW, language.pick("The engine is", "引擎的级别"), bold);
        for &(at, place) in &self.places {
            match place {
                Place::People(people) => {
                    let style = if people == menu.people { theme.chosen() } else { Style::new() };
                    write(at.x, at.y, &format!(" {} ", people_name(people, language)), style);
                }
                Place::Level(level) => {
                    let is_chosen = level == menu.level;
                    if is_chosen {
                        let blank = " ".repeat(usize::from(at.width));
                        write(at.x, at.y, &blank, theme.chosen());
                    }
                    let style = if is_chosen { theme.chosen() } else { Style::new() };
                    let faint = if is_chosen { theme.chosen() } else { theme.faint() };
                    write(at.x + 1, at.y, &level.to_string(), faint);
                    write(at.x + 4, at.y, language.level(level), style);
                    write(at.x + 20, at.y, description(level, language), faint);
                }
                Place::Start => {
                    let text = language.pick(
                        "Enter starts, arrows choose, q quits",
                        "回车开始，方向键选择，q 退出",
                    );
                    write(at.x, at.y, text, theme.faint());
                }
            }
        }
    }
}
