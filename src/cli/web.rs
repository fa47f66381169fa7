//! `outflank web`.

use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::Args;

use super::serve::LimitFlags;
use crate::engine::Options;
use crate::protocol::Dialect;
use crate::ui::web;

/// Where to listen, and what the sessions may take.
#[derive(Debug, Args)]
pub(super) struct Web {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    #[command(flatten)]
    limits: LimitFlags,
}

/// Serves the page until Ctrl-C.
pub(super) fn run(web: &Web, dialect: Option<Dialect>, options: &Options) -> Result<()> {
    web::serve(&web.listen, dialect, options, &web.limits.limits(), |address| {
        // Whether anybody reads it or not.
        let _ = writeln!(io::stderr(), "outflank: open http://{address}, Ctrl-C ends");
    })
    .context("cannot serve")
}
