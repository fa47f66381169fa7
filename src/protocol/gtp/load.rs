//! `loadsgf`: a game from a file.

use crate::board::Game;
use crate::engine::Engine;
use crate::notation::read_games;

/// What `loadsgf` found.
pub(super) struct Loaded {
    pub game: Game,
    /// How many games the file has; the first of them was taken.
    pub games: usize,
}

/// Reads `FILE [MOVE]`: the first game of the file, up to the position before that move. The name of
/// the file may have blanks in it.
pub(super) fn load(engine: &Engine, arguments: &str) -> Result<Loaded, String> {
    let (name, before_move) = match arguments.rsplit_once(' ') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (name.trim_end(), number.parse().ok().filter(|&number: &usize| number > 0).map(Some))
        }
        _ => (arguments, Some(None)),
    };
    let before_move = before_move.ok_or("syntax error: the moves of a game are counted from 1")?;
    if name.is_empty() {
        return Err("syntax error: loadsgf wants a file and may have the number of a move".into());
    }
    let cannot = |why: String| format!("cannot load file: {why}");
    let bytes = engine.read_file(name).map_err(|error| cannot(error.to_string()))?;
    let file = read_games(&bytes, name).map_err(|error| cannot(error.to_string()))?;
    let games = file.games.len();
    let first =
        file.games.into_iter().next().ok_or_else(|| cannot("there is no game in it".into()))?;
    let place = first.place;
    let mut game = first.record.map_err(|fault| cannot(format!("{place}: {fault}")))?.game;
    while before_move.is_some_and(|number| game.plies().len() >= number) {
        game.undo();
    }
    Ok(Loaded { game, games })
}
