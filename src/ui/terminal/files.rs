//! Games in files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};

use super::message::Message;
use super::play::Play;
use crate::notation::{Record, ggf, read_games};

/// Writes the game as GGF and says what came of it; a file of that name is only replaced when
/// this is asked for twice.
pub fn save(play: &mut Play, path: &str) {
    let replace = play.may_replace(path);
    let text = ggf::write(&play.record()) + "\n";
    play.saved(path, write(path, replace, &text));
}

fn write(path: &str, replace: bool, text: &str) -> io::Result<()> {
    if replace {
        // The old game is there until the new one is.
        let fresh = format!("{path}.new");
        fs::write(&fresh, text)?;
        return fs::rename(fresh, path);
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

/// Reads the first game of a file of any format and goes to its end, or says why not.
pub fn load(play: &mut Play, path: &str) {
    match read(path) {
        Ok((record, games)) => play.load(path, record, games),
        Err(why) => play.say(Message::Trouble(format!("Cannot load {path}: {why}"))),
    }
}

fn read(path: &str) -> Result<(Record, usize), String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let games = read_games(&bytes, path).map_err(|error| error.to_string())?.games;
    let count = games.len();
    let first = games.into_iter().next().ok_or("it has no games")?;
    let record = first.record.map_err(|fault| format!("{}: {fault}", first.place))?;
    Ok((record, count))
}
