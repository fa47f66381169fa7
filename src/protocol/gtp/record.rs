//! The game as GTP goes through it: a step is what one command played, the pass that was put in
//! before a move included.

use crate::board::{Color, Game, IllegalMove, Move, Position, Square};
use crate::notation::diagram;

pub(super) const WRONG_COLOR: &str = "wrong color";
pub(super) const ILLEGAL_MOVE: &str = "illegal move";

/// A game that can be taken back step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    game: Game,
    /// How many plies the game had before each step.
    steps: Vec<usize>,
}

/// So many passes in a finished game can be taken back, though they change nothing: by two of them
/// programs made for Go know that it is over.
const LAST_PASSES: usize = 2;

impl Record {
    /// A game whose plies were played one by one.
    pub fn of(game: Game) -> Self {
        Self { steps: (0..game.plies().len()).collect(), game }
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Makes it this side's turn: if the other one can only pass, it does. Returns how many plies
    /// there were before; the step is then to be ended, or cut off.
    pub fn begin_step(&mut self, side: Color) -> Result<usize, &'static str> {
        let before = self.game.plies().len();
        let position = self.position();
        if position.side != side && !position.board.is_over() {
            self.game.play(Move::Pass).map_err(|_| WRONG_COLOR)?;
        }
        Ok(before)
    }

    /// Plays the move of a step that began with so many plies; if it is illegal, the game is again as
    /// it was then.
    pub fn end_step(&mut self, before: usize, mv: Move) -> Result<(), &'static str> {
        match self.position().try_play(mv) {
            Err(IllegalMove::GameOver) if mv == Move::Pass => {
                let passes = self.steps.iter().rev().take_while(|&&step| step == before).count();
                if passes < LAST_PASSES {
                    self.steps.push(before);
                }
                return Ok(());
            }
            // Asked first: the game would put in a pass and let the other side play.
            played => played.and_then(|_| self.game.play(mv)),
        }
        .map(|()| self.steps.push(before))
        .map_err(|_| {
            self.cut(before);
            ILLEGAL_MOVE
        })
    }

    /// Plays a move for a side; on an error nothing has changed.
    pub fn play(&mut self, side: Color, mv: Move) -> Result<(), &'static str> {
        let before = self.begin_step(side)?;
        self.end_step(before, mv)
    }

    /// Goes back to so many plies; steps stay.
    pub fn cut(&mut self, plies: usize) {
        while self.game.plies().len() > plies {
            self.game.undo();
        }
    }

    /// Takes the last step back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let step = self.steps.pop();
        if let Some(before) = step {
            self.cut(before);
        }
        step.is_some()
    }

    /// `B+4`, `W+12` or `0`, unless the game goes on.
    pub fn final_score(&self) -> Option<String> {
        let position = self.position();
        position.board.is_over().then(|| match position.score() {
            0 => "0".into(),
            score if score > 0 => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }

    /// Who won, in words, unless the game goes on.
    pub fn final_result(&self) -> Option<String> {
        let position = self.position();
        position.board.is_over().then(|| match position.score() {
            0 => "The game is a draw".into(),
            score if score > 0 => format!("Black wins by {score} discs"),
            score => format!("White wins by {} discs", -score),
        })
    }

    /// The moves of the side whose turn it is; nothing when the game is over.
    pub fn legal_moves(&self) -> String {
        let moves: Vec<String> = self.position().moves().into_iter().map(vertex).collect();
        moves.join(" ")
    }

    /// The board for people.
    pub fn drawn(&self) -> String {
        let position = self.position();
        let discs = |color| position.discs(color).len();
        let turn = match position.board.is_over() {
            true => "Game over".into(),
            false => format!("{} to move", position.side),
        };
        let (black, white) = (discs(Color::Black), discs(Color::White));
        let turn = format!("{turn}, X {black}, O {white}");
        let lines: Vec<String> = std::iter::once(turn).chain(diagram(&position)).collect();
        lines.join("\n")
    }

    /// The board for GoGui, which has row 1 at the bottom.
    pub fn rows_from_the_bottom(&self) -> String {
        let position = self.position();
        let cell = |row, column| match position.disc_at(Square::at(column, row)) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        };
        let row = |row| (0..8).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
        (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
    }
}

/// A move as GTP programs write it; GoGui compares squares with upper case and `pass` with lower.
pub(super) fn vertex(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "pass".into(),
    }
}
