//! Files of games: what is written is read, and what is cut off or damaged is found.

use std::fs;
use std::path::{Path, PathBuf};

use outflank::board::{Board, Square};
use outflank::learn::dataset::{
    BlockFault, Fault, FileError, GameRecord, Imported, Merged, Origin, Part, Reader, RecordFault,
    RecordedMove, Sample, SelfPlayed, Stats, Writer, draw_samples, import, merge,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dataset").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn origin() -> Origin {
    Origin::new(vec![Part::SelfPlay(SelfPlayed {
        first: 3,
        seed: 7,
        depth: 4,
        solve: 12,
        selectivity: 73,
        random: (6, 44),
        evaluation: "features".into(),
        checksum: 0x1234,
    })])
}

/// A game of random moves, the first of which are left out, with some scores.
fn record() -> impl Strategy<Value = GameRecord> {
    let scores = prop::option::weighted(0.8, -6400..=6400_i16);
    let choices = prop::collection::vec((any::<prop::sample::Index>(), scores), 60);
    (choices, 0..50_usize).prop_map(|(choices, random)| {
        let mut choices = choices.into_iter();
        let mut board = Board::START;
        for (choice, _) in choices.by_ref().take(random) {
            board = some_move(board, choice).map_or(board, |(_, _, after)| after);
        }
        if board.legal_moves().is_empty() {
            board = board.pass();
        }
        let start = board;
        let mut is_first = true;
        let mut moves = Vec::new();
        for (choice, score) in choices {
            let Some((square, passed, after)) = some_move(board, choice) else { break };
            moves.push(RecordedMove { square, score });
            (board, is_first) = (after, is_first == passed);
        }
        let result = if is_first { board.final_score() } else { -board.final_score() };
        GameRecord { start, moves, result: result as i8 }
    })
}

/// A move, whether a pass came before it, and the board after it; `None` if the game is over.
fn some_move(board: Board, choice: prop::sample::Index) -> Option<(Square, bool, Board)> {
    let passed = board.legal_moves().is_empty();
    let board = if passed { board.pass() } else { board };
    let squares: Vec<Square> = board.legal_moves().squares().collect();
    (!squares.is_empty()).then(|| {
        let square = *choice.get(&squares);
        (square, passed, board.play_unchecked(square))
    })
}

/// So many games, made without a search.
fn games(count: usize) -> Vec<GameRecord> {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| record().new_tree(&mut runner).unwrap().current()).collect()
}

fn write(path: &Path, games: &[GameRecord]) {
    let mut writer = Writer::create(path, &origin()).unwrap();
    for game in games {
        writer.push(game.clone()).unwrap();
    }
    writer.finish().unwrap();
}

