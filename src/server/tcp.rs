//! Many sessions at once on TCP.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWriteExt, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::session::{self, SessionLimits};
use super::sessions::Sessions;
use crate::protocol::Session;

/// How long a stream that ends may take to end on the other side too.
const LINGER: Duration = Duration::from_secs(1);
/// After an error in accepting: most likely too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Takes connections until the sessions are to end.
pub(super) async fn accept(listener: TcpListener, sessions: Arc<Sessions>) {
    loop {
        let connection = tokio::select! {
            connection = listener.accept() => connection,
            () = sessions.shutdown.cancelled() => break,
        };
        let (stream, peer) = match connection {
            Ok(connection) => connection,
            Err(error) => {
                tracing::warn!(%error, "cannot accept");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let (protocol, place) = match sessions.begin() {
            Ok(session) => session,
            Err(why) => {
                tracing::warn!(%peer, "refused: no place");
                sessions.tasks.spawn(refuse(stream, why));
                continue;
            }
        };
        let (limits, shutdown) = (sessions.limits, sessions.shutdown.clone());
        sessions.tasks.spawn(async move {
            tracing::info!(%peer, "session begins");
            match serve(stream, protocol, limits, shutdown).await {
                Ok(()) => tracing::info!(%peer, "session ends"),
                Err(error) => tracing::info!(%peer, %error, "session breaks"),
            }
            drop(place);
        });
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
async fn refuse(mut stream: TcpStream, why: Vec<String>) {
    let answer = async {
        for line in why {
            stream.write_all(format!("{line}\n").as_bytes()).await?;
        }
        close(stream).await
    };
    drop(timeout(2 * LINGER, answer).await);
}
