//! Dropping. Most values own nothing, which a comparison shows: the compiler's own way calls a function for every
//! one, which takes as long as reading it. And what users build may be deeper than any stack.

use super::{Array, ContainerMut, Dictionary, ObjectData, Variant};

/// Levels that are dropped by recursion; what is deeper waits its turn in a list.
const RECURSION: u32 = 64;

/// Gives back what a value owns, and leaves it where it is with nothing left to drop. `depth` levels are around it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn release(value: &mut Variant<'_>, depth: u32) {
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
fn release_other(value: &mut Variant<'_>, depth: u32) {
    match value.as_container_mut() {
        ContainerMut::Items(array) => empty_array(array, depth),
        ContainerMut::Entries(dictionary) => empty_dictionary(dictionary, depth),
        ContainerMut::Properties(data) => empty_object(data, depth),
        ContainerMut::Nothing => {}
    }
    drop(std::mem::take(value));
}

fn empty_array(array: &mut Array<'_>, depth: u32) {
    let mut items = array.take();
    if depth > RECURSION {
        return release_list(items);
    }
    for item in &mut items {
        release(item, depth);
    }
    items.into_iter().for_each(std::mem::forget);
}

fn empty_dictionary(dictionary: &mut Dictionary<'_>, depth: u32) {
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

fn empty_object(data: &mut ObjectData<'_>, depth: u32) {
    let properties = std::mem::take(&mut data.properties);
    if depth > RECURSION {
        return release_list(properties.into_iter().map(|(_, value)| value).collect());
    }
    for (_, mut value) in properties {
        release(&mut value, depth);
    }
}

/// Drops values of any depth: what is inside them joins the list before they go.
#[inline(never)]
fn release_list(mut list: Vec<Variant<'_>>) {
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

impl Drop for Array<'_> {
    fn drop(&mut self) {
        empty_array(self, 0);
    }
}

impl Drop for Dictionary<'_> {
    fn drop(&mut self) {
        empty_dictionary(self, 0);
    }
}

impl Drop for ObjectData<'_> {
    fn drop(&mut self) {
        empty_object(self, 0);
    }
}
