//! Differences between two NBT roots.

use super::super::nbt::{Nbt, NbtView, Tag, TagRef};
use crate::path::{self, Change, Difference, Path, same_contents};

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
    path::diff(TagRef::from(&old.root), TagRef::from(&new.root))
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
    pub fn same_bits(&self, other: &Tag) -> bool {
        same_contents(TagRef::from(self), TagRef::from(other))
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
    path::diff_each(TagRef::from(&old.root), TagRef::from(&new.root), each)
}

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
        path::diff_each(self.root(), new.root(), each)
    }
}
