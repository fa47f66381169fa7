//! The board line by line: the state machine, and the binary driven through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use outflank::board::{Game, Move, Square};
use outflank::notation::read_games;
use outflank::ui::terminal::language::Language;
use outflank::ui::terminal::plain::{Plain, Wishes};
use outflank::ui::terminal::play::People;

use super::game::answer;

/// What is said to some lines.
fn talk(language: Language, wishes: Wishes, lines: &[&str]) -> Vec<String> {
    let mut plain = Plain::new(language, wishes);
    let mut said = Vec::new();
    for line in lines {
        settle(&mut plain);
        plain.prompt();
        said.extend(plain.take_lines());
        said.push(format!("> {line}"));
        plain.line(line);
    }
    settle(&mut plain);
    plain.prompt();
    said.extend(plain.take_lines());
    said
}

fn settle(plain: &mut Plain) {
    while let Some(task) = plain.task() {
        plain.found(&task, answer(&task));
    }
}

const BLACK: Wishes = Wishes { people: Some(People::Black), level: Some(1), seed: 0 };

/// What is said to the last line.
fn reply(lines: &[&str]) -> Vec<String> {
    let said = talk(Language::English, BLACK, lines);
    let at = said.iter().rposition(|line| line.starts_with("> ")).unwrap();
    said[at + 1..].to_vec()
}

#[test]
fn it_asks_for_what_it_does_not_know() {
    let said = talk(Language::English, Wishes::default(), &["green", "white", "9", "Adept"]);
    assert_eq!(
        said[..8],
        [
            "Outflank. Type help for what can be typed.",
            "Which side do you play: black, white, both or none?",
            "> green",
            "'green' is no side.",
            "Which side do you play: black, white, both or none?",
            "> white",
            "Which level? 1 Rookie, 2 Novice, 3 Beginner, 4 Player, 5 Adept, 6 Master, 7 Grandmaster, \
             8 Sage, 0 Full strength",
            "> 9"
        ]
    );
    assert!(said.contains(&"A new game: you are White against Adept.".into()), "{said:#?}");
    let said = talk(Language::Chinese, Wishes::default(), &["白", "棋圣"]);
    assert!(said.contains(&"新的一局：您执白，对手是棋圣。".into()), "{said:#?}");
}

#[test]
fn a_move_is_a_square_or_row_and_column() {
    for typed in ["f5", "F5", " f5 ", "5 6", "5,6", "5, 6", "56"] {
        assert_eq!(reply(&[typed])[0], "Black plays f5 and turns 1 disc.", "{typed}");
    }
    assert_eq!(
        reply(&["f5"])[1..],
        [
            "White plays f4 and turns 1 disc.",
            "    a b c d e f g h",
            "  1 . . . . . . . .",
            "  2 . . . . . . . .",
            "  3 . . + + + + + .",
            "  4 . . . O O O . .",
            "  5 . . . X X X . .",
            "  6 . . . . . . . .",
            "  7 . . . . . . . .",
            "  8 . . . . . . . .",
            "Black (X) 3, White (O) 3. Value: Black +2.0.",
            "Black to move: c3, d3, e3, f3, g3.",
        ]
    );
}

#[test]
fn what_cannot_be_done_is_a_sentence_and_the_board_is_not_said_again() {
    let to_move = "Black to move: d3, c4, f5, e6.";
    for (typed, said) in [
        ("a1", "a1 cannot be played: Black would flip no disc there."),
        ("4 4", "d4 cannot be played: the square is occupied."),
        ("5 9", "'5 9' is no move and no command; type help."),
        ("i9", "'i9' is no move and no command; type help."),
        ("undo", "There is no move of yours to take back."),
        ("redo", "No move was taken back."),
        ("pass", "Passes are made by themselves where a side has no move."),
        ("save", "Say which file: save game.ggf, load game.ggf."),
        ("load no/such/file", "Cannot load no/such/file: No such file or directory (os error 2)."),
        ("new green", "'green' is no side and no level from 0 to 8."),
        ("悔棋", "There is no move of yours to take back."),
    ] {
        assert_eq!(reply(&[typed]), [said, to_move], "{typed}");
    }
    assert_eq!(reply(&[""]), [to_move]);
    let long = "x".repeat(100);
    assert!(reply(&[&long])[0].len() < 100);
}

#[test]
fn commands_do_what_they_say() {
    assert_eq!(reply(&["f5", "undo"])[0], "Taken back: f4, f5.");
    assert_eq!(reply(&["f5", "undo", "redo"])[0], "Played again: f5, f4.");
    assert_eq!(reply(&["hint"])[0], "Hint: d3, Black +2.0 (5 plies searched).");
    assert_eq!(
        reply(&["f5", "new white 0"])[0],
        "A new game: you are White against Full strength."
    );
    assert_eq!(reply(&["f5", "new both"])[0], "A new game for two people.");
    assert_eq!(reply(&["board"]).len(), 11);
    assert_eq!(reply(&["help"]).len(), 11);
    assert_eq!(reply(&["quit"]), ["Goodbye."]);
}

