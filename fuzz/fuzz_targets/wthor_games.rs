//! Any bytes as a WTHOR file: no panic, and what is read is written with the same bytes, and as a
//! file of our own read again with the same games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::notation::Record;
use outflank::notation::wthor::{self, List, Names, read_names, write_records};

fuzz_target!(|bytes: &[u8]| {
    let Ok(archive) = wthor::read(bytes) else { return };
    let games: Vec<_> = archive.games().flatten().collect();
    for error in archive.games().filter_map(Result::err) {
        assert!(error.to_string().len() < 200);
    }
    if games.len() == archive.len() {
        assert_eq!(wthor::write(&archive.header, &games), bytes);
    }
    let records: Vec<Record> = archive.records(&Names::default()).flatten().collect();
    let written = write_records(&records);
    assert!(written.refused.is_empty() && written.changed.is_empty());
    let names = Names {
        players: read_names(List::Players, &written.players).unwrap(),
        tournaments: read_names(List::Tournaments, &written.tournaments).unwrap(),
    };
    let again = wthor::read(&written.games).unwrap();
    assert!(again.records(&names).map(Result::unwrap).eq(records));
});