/// The games before the first error, and that.
fn read(path: &Path) -> (Vec<GameRecord>, Option<FileError>) {
    let mut games = Vec::new();
    for game in Reader::open(path).unwrap() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

proptest! {
    #![proptest_config(Config {
        cases: 64,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn games_are_read_as_they_were_written(games in prop::collection::vec(record(), 0..600)) {
        let path = directory("round_trip").join("a.games");
        write(&path, &games);
        let reader = Reader::open(&path).unwrap();
        prop_assert_eq!(reader.origin(), &origin());
        let (again, error) = read(&path);
        prop_assert!(error.is_none());
        prop_assert_eq!(again, games);
    }

    #[test]
    fn a_random_game_is_one(game in record()) {
        prop_assert_eq!(game.check(), Ok(()));
    }
}

#[test]
fn a_position_takes_about_three_bytes() {
    let path = directory("size").join("a.games");
    let games = games(2000);
    write(&path, &games);
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    assert!(fs::metadata(&path).unwrap().len() < 4 * positions as u64);
}

#[test]
fn a_file_that_is_cut_off_anywhere_keeps_its_whole_blocks_and_goes_on() {
    let path = directory("torn").join("a.games");
    let games = games(700);
    write(&path, &games);
    let whole = fs::read(&path).unwrap();
    let header = {
        write(&path, &[]);
        fs::metadata(&path).unwrap().len() as usize
    };
    let mut seen = Vec::new();
    for length in (header..whole.len()).step_by(997).chain([header, header + 1, whole.len() - 1]) {
        fs::write(&path, &whole[..length]).unwrap();
        let (read, error) = read(&path);
        assert!(read.len().is_multiple_of(256) && games.starts_with(&read));
        match error {
            None => assert_eq!(length, header),
            Some(error) => {
                let block = read.len() / 256 + 1;
                assert!(matches!(error.fault, Fault::CutOff { block: at } if at == block));
            }
        }
        let (mut writer, count) = Writer::resume(&path, &origin()).unwrap();
        assert_eq!(count, read.len() as u64);
        for game in &games[read.len()..] {
            writer.push(game.clone()).unwrap();
        }
        writer.finish().unwrap();
        assert!(fs::read(&path).unwrap() == whole, "cut off at {length}");
        seen.push(read.len());
    }
    assert!([0, 256, 512].iter().all(|count| seen.contains(count)), "{seen:?}");
}

#[test]
fn damage_is_found_and_said_where() {
    let path = directory("damage").join("a.games");
    let games = games(700);
    write(&path, &games);
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(331) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let fault = match Reader::open(&path) {
            Err(error) => error.fault,
            Ok(_) => read(&path).1.expect("damage is found").fault,
        };
        match fault {
            Fault::NotGames => assert!(at < 8),
            Fault::Version(_) => assert!((8..12).contains(&at)),
            Fault::Header | Fault::Block { .. } | Fault::CutOff { .. } => {}
            other => panic!("{other}"),
        }
    }
    let mut bytes = whole;
    let length = bytes.len();
    bytes[length - 1] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (read, error) = read(&path);
    assert_eq!(read.len(), 512);
    let message = error.unwrap().to_string();
    assert!(message.ends_with("a.games: block 3: it is damaged (checksum)"), "{message}");
    let message = Writer::resume(&path, &origin()).err().unwrap().to_string();
    assert!(message.ends_with("a.games: block 3: it is damaged (checksum)"), "{message}");
}

#[test]
fn other_files_are_refused() {
    let path = directory("other").join("a.games");
    let says = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let message = Reader::open(&path).err().unwrap().to_string();
        message.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
    };
    assert_eq!(says(b""), "not a file of games (OUTFGAME)");
    assert_eq!(says(b"f5d6c3d3c4f4f6f3e6e7"), "not a file of games (OUTFGAME)");
    assert_eq!(says(b"OUTFGAME\x02\0\0\0"), "games of version 2; this program reads 1");
    assert_eq!(says(b"OUTFGAME\x01\0\0\0\xff"), "the header is damaged or cut off");
    assert_eq!(
        says(&[b"OUTFGAME\x01\0\0\0", &[255; 99][..]].concat()),
        "the header is damaged or cut off"
    );
}

#[test]
fn a_file_has_one_writer() {
    let path = directory("lock").join("a.games");
    let writer = Writer::create(&path, &origin()).unwrap();
    let message = Writer::resume(&path, &origin()).err().unwrap().to_string();
    assert!(message.ends_with("a.games: another program is writing this file"), "{message}");
    writer.finish().unwrap();
    assert!(Writer::resume(&path, &origin()).is_ok());
}

#[test]
fn records_that_are_no_games_are_told() {
    let mut game = games(1).remove(0);
    let result = game.result;
    game.result = -result - 2;
    let wrong = RecordFault::Result { recorded: game.result, board: result.into() };
    assert_eq!(game.check(), Err(wrong));
    // They are written as they are, and refused when they are read.
    let path = directory("no_game").join("a.games");
    write(&path, &[games(1).remove(0), game.clone()]);
    let fault = read(&path).1.unwrap().fault;
    let game_fault = BlockFault::Game { game: 2, fault: wrong };
    assert!(matches!(fault, Fault::Block { block: 1, fault } if fault == game_fault));
    game.moves[1].square = game.moves[0].square;
    let square = game.moves[0].square;
    assert_eq!(game.check(), Err(RecordFault::Illegal { ply: 2, square }));
}

