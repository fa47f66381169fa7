//! The screen: what keys and the mouse do, and what is drawn.

use outflank::board::{Move, Square};
use outflank::notation::Record;
use outflank::ui::terminal::app::{App, Order};
use outflank::ui::terminal::draw::draw;
use outflank::ui::terminal::language::Language;
use outflank::ui::terminal::layout::Layout;
use outflank::ui::terminal::plain::Wishes;
use outflank::ui::terminal::play::{Finding, People, Searched, Task};
use outflank::ui::terminal::theme::Theme;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::game::{answer, finished, square};

fn app(people: People) -> App {
    let wishes = Wishes { people: Some(people), level: Some(1), seed: 7 };
    App::new(Language::English, Theme::PLAIN, wishes)
}

/// Lets a simple engine work until there is nothing to do.
fn settle(app: &mut App) {
    while let Some(task) = app.task() {
        app.found(&task, answer(&task));
    }
}

fn key(app: &mut App, code: KeyCode) -> Option<Order> {
    app.key(KeyEvent::from(code))
}

fn type_in(app: &mut App, text: &str) {
    for c in text.chars() {
        key(app, KeyCode::Char(c));
    }
}

fn click(app: &mut App, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
}

/// The rows of the screen, without the blanks at their ends.
fn screen(app: &mut App, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            app.resize(frame.area());
            draw(app, frame.area(), frame.buffer_mut());
        })
        .unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| -> String {
        let mut row = String::new();
        let mut x = 0;
        while x < width {
            let symbol = buffer[(x, y)].symbol();
            row.push_str(symbol);
            // What is two columns wide covers the next.
            x += Span::raw(symbol).width().max(1) as u16;
        }
        row.trim_end().to_owned()
    };
    (0..height).map(row).collect()
}

fn moves(app: &App) -> Vec<String> {
    app.play.as_ref().unwrap().game().plies().iter().map(|ply| ply.mv.to_string()).collect()
}

#[test]
fn a_small_screen_without_colours() {
    let mut app = app(People::Black);
    settle(&mut app);
    type_in(&mut app, "f5");
    settle(&mut app);
    let found = screen(&mut app, 52, 14);
    let expected = "
 OUTFLANK
    a  b  c  d  e  f  g  h
 1  .  .  .  .  .  .  .  .     ●  Black  you     3
 2  .  .  .  .  .  .  .  .     ○  White  Rookie  3
 3  .  .  +  +  +  +  +  .    Black to move
 4  .  .  .  ○ (○)[○] .  .    #####---- Black +2.0
";
    let expected: Vec<&str> = expected.trim_start_matches('\n').lines().collect();
    for (row, expected) in found.iter().zip(expected) {
        assert_eq!(row, expected, "{found:#?}");
    }
    // After both moves Black is ahead as before; f5 turned it round.
    assert!(found[7].ends_with("    ⡄⡄⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀"), "{found:#?}");
    assert!(found[8].ends_with("    ⠘⠈⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉"), "{found:#?}");
    assert_eq!(found[10], " Black plays f5 and turns 1 disc. White plays f4");
    assert_eq!(found[11], " and turns 1 disc.");
    assert!(found[13].starts_with(" i hint  u undo  r redo  n new  q quit"), "{found:#?}");
}

#[test]
fn the_same_in_chinese_keeps_its_columns() {
    let wishes = Wishes { people: Some(People::Black), level: Some(1), seed: 7 };
    let mut app = App::new(Language::Chinese, Theme::PLAIN, wishes);
    settle(&mut app);
    let found = screen(&mut app, 80, 24);
    assert!(found[2].ends_with(" ●  黑方  您                2"), "{found:#?}");
    assert!(found[3].ends_with(" ○  白方  菜鸟              2"), "{found:#?}");
    assert!(found[5].ends_with("轮到黑方"), "{found:#?}");
    assert!(found[19].contains("新的一局：您执黑，对手是菜鸟。"), "{found:#?}");
}

