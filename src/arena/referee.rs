//! One game: asks the players for their moves and sees to it that the rules are kept.

use std::fmt;

use crate::board::{Color, Game, Move};

/// A game that came to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The record, the opening included; up to the fault if there was one.
    pub game: Game,
    /// What ended the game before its time.
    pub fault: Option<Fault>,
}

/// What a player lost a game by, whatever stood on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Whose it is.
    pub side: Color,
    /// What it is.
    pub offence: Offence,
}

/// What a player may not do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offence {
    /// Of which kind it is.
    pub kind: OffenceKind,
    /// What it is, as a clause: `a1 is illegal, the square is occupied`.
    pub what: String,
}

/// Kinds of offences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffenceKind {
    /// An illegal move.
    Illegal,
    /// No move, or what is none.
    Refused,
    /// It is not there any more, or cannot be started.
    Crash,
    /// It took more time than it had.
    Time,
    /// It does not answer at all.
    Hang,
}

impl OffenceKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Illegal, Self::Refused, Self::Crash, Self::Time, Self::Hang];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Refused => "refused",
            Self::Crash => "crash",
            Self::Time => "time",
            Self::Hang => "hang",
        }
    }
}

impl Offence {
    /// An offence of a kind.
    pub fn new(kind: OffenceKind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into() }
    }

    /// No move, or what is none.
    pub fn refused(what: impl Into<String>) -> Self {
        Self::new(OffenceKind::Refused, what)
    }

    /// It is not there any more.
    pub fn crash(what: impl Into<String>) -> Self {
        Self::new(OffenceKind::Crash, what)
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Played {
    /// Black's discs minus White's, the empty squares going to the winner; after a fault all 64 go
    /// to the other side.
    pub fn black_score(&self) -> i32 {
        match &self.fault {
            None => self.game.position().score(),
            Some(Fault { side: Color::Black, .. }) => -64,
            Some(Fault { side: Color::White, .. }) => 64,
        }
    }
}

/// Plays a game on from its opening. `choose` is asked for each move of either side but for passes,
/// which are made without asking; an error is the asked side's fault.
pub fn play(opening: &Game, mut choose: impl FnMut(&Game) -> Result<Move, Offence>) -> Played {
    let mut game = opening.clone();
    loop {
        let position = game.position();
        let mv = if !position.board.legal_moves().is_empty() {
            choose(&game)
        } else if position.board.is_over() {
            return Played { game, fault: None };
        } else {
            Ok(Move::Pass)
        };
        let played = mv.and_then(|mv| {
            game.play(mv).map_err(|reason| {
                Offence::new(OffenceKind::Illegal, format!("{mv} is illegal, {reason}"))
            })
        });
        if let Err(offence) = played {
            return Played { game, fault: Some(Fault { side: position.side, offence }) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    fn first_move(game: &Game) -> Result<Move, Offence> {
        Ok(game.position().moves()[0])
    }

    #[test]
    fn games_are_played_to_their_end_with_passes() {
        let played = play(&Game::default(), first_move);
        assert_eq!(played.fault, None);
        assert!(played.game.position().board.is_over());
        assert_eq!(played.black_score(), played.game.position().score());
        let asked_for_pass = play(&Game::default(), |game| {
            assert_ne!(game.position().moves(), [Move::Pass]);
            first_move(game)
        });
        assert_eq!(asked_for_pass, played);
    }

    #[test]
    fn who_breaks_a_rule_loses_by_64() {
        let mut moves = 0;
        let played = play(&Game::default(), |game| {
            moves += 1;
            if moves == 4 { Ok(Move::Place(Square::at(0, 0))) } else { first_move(game) }
        });
        assert_eq!(played.black_score(), 64);
        assert_eq!(played.game.plies().len(), 3);
        let fault = played.fault.unwrap();
        assert_eq!(fault.side, Color::White);
        assert_eq!(fault.offence.kind, OffenceKind::Illegal);
        assert_eq!(fault.offence.what, "a1 is illegal, White would flip no disc there");

        let played = play(&Game::default(), |_| Err(Offence::refused("it has no move")));
        assert_eq!(played.black_score(), -64);
        assert_eq!(played.fault.unwrap().offence.what, "it has no move");
    }
}
