//! The command line: one thin file per subcommand.

mod args;
mod bench;
pub mod cpu;
mod fit_probcut;
mod perft;
mod serve;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::engine::Engine;
use crate::server;
use args::{Arguments, Command};

/// Reads the arguments and does what they say.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match execute(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Whether anybody reads it or not.
            let _ = writeln!(io::stderr(), "outflank: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn execute(arguments: Arguments) -> Result<()> {
    args::start_log(&arguments.log)?;
    let options = arguments.options.0;
    match arguments.command {
        None => {
            let result = server::serve_stdio(Engine::new(options, None));
            // Nobody reads any more: there is nobody to complain to either.
            Ok(result.or_else(|error| match error.kind() {
                io::ErrorKind::BrokenPipe => Ok(()),
                _ => Err(error),
            })?)
        }
        Some(Command::Serve(serve)) => serve::run(&serve, &options),
        Some(Command::Perft(perft)) => perft::run(&perft),
        Some(Command::Bench(bench)) => bench::run(&bench),
        Some(Command::FitProbcut(fit)) => fit_probcut::run(&fit, options),
    }
}
