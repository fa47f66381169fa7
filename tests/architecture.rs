//! The layers: who may use whom, and what may stand where. Reads the sources; see the table below.
//!
//! A path counts wherever it stands, in `use` trees, in expressions and in test code, however it is
//! spelled: `crate::x`, `outflank::x`, or enough `super`s. Comments and strings do not count.

#[path = "architecture/scan.rs"]
mod scan;

use scan::Source;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module at the top of `src/`, and which others it may use. Itself it may always use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("notation", &["board"]),
    ("eval", &["board"]),
    ("search", &["board", "eval"]),
    ("book", &["board", "notation"]),
    ("engine", &["board", "notation", "eval", "search", "book"]),
    ("protocol", &["board", "notation", "eval", "search", "engine"]),
    ("server", &["protocol", "engine"]),
    ("analysis", &["board", "notation", "eval", "search", "engine"]),
    ("report", &[]),
    ("arena", &["board", "notation", "engine", "protocol", "report"]),
    ("learn", &["board", "notation", "eval", "search", "book", "engine", "arena", "report"]),
    ("ui", &["board", "notation", "engine", "protocol", "server", "analysis", "report"]),
    (
        "cli",
        &[
            "board", "notation", "eval", "search", "book", "engine", "protocol", "server",
            "analysis", "report", "arena", "learn", "ui",
        ],
    ),
    ("main", &["cli"]),
];

/// All that `protocol` may name of `eval`: the score and the feature breakdown.
const EVAL_FOR_PROTOCOL: &[&str] = &["Score", "Features", "Breakdown"];

/// The only places for async code, as path prefixes.
const ASYNC: &[&str] =
    &["src/server.rs", "src/server/", "src/ui/web.rs", "src/ui/web/", "src/main.rs"];
const ASYNC_CRATES: &[&str] = &["tokio", "tokio_util", "tokio_stream", "axum"];

/// Modules that neither read nor write anything themselves.
const PURE: &[&str] = &["board", "notation", "eval", "search", "engine", "protocol"];
const IMPURE_PATHS: &[&[&str]] = &[
    &["std", "net"],
    &["std", "io", "stdin"],
    &["std", "io", "stdout"],
    &["io", "stdin"],
    &["io", "stdout"],
];
const IMPURE_MACROS: &[&str] = &["print", "println"];

/// Names that say nothing.
const NO_NAMES: &[&str] = &["utils", "util", "common", "helpers", "misc", "types"];

const MAX_LINES: usize = 600;

#[test]
fn every_module_uses_only_what_it_may() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    assert!(files.len() > 2, "no sources found");
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        faults.extend(check(&name, &text));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Everything wrong with one source file, `name` being its path from the root of the repository.
fn check(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let module = module_path(name);
    let lines = text.lines().count();
    if lines > MAX_LINES {
        faults.push(format!("{name}: {lines} lines, more than {MAX_LINES}"));
    }
    faults.extend(
        module
            .iter()
            .filter(|part| NO_NAMES.contains(&part.as_str()))
            .map(|part| format!("{name}: a module named {part} says nothing of what is in it")),
    );
    let top = match name {
        "src/lib.rs" => None,
        "src/main.rs" => Some("main"),
        _ => module.first().map(String::as_str),
    };
    if let Some(top) = top
        && row(top).is_none()
    {
        faults.push(format!("{name}: {top} stands in no row of the table"));
    }

    let source = Source::read(text, &module);
    for (line, part) in &source.inline_modules {
        if NO_NAMES.contains(&part.as_str()) {
            faults.push(format!("{name}:{line}: a module named {part} says nothing"));
        }
    }
    for (line, word) in &source.words {
        if ASYNC_CRATES.contains(&word.as_str()) && !ASYNC.iter().any(|a| name.starts_with(a)) {
            faults.push(format!("{name}:{line}: {word} is for server, ui/web and main only"));
        }
    }
    let Some(top) = top else { return faults };
    if PURE.contains(&top) {
        for (line, word) in &source.macros {
            if IMPURE_MACROS.contains(&word.as_str()) {
                faults.push(format!("{name}:{line}: {word}! in {top}, which is to be silent"));
            }
        }
        for (line, path) in &source.foreign_paths {
            if IMPURE_PATHS
                .iter()
                .any(|p| path.len() >= p.len() && path.iter().zip(*p).all(|(a, b)| a == b))
            {
                let path = path.join("::");
                faults
                    .push(format!("{name}:{line}: {path} in {top}, which does no input or output"));
            }
        }
    }
    for (line, path) in &source.own_paths {
        if let Some(fault) = forbidden(top, path) {
            faults.push(format!("{name}:{line}: {fault}"));
        }
    }
    faults
}

