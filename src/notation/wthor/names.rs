//! The lists of names that the numbers in games stand for.

use std::fmt;

use super::header::{self, Header};

/// Which names a list has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// A `.jou` file.
    Players,
    /// A `.trn` file.
    Tournaments,
}

impl List {
    /// How many bytes a name takes, the last being a NUL.
    pub(super) const fn width(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }

    /// What one name is of.
    pub(super) const fn of_one(self) -> &'static str {
        match self {
            Self::Players => "player",
            Self::Tournaments => "tournament",
        }
    }
}

/// The names of players and tournaments; a number is the place in the list, counted from 0. Empty
/// lists are names that are not known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The players.
    pub players: Vec<String>,
    /// The tournaments.
    pub tournaments: Vec<String>,
}

/// The archive's name for who or what is not known.
const UNKNOWN: &[u8] = b"???";

impl Names {
    /// The name of a player: empty if the list says that it is not known, `#12` for number 12 if
    /// the list does not go so far.
    pub fn player(&self, number: u16) -> String {
        name(&self.players, number)
    }

    /// The name of a tournament, or what stands for it as with [`Names::player`].
    pub fn tournament(&self, number: u16) -> String {
        name(&self.tournaments, number)
    }
}

fn name(list: &[String], number: u16) -> String {
    match list.get(usize::from(number)) {
        Some(name) if name.as_bytes() == UNKNOWN => String::new(),
        Some(name) => name.clone(),
        None => format!("#{number}"),
    }
}

/// Why bytes are not a list of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamesError {
    /// So many bytes, too few for a header.
    NoHeader(List, usize),
    /// The number of bytes goes with neither count.
    Length {
        /// The list.
        list: List,
        /// What the header says, in its two places.
        counts: (u32, u16),
        /// The bytes of the file.
        bytes: usize,
    },
    /// A byte of a name is a control character.
    NotALetter {
        /// The list.
        list: List,
        /// The number of the name, counted from 0.
        number: usize,
        /// The byte.
        byte: u8,
    },
}

impl fmt::Display for NamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoHeader(list, bytes) => write!(
                f,
                "{bytes} bytes are no WTHOR list of {}s: its header alone has {}",
                list.of_one(),
                header::LENGTH
            ),
            Self::Length { list, counts: (first, second), bytes } => {
                let length = |count: u64| header::LENGTH as u64 + list.width() as u64 * count;
                let (one, two) = (length(first.into()), length(second.into()));
                let of_one = list.of_one();
                write!(
                    f,
                    "{first} or {second} {of_one}s take {one} or {two} bytes, but the file has \
                     {bytes}"
                )
            }
            Self::NotALetter { list, number, byte } => {
                write!(f, "{} {number}: byte {byte} is not a Latin-1 letter", list.of_one())
            }
        }
    }
}

impl std::error::Error for NamesError {}

/// Reads a list of names. Of the two counts in the header the one counts that goes with the number
/// of bytes; beside another one, a 0 is none.
///
/// # Errors
/// When neither does, or when a name is not Latin-1 text.
pub fn read_names(list: List, bytes: &[u8]) -> Result<Vec<String>, NamesError> {
    let (header, first, rest) =
        Header::read(bytes).ok_or(NamesError::NoHeader(list, bytes.len()))?;
    let counts = (first, header.second_count);
    let holds = |count: u64| rest.len() as u64 == list.width() as u64 * count;
    let fits = match (u64::from(first), u64::from(header.second_count)) {
        (count, 0) | (0, count) => holds(count),
        (first, second) => holds(first) || holds(second),
    };
    if !fits {
        return Err(NamesError::Length { list, counts, bytes: bytes.len() });
    }
    let name = |(number, record): (usize, &[u8])| {
        let letters = record.iter().take_while(|&&byte| byte != 0);
        letters
            .map(|&byte| match char::from(byte) {
                letter if letter.is_control() => Err(NamesError::NotALetter { list, number, byte }),
                letter => Ok(letter),
            })
            .collect()
    };
    rest.chunks(list.width()).enumerate().map(name).collect()
}

/// Writes a list of names that [`fit`]. The count stands in the header's second place, where the
/// archive's own lists have it.
pub(super) fn write_names<'a>(
    list: List,
    names: impl ExactSizeIterator<Item = &'a Vec<u8>>,
) -> Vec<u8> {
    let header = Header { second_count: names.len() as u16, ..Header::default() };
    let mut bytes = header.write(0).to_vec();
    for name in names {
        let padded = name.iter().copied().chain(std::iter::repeat(0));
        bytes.extend(padded.take(list.width()));
    }
    bytes
}

/// What of a name a list can hold: so many letters, those that are not Latin-1 written as `?`.
pub(super) fn fit(list: List, name: &str) -> Vec<u8> {
    if name.is_empty() {
        return UNKNOWN.to_vec();
    }
    let letter = |c: char| u8::try_from(c).ok().filter(|_| !c.is_control()).unwrap_or(b'?');
    name.chars().map(letter).take(list.width() - 1).collect()
}
