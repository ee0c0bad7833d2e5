//! Walks through all tags of trees and views.

use std::iter::{Empty, Map};
use std::slice;

use super::super::nbt::{
    CompoundView, CompoundViewIter, JavaStr, ListIter, ListView, ListViewIter, Nbt, NbtView, Tag, TagRef,
    TagView, lent,
};
use super::step_to;
use crate::path::{ChildIter, Contained, Segment, Walk, Walked};

impl Nbt {
    /// Returns an iterator over the root and every tag inside it. See [`Walk`]. The elements of lists are included, and
    /// the numbers of arrays are not.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Nbt, nbt};
    /// let root = Nbt::unnamed(nbt!({ "Items": [{ "id": "sword" }, { "id": "bow" }] }));
    /// let bow = root.walk().with_paths().find(|(_, tag)| tag.to_str().as_deref() == Some("bow"));
    /// assert_eq!(bow.unwrap().0.to_string(), "$.Items[1].id");
    /// ```
    pub fn walk(&self) -> Walk<TagRef<'_>> {
        self.root.walk()
    }
}

impl Tag {
    /// Returns an iterator over this tag and every tag inside it. See [`Walk`].
    pub fn walk(&self) -> Walk<TagRef<'_>> {
        Walk::new(self.into())
    }
}

impl<'a> NbtView<'a> {
    /// Returns an iterator over the root and every tag inside it, which are read in place. See [`Walk`].
    ///
    /// Skipping a tag reads its bytes, so that a tag is read once for each tag around it. If tags may be nested deeply,
    /// walk through a [tree](Self::to_nbt) instead.
    pub fn walk(&self) -> Walk<TagView<'a>> {
        Walk::new(self.root())
    }
}

type Entry<'a> = (JavaStr, Tag);

impl Walked for TagRef<'_> {}

impl<'l, 'a> Contained for TagRef<'l> {
    type Name = &'l JavaStr;
    type Items = ListIter<'l>;
    type Entries = Empty<(Self, Self)>;
    type Named = Map<slice::Iter<'l, Entry<'a>>, fn(&'l Entry<'a>) -> (Self::Name, Self)>;

    fn child_iter(self) -> ChildIter<Self> {
        if let TagRef::List(list) = self {
            ChildIter::Items(list.iter())
        } else if let TagRef::Compound(compound) = self {
            let pair: fn(&'l Entry<'a>) -> _ = |(name, tag)| (name, tag.into());
            ChildIter::Named(compound.entries().iter().map(pair))
        } else {
            ChildIter::Nothing
        }
    }

    fn by_name(name: &Self::Name, at: usize) -> Segment {
        step_to(name, at)
    }
}

impl Walked for TagView<'_> {}

impl<'a> Contained for TagView<'a> {
    type Name = lent::JavaStr<'a>;
    type Items = ListViewIter<'a>;
    type Entries = Empty<(Self, Self)>;
    type Named = CompoundViewIter<'a>;

    fn child_iter(self) -> ChildIter<Self> {
        let compound = || self.as_compound().as_ref().map(CompoundView::entries).map(ChildIter::Named);
        let list = self.as_list().as_ref().map(ListView::iter).map(ChildIter::Items);
        list.or_else(compound).unwrap_or(ChildIter::Nothing)
    }

    fn by_name(name: &Self::Name, at: usize) -> Segment {
        step_to(name, at)
    }
}
