//! Jobs on many threads.

use std::sync::Mutex;

/// Does the jobs on so many threads; the results stand in the order of the jobs.
pub(super) fn in_parallel<J: Send, R: Send>(
    threads: usize,
    jobs: Vec<J>,
    work: impl Fn(J) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 {
        return jobs.into_iter().map(work).collect();
    }
    let mut results: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
    let queue = Mutex::new(jobs.into_iter().zip(&mut results));
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((job, result)) = next() {
                    *result = Some(work(job));
                }
            });
        }
    });
    results.into_iter().flatten().collect()
}
