//! Trees and views of NBT as values with children, and walks through them.

use std::iter::{Empty, Map};
use std::ops::Range;
use std::slice;

use super::super::nbt::{
    CompoundView, CompoundViewIter, JavaStr, JavaStrView, List, ListIter, ListView, ListViewIter, NbtView,
    Tag, TagId, TagRef, TagView,
};
use crate::path::{ChildIter, ChildStep, Fingerprint, Tree, Walk};

impl Tag {
    /// Returns an iterator over this tag and every tag inside it. See [`Walk`]. The elements of lists are included, and
    /// the numbers of arrays are not.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Tag, nbt};
    /// let root = Tag::from(nbt!({ "Items": [{ "id": "sword" }, { "id": "bow" }] }));
    /// let bow = root.walk().with_paths().find(|(_, tag)| tag.to_str().as_deref() == Some("bow"));
    /// assert_eq!(bow.unwrap().0.to_string(), "$.Items[1].id");
    /// ```
    pub fn walk(&self) -> Walk<TagRef<'_>> {
        Walk::new(self.into())
    }
}

impl<'a> NbtView<'a> {
    /// Returns an iterator over the root and every tag inside it, which are read in place. See [`Walk`].
    ///
    /// To skip a tag, the iterator has to read its bytes, so a tag inside ten others is read ten times. If tags may be
    /// nested deeply, walk through a [tree](Self::to_nbt) instead.
    pub fn walk(&self) -> Walk<TagView<'a>> {
        Walk::new(self.root())
    }
}

type Entry = (JavaStr, Tag);

impl<'l> Tree for TagRef<'l> {
    type Value = Tag;
    type Ref<'r>
        = TagRef<'r>
    where
        Self: 'r;
    type Name = &'l JavaStr;
    type Items = ListIter<'l>;
    type Entries = Empty<(Self, Self)>;
    type Named = Map<slice::Iter<'l, Entry>, fn(&'l Entry) -> (Self::Name, Self)>;

    fn type_name(self) -> &'static str {
        self.id().name()
    }

    fn to_tree(self) -> Tag {
        self.to_tag()
    }

    fn children(self) -> ChildIter<Self> {
        if let TagRef::List(list) = self {
            ChildIter::items(list.iter())
        } else if let TagRef::Compound(compound) = self {
            let pair: fn(&'l Entry) -> _ = |(name, tag)| (name, tag.into());
            ChildIter::named(compound.entries().iter().map(pair))
        } else {
            ChildIter::Nothing
        }
    }

    fn child_at(self, at: usize) -> Option<(ChildStep<Self>, Self)> {
        let element = match self {
            Self::ByteArray(array) => array.get(at).map(Self::Byte),
            Self::IntArray(array) => array.get(at).map(Self::Int),
            Self::LongArray(array) => array.get(at).map(Self::Long),
            Self::List(list) => list.get(at),
            Self::Compound(compound) => {
                return compound.entries().get(at).map(|(name, tag)| (ChildStep::Name(at, name), tag.into()));
            }
            _ => None,
        };
        element.map(|element| (ChildStep::Index(at), element))
    }

    fn count(self) -> Option<usize> {
        match self {
            Self::ByteArray(array) => Some(array.len()),
            Self::IntArray(array) => Some(array.len()),
            Self::LongArray(array) => Some(array.len()),
            _ => None,
        }
    }

    fn same_apart_from_children(self, other: Self) -> bool {
        match (self, other) {
            (Self::Compound(_), Self::Compound(_)) => true,
            // The type of an empty list is visible only at the list itself.
            (Self::List(a), Self::List(b)) => a.element_type() == b.element_type() || one_is_end(a, b),
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            (Self::Double(a), Self::Double(b)) => a.to_bits() == b.to_bits(),
            // The numbers of arrays are compared one by one.
            (a, b) if a.count().is_some() => a.id() == b.id(),
            (a, b) => a == b,
        }
    }

    fn print(self, print: &mut Fingerprint) {
        print.add(self.id() as u8);
        match self {
            Self::Byte(number) => print.add(number),
            Self::Short(number) => print.add(number),
            Self::Int(number) => print.add(number),
            Self::Long(number) => print.add(number),
            Self::Float(number) => print.add(number.to_bits()),
            Self::Double(number) => print.add(number.to_bits()),
            Self::String(text) => print.ends(text.as_bytes()),
            Self::ByteArray(array) => print.ends(array.as_wire()),
            Self::IntArray(array) => print.ends(array.as_wire()),
            Self::LongArray(array) => print.ends(array.as_wire()),
            Self::List(list) => print.add(list.element_type() as u8),
            Self::Compound(_) => {}
        }
    }
}

/// Returns whether one list is an empty list of End, so that the elements of the other were added or removed.
fn one_is_end(a: &List, b: &List) -> bool {
    let end = |list: &List| matches!(list, List::End);
    end(a) && !b.is_empty() || end(b) && !a.is_empty()
}

impl<'a> Tree for TagView<'a> {
    type Value = Tag;
    type Ref<'r>
        = TagRef<'r>
    where
        Self: 'r;
    type Name = JavaStrView<'a>;
    type Items = ListViewIter<'a>;
    type Entries = Empty<(Self, Self)>;
    type Named = CompoundViewIter<'a>;

    fn type_name(self) -> &'static str {
        self.id().name()
    }

    fn to_tree(self) -> Tag {
        self.to_tag()
    }

    fn children(self) -> ChildIter<Self> {
        let compound = || self.as_compound().as_ref().map(CompoundView::entries).map(ChildIter::named);
        let list = self.as_list().as_ref().map(ListView::iter).map(ChildIter::items);
        list.or_else(compound).unwrap_or(ChildIter::Nothing)
    }

    fn child_at(self, at: usize) -> Option<(ChildStep<Self>, Self)> {
        Some((ChildStep::Index(at), self.elements()?.get(at)?))
    }

    fn count(self) -> Option<usize> {
        self.as_array().map(|numbers| numbers.len())
    }

    fn same_apart_from_children(self, other: Self) -> bool {
        let elements = |of: Self| of.as_list().map(|list| list.element_type());
        self.id() == other.id() && elements(self) == elements(other)
    }

    fn print(self, print: &mut Fingerprint) {
        // The type is that in a tree, because a small tag is read as a tree and compared with large ones.
        print.add(self.id() as u8);
        if let Some(list) = self.as_list() {
            print.add(list.element_type() as u8);
        }
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self.as_wire())
    }

    fn inside(self) -> Range<usize> {
        // A compound ends with an End.
        let end = usize::from(self.id() == TagId::Compound);
        self.as_wire().len() - self.contents().len()..self.as_wire().len() - end
    }

    fn is_comparable(self) -> bool {
        // A list of numbers is compared as a tree, which takes no more memory.
        let is_number = |id: TagId| id == TagId::End || id.is_number();
        self.as_list().is_none_or(|list| !is_number(list.element_type()))
    }

    fn child_within(self, at: usize, place: Range<usize>) -> Option<(ChildStep<Self>, Self)> {
        let child = self.as_wire().get(place)?;
        match self.as_compound() {
            Some(compound) => compound.entry(child).map(|(name, tag)| (ChildStep::Name(at, name), tag)),
            None => Some((ChildStep::Index(at), self.as_list()?.element(child))),
        }
    }
}
