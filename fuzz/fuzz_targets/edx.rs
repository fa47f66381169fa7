//! Any bytes as Edax's games: no panic, and what is read is a game that GGF can hold.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::notation::{edx, ggf, line};

fuzz_target!(|bytes: &[u8]| {
    let Ok(archive) = edx::read(bytes) else { return };
    for record in archive.records() {
        match record {
            Ok(record) => {
                let again = line::read(&ggf::write(&record)).unwrap();
                assert_eq!(again.game, record.game);
            }
            Err(error) => assert!(error.to_string().len() < 300),
        }
    }
});
