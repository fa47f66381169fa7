//! Games in brackets: what GGF and SGF have in common.
//!
//! - A game is `(`, properties with `;` and blanks anywhere between, and `)`.
//! - A property is a name of letters, in either case, and one or more values: `XX[value][value]`.
//! - A value goes to the next `]`. In SGF a `\` stands before a character that is meant as it is, and
//!   a line end after a `\` does not count; GGF has no escapes.
//! - There may be games inside a game: its variations, of which only the first is read.
//! - Before a game of GGF there may be the number of games of its entry, `2 (;...)(;...)`.
//!
//! When a game cannot be read, reading goes on at the next `(;` whose first node names its game,
//! `GM[...]`.

use std::fmt;

use super::excerpt;

/// Whose brackets they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Ggf,
    Sgf,
}

/// The properties of a game's main line, in their order.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub properties: Vec<Property>,
    pub has_variations: bool,
}

/// A property with its name in capitals and at least one value.
#[derive(Debug)]
pub(super) struct Property {
    pub name: String,
    pub values: Vec<String>,
}

impl Tree {
    /// The first value of a property, if it is there.
    pub fn find(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|property| property.name == name)?;
        property.values.first().map(|value| value.trim())
    }

    /// The first value of a property as one line of text, empty without it.
    pub fn text(&self, name: &str) -> String {
        one_line(self.find(name).unwrap_or_default()).trim().to_owned()
    }

    /// The first value of a property as a number, if it is one.
    pub fn number(&self, name: &str) -> Option<f64> {
        number(self.find(name)?)
    }
}

/// Reads a finite number.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// A text with blanks in place of line ends and other characters that are not printed.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Why brackets are not a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// The text ends inside the game, or inside a value of this property.
    NoEnd(Option<String>),
    /// What begins so is no property.
    NotAProperty(String),
    /// This property has no value.
    NoValue(String),
    /// What begins so stands outside of the games.
    Outside(String),
    /// An entry has another number of games than it says.
    Count {
        /// What it says.
        said: u64,
        /// How many there are.
        found: u64,
    },
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEnd(None) => f.write_str("the game has no end, a ) is missing"),
            Self::NoEnd(Some(name)) => write!(f, "the value of {name} has no end, a ] is missing"),
            Self::NotAProperty(text) => {
                write!(f, "'{text}' stands where a property is wanted, as in PB[name]")
            }
            Self::NoValue(name) => write!(f, "'{name}' has no value, as in PB[name]"),
            Self::Outside(text) => write!(f, "'{text}' belongs to no game"),
            Self::Count { said, found } => {
                write!(f, "the entry is to have {said} games, but there are {found}")
            }
        }
    }
}

impl std::error::Error for TreeError {}

/// A game, or what is wrong with it, and the line it begins in, counted from 1.
pub(super) type Found<T, E> = (usize, Result<T, E>);

/// Reads all games of a text; `read` makes of each what it stands for.
pub(super) fn read_all<T, E: From<TreeError>>(
    text: &str,
    style: Style,
    read: impl Fn(&Tree) -> Result<T, E>,
) -> Vec<Found<T, E>> {
    /// So many bytes are read twice, at most: looking for games in what was taken for a part of a
    /// damaged one could take for ever.
    const MOST_AGAIN: usize = 1 << 24;
    let mut found = Vec::new();
    let mut again = 0;
    let mut entry = Entry::default();
    let mut scanner = Scanner { text, at: 0, style };
    let mut lines = Lines { text, at: 0, line: 1 };
    loop {
        let rest = scanner.rest();
        let between = rest.split('(').next().unwrap_or_default();
        let line = lines.at(scanner.at + (between.len() - between.trim_start().len()));
        let (stray, count) = match style {
            Style::Ggf => split_count(between.trim()),
            Style::Sgf => (between.trim(), None),
        };
        if !stray.is_empty() {
            found.push((line, Err(TreeError::Outside(excerpt(stray)).into())));
        }
        if count.is_some() {
            found.extend(entry.begin(count, line));
        }
        if between.len() == rest.len() {
            found.extend(entry.begin(None, line));
            return found;
        }
        let start = scanner.at + between.len();
        let line = lines.at(start);
        scanner.at = start;
        let tree = scanner.tree();
        let is_whole = tree.is_ok();
        let game = tree.map_err(E::from).and_then(|tree| read(&tree));
        entry.found += 1;
        if game.is_err() {
            // How many games it has is not known then.
            entry.said = None;
            let within = if is_whole { scanner.at } else { text.len() };
            let next = next_root(text, start + 1, within).unwrap_or(within);
            again += scanner.at.saturating_sub(next);
            if again < MOST_AGAIN {
                scanner.at = next;
            }
        }
        found.push((line, game));
    }
}

