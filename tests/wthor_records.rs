//! Records and the files of the WTHOR archive: games, players, tournaments.

use outflank::board::{Game, Move};
use outflank::notation::wthor::{self, List, Names, Written, read_names, write_records};
use outflank::notation::{Ending, Player, PlyNote, Record, RecordedResult, board64, transcript};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// The first four games of 1978.
const FILE: &[u8] = include_bytes!("data/wthor-1978.wtb");
/// A game that is over, Black having 13 discs and White none.
const SHORTEST: &str = "f5d6c5f6e7f4g5e6e3";

fn names(players: &[&str], tournaments: &[&str]) -> Names {
    let owned = |names: &[&str]| names.iter().map(|&name| name.into()).collect();
    Names { players: owned(players), tournaments: owned(tournaments) }
}

fn read(bytes: &[u8], names: &Names) -> Vec<Record> {
    wthor::read(bytes).unwrap().records(names).map(Result::unwrap).collect()
}

/// What was written, read again.
fn read_back(written: &Written) -> Vec<Record> {
    let names = Names {
        players: read_names(List::Players, &written.players).unwrap(),
        tournaments: read_names(List::Tournaments, &written.tournaments).unwrap(),
    };
    read(&written.games, &names)
}

fn game(moves: &str) -> Game {
    let mut game = Game::default();
    transcript::play(&mut game, moves).unwrap();
    game
}

fn record(moves: &str, result: Option<(f64, Ending)>) -> Record {
    let result = result.map(|(black, ending)| RecordedResult { black, ending });
    Record { game: game(moves), result, ..Record::default() }
}

fn named(black: &str, white: &str, place: &str) -> Record {
    let player = |name: &str| Player { name: name.into(), rating: None };
    let record = record(SHORTEST, Some((64.0, Ending::Played)));
    Record { black: player(black), white: player(white), place: place.into(), ..record }
}

/// A list of names with its two counts.
fn list(counts: (u32, u16), width: usize, names: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    bytes.extend(counts.0.to_le_bytes());
    bytes.extend(counts.1.to_le_bytes());
    bytes.extend([0; 6]);
    for name in names {
        bytes.extend(name.iter().copied().chain(std::iter::repeat(0)).take(width));
    }
    bytes
}

#[test]
fn names_are_read_by_the_count_that_fits() {
    let players: [&[u8]; 3] = [b"???", b"Pr\xe9vost Jean", b"12345678901234567890"];
    let says = vec!["???".to_string(), "Prévost Jean".into(), "12345678901234567890".into()];
    for counts in [(3, 0), (0, 3), (3, 3), (7, 3), (3, 9)] {
        assert_eq!(read_names(List::Players, &list(counts, 20, &players)), Ok(says.clone()));
    }
    let bytes = list((0, 1), 26, &[b"World Championship\0\xff\x01"]);
    assert_eq!(read_names(List::Tournaments, &bytes), Ok(vec!["World Championship".into()]));
    assert_eq!(read_names(List::Tournaments, &list((0, 0), 26, &[])), Ok(vec![]));
}

#[test]
fn what_is_wrong_with_a_list_of_names_is_said() {
    let says = |list, bytes: &[u8]| read_names(list, bytes).unwrap_err().to_string();
    let good = list((0, 2), 20, &[b"One", b"Two"]);
    assert_eq!(
        says(List::Players, &good[..15]),
        "15 bytes are no WTHOR list of players: its header alone has 16"
    );
    assert_eq!(
        says(List::Players, &good[..16]),
        "0 or 2 players take 16 or 56 bytes, but the file has 16"
    );
    assert_eq!(
        says(List::Players, &good[..55]),
        "0 or 2 players take 16 or 56 bytes, but the file has 55"
    );
    assert_eq!(
        says(List::Tournaments, &good),
        "0 or 2 tournaments take 16 or 68 bytes, but the file has 56"
    );
    let control = list((2, 0), 20, &[b"One", b"Tw\x07o"]);
    assert_eq!(says(List::Players, &control), "player 1: byte 7 is not a Latin-1 letter");
    let most = list((u32::MAX, u16::MAX), 20, &[b"One"]);
    assert_eq!(
        says(List::Players, &most),
        "4294967295 or 65535 players take 85899345916 or 1310716 bytes, but the file has 36"
    );
}