#[test]
fn merging_keeps_each_game_once_and_their_order() {
    let folder = directory("merge");
    let [a, b, out] = ["a", "b", "out"].map(|name| folder.join(name).with_extension("games"));
    let games = games(600);
    write(&a, &games[..400]);
    write(&b, &games[300..]);
    let bytes = fs::read(&b).unwrap();
    let inputs = [a.clone(), b.clone(), a.clone()];
    let merged = merge(&out, &inputs, |error| panic!("{error}")).unwrap();
    assert_eq!(merged, Merged { games: 600, duplicates: 500 });
    assert!(read(&out).0 == games);
    assert_eq!(Reader::open(&out).unwrap().origin().parts.len(), 3);
    let message = merge(&out, &inputs, |_| ()).unwrap_err().to_string();
    assert!(message.contains("out.games: ") && message.contains("exists"), "{message}");

    // Of a file that is cut off, the whole blocks.
    fs::remove_file(&out).unwrap();
    fs::write(&b, &bytes[..bytes.len() - 1]).unwrap();
    let mut told = Vec::new();
    let merged = merge(&out, &inputs, |error| told.push(error.to_string())).unwrap();
    assert_eq!(merged, Merged { games: 556, duplicates: 500 });
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("b.games: the file ends within block 2"), "{told:?}");

    // A damaged one stops it all, and leaves nothing behind.
    fs::remove_file(&out).unwrap();
    let damaged: Vec<u8> = bytes[..bytes.len() - 1].iter().copied().chain([0]).collect();
    fs::write(&b, damaged).unwrap();
    assert!(merge(&out, &inputs, |_| ()).is_err());
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn samples_come_from_the_file_and_by_the_seed() {
    let path = directory("sample").join("a.games");
    let games = games(50);
    write(&path, &games);
    let all: Vec<Sample> = games.iter().flat_map(GameRecord::samples).collect();
    let draw = |count, seed| draw_samples(Reader::open(&path).unwrap(), count, seed).unwrap();
    let drawn = draw(20, 1);
    assert_eq!(drawn.len(), 20);
    assert!(drawn.iter().all(|sample| all.contains(sample)));
    assert_eq!(drawn, draw(20, 1));
    assert_ne!(drawn, draw(20, 2));
    assert_eq!(draw(all.len() + 1, 1).len(), all.len());
    // Each position comes about as often as any other.
    let (mut early, mut draws) = (0, 0);
    for seed in 0..200 {
        for sample in draw(5, seed) {
            draws += 1;
            early += u32::from(all[..all.len() / 2].contains(&sample));
        }
    }
    assert!((draws * 2 / 5..draws * 3 / 5).contains(&early), "{early} of {draws}");
}

#[test]
fn counts_are_those_of_the_games() {
    let games = games(40);
    let mut stats = Stats::default();
    games.iter().for_each(|game| stats.add(game));
    let samples: Vec<Sample> = games.iter().flat_map(GameRecord::samples).collect();
    assert_eq!((stats.games, stats.positions()), (40, samples.len() as u64));
    let ply = |sample: &&Sample| sample.board.empties().len() == 60 - 45;
    let results: Vec<f64> = samples.iter().filter(ply).map(|it| it.result.into()).collect();
    let mean = results.iter().sum::<f64>() / results.len() as f64;
    let square = results.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / results.len() as f64;
    let found = stats.plies[45].results;
    assert_eq!(found.count, results.len() as u64);
    assert!((found.mean() - mean).abs() < 1e-9);
    assert!((found.deviation() - square.sqrt()).abs() < 1e-9);
    let scored = samples.iter().filter(ply).filter(|it| it.score.is_some()).count();
    assert_eq!(stats.plies[45].scored, scored as u64);
}

#[test]
fn wthor_files_are_imported() {
    let out = directory("wthor").join("out.games");
    let input = PathBuf::from("tests/data/wthor-1978.wtb");
    let imported = import(&out, &[input], |error| panic!("{error}")).unwrap();
    assert_eq!(imported, Imported { games: 4, skipped: 0 });
    let part = Part::Wthor { file: "wthor-1978.wtb".into(), year: 1978 };
    assert_eq!(Reader::open(&out).unwrap().origin(), &Origin::new(vec![part]));
    for game in read(&out).0 {
        assert_eq!((game.check(), game.start), (Ok(()), Board::START));
        assert!(game.moves.len() > 55 && game.moves.iter().all(|mv| mv.score.is_none()));
        let sample = game.samples().last().unwrap();
        assert!(sample.board.empties().len() < 6);
    }
}

