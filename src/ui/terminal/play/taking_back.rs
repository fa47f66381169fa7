//! Undo and redo.

use super::{Message, People, Play, must_pass};
use crate::board::{Game, Move};

impl Play {
    /// Where people take a game up: with a person to move, or anywhere if they only watch.
    fn is_stop(&self, game: &Game) -> bool {
        let position = game.position();
        let people = self.setup.people;
        !must_pass(&position)
            && (people == People::None || position.board.is_over() || people.have(position.side))
    }

    /// Takes back the last move of a person's and what came after it; any move, if they only watch.
    pub fn undo(&mut self) {
        let mut game = self.game.clone();
        let mut taken = Vec::new();
        while let Some(ply) = game.undo() {
            taken.push(ply.mv);
            if self.is_stop(&game) {
                self.game = game;
                self.undone.extend(&taken);
                self.paused = self.setup.people == People::None;
                self.news.push(Message::TakenBack(without_passes(taken)));
                self.settle();
                return;
            }
        }
        self.news.push(Message::NothingToUndo);
    }

    /// Plays again what one undo took back, as far as it is there.
    pub fn redo(&mut self) {
        let mut again = Vec::new();
        while let Some(mv) = self.undone.pop() {
            if self.game.play(mv).is_err() {
                self.undone.clear();
                break;
            }
            again.push(mv);
            if self.is_stop(&self.game) {
                break;
            }
        }
        if again.is_empty() {
            self.news.push(Message::NothingToRedo);
            return;
        }
        self.paused = self.setup.people == People::None;
        self.news.push(Message::PlayedAgain(without_passes(again)));
        self.settle();
    }
}

fn without_passes(moves: Vec<Move>) -> Vec<Move> {
    moves.into_iter().filter(|mv| *mv != Move::Pass).collect()
}
