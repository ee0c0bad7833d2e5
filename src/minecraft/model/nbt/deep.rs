//! Dropping what is inside compounds and lists: what a program builds may be deeper than any stack.

use std::ops::{Deref, DerefMut};

use super::compound::{Compound, Entry};
use super::list::List;
use super::tag::Tag;
use crate::minecraft::model;

/// Drops the contents of a compound or of a list of lists.
#[inline]
pub(super) fn release<'a, T>(contents: Box<[T]>, waiting: impl FnOnce(Box<[T]>) -> Waiting<'a>) {
    if !contents.is_empty() {
        model::release(contents, |contents| release_deep(waiting(contents)));
    }
}

/// Contents that are still to be dropped.
#[derive(Default)]
pub(super) struct Waiting<'a> {
    entries: Vec<Box<[Entry<'a>]>>,
    lists: Vec<Box<[List<'a>]>>,
}

impl<'a> Waiting<'a> {
    pub(super) fn entries(entries: Box<[Entry<'a>]>) -> Self {
        Self { entries: vec![entries], lists: Vec::new() }
    }

    fn lists(lists: Box<[List<'a>]>) -> Self {
        Self { entries: Vec::new(), lists: vec![lists] }
    }

    /// Takes what is inside a list, so that nothing deep is left in it.
    fn take(&mut self, list: &mut List<'a>) {
        match list {
            List::List(inner) => self.lists.push(std::mem::take(&mut inner.0)),
            List::Compound(compounds) => {
                self.entries.extend(compounds.iter_mut().map(Compound::take));
            }
            _ => {}
        }
    }
}

/// Drops contents of any depth: what is inside them joins the list before they go.
#[cold]
#[inline(never)]
fn release_deep(mut waiting: Waiting<'_>) {
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

/// The lists in a list of lists. A slice in all that is done with it, except that dropping it takes no more stack if it
/// nests deeper than any input may.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lists<'a>(Box<[List<'a>]>);

impl<'a> Lists<'a> {
    /// The lists, to add and remove some.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<List<'a>> {
        std::mem::take(&mut self.0).into_vec()
    }
}

impl Drop for Lists<'_> {
    #[inline]
    fn drop(&mut self) {
        release(std::mem::take(&mut self.0), Waiting::lists);
    }
}

impl<'a> Deref for Lists<'a> {
    type Target = [List<'a>];
    #[inline]
    fn deref(&self) -> &[List<'a>] {
        &self.0
    }
}

impl DerefMut for Lists<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'a> From<Box<[List<'a>]>> for Lists<'a> {
    #[inline]
    fn from(lists: Box<[List<'a>]>) -> Self {
        Self(lists)
    }
}

impl<'a> From<Vec<List<'a>>> for Lists<'a> {
    #[inline]
    fn from(lists: Vec<List<'a>>) -> Self {
        Self(lists.into_boxed_slice())
    }
}

impl<'a, const N: usize> From<[List<'a>; N]> for Lists<'a> {
    fn from(lists: [List<'a>; N]) -> Self {
        Self(Box::new(lists))
    }
}

impl<'a> FromIterator<List<'a>> for Lists<'a> {
    fn from_iter<I: IntoIterator<Item = List<'a>>>(lists: I) -> Self {
        Self(lists.into_iter().collect())
    }
}

impl<'a> IntoIterator for Lists<'a> {
    type Item = List<'a>;
    type IntoIter = std::vec::IntoIter<List<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'v, 'a> IntoIterator for &'v Lists<'a> {
    type Item = &'v List<'a>;
    type IntoIter = std::slice::Iter<'v, List<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