#[test]
fn a_square_is_typed_clicked_or_gone_to() {
    let mut app = app(People::Both);
    screen(&mut app, 80, 24);
    type_in(&mut app, "F5");
    let layout = Layout::of(Rect::new(0, 0, 80, 24)).unwrap();
    let at = layout.square(square("f6"));
    click(&mut app, at.x + 3, at.y + 1);
    // From f6 round the edge to e6.
    for _ in 0..7 {
        key(&mut app, KeyCode::Right);
    }
    key(&mut app, KeyCode::Enter);
    assert_eq!(moves(&app), ["f5", "f6", "e6"]);
    click(&mut app, 79, 23);
    type_in(&mut app, "5f9 44x");
    assert_eq!(moves(&app), ["f5", "f6", "e6"]);
}

#[test]
fn leaving_is_asked_for_where_a_game_would_be_lost() {
    let mut app = app(People::Both);
    assert_eq!(key(&mut app, KeyCode::Char('q')), Some(Order::Quit));
    type_in(&mut app, "f5");
    assert_eq!(key(&mut app, KeyCode::Char('q')), None);
    assert!(screen(&mut app, 80, 24)[23].starts_with(" Leave this game?"));
    assert_eq!(key(&mut app, KeyCode::Esc), None);
    assert_eq!(key(&mut app, KeyCode::Char('q')), None);
    assert_eq!(key(&mut app, KeyCode::Char('q')), Some(Order::Quit));
    let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(app.key(ctrl_c), Some(Order::Quit));
}

#[test]
fn the_menu_is_used_by_keys_and_mouse() {
    let mut app = App::new(Language::English, Theme::PLAIN, Wishes::default());
    let rows = screen(&mut app, 80, 24);
    let row_of = |rows: &[String], text: &str| {
        let y = rows.iter().position(|row| row.contains(text)).unwrap();
        (rows[y].find(text).unwrap() as u16, y as u16)
    };
    assert_eq!(app.task(), None);
    key(&mut app, KeyCode::Down);
    key(&mut app, KeyCode::Right);
    let menu = app.menu.unwrap();
    assert_eq!((menu.people, menu.level), (People::White, 2));
    key(&mut app, KeyCode::Char('8'));
    key(&mut app, KeyCode::Down);
    key(&mut app, KeyCode::Down);
    assert_eq!(app.menu.unwrap().level, 0);
    let (x, y) = row_of(&rows, "Both");
    click(&mut app, x, y);
    let (x, y) = row_of(&rows, "Adept");
    click(&mut app, x, y);
    let menu = app.menu.unwrap();
    assert_eq!((menu.people, menu.level), (People::Both, 5));
    click(&mut app, x, y);
    assert!(app.menu.is_none());
    assert_eq!(app.play.as_ref().unwrap().setup().level, 5);
    let seed = app.play.as_ref().unwrap().setup().seed;
    key(&mut app, KeyCode::Char('n'));
    assert_eq!(app.task(), None, "nothing goes on behind the menu");
    key(&mut app, KeyCode::Esc);
    assert!(app.task().is_some());
    key(&mut app, KeyCode::Char('n'));
    key(&mut app, KeyCode::Enter);
    assert_ne!(app.play.as_ref().unwrap().setup().seed, seed, "each game is another one");
}

#[test]
fn names_of_files_are_typed() {
    let mut app = app(People::Both);
    key(&mut app, KeyCode::Char('s'));
    assert!(screen(&mut app, 80, 24)[23].starts_with(" Save as: game.ggf"));
    for _ in 0..20 {
        key(&mut app, KeyCode::Backspace);
    }
    assert_eq!(key(&mut app, KeyCode::Enter), None);
    type_in(&mut app, "q u一.ggf");
    assert_eq!(key(&mut app, KeyCode::Enter), Some(Order::Save("q u一.ggf".into())));
    key(&mut app, KeyCode::Char('l'));
    key(&mut app, KeyCode::Esc);
    assert!(app.prompt.is_none());
}

