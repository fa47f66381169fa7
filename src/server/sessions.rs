//! What the sessions of all transports have in common: places, options, limits, and their end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::session::SessionLimits;
use crate::engine::{Engine, EngineLimits, Options};
use crate::protocol::{Action, Dialect, Protocol, Session};

/// What the sessions of a server may take together and each.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The most sessions at once.
    pub sessions: usize,
    /// MiB for the tables of all sessions together; each may have an equal share.
    pub memory: usize,
    /// The most threads of a session's search.
    pub threads: u32,
    /// The longest line, in bytes.
    pub line_length: usize,
    /// A session is closed when nothing came in for so long while nothing ran.
    pub idle: Duration,
}

/// How long a session's other end may take to accept what is written.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);
/// How long running searches get to answer at shutdown.
const DRAIN_PATIENCE: Duration = Duration::from_secs(5);

/// The sessions of a server.
pub(super) struct Sessions {
    dialect: Option<Dialect>,
    options: Options,
    caps: EngineLimits,
    /// What each may take.
    pub limits: SessionLimits,
    count: usize,
    places: Arc<Semaphore>,
    /// The tasks they run on.
    pub tasks: TaskTracker,
    /// Cancelled when they are to end.
    pub shutdown: CancellationToken,
}

impl Sessions {
    pub fn new(
        dialect: Option<Dialect>,
        options: &Options,
        limits: &ServerLimits,
        shutdown: CancellationToken,
    ) -> Self {
        let share = (limits.memory / limits.sessions.max(1)).max(1);
        Self {
            dialect,
            options: options.clone(),
            caps: EngineLimits {
                table: Some(share),
                threads: Some(limits.threads),
                fixed_eval_file: true,
            },
            limits: SessionLimits {
                line_length: limits.line_length,
                idle: Some(limits.idle),
                write: Some(WRITE_PATIENCE),
            },
            count: limits.sessions,
            places: Arc::new(Semaphore::new(limits.sessions)),
            tasks: TaskTracker::new(),
            shutdown,
        }
    }

    /// A session and its place, which is free again when it is dropped; or the lines that say why
    /// there is none.
    pub fn begin(&self) -> Result<(Session, OwnedSemaphorePermit), Vec<String>> {
        let session = Session::speaking(self.dialect, Engine::new(self.options.clone(), self.caps));
        match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => Ok((session, place)),
            Err(_) => {
                let why = format!("all {} sessions are taken, try again later", self.count);
                let lines = session.bad_line(&why).into_iter().filter_map(|action| match action {
                    Action::Send(line) => Some(line),
                    _ => None,
                });
                Err(lines.collect())
            }
        }
    }

    /// Waits for all to end, if they were told to.
    pub async fn end(&self) {
        self.tasks.close();
        if timeout(DRAIN_PATIENCE, self.tasks.wait()).await.is_err() {
            tracing::warn!("sessions left that do not take their answers");
        }
    }
}
