//! Talking to Outflank: to the pure protocol, to a child process, over TCP. Each test uses a part.
#![allow(dead_code, reason = "every test compiles this file and uses a part of it")]

pub mod dialogue;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child as Process, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use outflank::engine::{self, Engine, EngineLimits, Event, Options};
use outflank::protocol::{Action, Protocol, Session};

/// Longer than anything takes on the slowest machine: only a hang lasts so long.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// One end of a session.
pub trait Talk {
    /// Sends a line.
    fn send(&mut self, line: &str);
    /// Sends no more.
    fn end_input(&mut self);
    /// The next line from the other side; `None` when there will be none.
    fn line(&mut self) -> Option<String>;

    /// The lines up to the first that begins so, that one included.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let started = Instant::now();
        loop {
            assert!(started.elapsed() < PATIENCE, "'{start}' never came: {lines:#?}");
            let line = self.line().unwrap_or_else(|| panic!("'{start}' never came: {lines:#?}"));
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The move in the next `bestmove`.
    fn best_move(&mut self) -> String {
        best_move_of(&self.until("bestmove").pop().unwrap())
    }

    /// All lines that are still to come.
    fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.line()).collect()
    }
}

/// The move in a line `bestmove MOVE ...`.
pub fn best_move_of(line: &str) -> String {
    line.split_whitespace().nth(1).unwrap().into()
}

/// The state machine with nothing around it; jobs run on their threads.
pub struct Pure {
    pub protocol: Session,
    out: VecDeque<String>,
    report: Sender<Event>,
    events: Receiver<Event>,
    closed: bool,
}

impl Pure {
    pub fn new() -> Self {
        let (report, events) = mpsc::channel();
        let protocol = Session::new(Engine::new(Options::default(), EngineLimits::default()));
        Self { protocol, out: VecDeque::new(), report, events, closed: false }
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send(line) => self.out.push_back(line),
                Action::Start(job, stop) => {
                    let report = self.report.clone();
                    engine::spawn(job, stop, move |event| drop(report.send(event)));
                }
                Action::Close => self.closed = true,
            }
        }
    }
}

impl Talk for Pure {
    fn send(&mut self, line: &str) {
        let actions = self.protocol.line(line);
        self.carry_out(actions);
    }

    fn end_input(&mut self) {
        let actions = self.protocol.end_of_input();
        self.carry_out(actions);
    }

    fn line(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.out.pop_front() {
                return Some(line);
            }
            if self.closed {
                return None;
            }
            assert!(self.protocol.is_busy(), "a line is wanted, but nothing runs");
            let event = self.events.recv_timeout(PATIENCE).expect("the job hangs");
            let actions = self.protocol.event(event);
            self.carry_out(actions);
        }
    }
}

/// Reads lines on a thread, so that a line that never comes can be told from a late one.
fn read_lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(from).lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

fn next_line(lines: &Receiver<String>) -> Option<String> {
    match lines.recv_timeout(PATIENCE) {
        Ok(line) => Some(line),
        Err(mpsc::RecvTimeoutError::Disconnected) => None,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("no line in {PATIENCE:?}"),
    }
}

/// `outflank` with these arguments, all streams piped.
pub fn outflank(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for a process to end.
pub fn wait(process: &mut Process) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > PATIENCE {
            drop(process.kill());
            panic!("the process does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// A session on standard input and output of a process of its own.
pub struct Child {
    pub process: Process,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Child {
    pub fn start(arguments: &[&str]) -> Self {
        let mut process = outflank(arguments).stderr(Stdio::null()).spawn().unwrap();
        let input = process.stdin.take();
        let lines = read_lines(process.stdout.take().unwrap());
        Self { process, input, lines }
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub fn wait(&mut self) -> ExitStatus {
        wait(&mut self.process)
    }
}

impl Talk for Child {
    fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    fn end_input(&mut self) {
        self.input = None;
    }

    fn line(&mut self) -> Option<String> {
        next_line(&self.lines)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// A server on a free port.
pub struct Server {
    pub process: Process,
    pub address: String,
}

impl Server {
    /// `outflank serve` on TCP.
    pub fn start(arguments: &[&str]) -> Self {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        Self::start_at("outflank: listening on ", &arguments)
    }

    /// Any server: its address is what it says after `prefix`.
    pub fn start_at(prefix: &str, arguments: &[&str]) -> Self {
        let mut process = outflank(arguments).stdout(Stdio::null()).spawn().unwrap();
        let lines = read_lines(process.stderr.take().unwrap());
        let line = next_line(&lines).expect("it does not listen");
        let (_, words) = line.split_once(prefix).expect("an address");
        let address = words.split([',', '/']).next().unwrap().into();
        Self { process, address }
    }

    /// How many of its threads search.
    #[cfg(target_os = "linux")]
    pub fn searching(&self) -> usize {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.process.id())).unwrap();
        tasks
            .filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).ok())
            .filter(|name| name.trim() == "job")
            .count()
    }

    /// Waits until so many do.
    #[cfg(target_os = "linux")]
    pub fn wait_for_searching(&self, count: usize) {
        let started = Instant::now();
        while self.searching() != count {
            assert!(started.elapsed() < PATIENCE, "{} searches, not {count}", self.searching());
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn connect(&self) -> Tcp {
        let stream = TcpStream::connect(&self.address).unwrap();
        let lines = read_lines(stream.try_clone().unwrap());
        Tcp { stream, lines }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// A session over TCP.
pub struct Tcp {
    pub stream: TcpStream,
    lines: Receiver<String>,
}

impl Talk for Tcp {
    fn send(&mut self, line: &str) {
        self.stream.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn end_input(&mut self) {
        self.stream.shutdown(Shutdown::Write).unwrap();
    }

    fn line(&mut self) -> Option<String> {
        next_line(&self.lines)
    }
}

impl Drop for Tcp {
    fn drop(&mut self) {
        // The thread that reads has a share in the stream: dropping this one alone ends nothing.
        drop(self.stream.shutdown(Shutdown::Both));
    }
}
