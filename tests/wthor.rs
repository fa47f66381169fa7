//! WTHOR files: their games replay, and a damaged one says where.

use std::fs;
use std::path::Path;
use std::time::Instant;

use outflank::board::{Game, IllegalMove, Move, Position, Square};
use outflank::notation::Ending;
use outflank::notation::wthor::{
    self, ArchiveError, ArchivedGame, GameError, GameFault, Header, List, Moves, Names,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The first four games of 1978.
const FILE: &[u8] = include_bytes!("data/wthor-1978.wtb");

fn games(bytes: &[u8]) -> Vec<Result<ArchivedGame, GameError>> {
    wthor::read(bytes).unwrap().games().collect()
}

#[test]
fn games_are_read_and_end_with_their_score() {
    let archive = wthor::read(FILE).unwrap();
    assert_eq!((archive.header.year, archive.len()), (1978, 4));
    for game in archive.games() {
        let ArchivedGame { moves, score, theoretical, .. } = game.unwrap();
        let mut board = Game::default();
        for &square in &moves {
            board.play(Move::Place(square)).unwrap();
        }
        assert!(board.position().board.is_over());
        assert_eq!(board.position().score(), 2 * i32::from(score) - 64);
        assert!(theoretical <= 64);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let says = |bytes: &[u8]| wthor::read(bytes).unwrap_err().to_string();
    assert_eq!(says(&FILE[..15]), "15 bytes are no WTHOR file: its header alone has 16");
    assert_eq!(says(&FILE[..200]), "4 games take 288 bytes, but the file has 200");
    assert_eq!(says(&[FILE, &[0]].concat()), "4 games take 288 bytes, but the file has 289");
    let mut large = FILE.to_vec();
    large[12] = 10;
    assert_eq!(says(&large), "the games are played on 10 by 10 squares, not on 8 by 8");
    assert_eq!(wthor::read(&[0; 16]).map(|archive| archive.is_empty()), Ok(true));
    let mut many = vec![0; 16];
    many[4..8].fill(255);
    assert_eq!(
        wthor::read(&many).unwrap_err(),
        ArchiveError::Length { games: u32::MAX, bytes: 16 }
    );
}

#[test]
fn the_first_illegal_move_is_named_and_the_other_games_are_read() {
    let changed = |at: usize, byte: u8| {
        let mut file = FILE.to_vec();
        file[16 + 68 + at] = byte;
        let mut games = games(&file);
        let error = games.remove(1).unwrap_err();
        assert!(games.iter().all(Result::is_ok));
        assert_eq!(error.game, 2);
        error
    };
    // The third move, on an occupied square.
    let d4 = Square::from_name("d4").unwrap();
    let error = changed(8 + 2, 44);
    let reason = IllegalMove::Occupied;
    assert_eq!(error.fault, GameFault::Illegal { ply: 3, square: d4, reason });
    assert_eq!(error.to_string(), "game 2: ply 3: d4 is illegal, the square is occupied");
    assert_eq!(
        changed(8 + 2, 89).to_string(),
        "game 2: ply 3: 89 is not a square (11 for a1 to 88 for h8)"
    );
    assert_eq!(changed(6, 65).to_string(), "game 2: a score of 65 discs, of 64 on the board");
    let recorded = FILE[16 + 68 + 6];
    assert_eq!(
        changed(6, recorded + 1).fault,
        GameFault::OtherScore { recorded: recorded + 1, board: recorded }
    );
}

#[test]
fn an_unfinished_game_keeps_the_score_that_was_agreed_on() {
    let mut file = FILE.to_vec();
    file[16 + 6] = 40;
    let byte = std::mem::take(&mut file[16 + 8 + 30]);
    let error = games(&file).remove(0).unwrap_err();
    let next = file[16 + 8 + 31];
    assert_eq!(
        error.to_string(),
        format!("game 1: ply 32: {next} after the 0 that ends the moves")
    );
    assert_ne!(byte, 0);
    file[16 + 8 + 30..16 + 68].fill(0);
    let game = games(&file).remove(0).unwrap();
    assert_eq!((game.moves.len(), game.score), (30, 40));
}

/// A game as a reader that leaves everything to [`Game`] has it.
fn slow(record: &[u8]) -> Result<ArchivedGame, GameFault> {
    let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let (score, theoretical) = (record[6], record[7]);
    for score in [score, theoretical] {
        if score > 64 {
            return Err(GameFault::Score(score));
        }
    }
    let bytes = &record[8..];
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (mut game, mut moves) = (Game::default(), Moves::new());
    for (&byte, ply) in bytes[..end].iter().zip(1..) {
        let Some(square) = Square::all().find(|it| byte == 10 * it.row() + it.column() + 11) else {
            return Err(GameFault::NotASquare { ply, byte });
        };
        let played = game.play(Move::Place(square));
        played.map_err(|reason| GameFault::Illegal { ply, square, reason })?;
        moves.push(square);
    }
    if let Some(at) = (end..bytes.len()).find(|&at| bytes[at] != 0) {
        return Err(GameFault::AfterTheEnd { ply: at + 1, byte: bytes[at] });
    }
    let position = game.position();
    let board = (32 + position.score() / 2) as u8;
    if position.board.is_over() && board != score {
        return Err(GameFault::OtherScore { recorded: score, board });
    }
    let (tournament, black, white) = (number(0), number(2), number(4));
    Ok(ArchivedGame { tournament, black, white, score, theoretical, moves })
}

/// All files of the archive, where they are at hand.
fn archive() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/wthor");
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|ending| ending == "wtb"));
    files.map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn the_whole_archive_is_read_and_written_with_the_same_bytes() {
    let (mut read, mut unfinished) = (0, 0);
    for file in archive() {
        let archive = wthor::read(&file).unwrap();
        let games: Vec<_> = archive.games().map(Result::unwrap).collect();
        for (game, record) in games.iter().zip(file[16..].chunks(68)) {
            assert_eq!(Ok(game), slow(record).as_ref());
        }
        assert!(wthor::write(&archive.header, &games) == file, "{}", archive.header.year);
        for record in archive.records(&Names::default()) {
            let record = record.unwrap();
            read += 1;
            let agreed = record.result.is_some_and(|result| result.ending == Ending::Agreed);
            assert_eq!(agreed, !record.game.position().board.is_over());
            unfinished += u32::from(agreed);
        }
    }
    assert!([(0, 0), (137_548, 413)].contains(&(read, unfinished)), "{read} {unfinished}");
}

