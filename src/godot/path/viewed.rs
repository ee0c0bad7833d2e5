//! Differences between two values in their encoded bytes, and the byte ranges of their parts.

use std::ops::Range;

use super::super::model::{Key, Text, Variant};
use super::super::view::VariantView;
use super::compare::{Compared, written};
use crate::path::{Change, Diff, Fingerprint, Pairing, Path, Printed, View, Viewed, diff_each_viewed};

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
        each: impl FnMut(&Path, Change<Variant<'a>>) -> Result<(), E>,
    ) -> Result<(), E> {
        diff_each_viewed(*self, *new, each)
    }
}

impl Printed for VariantView<'_> {
    fn print(self, print: &mut Fingerprint) {
        // The result must equal that of a decoded value: small values are decoded, and are compared with
        // large ones.
        print.add((self.kind() as u8, false));
        if let Some(dictionary) = self.as_dictionary() {
            print.add(dictionary.is_shared());
        }
        if let Some(array) = self.as_array() {
            print.add(array.is_shared());
        }
        if let Some(object) = self.as_object() {
            print.ends(object.class().as_bytes());
        }
    }

    fn name_bytes<'n>(name: &'n Text<'_>) -> &'n [u8] {
        name.as_bytes()
    }
}

impl<'a> View for VariantView<'a> {
    type Tree = Variant<'a>;

    fn tree(self) -> Variant<'a> {
        self.to_lent()
    }

    fn bytes(&self) -> &[u8] {
        self.as_wire()
    }

    fn inside(self) -> Range<usize> {
        self.start_of_contents()..self.as_wire().len()
    }

    fn part(self, _: Range<usize>, place: Range<usize>) -> Option<Self> {
        self.within(place)
    }

    fn name(self, place: Range<usize>) -> Option<Text<'a>> {
        self.name_within(place)
    }

    fn is_comparable(self) -> bool {
        self.as_dictionary().is_none() || self.has_plain_keys()
    }

    fn is_like(self, other: Self) -> bool {
        self.kind() == other.kind()
    }

    fn is_same(self, other: Self) -> bool {
        if let (Some(a), Some(b)) = (self.as_array(), other.as_array()) {
            return a.element_type() == b.element_type() && a.is_shared() == b.is_shared();
        }
        if let (Some(a), Some(b)) = (self.as_dictionary(), other.as_dictionary()) {
            return a.entry_types() == b.entry_types() && a.is_shared() == b.is_shared();
        }
        self.as_object().zip(other.as_object()).is_some_and(|(a, b)| a.class() == b.class())
    }

    fn paired(old: &[Self], new: &[Self]) -> Pairing {
        let trees = |keys: &[Self]| written(keys.iter().map(VariantView::to_variant));
        let alike = |keys: &[Self], at: usize| keys.get(at).and_then(|key| Key::new(key.to_lent()));
        Pairing::by_key(&trees(old), &trees(new)).and_alike(|at| alike(old, at), |at| alike(new, at))
    }

    fn fingerprint(self, print: &mut Fingerprint) {
        print.tree(&self.to_lent());
    }

    fn each_in_trees<E>(
        whole: &mut Diff<Viewed<Self>>,
        (old, new): (Self, Self),
        each: impl FnMut(&Path, Change<Variant<'a>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (old, new) = (old.to_lent(), new.to_lent());
        Diff::part(whole, (Compared::new(&old), Compared::new(&new)), each)
    }
}
