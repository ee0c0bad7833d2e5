//! The methods of arrays.

use std::ops::{Deref, DerefMut};

use super::ElementType;
use super::container::Repr;
use super::variant::{Array, Variant};

impl Array {
    /// Creates an empty array without an element type.
    #[must_use]
    pub const fn new() -> Self {
        Self(Repr::Plain(Vec::new()))
    }

    /// Creates an array that declares the type of its elements (Godot 4.3 and later).
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
    pub fn typed(element: ElementType, items: Vec<Variant>) -> Self {
        Self(Repr::Typed(Box::new((items, element))))
    }

    /// Returns the declared type of the elements. Elements may have another type, because a decoder keeps what is in
    /// the bytes.
    pub fn element_type(&self) -> Option<&ElementType> {
        match &self.0 {
            Repr::Typed(typed) => Some(&typed.1),
            Repr::Plain(_) | Repr::Shared(_) => None,
        }
    }

    /// Returns whether Godot 2's shared bit is set.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Repr::Shared(_))
    }

    /// Sets or clears Godot 2's shared bit. This removes the element type, because Godot 2 has no typed arrays.
    #[must_use]
    pub fn with_shared(mut self, shared: bool) -> Self {
        let items = self.0.take();
        Self(if shared { Repr::Shared(Box::new(items)) } else { Repr::Plain(items) })
    }

    /// Returns the elements, without the declared type.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<Variant> {
        self.0.take()
    }

    /// Appends an element.
    pub fn push(&mut self, value: impl Into<Variant>) {
        self.0.list_mut().push(value.into());
    }

    /// Inserts an element at position `index`, and moves all elements after it by one.
    ///
    /// # Panics
    /// Panics if `index` is greater than the length.
    pub fn insert(&mut self, index: usize, value: impl Into<Variant>) {
        self.0.list_mut().insert(index, value.into());
    }
}

impl Default for Array {
    fn default() -> Self {
        Self::new()
    }
}

impl From<Vec<Variant>> for Array {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(items: Vec<Variant>) -> Self {
        Self(Repr::Plain(items))
    }
}

impl<T: Into<Variant>, const N: usize> From<[T; N]> for Array {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Into<Variant>> FromIterator<T> for Array {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().map(Into::into).collect::<Vec<_>>().into()
    }
}

impl<T: Into<Variant>> Extend<T> for Array {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.0.list_mut().extend(items.into_iter().map(Into::into));
    }
}

impl Deref for Array {
    type Target = Vec<Variant>;
    fn deref(&self) -> &Self::Target {
        self.0.list()
    }
}

impl DerefMut for Array {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.list_mut()
    }
}

impl<'v> IntoIterator for &'v Array {
    type Item = &'v Variant;
    type IntoIter = std::slice::Iter<'v, Variant>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v> IntoIterator for &'v mut Array {
    type Item = &'v mut Variant;
    type IntoIter = std::slice::IterMut<'v, Variant>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl IntoIterator for Array {
    type Item = Variant;
    type IntoIter = std::vec::IntoIter<Variant>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}
