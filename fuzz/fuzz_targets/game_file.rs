//! Any bytes as a file of games: no panic, and every format keeps the games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::notation::{Format, read_games, write_games};

fuzz_target!(|bytes: &[u8]| {
    let Ok(found) = read_games(bytes, "games.txt") else { return };
    let mut records = Vec::new();
    for game in found.games {
        match game.record {
            Ok(record) => records.push(record),
            Err(fault) => assert!(!format!("{}: {fault}", game.place).contains('\n')),
        }
    }
    for format in Format::names().filter_map(Format::from_name) {
        let Ok(written) = write_games(&records, format) else { continue };
        let again = read_games(&written, "").map_or(Vec::new(), |again| again.games);
        assert_eq!(again.len(), records.len());
        for (again, record) in again.iter().zip(&records) {
            assert_eq!(again.record.as_ref().map(|it| &it.game), Ok(&record.game));
        }
    }
});
