//! What protocol.md and the README say is what the code does.

mod talk;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use outflank::engine::{Kind, LEVELS, OPTIONS, OptionSpec, Options};
use talk::{Child, Pure, Server, Talk};

fn file(name: &str) -> Option<String> {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()
}

fn protocol() -> String {
    file("protocol.md").unwrap()
}

/// The rows of the first table under a heading, without its head.
fn table(heading: &str) -> Vec<Vec<String>> {
    let document = protocol();
    let (_, section) = document.split_once(&format!("\n## {heading}\n")).expect("the heading");
    section
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            let cells = line.trim_matches('|').replace("\\|", "\u{1}");
            cells.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
        })
        .collect()
}

/// Whether the table under a heading has the options that are tunables, or those that are not.
fn check_options(heading: &str, tunables: bool) {
    let expected: Vec<Vec<String>> = OPTIONS
        .iter()
        .filter(|spec| spec.is_tunable == tunables)
        .map(|spec| {
            let (kind, range) = match &spec.kind {
                Kind::Check { .. } => ("check", "true, false".into()),
                Kind::Spin { min, max, .. } => ("spin", format!("{min} to {max}")),
                Kind::Combo { values, .. } => ("combo", values.join(", ")),
                Kind::Text { .. } => ("string", String::new()),
                Kind::Button => ("button", String::new()),
            };
            let default = spec.get(&Options::default()).unwrap_or_default();
            vec![format!("`{}`", spec.name), kind.into(), default, range, spec.help.into()]
        })
        .collect();
    let document = table(heading);
    if document != expected {
        let rows: Vec<String> =
            expected.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        panic!("protocol.md should have these rows:\n{}", rows.join("\n"));
    }
}

#[test]
fn the_option_tables_are_the_code() {
    check_options("Options", false);
    check_options("Tunables", true);
}

/// The names in the `option` lines of a session's answer to `uci`, each with its default.
fn listed(session: &mut impl Talk) -> Vec<(String, String)> {
    session.send("uci");
    let lines = session.until("uciok");
    let options = lines.iter().filter_map(|line| line.strip_prefix("option name "));
    options
        .map(|option| {
            let (name, kind) = option.split_once(" type ").expect("its type");
            let default = kind.split_once(" default ").map_or("", |(_, default)| default);
            let end = [" min ", " var "].iter().filter_map(|word| default.find(word)).min();
            let default = &default[..end.unwrap_or(default.len())];
            (name.into(), default.replace("<empty>", ""))
        })
        .collect()
}

#[test]
fn tunables_are_listed_only_to_who_asks_for_them() {
    let options = |tunables: bool| -> Vec<(String, String)> {
        let specs = OPTIONS.iter().filter(|spec| tunables || !spec.is_tunable);
        let default = |spec: &OptionSpec| spec.get(&Options::default()).unwrap_or_default();
        specs.map(|spec| (spec.name.into(), default(spec))).collect()
    };
    assert_ne!(options(false), options(true));
    for (flags, tunables) in [(&[][..], false), (&["--tunables"][..], true)] {
        let expected = options(tunables);
        assert_eq!(listed(&mut Child::start(flags)), expected);
        assert_eq!(listed(&mut Server::start(flags).connect()), expected);
    }
    // They can be set all the same.
    let mut session = Pure::new();
    session.send("setoption name ProbCutWidth value 501");
    let refusal =
        "info string error: option ProbCutWidth cannot be '501': a whole number from 10 to 500";
    assert_eq!(session.line().as_deref(), Some(refusal));
    session.send("setoption probcutwidth 500");
    session.send("isready");
    assert_eq!(session.line().as_deref(), Some("readyok"));
}

#[test]
fn tunables_are_flags_that_help_does_not_show() {
    let text = |arguments: &[&str]| {
        let output = talk::outflank(arguments).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (_, help) = text(&["--help"]);
    assert!(help.contains("--weights-file <TEXT>") && help.contains("--tunables"), "{help}");
    assert!(!help.contains("--prob-cut-width"), "{help}");
    assert!(text(&["perft", "1", "--prob-cut-width", "80"]).0);
    assert!(!text(&["perft", "1", "--prob-cut-width", "8"]).0);
    // And they are played with, and tuned.
    let few = ["--depth", "4", "--games", "2"];
    let (_, result) = text(&[&["match", "--a", "probcutwidth=80"], &few[..]].concat());
    assert!(result.contains("probcutwidth=80; depth=4"), "{result}");
    let run = [
        "tune",
        "--no-validation",
        "--population",
        "4",
        "--generations",
        "1",
        "--param",
        "ProbCutWidth:50:150",
    ];
    let (_, result) = text(&[&run[..], &few[..]].concat());
    assert!(result.contains("\nsetoption name ProbCutWidth value "), "{result}");
}

#[test]
fn the_table_of_levels_is_the_code() {
    let expected: Vec<Vec<String>> = LEVELS
        .iter()
        .zip(1..)
        .map(|(level, number)| {
            let sees = &level.sees;
            let all = [
                ("discs", sees.discs),
                ("edges", sees.edges),
                ("corners", sees.corners),
                ("mobility", sees.mobility),
                ("stability", sees.stability),
            ];
            let seen = all.iter().filter(|(_, weight)| *weight != 0).map(|(name, _)| *name);
            vec![
                i32::to_string(&number),
                level.name.into(),
                level.chinese.into(),
                seen.collect::<Vec<_>>().join(", "),
                level.depth.to_string(),
                level.elo.to_string(),
            ]
        })
        .collect();
    assert_eq!(table("Levels"), expected);
}

#[test]
fn help_and_the_document_have_the_same_commands() {
    let mut session = Pure::new();
    session.send("help");
    session.end_input();
    let help: BTreeSet<String> = session
        .rest()
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(usage, _)| usage.split(' ').next().unwrap().to_string())
        .collect();
    let document: BTreeSet<String> = table("Commands")
        .iter()
        .flat_map(|row| {
            row[0].split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>()
        })
        .map(|usage| usage.split(' ').next().unwrap().to_string())
        .collect();
    assert_eq!(help, document);
}

#[test]
fn the_documented_questions_are_answered() {
    for row in table("query, and UGI") {
        for question in row[0].split('`').skip(1).step_by(2) {
            let mut session = Pure::new();
            session.send(question);
            let answer = session.line().unwrap();
            assert!(answer.starts_with("response "), "{question}: {answer}");
        }
    }
}

#[test]
fn the_documented_flags_of_serve_exist() {
    let output = talk::outflank(&["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for row in table("TCP") {
        let flag = row[0].trim_matches('`');
        let (_, entry) = help.split_once(&format!(" {flag} <")).expect(flag);
        let default = format!("[default: {}]", row[1]);
        let (_, found) = entry.split_once("[default: ").expect(flag);
        assert_eq!(format!("[default: {}]", found.split(']').next().unwrap()), default, "{flag}");
    }
}

/// The README is looked at only where there is one.
#[test]
fn the_readme_shows_the_two_commands() {
    let Some(readme) = file("README.md") else { return };
    for command in ["cargo run --release", "cargo test --profile ci"] {
        assert!(readme.contains(&format!("\n{command}")), "README.md does not show `{command}`");
    }
}
