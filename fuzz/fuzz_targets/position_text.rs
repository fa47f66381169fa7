//! Any text as a position or a game: no panic, and what is read is read again as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::board::Game;
use outflank::notation::{board64, fen, transcript};

fuzz_target!(|text: &str| {
    let (rows, side) = text.split_once(' ').unwrap_or((text, ""));
    let read = [board64::parse(text), fen::parse(rows, Some(side))];
    for position in read.into_iter().flatten() {
        assert_eq!(board64::parse(&board64::write(&position)), Ok(position));
        let text = fen::write(&position);
        let (rows, side) = text.split_once(' ').unwrap();
        assert_eq!(fen::parse(rows, Some(side)), Ok(position));
    }
    let _ = transcript::play(&mut Game::default(), text);
});
