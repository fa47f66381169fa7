//! Edax's game files, built byte by byte.

use outflank::board::{Color, Game, Move, Position};
use outflank::notation::{Format, Games, Record, board64, edx, read_games, transcript};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// A game that is over after 20 moves.
const GAME: &str = "f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5";

/// Where the fields of a record begin.
const DATE: usize = 16;
const NAMES: usize = 24;
const MOVES: usize = 88;
const SIDE: usize = 148;

/// A record: the discs, the date, two names, the moves without passes, the side, the rest.
fn record(start: Position, date: (i16, [u8; 5]), names: [&[u8]; 2], moves: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(start.board.mover().0.to_le_bytes());
    bytes.extend(start.board.opponent().0.to_le_bytes());
    bytes.extend(date.0.to_le_bytes());
    bytes.extend(date.1);
    bytes.push(0xcc);
    for name in names {
        // What stands after the NUL is whatever was in memory.
        bytes.extend(name.iter().copied().chain([0]).chain(std::iter::repeat(0xcd)).take(32));
    }
    bytes.extend(moves.iter().copied().chain(std::iter::repeat(65)).take(60));
    bytes.push(u8::from(start.side == Color::White));
    bytes.extend([0xcc; 3]);
    bytes.extend(0x0123_4567_89ab_cdef_u64.to_le_bytes());
    assert_eq!(bytes.len(), 160);
    bytes
}

fn squares(game: &Game) -> Vec<u8> {
    let squares = game.plies().iter().filter_map(|ply| match ply.mv {
        Move::Place(square) => Some(square.index() as u8),
        Move::Pass => None,
    });
    squares.collect()
}

fn game(moves: &str) -> Game {
    let mut game = Game::default();
    transcript::play(&mut game, moves).unwrap();
    game
}

/// A good record, and the game in it.
fn sample() -> (Vec<u8>, Game) {
    let game = game(GAME);
    let date = (2014, [2, 21, 20, 52, 27]);
    (record(Position::START, date, [b"Edax 4.4", b"Zo\xc3\xab"], &squares(&game)), game)
}

fn read(bytes: &[u8]) -> Vec<Record> {
    edx::read(bytes).unwrap().records().map(Result::unwrap).collect()
}

