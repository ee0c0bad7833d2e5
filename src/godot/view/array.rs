//! Views of arrays.

use super::{CheckedReader, Sequence, VariantView};
use crate::conversions::iterate;
use crate::godot::model::ElementType;
use crate::godot::wire::Rules;

/// A view of an array, which reads the elements in place.
///
/// ```
/// use gamewire::godot::{Dialect, Variant};
/// let bytes = Dialect::GODOT_4.encode(&Variant::from(vec![Variant::Int(3), "four".into()]))?;
/// let array = Dialect::GODOT_4.view(&bytes)?.as_array().unwrap();
/// assert_eq!(array.len(), 2);
/// assert_eq!(array.get(1).and_then(|value| value.as_str()), Some("four"));
/// assert_eq!(array.iter().filter_map(|value| value.as_i64()).sum::<i64>(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ArrayView<'a> {
    whole: VariantView<'a>,
    elements: Sequence<'a>,
}

impl<'a> ArrayView<'a> {
    pub(super) fn from_view(whole: VariantView<'a>) -> Option<Self> {
        let (at, head) = whole.checked_reader().array(whole.bytes)?;
        Some(Self { whole, elements: Sequence { at, left: head.count } })
    }

    /// Returns the declared type of the elements. Elements may have another type.
    pub fn element_type(&self) -> Option<ElementType> {
        self.whole.checked_reader().array(self.whole.bytes)?.1.of
    }

    /// Returns whether Godot 2's shared bit is set.
    pub fn is_shared(&self) -> bool {
        self.whole.checked_reader().array(self.whole.bytes).is_some_and(|(_, head)| head.shared)
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.elements.left
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns an iterator over the elements, in order.
    pub fn iter(&self) -> ArrayViewIter<'a> {
        ArrayViewIter { rules: self.whole.rules, elements: self.elements }
    }

    /// Returns the element at a position, or `None` if it is out of bounds. All elements before it are skipped one by
    /// one.
    pub fn get(&self, index: usize) -> Option<VariantView<'a>> {
        self.iter().nth(index)
    }
}

/// An iterator over the elements of an [`ArrayView`], in order.
///
/// ```
/// use gamewire::godot::{Dialect, variant};
///
/// let bytes = Dialect::GODOT_4.encode(&variant!([3, "four", 5]))?;
/// let array = Dialect::GODOT_4.view(&bytes)?.as_array().unwrap();
/// let mut elements = array.iter();
/// assert_eq!(elements.next().and_then(|first| first.as_i64()), Some(3));
/// assert_eq!(elements.len(), 2); // The other two were not decoded.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArrayViewIter<'a> {
    rules: Rules,
    elements: Sequence<'a>,
}

iterate!(ArrayView by iter: ArrayViewIter of VariantView<'a>);

impl<'a> Iterator for ArrayViewIter<'a> {
    type Item = VariantView<'a>;

    fn next(&mut self) -> Option<VariantView<'a>> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<VariantView<'a>> {
        let settings = CheckedReader(&self.rules).settings();
        Some(VariantView { bytes: self.elements.nth(&settings, n)?, rules: self.rules })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.elements.left, Some(self.elements.left))
    }
}

impl ExactSizeIterator for ArrayViewIter<'_> {}
