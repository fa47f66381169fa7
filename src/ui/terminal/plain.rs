//! The board line by line, for screen readers and pipes, as a pure state machine: a line in,
//! lines out.
//!
//! At the beginning it asks for side and level, unless they are known. Then a line is a move, `f5`
//! or `5 6` (row and column), or a command; `help` lists them. Commands are understood in both
//! languages.

use std::mem;

use super::files;
use super::language::{HIGHEST_LEVEL, Language};
use super::play::{Finding, People, Play, Setup, Task};
use crate::board::{Color, Move, Square};
use crate::notation::{diagram, excerpt};

/// The level without a word on it.
pub const DEFAULT_LEVEL: u8 = 1;

const HELP: [(&str, &str); 10] = [
    (
        "A move is a square, f5, or its row and column, 5 6. X is Black, O is White, + a legal move.",
        "落子：写格子 f5，或行和列 5 6。X 是黑方，O 是白方，+ 是可下的格子。",
    ),
    ("hint: the best move and what it is worth.", "hint（提示）：最好的一手和它的价值。"),
    ("undo: take your last move back.", "undo（悔棋）：收回您的上一手。"),
    ("redo: play it again.", "redo（重做）：重下收回的棋。"),
    ("board: show the board again.", "board（棋盘）：再显示一次棋盘。"),
    ("go: let the engine play on against itself.", "go（继续）：让引擎继续自己对弈。"),
    (
        "new: a new game; new white 3: with White (black, both, none) against level 3 (0 to 8).",
        "new（新局）：新的一局；new white 3：执白（black 黑、both 两人、none 无人）对 3 级（0 到 8）。",
    ),
    ("save FILE: write the game as GGF.", "save 文件（保存）：把棋局写成 GGF。"),
    ("load FILE: go on with a game from a file.", "load 文件（打开）：从文件继续棋局。"),
    ("quit: end.", "quit（退出）：结束。"),
];

/// What is known of the first game from the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// The sides of people.
    pub people: Option<People>,
    /// The level.
    pub level: Option<u8>,
    /// What decides the draws of the first game.
    pub seed: u64,
}

/// The state of the talk.
#[derive(Debug)]
pub struct Plain {
    language: Language,
    stage: Stage,
    seed: u64,
    out: Vec<String>,
    /// Whether the board has changed since it was shown.
    is_news: bool,
}

#[derive(Debug)]
enum Stage {
    AskSide(Option<u8>),
    AskLevel(People),
    Playing(Box<Play>),
    Ended,
}

impl Plain {
    /// Begins a talk.
    pub fn new(language: Language, wishes: Wishes) -> Self {
        let stage = match wishes {
            Wishes { people: None, level, .. } => Stage::AskSide(level),
            Wishes { people: Some(people), level: None, .. } if people != People::Both => {
                Stage::AskLevel(people)
            }
            Wishes { people: Some(people), level, seed } => {
                let level = level.unwrap_or(DEFAULT_LEVEL);
                Stage::Playing(Box::new(Play::new(Setup { people, level, seed })))
            }
        };
        let hello = language
            .pick("Outflank. Type help for what can be typed.", "Outflank。输入 help 查看说明。");
        let out = vec![hello.to_owned()];
        Self { language, stage, seed: wishes.seed, out, is_news: true }
    }

    /// Whether there is nothing more to say or to read.
    pub const fn has_ended(&self) -> bool {
        matches!(self.stage, Stage::Ended)
    }

    /// What there is to think about before the next line is read.
    pub fn task(&self) -> Option<Task> {
        let Stage::Playing(play) = &self.stage else { return None };
        // No graph is drawn here: the values of earlier positions are not asked for.
        let is_of_now = |task: &Task| !matches!(task, Task::Value(of) if *of != play.position());
        play.task().filter(is_of_now)
    }

    /// Takes what was found.
    pub fn found(&mut self, task: &Task, finding: Finding) {
        if let Stage::Playing(play) = &mut self.stage {
            let plies = play.game().plies().len();
            play.found(task, finding);
            self.is_news |= play.game().plies().len() != plies;
        }
        self.tell_news();
    }

    /// The lines since this was asked last.
    pub fn take_lines(&mut self) -> Vec<String> {
        self.tell_news();
        mem::take(&mut self.out)
    }

