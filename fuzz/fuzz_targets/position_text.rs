//! Any text as a position or a game: no panic, and what is read is read again as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::board::Game;
use outflank::notation::{board64, fairy, fen, transcript};

fuzz_target!(|text: &str| {
    let (rows, side) = text.split_once(' ').unwrap_or((text, ""));
    let read = [
        board64::parse(text).ok(),
        fen::parse(rows, Some(side)).ok(),
        fairy::parse(rows, Some(side)).ok(),
    ];
    for position in read.into_iter().flatten() {
        assert_eq!(board64::parse(&board64::write(&position)), Ok(position));
        let text = fen::write(&position);
        let (rows, side) = text.split_once(' ').unwrap();
        assert_eq!(fen::parse(rows, Some(side)), Ok(position));
        let text = fairy::write(&position);
        let mut words = text.split(' ');
        assert_eq!(fairy::parse(words.next().unwrap(), words.next()), Ok(position));
    }
    let _ = transcript::play(&mut Game::default(), text);
    let mut game = Game::default();
    if fairy::play(&mut game, text).is_ok() {
        let mut position = game.start();
        let mut words = Vec::new();
        for ply in game.plies() {
            words.push(fairy::write_move(&position, ply.mv));
            position = ply.after;
        }
        let mut again = Game::default();
        assert_eq!(fairy::play(&mut again, &words.join(" ")), Ok(()));
        assert_eq!(again, game);
    }
});
