//! Positions and moves as Fairy-Stockfish has them in its variant `flipello`.
//!
//! Files are columns and rank 8 is row 1, so that a board reads the same from the top down. White
//! moves first and has `P`: it is what Othello calls Black. Colours in texts and messages are
//! Fairy's.
//!
//! Positions, read: eight ranks from 8 down to 1 with `/` between, digits for runs of empty
//! squares, `P` for White and `p` for Black; right behind them, if given, the discs in hand, `P` and
//! `p` in brackets, which may be any number: there is no end of discs in Othello; a blank; `w` or `b`.
//! What follows is not read. Written: for each side as many discs in hand as there are empty
//! squares, and ` - - 0 1` at the end.
//!
//! Moves, read: a drop, `P@d3`, in either case; a pass, as the square of any disc of the mover's
//! twice, `d4d4`, or as elsewhere, `0000 @@@@ pass`. Lists have blanks between moves and may leave
//! passes out; at most [`transcript::LONGEST`] bytes. Written: drops; a pass with the mover's
//! lowest disc, which is the leftmost on the lowest rank.

use std::fmt;

use super::{PositionError, excerpt, fen, transcript};
use crate::board::{Color, Game, IllegalMove, Move, Position, Square};

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// A character that is neither a disc nor a digit.
    BadCell(char),
    /// These are not discs in hand.
    BadHand(String),
    /// This is not a side.
    BadSide(String),
    /// Not eight times eight squares, or no side.
    Shape(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadCell(c) => {
                write!(f, "'{}' is not a cell (P or p for a disc, digits)", c.escape_default())
            }
            Self::BadHand(hand) => {
                write!(f, "'{hand}' are no discs in hand (P and p in brackets)")
            }
            Self::BadSide(side) => write!(f, "'{side}' is not a side to move (w or b)"),
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

/// Why a text is not a list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MovesError {
    /// So many bytes.
    TooLong(usize),
    /// The word at this ply (from 1) is not a move.
    NotAMove {
        /// The ply, counted from 1.
        ply: usize,
        /// What stands there.
        text: String,
    },
    /// The move at this ply is illegal.
    Illegal {
        /// The ply, counted from 1; passes that were put in count.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// Why it is illegal, with Fairy's colours.
        reason: IllegalMove,
    },
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(f, "{bytes} bytes of moves, at most {} are read", transcript::LONGEST)
            }
            Self::NotAMove { ply, text } => write!(
                f,
                "ply {ply}: '{text}' is not a move (P@a1 to P@h8, or a disc of the mover's twice, \
                 d4d4, to pass)"
            ),
            Self::Illegal { ply, text, reason } => {
                write!(f, "ply {ply}: {text} is illegal, {reason}")
            }
        }
    }
}

impl std::error::Error for MovesError {}

/// Reads the ranks with the discs in hand, and the side to move, each a word.
///
/// # Errors
/// When the ranks do not describe eight times eight squares, or the side is missing or none.
pub fn parse(ranks: &str, side: Option<&str>) -> Result<Position, FenError> {
    let (ranks, hand) = ranks.split_at(ranks.find('[').unwrap_or(ranks.len()));
    let discs = hand.strip_prefix('[').and_then(|hand| hand.strip_suffix(']'));
    if discs.unwrap_or(hand).contains(|c| !matches!(c, 'P' | 'p')) {
        return Err(FenError::BadHand(excerpt(hand)));
    }
    let mut rows = String::with_capacity(ranks.len());
    for c in ranks.chars() {
        rows.push(match c {
            'P' => 'X',
            'p' => 'O',
            '/' | '0'..='9' => c,
            _ => return Err(FenError::BadCell(c)),
        });
    }
    let side = match side {
        Some("w") => Some("b"),
        Some("b") => Some("w"),
        Some(other) => return Err(FenError::BadSide(excerpt(other))),
        None => None,
    };
    fen::parse(&rows, side).map_err(FenError::Shape)
}

/// Writes a position with all that Fairy-Stockfish wants to see.
pub fn write(position: &Position) -> String {
    let fen = fen::write(position);
    let rows = fen.split(' ').next().unwrap_or_default();
    let ranks = rows.replace('X', "P").replace('O', "p");
    let empties = position.board.empties().len() as usize;
    let side = if position.side == Color::Black { 'w' } else { 'b' };
    format!("{ranks}[{}{}] {side} - - 0 1", "P".repeat(empties), "p".repeat(empties))
}

/// Reads a move of the side to move; `None` if it is none. Legality is not checked.
pub fn read_move(position: &Position, word: &str) -> Option<Move> {
    let square = |name: &str| Square::from_name(name).map(upside_down);
    if let Some(name) = word.strip_prefix("P@").or_else(|| word.strip_prefix("p@")) {
        return square(name).map(Move::Place);
    }
    if let Some((from, to)) = word.split_at_checked(2)
        && let (Some(from), Some(to)) = (square(from), square(to))
    {
        return (from == to && position.board.mover().has(from)).then_some(Move::Pass);
    }
    Move::from_name(word).filter(|&mv| mv == Move::Pass)
}

/// Writes a move of the side to move.
pub fn write_move(position: &Position, mv: Move) -> String {
    match mv {
        Move::Place(square) => format!("P@{}", upside_down(square)),
        Move::Pass => match position.board.mover().squares().map(upside_down).min() {
            Some(disc) => format!("{disc}{disc}"),
            // Who has no disc has no game either: no legal pass is written so.
            None => "0000".into(),
        },
    }
}

/// Plays the moves of a text on a game. Forced passes that the text leaves out are put in.
///
/// # Errors
/// When a word is not a move, or a move is illegal. The game is then useless.
pub fn play(game: &mut Game, text: &str) -> Result<(), MovesError> {
    if text.len() > transcript::LONGEST {
        return Err(MovesError::TooLong(text.len()));
    }
    for word in text.split_whitespace() {
        let ply = game.plies().len() + 1;
        let mv = read_move(&game.position(), word)
            .ok_or_else(|| MovesError::NotAMove { ply, text: excerpt(word) })?;
        game.play(mv).map_err(|reason| {
            let reason = with_colors_swapped(reason);
            MovesError::Illegal { ply, text: excerpt(word), reason }
        })?;
    }
    Ok(())
}

/// The square with its row counted from the other end.
const fn upside_down(square: Square) -> Square {
    Square::at(square.column(), 7 - square.row())
}

fn with_colors_swapped(reason: IllegalMove) -> IllegalMove {
    match reason {
        IllegalMove::FlipsNothing(side) => IllegalMove::FlipsNothing(!side),
        IllegalMove::MustPass(side) => IllegalMove::MustPass(!side),
        IllegalMove::CanMove(side) => IllegalMove::CanMove(!side),
        IllegalMove::Occupied | IllegalMove::GameOver => reason,
    }
}