/// Run by itself, this process is what takes 0.5 seconds at most.
#[test]
#[ignore = "for its time: --ignored --nocapture"]
fn how_long_the_whole_archive_takes() {
    let start = Instant::now();
    let files = archive();
    let read = start.elapsed();
    let games = files.iter().flat_map(|file| games(file)).map(Result::unwrap).count();
    println!("{games} games in {:?}, of which {read:?} to read the files", start.elapsed());
}

#[test]
fn what_was_read_is_written_with_the_same_bytes() {
    let mut file = FILE.to_vec();
    // A header of which every field says something, and 10 games in its second count.
    file[..4].copy_from_slice(&[19, 99, 12, 31]);
    file[8..].iter_mut().zip([10, 0, 0xba, 0x07, 0, 1, 22, 7]).for_each(|(to, from)| *to = from);
    let archive = wthor::read(&file).unwrap();
    let Header { made, year, kind, depth, .. } = archive.header;
    assert_eq!((made, year, kind, depth), ([19, 99, 12, 31], 1978, 1, 22));
    let games: Vec<_> = archive.games().map(Result::unwrap).collect();
    assert_eq!(wthor::write(&archive.header, &games), file);
}

proptest! {
    #![proptest_config(Config {
        cases: 512,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(archive) = wthor::read(&bytes) {
            archive.games().for_each(drop);
        }
        let _ = wthor::read_names(List::Players, &bytes);
    }

    #[test]
    fn no_moves_are_too_odd(moves in prop::collection::vec(0..90_u8, 68)) {
        let mut bytes = vec![0; 16];
        bytes[4] = 1;
        bytes.extend(&moves);
        prop_assert_eq!(games(&bytes).remove(0).map_err(|error| error.fault), slow(&moves));
    }

    #[test]
    fn a_game_is_read_as_the_slow_reader_reads_it(
        game in 0..4_usize,
        changes in prop::collection::vec((0..68_usize, 0..89_u8), 0..3),
        random in any::<u64>(),
    ) {
        let mut record = FILE[16 + 68 * game..][..68].to_vec();
        for (at, byte) in changes {
            record[at] = byte;
        }
        for record in [record, random_game(random)] {
            let file = [&ONE_GAME[..], &record].concat();
            let read = games(&file).remove(0).map_err(|error| error.fault);
            prop_assert_eq!(&read, &slow(&record));
            if let Ok(game) = read {
                prop_assert_eq!(wthor::write(&Header::default(), &[game])[16..].to_vec(), record);
            }
        }
    }

    #[test]
    fn a_damaged_file_gets_a_sentence(
        cut in 0..=FILE.len(),
        at in 0..FILE.len(),
        byte in any::<u8>(),
    ) {
        let mut file = FILE.to_vec();
        file[at] = byte;
        for bytes in [&file[..], &FILE[..cut]] {
            match wthor::read(bytes) {
                Ok(archive) => {
                    for error in archive.games().filter_map(Result::err) {
                        prop_assert!(is_a_sentence(&error.to_string()), "{}", error);
                    }
                }
                Err(error) => prop_assert!(is_a_sentence(&error.to_string()), "{}", error),
            }
        }
    }
}

/// The header of a file with one game.
const ONE_GAME: [u8; 16] = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// The record of a game of random moves to its end, with its score.
fn random_game(seed: u64) -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut record = vec![0; 68];
    let mut position = Position::START;
    let mut at = 8;
    while let moves = position.moves()
        && !moves.is_empty()
    {
        let mv = moves[random.random_range(0..moves.len())];
        if let Move::Place(square) = mv {
            record[at] = 10 * square.row() + square.column() + 11;
            at += 1;
        }
        position = position.try_play(mv).unwrap();
    }
    record[6] = (32 + position.score() / 2) as u8;
    record
}

fn is_a_sentence(text: &str) -> bool {
    text.len() > 20 && !text.contains(char::is_control)
}
