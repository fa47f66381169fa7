//! The same work on many things at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Works on each item, on so many threads with a state each. The results stand in the order of the
/// items; if they depend on nothing but the item, they do not depend on the number of threads.
///
/// # Errors
/// The first that a state or some work came to; the rest is then left undone.
pub(super) fn in_order<T, S, R, E>(
    items: &[T],
    threads: u32,
    state: impl Fn() -> Result<S, E> + Sync,
    work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E>
where
    T: Sync,
    R: Send,
    E: Send,
{
    let next = AtomicUsize::new(0);
    let worker = || {
        let some = || {
            let mut state = state()?;
            let mut results = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { return Ok(results) };
                results.push((index, work(&mut state, item)?));
            }
        };
        some().inspect_err(|_| next.store(items.len(), Ordering::Relaxed))
    };
    let threads = (threads as usize).clamp(1, items.len().max(1));
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mut results = worker();
        for other in others {
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            if let Ok(results) = &mut results {
                results.extend(other?);
            }
        }
        results
    })?;
    results.sort_by_key(|&(index, _)| index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items_whatever_the_threads() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [0, 1, 2, 7, 200] {
            let squares = in_order(&items, threads, || Ok::<_, ()>(()), |(), n| Ok(n * n));
            assert_eq!(squares, Ok(items.iter().map(|n| n * n).collect()));
        }
        assert_eq!(in_order(&[0; 0], 2, || Ok::<_, ()>(()), |(), &n: &u8| Ok(n)), Ok(vec![]));
    }

    #[test]
    fn an_error_ends_it() {
        let items: Vec<u32> = (0..100).collect();
        for threads in [1, 3] {
            let odd = |(): &mut (), &n: &u32| if n == 40 { Err("forty") } else { Ok(n) };
            assert_eq!(in_order(&items, threads, || Ok(()), odd), Err("forty"));
            let none = in_order(&items, threads, || Err::<(), _>("none"), |(), &n| Ok(n));
            assert_eq!(none, Err("none"));
        }
    }
}
