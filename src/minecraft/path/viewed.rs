//! Differences between two roots in their encoded bytes, and the places of their parts.

use std::ops::Range;

use super::super::ids::TagId;
use super::super::nbt::lent::JavaStr;
use super::super::nbt::{NbtView, Tag, TagRef, TagView};
use crate::path::{Change, Diff, Fingerprint, Pairing, Path, Printed, View, Viewed, diff_each_viewed};

impl<'a> NbtView<'a> {
    /// Calls a function with each difference to another root. The differences, their paths and their order are those of
    /// [`diff_each`](super::diff_each) for trees.
    ///
    /// Parts of both roots with the same bytes are skipped. Only the parts of large values that differ are decoded, one
    /// at a time. Comparing therefore takes little memory in addition to both inputs: that of the differences, and up
    /// to a word for each entry and element of the open containers. Values more than 8 levels deep and roots in
    /// different forms are compared as trees.
    ///
    /// # Errors
    /// Returns the first error of the function, after which it is not called again.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::NbtView};
    /// use std::convert::Infallible;
    /// let parse = |bytes| Protocol::V1_14.parse::<NbtView<'_>>(bytes);
    /// let old = parse(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
    /// let new = parse(b"\x0a\0\0\x03\0\x04Gold\0\0\x03\xe7\0")?;
    /// let mut paths = Vec::new();
    /// let each = |path: &gamewire::path::Path, _| Ok::<(), Infallible>(paths.push(path.to_string()));
    /// old.diff_each(&new, each)?;
    /// assert_eq!(paths, ["$.Gold"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn diff_each<E>(
        &self,
        new: &NbtView<'a>,
        each: impl FnMut(&Path, Change<Tag>) -> Result<(), E>,
    ) -> Result<(), E> {
        diff_each_viewed(self.root(), new.root(), each)
    }
}

/// A list of numbers is compared as a tree, which takes no more memory.
fn is_number(id: TagId) -> bool {
    match id {
        TagId::End | TagId::Byte | TagId::Short | TagId::Int | TagId::Long | TagId::Float | TagId::Double => {
            true
        }
        TagId::ByteArray | TagId::IntArray | TagId::LongArray => false,
        TagId::String | TagId::List | TagId::Compound => false,
    }
}

impl Printed for TagView<'_> {
    fn print(self, print: &mut Fingerprint) {
        // The type is that in a tree, because a small tag is read as a tree and compared with large ones.
        print.add(self.id() as u8);
        if let Some(list) = self.as_list() {
            print.add(list.element_type() as u8);
        }
    }

    fn name_bytes<'n>(name: &'n JavaStr<'_>) -> &'n [u8] {
        name.as_bytes()
    }
}

impl<'a> View for TagView<'a> {
    type Tree = Tag;

    fn tree(self) -> Tag {
        self.to_tag()
    }

    fn bytes(&self) -> &[u8] {
        self.as_wire()
    }

    fn inside(self) -> Range<usize> {
        // A compound ends with an End.
        let end = usize::from(self.id() == TagId::Compound);
        self.start_of_contents()..self.as_wire().len() - end
    }

    fn part(self, name: Range<usize>, place: Range<usize>) -> Option<Self> {
        match self.as_compound() {
            Some(compound) => compound.entry(self.as_wire().get(name.start..place.end)?).map(|(_, tag)| tag),
            None => Some(self.as_list()?.element(self.as_wire().get(place)?)),
        }
    }

    fn name(self, place: Range<usize>) -> Option<JavaStr<'a>> {
        self.as_compound()?.entry(self.as_wire().get(place)?).map(|(name, _)| name)
    }

    fn is_comparable(self) -> bool {
        self.as_list().is_none_or(|list| !is_number(list.element_type()))
    }

    fn is_like(self, other: Self) -> bool {
        let elements = |of: Self| of.as_list().map(|list| list.element_type());
        self.is_alike(&other) && elements(self) == elements(other)
    }

    fn is_same(self, _: Self) -> bool {
        // Values are opened only if they are compounds or lists.
        true
    }

    fn paired(_: &[Self], _: &[Self]) -> Pairing {
        Pairing::default()
    }

    fn fingerprint(self, print: &mut Fingerprint) {
        print.tree(TagRef::from(&self.to_tag()));
    }

    fn each_in_trees<E>(
        whole: &mut Diff<Viewed<Self>>,
        (old, new): (Self, Self),
        each: impl FnMut(&Path, Change<Tag>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (old, new) = (old.to_tag(), new.to_tag());
        Diff::part(whole, (TagRef::from(&old), TagRef::from(&new)), each)
    }
}
