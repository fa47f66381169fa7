//! The only asynchronous code: streams of lines in, a session each, lines out.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod network;
mod session;
mod sessions;
mod stdio;
mod tcp;
mod websocket;

pub use network::{Listening, WebDoor, serve};
pub use sessions::ServerLimits;
pub use stdio::serve_stdio;

use tokio_util::sync::CancellationToken;

/// A token that is cancelled when the process is asked to end: Ctrl-C, and SIGTERM where there is
/// one.
fn shutdown_on_signal() -> CancellationToken {
    let token = CancellationToken::new();
    let cancel = token.clone();
    tokio::spawn(async move {
        wait_for_signal().await;
        tracing::info!("asked to end");
        cancel.cancel();
    });
    token
}

#[cfg(unix)]
async fn wait_for_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        Err(_) => drop(tokio::signal::ctrl_c().await),
    }
}

#[cfg(not(unix))]
async fn wait_for_signal() {
    drop(tokio::signal::ctrl_c().await);
}
