//! Memory for the table and for trees: asked for politely, so that too much is an error and not an
//! abort.
#![expect(
    unsafe_code,
    reason = "zeroed memory that may be refused, large pages and prefetching are not to be had \
              from safe code"
)]

use std::alloc::Layout;
use std::ops::Deref;
use std::slice;
use std::sync::atomic::AtomicU64;

/// Marks types whose all-zero bytes are a value and which need no drop.
///
/// # Safety
/// An all-zero value must be valid and dropping it must do nothing.
pub unsafe trait Zeroable {}

// SAFETY: an array of integers in cells; zero is one of its values, and they need no drop.
unsafe impl Zeroable for super::Bucket {}
// SAFETY: as above.
unsafe impl Zeroable for [AtomicU64; 3] {}

/// A slice of elements that begin as zero. Pages are only touched when they are used.
pub struct Zeroed<T> {
    /// What was allocated: room for one element more than needed, at the system's own alignment.
    /// An allocation with a larger one would be zeroed by hand, touching every page.
    raw: *mut u8,
    layout: Layout,
    start: *mut T,
    count: usize,
}

// SAFETY: it owns its elements as a box would.
unsafe impl<T: Send> Send for Zeroed<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Zeroed<T> {}

impl<T: Zeroable> Zeroed<T> {
    /// `count` zeroed elements, or `None` if the system will not give that much.
    pub fn new(count: usize) -> Option<Self> {
        let room = Layout::array::<T>(count.checked_add(1)?).ok()?;
        let layout = Layout::from_size_align(room.size(), align_of::<usize>()).ok()?;
        // SAFETY: the layout has room for at least one element, so its size is not zero.
        let raw = unsafe { system::allocate(layout) };
        if raw.is_null() {
            return None;
        }
        // SAFETY: the first aligned address lies less than one alignment, and so less than one
        // element, past the start; `count` elements fit behind it.
        let start = unsafe { raw.add(raw.align_offset(align_of::<T>())) }.cast::<T>();
        advise_huge_pages(start.cast(), count * size_of::<T>());
        Some(Self { raw, layout, start, count })
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `new` made room for `count` aligned elements, all zero, which is a value of T;
        // they live as long as `self`.
        unsafe { slice::from_raw_parts(self.start, self.count) }
    }
}

impl<T> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout; the elements need no drop.
        unsafe { system::give_back(self.raw, self.layout) };
    }
}

/// Pages straight from the system and back to it. An allocator keeps what it is given back, some
/// tables of up to 32 MiB for each thread, and zeroes it by hand when it is asked for again.
#[cfg(target_os = "linux")]
mod system {
    use std::alloc::Layout;
    use std::ptr;

    /// Zeroed memory, or null.
    ///
    /// # Safety
    /// The layout's size must not be zero, its alignment not larger than a page.
    pub unsafe fn allocate(layout: Layout) -> *mut u8 {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, at an address of the system's choice, touches nothing in use.
        let start = unsafe { libc::mmap(ptr::null_mut(), layout.size(), access, flags, -1, 0) };
        if start == libc::MAP_FAILED { ptr::null_mut() } else { start.cast() }
    }

    /// # Safety
    /// The memory must be from [`allocate`] with this layout, and not be used any more.
    pub unsafe fn give_back(start: *mut u8, layout: Layout) {
        // SAFETY: the whole of one mapping, as the caller promises.
        unsafe { libc::munmap(start.cast(), layout.size()) };
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub use std::alloc::{alloc_zeroed as allocate, dealloc as give_back};
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
