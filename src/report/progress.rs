//! A progress bar on standard error.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// So many steps of which some are done; shown where standard error is a terminal, and nowhere
/// else.
#[derive(Debug)]
pub struct Progress(ProgressBar);

/// The time it shows moves on by itself this often.
const TICK: Duration = Duration::from_millis(500);

impl Progress {
    /// A bar of so many steps, none of them done.
    pub fn new(steps: usize) -> Self {
        Self::with_template(steps, "{elapsed_precise} [{bar:30}] {pos}/{len} {msg}")
    }

    /// The same, for steps that take about the same time each: it also shows how many of these
    /// `things` are done a second, and the time left.
    pub fn with_rate(steps: usize, things: &str) -> Self {
        let template = format!(
            "{{elapsed_precise}} [{{bar:30}}] {{pos}}/{{len}} {{rate}} {things}/s, {{eta_precise}} left"
        );
        Self::with_template(steps, &template)
    }

    fn with_template(steps: usize, template: &str) -> Self {
        let bar = ProgressBar::new(steps as u64);
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, out: &mut dyn Write| {
                // A bar that cannot be written is not worth a word.
                let _ = write!(out, "{:.1}", state.per_sec());
            };
            bar.set_style(style.progress_chars("=> ").with_key("rate", rate));
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Self(bar)
    }

    /// Whether anybody sees it.
    pub fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }

    /// Says what is being done; lines after the first stand below the bar.
    pub fn say(&self, message: String) {
        self.0.set_message(message);
    }

    /// One more step is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Does something, writing on the same terminal above all, while the bar is out of the way.
    pub fn aside<R>(&self, work: impl FnOnce() -> R) -> R {
        self.0.suspend(work)
    }
}

impl Drop for Progress {
    /// The bar leaves nothing behind.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
