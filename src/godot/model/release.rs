//! Dropping of nested values.
//!
//! Most values own no memory. This is found by a comparison here, whereas the drop code of the compiler calls a
//! function for every value, which takes as long as reading it. Values that a program has built may be nested more
//! deeply than recursion allows.

use super::{Array, ContainerMut, Dictionary, ObjectData, Variant};

/// The number of levels that are dropped by recursion. Deeper values are moved to a list and dropped from there.
const RECURSION: u32 = 64;

/// Frees everything that a value owns, and leaves a value that needs no drop. The value is inside `depth` containers.
#[cfg_attr(not(debug_assertions), inline(always))]
fn release(value: &mut Variant, depth: u32) {
    match value {
        Variant::Array(array) if array.plain().is_some() => empty_array(array, depth + 1),
        Variant::Dictionary(dictionary) if dictionary.plain().is_some() => {
            empty_dictionary(dictionary, depth + 1);
        }
        value if value.owns_nothing() => {}
        value => release_other(value, depth + 1),
    }
}

#[inline(never)]
fn release_other(value: &mut Variant, depth: u32) {
    match value.as_container_mut() {
        ContainerMut::Items(array) => empty_array(array, depth),
        ContainerMut::Entries(dictionary) => empty_dictionary(dictionary, depth),
        ContainerMut::Properties(data) => empty_object(data, depth),
        ContainerMut::Nothing => {}
    }
    drop(std::mem::take(value));
}

fn empty_array(array: &mut Array, depth: u32) {
    let mut items = array.take();
    if depth > RECURSION {
        return release_list(items);
    }
    for item in &mut items {
        release(item, depth);
    }
    items.into_iter().for_each(std::mem::forget);
}

fn empty_dictionary(dictionary: &mut Dictionary, depth: u32) {
    let mut pairs = dictionary.take();
    if depth > RECURSION {
        return release_list(pairs.into_iter().flat_map(<[_; 2]>::from).collect());
    }
    for (key, value) in &mut pairs {
        release(key, depth);
        release(value, depth);
    }
    pairs.into_iter().for_each(std::mem::forget);
}

fn empty_object(data: &mut ObjectData, depth: u32) {
    let properties = std::mem::take(&mut data.properties);
    if depth > RECURSION {
        return release_list(properties.into_iter().map(|(_, value)| value).collect());
    }
    for (_, mut value) in properties {
        release(&mut value, depth);
    }
}

/// Drops values of any depth without recursion: the contents of a value are added to the list before it is dropped.
#[inline(never)]
fn release_list(mut list: Vec<Variant>) {
    while let Some(mut value) = list.pop() {
        match value.as_container_mut() {
            ContainerMut::Items(array) => list.append(&mut array.take()),
            ContainerMut::Entries(dictionary) => {
                list.extend(dictionary.take().into_iter().flat_map(<[_; 2]>::from));
            }
            ContainerMut::Properties(data) => {
                list.extend(std::mem::take(&mut data.properties).into_iter().map(|(_, value)| value));
            }
            ContainerMut::Nothing => {}
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        empty_array(self, 0);
    }
}

impl Drop for Dictionary {
    fn drop(&mut self) {
        empty_dictionary(self, 0);
    }
}

impl Drop for ObjectData {
    fn drop(&mut self) {
        empty_object(self, 0);
    }
}
