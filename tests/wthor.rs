//! WTHOR files: their games replay, and a damaged one says where.

use std::fs;
use std::path::Path;

use outflank::board::{Game, IllegalMove, Move, Square};
use outflank::notation::wthor::{self, ArchiveError, ArchivedGame, GameError, GameFault};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// The first four games of 1978.
const FILE: &[u8] = include_bytes!("data/wthor-1978.wtb");

fn games(bytes: &[u8]) -> Vec<Result<ArchivedGame, GameError>> {
    wthor::read(bytes).unwrap().games().collect()
}

#[test]
fn games_are_read_and_end_with_their_score() {
    let archive = wthor::read(FILE).unwrap();
    assert_eq!((archive.year, archive.len()), (1978, 4));
    for game in archive.games() {
        let ArchivedGame { moves, score, theoretical } = game.unwrap();
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
    file[16 + 8 + 30] = 0;
    let game = games(&file).remove(0).unwrap();
    assert_eq!((game.moves.len(), game.score), (30, 40));
}

#[test]
fn the_whole_archive_is_read_where_it_is_at_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/wthor");
    let Ok(entries) = fs::read_dir(folder) else { return };
    let (mut read, mut unfinished) = (0, 0);
    for entry in entries {
        for game in games(&fs::read(entry.unwrap().path()).unwrap()) {
            let game = game.unwrap();
            let mut replayed = Game::default();
            for square in game.moves {
                replayed.play(Move::Place(square)).unwrap();
            }
            read += 1;
            unfinished += u32::from(!replayed.position().board.is_over());
        }
    }
    assert_eq!((read, unfinished), (137_548, 413));
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
    }

    #[test]
    fn no_moves_are_too_odd(moves in prop::collection::vec(0..90_u8, 68)) {
        let mut bytes = vec![0; 16];
        bytes[4] = 1;
        bytes.extend(moves);
        wthor::read(&bytes).unwrap().games().for_each(drop);
    }
}
