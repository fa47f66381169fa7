//! The plain board on standard input and output.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc;
use std::time::Duration;

use super::language::Language;
use super::plain::{Plain, Wishes};
use super::thinker::Thinker;
use crate::engine::Options;

/// Longer lines are refused.
const LONGEST: u64 = 4096;

/// Plays until the input ends or somebody quits.
///
/// # Errors
/// When input or output fails.
pub fn run(
    language: Language,
    wishes: Wishes,
    options: &Options,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut plain = Plain::new(language, wishes);
    let mut thinker = Thinker::new(options, Duration::ZERO);
    let (sender, reports) = mpsc::channel();
    loop {
        while let Some(task) = plain.task() {
            print(&mut plain, output)?;
            let sender = sender.clone();
            thinker.pursue(Some(task), move |report| drop(sender.send(report)));
            // There is a sender here: this cannot fail.
            let Ok(report) = reports.recv() else { break };
            if let Some((task, finding)) = thinker.receive(report) {
                plain.found(&task, finding);
            }
        }
        plain.prompt();
        print(&mut plain, output)?;
        match read_line(input)? {
            Line::Text(line) => plain.line(&line),
            Line::TooLong => plain.refuse_long_line(),
            Line::End => plain.end_of_input(),
        }
        if plain.has_ended() {
            return print(&mut plain, output);
        }
    }
}

fn print(plain: &mut Plain, output: &mut impl Write) -> io::Result<()> {
    for line in plain.take_lines() {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

enum Line {
    Text(String),
    TooLong,
    End,
}

fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}
