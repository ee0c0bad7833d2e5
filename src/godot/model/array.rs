//! Arrays.

use std::ops::{Deref, DerefMut};

use super::container::Repr;
use super::{ElementType, Variant};

/// An array. It behaves as a `Vec<Variant>`, and may have an element type.
///
/// ```
/// use gamewire::godot::{Array, Variant};
/// let mut scores = Array::from(vec![Variant::Int(3)]);
/// scores.push("four".into());
/// assert_eq!(scores.len(), 2);
/// assert_eq!(scores[1].as_str(), Some("four"));
/// ```
#[derive(Clone, PartialEq)]
pub struct Array<'a>(Repr<Vec<Variant<'a>>, ElementType<'a>>);

impl<'a> Array<'a> {
    /// An empty array without element type.
    #[must_use]
    pub const fn new() -> Self {
        Self(Repr::Plain(Vec::new()))
    }

    /// An array whose elements are declared to be of one type (Godot 4.3 and later).
    ///
    /// ```
    /// use gamewire::godot::{Array, Dialect, ElementType, Kind, Variant};
    /// // Array[int]([128])
    /// let array = Array::typed(ElementType::Builtin(Kind::Int), vec![Variant::Int(128)]);
    /// let bytes = Dialect::GODOT_4.encode(&Variant::Array(array))?;
    /// assert_eq!(bytes, [28, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 128, 0, 0, 0]);
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    #[must_use]
    pub fn typed(element: ElementType<'a>, items: Vec<Variant<'a>>) -> Self {
        Self(Repr::Typed(Box::new((items, element))))
    }

    /// The elements, if they have no declared type and no shared bit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn plain(&self) -> Option<&[Variant<'a>]> {
        self.0.plain().map(Vec::as_slice)
    }

    /// The declared type of the elements. They may differ: a decoder keeps what is in the bytes.
    pub fn element_type(&self) -> Option<&ElementType<'a>> {
        match &self.0 {
            Repr::Typed(typed) => Some(&typed.1),
            Repr::Plain(_) | Repr::Shared(_) => None,
        }
    }

    /// Returns whether Godot 2's shared bit is set.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Repr::Shared(_))
    }

    /// Sets or clears Godot 2's shared bit; an element type, which Godot 2 does not know, is dropped.
    #[must_use]
    pub fn with_shared(mut self, shared: bool) -> Self {
        let items = self.0.take();
        Self(if shared { Repr::Shared(Box::new(items)) } else { Repr::Plain(items) })
    }

    /// The elements alone.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<Variant<'a>> {
        self.0.take()
    }

    /// Takes the elements; the array is empty afterwards.
    pub(super) fn take(&mut self) -> Vec<Variant<'a>> {
        self.0.take()
    }
}

impl Default for Array<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> From<Vec<Variant<'a>>> for Array<'a> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(items: Vec<Variant<'a>>) -> Self {
        Self(Repr::Plain(items))
    }
}

impl<'a, T: Into<Variant<'a>>, const N: usize> From<[T; N]> for Array<'a> {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<'a> From<Array<'a>> for Vec<Variant<'a>> {
    fn from(array: Array<'a>) -> Self {
        array.into_vec()
    }
}

impl<'a, T: Into<Variant<'a>>> FromIterator<T> for Array<'a> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().map(Into::into).collect::<Vec<_>>().into()
    }
}

impl<'a, T: Into<Variant<'a>>> Extend<T> for Array<'a> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.0.list_mut().extend(items.into_iter().map(Into::into));
    }
}

impl<'a> Deref for Array<'a> {
    type Target = Vec<Variant<'a>>;
    fn deref(&self) -> &Self::Target {
        self.0.list()
    }
}

impl DerefMut for Array<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.list_mut()
    }
}

impl<'v, 'a> IntoIterator for &'v Array<'a> {
    type Item = &'v Variant<'a>;
    type IntoIter = std::slice::Iter<'v, Variant<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, 'a> IntoIterator for &'v mut Array<'a> {
    type Item = &'v mut Variant<'a>;
    type IntoIter = std::slice::IterMut<'v, Variant<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'a> IntoIterator for Array<'a> {
    type Item = Variant<'a>;
    type IntoIter = std::vec::IntoIter<Variant<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'a> AsRef<[Variant<'a>]> for Array<'a> {
    fn as_ref(&self) -> &[Variant<'a>] {
        self
    }
}

impl<'a> AsMut<[Variant<'a>]> for Array<'a> {
    fn as_mut(&mut self) -> &mut [Variant<'a>] {
        self
    }
}
