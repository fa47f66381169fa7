//! Moves that a file gives together with their colour.

use std::fmt;

use crate::board::{Color, Game, IllegalMove, Move};

/// Why a ply of a file cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyError {
    /// The ply, counted from 1; passes that were put in count.
    pub ply: usize,
    /// What is wrong with it.
    pub fault: PlyFault,
}

/// What is wrong with a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlyFault {
    /// What stands there is not a move.
    NotAMove(String),
    /// The move is illegal.
    Illegal(Move, IllegalMove),
    /// The move is given to this side, but the other one is to move.
    OtherSide(Move, Color),
}

impl fmt::Display for PlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}: ", self.ply)?;
        match &self.fault {
            PlyFault::NotAMove(text) => write!(f, "'{text}' is not a move (a1 to h8, or pass)"),
            PlyFault::Illegal(mv, reason) => write!(f, "{mv} is illegal, {reason}"),
            PlyFault::OtherSide(mv, side) => {
                write!(f, "{mv} is given to {side}, but {} is to move", !*side)
            }
        }
    }
}

impl std::error::Error for PlyError {}

/// Plays a side's move, after the other side's pass if that is forced and was left out. `None` is
/// `text` that is no move. On an error the game may have that pass more.
pub(super) fn play(
    game: &mut Game,
    side: Color,
    mv: Option<Move>,
    text: &str,
) -> Result<(), PlyError> {
    let fail = |game: &Game, fault| PlyError { ply: game.plies().len() + 1, fault };
    let mv = mv.ok_or_else(|| fail(game, PlyFault::NotAMove(super::excerpt(text))))?;
    if game.position().side != side && game.play(Move::Pass).is_err() {
        return Err(fail(game, PlyFault::OtherSide(mv, side)));
    }
    // Asked of the position first: a game would put in a pass of this side's own.
    let played = game.position().try_play(mv).and_then(|_| game.play(mv));
    played.map_err(|reason| fail(game, PlyFault::Illegal(mv, reason)))
}
