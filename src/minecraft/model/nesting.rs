//! Nested values, and types that dereference to a slice.

/// Implements the traits of a slice, except `Drop`, for a struct with one `Box<[Item]>`.
macro_rules! boxed_slice {
    ($name:ident of $item:ident) => {
        impl $name {
            /// Returns the elements as a vector.
            #[must_use]
            pub fn into_vec(mut self) -> Vec<$item> {
                std::mem::take(&mut self.0).into_vec()
            }
        }

        impl std::ops::Deref for $name {
            type Target = [$item];
            #[inline]
            fn deref(&self) -> &[$item] {
                &self.0
            }
        }

        impl std::ops::DerefMut for $name {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }

        impl From<Box<[$item]>> for $name {
            #[inline]
            fn from(elements: Box<[$item]>) -> Self {
                Self(elements)
            }
        }

        impl From<Vec<$item>> for $name {
            #[inline]
            fn from(elements: Vec<$item>) -> Self {
                Self(elements.into_boxed_slice())
            }
        }

        impl<const N: usize> From<[$item; N]> for $name {
            fn from(elements: [$item; N]) -> Self {
                Self(Box::new(elements))
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(elements: I) -> Self {
                Self(elements.into_iter().collect())
            }
        }

        impl IntoIterator for $name {
            type Item = $item;
            type IntoIter = std::vec::IntoIter<$item>;
            fn into_iter(self) -> Self::IntoIter {
                self.into_vec().into_iter()
            }
        }

        impl<'v> IntoIterator for &'v $name {
            type Item = &'v $item;
            type IntoIter = std::slice::Iter<'v, $item>;
            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }
    };
}

pub(in crate::minecraft) use boxed_slice;

/// Implements `Clone` and `PartialEq` for a struct with one field, for values that are nested in any depth.
macro_rules! nested {
    ($($name:ident)+) => {$(
        impl Clone for $name {
            fn clone(&self) -> Self {
                crate::limits::with_stack(|| Self(self.0.clone()))
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                crate::limits::with_stack(|| self.0 == other.0)
            }
        }
    )+};
}

pub(in crate::minecraft) use nested;
