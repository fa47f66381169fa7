//! A game with what files tell of it beside its moves.

use crate::board::Game;

/// A game as a file tells it. What a file does not tell is empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The first position and the moves, passes included.
    pub game: Game,
    /// Who had Black.
    pub black: Player,
    /// Who had White.
    pub white: Player,
    /// The tournament or the server.
    pub place: String,
    /// When it was played, as the file writes it; it begins with the year, if that is known.
    pub date: String,
    /// The time for all moves, as GGF writes it: `main/increment/grace`; where the sides' times
    /// differ Black's and White's, with a blank between.
    pub time_control: String,
    /// What the file says it ended with.
    pub result: Option<RecordedResult>,
    /// Of each ply what the file says beside the move; shorter than the game where it says nothing
    /// of the last ones.
    pub notes: Vec<PlyNote>,
}

impl From<Game> for Record {
    fn from(game: Game) -> Self {
        Self { game, ..Self::default() }
    }
}

impl Record {
    /// What another record of the game tells otherwise than this one, in words.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let of = |record: &Self| {
            let Self { black, white, .. } = record;
            ([black.name.clone(), white.name.clone()], [black.rating, white.rating])
        };
        let ((names, ratings), (other_names, other_ratings)) = (of(self), of(other));
        let all = [
            ("moves", self.game != other.game),
            ("names", names != other_names),
            ("ratings", ratings != other_ratings),
            ("places", self.place != other.place),
            ("dates", self.date != other.date),
            ("time controls", self.time_control != other.time_control),
            ("results", self.result != other.result),
            ("estimates and times of moves", self.notes != other.notes),
        ];
        all.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what).collect()
    }
}

/// One side of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating before the game.
    pub rating: Option<f64>,
}

/// The result that a file tells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RecordedResult {
    /// Black's discs minus White's, -64 to 64; servers that rate with time write fractions.
    pub black: f64,
    /// How the game came to it.
    pub ending: Ending,
}

/// How a game came to its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played to its end.
    Played,
    /// One side gave up.
    Resigned,
    /// One side ran out of time.
    Time,
    /// The sides agreed on the score.
    Agreed,
}

/// What a file says beside a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlyNote {
    /// The mover's estimate in discs, for its own side.
    pub estimate: Option<f64>,
    /// How long it thought, in seconds.
    pub seconds: Option<f64>,
}
