//! Parts of values from bytes, for both games. The bytes come from a fuzzer or from proptest.

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

/// Creates a value, or none.
pub(crate) fn option<'a, T>(
    u: &mut Unstructured<'a>,
    one: impl FnOnce(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Option<T>> {
    u.arbitrary::<bool>()?.then(|| one(u)).transpose()
}

/// Returns a strategy for the values that `make` creates from bytes. Fewer and lower bytes make simpler values, so that values shrink.
#[cfg(feature = "proptest")]
pub(crate) fn strategy<T: std::fmt::Debug + 'static>(
    make: impl Fn(&mut Unstructured<'_>) -> Result<T> + 'static,
) -> proptest::strategy::BoxedStrategy<T> {
    use proptest::strategy::Strategy as _;

    let bytes = proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400);
    bytes.prop_filter_map("made of bytes", move |bytes| make(&mut Unstructured::new(&bytes)).ok()).boxed()
}
