//! Memory for the table: asked for politely, so that too much is an error and not an abort.
#![expect(
    unsafe_code,
    reason = "zeroed memory that may be refused is not to be had from safe code"
)]

use std::alloc::{Layout, alloc_zeroed};

/// Marks types whose all-zero bytes are a valid value without anything to drop.
///
/// # Safety
/// An all-zero value must be valid and dropping it must do nothing.
pub(super) unsafe trait Zeroable {}

// SAFETY: an array of integers in cells; zero is one of its values.
unsafe impl Zeroable for super::Bucket {}

/// `count` zeroed elements, or `None` if the system will not give that much.
///
/// Pages are only touched when they are used.
pub(super) fn zeroed<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    let layout = Layout::array::<T>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout's size is not zero.
    let start = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if start.is_null() {
        return None;
    }
    advise_huge_pages(start.cast(), layout.size());
    // SAFETY: `start` comes from the global allocator with the layout of `[T; count]`, and all
    // elements are zero, which is a value of T.
    Some(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)) })
}

/// Asks the system for large pages: a table is looked at all over the place, and with pages of
/// 4 KiB the processor would have to look most of them up. A wish; nothing is lost if it is not
/// granted.
fn advise_huge_pages(start: *mut u8, bytes: usize) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 2 << 20;
        let offset = start.align_offset(PAGE);
        if let Some(inside) = bytes.checked_sub(offset).filter(|&inside| inside >= PAGE) {
            // SAFETY: the range lies within the allocation, and the advice changes no content.
            unsafe { libc::madvise(start.add(offset).cast(), inside, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, bytes);
}

/// Begins to bring a value near, for a look at it soon.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and it reads nothing that shows.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