#[test]
fn a_record_has_the_names_the_year_and_the_score_of_the_file() {
    let mut file = FILE.to_vec();
    // Tournament 1, players 2 and 300.
    file[16..22].copy_from_slice(&[1, 0, 2, 0, 44, 1]);
    file[16 + 68..][..6].copy_from_slice(&[0, 0, 0, 0, 1, 0]);
    let records = read(&file, &names(&["???", "Cerf Jonathan", "Inoue Hiroshi"], &["", "World"]));
    let [first, second, ..] = &records[..] else { panic!() };
    assert_eq!((&*first.black.name, &*first.white.name), ("Inoue Hiroshi", "#300"));
    assert_eq!((&*first.place, &*first.date), ("World", "1978"));
    assert_eq!((&*second.black.name, &*second.white.name), ("", "Cerf Jonathan"));
    assert_eq!(second.place, "");
    for (record, game) in records.iter().zip(wthor::read(&file).unwrap().games()) {
        let game = game.unwrap();
        let score = f64::from(record.game.position().score());
        let result = RecordedResult { black: score, ending: Ending::Played };
        assert_eq!(record.result, Some(result));
        assert_eq!(score, 2.0 * f64::from(game.score) - 64.0);
        let placed = |ply: &outflank::board::Ply| ply.mv != Move::Pass;
        assert_eq!(record.game.plies().iter().filter(|ply| placed(ply)).count(), game.moves.len());
    }
    file[10..12].fill(0);
    assert_eq!(read(&file, &Names::default())[0].date, "");
    assert_eq!(read(&file, &Names::default())[0].place, "#1");
}

#[test]
fn records_are_written_and_read_back() {
    let names = names(&["Zoë", "Ada", "", "Ada"], &["", "b", "a"]);
    let records = read(FILE, &Names::default());
    let records: Vec<_> = records
        .into_iter()
        .zip([(0, 1, 2), (1, 0, 1), (2, 1, 0), (1, 3, 1)])
        .map(|(mut record, (black, white, place))| {
            record.black.name = names.players[black].clone();
            record.white.name = names.players[white].clone();
            record.place = names.tournaments[place].clone();
            record
        })
        .collect();
    let written = write_records(&records);
    assert_eq!((&*written.refused, &*written.changed), (&[][..], &[][..]));
    assert_eq!(read_back(&written), records);
    // Each name once, in order; what is not known has the archive's own name for it.
    assert_eq!(written.players, list((0, 3), 20, &[b"???", b"Ada", b"Zo\xeb"]));
    assert_eq!(written.tournaments, list((0, 3), 26, &[b"???", b"a", b"b"]));
    assert_eq!(written.games[..16], [0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0xba, 7, 8, 0, 0, 0]);
    // Beside its numbers, the theoretical score and the header a game is what it was.
    for (old, new) in FILE[16..].chunks(68).zip(written.games[16..].chunks(68)) {
        assert_eq!((old[6], old[6], &old[8..]), (new[6], new[7], &new[8..]));
    }
    assert_eq!(written.games[16..22], [1, 0, 2, 0, 1, 0]);
    let none = write_records(&[]);
    assert!(read_back(&none).is_empty());
}

