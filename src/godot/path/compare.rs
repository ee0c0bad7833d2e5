//! Differences between two values.

use super::super::model::Variant;
use super::super::view::VariantView;
use crate::path::{self, Change, Difference, Path, same_contents};

/// Returns the differences between two values.
///
/// A difference is a key, element or property that was added or removed, or a value that changed. Floats are
/// compared by their bits. Elements of packed arrays are reported one by one, vectors and matrices as a
/// whole. Elements of arrays are aligned, so that an inserted element is one difference and the elements
/// after it are equal. Paths use the positions of the first value; only the last step to an added element is
/// a position of the second. If a key is [the same](Variant::same_key) but written differently, such as
/// `"hp"` and `&"hp"`, the key itself is a difference. A different order of the entries of a dictionary is
/// reported only if nothing else differs.
///
/// The differences come in the order of the first value. All of them are found at once; use [`diff_each`] to handle
/// them one at a time, or to stop at the first. If more than 64 elements between two equal ones, or more than 131,072
/// in all, were inserted or removed, the remaining ones are paired by position.
///
/// ```
/// use gamewire::godot::{Dictionary, Variant, diff};
/// let old = Variant::from(Dictionary::from_iter([("gold", 7), ("hp", 10)]));
/// let new = Variant::from(Dictionary::from_iter([("gold", 999), ("mana", 3)]));
/// let lines: Vec<_> = diff(&old, &new).map(|difference| difference.to_string()).collect();
/// assert_eq!(lines, ["~ $.gold: 7 -> 999", "- $.hp: 10", "+ $.mana: 3"]);
/// assert!(diff(&old, &old).next().is_none());
/// ```
pub fn diff<'v, 'a>(
    old: &'v Variant,
    new: &'v Variant,
) -> impl Iterator<Item = Difference<Variant>> + use<'v, 'a> {
    path::diff(old, new)
}

impl Variant {
    /// Returns whether two values are equal in everything that is encoded: the bits of floats (so that a NaN
    /// equals itself, and 0 is not -0), the types of ints and text, the declared types, and the order of
    /// entries. In contrast, `==` compares floats as Rust does.
    ///
    /// ```
    /// use gamewire::godot::{Variant, variant};
    /// let nan = variant!([(f64::NAN), 1]);
    /// assert!(nan.same_bits(&nan) && nan != nan);
    /// assert!(!Variant::Float(0.0).same_bits(&Variant::Float(-0.0)));
    /// assert!(!Variant::from("a").same_bits(&Variant::StringName("a".into())));
    /// ```
    pub fn same_bits(&self, other: &Variant) -> bool {
        same_contents(self, other)
    }
}

/// Calls `f` with each difference that [`diff`] finds, and its path. The path is borrowed, so that no path is
/// copied.
///
/// # Errors
/// Returns the first error of `f`, which is then not called again.
///
/// ```
/// use gamewire::godot::{diff_each, variant};
/// use std::convert::Infallible;
/// let (old, new) = (variant!([1, 3]), variant!([1, 2, 3]));
/// let mut paths = Vec::new();
/// diff_each(&old, &new, |path, _| Ok::<(), Infallible>(paths.push(path.to_string())))?;
/// assert_eq!(paths, ["$[1]"]);
/// # Ok::<(), Infallible>(())
/// ```
pub fn diff_each<E>(
    old: &Variant,
    new: &Variant,
    each: impl FnMut(&Path, Change<Variant>) -> Result<(), E>,
) -> Result<(), E> {
    path::diff_each(old, new, each)
}

impl<'a> VariantView<'a> {
    /// Calls `f` with each difference to another value, like [`diff_each`](super::super::diff_each) does for
    /// decoded values: the differences, their paths and their order are the same.
    ///
    /// Parts of both values with the same bytes are skipped. In large values, only the parts that differ are
    /// decoded, one at a time, so that comparing needs little memory in addition to both inputs: the
    /// differing parts, and up to a word for each element and key of the open containers. Values more than 8
    /// levels deep are decoded and then compared, and so are dictionaries with duplicate keys, or with keys
    /// that are floats or contain values.
    ///
    /// # Errors
    /// Returns the first error of `f`, which is then not called again.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, variant};
    /// use std::convert::Infallible;
    /// let dialect = Dialect::GODOT_4;
    /// let (old, new) = (dialect.encode(&variant!([1, 3]))?, dialect.encode(&variant!([1, 2, 3]))?);
    /// let mut paths = Vec::new();
    /// let each = |path: &gamewire::path::Path, _| Ok::<(), Infallible>(paths.push(path.to_string()));
    /// dialect.view(&old)?.diff_each(&dialect.view(&new)?, each)?;
    /// assert_eq!(paths, ["$[1]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn diff_each<E>(
        &self,
        new: &VariantView<'a>,
        each: impl FnMut(&Path, Change<Variant>) -> Result<(), E>,
    ) -> Result<(), E> {
        path::diff_each(*self, *new, each)
    }
}
