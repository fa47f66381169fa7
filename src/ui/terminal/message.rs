//! What a game has to say, as sentences.

use super::language::Language;
use super::play::{People, Setup};
use crate::board::{Color, IllegalMove, Move, Square};

/// A sentence, in no language yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A game begins.
    Begins(Setup),
    /// A person played here; so many discs were turned over.
    Played(Color, Square, u32),
    /// The engine played here; so many discs were turned over.
    Answered(Color, Square, u32),
    /// A side has no move and passes.
    Passes(Color),
    /// The square cannot be played.
    Refused(Square, IllegalMove),
    /// A person moved while it was not their turn.
    NotYourTurn,
    /// These moves were taken back, the last of the game first.
    TakenBack(Vec<Move>),
    /// There is no move of a person's to take back.
    NothingToUndo,
    /// These moves were played again.
    PlayedAgain(Vec<Move>),
    /// No move was taken back.
    NothingToRedo,
    /// Two engines wait to be told to go on.
    Paused,
    /// There is nothing to hint at.
    NoHint,
    /// The best move, what it is worth in centidiscs for Black, and how many plies were searched.
    Hint(Move, Option<i32>, u32),
    /// The game is over: discs of Black and White, and whether empty squares are among them.
    Over(i32, i32, bool),
    /// What a review of the game found, the worst first.
    Review(Vec<Lapse>),
    /// The game was written to a file.
    Saved(String),
    /// There is such a file already.
    Exists(String),
    /// A game was read from a file that has so many.
    Loaded(String, usize),
    /// Something about a file, or about the engine, went wrong; in English.
    Trouble(String),
}

/// A move that lost something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lapse {
    /// Its number in the game, from 1, passes included.
    pub ply: usize,
    /// Who made it.
    pub side: Color,
    /// The move.
    pub played: Move,
    /// Centidiscs lost.
    pub loss: i32,
    /// What would have been better.
    pub best: Move,
}

