//! Differences between two NBT roots.

use super::super::nbt::{Compound, JavaStr, List, Nbt, Tag, TagRef};
use super::step_to;
use crate::path::{
    Change, ChildKind, Diff, Difference, Fingerprint, Followed as _, Node, Pairing, Path, Printed, Segment,
};

/// Returns the differences between two NBT roots.
///
/// Differences are names and elements that were added or removed, and values that changed. Floats are compared by their
/// bits. A different order of entries is reported only if nothing else differs. The names of the roots are ignored, as
/// in the game.
///
/// Elements of lists and arrays are aligned, as in [`godot::diff`](crate::godot::diff): an inserted element is one
/// difference, and the elements after it are not reported.
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Nbt};
/// use gamewire::minecraft::diff;
/// let old = Nbt::unnamed(Compound::from_iter([("Gold", 7), ("Hp", 10)]));
/// let new = Nbt::unnamed(Compound::from_iter([("Gold", 999), ("Hp", 10)]));
/// let paths: Vec<_> = diff(&old, &new).map(|difference| format!("{:#}", difference.path)).collect();
/// assert_eq!(paths, ["$.Gold"]);
/// ```
pub fn diff<'v, 'a>(old: &'v Nbt, new: &'v Nbt) -> impl Iterator<Item = Difference<Tag>> + use<'v, 'a> {
    Diff::new(TagRef::from(&old.root), TagRef::from(&new.root))
}

impl Tag {
    /// Returns whether two tags have the same contents: floats are compared by their bits (a NaN equals itself, and 0
    /// does not equal -0), and entries must be in the same order.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::Tag;
    /// let nan = Tag::Float(f32::NAN);
    /// assert!(nan.same_bits(&nan) && nan != nan);
    /// ```
    #[must_use]
    pub fn same_bits(&self, other: &Tag) -> bool {
        Diff::new(TagRef::from(self), TagRef::from(other)).next().is_none()
    }
}

/// Calls a function with each difference that [`diff`] finds, and its path. The path is borrowed, so no path is copied.
///
/// # Errors
/// Returns the first error of the function, after which it is not called again.
///
/// ```
/// use gamewire::minecraft::diff_each;
/// use gamewire::minecraft::nbt::{Compound, Nbt};
///
/// let old = Nbt::unnamed(Compound::from_iter([("Gold", 7), ("Hp", 10)]));
/// let new = Nbt::unnamed(Compound::from_iter([("Gold", 8), ("Hp", 9)]));
/// let mut paths = Vec::new();
/// diff_each(&old, &new, |path, _| {
///     paths.push(path.to_string());
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert_eq!(paths, ["$.Gold", "$.Hp"]);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub fn diff_each<E>(
    old: &Nbt,
    new: &Nbt,
    each: impl FnMut(&Path, Change<Tag>) -> Result<(), E>,
) -> Result<(), E> {
    Diff::new(TagRef::from(&old.root), TagRef::from(&new.root)).each(each)
}

impl Node for TagRef<'_> {
    type Value = Tag;

    fn value(&self) -> Tag {
        self.to_tag()
    }

    fn fingerprint(&self) -> u64 {
        Fingerprint::compute(*self)
    }

    fn child_kind(&self) -> ChildKind {
        match self {
            Self::Compound(_) => ChildKind::Entries,
            Self::List(list) => ChildKind::Elements(list.len()),
            leaf => leaf.count().map_or(ChildKind::Nothing, ChildKind::Elements),
        }
    }

    fn same(&self, other: &Self) -> bool {
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

    fn at(&self, index: usize) -> Option<Self> {
        match self {
            Self::Compound(compound) => compound.entries().get(index).map(|(_, tag)| tag.into()),
            Self::List(list) => list.get(index),
            leaf => leaf.element(index),
        }
    }

    fn step(&self, index: usize) -> Option<Segment> {
        let Self::Compound(compound) = self else { return None };
        compound.entries().get(index).map(|(name, _)| step_to(name, index))
    }

    fn key(&self, _: usize) -> Option<Tag> {
        None
    }

    fn pairing(&self, other: &Self) -> Pairing {
        let (Self::Compound(old), Self::Compound(new)) = (self, other) else { return Pairing::default() };
        let names = |of: &Compound| of.entries().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        Pairing::by_key(&names(old), &names(new))
    }
}

impl<'l> Printed for TagRef<'l> {
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

    fn name_bytes(name: &&'l JavaStr) -> &'l [u8] {
        name.as_bytes()
    }
}

/// Returns whether one list is an empty list of End, so that the elements of the other were added or removed.
fn one_is_end(a: &List, b: &List) -> bool {
    let end = |list: &List| matches!(list, List::End);
    end(a) && !b.is_empty() || end(b) && !a.is_empty()
}