fn says(bytes: &[u8]) -> String {
    match edx::read(bytes) {
        Ok(archive) => archive.records().find_map(Result::err).unwrap().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_game_is_read_with_its_names_and_date() {
    let (bytes, game) = sample();
    let [record] = &read(&bytes)[..] else { panic!() };
    assert_eq!(record.game, game);
    assert_eq!((&*record.black.name, &*record.white.name), ("Edax 4.4", "Zoë"));
    assert_eq!(record.date, "2014-02-21 20:52:27");
    assert_eq!((record.result, &*record.place), (None, ""));
}

#[test]
fn every_game_of_a_file_is_read_with_its_passes() {
    let games: Vec<Game> = include_str!("data/odd_games.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| game(line.split_whitespace().nth(4).unwrap()))
        .collect();
    let plain = |game: &Game| record(Position::START, (0, [0; 5]), [b"", b""], &squares(game));
    let file: Vec<u8> = games.iter().flat_map(plain).collect();
    let read = read(&file);
    assert!(games.iter().any(|game| squares(game).len() == 60));
    assert_eq!(read.into_iter().map(|record| record.game).collect::<Vec<_>>(), games);
}

#[test]
fn a_file_is_known_by_its_content_or_by_its_name() {
    let (good, game) = sample();
    let mut bad = good.clone();
    bad[SIDE] = 2;
    let Games { format, games, left_out } = read_games(&[bad.clone(), good].concat(), "x").unwrap();
    assert_eq!((format, left_out), (Format::Edx, None));
    let [first, second] = &games[..] else { panic!() };
    let fault = first.record.as_ref().unwrap_err().to_string();
    assert_eq!(fault, "2 is not a side to move (0 for Black, 1 for White)");
    assert_eq!(
        (second.place.to_string(), &second.record.as_ref().unwrap().game),
        ("game 2".into(), &game)
    );
    assert_eq!(read_games(&bad, "x.EDX").unwrap().format, Format::Edx);
    let error = read_games(&bad[1..], "x.edx").unwrap_err();
    assert_eq!(error.to_string(), "159 bytes are no .edx file: each game has 160");
}

#[test]
fn a_set_up_position_is_read_from_the_side_to_move() {
    let start =
        board64::parse("--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX O")
            .unwrap();
    let mut game = Game::from_position(start);
    game.play(start.moves()[0]).unwrap();
    let [read] = &read(&record(start, (0, [0; 5]), [b"", b""], &squares(&game)))[..] else {
        panic!()
    };
    assert_eq!(read.game, game);
    assert_eq!(read.game.start().side, Color::White);
}

#[test]
fn what_is_not_known_of_a_date_is_left_out() {
    let date =
        |year, parts| read(&record(Position::START, (year, parts), [b"", b""], &[])).remove(0).date;
    assert_eq!(date(0, [0, 0, 0, 0, 0]), "");
    assert_eq!(date(1998, [0, 0, 0, 0, 0]), "1998");
    assert_eq!(date(1998, [7, 0, 0, 0, 0]), "1998-07");
    assert_eq!(date(1998, [7, 9, 0, 0, 0]), "1998-07-09");
    assert_eq!(date(1998, [7, 9, 0, 0, 1]), "1998-07-09 00:00:01");
    let says = |year, parts| says(&record(Position::START, (year, parts), [b"", b""], &[]));
    assert_eq!(says(0, [7, 9, 0, 0, 0]), "game 1: a date with a smaller part, but no year");
    assert_eq!(says(2000, [0, 9, 0, 0, 0]), "game 1: a date with a smaller part, but no month");
    assert_eq!(says(2000, [7, 0, 1, 0, 0]), "game 1: a date with a smaller part, but no day");
    assert_eq!(says(-1, [0; 5]), "game 1: -1 is not the year of a date (0 to 9999)");
    assert_eq!(says(2000, [13, 1, 0, 0, 0]), "game 1: 13 is not the month of a date (0 to 12)");
    assert_eq!(says(2000, [1, 32, 0, 0, 0]), "game 1: 32 is not the day of a date (0 to 31)");
    assert_eq!(says(2000, [1, 1, 24, 0, 0]), "game 1: 24 is not the hour of a date (0 to 23)");
    assert_eq!(says(2000, [1, 1, 0, 60, 0]), "game 1: 60 is not the minute of a date (0 to 59)");
    assert_eq!(says(2000, [1, 1, 0, 0, 255]), "game 1: 255 is not the second of a date (0 to 60)");
}

#[test]
fn names_are_utf_8_or_latin_1() {
    let names = |names: [&[u8]; 2]| {
        let record = read(&record(Position::START, (0, [0; 5]), names, &[])).remove(0);
        [record.black.name, record.white.name]
    };
    assert_eq!(names([b"Zo\xeb", b""]), ["Zoë", ""]);
    let whole = [b'x'; 32];
    assert_eq!(names([&whole, b"a"]), ["x".repeat(32), "a".into()]);
    let bell = record(Position::START, (0, [0; 5]), [b"", b"a\x07"], &[]);
    assert_eq!(says(&bell), "game 1: White's name 'a\\u{7}' has a control character");
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let (good, _) = sample();
    assert_eq!(says(&[]), "0 bytes are no .edx file: each game has 160");
    assert_eq!(says(&good[..159]), "159 bytes are no .edx file: each game has 160");
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        let file = [&good[..], &bytes, &good].concat();
        assert_eq!(edx::read(&file).unwrap().records().filter(Result::is_ok).count(), 2);
        says(&file)
    };
    // A disc of Black's on d4, which is White's.
    assert_eq!(changed(3, 0x18), "game 2: both sides have a disc on d4");
    assert_eq!(changed(SIDE, 2), "game 2: 2 is not a side to move (0 for Black, 1 for White)");
    assert_eq!(changed(DATE + 2, 13), "game 2: 13 is not the month of a date (0 to 12)");
    assert_eq!(changed(NAMES, 9), "game 2: Black's name '\\tdax 4.4' has a control character");
    assert_eq!(changed(MOVES, 0), "game 2: ply 1: a1 is illegal, Black would flip no disc there");
    assert_eq!(
        changed(MOVES + 2, 64),
        "game 2: ply 3: 64 is not a square (0 for a1 to 63 for h8, 65 at the end)"
    );
    assert_eq!(changed(MOVES + 59, 3), "game 2: ply 60: 3 after the 65 that ends the moves");
    assert_eq!(changed(MOVES + 20, 7), "game 2: ply 21: h1 is illegal, the game is over");
}

proptest! {
    #![proptest_config(Config {
        cases: 512,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 160)) {
        edx::read(&bytes).unwrap().records().for_each(drop);
    }

    #[test]
    fn a_damaged_file_gets_a_sentence(
        at in 0..160_usize,
        byte in any::<u8>(),
        cut in 0..160_usize,
    ) {
        let (good, _) = sample();
        let mut damaged = good.clone();
        damaged[at] = byte;
        let errors = edx::read(&damaged).unwrap().records().filter_map(Result::err);
        let errors: Vec<_> = errors.map(|error| error.to_string()).collect();
        let cut = edx::read(&good[..cut]).unwrap_err().to_string();
        for text in errors.iter().chain([&cut]) {
            prop_assert!(text.len() > 20 && !text.contains(char::is_control), "{}", text);
        }
    }
}
