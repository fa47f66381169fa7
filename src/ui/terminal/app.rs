//! What is on the screen and what keys and the mouse do to it, as a pure state machine.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::language::{HIGHEST_LEVEL, Language};
use super::layout::Layout;
use super::menu::{Menu, MenuLayout, Place};
use super::message::Message;
use super::plain::{DEFAULT_LEVEL, Wishes};
use super::play::{Finding, Play, Setup, Task};
use super::theme::Theme;
use crate::board::Square;

/// The whole state.
#[derive(Debug)]
pub struct App {
    /// What it speaks.
    pub language: Language,
    /// What it looks like.
    pub theme: Theme,
    /// The game, once there is one.
    pub play: Option<Play>,
    /// The menu for a new game, while it is open.
    pub menu: Option<Menu>,
    /// The square under the cursor.
    pub cursor: Square,
    /// The column of a square, 0 to 7, whose row has not been typed.
    pub column: Option<u8>,
    /// The name of a file that is being typed.
    pub prompt: Option<Prompt>,
    /// Whether to leave is being asked.
    pub is_leaving: bool,
    /// What was said since the last key.
    pub messages: Vec<Message>,
    area: Rect,
    seed: u64,
}

/// A name that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// What for.
    pub purpose: Purpose,
    /// The name so far.
    pub text: String,
}

/// What a file is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To write the game.
    Save,
    /// To read one.
    Load,
}

/// What somebody else has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Leave.
    Quit,
    /// Write the game to this file.
    Save(String),
    /// Read one from this file.
    Load(String),
}

/// The name that is proposed for a file.
const FILE: &str = "game.ggf";
/// Longer names are not typed.
const LONGEST_NAME: usize = 255;

impl App {
    /// A screen that asks for what is not known of the first game.
    pub fn new(language: Language, theme: Theme, wishes: Wishes) -> Self {
        let mut app = Self {
            language,
            theme,
            play: None,
            menu: None,
            cursor: Square::at(4, 5),
            column: None,
            prompt: None,
            is_leaving: false,
            messages: Vec::new(),
            area: Rect::ZERO,
            seed: wishes.seed,
        };
        let mut menu = Menu::default();
        menu.people = wishes.people.unwrap_or(menu.people);
        menu.level = wishes.level.unwrap_or(DEFAULT_LEVEL);
        match wishes {
            Wishes { people: Some(_), level: Some(_), .. } => app.begin(menu),
            _ => app.menu = Some(menu),
        }
        app
    }

    /// The screen has this size from now on.
    pub fn resize(&mut self, area: Rect) {
        self.area = area;
    }

    /// What there is to think about.
    pub fn task(&self) -> Option<Task> {
        // Nobody is there to see a game that goes on behind the menu.
        self.play.as_ref().filter(|_| self.menu.is_none()).and_then(Play::task)
    }

    /// Takes what was found.
    pub fn found(&mut self, task: &Task, finding: Finding) {
        if let Some(play) = &mut self.play {
            play.found(task, finding);
        }
        self.collect();
    }

    /// What a game has said goes to the screen.
    pub fn collect(&mut self) {
        if let Some(play) = &mut self.play {
            self.messages.extend(play.take_news());
        }
    }

