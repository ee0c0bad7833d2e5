//! Conversions and comparisons between the values of both games and Rust's own types.

/// Implements `From` for each row.
macro_rules! from {
    ($target:ty; $($source:ty => |$from:ident| $made:expr;)+) => {$(
        impl From<$source> for $target {
            fn from($from: $source) -> Self {
                $made
            }
        }
    )+};
}
pub(crate) use from;

/// Implements both directions: `value == 9` and `9 == value`.
macro_rules! equal {
    ($target:ty; $($other:ty: |$value:ident, $it:ident| $equal:expr;)+) => {$(
        impl PartialEq<$other> for $target {
            fn eq(&self, other: &$other) -> bool {
                let ($value, $it) = (self, other);
                $equal
            }
        }

        impl PartialEq<$target> for $other {
            fn eq(&self, other: &$target) -> bool {
                other == self
            }
        }
    )+};
}
pub(crate) use equal;

/// Implements `FromStr`, `AsRef` and `Display` for types whose values have a `name`.
macro_rules! named {
    ($($(#$doc:tt)* $type:ty: $what:literal, |$name:ident| $found:expr;)+) => {$(
        $(#$doc)*
        impl std::str::FromStr for $type {
            type Err = $crate::error::UnknownNameError;
            fn from_str($name: &str) -> Result<Self, Self::Err> {
                $found.ok_or_else(|| $crate::error::UnknownNameError::new($what, $name))
            }
        }

        impl AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.name()
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    )+};
}
pub(crate) use named;

/// Implements `TryFrom` by reference for each row, and by value by way of it.
macro_rules! by_copy {
    ($source:ty, $error:ty; $($target:ty => |$value:ident| $made:expr;)+) => {$(
        impl TryFrom<&$source> for $target {
            type Error = $error;
            fn try_from($value: &$source) -> Result<Self, Self::Error> {
                $made
            }
        }

        impl TryFrom<$source> for $target {
            type Error = $error;
            fn try_from(value: $source) -> Result<Self, Self::Error> {
                Self::try_from(&value)
            }
        }
    )+};
}
pub(crate) use by_copy;

/// Implements `TryFrom` for the payload of each variant, by reference and by value. A star marks a payload in a box.
macro_rules! by_reference {
    ($source:ident, $error:ident, $id:ident; $($payload:ty => $variant:ident $(, $star:tt)?;)+) => {$(
        impl<'v> TryFrom<&'v $source> for &'v $payload {
            type Error = $error;
            fn try_from(value: &'v $source) -> Result<Self, Self::Error> {
                let $source::$variant(payload) = value else {
                    return Err($error::wrong_type($id::$variant, value));
                };
                Ok(payload)
            }
        }

        impl TryFrom<$source> for $payload {
            type Error = $error;
            fn try_from(value: $source) -> Result<Self, Self::Error> {
                let $source::$variant(payload) = value else {
                    return Err($error::wrong_type($id::$variant, &value));
                };
                Ok($($star)? payload)
            }
        }
    )+};
}
pub(crate) use by_reference;

/// Implements `IntoIterator` for a view, and for a reference to it.
macro_rules! iterate {
    ($view:ident by $method:ident: $iter:ident of $item:ty) => {
        $crate::conversions::iterate!($view<'a>, &$view<'a>; by $method: $iter of $item);
    };
    ($($view:ty),+; by $method:ident: $iter:ident of $item:ty) => {$(
        impl<'a> IntoIterator for $view {
            type Item = $item;
            type IntoIter = $iter<'a>;
            fn into_iter(self) -> $iter<'a> {
                self.$method()
            }
        }
    )+};
}
pub(crate) use iterate;
