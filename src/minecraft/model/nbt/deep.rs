//! Dropping of the contents of compounds and lists, which may be nested more deeply than recursion allows.

use super::compound::{Compound, Entry};
use super::list::{List, Lists};
use super::tag::Tag;
use crate::minecraft::model;

/// Drops the contents of a compound or of a list of lists.
#[cfg_attr(not(debug_assertions), inline(always))]
fn release<T>(contents: Box<[T]>, waiting: impl FnOnce(Box<[T]>) -> Waiting) {
    if !contents.is_empty() {
        model::release(contents, |contents| release_deep(waiting(contents)));
    }
}

/// Contents that are not dropped yet.
#[derive(Default)]
struct Waiting {
    entries: Vec<Box<[Entry]>>,
    lists: Vec<Box<[List]>>,
}

impl Waiting {
    fn entries(entries: Box<[Entry]>) -> Self {
        Self { entries: vec![entries], lists: Vec::new() }
    }

    fn lists(lists: Box<[List]>) -> Self {
        Self { entries: Vec::new(), lists: vec![lists] }
    }

    /// Takes the contents of a list, so that nothing deeply nested is left in it.
    fn take(&mut self, list: &mut List) {
        match list {
            List::List(inner) => self.lists.push(inner.take()),
            List::Compound(compounds) => {
                self.entries.extend(compounds.iter_mut().map(Compound::take));
            }
            List::End | List::Byte(_) | List::Short(_) | List::Int(_) | List::Long(_) => {}
            List::Float(_) | List::Double(_) | List::String(_) => {}
            List::ByteArray(_) | List::IntArray(_) | List::LongArray(_) => {}
        }
    }
}

/// Drops contents of any depth without recursion: the contents of a value are added to the list before it is dropped.
#[cold]
#[inline(never)]
fn release_deep(mut waiting: Waiting) {
    loop {
        if let Some(mut entries) = waiting.entries.pop() {
            for (_, tag) in &mut entries {
                match tag {
                    Tag::Compound(compound) => waiting.entries.push(compound.take()),
                    Tag::List(list) => waiting.take(list),
                    _ => {}
                }
            }
        } else if let Some(mut lists) = waiting.lists.pop() {
            lists.iter_mut().for_each(|list| waiting.take(list));
        } else {
            return;
        }
    }
}

impl Drop for Compound {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        release(self.take(), Waiting::entries);
    }
}

impl Drop for Lists {
    #[inline]
    fn drop(&mut self) {
        release(self.take(), Waiting::lists);
    }
}