fn row(module: &str) -> Option<&'static [&'static str]> {
    MAY_USE.iter().find(|(name, _)| *name == module).map(|(_, may_use)| *may_use)
}

/// Why code in `top` may not name this path from the crate's root, if it may not.
fn forbidden(top: &str, path: &[String]) -> Option<String> {
    let Some(target) = path.first() else {
        return Some("the crate's root as a whole; name the module that is used".to_owned());
    };
    let shown = format!("crate::{}", path.join("::"));
    if target == top {
        return None;
    }
    if row(target).is_none() || target == "main" {
        return Some(format!("{shown}: {target} stands in no row of the table"));
    }
    if !row(top).is_some_and(|may_use| may_use.contains(&target.as_str())) {
        return Some(format!("{top} -> {target} is forbidden ({shown})"));
    }
    let items = &path[1..];
    let fits = match (top, target.as_str()) {
        ("protocol", "eval") => items.iter().any(|i| EVAL_FOR_PROTOCOL.contains(&i.as_str())),
        ("protocol", "search") => items.iter().any(|i| is_type_name(i)),
        _ => true,
    };
    let allowed = if target == "eval" { "the score and the feature breakdown" } else { "types" };
    (!fits).then(|| format!("{top} -> {target} is for {allowed} only ({shown})"))
}

fn is_type_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// The module that a file is, from the crate's root.
fn module_path(name: &str) -> Vec<String> {
    let inside = name.strip_prefix("src/").unwrap_or(name).trim_end_matches(".rs");
    let mut path: Vec<String> = inside.split('/').map(str::to_owned).collect();
    let last = path.last().map(String::as_str);
    if last == Some("mod") || (path.len() == 1 && matches!(last, Some("lib" | "main"))) {
        path.pop();
    }
    path
}

mod the_check_itself {
    use super::*;

    fn faults(name: &str, text: &str) -> Vec<String> {
        check(name, text)
    }

    #[track_caller]
    fn one_fault(name: &str, text: &str, expected: &str) {
        let found = faults(name, text);
        assert!(found.len() == 1 && found[0].contains(expected), "{expected:?} in {found:?}");
    }

    #[test]
    fn finds_each_spelling_of_a_forbidden_arrow() {
        for text in [
            "use crate::eval::Score;",
            "use crate::{eval::Score};",
            "use crate::{board::Board, eval::{Score}};",
            "fn f() -> crate::eval::Score { todo!() }",
            "use super::super::eval::Score;",
            "use super::super::{eval::Score};",
            "mod tests { use super::super::super::eval::Score; }",
            "#[cfg(test)] mod tests { #[test] fn t() { outflank::eval::f(); } }",
            "pub(crate) use crate::eval::Score as S;",
            "macro_rules! m { () => { $crate::eval::Score } }",
            "use /* a comment */ crate :: eval :: Score;",
        ] {
            one_fault("src/board/moves.rs", text, ":1: board -> eval is forbidden");
        }
    }

    #[test]
    fn names_file_line_and_arrow() {
        let text = "\
//! Doc.

use crate::board::Board;
use crate::{
    board::Color,
    engine::Engine,
};
";
        assert_eq!(
            faults("src/search/mod.rs", text),
            ["src/search/mod.rs:6: search -> engine is forbidden (crate::engine::Engine)"]
        );
    }

