//! The commands: their names, when they act, and what `help` says of them.

use super::super::Action;
use super::{send, words};

/// A command of the dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Uci,
    Ugi,
    IsReady,
    Debug,
    Register,
    SetOption,
    NewGame,
    Position,
    Go,
    Stop,
    PonderHit,
    Query,
    Quit,
    Display,
    Eval,
    Moves,
    Perft,
    Bench,
    Help,
}

/// When a command acts if a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Timing {
    /// At once.
    AtOnce,
    /// At once, unless something waits before it.
    ReadOnly,
    /// When the search has answered.
    InTurn,
}

/// Every command: name, what follows it, what it does.
const COMMANDS: [(&str, Command, &str, &str); 20] = [
    ("uci", Command::Uci, "", "name the engine and its options, ends with uciok"),
    ("ugi", Command::Ugi, "", "the same for the Universal Game Interface, ends with ugiok"),
    ("isready", Command::IsReady, "", "answers readyok, also while searching"),
    ("debug", Command::Debug, "on|off", "say more in info strings"),
    ("register", Command::Register, "[...]", "accepted, there is nothing to register for"),
    (
        "setoption",
        Command::SetOption,
        "name NAME [value VALUE]",
        "set an option; `setoption weights 2 10 4 2 1` is short for it",
    ),
    ("ucinewgame", Command::NewGame, "", "start position, empty table"),
    ("uginewgame", Command::NewGame, "", "the same"),
    (
        "position",
        Command::Position,
        "startpos|fen ROWS SIDE|board CELLS SIDE [moves M1 M2 ...] | game GAME",
        "set the position; GAME is a transcript, GGF, or a position with moves",
    ),
    (
        "go",
        Command::Go,
        "[depth N] [nodes N] [movetime MS] [btime MS wtime MS binc MS winc MS movestogo N] \
         [infinite] [ponder] [exact] [wld] [mate N] [searchmoves M1 ...] | perft N [a|b|c]",
        "search, ends with bestmove; exact solves the score, wld only who wins",
    ),
    ("stop", Command::Stop, "", "end the search, it answers at once"),
    ("ponderhit", Command::PonderHit, "", "the expected move was played"),
    (
        "query",
        Command::Query,
        "gameover|p1turn|p2turn|result|legalmoves|board|fen|score|start|game",
        "ask about the position, ends with response",
    ),
    ("quit", Command::Quit, "", "end the session; a running search answers first"),
    ("d", Command::Display, "", "draw the board"),
    ("eval", Command::Eval, "", "the features, their weights and the estimate"),
    ("moves", Command::Moves, "", "the legal moves"),
    ("perft", Command::Perft, "N [a|b|c]", "count the leaves N plies below the position"),
    ("bench", Command::Bench, "", "search fixed positions, print nodes and time"),
    ("help", Command::Help, "", "this list"),
];

impl Command {
    pub fn timing(self) -> Timing {
        match self {
            Self::Stop | Self::PonderHit | Self::IsReady | Self::Quit => Timing::AtOnce,
            Self::Uci
            | Self::Ugi
            | Self::Debug
            | Self::Register
            | Self::Query
            | Self::Display
            | Self::Eval
            | Self::Moves
            | Self::Help => Timing::ReadOnly,
            Self::SetOption
            | Self::NewGame
            | Self::Position
            | Self::Go
            | Self::Perft
            | Self::Bench => Timing::InTurn,
        }
    }

    pub fn can_be_stopped(self) -> bool {
        matches!(self, Self::Go | Self::Perft | Self::Bench)
    }
}

/// The first known command of a line and what follows it; words before it are skipped.
pub(super) fn find(line: &str) -> Option<(Command, &str)> {
    let mut rest = line;
    while let Some((word, after)) = words::split_first(rest) {
        // A comment ends the line.
        if word.starts_with('#') {
            return None;
        }
        if let Some(&(_, command, ..)) = COMMANDS.iter().find(|(name, ..)| *name == word) {
            return Some((command, after));
        }
        rest = after;
    }
    None
}

/// The name and the value in the arguments of `setoption`: after the words `name` and `value`, or
/// in the short form, a known option's name and the rest.
pub(super) fn option_and_value(arguments: &str) -> Result<(String, Option<&str>), String> {
    if let Some((_, after)) = words::split_at_word(arguments, "name") {
        let (name, value) = match words::split_at_word(after, "value") {
            Some((name, value)) => (name, Some(value)),
            None => (after, None),
        };
        if name.trim().is_empty() {
            return Err("setoption: no name of an option".into());
        }
        let value = value.map(|value| if value.trim() == "<empty>" { "" } else { value });
        return Ok((name.trim().into(), value));
    }
    // Short: the longest option name the arguments begin with.
    let text = arguments.trim();
    let mut name = String::new();
    let mut rest = text;
    let mut found = None;
    while let Some((word, after)) = words::split_first(rest) {
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
        if crate::engine::find_option(&name).is_some() {
            found = Some((name.clone(), after));
        }
        rest = after;
    }
    match found {
        Some((name, value)) => {
            let value = match words::split_first(value) {
                Some((word, after)) if word.eq_ignore_ascii_case("value") => after,
                _ => value,
            };
            Ok((name, Some(value).filter(|value| !value.is_empty())))
        }
        None if text.is_empty() => Err("setoption: no name of an option".into()),
        None => Err(format!(
            "setoption: '{}' does not begin with `name` or an option",
            super::excerpt(text)
        )),
    }
}

/// Every command, one line each.
pub(super) fn help(out: &mut Vec<Action>) {
    for (name, _, arguments, what) in COMMANDS {
        let blank = if arguments.is_empty() { "" } else { " " };
        send(out, &format!("{name}{blank}{arguments}: {what}"));
    }
    send(out, "protocol.md has the details");
}
