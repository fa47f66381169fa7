//! Many sessions at once on TCP.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWriteExt, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::session::{self, SessionLimits};
use super::shutdown_on_signal;
use crate::engine::{Engine, EngineLimits, Options};
use crate::protocol::{Action, Dialect, Protocol, Session};

/// What the sessions may take together and each.
#[derive(Clone, Debug)]
pub struct TcpLimits {
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
/// How long a stream that ends may take to end on the other side too.
const LINGER: Duration = Duration::from_secs(1);
/// How long running searches get to answer at shutdown.
const DRAIN_PATIENCE: Duration = Duration::from_secs(5);
/// After an error in accepting: most likely too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Listens and serves until the process is asked to end; running searches then answer first. The
/// sessions speak `dialect`, or each that of its first line. `ready` is called with the address once
/// it listens.
///
/// # Errors
/// When the address cannot be listened on.
pub fn serve_tcp(
    address: &str,
    dialect: Option<Dialect>,
    options: &Options,
    limits: &TcpLimits,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        accept(&listener, dialect, options, limits, &shutdown_on_signal()).await;
        Ok(())
    })
}

/// Takes connections until `shutdown`, then waits for the sessions to end.
async fn accept(
    listener: &TcpListener,
    dialect: Option<Dialect>,
    options: &Options,
    limits: &TcpLimits,
    shutdown: &CancellationToken,
) {
    let places = Arc::new(Semaphore::new(limits.sessions));
    let share = (limits.memory / limits.sessions.max(1)).max(1);
    let caps =
        EngineLimits { table: Some(share), threads: Some(limits.threads), fixed_eval_file: true };
    let sessions = TaskTracker::new();
    loop {
        let connection = tokio::select! {
            connection = listener.accept() => connection,
            () = shutdown.cancelled() => break,
        };
        let (stream, peer) = match connection {
            Ok(connection) => connection,
            Err(error) => {
                tracing::warn!(%error, "cannot accept");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let protocol = Session::speaking(dialect, Engine::new(options.clone(), caps));
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            tracing::warn!(%peer, "refused: no place");
            let count = limits.sessions;
            let why = format!("all {count} sessions are taken, try again later");
            sessions.spawn(refuse(stream, protocol.bad_line(&why)));
            continue;
        };
        let session_limits = SessionLimits {
            line_length: limits.line_length,
            idle: Some(limits.idle),
            write: Some(WRITE_PATIENCE),
        };
        let shutdown = shutdown.clone();
        sessions.spawn(async move {
            tracing::info!(%peer, "session begins");
            match serve(stream, protocol, session_limits, shutdown).await {
                Ok(()) => tracing::info!(%peer, "session ends"),
                Err(error) => tracing::info!(%peer, %error, "session breaks"),
            }
            drop(place);
        });
    }
    sessions.close();
    if timeout(DRAIN_PATIENCE, sessions.wait()).await.is_err() {
        tracing::warn!("sessions left that do not take their answers");
    }
}

async fn serve(
    mut stream: TcpStream,
    protocol: Session,
    limits: SessionLimits,
    shutdown: CancellationToken,
) -> io::Result<()> {
    // A line is a message: it is not to wait for the next.
    stream.set_nodelay(true)?;
    let (reader, writer) = stream.split();
    session::run(reader, writer, protocol, limits, shutdown).await?;
    close(stream).await
}

/// Ends the stream gently: one that is dropped over bytes not yet read is reset, and its last lines
/// may then never arrive.
async fn close(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    drop(timeout(LINGER, copy(&mut stream, &mut sink())).await);
    Ok(())
}

/// Says why there is no session. Best effort: the other end may be gone.
async fn refuse(mut stream: TcpStream, why: Vec<Action>) {
    let answer = async {
        for action in why {
            if let Action::Send(line) = action {
                stream.write_all(format!("{line}\n").as_bytes()).await?;
            }
        }
        close(stream).await
    };
    drop(timeout(2 * LINGER, answer).await);
}
