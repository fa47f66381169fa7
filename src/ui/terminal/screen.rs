//! The terminal: taken over, drawn on, listened to, and always given back.

use std::io::{self, IsTerminal, Stdout, Write};
use std::panic;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};

use super::app::{App, Order};
use super::draw::draw;
use super::files;
use super::language::Language;
use super::plain::Wishes;
use super::theme::Theme;
use super::thinker::{Report, Thinker};
use crate::engine::Options;

/// A move of the engine's is shown no sooner than so long after the one before it.
const PACE: Duration = Duration::from_millis(500);
/// How often it is looked whether the terminal is still there.
const WATCH: Duration = Duration::from_secs(1);

/// What happens.
enum Input {
    Terminal(io::Result<Event>),
    Report(Report),
    /// The system wants this to end.
    Signal(i32),
}

/// Plays on the whole terminal until somebody quits, the terminal is gone, or a signal ends it.
///
/// # Errors
/// When the terminal cannot be set up or drawn on.
pub fn run(
    language: Language,
    theme: Theme,
    wishes: Wishes,
    options: &Options,
) -> io::Result<ExitCode> {
    let (sender, inputs) = mpsc::channel();
    // Before anything is changed, so that every end is an orderly one.
    listen_to_signals(sender.clone())?;
    let _taken = Taken::over()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    listen_to_terminal(sender.clone());
    let mut thinker = Thinker::new(options, PACE);
    let mut app = App::new(language, theme, wishes);
    loop {
        show(&mut terminal, &mut app)?;
        let sender = sender.clone();
        thinker.pursue(app.task(), move |report| drop(sender.send(Input::Report(report))));
        let first = match inputs.recv_timeout(WATCH) {
            Ok(input) => input,
            // A terminal that has been hung up is none any more.
            Err(RecvTimeoutError::Timeout) if io::stdin().is_terminal() => continue,
            Err(_) => return Ok(ExitCode::SUCCESS),
        };
        // All that has happened is taken in before the screen is drawn anew.
        for input in std::iter::once(first).chain(inputs.try_iter()) {
            if let Some(code) = take(input, &mut app, &mut thinker) {
                return Ok(code);
            }
        }
    }
}

fn show(terminal: &mut Terminal<CrosstermBackend<Stdout>>, app: &mut App) -> io::Result<()> {
    terminal.draw(|frame| {
        let area = frame.area();
        app.resize(area);
        draw(app, area, frame.buffer_mut());
    })?;
    Ok(())
}

/// Takes in what happened; an exit code if it is the end.
fn take(input: Input, app: &mut App, thinker: &mut Thinker) -> Option<ExitCode> {
    let order = match input {
        Input::Report(report) => {
            if let Some((task, finding)) = thinker.receive(report) {
                app.found(&task, finding);
            }
            None
        }
        Input::Terminal(Ok(Event::Key(key))) if key.kind != KeyEventKind::Release => app.key(key),
        Input::Terminal(Ok(Event::Mouse(mouse))) => {
            app.mouse(mouse);
            None
        }
        Input::Terminal(Ok(_)) => None,
        Input::Terminal(Err(_)) => Some(Order::Quit),
        // As a shell says it.
        Input::Signal(signal) => return Some(ExitCode::from(128 + signal as u8)),
    };
    match (order?, &mut app.play) {
        (Order::Quit, _) => return Some(ExitCode::SUCCESS),
        (Order::Save(path), Some(play)) => files::save(play, &path),
        (Order::Load(path), Some(play)) => files::load(play, &path),
        (_, None) => {}
    }
    app.collect();
    None
}

/// Reads what is typed, on a thread that ends with the process.
fn listen_to_terminal(sender: Sender<Input>) {
    thread::spawn(move || {
        loop {
            let event = event::read();
            let is_last = event.is_err();
            if sender.send(Input::Terminal(event)).is_err() || is_last {
                return;
            }
        }
    });
}

#[cfg(unix)]
fn listen_to_signals(sender: Sender<Input>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    thread::spawn(move || {
        for signal in &mut signals {
            // Whether anybody listens or not.
            let _ = sender.send(Input::Signal(signal));
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_signals(_: Sender<Input>) -> io::Result<()> {
    Ok(())
}

/// What panics said while the screen could not show it.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The terminal while it belongs to the game; given back when this is dropped.
struct Taken;

impl Taken {
    fn over() -> io::Result<Self> {
        // What a panic prints would be lost with the screen it is printed on.
        panic::set_hook(Box::new(|info| {
            PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
        }));
        let taken = Self;
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        // As much of it as can be done: the terminal may be gone.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
        // A thread that panics may not change what panics do, and need not.
        if !thread::panicking() {
            drop(panic::take_hook());
        }
        for panic in PANICS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = writeln!(io::stderr(), "outflank: a mistake in this program: {panic}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For scripts/play_test, which looks at the terminal afterwards.
    #[test]
    #[ignore = "takes over the terminal"]
    fn panics_on_the_screen() {
        let _taken = Taken::over().unwrap();
        panic!("on purpose");
    }
}
