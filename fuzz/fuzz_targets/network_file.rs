//! Any bytes as a file of a network: no panic, and what is read is read again as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::eval::network::NetworkFile;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = NetworkFile::from_bytes(bytes) {
        assert_eq!(NetworkFile::from_bytes(&file.to_bytes()), Ok(file));
    }
});
