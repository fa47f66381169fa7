//! Files of games: what is written is read again, what others write is understood, and of a damaged
//! file the good games are read and the others named.

use std::fs;
use std::path::Path;

use outflank::board::{Bitboard, Color, Game, Move, Position};
use outflank::notation::wthor::write_records;
use outflank::notation::{
    Ending, Format, Games, Player, PlyNote, Record, RecordedResult, ggf, line, read_games, sgf,
    write_games,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed};

/// Two games of GGS, one with a pass.
const GGS: &str = include_str!("data/ggs.ggf");
const WTHOR: &[u8] = include_bytes!("data/wthor-1978.wtb");

fn config() -> Config {
    Config {
        cases: 256,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    }
}

/// The start of a game, or any discs and side.
fn start() -> impl Strategy<Value = Position> {
    let any = (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>());
    any.prop_map(|(a, b, c, is_start)| {
        if is_start {
            return Position::START;
        }
        let side = if c & 1 == 0 { Color::Black } else { Color::White };
        // None at all, a few, or many.
        let discs = if c % 7 == 0 { 0 } else { a & (c | c.rotate_left(9)) };
        Position::new(Bitboard(discs & b), Bitboard(discs & !b), side).unwrap()
    })
}

/// A game of random legal moves, passes included.
fn game() -> impl Strategy<Value = Game> {
    (start(), prop::collection::vec(any::<Index>(), 0..70)).prop_map(|(start, choices)| {
        let mut game = Game::from_position(start);
        for choice in choices {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.index(moves.len())]).unwrap();
        }
        game
    })
}

fn text() -> impl Strategy<Value = String> {
    let odd = r"[\]\[\\;:()/%# a-zA-Z0-9äß●\u{3000}'-]{0,14}";
    prop_oneof![Just(String::new()), odd, r"\(;GM\[Othello\];\)|\\|.*"]
        .prop_map(|text| text.replace(char::is_control, "").trim().to_owned())
}

fn number() -> impl Strategy<Value = Option<f64>> {
    prop_oneof![
        Just(None),
        (-640_000..640_000_i32).prop_map(|it| Some(f64::from(it) / 100.0)),
        prop::num::f64::NORMAL.prop_map(Some),
    ]
}

fn player() -> impl Strategy<Value = Player> {
    (text(), number()).prop_map(|(name, rating)| Player { name, rating })
}

fn ending() -> impl Strategy<Value = Ending> {
    prop::sample::select(vec![Ending::Played, Ending::Resigned, Ending::Time, Ending::Agreed])
}

fn result() -> impl Strategy<Value = Option<RecordedResult>> {
    let black = (-64_000..=64_000_i32).prop_map(|it| f64::from(it) / 1000.0);
    prop::option::of((black, ending()).prop_map(|(black, ending)| RecordedResult { black, ending }))
}

fn record() -> impl Strategy<Value = Record> {
    let note = (number(), number())
        .prop_map(|(estimate, seconds)| PlyNote { estimate, seconds: seconds.map(f64::abs) });
    let texts = (text(), text(), prop_oneof![text(), "5:00//2:00", "5:00 10:00/12", "300"]);
    let notes = prop::collection::vec(note, 0..70);
    (game(), player(), player(), texts, result(), notes).prop_map(
        |(game, black, white, (place, date, time_control), result, mut notes)| {
            notes.truncate(game.plies().len());
            while notes.last() == Some(&PlyNote::default()) {
                notes.pop();
            }
            Record { game, black, white, place, date, time_control, result, notes }
        },
    )
}

/// All games of a file, which are good.
fn records(bytes: &[u8], name: &str) -> Vec<Record> {
    let Games { games, .. } = read_games(bytes, name).unwrap();
    games.into_iter().map(|game| game.record.map_err(|it| it.to_string()).unwrap()).collect()
}

/// What is said of the games of a file that cannot be read, and how many can.
fn said(bytes: &[u8], name: &str) -> (usize, Vec<String>) {
    let games = match read_games(bytes, name) {
        Ok(games) => games.games,
        Err(error) => return (0, vec![error.to_string()]),
    };
    let mut errors = Vec::new();
    for game in &games {
        if let Err(fault) = &game.record {
            errors.push(format!("{}: {fault}", game.place));
        }
    }
    (games.len() - errors.len(), errors)
}

