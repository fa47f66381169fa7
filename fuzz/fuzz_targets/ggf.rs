//! Any text as GGF: no panic, and each game is read again as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::notation::{ggf, line};

fuzz_target!(|text: &str| {
    for game in ggf::read(text).into_iter().filter_map(|(_, game)| game.ok()) {
        let written = ggf::write(&game);
        assert_eq!(line::read(&written), Ok(game), "{written}");
    }
});