    fn tell_news(&mut self) {
        if let Stage::Playing(play) = &mut self.stage {
            let news = play.take_news();
            self.out.extend(news.iter().map(|message| message.text(self.language)));
        }
    }

    fn say(&mut self, english: &str, chinese: &str) {
        self.out.push(self.language.pick(english, chinese).into());
    }

    /// Says how things stand, if that is new, and what is expected; to be called before each line
    /// that is read.
    pub fn prompt(&mut self) {
        self.tell_news();
        match &self.stage {
            Stage::AskSide(_) => self.say(
                "Which side do you play: black, white, both or none?",
                "您执哪一方：black（黑）、white（白）、both（两人）还是 none（无人）？",
            ),
            Stage::AskLevel(_) => {
                let levels = (1..=HIGHEST_LEVEL).chain([0]);
                let names: Vec<String> =
                    levels.map(|level| format!("{level} {}", self.language.level(level))).collect();
                let names = names.join(self.language.pick(", ", "、"));
                let question = self.language.pick("Which level?", "选择级别：");
                self.out.push(format!("{question} {names}"));
            }
            Stage::Playing(play) => {
                let expected = expected(play, self.language);
                if mem::take(&mut self.is_news) {
                    let state = state(play, self.language);
                    self.out.extend(state);
                }
                self.out.push(expected);
            }
            Stage::Ended => {}
        }
    }

    /// Takes a line.
    pub fn line(&mut self, line: &str) {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_lowercase();
        match (word.as_str(), &self.stage) {
            ("quit" | "exit" | "q" | "退出", _) => self.end(),
            ("help" | "?" | "帮助", _) => {
                for (english, chinese) in HELP {
                    self.say(english, chinese);
                }
            }
            (_, &Stage::AskSide(level)) => self.take_side(&word, level),
            (_, &Stage::AskLevel(people)) => self.take_level(&word, people),
            (_, Stage::Playing(_)) => self.command(&word, rest.trim(), line),
            (_, Stage::Ended) => {}
        }
    }

    /// The input is at its end.
    pub fn end_of_input(&mut self) {
        self.say("The input has ended, and so does the game.", "输入结束，棋局到此为止。");
        self.stage = Stage::Ended;
    }

    fn end(&mut self) {
        self.say("Goodbye.", "再见。");
        self.stage = Stage::Ended;
    }

    /// A line that is too long, or has no meaning.
    pub fn refuse_long_line(&mut self) {
        self.say("That line is too long for a move or a command.", "这一行太长了。");
    }

    fn take_side(&mut self, word: &str, level: Option<u8>) {
        let people = if word.is_empty() { Some(People::Black) } else { people_from_name(word) };
        match (people, level) {
            (Some(people), Some(level)) => self.begin(people, level),
            (Some(People::Both), None) => self.begin(People::Both, DEFAULT_LEVEL),
            (Some(people), None) => self.stage = Stage::AskLevel(people),
            (None, _) => self.refuse(word, "side", "一方"),
        }
    }

    fn take_level(&mut self, word: &str, people: People) {
        let level = if word.is_empty() { Some(DEFAULT_LEVEL) } else { level_from_name(word) };
        match level {
            Some(level) => self.begin(people, level),
            None => self.refuse(word, "level from 0 to 8", "级别（0 到 8）"),
        }
    }

    fn refuse(&mut self, word: &str, english: &str, chinese: &str) {
        let word = excerpt(word);
        self.out.push(match self.language {
            Language::English => format!("'{word}' is no {english}."),
            Language::Chinese => format!("“{word}”不是{chinese}。"),
        });
    }

    fn begin(&mut self, people: People, level: u8) {
        let seed = self.seed;
        self.stage = Stage::Playing(Box::new(Play::new(Setup { people, level, seed })));
        self.is_news = true;
    }

    fn command(&mut self, word: &str, rest: &str, line: &str) {
        let Stage::Playing(play) = &mut self.stage else { return };
        let before = play.game().clone();
        match word {
            "" => {}
            "hint" | "提示" => play.ask_hint(),
            "undo" | "悔棋" => play.undo(),
            "redo" | "重做" => play.redo(),
            "board" | "棋盘" => self.is_news = true,
            "go" | "继续" => play.pause_or_go_on(),
            "save" | "保存" if !rest.is_empty() => files::save(play, rest),
            "load" | "打开" if !rest.is_empty() => files::load(play, rest),
            "save" | "保存" | "load" | "打开" => self.say(
                "Say which file: save game.ggf, load game.ggf.",
                "请写文件名：save game.ggf，load game.ggf。",
            ),
            "new" | "新局" => return self.new_game(rest),
            "pass" => {
                self.say(
                    "Passes are made by themselves where a side has no move.",
                    "无处可下时自动停一手。",
                );
            }
            _ => match square(line) {
                Some(square) => play.place(square),
                None => {
                    return self.refuse(
                        line,
                        "move and no command; type help",
                        "落子也不是命令，请输入 help",
                    );
                }
            },
        }
        if let Stage::Playing(play) = &self.stage {
            self.is_news |= *play.game() != before;
        }
    }