/// A record with its texts as GGF has room for them: a value cannot hold a `]`.
fn without_brackets(record: &Record) -> Record {
    let mut record = record.clone();
    let Record { black, white, place, date, time_control, .. } = &mut record;
    for text in [&mut black.name, &mut white.name, place, date, time_control] {
        if text.contains(']') {
            *text = text.replace('[', "(").replace(']', ")");
        }
    }
    record
}

/// What SGF has room for.
fn as_sgf(record: &Record) -> Record {
    let mut record = record.clone();
    record.notes.clear();
    if let Some(RecordedResult { black, ending }) = &mut record.result {
        let is_over = record.game.position().board.is_over();
        let (played, agreed) = (Ending::Played, Ending::Agreed);
        *ending = match *ending {
            Ending::Resigned | Ending::Time if *black != 0.0 => {
                *black = black.signum() * 64.0;
                *ending
            }
            _ => {
                if is_over {
                    played
                } else {
                    agreed
                }
            }
        };
    }
    record
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn ggf_is_read_as_it_is_written(record in record()) {
        let text = ggf::write(&record);
        prop_assert!(!text.contains('\n'));
        let expected = without_brackets(&record);
        prop_assert_eq!(line::read(&text).unwrap(), expected.clone(), "{}", text);
        let file = format!("1 {text}\n2 {text}{text}\n");
        prop_assert_eq!(records(file.as_bytes(), "-"), vec![expected; 3]);
    }

    #[test]
    fn sgf_is_read_as_it_is_written(record in record()) {
        let text = sgf::write(&record);
        prop_assert!(!text.contains('\n'));
        let expected = as_sgf(&record);
        prop_assert_eq!(line::read(&text).unwrap(), expected.clone(), "{}", text);
        prop_assert_eq!(records(format!("{text}\n\n{text}").as_bytes(), "-"), vec![expected; 2]);
    }

    #[test]
    fn every_format_keeps_the_games(records in prop::collection::vec(record(), 1..5)) {
        for name in Format::names().filter(|name| !["wthor", "edx"].contains(name)) {
            let format = Format::from_name(name).unwrap();
            let bytes = write_games(&records, format).unwrap();
            let again = read_games(&bytes, "").unwrap();
            // A first game that is no more than a board is a board.
            if records[0].game.start() == Position::START && !records[0].game.plies().is_empty() {
                prop_assert_eq!(again.format, format);
            }
            prop_assert_eq!(again.games.len(), records.len());
            for (game, record) in again.games.into_iter().zip(&records) {
                prop_assert_eq!(&game.record.unwrap().game, &record.game);
            }
        }
    }

    #[test]
    fn no_text_breaks_a_reader(text in any::<String>(), brackets in r"[(); \[\]BWGMaf5/\\\n]{0,200}") {
        for text in [&text, &brackets] {
            let _ = (line::read(text), ggf::read(text), sgf::read(text));
            let _ = read_games(text.as_bytes(), "x.txt");
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 4096, ..config() })]

    /// A sentence or a game, whatever is done to a file.
    #[test]
    fn damaged_files_are_told_of(
        which in 0..5_usize,
        wounds in prop::collection::vec((any::<Index>(), 0..6_u8, any::<u8>()), 1..6),
    ) {
        let good = records(GGS.as_bytes(), "");
        let formats = [Format::Transcript, Format::Obf, Format::Fen, Format::Ggf, Format::Sgf];
        let mut bytes = write_games(&good, formats[which]).unwrap();
        for (at, kind, byte) in wounds {
            let at = at.index(bytes.len().max(1));
            match kind {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = byte,
                1 => bytes[at] ^= 1 << (byte % 8),
                2 => drop(bytes.remove(at)),
                3 => bytes.insert(at, b"()[];/\\ %#\n-"[usize::from(byte) % 12]),
                4 => drop(bytes.drain(at..(at + usize::from(byte)).min(bytes.len()))),
                _ => bytes.truncate(at),
            }
        }
        let (_, errors) = said(&bytes, &format!("x.{}", formats[which].name()));
        for error in errors {
            prop_assert!(error.len() > 10 && error.len() < 300 && !error.contains('\n'), "{}", error);
        }
    }
}

