//! The game as a state machine.

use outflank::analysis::review::{ReviewedPly, Verdict};
use outflank::board::{Color, Game, Move, Position, Square};
use outflank::notation::{Record, ggf, transcript};
use outflank::ui::terminal::language::Language;
use outflank::ui::terminal::message::Message;
use outflank::ui::terminal::play::{Finding, People, Play, Searched, Setup, Task};
use proptest::prelude::*;

pub fn setup(people: People) -> Setup {
    Setup { people, level: 3, seed: 7 }
}

pub fn square(name: &str) -> Square {
    Square::from_name(name).unwrap()
}

/// What a simple engine finds: the first legal move, worth two discs to whoever asks.
pub fn answer(task: &Task) -> Finding {
    let searched = |position: &Position| {
        let best = position.moves().first().copied();
        Finding::Searched(Searched { best, value: Some(200), depth: 5 })
    };
    match task {
        Task::Choose { position, .. } | Task::Hint(position) | Task::Value(position) => {
            searched(position)
        }
        Task::Review(_) => Finding::Reviewed(Vec::new()),
    }
}

/// Lets the simple engine work until there is nothing to do.
pub fn settle(play: &mut Play) {
    for _ in 0..1000 {
        let Some(task) = play.task() else { return };
        play.found(&task, answer(&task));
    }
    panic!("there is always something to think about");
}

fn move_names(game: &Game) -> Vec<String> {
    game.plies().iter().map(|ply| ply.mv.to_string()).collect()
}

/// A game that ends with passes in it.
pub fn finished() -> Game {
    let mut play = Play::new(setup(People::None));
    settle(&mut play);
    play.game().clone()
}

#[test]
fn a_whole_game_announces_every_pass_and_ends_with_result_and_review() {
    let mut play = Play::new(setup(People::Black));
    let mut news = Vec::new();
    while !play.is_over() {
        settle(&mut play);
        if play.is_persons_turn() {
            let Move::Place(square) = play.position().moves()[0] else { panic!("a pass is left") };
            play.place(square);
        }
        news.extend(play.take_news());
    }
    settle(&mut play);
    news.extend(play.take_news());
    let passes = play.game().plies().iter().filter(|ply| ply.mv == Move::Pass).count();
    assert!(passes > 0, "no pass in {:?}", move_names(play.game()));
    let announced = news.iter().filter(|message| matches!(message, Message::Passes(_))).count();
    assert_eq!(announced, passes);
    let score = play.position().score();
    let (black, white) = (32 + score / 2, 32 - score / 2);
    let [.., Message::Over(x, o, _), Message::Review(lapses)] = &news[..] else {
        panic!("{news:?}")
    };
    assert_eq!((*x, *o, lapses.len()), (black, white, 0));
    assert_eq!(play.values().len(), play.game().plies().len() + 1);
    assert!(play.values().iter().all(Option::is_some));
}

#[test]
fn values_are_for_black_and_of_the_position_after_each_move() {
    let mut play = Play::new(setup(People::Both));
    settle(&mut play);
    play.place(square("f5"));
    assert_eq!(play.values(), [Some(200), None]);
    settle(&mut play);
    assert_eq!(play.values(), [Some(200), Some(-200)]);
}

#[test]
fn undo_goes_back_to_a_person_and_redo_forward_again() {
    let mut play = Play::new(setup(People::White));
    play.undo();
    assert_eq!(play.take_news().last(), Some(&Message::NothingToUndo));
    settle(&mut play);
    play.undo();
    assert_eq!(play.take_news().last(), Some(&Message::NothingToUndo), "only the engine moved");
    let Move::Place(reply) = play.position().moves()[0] else { panic!() };
    play.place(reply);
    settle(&mut play);
    let three = move_names(play.game());
    play.undo();
    assert_eq!(move_names(play.game()), three[..1]);
    let taken = vec![play_move(&three[2]), play_move(&three[1])];
    assert_eq!(play.take_news().last(), Some(&Message::TakenBack(taken)));
    play.redo();
    assert_eq!(move_names(play.game()), three);
    play.redo();
    assert_eq!(play.take_news().last(), Some(&Message::NothingToRedo));
}

