//! The arguments of `position`.

use super::super::words;
use super::notation::Notation;
use crate::board::{Game, Position};
use crate::notation::{board64, excerpt, line};

/// Reads `startpos`, `fen ROWS SIDE` or `board CELLS SIDE`, and the moves after `moves`; or `game` and
/// a game to the end of the line.
pub(super) fn read(arguments: &str, notation: Notation) -> Result<Game, String> {
    // Before the moves are looked for: names in a game may hold that word.
    if let Some((before, text)) = words::split_at_word(arguments, "game")
        && !before.split_whitespace().any(says_what_follows)
    {
        return line::read(text).map(|record| record.game).map_err(|error| error.to_string());
    }
    let (setup, moves) = match words::split_at_word(arguments, "moves") {
        Some((setup, moves)) => (setup, moves),
        None => (arguments, ""),
    };
    let mut game = Game::from_position(read_setup(setup, notation)?);
    notation.play(&mut game, moves)?;
    Ok(game)
}

fn says_what_follows(word: &str) -> bool {
    ["startpos", "fen", "board"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Unknown words before the one that says what follows are skipped.
fn read_setup(setup: &str, notation: Notation) -> Result<Position, String> {
    let mut rest = setup;
    while let Some((word, after)) = words::split_first(rest) {
        rest = after;
        match word.to_ascii_lowercase().as_str() {
            "startpos" => return Ok(Position::START),
            "board" => return board64::parse(after).map_err(|error| error.to_string()),
            "fen" => {
                let (rows, after) =
                    words::split_first(after).ok_or("fen wants eight rows and the side to move")?;
                let side = words::split_first(after).map(|(side, _)| side);
                return notation.read_fen(rows, side);
            }
            _ => {}
        }
    }
    if setup.trim().is_empty() {
        return Err("startpos, fen, board or game is missing".into());
    }
    Err(format!("'{}' has no startpos, fen, board or game", excerpt(setup.trim())))
}
