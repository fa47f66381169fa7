//! `outflank show` and `outflank convert`: what they print, what they write, and how they end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use outflank::notation::{Record, read_games};

const GGS: &str = "tests/data/ggs.ggf";

fn outflank(arguments: &[&str], input: &str) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has said all it has to say may not read on.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_games").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn records(bytes: &[u8]) -> Vec<Record> {
    read_games(bytes, "").unwrap().games.into_iter().map(|game| game.record.unwrap()).collect()
}

#[test]
fn a_file_is_shown_a_line_a_game() {
    let output = outflank(&["show", GGS], "");
    assert!(output.status.success());
    assert_eq!(
        text(&output.stdout),
        "    #  date                     Black             White             plies  result
    1  2003.12.15_13:24:03.MST  Saio1200          Saio3000             61  +0
    2  2003.12.15_12:33:18.MST  Saio1200          Saio3000             60  +0
"
    );
    let games = "f5d6c5f4e7f6g5e6e3\nf5f5\n(;GM[2]RE[W+R]PB[x];B[f5])\nf5\n";
    let output = outflank(&["show", "-"], games);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stdout),
        "    #  date                     Black             White             plies  result
    1  -                        -                 -                     9  +64
    3  -                        x                 -                     1  -64, resigned
    4  -                        -                 -                     1  not over
"
    );
    assert_eq!(
        text(&output.stderr),
        "outflank: standard input: game 2, line 2: ply 2: f5 is illegal, the square is occupied\n"
    );
}

