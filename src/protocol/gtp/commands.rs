//! The commands by name, and how a line is read.

use super::super::words;

/// A command of the dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    ProtocolVersion,
    Name,
    Version,
    IsKnown,
    ListAll,
    Quit,
    BoardSize,
    ClearBoard,
    Komi,
    Play,
    GenMove,
    RegGenMove,
    Undo,
    ShowBoard,
    FinalScore,
    TimeSettings,
    TimeLeft,
    SetGame,
    ListGames,
    LoadSgf,
    SetLevel,
    RulesGameId,
    RulesBoard,
    RulesBoardSize,
    RulesLegalMoves,
    RulesSideToMove,
    RulesFinalResult,
    AnalyzeCommands,
    MoveValues,
    BestLine,
    Evaluation,
}

/// Every command and its name, in the order in which `list_commands` has them.
const COMMANDS: [(&str, Command); 31] = [
    ("protocol_version", Command::ProtocolVersion),
    ("name", Command::Name),
    ("version", Command::Version),
    ("known_command", Command::IsKnown),
    ("list_commands", Command::ListAll),
    ("quit", Command::Quit),
    ("boardsize", Command::BoardSize),
    ("clear_board", Command::ClearBoard),
    ("komi", Command::Komi),
    ("play", Command::Play),
    ("genmove", Command::GenMove),
    ("reg_genmove", Command::RegGenMove),
    ("undo", Command::Undo),
    ("showboard", Command::ShowBoard),
    ("final_score", Command::FinalScore),
    ("time_settings", Command::TimeSettings),
    ("time_left", Command::TimeLeft),
    ("set_game", Command::SetGame),
    ("list_games", Command::ListGames),
    ("loadsgf", Command::LoadSgf),
    ("set_level", Command::SetLevel),
    ("gogui-rules_game_id", Command::RulesGameId),
    ("gogui-rules_board", Command::RulesBoard),
    ("gogui-rules_board_size", Command::RulesBoardSize),
    ("gogui-rules_legal_moves", Command::RulesLegalMoves),
    ("gogui-rules_side_to_move", Command::RulesSideToMove),
    ("gogui-rules_final_result", Command::RulesFinalResult),
    ("gogui-analyze_commands", Command::AnalyzeCommands),
    ("outflank-move_values", Command::MoveValues),
    ("outflank-best_line", Command::BestLine),
    ("outflank-evaluation", Command::Evaluation),
];

/// The longest number that is echoed as an id, in digits.
const LONGEST_ID: usize = 20;

impl Command {
    pub fn from_name(name: &str) -> Option<Self> {
        COMMANDS.iter().find(|(known, _)| *known == name).map(|&(_, command)| command)
    }

    pub fn names() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().map(|&(name, _)| name)
    }

    /// Whether it starts a search.
    pub fn searches(self) -> bool {
        matches!(self, Self::GenMove | Self::RegGenMove | Self::MoveValues | Self::BestLine)
    }
}

/// A line without what GTP does not read: comments, control characters, blanks around the rest.
/// A tab is a blank.
pub(super) fn clean(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let line = line.replace('\t', " ").replace(|c: char| c.is_control(), "");
    line.trim().into()
}

/// A clean line, cut up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CommandLine<'a> {
    /// The number that is given back with the answer.
    pub id: Option<&'a str>,
    /// `None`: there is no such command.
    pub command: Option<Command>,
    pub arguments: &'a str,
}

impl<'a> CommandLine<'a> {
    /// `None`: there is nothing to answer.
    pub fn read(clean: &'a str) -> Option<Self> {
        let (first, after) = words::split_first(clean)?;
        let is_id = first.len() <= LONGEST_ID && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, rest) = if is_id { (Some(first), after) } else { (None, clean) };
        let (name, arguments) = words::split_first(rest).unwrap_or_default();
        Some(Self { id, command: Command::from_name(name), arguments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_id_a_command_and_arguments() {
        let read =
            |line| CommandLine::read(line).map(|line| (line.id, line.command, line.arguments));
        assert_eq!(read("name"), Some((None, Some(Command::Name), "")));
        assert_eq!(read("007 play b  d3"), Some((Some("007"), Some(Command::Play), "b  d3")));
        assert_eq!(read("7"), Some((Some("7"), None, "")));
        assert_eq!(read("7name"), Some((None, None, "")));
        assert_eq!(read("-1 name"), Some((None, None, "name")));
        assert_eq!(read("123456789012345678901 name"), Some((None, None, "name")));
        assert_eq!(read(""), None);
    }

    #[test]
    fn comments_and_control_characters_are_no_part_of_a_line() {
        assert_eq!(clean(" 1\tpl\u{7}ay b d3 # said he\r"), "1 play b d3");
        assert_eq!(clean("# 1 name"), "");
    }

    #[test]
    fn every_command_has_one_name() {
        for name in Command::names() {
            let alike = Command::names().filter(|&other| {
                other == name || Command::from_name(other) == Command::from_name(name)
            });
            assert_eq!(alike.count(), 1, "{name}");
        }
    }
}
