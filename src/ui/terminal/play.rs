//! A game between people and the engine, as a pure state machine: what people do and what the
//! engine found come in; sentences and the next thing to think about come out.

mod taking_back;
mod task;

use std::collections::HashMap;
use std::mem;

use super::message::{Lapse, Message};
use crate::analysis::review::{ReviewedPly, Summary};
use crate::board::{Color, Game, Move, Position, Square};
use crate::notation::{Ending, Player, Record, RecordedResult};
pub use task::{Finding, People, Searched, Setup, Task};

/// A game in progress.
#[derive(Debug)]
pub struct Play {
    setup: Setup,
    game: Game,
    /// What was taken back; the next to play again is the last.
    undone: Vec<Move>,
    /// In centidiscs for Black; `None` where the engine had none.
    values: HashMap<Position, Option<i32>>,
    hint_wanted: bool,
    hint: Option<Move>,
    so_far: Option<Searched>,
    reviewed: bool,
    paused: bool,
    news: Vec<Message>,
    /// The file that was there already.
    replaceable: Option<String>,
}

impl Play {
    /// A new game.
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            game: Game::default(),
            undone: Vec::new(),
            values: HashMap::new(),
            hint_wanted: false,
            hint: None,
            so_far: None,
            reviewed: false,
            paused: false,
            news: vec![Message::Begins(setup)],
            replaceable: None,
        }
    }

    /// Who plays whom.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The moves so far, passes included.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.position().board.is_over()
    }

    /// Whether it is for a person to move.
    pub fn is_persons_turn(&self) -> bool {
        !self.is_over() && self.setup.people.have(self.position().side)
    }

    /// Whether the engine waits to be told to go on.
    pub fn is_paused(&self) -> bool {
        self.paused && !self.is_over() && !self.is_persons_turn()
    }

    /// The move that a hint has named, as long as it can be played.
    pub const fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// What the engine has found of what it thinks about.
    pub const fn so_far(&self) -> Option<Searched> {
        self.so_far
    }

    /// The sentences since this was asked last.
    pub fn take_news(&mut self) -> Vec<Message> {
        mem::take(&mut self.news)
    }

    /// Adds a sentence of somebody else.
    pub fn say(&mut self, message: Message) {
        self.news.push(message);
    }

    /// The last disc that was put on the board, and those that it turned over.
    pub fn last_placed(&self) -> Option<(Square, Vec<Square>)> {
        let plies = self.game.plies();
        let index = plies.iter().rposition(|ply| ply.mv != Move::Pass)?;
        let Move::Place(square) = plies[index].mv else { return None };
        let before = index.checked_sub(1).map_or(self.game.start(), |index| plies[index].after);
        Some((square, before.board.flips(square).squares().collect()))
    }

    /// What a position is worth, in centidiscs for Black, if that is known.
    pub fn value_of(&self, position: &Position) -> Option<i32> {
        if position.board.is_over() {
            return Some(position.score() * 100);
        }
        self.values.get(position).copied().flatten()
    }

    /// The values of the first position and of that after each ply.
    pub fn values(&self) -> Vec<Option<i32>> {
        self.positions().map(|position| self.value_of(&position)).collect()
    }

    fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let after = self.game.plies().iter().map(|ply| ply.after);
        std::iter::once(self.game.start()).chain(after)
    }

    /// What there is to think about now, the most urgent first. Whoever thinks stops when this
    /// becomes something else.
    pub fn task(&self) -> Option<Task> {
        let position = self.position();
        let unknown =
            |position: &Position| !position.board.is_over() && !self.values.contains_key(position);
        if !position.board.is_over() {
            if self.hint_wanted {
                return Some(Task::Hint(position));
            }
            // Quickly done, so that the graph is never behind.
            if unknown(&position) {
                return Some(Task::Value(position));
            }
            if !self.is_persons_turn() && !self.paused {
                let Setup { level, seed, .. } = self.setup;
                return Some(Task::Choose { position, level, seed });
            }
        } else if !self.reviewed {
            return Some(Task::Review(Box::new(self.game.clone())));
        }
        let positions: Vec<Position> = self.positions().collect();
        positions.into_iter().rev().find(unknown).map(Task::Value)
    }

    /// Takes what was found. What belongs to another task than the one at hand is dropped.
    pub fn found(&mut self, task: &Task, finding: Finding) {
        if self.task().as_ref() != Some(task) {
            return;
        }
        if let Finding::SoFar(searched) = finding {
            self.so_far = Some(searched);
            return;
        }
        self.so_far = None;
        match (task, finding) {
            (Task::Value(position), finding) => {
                let value = match finding {
                    Finding::Searched(searched) => searched.value,
                    _ => None,
                };
                self.values.insert(*position, value.map(|value| for_black(value, position)));
            }
            (Task::Choose { .. }, Finding::Searched(Searched { best: Some(mv), .. })) => {
                self.play(mv);
            }
            (
                Task::Hint(position),
                Finding::Searched(Searched { best: Some(mv), value, depth }),
            ) => {
                self.hint_wanted = false;
                self.hint = Some(mv);
                let value = value.map(|value| for_black(value, position));
                self.news.push(Message::Hint(mv, value, depth));
            }
            (Task::Review(_), Finding::Reviewed(plies)) => self.take_review(&plies),
            (_, finding) => {
                self.hint_wanted = false;
                self.paused = true;
                self.reviewed = true;
                let why = match finding {
                    Finding::Failed(why) => why,
                    _ => "The engine found no move".into(),
                };
                self.news.push(Message::Trouble(why));
            }
        }
    }

    fn take_review(&mut self, plies: &[ReviewedPly]) {
        self.reviewed = true;
        let positions: Vec<Position> = self.positions().collect();
        for (ply, before) in plies.iter().zip(positions) {
            if let Some(verdict) = ply.verdict {
                let value = for_black(verdict.best_value, &before);
                self.values.entry(before).or_insert(Some(value));
            }
        }
        let people = self.setup.people;
        let is_of_interest = |side| people == People::None || people.have(side);
        let sides = [Color::Black, Color::White].into_iter().filter(|side| is_of_interest(*side));
        let mut lapses: Vec<Lapse> =
            sides.flat_map(|side| Summary::of(plies, side).worst).filter_map(lapse).collect();
        lapses.sort_by_key(|lapse| (-lapse.loss, lapse.ply));
        lapses.truncate(MOST_LAPSES);
        self.news.push(Message::Review(lapses));
    }

    /// A person puts a disc on a square.
    pub fn place(&mut self, square: Square) {
        let position = self.position();
        if !self.is_over() && !self.is_persons_turn() {
            self.news.push(Message::NotYourTurn);
        } else if let Err(why) = position.try_play(Move::Place(square)) {
            self.news.push(Message::Refused(square, why));
        } else {
            self.play(Move::Place(square));
        }
    }

    fn play(&mut self, mv: Move) {
        let before = self.position();
        let is_persons = self.is_persons_turn();
        if self.game.play(mv).is_err() {
            self.news.push(Message::Trouble(format!("The engine played {mv}, which is illegal")));
            self.paused = true;
            return;
        }
        self.undone.clear();
        if let Move::Place(square) = mv {
            let flipped = before.board.flips(square).len();
            self.news.push(match is_persons {
                true => Message::Played(before.side, square, flipped),
                false => Message::Answered(before.side, square, flipped),
            });
        }
        self.settle();
    }

    /// Passes where a side has to, and sees whether the game is over.
    fn settle(&mut self) {
        self.hint = None;
        self.hint_wanted = false;
        self.so_far = None;
        self.reviewed = false;
        while must_pass(&self.position()) {
            self.news.push(Message::Passes(self.position().side));
            // It is legal: there is no other move.
            let _ = self.game.play(Move::Pass);
        }
        let end = self.position();
        if end.board.is_over() {
            let (black, white) = final_discs(&end);
            let with_empties = black != white && !end.board.empties().is_empty();
            self.news.push(Message::Over(black, white, with_empties));
        }
    }

    /// Asks for the best move; asked again while the engine thinks, takes that back.
    pub fn ask_hint(&mut self) {
        if self.is_over() {
            self.news.push(Message::NoHint);
        } else if !self.is_persons_turn() && !self.paused {
            self.news.push(Message::NotYourTurn);
        } else {
            self.hint_wanted = !self.hint_wanted;
            self.so_far = None;
        }
    }

    /// Lets an engine that plays itself go on, or wait.
    pub fn pause_or_go_on(&mut self) {
        if !self.is_over() && !self.is_persons_turn() {
            self.paused = !self.paused;
            self.so_far = None;
            if self.paused {
                self.news.push(Message::Paused);
            }
        }
    }

    /// Goes to the end of a game from a file that has so many; who plays whom stays.
    pub fn load(&mut self, path: &str, record: Record, games: usize) {
        self.game = record.game;
        self.undone.clear();
        self.paused = self.setup.people == People::None;
        self.news.push(Message::Loaded(path.into(), games));
        self.settle();
    }

    /// The game as it is written to files.
    pub fn record(&self) -> Record {
        let end = self.position();
        let player = |side| {
            let name = match self.setup.people.have(side) {
                true => "Player".into(),
                false => format!("Outflank level {}", self.setup.level),
            };
            Player { name, rating: None }
        };
        let result = RecordedResult { black: end.score().into(), ending: Ending::Played };
        Record {
            black: player(Color::Black),
            white: player(Color::White),
            result: end.board.is_over().then_some(result),
            ..Record::from(self.game.clone())
        }
    }

    /// Whether a file that is there already may be replaced: the same name was refused before.
    pub fn may_replace(&self, path: &str) -> bool {
        self.replaceable.as_deref() == Some(path)
    }

    /// Takes what came of writing to a file.
    pub fn saved(&mut self, path: &str, outcome: std::io::Result<()>) {
        self.replaceable = None;
        self.news.push(match outcome {
            Ok(()) => Message::Saved(path.into()),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                self.replaceable = Some(path.into());
                Message::Exists(path.into())
            }
            Err(error) => Message::Trouble(format!("Cannot write {path}: {error}")),
        });
    }
}

/// The most moves that a review names.
const MOST_LAPSES: usize = 3;

fn lapse(ply: ReviewedPly) -> Option<Lapse> {
    let verdict = ply.verdict.filter(|verdict| verdict.mark().is_some())?;
    let ReviewedPly { ply, side, played, .. } = ply;
    Some(Lapse { ply, side, played, loss: verdict.loss(), best: verdict.best })
}

fn for_black(value: i32, position: &Position) -> i32 {
    if position.side == Color::Black { value } else { -value }
}

fn must_pass(position: &Position) -> bool {
    position.board.legal_moves().is_empty() && !position.board.is_over()
}

/// The discs of Black and White, the empty squares of a finished game going to the winner.
pub fn final_discs(position: &Position) -> (i32, i32) {
    let score = position.score();
    (32 + score / 2, 32 - score / 2)
}
