//! The `outflank` binary: arguments in, exit code out.

use std::process::ExitCode;

/// Called by the C runtime before anything of Rust's; see [`outflank::cli::cpu`].
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "what is called before main stands in a section of its own")]
#[used]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(any(windows, target_vendor = "apple")), unsafe(link_section = ".init_array.00050"))]
static START_CHECK: extern "C" fn() = outflank::cli::cpu::check_or_exit;

fn main() -> ExitCode {
    outflank::cli::run()
}
