//! Any text as SGF: no panic, and each game is read again as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::notation::{line, sgf};

fuzz_target!(|text: &str| {
    for game in sgf::read(text).into_iter().filter_map(|(_, game)| game.ok()) {
        let written = sgf::write(&game.record);
        assert_eq!(line::read(&written), Ok(game.record), "{written}");
    }
});