#[test]
fn the_boards_of_a_game_are_drawn() {
    let output = outflank(&["show", GGS, "--game", "1"], "");
    assert!(output.status.success());
    let shown = text(&output.stdout);
    let head = "game    1
Black   Saio1200, 2197.01
White   Saio3000, 2199.72
place   GGS/os
date    2003.12.15_13:24:03.MST
time    05:00//02:00
result  +0

start
    a b c d e f g h
  1 . . . . . . . .
  2 . . . . . . . .
  3 . . . + . . . .
  4 . . + O X . . .
  5 . . . X O + . .
  6 . . . . + . . .
  7 . . . . . . . .
  8 . . . . . . . .
  Black to move, X 2, O 2

1. Black d3, 0.01 s
";
    assert!(shown.starts_with(head), "{shown}");
    assert!(shown.contains("\n59. Black pass\n"), "{shown}");
    assert!(shown.ends_with("\n  game over, X 32, O 32\n"), "{shown}");
    assert_eq!(shown.matches("a b c d e f g h").count(), 1 + 61);
    let second = outflank(&["show", GGS, "--game", "2"], "");
    assert!(text(&second.stdout).contains("\n8. White d2, +2.39 discs, 0.01 s\n"));

    for (number, said) in [("3", "has games 1 to 2, no game 3"), ("0", "no game 0")] {
        let output = outflank(&["show", GGS, "--game", number], "");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
    let output = outflank(&["show", "-", "--game", "2"], "f5\nf5f5\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("game 2, line 2: ply 2: f5 is illegal"));
}

#[test]
fn a_file_goes_through_every_format() {
    let folder = directory("every");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let games = records(&fs::read(GGS).unwrap());
    let everything =
        "names, ratings, places, dates, time controls, results, estimates and times of moves";
    for (ending, format, lost) in [
        ("ggf", "ggf", ""),
        ("sgf", "sgf", "estimates and times of moves"),
        ("SGF", "sgf", "estimates and times of moves"),
        ("txt", "transcript", everything),
        ("obf", "obf", everything),
        ("fen", "fen", everything),
    ] {
        let out = path(&format!("games.{ending}"));
        let output = outflank(&["convert", GGS, &out], "");
        assert!(output.status.success());
        assert_eq!(text(&output.stdout), "2 games\n");
        let said = format!("outflank: in {format} some things are lost or changed: {lost}\n");
        assert_eq!(text(&output.stderr), if lost.is_empty() { "" } else { &said });
        let again = records(&fs::read(&out).unwrap());
        assert!(again.iter().zip(&games).all(|(again, game)| again.game == game.game));
    }
    let back = outflank(&["convert", &path("games.sgf"), "-", "--to", "GGF"], "");
    let back = records(&back.stdout);
    for (back, game) in back.iter().zip(&games) {
        assert_eq!(game.differences(back), ["estimates and times of moves"]);
    }
    // The format of what is read is in its content, whatever it is called.
    let output = outflank(&["convert", "-", &path("again.txt")], &fs::read_to_string(GGS).unwrap());
    assert!(output.status.success());
    assert_eq!(fs::read(path("again.txt")).unwrap(), fs::read(path("games.txt")).unwrap());
    // What is read as games is solved as positions: here where the games have ended.
    let solved = outflank(&["solve", &path("games.obf")], "");
    assert!(text(&solved.stdout).contains("2 positions"), "{solved:?}");
}

#[test]
fn bad_games_are_named_and_the_others_written() {
    let output = outflank(&["convert", "-", "-", "--to", "sgf"], "f5d6\nf5f5\n\nf5f6\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stdout),
        "(;GM[2]FF[4]CA[UTF-8]SZ[8];B[f5];W[d6])\n(;GM[2]FF[4]CA[UTF-8]SZ[8];B[f5];W[f6])\n"
    );
    assert_eq!(
        text(&output.stderr),
        "outflank: standard input: game 2, line 2: ply 2: f5 is illegal, the square is occupied\n"
    );
}

#[test]
fn what_is_not_read_is_said() {
    let said = |input: &str| {
        let output = outflank(&["convert", "-", "-", "--to", "transcript"], input);
        assert!(output.status.success());
        text(&output.stderr).to_owned()
    };
    let variations = "(;GM[2];B[f5](;W[d6])(;W[f6]))";
    assert_eq!(said(variations), "outflank: variations in standard input are not read\n");
    let problem = fs::read_to_string("tests/data/ffo-1-19.obf").unwrap();
    assert_eq!(
        said(&problem),
        "outflank: the scores of positions in standard input are not read\n"
    );
}

#[test]
fn what_cannot_be_converted_is_refused_and_nothing_is_written() {
    let folder = directory("refused");
    let out = folder.join("out.ggf");
    fs::write(&out, "the old file").unwrap();
    let out = out.to_str().unwrap();
    for (arguments, input, said) in [
        (["-", out], "hello\n", "cannot read standard input: no games in any known format"),
        (["-", out], "", "standard input has no games"),
        (["-", out], "f5f5", "standard input has no game that could be read"),
        (["no/such.ggf", out], "", "cannot read no/such.ggf: "),
        (["-", "-"], "f5", "the name - does not tell a format; --to does"),
        (["-", "games.pgn"], "f5", "the name games.pgn does not tell a format; --to does"),
        (["-", "games.edx"], "f5", "edx is read, but not written"),
        (["-", "games.wtb"], "f5", "standard input has no game that wthor can hold"),
    ] {
        let output = outflank(&[&["convert"], &arguments[..]].concat(), input);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
    assert_eq!(fs::read_to_string(out).unwrap(), "the old file");
    let output = outflank(&["convert", "-", "-", "--to", "pgn"], "f5");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("formats are transcript, obf, fen, ggf, sgf, wthor, edx")
    );
}

#[test]
fn a_wthor_archive_goes_with_its_names() {
    let folder = directory("wthor");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let said = |output: &Output| -> Vec<String> {
        let folder = format!("{}/", folder.display());
        text(&output.stderr).lines().map(|line| line.replace(&folder, "")).collect()
    };
    let start = "BO[8 ---------------------------O*------*O--------------------------- O]W[f4]";
    let games = [
        "PB[Zo\u{eb}]PW[Ada]PC[World]DT[1998-07-09]RE[+0]B[f5]W[d6]",
        "B[f5]W[f5]",
        "PB[\u{141}ukasz]PW[Ada]DT[1998]RE[-64:r]B[f5]",
        &format!("RE[+2]DT[1998]{start}"),
        "RE[+2]DT[1999]B[f5]",
    ];
    let file: String = games.iter().map(|game| format!("(;GM[Othello]{game};)\n")).collect();
    fs::write(path("in.ggf"), file).unwrap();
    let output = outflank(&["convert", &path("in.ggf"), &path("out.wtb")], "");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), "2 games\n"));
    assert_eq!(
        said(&output),
        [
            "outflank: in.ggf: game 2, line 2: ply 2: f5 is illegal, the square is occupied",
            "outflank: in.ggf: game 4, line 4: WTHOR has no games from a set-up position",
            "outflank: in.ggf: game 5, line 5: it is of 1999, but the games before it of 1998: a \
             WTHOR file has the games of one year",
            "outflank: player '\u{141}ukasz' is written '?ukasz': WTHOR has 19 Latin-1 letters",
            "outflank: in wthor some things are lost or changed: dates, results, names",
        ]
    );
    let shown = |file: &str| {
        let output = outflank(&["show", &path(file)], "");
        let lines: Vec<String> = text(&output.stdout).lines().skip(1).map(String::from).collect();
        (lines, said(&output))
    };
    let named = [
        "    1  1998                     Zo\u{eb}               Ada                   2  +0, agreed",
        "    2  1998                     ?ukasz            Ada                   1  -64, agreed",
    ];
    assert_eq!(shown("out.wtb"), (named.map(String::from).to_vec(), vec![]));
    // All years of the archive have the same lists.
    fs::rename(path("out.wtb"), path("WTH_1998.WTB")).unwrap();
    let numbered = [
        "    1  1998                     #2                #1                    2  +0, agreed",
        "    2  1998                     #0                #1                    1  -64, agreed",
    ];
    assert_eq!(shown("WTH_1998.WTB"), (numbered.map(String::from).to_vec(), vec![]));
    fs::rename(path("out.jou"), path("WTHOR.JOU")).unwrap();
    fs::rename(path("out.trn"), path("wthor.trn")).unwrap();
    assert_eq!(shown("WTH_1998.WTB"), (named.map(String::from).to_vec(), vec![]));
    fs::write(path("WTHOR.JOU"), "joho").unwrap();
    let (lines, errors) = shown("WTH_1998.WTB");
    assert_eq!(lines, numbered);
    assert_eq!(
        errors,
        [
            "outflank: cannot read WTHOR.JOU: 4 bytes are no WTHOR list of players: its header alone \
          has 16"
        ]
    );
    let output = outflank(&["convert", &path("WTH_1998.WTB"), &path("out.ggf")], "");
    assert!(output.status.success());
    assert_eq!(said(&output)[1..], ["outflank: theoretical scores in WTH_1998.WTB are not read"]);
    for (arguments, wrong) in [
        (["-", "-", "--to=wthor"], "wthor is three files, - is only one"),
        (["-", "x.JOU", "--to=wthor"], "x.JOU is a list of names in wthor, not the games"),
    ] {
        let output = outflank(&[&["convert"], &arguments[..]].concat(), "f5");
        assert_eq!(text(&output.stderr), format!("outflank: {wrong}\n"));
    }
}
