//! What protocol.md and the README say is what the code does.

mod talk;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use outflank::engine::{Kind, OPTIONS, Options};
use talk::{Pure, Talk};

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

#[test]
fn the_option_table_is_the_code() {
    let expected: Vec<Vec<String>> = OPTIONS
        .iter()
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
    let document = table("Options");
    if document != expected {
        let rows: Vec<String> =
            expected.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        panic!("protocol.md should have these rows:\n{}", rows.join("\n"));
    }
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
