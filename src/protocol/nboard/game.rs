//! The game that is looked at: read, played on, and the clock that it tells of.

use std::time::Duration;

use super::lines::move_name;
use super::{number, wants};
use crate::board::{Color, Move};
use crate::notation::{PlyNote, Record, ggf};
use crate::search::Clock;

/// More seconds than any game lasts.
const MOST: f64 = 1e9;

/// Reads the one game that `set game` has.
pub(super) fn read(text: &str) -> Result<Record, String> {
    let mut games = ggf::read(text).into_iter().map(|(_, game)| game);
    match (games.next(), games.next()) {
        (Some(Ok(record)), None) => Ok(record),
        (Some(Err(error)), _) => Err(error.to_string()),
        (Some(_), Some(_)) => Err("that is more than one game".into()),
        (None, _) => Err("no game in GGF, (;GM[Othello]...;)".into()),
    }
    .map_err(|error: String| format!("set game: {error}; the last game stays"))
}

/// Plays `F5/estimate/seconds`; on an error the game is as it was.
pub(super) fn play(record: &mut Record, text: &str) -> Result<(), String> {
    let mut fields = text.split('/').map(str::trim);
    let mv = fields
        .next()
        .and_then(Move::from_name)
        .ok_or_else(|| wants("move", "F5/0.50/1.2", text))?;
    let Record { game, notes, .. } = record;
    game.play(mv).map_err(|error| format!("move: {} is illegal, {error}", move_name(mv)))?;
    let estimate = fields.next().and_then(number).filter(|estimate: &f64| estimate.is_finite());
    let seconds = fields.next().and_then(ggf::seconds);
    notes.resize(game.plies().len().saturating_sub(1), PlyNote::default());
    notes.push(PlyNote { estimate, seconds });
    Ok(())
}

/// What the side to move has left: its time for the game and what is added after each of its moves,
/// less what these took. `None` if the game has no clock that can be read. The grace that GGF may
/// give after that time is not counted on.
pub(super) fn clock_of_mover(record: &Record) -> Option<Clock> {
    let game = &record.game;
    let side = game.position().side;
    let (black, white) = match record.time_control.split_once(' ') {
        Some(both) => both,
        None => (record.time_control.as_str(), record.time_control.as_str()),
    };
    let mut fields = if side == Color::Black { black } else { white }.split('/');
    // A blank is a zero.
    let mut seconds = || match fields.next().map_or("", str::trim) {
        "" => Some(0.0),
        text => ggf::seconds(text),
    };
    let (main, increment) = (seconds()?, seconds()?);
    if main + increment <= 0.0 {
        return None;
    }
    let mut mover = game.start().side;
    let mut left = main;
    let notes = record.notes.iter().copied().chain(std::iter::repeat(PlyNote::default()));
    for (ply, note) in game.plies().iter().zip(notes) {
        if mover == side && ply.mv != Move::Pass {
            left += increment - note.seconds.unwrap_or(0.0);
        }
        mover = !mover;
    }
    Some(Clock {
        left: duration(left),
        increment: duration(increment),
        moves_to_go: None,
        overhead: Duration::ZERO,
    })
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, MOST)).unwrap_or_default()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "in a test it is the way to say that something is wrong")]
mod tests {
    use super::*;

    fn left(tags: &str) -> Option<(f64, f64)> {
        let (_, record) = ggf::read(&format!("(;GM[Othello]{tags};)")).pop().unwrap();
        let clock = clock_of_mover(&record.unwrap())?;
        Some((clock.left.as_secs_f64(), clock.increment.as_secs_f64()))
    }

    #[test]
    fn what_the_own_moves_took_is_gone() {
        assert_eq!(left("TI[15:00]"), Some((900.0, 0.0)));
        assert_eq!(left("TI[15:00//02:00]B[f5//61.5]"), Some((900.0, 0.0)));
        assert_eq!(left("TI[15:00//02:00]B[f5//61.5]W[d6//7]"), Some((838.5, 0.0)));
        assert_eq!(left("TI[1:00:00/10/2:00]B[f5//1]W[d6]B[c3//2]"), Some((3600.0 + 10.0, 10.0)));
        assert_eq!(left("TI[5]B[f5//9]W[d6]"), Some((0.0, 0.0)), "over, but not endless");
        assert_eq!(left("TI[1e30]"), Some((MOST, 0.0)));
    }

    #[test]
    fn each_side_has_its_own_clock() {
        assert_eq!(left("TB[5:00]TW[7:00]"), Some((300.0, 0.0)));
        assert_eq!(left("TB[5:00]TW[7:00]B[f5]"), Some((420.0, 0.0)));
    }

    #[test]
    fn a_move_tells_its_time() {
        let mut record = ggf::read("(;TI[10:00];)").pop().unwrap().1.unwrap();
        for text in ["F5//1.5", "d6", "C3/-0.5/0:02", "D3/nan/-3"] {
            play(&mut record, text).unwrap();
        }
        let left = |record: &Record| clock_of_mover(record).unwrap().left.as_secs_f64();
        assert_eq!(left(&record), 600.0 - 1.5 - 2.0);
        for text in ["", "/", "Z9//1", "A1//1", "PA"] {
            let before = record.clone();
            assert!(play(&mut record, text).is_err(), "{text}");
            assert_eq!(record, before);
        }
        play(&mut record, "C4").unwrap();
        assert_eq!(left(&record), 600.0);
    }

    #[test]
    fn what_is_no_clock_is_none() {
        for tags in ["", "TI[0]", "TI[]", "TI[//2:00]", "TI[soon]", "TI[nan]", "TI[1:2:3:4]"] {
            assert_eq!(left(tags), None, "{tags}");
        }
    }
}