    /// `new`, `new white`, `new white 3`, `new 3`.
    fn new_game(&mut self, rest: &str) {
        let Stage::Playing(play) = &self.stage else { return };
        let Setup { mut people, mut level, .. } = play.setup();
        for word in rest.split_whitespace() {
            if let Some(named) = people_from_name(&word.to_lowercase()) {
                people = named;
            } else if let Some(named) = level_from_name(word) {
                level = named;
            } else {
                return self.refuse(word, "side and no level from 0 to 8", "一方，也不是级别");
            }
        }
        self.seed = self.seed.wrapping_add(1);
        self.begin(people, level);
    }
}

/// The people named by `black`, `white`, `both` or `none`, in lower case.
pub fn people_from_name(name: &str) -> Option<People> {
    match name {
        "black" | "b" | "x" | "黑" | "黑方" => Some(People::Black),
        "white" | "w" | "o" | "白" | "白方" => Some(People::White),
        "both" | "两人" => Some(People::Both),
        "none" | "无人" => Some(People::None),
        _ => None,
    }
}

/// The level with this number, or this name in either language.
fn level_from_name(name: &str) -> Option<u8> {
    let is_named = |level: &u8| {
        *name == level.to_string()
            || [Language::English, Language::Chinese]
                .iter()
                .any(|language| language.level(*level).eq_ignore_ascii_case(name))
    };
    (0..=HIGHEST_LEVEL).find(is_named)
}

/// Reads `f5`, or row and column as `5 6`, `5,6` or `56`.
fn square(line: &str) -> Option<Square> {
    let line: String = line.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    if let Some(square) = Square::from_name(&line) {
        return Some(square);
    }
    let &[row, column] = line.as_bytes() else { return None };
    let index = |digit: u8| digit.checked_sub(b'1').filter(|index| *index < 8);
    Some(Square::at(index(column)?, index(row)?))
}

/// The board and the counts.
fn state(play: &Play, language: Language) -> Vec<String> {
    let position = play.position();
    let count = |side| position.discs(side).len();
    let [black, white] = [Color::Black, Color::White].map(|side| language.side(side));
    let (of_black, of_white) = (count(Color::Black), count(Color::White));
    let mut lines = diagram(&position);
    let value = play.value_of(&position).filter(|_| !play.is_over());
    let value = value.map(|value| language.value(value));
    lines.push(match (language, value) {
        (Language::English, None) => format!("{black} (X) {of_black}, {white} (O) {of_white}."),
        (Language::English, Some(value)) => {
            format!("{black} (X) {of_black}, {white} (O) {of_white}. Value: {value}.")
        }
        (Language::Chinese, None) => format!("{black} (X) {of_black}，{white} (O) {of_white}。"),
        (Language::Chinese, Some(value)) => {
            format!("{black} (X) {of_black}，{white} (O) {of_white}。形势：{value}。")
        }
    });
    lines
}

/// What may be typed now.
fn expected(play: &Play, language: Language) -> String {
    if play.is_over() {
        let text = language.pick(
            "Type new, undo, save FILE, load FILE or quit.",
            "请输入 new、undo、save 文件、load 文件或 quit。",
        );
        return text.into();
    }
    if !play.is_persons_turn() {
        let text = language.pick(
            "Type go, undo, redo, hint, new, save FILE or quit.",
            "请输入 go、undo、redo、hint、new、save 文件或 quit。",
        );
        return text.into();
    }
    let position = play.position();
    let moves: Vec<String> = position.moves().iter().map(Move::to_string).collect();
    match language {
        Language::English => format!("{} to move: {}.", position.side, moves.join(", ")),
        Language::Chinese => {
            format!("轮到{}：{}。", language.side(position.side), moves.join("、"))
        }
    }
}