fn play_move(name: &str) -> Move {
    Move::from_name(name).unwrap()
}

#[test]
fn what_is_found_for_another_position_is_dropped() {
    let mut play = Play::new(setup(People::Black));
    settle(&mut play);
    play.place(square("f5"));
    let value = play.task().unwrap();
    play.found(&value, answer(&value));
    let choice = play.task().unwrap();
    assert!(matches!(choice, Task::Choose { level: 3, seed: 7, .. }));
    play.undo();
    assert_ne!(play.task(), Some(choice.clone()), "undo stops the engine");
    play.found(&choice, answer(&choice));
    assert_eq!(move_names(play.game()), [""; 0]);
    play.redo();
    play.found(&choice, answer(&choice));
    assert_eq!(play.game().plies().len(), 2);
}

#[test]
fn a_hint_names_the_best_move_and_goes_with_the_next() {
    let mut play = Play::new(setup(People::Black));
    settle(&mut play);
    play.take_news();
    play.ask_hint();
    let task = play.task().unwrap();
    assert_eq!(task, Task::Hint(Position::START));
    let so_far = Searched { best: Some(play_move("c4")), value: Some(-30), depth: 4 };
    play.found(&task, Finding::SoFar(so_far));
    assert_eq!((play.so_far(), play.hint()), (Some(so_far), None));
    let found = Searched { best: Some(play_move("f5")), value: Some(-50), depth: 9 };
    play.found(&task, Finding::Searched(found));
    assert_eq!(play.hint(), Some(play_move("f5")));
    let news = play.take_news();
    assert_eq!(news, [Message::Hint(play_move("f5"), Some(-50), 9)]);
    assert_eq!(news[0].text(Language::English), "Hint: f5, White +0.5 (9 plies searched).");
    assert_eq!(news[0].text(Language::Chinese), "提示：f5，白方 +0.5（搜索 9 层）。");
    play.place(square("f5"));
    assert_eq!(play.hint(), None);
    play.ask_hint();
    assert_eq!(play.take_news().last(), Some(&Message::NotYourTurn));
}

#[test]
fn wrong_moves_are_sentences_and_change_nothing() {
    let mut play = Play::new(setup(People::Black));
    settle(&mut play);
    for (name, english, chinese) in [
        ("d4", "d4 cannot be played: the square is occupied.", "不能下 d4：那里已有棋子。"),
        (
            "a1",
            "a1 cannot be played: Black would flip no disc there.",
            "不能下 a1：黑方在那里翻不了子。",
        ),
    ] {
        play.take_news();
        play.place(square(name));
        let news = play.take_news();
        assert_eq!(news[0].text(Language::English), english);
        assert_eq!(news[0].text(Language::Chinese), chinese);
        assert_eq!(play.position(), Position::START);
    }
}

#[test]
fn an_engine_that_fails_is_told_once_and_not_asked_again() {
    let mut play = Play::new(setup(People::White));
    for _ in 0..2 {
        let task = play.task().unwrap();
        play.found(&task, Finding::Failed("No memory".into()));
    }
    assert_eq!(play.take_news().last(), Some(&Message::Trouble("No memory".into())));
    assert_eq!(play.task(), None);
    assert!(play.is_paused());
    play.pause_or_go_on();
    assert!(matches!(play.task(), Some(Task::Choose { .. })));
}

