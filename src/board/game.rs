//! A game: where it started, what was played, and back again.

use super::{IllegalMove, Move, Position};

/// One entry of a game's record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// What was played.
    pub mv: Move,
    /// The position after it.
    pub after: Position,
}

/// The record of a game: a first position and the moves from there, passes included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    plies: Vec<Ply>,
}

impl Default for Game {
    fn default() -> Self {
        Self::from_position(Position::START)
    }
}

impl Game {
    /// A game without a move, from any position.
    pub const fn from_position(start: Position) -> Self {
        Self { start, plies: Vec::new() }
    }

    /// The first position.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The position now.
    pub fn position(&self) -> Position {
        self.plies.last().map_or(self.start, |ply| ply.after)
    }

    /// What was played, passes included.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Plays a move. If it is a square, and the side to move can only pass, that pass is put into
    /// the record first: most records leave passes out.
    ///
    /// # Errors
    /// When the move is illegal; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let position = self.position();
        if let Move::Place(_) = mv
            && position.board.legal_moves().is_empty()
            && let Ok(passed) = position.try_play(Move::Pass)
        {
            // A square neither side can use is blamed on the side that was to move.
            let after = passed.try_play(mv).or_else(|_| position.try_play(mv))?;
            self.plies.push(Ply { mv: Move::Pass, after: passed });
            self.plies.push(Ply { mv, after });
        } else {
            self.plies.push(Ply { mv, after: position.try_play(mv)? });
        }
        Ok(())
    }

    /// Takes the last ply back, a pass being one, and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Ply> {
        self.plies.pop()
    }
}
