//! How much memory there is: pages are promised freely and only fail when they are used, so that
//! asking the allocator is not enough.

use std::fs;
use std::sync::{Arc, Mutex, PoisonError};

use super::options::SearchKind;
use super::{Engine, Note, OptionError, TreeSearch};
use crate::search::mcts::Tree;
use crate::search::{AllocationError, Limits, Table};

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

/// Tables of so many MiB or fewer are emptied when the next search begins, which takes less than new
/// pages do.
const EMPTIED_BY_HAND: usize = 1024;
/// The same before a search that has only so much time.
const EMPTIED_IN_HASTE: usize = 64;

impl Engine {
    /// The table for a search; made at the first one, with what the system gives if it gives less.
    pub(super) fn table(
        &mut self,
        limits: &Limits,
    ) -> Result<(Arc<Table>, Option<Note>), AllocationError> {
        let has_time = limits.move_time.is_none() && limits.clock.is_none();
        let most = if has_time { EMPTIED_BY_HAND } else { EMPTIED_IN_HASTE };
        if let Some(table) = &self.table
            && !(table.is_forgotten() && table.mebibytes() > most)
        {
            return Ok((Arc::clone(table), None));
        }
        self.table = None;
        let mut size = self.capped(self.options.hash);
        let table = loop {
            match Table::new(self.share_of_table(size)) {
                Ok(table) => break Arc::new(table),
                Err(error) if size <= 1 => return Err(error),
                Err(_) => size /= 2,
            }
        };
        self.table = Some(Arc::clone(&table));
        Ok((table, self.note_on_size(size, self.options.hash)))
    }

    /// The tree, if there is one: what `Hash` allows but for the share of the table.
    pub(super) fn tree(&mut self) -> Result<Option<TreeSearch>, AllocationError> {
        if self.options.search != SearchKind::Tree {
            return Ok(None);
        }
        let tree = match &self.tree {
            Some(tree) => Arc::clone(tree),
            None => {
                let size = self.capped(self.options.hash);
                let mut size = size - self.share_of_table(size);
                let tree = loop {
                    match Tree::new(size) {
                        Ok(tree) => break tree,
                        Err(error) if size <= 1 => return Err(error),
                        Err(_) => size /= 2,
                    }
                };
                Arc::clone(self.tree.insert(Arc::new(Mutex::new(tree))))
            }
        };
        Ok(Some(TreeSearch { tree, settings: self.options.tree }))
    }

    /// Beside a tree the table only serves to solve.
    const fn share_of_table(&self, size: usize) -> usize {
        match self.options.search {
            SearchKind::Tree if size > 4 => size / 4,
            SearchKind::Tree => 1,
            SearchKind::AlphaBeta => size,
        }
    }

    fn capped(&self, hash: u32) -> usize {
        (hash as usize).min(self.limits.table.unwrap_or(usize::MAX)).max(1)
    }

    /// Said once for each size.
    fn note_on_size(&mut self, size: usize, hash: u32) -> Option<Note> {
        let smaller = (size < hash as usize).then_some(size);
        let news = smaller.filter(|_| self.told != smaller);
        self.told = smaller;
        news.map(Note::SmallerTable)
    }

    pub(super) fn resize_table(&mut self, hash: u32) -> Result<Option<Note>, OptionError> {
        let size = self.capped(hash);
        check(size)?;
        if self.table.is_some() {
            self.table = Some(Arc::new(Table::new(self.share_of_table(size))?));
        }
        self.tree = None;
        Ok(self.note_on_size(size, hash))
    }

    /// Forgets what the table and the tree hold, and does not hold up whoever asks.
    pub(super) fn clear_table(&mut self) {
        match &self.tree {
            Some(tree) if Arc::strong_count(tree) == 1 => {
                tree.lock().unwrap_or_else(PoisonError::into_inner).clear();
            }
            _ => self.tree = None,
        }
        match &self.table {
            Some(table) if Arc::strong_count(table) == 1 => table.forget(),
            _ => self.table = None,
        }
    }
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