#[test]
fn scores_that_were_agreed_on_are_kept() {
    let records = [
        record("f5d6", Some((0.0, Ending::Agreed))),
        record("f5d6", Some((-64.0, Ending::Resigned))),
        record("f5d6c3", Some((12.0, Ending::Time))),
        record("", Some((2.0, Ending::Agreed))),
        record(SHORTEST, None),
        // Other programs leave out the empty squares.
        record(SHORTEST, Some((13.0, Ending::Played))),
    ];
    let written = write_records(&records);
    assert_eq!(written.refused, []);
    let read = read_back(&written);
    let results: Vec<_> = read.iter().filter_map(|record| record.result).collect();
    let told = results.iter().map(|result| (result.black, result.ending)).collect::<Vec<_>>();
    let agreed = [0.0, -64.0, 12.0, 2.0].map(|black| (black, Ending::Agreed));
    assert_eq!(told, [&agreed[..], &[(64.0, Ending::Played); 2]].concat());
    for (read, record) in read.iter().zip(&records) {
        assert_eq!(read.game, record.game);
    }
}

#[test]
fn what_the_archive_cannot_hold_is_left_out_and_said() {
    let at = |date: &str| Record { date: date.into(), ..named("", "", "") };
    let position =
        board64::parse("------------------O-----OOO-OX----OOXX-XOOOXXXXXOO-X-X--XO-X-X-- X")
            .unwrap();
    let set_up = Record {
        game: Game::from_position(position),
        result: Some(RecordedResult { black: 2.0, ending: Ending::Agreed }),
        ..Record::default()
    };
    let records = [
        set_up,
        record("f5d6", None),
        record("f5d6", Some((3.5, Ending::Time))),
        record("f5d6", Some((66.0, Ending::Agreed))),
        record("f5d6", Some((f64::NAN, Ending::Agreed))),
        record(SHORTEST, Some((12.0, Ending::Played))),
        at("2003.12.15_12:33:18.MST"),
        at("1071520398"),
        at("yesterday"),
        at("2004-01-01"),
        at(""),
        at("2003"),
    ];
    let written = write_records(&records);
    let says: Vec<_> = written.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        says,
        [
            "game 1: WTHOR has no games from a set-up position",
            "game 2: it is not over, and WTHOR has no games without a score",
            "game 3: a result of +3.5 is no score in WTHOR (Black's discs minus White's of 64)",
            "game 4: a result of +66 is no score in WTHOR (Black's discs minus White's of 64)",
            "game 5: a result of NaN is no score in WTHOR (Black's discs minus White's of 64)",
            "game 6: a result of +12, but the moves end with +64",
            "game 8: the date '1071520398' does not begin with a year up to 65535",
            "game 9: the date 'yesterday' does not begin with a year up to 65535",
            "game 10: it is of 2004, but the games before it of 2003: a WTHOR file has the games \
             of one year",
            "game 11: it is without a year, but the games before it of 2003: a WTHOR file has the \
             games of one year",
        ]
    );
    let read = read_back(&written);
    assert_eq!(read.iter().map(|record| &*record.date).collect::<Vec<_>>(), ["2003", "2003"]);
}

#[test]
fn names_that_do_not_fit_are_said_once() {
    let long = "Johannes Chrysostomus Wolfgangus";
    let records = [
        named(long, "Łukasz", "x"),
        named("Nineteen letters ok", "Łukasz", "A tournament of 26 letters"),
        named("two\nlines", "nul\0", "山"),
    ];
    let written = write_records(&records);
    let says: Vec<_> = written.changed.iter().map(ToString::to_string).collect();
    assert_eq!(
        says,
        [
            "player 'Johannes Chrysostomus Wolfgangus' is written 'Johannes Chrysostom': WTHOR has \
             19 Latin-1 letters",
            "player 'Łukasz' is written '?ukasz': WTHOR has 19 Latin-1 letters",
            "tournament 'A tournament of 26 letters' is written 'A tournament of 26 letter': WTHOR \
             has 25 Latin-1 letters",
            "player 'two\\nlines' is written 'two?lines': WTHOR has 19 Latin-1 letters",
            "player 'nul\\0' is written 'nul?': WTHOR has 19 Latin-1 letters",
            "tournament '山' is written '?': WTHOR has 25 Latin-1 letters",
        ]
    );
    let read = read_back(&written);
    assert_eq!(read[1].black.name, "Nineteen letters ok");
    assert_eq!((&*read[0].white.name, &*read[2].white.name), ("?ukasz", "nul?"));
}

