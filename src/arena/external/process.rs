//! A program as a child process: lines to it and lines from it.
//!
//! A thread for each of its three pipes, so that nothing that the program does or leaves undone
//! holds up the match: all that is waited for is a line, and only so long. What it writes to its
//! standard error goes to the log.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tracing::debug;

use crate::arena::referee::{Offence, OffenceKind};
use crate::arena::setup::Program;
use crate::notation::excerpt;

/// A program that runs; it is ended when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    name: String,
    child: Child,
    /// `None` only while it is being dropped.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    /// How long an answer is waited for that needs no thought.
    patience: Duration,
}

/// A line is cut into pieces of so many bytes.
const LONGEST: u64 = 1 << 20;
/// Lines that wait to be read; a program that writes more has to wait.
const WAITING: usize = 1000;
/// A program that is told to end has so long before it is killed.
const GRACE: Duration = Duration::from_secs(1);
/// How often it is looked at whether it has ended.
const TICK: Duration = Duration::from_millis(2);

impl Process {
    /// Starts the program of the player with this name.
    pub fn start(program: &Program, name: &str, patience: Duration) -> io::Result<Self> {
        let mut words = program.command.iter();
        let mut command = Command::new(words.next().map_or("", String::as_str));
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        // Ctrl-C on the terminal ends the match, and no game as its player's crash.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, to_write) = mpsc::channel();
        let (sender, lines) = mpsc::sync_channel(WAITING);
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_lines(pipe, &to_write));
        }
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || read_lines(pipe, |line| sender.send(line).is_ok()));
        }
        if let Some(pipe) = child.stderr.take() {
            let name = name.to_owned();
            let log = move |line| {
                debug!("{name} to its standard error: {line}");
                true
            };
            thread::spawn(move || read_lines(pipe, log));
        }
        Ok(Self { name: name.into(), child, input: Some(input), lines, patience })
    }

    /// Sends a line; if the program does not take it, its answer will be missed.
    pub fn say(&self, line: &str) {
        debug!("{} < {line}", self.name);
        if let Some(input) = &self.input {
            let _ = input.send(line.into());
        }
    }

    /// Forgets the lines that came without being asked for.
    pub fn forget(&self) {
        for line in self.lines.try_iter() {
            debug!("{} > {line}", self.name);
        }
    }

    /// Sends a line and waits for the one that answers it: the first that `accept` makes something
    /// of. `time` is what the program may think.
    ///
    /// # Errors
    /// When the program ends before, or there is no answer for longer than its time and the
    /// patience.
    pub fn ask<T>(
        &mut self,
        line: &str,
        time: Duration,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Offence> {
        self.say(line);
        let wait = time + self.patience;
        let until = Instant::now() + wait;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(found) => {
                    debug!("{} > {found}", self.name);
                    if let Some(answer) = accept(&found) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let (line, wait) = (excerpt(line), wait.as_secs_f64());
                    let what = format!("no answer to '{line}' within {wait:.1} s");
                    return Err(Offence::new(OffenceKind::Hang, what));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// What is to be said when its output has ended.
    fn ended(&mut self) -> Offence {
        match self.wait_to_end(Instant::now() + GRACE) {
            Some(status) => Offence::crash(format!("it ended ({status})")),
            None => Offence::crash("it closed its output"),
        }
    }

    /// How it ended, if it does so in time.
    fn wait_to_end(&mut self, until: Instant) -> Option<String> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < until => thread::sleep(TICK),
                _ => return None,
            }
        }
    }

    /// Ends it, and what it has started, by force.
    fn kill(&mut self) {
        // The standard library cannot kill a process group, which the shell can.
        #[cfg(unix)]
        let _ = Command::new("sh")
            .args(["-c", "kill -KILL -$1", "sh", &self.child.id().to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        // Both fail only if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// Asks it to end in the word that all protocols have, and sees to it that it does.
    fn drop(&mut self) {
        self.say("quit");
        self.input = None;
        let until = Instant::now() + GRACE;
        // Until it has ended it may have more to say than the pipe holds.
        while let Some(left) = until.checked_duration_since(Instant::now())
            && self.lines.recv_timeout(left).is_ok()
        {}
        if self.wait_to_end(until).is_none() {
            self.kill();
        }
    }
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all((line + "\n").as_bytes()).and_then(|()| pipe.flush()).is_err() {
            break;
        }
    }
}

/// Hands over line by line until the pipe ends or nobody takes them any more.
fn read_lines(pipe: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        match pipe.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(1..) if take(String::from_utf8_lossy(&line).trim_end().to_owned()) => {}
            _ => break,
        }
    }
}
