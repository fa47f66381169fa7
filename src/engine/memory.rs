//! How much memory there is: pages are promised freely and only fail when they are used, so that
//! asking the allocator is not enough.

use std::fs;

use super::OptionError;

/// A table may have so much of what is available, in percent.
const SHARE: u64 = 80;

/// Whether a table of so many MiB fits into the memory that is available.
///
/// # Errors
/// When it does not. Where the system does not say, everything fits.
pub(super) fn check(mebibytes: usize) -> Result<(), OptionError> {
    match available_mebibytes() {
        Some(available) if mebibytes as u64 > available * SHARE / 100 => {
            Err(OptionError::TooLargeTable { mebibytes, available })
        }
        _ => Ok(()),
    }
}

/// What the system and this process's control group have left.
fn available_mebibytes() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| mem_available(&text));
    let group = number_in("/sys/fs/cgroup/memory.max")
        .zip(number_in("/sys/fs/cgroup/memory.current"))
        .or_else(|| {
            let group = "/sys/fs/cgroup/memory/memory";
            let limit = number_in(&format!("{group}.limit_in_bytes"))?;
            Some((limit, number_in(&format!("{group}.usage_in_bytes"))?))
        })
        .map(|(limit, used)| limit.saturating_sub(used) >> 20);
    system.into_iter().chain(group).min()
}

fn mem_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find(|line| line.starts_with("MemAvailable:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? >> 10)
}

/// A file with a number; one that says `max`, or none at all, has none.
fn number_in(path: &str) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read() {
        let text = "MemTotal:  100 kB\nMemAvailable:   23068672 kB\n";
        assert_eq!(mem_available(text), Some(22528));
        assert_eq!(mem_available("MemTotal: 1 kB"), None);
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        assert!(check(1).is_ok());
        if available_mebibytes().is_some() {
            assert!(matches!(check(usize::MAX >> 20), Err(OptionError::TooLargeTable { .. })));
        }
    }
}
