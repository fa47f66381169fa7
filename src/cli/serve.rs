//! `outflank serve`, and what it has in common with `outflank web`.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use clap::builder::ArgPredicate;

use crate::engine::Options;
use crate::protocol::Dialect;
use crate::server::{self, Listening, ServerLimits, WebDoor};

/// Where to listen, and what the sessions may take.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address and port to listen on for TCP; port 0 takes a free one. With --ws, nothing if not
    /// given
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7777")]
    #[arg(default_value_if("ws", ArgPredicate::IsPresent, None))]
    listen: Option<String>,
    /// Address and port to listen on for WebSockets, at / and /ws
    #[arg(long, value_name = "ADDRESS")]
    ws: Option<String>,
    /// Let pages of this origin open WebSockets (https://host:port); may be given several times.
    /// Programs that are no browsers need none
    #[arg(long, value_name = "ORIGIN", requires = "ws")]
    ws_origin: Vec<String>,
    #[command(flatten)]
    limits: LimitFlags,
}

/// What the sessions of a server may take.
#[derive(Debug, Args)]
pub(super) struct LimitFlags {
    /// The most sessions at once
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_sessions: u32,
    /// MiB for the tables of all sessions together, in equal shares
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: usize,
    /// The most threads of a session's search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    max_threads: u32,
    /// The longest line that is read, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 65_536, value_parser = clap::value_parser!(u32).range(256..))]
    max_line: u32,
    /// Close a session after so many seconds without a line while nothing runs
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u32).range(1..))]
    idle_timeout: u32,
}

impl LimitFlags {
    pub fn limits(&self) -> ServerLimits {
        ServerLimits {
            sessions: self.max_sessions as usize,
            memory: self.memory,
            threads: self.max_threads,
            line_length: self.max_line as usize,
            idle: Duration::from_secs(self.idle_timeout.into()),
        }
    }
}

/// Serves until Ctrl-C.
pub(super) fn run(serve: &Serve, dialect: Option<Dialect>, options: &Options) -> Result<()> {
    let door = serve.ws.as_ref().map(|address| WebDoor::bare(address, serve.ws_origin.clone()));
    let ready = |listening| {
        let address = match listening {
            Listening::Tcp(address) => address.to_string(),
            Listening::Web(address) => format!("ws://{address}/ws"),
        };
        // Whether anybody reads it or not.
        let _ = writeln!(io::stderr(), "outflank: listening on {address}, Ctrl-C ends");
    };
    let limits = serve.limits.limits();
    server::serve(serve.listen.as_deref(), door, dialect, options, &limits, ready)
        .context("cannot serve")
}
