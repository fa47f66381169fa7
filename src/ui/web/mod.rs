//! The page: its files, which are in the binary, and how they are handed out. What it does, it does
//! in the browser, speaking the protocol over the server's WebSocket.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io;
use std::net::SocketAddr;

use axum::Router;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::engine::Options;
use crate::protocol::Dialect;
use crate::server::{self, Listening, ServerLimits, WebDoor};

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    content: &'static str,
}

const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";

/// One file of this folder.
macro_rules! file {
    ($name:literal, $kind:expr) => {
        File { path: concat!("/", $name), kind: $kind, content: include_str!($name) }
    };
}

/// All files. A test checks that these are the ones in the folder.
static FILES: &[File] = &[
    File { path: "/", kind: "text/html; charset=utf-8", content: include_str!("index.html") },
    file!("icon.svg", "image/svg+xml"),
    file!("manifest.json", "application/manifest+json"),
    file!("css/base.css", CSS),
    file!("css/board.css", CSS),
    file!("css/panels.css", CSS),
    file!("js/app.js", JS),
    file!("js/board.js", JS),
    file!("js/clocks.js", JS),
    file!("js/dialogs.js", JS),
    file!("js/engine.js", JS),
    file!("js/game.js", JS),
    file!("js/graph.js", JS),
    file!("js/panels.js", JS),
    file!("js/play.js", JS),
    file!("js/values.js", JS),
    file!("js/words.js", JS),
    file!("js/words/en.js", JS),
    file!("js/words/ja.js", JS),
    file!("js/words/zh.js", JS),
];

/// Nothing but what this server hands out is loaded, run or talked to, and nobody frames the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// What every answer says beside its own.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // Asked about at each load, so that an upgraded server never runs half an old page; answered
    // with nothing but "the same" if it is.
    (CACHE_CONTROL, "no-cache"),
];

/// Serves the page and its WebSocket until the process is asked to end. `ready` is called with the
/// address once it listens.
///
/// # Errors
/// When the address cannot be listened on.
pub fn serve(
    address: &str,
    dialect: Option<Dialect>,
    options: &Options,
    limits: &ServerLimits,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let mut ready = Some(ready);
    let door = WebDoor::with_pages(address, routes());
    server::serve(None, Some(door), dialect, options, limits, |listening| {
        if let (Listening::Web(address), Some(ready)) = (listening, ready.take()) {
            ready(address);
        }
    })
}

fn routes() -> Router {
    let routes = FILES.iter().fold(Router::new(), |routes, file| {
        routes.route(file.path, get(async |headers: HeaderMap| file.answer(&headers)))
    });
    routes.fallback(async || (StatusCode::NOT_FOUND, HEADERS, "there is no such page\n"))
}

impl File {
    fn answer(&self, asked: &HeaderMap) -> Response {
        let tag = format!("\"{:08x}\"", crc32fast::hash(self.content.as_bytes()));
        let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        let is_known = known.is_some_and(|tags| {
            tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)
        });
        let own = [(CONTENT_TYPE, self.kind.to_owned()), (ETAG, tag)];
        if is_known {
            (StatusCode::NOT_MODIFIED, HEADERS, own).into_response()
        } else {
            (HEADERS, own, self.content).into_response()
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "in a test it is the way to say that something is wrong")]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_handed_out() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui/web");
        let mut found = BTreeSet::new();
        for part in ["", "css", "js", "js/words"] {
            for entry in fs::read_dir(folder.join(part)).unwrap() {
                let path = entry.unwrap().path();
                let ending = path.extension().and_then(|ending| ending.to_str());
                if path.is_file() && !matches!(ending, Some("rs" | "png")) {
                    let path = path.strip_prefix(&folder).unwrap();
                    let path = format!("/{}", path.to_str().unwrap().replace('\\', "/"));
                    found.insert(path.replace("/index.html", "/"));
                }
            }
        }
        let served: BTreeSet<String> = FILES.iter().map(|file| file.path.into()).collect();
        assert_eq!(served, found);
    }

    #[test]
    fn no_file_is_too_long_to_read() {
        for file in FILES {
            let lines = file.content.lines().count();
            assert!(lines <= 400, "{} has {lines} lines", file.path);
        }
    }

    #[test]
    fn what_is_known_is_not_sent_again() {
        for file in FILES {
            let answer = file.answer(&HeaderMap::new());
            assert_eq!(answer.status(), StatusCode::OK);
            let tag = answer.headers().get(ETAG).unwrap().clone();
            for (known, status) in [
                (tag.to_str().unwrap().to_owned(), StatusCode::NOT_MODIFIED),
                (format!("\"x\", W/{}", tag.to_str().unwrap()), StatusCode::NOT_MODIFIED),
                ("\"0\"".to_owned(), StatusCode::OK),
            ] {
                let mut asked = HeaderMap::new();
                asked.insert(IF_NONE_MATCH, known.parse().unwrap());
                assert_eq!(file.answer(&asked).status(), status, "{known}");
            }
        }
    }
}