/// What stands before a game, and the number that it ends with, if it does.
fn split_count(text: &str) -> (&str, Option<u64>) {
    let (stray, last) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
    last.parse().map_or((text, None), |count| (stray.trim_end(), Some(count)))
}

/// The count before the games of GGF.
#[derive(Default)]
struct Entry {
    /// What it says, and in which line.
    said: Option<(u64, usize)>,
    found: u64,
}

impl Entry {
    /// Begins the next entry; what is wrong with the last one.
    fn begin<T, E: From<TreeError>>(
        &mut self,
        said: Option<u64>,
        line: usize,
    ) -> Option<Found<T, E>> {
        let last = std::mem::replace(self, Self { said: said.map(|said| (said, line)), found: 0 });
        let (said, line) = last.said?;
        let error = TreeError::Count { said, found: last.found };
        (said != last.found).then(|| (line, Err(error.into())))
    }
}

/// Where between two places the next game begins that says which game it is.
fn next_root(text: &str, from: usize, to: usize) -> Option<usize> {
    let within = text.get(from..to)?;
    let mut roots = within.match_indices("(;").filter(|(at, _)| {
        let node = within.get(at + 2..).and_then(|rest| rest.split(';').next());
        node.is_some_and(|node| node.contains("GM["))
    });
    roots.next().map(|(at, _)| from + at)
}

/// Counts lines on the way through a text.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of a place, which may not lie before the last one asked for.
    fn at(&mut self, at: usize) -> usize {
        let passed = self.text.get(self.at..at).unwrap_or_default();
        self.line += passed.matches('\n').count();
        self.at = at.max(self.at);
        self.line
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    style: Style,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is no blank; it is not taken.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest().trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    /// Reads a game that begins here.
    fn tree(&mut self) -> Result<Tree, TreeError> {
        let mut tree = Tree::default();
        let mut depth = 0_usize;
        let mut is_main = true;
        while let Some(c) = self.peek() {
            match c {
                '(' => {
                    depth += 1;
                    tree.has_variations |= !is_main;
                    self.at += 1;
                }
                ')' => {
                    depth -= 1;
                    is_main = false;
                    self.at += 1;
                    if depth == 0 {
                        return Ok(tree);
                    }
                }
                ';' => self.at += 1,
                _ => {
                    let property = self.property()?;
                    if is_main {
                        tree.properties.push(property);
                    }
                }
            }
        }
        Err(TreeError::NoEnd(None))
    }

    fn property(&mut self) -> Result<Property, TreeError> {
        let rest = self.rest();
        let name = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        if name.is_empty() {
            let line = rest.lines().next().unwrap_or_default();
            return Err(TreeError::NotAProperty(excerpt(line)));
        }
        self.at += name.len();
        let mut values = Vec::new();
        while self.peek() == Some('[') {
            self.at += 1;
            let value = self.value().ok_or_else(|| TreeError::NoEnd(Some(excerpt(name))))?;
            values.push(value);
        }
        if values.is_empty() {
            return Err(TreeError::NoValue(excerpt(name)));
        }
        Ok(Property { name: name.to_ascii_uppercase(), values })
    }

    /// Reads a value to its `]`.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                ']' => {
                    self.at += at + 1;
                    return Some(value);
                }
                '\\' if self.style == Style::Sgf => match chars.next()?.1 {
                    '\n' => {}
                    '\r' => {
                        if chars.as_str().starts_with('\n') {
                            chars.next();
                        }
                    }
                    c => value.push(c),
                },
                c => value.push(c),
            }
        }
        self.at = self.text.len();
        None
    }
}
