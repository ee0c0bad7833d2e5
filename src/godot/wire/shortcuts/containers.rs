//! Shortcuts for the headers of containers without declared types.

use super::super::Cx;
use super::super::array::{Announced, SHARED};
use crate::cx::chunk;
use crate::trace::Trace;

/// The result, and the input after it.
type Read<'a, 'c, M, T> = (&'a [u8], Announced<'c, M, T>);

/// Reads a valid count without the shared bit, in a context without a trace.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot::wire) fn plain_header<'a, 'c, M, T: Trace>(
    cx: Cx<'c, T>,
    is_typed: bool,
    unit: usize,
) -> impl Fn(&'a [u8]) -> Option<Read<'a, 'c, M, T>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i| {
        if is_typed || T::ENABLED {
            return None;
        }
        let (rest, word) = chunk::<4>(i).ok()?;
        let count = u32::from_le_bytes(word);
        if count & SHARED != 0 {
            return None;
        }
        let inner = cx.reserving(rest, count, unit).ok()?;
        let inner = if count > 0 { inner.deeper(rest).ok()? } else { inner };
        Some((rest, Announced { types: None, shared: false, count: count as usize, inner }))
    }
}
