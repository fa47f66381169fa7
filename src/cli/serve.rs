//! `outflank serve`.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::Options;
use crate::protocol::Dialect;
use crate::server::{TcpLimits, serve_tcp};

/// Where to listen, and what the sessions may take.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7777")]
    listen: String,
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

/// Serves until Ctrl-C.
pub(super) fn run(serve: &Serve, dialect: Option<Dialect>, options: &Options) -> Result<()> {
    let limits = TcpLimits {
        sessions: serve.max_sessions as usize,
        memory: serve.memory,
        threads: serve.max_threads,
        line_length: serve.max_line as usize,
        idle: Duration::from_secs(serve.idle_timeout.into()),
    };
    serve_tcp(&serve.listen, dialect, options, &limits, |address| {
        // Whether anybody reads it or not.
        let _ = writeln!(io::stderr(), "outflank: listening on {address}, Ctrl-C ends");
    })
    .with_context(|| format!("cannot serve on {}", serve.listen))
}