#[test]
fn a_list_has_room_for_65535_names() {
    let unknown = named("", "", "");
    let mut records: Vec<_> = (0..40_000)
        .map(|number| {
            let name = |side: char| Player { name: format!("{side}{number}"), rating: None };
            Record { black: name('b'), white: name('w'), ..unknown.clone() }
        })
        .collect();
    records.push(named("b1", "w2", "last"));
    let written = write_records(&records);
    // 32,767 games have two names each; the next has one too many, as has each after it.
    assert_eq!(written.refused.len(), 40_000 - 32_767);
    assert_eq!(
        written.refused[0].to_string(),
        "game 32768: WTHOR has no room for more than 65535 players"
    );
    let read = read_back(&written);
    assert_eq!(read.last(), records.last());
    assert_eq!(read.len(), 32_768);
}

#[test]
fn estimates_and_ratings_are_left_out() {
    let mut record = named("A", "B", "C");
    let plain = record.clone();
    record.black.rating = Some(1800.0);
    record.time_control = "15:00".into();
    record.notes = vec![PlyNote { estimate: Some(1.0), seconds: Some(2.0) }];
    assert_eq!(read_back(&write_records(&[record])), [plain]);
}

fn random_record() -> impl Strategy<Value = Record> {
    let name = "[ -~¡-ÿ]{1,19}";
    let moves = prop::collection::vec(any::<prop::sample::Index>(), 0..70);
    (moves, name, name, "[ -~¡-ÿ]{0,25}", 0..=64_u8).prop_map(
        |(moves, black, white, place, score)| {
            let mut game = Game::default();
            for index in moves {
                let position = game.position();
                let legal = position.moves();
                if !legal.is_empty() {
                    game.play(legal[index.index(legal.len())]).unwrap();
                }
            }
            // A pass at the end is not stored.
            while game.plies().last().is_some_and(|ply| ply.mv == Move::Pass) {
                game.undo();
            }
            let over = game.position().board.is_over();
            let (black_discs, ending) = match over {
                true => (f64::from(game.position().score()), Ending::Played),
                false => (2.0 * f64::from(score) - 64.0, Ending::Agreed),
            };
            let player = |name| Player { name, rating: None };
            Record {
                game,
                black: player(black),
                white: player(white),
                place,
                date: "2026".into(),
                result: Some(RecordedResult { black: black_discs, ending }),
                ..Record::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(Config {
        cases: 256,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn any_games_are_written_and_read_back(
        records in prop::collection::vec(random_record(), 0..6),
    ) {
        let unknown = |name: &str| name == "???";
        prop_assume!(!records.iter().any(|record| {
            [&record.black.name, &record.white.name, &record.place].into_iter().any(|it| unknown(it))
        }));
        let written = write_records(&records);
        prop_assert_eq!((&*written.refused, &*written.changed), (&[][..], &[][..]));
        prop_assert_eq!(read_back(&written), records);
    }

    #[test]
    fn a_damaged_list_of_names_gets_a_sentence(
        at in 0..68_usize,
        byte in any::<u8>(),
        cut in 0..68_usize,
    ) {
        let good = list((0, 2), 26, &[b"World Championship", b"Parties U.S.A."]);
        let mut damaged = good.clone();
        damaged[at] = byte;
        for bytes in [&damaged[..], &good[..cut]] {
            match read_names(List::Tournaments, bytes) {
                Ok(names) => prop_assert_eq!(names.len(), 2),
                Err(error) => {
                    let text = error.to_string();
                    prop_assert!(text.len() > 20 && !text.contains(char::is_control), "{}", text);
                }
            }
        }
    }
}
