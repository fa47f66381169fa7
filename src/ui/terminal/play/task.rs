//! Who plays, what there is to think about, and what comes of it.

use crate::analysis::review::ReviewedPly;
use crate::board::{Color, Game, Move, Position};

/// Which sides people play; the engine has the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum People {
    /// A person has Black.
    Black,
    /// A person has White.
    White,
    /// Two people play.
    Both,
    /// The engine plays itself.
    None,
}

impl People {
    /// All of them, in the order of the start menu.
    pub const ALL: [Self; 4] = [Self::Black, Self::White, Self::Both, Self::None];

    /// Whether a person has this side.
    pub const fn have(self, side: Color) -> bool {
        match self {
            Self::Black => matches!(side, Color::Black),
            Self::White => matches!(side, Color::White),
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The sides of people.
    pub people: People,
    /// How strong the engine is: 1 to 8, or 0 for full strength.
    pub level: u8,
    /// Decides what the engine draws.
    pub seed: u64,
}

/// Something for the engine to think about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Which move the opponent makes.
    Choose {
        /// Where.
        position: Position,
        /// How strong it is.
        level: u8,
        /// What decides its draws.
        seed: u64,
    },
    /// The best move, for a person who asks.
    Hint(Position),
    /// What the position is worth, for the graph.
    Value(Position),
    /// What each move of a finished game lost.
    Review(Box<Game>),
}

/// What the engine came to, or has come to so far.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// A finished depth; more may follow.
    SoFar(Searched),
    /// The answer of a search.
    Searched(Searched),
    /// All plies of the game.
    Reviewed(Vec<ReviewedPly>),
    /// It could not be done: a sentence without its full stop.
    Failed(String),
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Searched {
    /// The best move.
    pub best: Option<Move>,
    /// What it is worth, in centidiscs for the side to move.
    pub value: Option<i32>,
    /// How deep it was searched, in plies.
    pub depth: u32,
}