impl Message {
    /// The sentence.
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::Chinese => self.chinese(),
        }
    }

    fn english(&self) -> String {
        let of = Language::English;
        match self {
            Self::Begins(setup) => match setup.people {
                People::Both => "A new game for two people.".into(),
                People::None => format!("A new game of {} against itself.", of.level(setup.level)),
                _ => format!(
                    "A new game: you are {} against {}.",
                    if setup.people == People::Black { "Black" } else { "White" },
                    of.level(setup.level)
                ),
            },
            Self::Played(side, square, discs) | Self::Answered(side, square, discs) => {
                let s = if *discs == 1 { "" } else { "s" };
                format!("{side} plays {square} and turns {discs} disc{s}.")
            }
            Self::Passes(side) => format!("{side} has no legal move and passes."),
            Self::Refused(square, why) => format!("{square} cannot be played: {why}."),
            Self::NotYourTurn => "It is not your turn: wait for the move, or undo.".into(),
            Self::TakenBack(moves) => format!("Taken back: {}.", list(moves)),
            Self::NothingToUndo => "There is no move of yours to take back.".into(),
            Self::PlayedAgain(moves) => format!("Played again: {}.", list(moves)),
            Self::NothingToRedo => "No move was taken back.".into(),
            Self::Paused => "The game waits to go on.".into(),
            Self::NoHint => "There is nothing to hint at: the game is over.".into(),
            Self::Hint(mv, value, depth) => format!(
                "Hint: {mv}{} ({depth} plies searched).",
                value.map_or_else(String::new, |value| format!(", {}", of.value(value)))
            ),
            Self::Over(black, white, with_empties) => {
                let (who, most, least) = match black - white {
                    0 => ("a draw", black, white),
                    1.. => ("Black wins", black, white),
                    _ => ("White wins", white, black),
                };
                let note =
                    if *with_empties { "; the empty squares count for the winner" } else { "" };
                format!("Game over: {who}, {most} to {least}{note}.")
            }
            Self::Review(lapses) if lapses.is_empty() => {
                "Review: no move lost 4 discs or more.".into()
            }
            Self::Review(lapses) => {
                let each = lapses.iter().map(|lapse| {
                    let Lapse { ply, side, played, loss, best } = lapse;
                    let loss = discs(*loss);
                    format!("{ply}. {side} {played} lost {loss} ({best} was best)")
                });
                format!("Review, the worst moves: {}.", each.collect::<Vec<_>>().join("; "))
            }
            Self::Saved(path) => format!("Saved as {path}."),
            Self::Exists(path) => {
                format!("There is a file {path} already: save as that once more to replace it.")
            }
            Self::Loaded(path, 1) => format!("Loaded {path}."),
            Self::Loaded(path, games) => {
                format!("Loaded the first of the {games} games in {path}.")
            }
            Self::Trouble(why) => format!("{why}."),
        }
    }

    fn chinese(&self) -> String {
        let of = Language::Chinese;
        match self {
            Self::Begins(setup) => match setup.people {
                People::Both => "新的一局：两人对弈。".into(),
                People::None => format!("新的一局：{}自己对弈。", of.level(setup.level)),
                _ => format!(
                    "新的一局：您执{}，对手是{}。",
                    if setup.people == People::Black { "黑" } else { "白" },
                    of.level(setup.level)
                ),
            },
            Self::Played(side, square, discs) | Self::Answered(side, square, discs) => {
                format!("{}下 {square}，翻 {discs} 子。", of.side(*side))
            }
            Self::Passes(side) => format!("{}无处可下，停一手。", of.side(*side)),
            Self::Refused(square, why) => format!("不能下 {square}：{}。", of.refusal(*why)),
            Self::NotYourTurn => "还没轮到您：请等对手下完，或者悔棋。".into(),
            Self::TakenBack(moves) => format!("已悔棋：{}。", list(moves)),
            Self::NothingToUndo => "没有可以悔的棋。".into(),
            Self::PlayedAgain(moves) => format!("已重下：{}。", list(moves)),
            Self::NothingToRedo => "没有可以重下的棋。".into(),
            Self::Paused => "棋局暂停。".into(),
            Self::NoHint => "棋局已经结束，没有提示。".into(),
            Self::Hint(mv, value, depth) => format!(
                "提示：{mv}{}（搜索 {depth} 层）。",
                value.map_or_else(String::new, |value| format!("，{}", of.value(value)))
            ),
            Self::Over(black, white, with_empties) => {
                let (who, most, least) = match black - white {
                    0 => ("和棋", black, white),
                    1.. => ("黑方胜", black, white),
                    _ => ("白方胜", white, black),
                };
                let note = if *with_empties { "（空格归胜方）" } else { "" };
                format!("棋局结束：{who}，{most} 比 {least}{note}。")
            }
            Self::Review(lapses) if lapses.is_empty() => "复盘：没有损失 4 子以上的棋。".into(),
            Self::Review(lapses) => {
                let each = lapses.iter().map(|lapse| {
                    let Lapse { ply, side, played, loss, best } = lapse;
                    let (side, loss) = (of.side(*side), discs(*loss));
                    format!("第 {ply} 手{side} {played} 损失 {loss} 子（{best} 最好）")
                });
                format!("复盘，最差的几手：{}。", each.collect::<Vec<_>>().join("；"))
            }
            Self::Saved(path) => format!("已保存为 {path}。"),
            Self::Exists(path) => format!("文件 {path} 已经存在：再保存一次就会替换它。"),
            Self::Loaded(path, 1) => format!("已打开 {path}。"),
            Self::Loaded(path, games) => format!("已打开 {path} 中 {games} 局的第一局。"),
            Self::Trouble(why) => format!("{why}。"),
        }
    }
}

fn list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(", ")
}

/// Centidiscs as discs.
fn discs(centidiscs: i32) -> String {
    format!("{:.1}", f64::from(centidiscs) / 100.0)
}
