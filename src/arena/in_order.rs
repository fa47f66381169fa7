//! Work on many threads whose results are taken in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// A result that arrives.
pub(super) enum Arrival<'a, T> {
    /// The work of this number is done.
    Fresh(usize, &'a T),
    /// This is the next in the order of the numbers.
    Due(usize, T),
}

/// Does work that is missing, each with its number, on so many threads, each with tools of its own.
/// `take` is shown what came of it at once, and gets it, together with what was done already, in
/// the order of the numbers from 0 on, until it breaks off or nothing is left. Work that was begun
/// beyond that number is waited for, and what came of it is dropped.
pub(super) fn in_order<W, S, T: Send>(
    missing: impl Iterator<Item = (usize, W)> + Send,
    mut done: BTreeMap<usize, T>,
    threads: usize,
    tools: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, W) -> T + Sync,
    mut take: impl FnMut(Arrival<'_, T>) -> ControlFlow<()>,
) {
    let missing = Mutex::new(missing);
    let over = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let mut wanted = 0;
        let mut hand_over = |done: &mut BTreeMap<usize, T>, take: &mut dyn FnMut(_) -> _| {
            while let Some(result) = done.remove(&wanted) {
                take(Arrival::Due(wanted, result))?;
                wanted += 1;
            }
            ControlFlow::Continue(())
        };
        if hand_over(&mut done, &mut take).is_break() {
            return;
        }
        for _ in 0..threads.max(1) {
            let (sender, missing, over) = (sender.clone(), &missing, &over);
            let (tools, work) = (&tools, &work);
            scope.spawn(move || {
                let mut tools = tools();
                while !over.load(Ordering::Relaxed) {
                    let next = missing.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((number, item)) = next else { break };
                    if sender.send((number, work(&mut tools, item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, result) in results {
            let mut flow = take(Arrival::Fresh(number, &result));
            done.insert(number, result);
            if flow.is_continue() {
                flow = hand_over(&mut done, &mut take);
            }
            if flow.is_break() {
                over.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_work_ends_with_them() {
        for threads in [0, 1, 3, 100] {
            let mut taken = Vec::new();
            in_order(
                (0..50).map(|number| (number, number)),
                BTreeMap::new(),
                threads,
                || (),
                |(), number| {
                    // Early numbers are the slow ones.
                    thread::yield_now();
                    (0..(50 - number) * 1000).fold(number, |x, y| std::hint::black_box(x ^ y ^ y))
                },
                |arrival| {
                    let Arrival::Due(number, _) = arrival else {
                        return ControlFlow::Continue(());
                    };
                    taken.push(number);
                    if number == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(taken, (0..=20).collect::<Vec<_>>());
        }
        let nothing = |_: Arrival<'_, ()>| panic!("there is nothing to take");
        in_order(
            std::iter::empty::<(usize, ())>(),
            BTreeMap::new(),
            2,
            || (),
            |(), ()| (),
            nothing,
        );
    }
}
