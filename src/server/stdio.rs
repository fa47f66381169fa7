//! A session on standard input and output.

use std::io;

use tokio::runtime::Builder;

use super::session::{self, SessionLimits};
use super::shutdown_on_signal;
use crate::protocol::Session;

/// The longest line on standard input, in bytes.
const LINE_LENGTH: usize = 1 << 20;

/// Speaks on standard input and output until the input ends, `quit` comes, or the output breaks.
///
/// # Errors
/// When standard output cannot be written any more, or there is no memory or thread to begin with.
pub fn serve_stdio(session: Session) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let limits = SessionLimits { line_length: LINE_LENGTH, idle: None, write: None };
    let result = runtime.block_on(async {
        let shutdown = shutdown_on_signal();
        let (stdin, stdout) = (tokio::io::stdin(), tokio::io::stdout());
        session::run(stdin, stdout, session, limits, shutdown).await
    });
    // A thread may still wait for input that never comes: do not wait for it.
    runtime.shutdown_background();
    result
}
