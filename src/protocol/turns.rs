//! What runs, and the lines that wait for it. A stop is kept by the very search it was meant for.

use std::collections::VecDeque;

use crate::search::{Limits, StopSignal};

/// The most lines that wait for a search to end.
pub const MOST_WAITING: usize = 10_000;
/// The most bytes of them.
pub const MOST_WAITING_BYTES: usize = 1 << 20;

/// How a job comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By itself.
    Itself,
    /// By itself, or when something else is asked for.
    GivingWay,
    /// Only when it is told to.
    Told,
    /// When it is told to, or that the expected move was played; after that, as the other says.
    Ponder { then_told: bool },
}

impl Ending {
    pub fn of(limits: &Limits) -> Self {
        let told = is_endless(limits);
        match limits.ponder {
            true => Self::Ponder { then_told: told },
            false if told => Self::Told,
            false => Self::Itself,
        }
    }

    fn after_ponder_hit(self) -> Self {
        match self {
            Self::Ponder { then_told: true } => Self::Told,
            Self::Ponder { then_told: false } => Self::Itself,
            other => other,
        }
    }
}

/// A line whose turn has not come.
#[derive(Debug)]
pub(super) struct Waiting {
    pub line: String,
    /// For what can be stopped: made when the line was read, so that a stop meant for it is kept.
    pub stop: Option<StopSignal>,
    pub ending: Ending,
}

/// The job that runs and the lines that wait.
#[derive(Debug, Default)]
pub(super) struct Turns {
    running: Option<Running>,
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
}

#[derive(Debug)]
struct Running {
    stop: StopSignal,
    ending: Ending,
    waiting_announced: bool,
}

impl Turns {
    pub const fn new() -> Self {
        Self { running: None, waiting: VecDeque::new(), waiting_bytes: 0 }
    }

    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    pub fn is_anything_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// A job begins; the expected move may have been played while it waited.
    pub fn begin(&mut self, stop: StopSignal, ending: Ending) {
        let ending = if stop.is_ponder_hit() { ending.after_ponder_hit() } else { ending };
        self.running = Some(Running { stop, ending, waiting_announced: false });
    }

    /// The job has ended.
    pub fn end(&mut self) {
        self.running = None;
    }

    /// Lets a line wait; if there is no room for it, says how many wait already.
    pub fn wait(&mut self, waiting: Waiting) -> Result<(), usize> {
        let bytes = self.waiting_bytes + waiting.line.len();
        if self.waiting.len() >= MOST_WAITING || bytes > MOST_WAITING_BYTES {
            return Err(self.waiting.len());
        }
        self.waiting_bytes = bytes;
        self.waiting.push_back(waiting);
        Ok(())
    }

    /// The line whose turn it is, if any waits and nothing runs.
    pub fn next(&mut self) -> Option<Waiting> {
        if self.running.is_some() {
            return None;
        }
        let next = self.waiting.pop_front()?;
        self.waiting_bytes -= next.line.len();
        Some(next)
    }

    pub fn drop_waiting(&mut self) {
        self.waiting.clear();
        self.waiting_bytes = 0;
    }

    /// Whether something waits for a job that has no end of its own and was not told to end; true
    /// once for each job.
    pub fn is_news_that_something_waits(&mut self) -> bool {
        let Some(running) = &mut self.running else { return false };
        let news = !self.waiting.is_empty()
            && running.ending != Ending::Itself
            && !running.stop.is_stopped()
            && !running.waiting_announced;
        running.waiting_announced |= news;
        news
    }

    /// Stops what runs.
    pub fn stop_running(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Stops what runs and everything that has been asked for and waits.
    pub fn stop_all(&self) {
        self.stop_running();
        self.waiting.iter().filter_map(|waiting| waiting.stop.as_ref()).for_each(StopSignal::stop);
    }

    /// Stops whatever would not end by itself, running or waiting.
    pub fn stop_endless(&self) {
        self.stop_those(|ending| !matches!(ending, Ending::Itself | Ending::GivingWay));
    }

    /// Stops whatever is not worth waiting for when something else is asked for.
    pub fn stop_what_gives_way(&self) {
        self.stop_those(|ending| ending != Ending::Itself);
    }

    fn stop_those(&self, which: impl Fn(Ending) -> bool) {
        if self.running.as_ref().is_some_and(|running| which(running.ending)) {
            self.stop_running();
        }
        self.waiting
            .iter()
            .filter(|waiting| which(waiting.ending))
            .filter_map(|waiting| waiting.stop.as_ref())
            .for_each(StopSignal::stop);
    }

    /// Tells the last search that was asked to ponder that the expected move was played.
    pub fn ponder_hit(&mut self) {
        let running = self.running.iter_mut().map(|running| (&mut running.ending, &running.stop));
        let waiting = self
            .waiting
            .iter_mut()
            .filter_map(|waiting| Some((&mut waiting.ending, waiting.stop.as_ref()?)));
        let last = running
            .chain(waiting)
            .filter(|(ending, _)| matches!(ending, Ending::Ponder { .. }))
            .last();
        if let Some((ending, stop)) = last {
            *ending = ending.after_ponder_hit();
            stop.ponder_hit();
        }
    }
}

/// Whether a search under these limits ends only when it is told to, pondering aside.
pub(super) fn is_endless(limits: &Limits) -> bool {
    let limited = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some()
        || limits.win_loss_draw;
    limits.infinite || !limited
}