fn moves(record: &Record) -> String {
    record.game.plies().iter().map(|ply| ply.mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn games_of_ggs_are_read_whole() {
    let games = records(GGS.as_bytes(), "-");
    assert_eq!(games.len(), 2);
    let Record { game, black, white, place, date, time_control, result, notes } = &games[0];
    assert_eq!((black.name.as_str(), black.rating), ("Saio1200", Some(2197.01)));
    assert_eq!((white.name.as_str(), white.rating), ("Saio3000", Some(2199.72)));
    assert_eq!((place.as_str(), date.as_str()), ("GGS/os", "2003.12.15_13:24:03.MST"));
    assert_eq!(time_control, "05:00//02:00");
    assert_eq!(*result, Some(RecordedResult { black: 0.0, ending: Ending::Played }));
    assert_eq!((game.plies().len(), game.position().score()), (61, 0));
    assert!(game.position().board.is_over());
    assert_eq!(game.plies()[58].mv, Move::Pass);
    assert_eq!(notes[26], PlyNote { estimate: None, seconds: Some(5.42) });
    assert_eq!((notes[58], notes.len()), (PlyNote::default(), 61), "nothing is told of the pass");
    assert_eq!(games[1].notes[7], PlyNote { estimate: Some(2.39), seconds: Some(0.01) });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/ggf");
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        for game in records(&bytes, path.to_str().unwrap()) {
            let end = game.game.position();
            assert!(end.board.is_over());
            assert_eq!(game.result.unwrap().black, f64::from(end.score()));
        }
    }
}

#[test]
fn ggf_is_read_in_all_its_forms() {
    let one = |text: &str| line::read(text).unwrap();
    // The case of edax-reversi-AVX#1 has a time behind its pass.
    let start = "BO[8 OXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXX-- *]";
    let passed = one(&format!("(;GM[Othello]PB[a]{start}B[PA//3.1];)"));
    assert_eq!(moves(&passed), "pass");
    assert_eq!(passed.notes, [PlyNote { estimate: None, seconds: Some(3.1) }]);
    assert_eq!(moves(&one(&format!("(;{start}W[h8/-2/1:02.5];)"))), "pass h8");
    let seconds = one("(;GM[Othello]B[f5//1:00:02.5];)").notes[0].seconds;
    assert_eq!(seconds, Some(3602.5));
    let loose =
        one("1 ( ;\tGM[ OTHELLO ] RE[ -12.000:t ] RB[?]\n XX[skip]YY[1][2] b[F5]W[D6/a/b];)");
    assert_eq!(moves(&loose), "f5 d6");
    assert_eq!(loose.result, Some(RecordedResult { black: -12.0, ending: Ending::Time }));
    assert_eq!((loose.black.rating, loose.notes.len()), (None, 0));
    assert_eq!(one("(;GM[Othello]TB[5:00]TW[3:00/12]B[f5];)").time_control, "5:00 3:00/12");
    let odd = Record {
        black: Player { name: "a]b\\[c]\n;)".into(), rating: Some(1e21) },
        ..Record::default()
    };
    let text = ggf::write(&odd);
    assert!(text.contains("PB[a)b\\(c) ;)]"), "{text}");
    assert_eq!(one(&text).black.rating, Some(1e21));
    let open = one("(;GM[Othello]PB[a[b];)");
    assert_eq!((open.black.name.as_str(), one(&ggf::write(&open))), ("a[b", open.clone()));
}

#[test]
fn sgf_is_read_in_all_its_forms() {
    let one = |text: &str| line::read(text).unwrap();
    let played = "f5 d6 c3 d3";
    for text in [
        "(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3];W[d3])",
        "(;FF[3];B[fe];W[df];B[cc];W[dc])",
        "(\n;SZ[8]PB[B]GM[2]\n;B[F5] W[D6]\n(;B[c3](;W[d3])(;W[f4];B[zz]))\n(;B[d7]C[a \\] (;)])\n)",
    ] {
        assert_eq!(moves(&one(text)), played, "{text}");
    }
    let game =
        one("(;GM[2]RE[W+R]DT[2001-02-03]PC[here]EV[Cup\\: 1\\\n]TM[600]PB[a\\]\\\\b];B[f5])");
    assert_eq!((game.place.as_str(), game.black.name.as_str()), ("Cup: 1", "a]\\b"));
    assert_eq!((game.date.as_str(), game.time_control.as_str()), ("2001-02-03", "600"));
    assert_eq!(game.result, Some(RecordedResult { black: -64.0, ending: Ending::Resigned }));
    // The discs of a start, a rectangle, the side from the first move or from PL.
    let game = one("(;GM[2]AW[a1]AB[b1:c1][d1]AE[d1];W[d1])");
    assert_eq!(line::write(&game.game).split_once(' ').unwrap().1, "O moves d1");
    assert_eq!(one("(;GM[2]PL[W])").game.start().side, Color::White);
    let start = Position::START;
    let turned = one("(;GM[2]PL[white];W[f4])").game;
    assert_eq!(turned.start().discs(Color::Black), start.discs(Color::Black));
    // Passes as others write them, and left out.
    for pass in [";B[]", ";B[tt]", ";B[pass]", ""] {
        let text = format!("(;GM[2]AW[a1][a8:e8]AB[b1][f8];W[c1]{pass};W[g8])");
        assert_eq!(moves(&one(&text)), "c1 pass g8", "{text}");
    }
}

#[test]
fn a_bad_game_in_brackets_does_not_take_the_others_with_it() {
    let lines: Vec<&str> = GGS.lines().collect();
    let file = |second: &str| format!("{}\n{second}\n{}\n", lines[0], lines[1]);
    let error = |second: &str| {
        let (good, mut errors) = said(file(second).as_bytes(), "x.ggf");
        assert_eq!((good, errors.len()), (2, 1), "{errors:?}");
        errors.remove(0)
    };
    let start = "1 (;GM[Othello]PB[a]PW[b]BO[8 ---------------------------O*------*O--------------------------- *]";
    for (rest, said) in [
        ("B[f5]W[f5];)", "ply 2: f5 is illegal, the square is occupied"),
        ("B[f5]B[d6];)", "ply 2: d6 is given to Black, but White is to move"),
        ("B[pass];)", "ply 1: pass is illegal, Black has a legal move and may not pass"),
        ("B[f5 W[f4]B[e3];)", "ply 1: 'f5 W[f4' is not a move (a1 to h8, or pass)"),
        ("B[f5]W[", "the value of W has no end, a ] is missing"),
        ("B[f5]W[f4;)", "ply 2: 'f4;)\\n1 (;GM[Othello' is not a move (a1 to h8, or pass)"),
        ("B[f5]W;)", "'W' has no value, as in PB[name]"),
        ("B[f5]4", "'4' stands where a property is wanted, as in PB[name]"),
        (
            "B[f5]",
            "'1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_1...' stands where a property is wanted, as in PB[name]",
        ),
    ] {
        let last = if rest == "B[f5]W[" { file("").len() } else { 0 };
        if last > 0 {
            let text = format!("{}{start}{rest}", file(""));
            assert_eq!(self::said(text.as_bytes(), "").1, [format!("game 3, line 4: {said}")]);
            continue;
        }
        assert_eq!(error(&format!("{start}{rest}")), format!("game 2, line 2: {said}"));
    }
    for (second, said) in [
        ("1 (;GM[Go]B[d3];)", "GM[Go] is another game than Othello"),
        ("1 (;GM[Othello]BO[10 --- *]B[d3];)", "BO begins with '10', not with the size 8"),
        ("1 (;GM[Othello]BO[8 --- *]B[d3];)", "BO: 4 cells given, 64 wanted"),
        ("some words", "'some words' belongs to no game"),
    ] {
        assert_eq!(error(second), format!("game 2, line 2: {said}"));
    }
    let (good, errors) = self::said(format!("2 {}", &GGS[2..]).as_bytes(), "x.ggf");
    assert_eq!(good, 2);
    assert_eq!(errors, ["game 2, line 1: the entry is to have 2 games, but there are 1"]);
}

#[test]
fn what_is_wrong_with_sgf_is_said() {
    let error = |text: &str| line::read(text).unwrap_err().to_string();
    for (text, said) in [
        ("(;GM[1];B[dd])", "GM[1] is another game than Othello, 2"),
        ("(;GM[2]SZ[10];B[d3])", "SZ[10] is not a board of size 8"),
        ("(;GM[2]AB[d3][i9])", "'i9' is not a square (a1 to h8, or aa to hh)"),
        ("(;GM[2]PL[?])", "PL[?] is not a side to move (B or W)"),
        ("(;GM[2];B[d3];AB[a1])", "AB stands after the first move"),
        ("(;GM[2];B[d3];W[dd])", "ply 2: d4 is illegal, the square is occupied"),
        ("(;GM[2];W[d3])", "ply 1: d3 is given to White, but Black is to move"),
        ("(;GM[2];B[d3]", "the game has no end, a ) is missing"),
        ("(;GM[2];B[d3])(;GM[2])", "2 games stand here, one is wanted"),
    ] {
        assert_eq!(error(text), said, "{text}");
    }
    let file = "(;GM[2];B[f5];W[f5])\n(;GM[2];B[f5];W[d6)\n\n(;GM[2];B[f5])\n";
    let (good, errors) = said(file.as_bytes(), "");
    assert_eq!(good, 1);
    assert_eq!(errors[0], "game 1, line 1: ply 2: f5 is illegal, the square is occupied");
    assert_eq!(
        errors[1],
        "game 2, line 2: ply 2: 'd6)\\n\\n(;GM[2' is not a move (a1 to h8, or pass)"
    );
}

#[test]
fn lines_are_read_in_any_form() {
    let board = "---------------------------OX------XO---------------------------";
    let file = format!(
        "# a comment\n\n1. F5 d6 2. C3\n{board} X\n{board} O f4 % and more\n{board}X f5d6\n\
         [8 {board} *] moves f5\n8/8/8/3OX3/3XO3/8/8/8 b - 0 1 moves f5 d6\n8/8/8/3OX3/3XO3/8/8/8 w f4\n\
         {board} X; F5:+0; D3:+0;\n{board} X f5 d6; C3:+0;\n{board}\n{board} black f5\n"
    );
    let Games { format, games, left_out } = read_games(file.as_bytes(), "x").unwrap();
    assert_eq!((format, left_out), (Format::Transcript, Some("the scores of positions")));
    let read: Vec<String> = games.iter().map(|it| moves(it.record.as_ref().unwrap())).collect();
    let expected = ["f5 d6 c3", "", "f4", "f5 d6", "f5", "f5 d6", "f4", "", "f5 d6", "", "f5"];
    assert_eq!(read, expected);
    assert_eq!(games[4].place.to_string(), "game 5, line 7");
}

#[test]
fn boards_may_have_a_line_for_each_row() {
    let row = "--------\n";
    let board = format!("{}---OX---\n- - - X O - - -\n{}", row.repeat(3), row.repeat(3));
    let file = format!("% two\n{board}O\n\n{board}{board}X\nf5\n{row}{row}X\n");
    let games = read_games(file.as_bytes(), "").unwrap().games;
    let starts: Vec<_> =
        games.iter().map(|it| it.record.as_ref().map(|it| it.game.start().side)).collect();
    let [black, white] = [Color::Black, Color::White];
    assert_eq!(starts[..4], [Ok(white), Ok(black), Ok(black), Ok(black)]);
    let errors = said(file.as_bytes(), "").1;
    assert_eq!(errors[0], "game 5, line 30: 16 cells given, 64 wanted");
}

#[test]
fn what_is_wrong_with_lines_is_said() {
    let board = "---------------------------OX------XO---------------------------";
    let file = format!(
        "f5d6c3\nf5f5\n{board} X f5 pass\n{} X\n8/8/8 b f5\n{board} X; F5:+70;\nhello\n2 (;GM[Othello]\n",
        &board[1..]
    );
    assert_eq!(
        said(file.as_bytes(), ""),
        (
            1,
            [
                "game 2, line 2: ply 2: f5 is illegal, the square is occupied",
                "game 3, line 3: ply 2: pass is illegal, White has a legal move and may not pass",
                "game 4, line 4: 63 cells given, 64 wanted",
                "game 5, line 5: 3 rows given, 8 wanted, with / between",
                "game 6, line 6: '+70' is not a score (-64 to +64; with a move, G8:+18)",
                "game 7, line 7: ply 1: 'hello' is not a move (a1 to h8, or pass)",
                "game 8, line 8: the game has no end, a ) is missing",
            ]
            .map(String::from)
            .to_vec()
        )
    );
}

#[test]
fn formats_are_known_by_content_and_where_that_says_nothing_by_name() {
    let of = |text: &str| Format::of_content(text.as_bytes());
    let board = "---------------------------OX------XO---------------------------";
    for (format, text) in [
        (Format::Transcript, "# games\nf5d6c3"),
        (Format::Transcript, "joho\n1. F5"),
        (Format::Obf, &format!("% positions\n{board} X; F5:+0;")),
        (Format::Obf, "[8 -------- "),
        (Format::Fen, "8/8/8/3OX3/3XO3/8/8/8 b"),
        (Format::Ggf, GGS),
        (Format::Ggf, "1 (;\nPB[a]\nGM[Othello]\n;)"),
        (Format::Sgf, "\u{feff}(;FF[4]\nGM[2];B[f5])"),
    ] {
        assert_eq!(of(text), Some(format), "{text}");
    }
    assert_eq!((of(""), of("joho"), of("f5\0")), (None, None, None));
    assert_eq!(Format::of_content(WTHOR), Some(Format::Wthor));
    assert_eq!(read_games(WTHOR, "x.txt").unwrap().format, Format::Wthor, "content counts first");
    assert_eq!(said(b"joho", "x.TXT").1.len(), 1);
    assert_eq!(
        said(b"joho", "x.bin").1,
        ["no games in any known format (transcript, obf, fen, ggf, sgf, wthor, edx)"]
    );
    assert_eq!(said(&WTHOR[..100], "x.wtb").1, ["4 games take 288 bytes, but the file has 100"]);
    assert!(read_games(b"\n \n", "").unwrap().games.is_empty());
    let latin = b"(;GM[2]PB[J\xf8rgen];B[f5])";
    assert_eq!(records(latin, "")[0].black.name, "J\u{f8}rgen");
}

#[test]
fn wthor_games_come_back_out_of_ggf_and_sgf() {
    let mut files = vec![WTHOR.to_vec()];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/wthor");
    files.extend(fs::read(folder.join("WTH_1990.wtb")));
    for file in files {
        let games = records(&file, "");
        let ggf = write_games(&games, Format::Ggf).unwrap();
        let sgf = write_games(&records(&ggf, ""), Format::Sgf).unwrap();
        let back = records(&sgf, "");
        assert_eq!(back, games, "moves, results, years");
        // A numbering of its own apart, and theoretical scores, the archive is what it was.
        let written = write_records(&back);
        assert_eq!((written.refused, written.games.len()), (vec![], file.len()));
        for (new, old) in written.games[16..].chunks(68).zip(file[16..].chunks(68)) {
            assert_eq!((new[6], &new[8..]), (old[6], &old[8..]));
        }
        assert_eq!(written.games[10..12], file[10..12], "the year");
    }
}

/// Egaroucid#418.
#[test]
fn a_pasted_game_is_read_and_a_megabyte_refused() {
    let pasted = "1. F5 f4 2. F3 g4\n3. d3,F6 4) ";
    let game = line::read(pasted).unwrap();
    assert_eq!(moves(&game), "f5 f4 f3 g4 d3 f6");
    let long = line::read(&"f5 ".repeat(350_000)).unwrap_err().to_string();
    assert_eq!(long, "1050000 bytes of moves, at most 65536 are read");
}

/// Reading goes on inside of what was damaged, but not for ever.
#[test]
fn long_rubbish_is_soon_done_with() {
    for piece in ["(;GM[", "(;GM[2]", "(;", "(", "1 (;A[];)", "(;GM[2];B[f5]", "f5 ", "-- ", "8/"] {
        let text = piece.repeat(600_000 / piece.len());
        let (_, errors) = said(text.as_bytes(), "x.sgf");
        assert!(errors.iter().all(|error| error.len() < 300));
    }
}
