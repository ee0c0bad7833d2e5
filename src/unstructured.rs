//! Parts of values from the bytes of a fuzzer, for both games.

use arbitrary::{Result, Unstructured};

/// The greatest depth of containers.
pub(crate) const LEVELS: u32 = 4;

/// Creates a list of up to `most` elements.
pub(crate) fn several<'a, T>(
    u: &mut Unstructured<'a>,
    most: usize,
    mut one: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = u.int_in_range(0..=most)?;
    (0..count).map(|_| one(u)).collect()
}

/// Returns up to `most` bytes.
pub(crate) fn some_bytes<'a>(u: &mut Unstructured<'a>, most: usize) -> Result<&'a [u8]> {
    let length = u.int_in_range(0..=u.len().min(most))?.min(u.len());
    u.bytes(length)
}