#[test]
fn a_review_names_the_worst_moves_of_people() {
    let mut play = Play::new(setup(People::Black));
    play.load("a file", Record::from(finished()), 1);
    let task = play.task().unwrap();
    assert!(matches!(task, Task::Review(_)));
    let lost = [0, 500, 1200, 300, 700, 4000, 450, 0, 400];
    let plies = play.game().plies().iter().zip(1..).map(|(ply, number)| {
        let verdict = Verdict {
            value: -lost.get(number - 1).copied().unwrap_or(0),
            best: play_move("a1"),
            best_value: 0,
            depth: 10,
            kind: outflank::search::Knowledge::Estimate,
            selectivity: 73,
            choices: 5,
            nodes: 1,
        };
        ReviewedPly { ply: number, side: !ply.after.side, played: ply.mv, verdict: Some(verdict) }
    });
    let plies: Vec<ReviewedPly> = plies.collect();
    play.found(&task, Finding::Reviewed(plies));
    let news = play.take_news();
    let Some(Message::Review(lapses)) = news.last() else { panic!("{news:?}") };
    let found: Vec<(usize, i32)> = lapses.iter().map(|lapse| (lapse.ply, lapse.loss)).collect();
    assert_eq!(found, [(3, 1200), (5, 700), (7, 450)]);
    assert!(lapses.iter().all(|lapse| lapse.side == Color::Black));
    let text = news.last().unwrap().text(Language::English);
    assert!(text.starts_with("Review, the worst moves: 3. Black "), "{text}");
    assert!(play.task().is_none_or(|task| matches!(task, Task::Value(_))));
}

#[test]
fn an_existing_file_is_only_replaced_when_asked_twice() {
    let mut play = Play::new(setup(People::Black));
    let exists = || std::io::Error::from(std::io::ErrorKind::AlreadyExists);
    assert!(!play.may_replace("a.ggf"));
    play.saved("a.ggf", Err(exists()));
    assert!(play.may_replace("a.ggf") && !play.may_replace("b.ggf"));
    play.saved("a.ggf", Ok(()));
    assert!(!play.may_replace("a.ggf"));
}

#[test]
fn the_record_says_who_played_and_is_read_back() {
    let mut play = Play::new(setup(People::White));
    play.load("a file", Record::from(finished()), 1);
    let text = ggf::write(&play.record());
    let record = ggf::read(&text).remove(0).1.unwrap();
    assert_eq!(record, play.record());
    assert_eq!(record.black.name, "Outflank level 3");
    assert_eq!(record.white.name, "Player");
    assert_eq!(record.result.unwrap().black, f64::from(play.position().score()));
}

#[test]
fn an_engine_that_plays_itself_waits_after_undo_until_it_is_told() {
    let mut play = Play::new(setup(People::None));
    settle(&mut play);
    let all = move_names(play.game());
    play.undo();
    settle(&mut play);
    assert!(play.is_paused());
    assert!(play.game().plies().len() < all.len());
    play.pause_or_go_on();
    settle(&mut play);
    assert_eq!(move_names(play.game()), all);
}

/// Something that people do, by number.
fn act(play: &mut Play, action: u8) {
    match action {
        0..64 => {
            let moves = play.position().moves();
            match moves.get(usize::from(action) % moves.len().max(1)) {
                Some(&Move::Place(square)) => play.place(square),
                _ => play.place(Square::new(action).unwrap()),
            }
        }
        64..74 => play.undo(),
        74..82 => play.redo(),
        82..86 => play.ask_hint(),
        86..90 => play.pause_or_go_on(),
        90..100 => play.place(Square::new(action - 90).unwrap()),
        _ => settle(play),
    }
}

proptest! {
    #[test]
    fn whatever_people_do_the_game_is_one_by_the_rules(
        people in 0..4_usize,
        actions in prop::collection::vec(0..140_u8, 0..120),
    ) {
        let people = People::ALL[people];
        let mut play = Play::new(setup(people));
        for action in actions {
            let before = play.game().clone();
            act(&mut play, action);
            let mut replayed = Game::default();
            for ply in play.game().plies() {
                prop_assert!(replayed.play(ply.mv).is_ok());
            }
            prop_assert_eq!(&replayed, play.game());
            prop_assert_eq!(play.values().len(), replayed.plies().len() + 1);
            let moves = play.position().moves();
            prop_assert!(moves != [Move::Pass], "a pass is left to people");
            if (64..74).contains(&action) && play.game() != &before {
                let after = play.game().clone();
                play.redo();
                let again = transcript::write(play.game());
                prop_assert!(transcript::write(&before).starts_with(&again), "{} {}", again, transcript::write(&before));
                play.undo();
                prop_assert_eq!(play.game(), &after);
            }
        }
    }
}