fn outflank(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["play", "--ascii", "--lang", "en", "--hash", "1"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn said(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stderr, b"");
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(str::to_owned).collect()
}

/// The move that a line tells of.
fn told_move(line: &str) -> Option<Move> {
    let (_, rest) = line.split_once(" plays ")?;
    Move::from_name(rest.split(' ').next()?)
}

/// The first of the squares in `Black to move: d3, c4.`.
fn first_choice(line: &str) -> Option<&str> {
    let (_, squares) = line.split_once(" to move: ")?;
    squares.split([',', '.']).next()
}

fn send(input: &mut ChildStdin, line: &str) {
    writeln!(input, "{line}").unwrap();
    input.flush().unwrap();
}

#[test]
fn a_whole_game_by_a_pipe() {
    let file = env::temp_dir().join(format!("outflank-play-{}.ggf", process::id()));
    let _ = fs::remove_file(&file);
    let name = file.to_str().unwrap();
    let mut child = outflank(&["--side", "black", "--level", "1", "--seed", "3"]);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut game = Game::default();
    let mut score = None;
    let mut turn = 0;
    for line in &mut lines {
        if let Some(mv) = told_move(&line) {
            game.play(mv).unwrap();
        } else if line.starts_with("Taken back: ") {
            while game.undo().is_some() {}
        } else if let Some(rest) = line.strip_prefix("Game over: ") {
            score = Some(rest.to_owned());
        } else if line.starts_with("Review") {
            break;
        } else if let Some(choice) = first_choice(&line) {
            turn += 1;
            match turn {
                2 => send(&mut input, "undo"),
                // The same square as in the first turn, in the other way.
                3 => {
                    let square = Square::from_name(choice).unwrap();
                    send(&mut input, &format!("{} {}", square.row() + 1, square.column() + 1));
                }
                5 => send(&mut input, "hint"),
                _ => send(&mut input, choice),
            }
        }
    }
    assert!(game.position().board.is_over());
    let black = game.position().score();
    let (most, least) = (32 + black.abs() / 2, 32 - black.abs() / 2);
    let result = match black {
        0 => "a draw, 32 to 32".into(),
        1.. => format!("Black wins, {most} to {least}"),
        _ => format!("White wins, {most} to {least}"),
    };
    assert!(score.as_ref().unwrap().starts_with(&result), "{score:?} and not {result}");

    for line in [&format!("save {name}"), "undo", &format!("load {name}"), "quit"] {
        send(&mut input, line);
    }
    let rest: Vec<String> = lines.collect();
    assert!(rest.contains(&format!("Saved as {name}.")), "{rest:#?}");
    assert!(rest.contains(&format!("Loaded {name}.")), "{rest:#?}");
    assert_eq!(rest.last().unwrap(), "Goodbye.");
    assert!(child.wait().unwrap().success());
    let games = read_games(&fs::read(&file).unwrap(), name).unwrap().games;
    fs::remove_file(&file).unwrap();
    assert_eq!(games[0].record.as_ref().unwrap().game, game);
}

#[test]
fn the_end_of_the_input_ends_it() {
    for (arguments, last) in [
        (&[][..], "Which side do you play: black, white, both or none?"),
        (&["--side", "white", "--level", "1"], " to move: "),
        (&["--side", "none", "--level", "1"], "Type new, undo, save FILE, load FILE or quit."),
    ] {
        let mut child = outflank(arguments);
        drop(child.stdin.take());
        let lines = said(&child.wait_with_output().unwrap());
        let [.., before, end] = &lines[..] else { panic!("{lines:#?}") };
        assert!(before.contains(last), "{lines:#?}");
        assert_eq!(end, "The input has ended, and so does the game.");
    }
}

#[test]
fn lines_that_are_no_text_or_too_long_are_answered() {
    let mut child = outflank(&["--side", "both"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"\xff\xfe\n").unwrap();
    input.write_all(&vec![b'x'; 100_000]).unwrap();
    input.write_all(b"\nf5\nquit").unwrap();
    drop(input);
    let lines = said(&child.wait_with_output().unwrap());
    let has = |text: &str| lines.iter().any(|line| line.starts_with(text));
    assert!(has("'\u{fffd}\u{fffd}' is no move"), "{lines:#?}");
    assert!(has("That line is too long"), "{lines:#?}");
    assert!(has("Black plays f5"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "Goodbye.");
}

#[test]
fn who_reads_no_more_ends_it_without_a_complaint() {
    let mut child = outflank(&["--side", "none", "--level", "1"]);
    drop(child.stdout.take());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it goes on");
        thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success());
}