    #[test]
    fn lets_allowed_arrows_pass() {
        let text = "\
use crate::{board::{Board, Color}, eval::*};
use super::window::Window;
use super::super::board;
mod tests { use super::*; }
pub(in crate::search) fn f() {}
pub(super) fn g() {}
";
        assert_eq!(faults("src/search/ordering.rs", text), [""; 0]);
        assert_eq!(faults("src/lib.rs", "pub mod board;\npub use crate::board::Board;"), [""; 0]);
        assert_eq!(faults("src/main.rs", "fn main() { outflank::cli::run() }"), [""; 0]);
    }

    #[test]
    fn comments_and_strings_do_not_count() {
        let text = r##"
// crate::engine::X
/* crate::engine /* nested */ crate::engine */
const S: &str = "crate::engine \" println!";
const R: &str = r#"crate::engine " tokio"#;
const C: char = '"'; const D: char = '\''; fn f<'a>(x: &'a u8) {}
use crate::engine::X;
"##;
        assert_eq!(
            faults("src/board/mod.rs", text),
            ["src/board/mod.rs:7: board -> engine is forbidden (crate::engine::X)"]
        );
    }

    #[test]
    fn the_root_as_a_whole_is_refused() {
        one_fault("src/eval/mod.rs", "use crate::*;", "the crate's root as a whole");
        one_fault("src/eval/mod.rs", "use super::*;", "the crate's root as a whole");
        one_fault("src/eval/mod.rs", "use crate as root;", "the crate's root as a whole");
        one_fault("src/eval/mod.rs", "use crate::Board;", "Board stands in no row");
        one_fault("src/engines/mod.rs", "", "engines stands in no row");
    }

    #[test]
    fn protocol_sees_little_of_eval_and_search() {
        let uci = "src/protocol/uci/mod.rs";
        assert_eq!(
            faults(uci, "use crate::eval::Score;\nuse crate::search::limits::Limits;"),
            [""; 0]
        );
        one_fault(uci, "use crate::eval::Evaluator;", "protocol -> eval is for the score");
        one_fault(uci, "use crate::search::run;", "protocol -> search is for types only");
    }

    #[test]
    fn tokio_stays_in_the_server() {
        for text in [
            "use tokio::select;",
            "use std::{io, net}; use tokio_util::codec::X;",
            "#[tokio::main] fn f() {}",
        ] {
            one_fault("src/cli/serve.rs", text, "is for server, ui/web and main only");
            assert_eq!(faults("src/server/tcp.rs", text), [""; 0]);
        }
    }

    #[test]
    fn pure_modules_do_no_input_or_output() {
        for text in [
            "use std::net::TcpStream;",
            "use std::{fmt, net::TcpStream};",
            "use std::{io::{self, Write}}; fn f() { io::stdin(); }",
            "fn f() { std::io::stdout().flush(); }",
            "fn f() { println!(\"x\") }",
            "fn f() { std::print!(\"x\") }",
        ] {
            assert_eq!(faults("src/protocol/words.rs", text).len(), 1, "{text}");
            assert_eq!(faults("src/cli/eval.rs", text), [""; 0]);
        }
        assert_eq!(
            faults("src/board/mod.rs", "fn f() { writeln!(w, \"x\"); a.print != b; }"),
            [""; 0]
        );
    }

    #[test]
    fn empty_names_and_long_files_are_refused() {
        one_fault("src/search/utils.rs", "", "a module named utils");
        one_fault("src/cli/helpers/mod.rs", "", "a module named helpers");
        one_fault("src/search/mod.rs", "mod misc { fn f() {} }", "a module named misc");
        one_fault("src/search/mod.rs", &"\n".repeat(601), "601 lines, more than 600");
    }

    #[test]
    fn the_table_has_no_circle() {
        // Each row uses only rows that could be worked off before it.
        let mut done: Vec<&str> = Vec::new();
        while done.len() < MAY_USE.len() {
            let before = done.len();
            for (name, may_use) in MAY_USE {
                if !done.contains(name) && may_use.iter().all(|used| done.contains(used)) {
                    done.push(name);
                }
            }
            assert!(done.len() > before, "a circle among the rows that are not in {done:?}");
        }
    }
}
