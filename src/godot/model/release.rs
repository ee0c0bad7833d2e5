//! Dropping of nested values.

use std::mem::{forget, take};

use super::{Array, Dictionary, ObjectData, Variant};
use crate::limits::drop_nested;

/// Frees everything that a value owns, and leaves a value that needs no drop.
///
/// Most values own no memory. This is found by a comparison here, whereas the drop code of the compiler calls a
/// function for every value, which takes as long as reading it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn release(value: &mut Variant) {
    if !value.owns_nothing() {
        drop(take(value));
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        let mut items = self.0.take();
        if !items.is_empty() {
            drop_nested(|| items.iter_mut().for_each(release));
        }
        items.into_iter().for_each(forget);
    }
}

impl Drop for Dictionary {
    fn drop(&mut self) {
        let mut pairs = self.0.take();
        if !pairs.is_empty() {
            drop_nested(|| {
                for (key, value) in &mut pairs {
                    release(key);
                    release(value);
                }
            });
        }
        pairs.into_iter().for_each(forget);
    }
}

impl Drop for ObjectData {
    fn drop(&mut self) {
        let properties = take(&mut self.properties);
        if !properties.is_empty() {
            drop_nested(|| drop(properties));
        }
    }
}
