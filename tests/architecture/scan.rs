//! Finds the paths, words and macros of a source file. A reader of tokens, not of Rust: enough for
//! the check of the layers, and tested with it.

/// What the check looks at in a source file, each with its line.
#[derive(Default)]
pub struct Source {
    /// Paths into this crate, from its root.
    pub own_paths: Vec<(usize, Vec<String>)>,
    /// Paths that begin with `std` or `io`.
    pub foreign_paths: Vec<(usize, Vec<String>)>,
    pub macros: Vec<(usize, String)>,
    pub words: Vec<(usize, String)>,
    pub inline_modules: Vec<(usize, String)>,
}

impl Source {
    pub fn read(text: &str, file_module: &[String]) -> Source {
        let tokens = tokens(text);
        let is = |index: usize, text: &str| tokens.get(index).is_some_and(|(_, t)| t == text);
        let mut source = Source::default();
        let mut module = file_module.to_vec();
        // For each inline module that is open, the brace depth outside of it.
        let mut open: Vec<usize> = Vec::new();
        let mut depth = 0;
        let mut at = 0;
        while at < tokens.len() {
            let (line, token) = &tokens[at];
            match token.as_str() {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if open.last() == Some(&depth) {
                        open.pop();
                        module.pop();
                    }
                }
                "mod" if is(at + 2, "{") => {
                    open.push(depth);
                    module.push(tokens[at + 1].1.clone());
                    source.inline_modules.push((*line, tokens[at + 1].1.clone()));
                    at += 1;
                }
                _ => {}
            }
            if is_word(token) {
                source.words.push((*line, token.clone()));
                if is(at + 1, "!") && !is(at + 2, "=") {
                    source.macros.push((*line, token.clone()));
                }
            }
            let inside_a_path = at > 1 && is(at - 1, "::") && is_word(&tokens[at - 2].1);
            let begins =
                matches!(token.as_str(), "crate" | "outflank" | "super" | "self" | "std" | "io");
            if begins && !inside_a_path && (is(at + 1, "::") || is(at + 1, "as")) {
                let mut paths = Vec::new();
                let end = tree(&tokens, at, &[], &mut paths);
                source.words.extend(tokens[at + 1..end].iter().filter(|t| is_word(&t.1)).cloned());
                for (line, path) in paths {
                    match path[0].as_str() {
                        "std" | "io" => source.foreign_paths.push((line, path)),
                        _ => source.own_paths.extend(resolve(&module, &path).map(|p| (line, p))),
                    }
                }
                if is(end, "!") {
                    source.macros.push((*line, tokens[end - 1].1.clone()));
                }
                at = end;
            } else {
                at += 1;
            }
        }
        source
    }
}

/// Reads one `use` tree or path from `at` on, adds the paths in it, and returns where it ends.
fn tree(
    tokens: &[(usize, String)],
    mut at: usize,
    prefix: &[String],
    paths: &mut Vec<(usize, Vec<String>)>,
) -> usize {
    let text = |index: usize| tokens.get(index).map_or("", |(_, t)| t.as_str());
    let line = tokens.get(at).map_or(0, |(line, _)| *line);
    let mut path = prefix.to_vec();
    loop {
        match text(at) {
            "{" => {
                at += 1;
                while at < tokens.len() && text(at) != "}" {
                    at = tree(tokens, at, &path, paths);
                    if text(at) == "as" {
                        at += 2;
                    }
                    if text(at) == "," {
                        at += 1;
                    } else if text(at) != "}" {
                        break;
                    }
                }
                return at + 1;
            }
            "*" => {
                paths.push((line, path));
                return at + 1;
            }
            word if is_word(word) => {
                // `use x::{self}` is x; a leading self is kept, to be resolved.
                if word != "self" || path.is_empty() {
                    path.push(word.to_owned());
                }
                at += 1;
            }
            _ => {
                paths.push((line, path));
                return at.max(1);
            }
        }
        let goes_on =
            text(at) == "::" && (is_word(text(at + 1)) || matches!(text(at + 1), "{" | "*"));
        if !goes_on {
            paths.push((line, path));
            return at;
        }
        at += 1;
    }
}

/// A path in this crate from its root, or None for one that stays in the module's own items.
fn resolve(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut place = match path[0].as_str() {
        "crate" | "outflank" => Vec::new(),
        _ => module.to_vec(),
    };
    for part in path {
        match part.as_str() {
            "crate" | "outflank" | "self" => {}
            "super" => {
                place.pop();
            }
            _ => place.push(part.clone()),
        }
    }
    Some(place)
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, `::` and single signs, each with its line; comments, strings and characters left out.
fn tokens(text: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = text.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        match chars[i] {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                while i < chars.len() {
                    match (chars[i], at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            '"' => i = end_of_string(&chars, i),
            '\'' if at(i + 1) == '\\' => {
                i += 3;
                while i < chars.len() && chars[i] != '\'' {
                    i += 1;
                }
                i += 1;
            }
            '\'' if at(i + 2) == '\'' => i += 3,
            c if c.is_alphanumeric() || c == '_' => {
                while at(i).is_alphanumeric() || at(i) == '_' {
                    i += 1;
                }
                let word: String = chars[start..i].iter().collect();
                let hashes = chars[i..].iter().take_while(|c| **c == '#').count();
                if matches!(word.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                    i += hashes + 1;
                    let hash = |n: usize| at(n) == '#';
                    while i < chars.len() && !(chars[i] == '"' && (1..=hashes).all(|n| hash(i + n)))
                    {
                        i += 1;
                    }
                    i += 1 + hashes;
                } else if word == "r" && hashes == 1 {
                    i += 1;
                } else {
                    found.push((line, word));
                }
            }
            ':' if at(i + 1) == ':' => {
                found.push((line, "::".to_owned()));
                i += 2;
            }
            c => {
                if !c.is_whitespace() {
                    found.push((line, c.to_string()));
                }
                i += 1;
            }
        }
        line += chars[start..i.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    found
}

fn end_of_string(chars: &[char], quote: usize) -> usize {
    let mut i = quote + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}
