//! The `outflank` binary.
use outflank::board::*;
fn main() {
    let t = std::time::Instant::now();
    let n = perft(Board::START, 11, Convention::A, &mut || true);
    println!("{n:?} {:?}", t.elapsed());
}