#[test]
fn the_screen_tells_what_the_engine_does() {
    let mut app = app(People::White);
    let value = app.task().unwrap();
    app.found(&value, answer(&value));
    let task = app.task().unwrap();
    assert!(screen(&mut app, 80, 24).iter().any(|row| row.ends_with("Rookie thinks…")));
    let best = Some(Move::Place(square("d3")));
    app.found(&task, Finding::SoFar(Searched { best, value: Some(10), depth: 4 }));
    assert!(screen(&mut app, 80, 24).iter().any(|row| row.ends_with("Rookie thinks… d3, 4 plies")));
    app.play.as_mut().unwrap().load("a", Record::from(finished()), 1);
    assert!(matches!(app.task(), Some(Task::Review(_))));
    assert!(screen(&mut app, 80, 24).iter().any(|row| row.ends_with("Reviewing…")));
    settle(&mut app);
    let rows = screen(&mut app, 80, 24);
    assert!(rows.iter().any(|row| row.contains(" wins, ")), "{rows:#?}");
    assert!(rows.iter().any(|row| row.contains("Review: no move lost 4 discs")), "{rows:#?}");
}

#[test]
fn names_that_are_too_long_stand_alone() {
    for (size, row) in [((52, 14), 2), ((28, 17), 10), ((80, 24), 2)] {
        let wishes = Wishes { people: Some(People::White), level: Some(0), seed: 7 };
        let mut app = App::new(Language::English, Theme::PLAIN, wishes);
        let found = screen(&mut app, size.0, size.1);
        assert!(found[row].contains(" ●  "), "{found:#?}");
        assert!(found[row].contains("Full strength"), "{found:#?}");
        assert!(found[row].ends_with("  2"), "{found:#?}");
    }
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut app = app(People::Black);
    assert_eq!(screen(&mut app, 40, 10)[0], "Too small: 28 x 17 wanted.");
    assert_eq!(screen(&mut app, 10, 3), ["Too small:", "28 x 17", "wanted."]);
    assert_eq!(screen(&mut app, 1, 1), ["T"]);
}

/// Any key there is.
fn some_key() -> impl Strategy<Value = KeyCode> {
    prop_oneof![
        prop::sample::select(vec![
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::Backspace,
            KeyCode::Tab,
            KeyCode::F(1),
        ]),
        prop::sample::select("abcdefgh12345678iurnslq 和é".chars().collect::<Vec<_>>())
            .prop_map(KeyCode::Char),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_typed_on_whatever_screen_it_is_drawn(
        keys in prop::collection::vec(some_key(), 0..80),
        clicks in prop::collection::vec((0..130_u16, 0..50_u16), 0..8),
        width in 1..130_u16,
        height in 1..50_u16,
        is_chinese in any::<bool>(),
        has_colors in any::<bool>(),
    ) {
        let language = if is_chinese { Language::Chinese } else { Language::English };
        let theme = if has_colors { Theme::COLORED } else { Theme::PLAIN };
        let mut app = App::new(language, theme, Wishes::default());
        screen(&mut app, width, height);
        for (number, code) in keys.into_iter().enumerate() {
            key(&mut app, code);
            if let Some(&(x, y)) = clicks.get(number / 9).filter(|_| number % 9 == 8) {
                click(&mut app, x, y);
            }
            screen(&mut app, width, height);
            if number % 3 == 0 {
                settle(&mut app);
            }
        }
        screen(&mut app, 80, 24);
    }
}

#[test]
fn every_square_is_where_it_can_be_clicked_on_every_size() {
    for (width, height) in [(28, 17), (52, 14), (80, 24), (90, 33), (130, 50)] {
        let mut app = app(People::Both);
        screen(&mut app, width, height);
        let layout = Layout::of(Rect::new(0, 0, width, height)).unwrap();
        for name in ["f5", "d6", "c3"] {
            let at = layout.square(Square::from_name(name).unwrap());
            click(&mut app, at.x, at.y);
        }
        assert_eq!(moves(&app), ["f5", "d6", "c3"]);
    }
}
