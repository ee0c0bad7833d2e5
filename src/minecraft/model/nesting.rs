//! Nested values: types that dereference to a slice, and dropping without recursion.

use std::cell::Cell;

/// Implements the traits of a slice, except `Drop`, for a struct with one `Box<[Item]>`. Both types may have a
/// lifetime.
macro_rules! boxed_slice {
    ($name:ident of $item:ident $($a:lifetime)?) => {
        impl<$($a)?> $name<$($a)?> {
            /// Returns the elements as a vector.
            #[must_use]
            pub fn into_vec(mut self) -> Vec<$item<$($a)?>> {
                std::mem::take(&mut self.0).into_vec()
            }
        }

        impl<$($a)?> std::ops::Deref for $name<$($a)?> {
            type Target = [$item<$($a)?>];
            #[inline]
            fn deref(&self) -> &[$item<$($a)?>] {
                &self.0
            }
        }

        impl<$($a)?> std::ops::DerefMut for $name<$($a)?> {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }

        impl<$($a)?> From<Box<[$item<$($a)?>]>> for $name<$($a)?> {
            #[inline]
            fn from(elements: Box<[$item<$($a)?>]>) -> Self {
                Self(elements)
            }
        }

        impl<$($a)?> From<Vec<$item<$($a)?>>> for $name<$($a)?> {
            #[inline]
            fn from(elements: Vec<$item<$($a)?>>) -> Self {
                Self(elements.into_boxed_slice())
            }
        }

        impl<$($a,)? const N: usize> From<[$item<$($a)?>; N]> for $name<$($a)?> {
            fn from(elements: [$item<$($a)?>; N]) -> Self {
                Self(Box::new(elements))
            }
        }

        impl<$($a)?> FromIterator<$item<$($a)?>> for $name<$($a)?> {
            fn from_iter<I: IntoIterator<Item = $item<$($a)?>>>(elements: I) -> Self {
                Self(elements.into_iter().collect())
            }
        }

        impl<$($a)?> IntoIterator for $name<$($a)?> {
            type Item = $item<$($a)?>;
            type IntoIter = std::vec::IntoIter<$item<$($a)?>>;
            fn into_iter(self) -> Self::IntoIter {
                self.into_vec().into_iter()
            }
        }

        impl<'v, $($a)?> IntoIterator for &'v $name<$($a)?> {
            type Item = &'v $item<$($a)?>;
            type IntoIter = std::slice::Iter<'v, $item<$($a)?>>;
            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }
    };
}

pub(in crate::minecraft) use boxed_slice;

/// The number of levels that are dropped by recursion. Deeper values are moved to a list and dropped from there.
const RECURSION: u32 = 64;

thread_local! {
    /// The number of values around the current one that are being dropped.
    static LEVEL: Cell<u32> = const { Cell::new(0) };
}

/// Drops contents. Below [`RECURSION`] levels, `deep` drops them without recursion.
#[inline]
pub(in crate::minecraft) fn release<T>(contents: T, deep: impl FnOnce(T)) {
    let level = LEVEL.get();
    if level < RECURSION {
        LEVEL.set(level + 1);
        drop(contents);
        LEVEL.set(level);
    } else {
        deep(contents);
    }
}
