//! The lines that NBoard sends.

use super::super::turns::{Ending, Waiting};
use super::super::words;
use crate::board::Move;
use crate::search::StopSignal;

/// What a line asks for, with its arguments as they stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    SetDepth(&'a str),
    SetGame(&'a str),
    SetContempt(&'a str),
    Move(&'a str),
    Hint(&'a str),
    Go,
    Ping(&'a str),
    Learn,
    Analyze,
    Quit,
}

/// Reads a line. What is not understood is to be left out: `None`, as for `nboard` itself, to which
/// nothing is to be said.
pub(super) fn read(line: &str) -> Option<Command<'_>> {
    let (word, rest) = words::split_first(line)?;
    Some(match word {
        "set" => {
            let (name, value) = words::split_first(rest)?;
            match name {
                "depth" => Command::SetDepth(value),
                "game" => Command::SetGame(value),
                "contempt" => Command::SetContempt(value),
                _ => return None,
            }
        }
        "move" => Command::Move(rest),
        "hint" => Command::Hint(rest),
        "go" => Command::Go,
        "ping" => Command::Ping(rest),
        "learn" => Command::Learn,
        "analyze" => Command::Analyze,
        "quit" => Command::Quit,
        // Version 1 sends nothing but the move.
        _ if rest.is_empty() && Move::from_name(word).is_some() => Command::Move(word),
        _ => return None,
    })
}

impl Command<'_> {
    /// The line of this command, to wait, with what a stop must know of it.
    pub fn waiting(self, line: &str) -> Waiting {
        let (can_be_stopped, ending) = match self {
            Self::Hint(_) => (true, Ending::Told),
            Self::Analyze => (true, Ending::GivingWay),
            Self::Go => (true, Ending::Itself),
            _ => (false, Ending::Itself),
        };
        let stop = can_be_stopped.then(StopSignal::default);
        Waiting { line: line.into(), stop, ending }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_is_left_out() {
        for line in ["", "  ", "nboard 2", "set", "set colour blue", "F5 D6", "I9", "GO", "# go"] {
            assert_eq!(read(line), None, "{line}");
        }
        assert_eq!(read(" \tgo \r"), Some(Command::Go));
        assert_eq!(read("set  game (; a  b ;)"), Some(Command::SetGame("(; a  b ;)")));
    }

    #[test]
    fn a_bare_move_is_one() {
        assert_eq!(read("F5"), Some(Command::Move("F5")));
        assert_eq!(read("PA"), Some(Command::Move("PA")));
        assert_eq!(read("move F5//1.2"), Some(Command::Move("F5//1.2")));
    }
}