#[test]
fn what_cannot_be_imported_is_named_and_left_out() {
    let folder = directory("import");
    let [text, archive, out] = ["games.txt", "bad.wtb", "out.games"].map(|name| folder.join(name));
    // A game that ends after nine plies, with a line after it; one that is not over; an illegal one.
    fs::write(&text, "# the shortest\n\nf5d6c5f4e7f6g5e6e3\nf5d6\nf5d6c3a1\n").unwrap();
    let mut bytes = fs::read("tests/data/wthor-1978.wtb").unwrap();
    bytes[16 + 68 + 8 + 2] = 44;
    fs::write(&archive, &bytes).unwrap();
    let mut told = Vec::new();
    let inputs = [text.clone(), archive.clone()];
    let imported = import(&out, &inputs, |error| told.push(error)).unwrap();
    assert_eq!(imported, Imported { games: 4, skipped: 3 });
    let told: Vec<_> = told.iter().map(|it| it.split_once("import/").unwrap().1).collect();
    assert_eq!(
        told,
        [
            "games.txt: game 2, line 4: the game is not over after 2 plies: its result is not known",
            "games.txt: game 3, line 5: ply 4: a1 is illegal, White would flip no disc there",
            "bad.wtb: game 2: ply 3: d4 is illegal, the square is occupied"
        ]
    );
    let shortest = read(&out).0.remove(0);
    assert_eq!((shortest.moves.len(), shortest.result), (9, 64));
    assert_eq!(shortest.samples().nth(1).unwrap().result, -64);

    fs::remove_file(&out).unwrap();
    fs::write(&archive, &bytes[..100]).unwrap();
    let message = import(&out, &inputs, |_| ()).unwrap_err().to_string();
    assert!(message.ends_with("4 games take 288 bytes, but the file has 100"), "{message}");
}

#[test]
fn games_of_every_format_are_imported() {
    let folder = directory("formats");
    let names = ["games.ggf", "games.sgf", "boards.obf", "out.games"];
    let [ggf, sgf, boards, out] = names.map(|name| folder.join(name));
    fs::copy("tests/data/ggs.ggf", &ggf).unwrap();
    // An agreed score, one that was given up, one of half a disc.
    let moves = "B[f5];W[d6];B[c3]";
    let game = |result| format!("(;GM[2]RE[{result}];{moves})\n");
    fs::write(&sgf, ["W+6", "W+R", "B+0.5"].map(game).concat()).unwrap();
    // White to move from a board, a pass first, a finished board.
    let board = format!("OX{}", "-".repeat(62));
    let full = "X".repeat(64);
    fs::write(&boards, format!("{board} O c1\n{board} X pass c1\n{full} O\n")).unwrap();
    let mut told = Vec::new();
    let imported = import(&out, &[ggf, sgf, boards], |error| told.push(error)).unwrap();
    assert_eq!(imported, Imported { games: 6, skipped: 2 });
    let told: Vec<_> = told.iter().map(|it| it.rsplit_once("formats/").unwrap().1).collect();
    let unknown = "the game is not over after 3 plies: its result is not known";
    assert_eq!(
        told,
        [
            format!("games.sgf: game 2, line 2: {unknown}"),
            format!("games.sgf: game 3, line 3: {unknown}")
        ]
    );
    let (games, error) = read(&out);
    assert!(error.is_none() && games.iter().all(|game| game.check() == Ok(())));
    let results: Vec<i8> = games.iter().map(|game| game.result).collect();
    assert_eq!(results, [0, 0, -6, 64, 64, -64]);
    let lengths: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(lengths, [60, 60, 3, 1, 1, 0]);
    let parts = &Reader::open(&out).unwrap().origin().parts.clone();
    let part = |file: &str, format: &str| Part::Games { file: file.into(), format: format.into() };
    let parts_wanted =
        [part("games.ggf", "ggf"), part("games.sgf", "sgf"), part("boards.obf", "obf")];
    assert_eq!(parts[..], parts_wanted);
}
