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
    // SAFETY: `start` comes from the global allocator with the layout of `[T; count]`, and all
    // elements are zero, which is a value of T.
    Some(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)) })
}
