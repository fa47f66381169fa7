//! Any bytes as a list of players or tournaments: no panic, and the names come back when they are
//! written, but for what does not fit, which is said.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::notation::wthor::{self, List, Names, read_names, write_records};
use outflank::notation::{Ending, Player, Record, RecordedResult};

fuzz_target!(|bytes: &[u8]| {
    let (players, tournaments) =
        (read_names(List::Players, bytes), read_names(List::Tournaments, bytes));
    let names = Names {
        players: players.unwrap_or_default(),
        tournaments: tournaments.unwrap_or_default(),
    };
    let result = Some(RecordedResult { black: 0.0, ending: Ending::Agreed });
    let count = names.players.len().max(names.tournaments.len());
    let records: Vec<Record> = (0..count as u16)
        .map(|number| Record {
            black: Player { name: names.player(number), rating: None },
            place: names.tournament(number),
            result,
            ..Record::default()
        })
        .collect();
    let written = write_records(&records);
    assert!(written.refused.is_empty());
    let names = Names {
        players: read_names(List::Players, &written.players).unwrap(),
        tournaments: read_names(List::Tournaments, &written.tournaments).unwrap(),
    };
    let again = wthor::read(&written.games).unwrap();
    let again = again.records(&names).map(Result::unwrap);
    assert!(!written.changed.is_empty() || again.eq(records));
});
