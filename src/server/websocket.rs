//! Sessions over WebSocket: the same loop as on TCP, with messages carried to and from its stream.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::io::{AsyncWriteExt, DuplexStream, duplex, split};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_stream::StreamExt;
use tokio_util::codec::{FramedRead, LinesCodec};
use tokio_util::sync::CancellationToken;

use super::session::{self, SessionLimits};
use super::sessions::Sessions;
use crate::protocol::Session;

/// A message may hold several lines: so many times the longest line.
const MESSAGE_LINES: usize = 4;
/// Bytes on the way between the session and the socket, in either direction.
const BUFFER: usize = 64 << 10;
/// How often the other end is asked whether it is there,
const PING: Duration = Duration::from_secs(20);
/// and how long it may say nothing at all.
const SILENCE: Duration = Duration::from_secs(60);
/// How long the last lines of a session that has ended may take.
const LINGER: Duration = Duration::from_secs(2);

/// What is needed to let somebody in.
#[derive(Clone)]
pub(super) struct Door {
    pub sessions: Arc<Sessions>,
    /// Origins of pages that may come in beside those of this very server.
    pub origins: Arc<[String]>,
}

impl Door {
    /// Answers a request for a WebSocket.
    pub fn open(self, headers: &HeaderMap, upgrade: WebSocketUpgrade) -> Response {
        if !is_welcome(headers, &self.origins) {
            tracing::warn!(origin = ?headers.get(ORIGIN), "refused: a page from elsewhere");
            let why = "pages of this origin may not talk to the engine\n";
            return (StatusCode::FORBIDDEN, why).into_response();
        }
        let sessions = self.sessions;
        let most = sessions.limits.line_length.saturating_mul(MESSAGE_LINES);
        let begun = sessions.begin();
        upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| {
            let tasks = sessions.tasks.clone();
            tasks.track_future(async move {
                match begun {
                    Ok((protocol, place)) => {
                        tracing::info!("session on WebSocket begins");
                        let shutdown = sessions.shutdown.clone();
                        match serve(socket, protocol, sessions.limits, &shutdown).await {
                            Ok(()) => tracing::info!("session on WebSocket ends"),
                            Err(error) => tracing::info!(%error, "session on WebSocket breaks"),
                        }
                        drop(place);
                    }
                    Err(why) => {
                        tracing::warn!("WebSocket refused: no place");
                        drop(timeout(LINGER, refuse(socket, why)).await);
                    }
                }
            })
        })
    }
}

/// Whether a request may come from where it comes from. Browsers always say whose page it is;
/// programs say nothing, and are welcome.
fn is_welcome(headers: &HeaderMap, origins: &[String]) -> bool {
    let mut given = headers.get_all(ORIGIN).iter();
    let Some(origin) = given.next() else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let is_own = match origin.split_once("://") {
        Some(("http" | "https", place)) => {
            host.is_some_and(|host| host.eq_ignore_ascii_case(place))
        }
        _ => false,
    };
    let is_allowed = || origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin));
    given.next().is_none() && (is_own || is_allowed())
}

/// Runs a session until either side ends it; one whose other end is gone quits at once.
async fn serve(
    socket: WebSocket,
    protocol: Session,
    limits: SessionLimits,
    shutdown: &CancellationToken,
) -> io::Result<()> {
    let (near, far) = duplex(BUFFER);
    let (reader, writer) = split(far);
    let gone = shutdown.child_token();
    let messages = carry(socket, near, gone.clone());
    tokio::pin!(messages);
    let session = session::run(reader, writer, protocol, limits, gone);
    tokio::pin!(session);
    tokio::select! {
        ended = &mut session => {
            ended?;
            // What it said last may still be on its way.
            drop(timeout(LINGER, messages).await);
            Ok(())
        }
        () = &mut messages => session.await,
    }
}

/// Carries lines to the socket, one a message, and messages to the session, until either ends.
async fn carry(mut socket: WebSocket, session: DuplexStream, gone: CancellationToken) {
    let _gone = gone.drop_guard();
    let (said, mut heard) = split(session);
    let mut lines = FramedRead::new(said, LinesCodec::new());
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut alive = Instant::now();
    // What came in and has not been taken yet.
    let mut pending = Bytes::new();
    loop {
        let sent = tokio::select! {
            line = lines.next() => match line {
                Some(Ok(line)) => socket.send(Message::text(line)).await,
                _ => {
                    drop(socket.send(closing(close_code::NORMAL, "")).await);
                    return;
                }
            },
            taken = heard.write_buf(&mut pending), if !pending.is_empty() => match taken {
                Ok(_) => Ok(()),
                // The session has ended and still says why.
                Err(_) => { pending = Bytes::new(); Ok(()) }
            },
            message = socket.recv(), if pending.is_empty() => {
                alive = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => pending = line_of(text.as_bytes()),
                    Some(Ok(Message::Binary(bytes))) => pending = line_of(&bytes),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(error)) => {
                        tracing::info!(%error, "a message cannot be read");
                        let why = "the message is too large or broken";
                        drop(socket.send(closing(close_code::SIZE, why)).await);
                        return;
                    }
                }
                Ok(())
            },
            _ = ping.tick() => {
                if alive.elapsed() > SILENCE {
                    return;
                }
                socket.send(Message::Ping(Bytes::new())).await
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// A message as the session reads it: its last line ends too.
fn line_of(message: &[u8]) -> Bytes {
    let mut line = Vec::with_capacity(message.len() + 1);
    line.extend_from_slice(message);
    line.push(b'\n');
    line.into()
}

fn closing(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}

/// Says why there is no session.
async fn refuse(mut socket: WebSocket, why: Vec<String>) {
    for line in why {
        if socket.send(Message::text(line)).await.is_err() {
            return;
        }
    }
    drop(socket.send(closing(close_code::AGAIN, "all sessions are taken")).await);
    while let Some(Ok(_)) = socket.recv().await {}
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "in a test it is the way to say that something is wrong")]
mod tests {
    use super::*;

    fn is_welcome_from(origin: Option<&str>, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        is_welcome(&headers, &["https://gui.example".to_owned()])
    }

    #[test]
    fn only_pages_of_this_server_and_of_those_allowed_come_in() {
        let host = "127.0.0.1:8080";
        for welcome in [
            None,
            Some("http://127.0.0.1:8080"),
            Some("https://127.0.0.1:8080"),
            Some("https://GUI.example"),
        ] {
            assert!(is_welcome_from(welcome, host), "{welcome:?}");
        }
        for strange in [
            "null",
            "",
            "http://127.0.0.1",
            "http://127.0.0.1:8081",
            "http://localhost:8080",
            "http://evil.example",
            "http://127.0.0.1:8080.evil.example",
            "http://127.0.0.1:8080/",
            "file://127.0.0.1:8080",
            "http://gui.example",
        ] {
            assert!(!is_welcome_from(Some(strange), host), "{strange}");
        }
    }

    #[test]
    fn two_origins_are_one_too_many() {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, "here".parse().unwrap());
        headers.append(ORIGIN, "http://here".parse().unwrap());
        assert!(is_welcome(&headers, &[]));
        headers.append(ORIGIN, "http://elsewhere".parse().unwrap());
        assert!(!is_welcome(&headers, &[]));
    }
}