    fn begin(&mut self, menu: Menu) {
        let Menu { people, level } = menu;
        self.messages.clear();
        self.play = Some(Play::new(Setup { people, level, seed: self.seed }));
        self.seed = self.seed.wrapping_add(1);
        self.menu = None;
        self.collect();
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) -> Option<Order> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let ends = matches!(key.code, KeyCode::Char('c' | 'd'));
            return ends.then_some(Order::Quit);
        }
        let order = if self.prompt.is_some() {
            self.key_of_prompt(key.code)
        } else if self.is_leaving {
            self.is_leaving = false;
            matches!(key.code, KeyCode::Char('q' | 'y') | KeyCode::Enter).then_some(Order::Quit)
        } else if self.menu.is_some() {
            self.key_of_menu(key.code)
        } else {
            self.key_of_board(key.code)
        };
        self.collect();
        order
    }

    fn key_of_prompt(&mut self, code: KeyCode) -> Option<Order> {
        let Prompt { purpose, mut text } = self.prompt.take()?;
        match code {
            KeyCode::Esc => return None,
            KeyCode::Enter if !text.trim().is_empty() => {
                let name = text.trim().to_owned();
                self.messages.clear();
                return Some(match purpose {
                    Purpose::Save => Order::Save(name),
                    Purpose::Load => Order::Load(name),
                });
            }
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(c) if text.len() + c.len_utf8() <= LONGEST_NAME => text.push(c),
            _ => {}
        }
        self.prompt = Some(Prompt { purpose, text });
        None
    }

    fn key_of_menu(&mut self, code: KeyCode) -> Option<Order> {
        let menu = self.menu.as_mut()?;
        match code {
            KeyCode::Up | KeyCode::Char('k') => menu.move_level(-1),
            KeyCode::Down | KeyCode::Char('j') => menu.move_level(1),
            KeyCode::Left => menu.move_people(-1),
            KeyCode::Right | KeyCode::Tab => menu.move_people(1),
            KeyCode::Char(digit @ '0'..='8') => {
                menu.level = (digit as u8 - b'0').min(HIGHEST_LEVEL);
            }
            KeyCode::Enter | KeyCode::Char(' ') => {
                let menu = *menu;
                self.begin(menu);
            }
            KeyCode::Esc if self.play.is_some() => self.menu = None,
            KeyCode::Char('q') => return self.leave(),
            _ => {}
        }
        None
    }

    /// Leaves at once, unless a game would be lost.
    fn leave(&mut self) -> Option<Order> {
        let has_moves = |play: &Play| !play.is_over() && !play.game().plies().is_empty();
        self.is_leaving = self.play.as_ref().is_some_and(has_moves);
        (!self.is_leaving).then_some(Order::Quit)
    }

    fn key_of_board(&mut self, code: KeyCode) -> Option<Order> {
        let play = self.play.as_mut()?;
        let column = self.column.take();
        let moves_cursor = matches!(
            code,
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down | KeyCode::Char('a'..='h')
        );
        if !moves_cursor {
            self.messages.clear();
        }
        let (x, y) = (self.cursor.column(), self.cursor.row());
        match code {
            KeyCode::Left => self.cursor = Square::at(x + 7, y),
            KeyCode::Right => self.cursor = Square::at(x + 1, y),
            KeyCode::Up => self.cursor = Square::at(x, y + 7),
            KeyCode::Down => self.cursor = Square::at(x, y + 1),
            KeyCode::Enter => play.place(self.cursor),
            KeyCode::Char(' ') if play.is_persons_turn() => play.place(self.cursor),
            KeyCode::Char(' ') => play.pause_or_go_on(),
            KeyCode::Char(letter @ ('a'..='h' | 'A'..='H')) => {
                self.column = Some(letter.to_ascii_lowercase() as u8 - b'a');
            }
            KeyCode::Char(digit @ '1'..='8') => {
                if let Some(column) = column {
                    self.cursor = Square::at(column, digit as u8 - b'1');
                    play.place(self.cursor);
                }
            }
            KeyCode::Char('i' | '?') => play.ask_hint(),
            KeyCode::Char('u') | KeyCode::Backspace if column.is_none() => play.undo(),
            KeyCode::Char('r') => play.redo(),
            KeyCode::Char('n') => {
                let Setup { people, level, .. } = play.setup();
                self.menu = Some(Menu { people, level });
            }
            KeyCode::Char('s') => self.ask(Purpose::Save),
            KeyCode::Char('l') => self.ask(Purpose::Load),
            KeyCode::Char('q') => return self.leave(),
            _ => {}
        }
        None
    }

    fn ask(&mut self, purpose: Purpose) {
        self.prompt = Some(Prompt { purpose, text: FILE.into() });
    }

    /// Takes what the mouse did.
    pub fn mouse(&mut self, event: MouseEvent) {
        if event.kind != MouseEventKind::Down(MouseButton::Left) || self.prompt.is_some() {
            return;
        }
        self.is_leaving = false;
        let (column, row) = (event.column, event.row);
        if let Some(menu) = &mut self.menu {
            let place = MenuLayout::of(self.area, self.language)
                .and_then(|layout| layout.place_at(column, row));
            match place {
                Some(Place::People(people)) => menu.people = people,
                Some(Place::Level(level)) if level != menu.level => menu.level = level,
                Some(Place::Level(_) | Place::Start) => {
                    let menu = *menu;
                    self.begin(menu);
                }
                None => {}
            }
        } else if let Some(play) = &mut self.play
            && let Some(layout) = Layout::of(self.area)
            && let Some(square) = layout.square_at(column, row)
        {
            self.messages.clear();
            self.column = None;
            self.cursor = square;
            play.place(square);
        }
        self.collect();
    }
}
