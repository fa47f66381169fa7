//! A server on the network: its doors, on TCP and on HTTP, and what lies behind them.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::routing::any;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::time::timeout;

use super::sessions::{ServerLimits, Sessions};
use super::websocket::Door;
use super::{shutdown_on_signal, tcp};
use crate::engine::Options;
use crate::protocol::Dialect;

/// How long plain requests may take to be answered when the server ends.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// A door for WebSockets, with pages beside it or without.
#[derive(Clone, Debug)]
pub struct WebDoor {
    address: String,
    routes: Router,
    /// Where among the routes the WebSocket is.
    paths: &'static [&'static str],
    origins: Vec<String>,
}

impl WebDoor {
    /// WebSockets at `/` and `/ws`, and nothing else. Pages that come from one of `origins`
    /// (`https://host:port`) may open them.
    pub fn bare(address: &str, origins: Vec<String>) -> Self {
        Self { address: address.into(), routes: Router::new(), paths: &["/", "/ws"], origins }
    }

    /// These routes, and WebSockets for them at `/ws`.
    pub fn with_pages(address: &str, routes: Router) -> Self {
        Self { address: address.into(), routes, paths: &["/ws"], origins: Vec::new() }
    }

    fn router(self, sessions: Arc<Sessions>) -> Router {
        let door = Door { sessions, origins: self.origins.into() };
        self.paths.iter().fold(self.routes, |routes, path| {
            let door = door.clone();
            let open =
                async |headers: HeaderMap, upgrade: WebSocketUpgrade| door.open(&headers, upgrade);
            routes.route(path, any(open))
        })
    }
}

/// A door that has been opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listening {
    /// On TCP.
    Tcp(SocketAddr),
    /// On HTTP, for WebSockets.
    Web(SocketAddr),
}

/// Listens at these doors and serves until the process is asked to end; running searches then
/// answer first. The sessions speak `dialect`, or each that of its first line. `ready` is called
/// for each door, once all are open.
///
/// # Errors
/// When an address cannot be listened on.
pub fn serve(
    tcp: Option<&str>,
    web: Option<WebDoor>,
    dialect: Option<Dialect>,
    options: &Options,
    limits: &ServerLimits,
    mut ready: impl FnMut(Listening),
) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let on_tcp = match tcp {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let on_web = match web {
            Some(door) => Some((listen(&door.address).await?, door)),
            None => None,
        };
        let shutdown = shutdown_on_signal();
        let sessions = Arc::new(Sessions::new(dialect, options, limits, shutdown.clone()));
        if let Some(listener) = on_tcp {
            ready(Listening::Tcp(listener.local_addr()?));
            tokio::spawn(tcp::accept(listener, Arc::clone(&sessions)));
        }
        let pages = on_web.map(|(listener, door)| -> io::Result<_> {
            ready(Listening::Web(listener.local_addr()?));
            // A line is a message: it is not to wait for the next.
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            let server = axum::serve(listener, door.router(Arc::clone(&sessions)));
            let ending = shutdown.clone().cancelled_owned();
            Ok(tokio::spawn(server.with_graceful_shutdown(ending).into_future()))
        });
        let pages = pages.transpose()?;
        shutdown.cancelled().await;
        sessions.end().await;
        if let Some(pages) = pages {
            drop(timeout(LAST_ANSWERS, pages).await);
        }
        Ok(())
    })
}

async fn listen(address: &str) -> io::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
    })
}
