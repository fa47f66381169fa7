//! Problem suites in OBF: what is read, what is refused, and that what is written is read back.

use std::fs;
use std::path::Path;

use outflank::board::{Move, Position};
use outflank::notation::obf::{self, ObfError, Problem, Scores};

const FFO: &str = include_str!("data/ffo-1-19.obf");
const KINDS: &str = include_str!("data/problems.obf");
const START: &str = "---------------------------OX------XO--------------------------- X";

fn one(line: &str) -> Problem {
    let mut problems = obf::read(line).unwrap();
    assert_eq!(problems.len(), 1, "{line}");
    problems.remove(0)
}

fn fault(text: &str) -> String {
    obf::read(text).unwrap_err().to_string()
}

fn written(problems: &[Problem]) -> String {
    problems.iter().map(|problem| obf::write(problem) + "\n").collect()
}

#[test]
fn a_suite_is_read_and_written_as_it_was() {
    let problems = obf::read(FFO).unwrap();
    assert_eq!(problems.len(), 19);
    assert_eq!(problems[0].position.board.empties().len(), 14);
    assert_eq!(problems[0].scores.best(), Some(18));
    assert_eq!(problems[0].scores.of(Move::from_name("b1").unwrap()), Some(-4));
    assert_eq!(problems[0].scores.of(Move::from_name("a1").unwrap()), None);
    let lines: Vec<&str> = FFO.lines().map(str::trim_end).collect();
    assert_eq!(written(&problems).lines().collect::<Vec<_>>(), lines);
}

#[test]
fn problems_of_every_kind_are_read() {
    let problems = obf::read(KINDS).unwrap();
    let best: Vec<Option<i32>> = problems.iter().map(|problem| problem.scores.best()).collect();
    assert_eq!(best, [Some(-64), Some(22), Some(18), None]);
    assert_eq!(problems[0].scores, Scores::Moves(vec![(Move::Pass, -64)]));
    assert_eq!(problems[2].scores, Scores::Position(18));
    assert_eq!(problems[3].scores, Scores::Unknown);
    assert_eq!(obf::read(&written(&problems)).unwrap(), problems);
}

#[test]
fn the_score_is_the_best_one_wherever_it_stands() {
    let problem = one(&format!("{START}; d3:-2; C4:+6; --:-127;"));
    assert_eq!(problem.scores.best(), Some(6));
}

#[test]
fn blanks_comments_and_a_missing_end_are_nothing() {
    for line in ["", " ;", ";;", "  % a comment; D3:+0"] {
        let problem = one(&format!("\r\n% first\n  {START}{line}\r\n\n"));
        assert_eq!(problem, Problem { position: Position::START, scores: Scores::Unknown });
    }
    for line in ["D3:4", "d3 : +4 ;", ";D3:+4; --:-127;;"] {
        let scores = Scores::Moves(vec![(Move::from_name("d3").unwrap(), 4)]);
        assert_eq!(one(&format!("{START};{line}")).scores, scores);
    }
    assert_eq!(obf::read("\n% nothing\n").unwrap(), []);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (line, said) in [
        (START[1..].to_owned(), "63 cells given, 64 wanted"),
        (START[..64].to_owned(), "the side to move is missing (b or w)"),
        (format!("{START}; D3:+x;"), "'+x' is not a score (-64 to +64; with a move, G8:+18)"),
        (format!("{START}; D3:+65;"), "'+65' is not a score (-64 to +64; with a move, G8:+18)"),
        (format!("{START}; D3;"), "'D3' is not a score (-64 to +64; with a move, G8:+18)"),
        (format!("{START}; I9:+2;"), "'I9' is not a move (A1 to H8, or PS)"),
        (format!("{START}; D4:+2;"), "d4 is illegal, the square is occupied"),
        (format!("{START}; A1:+2;"), "a1 is illegal, Black would flip no disc there"),
        (format!("{START}; PS:+2;"), "pass is illegal, Black has a legal move and may not pass"),
        (format!("{START}; D3:+2; d3:+4;"), "d3 has two scores"),
        (format!("{START}; D3:+2; +2;"), "+2 without a move stands beside other scores"),
        (format!("{START}; +2; +4;"), "+4 without a move stands beside other scores"),
    ] {
        assert_eq!(fault(&format!("% a comment\n\n{line}\n")), format!("line 3: {said}"));
    }
}

/// The suites of the FFO and of Edax are larger than what is shipped: `OUTFLANK_DATA` names a
/// folder with `ffo` and `edax_hard` in it, where there is one.
#[test]
fn the_known_suites_are_read() {
    let Some(data) = std::env::var_os("OUTFLANK_DATA") else { return };
    let mut positions = Vec::new();
    for folder in ["ffo", "edax_hard"] {
        let mut files: Vec<_> = fs::read_dir(Path::new(&data).join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let problems = obf::read(&text).unwrap_or_else(|ObfError { line, fault }| {
                panic!("{}, line {line}: {fault}", file.display())
            });
            assert_eq!(obf::read(&written(&problems)).unwrap(), problems);
            positions.push(problems.len());
        }
    }
    assert_eq!(positions, [19, 20, 20, 20, 276, 311, 289, 30]);
}
