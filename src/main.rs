//! The `outflank` binary: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    outflank::cli::run()
}
