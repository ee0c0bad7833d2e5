//! Comparisons of a variant with numbers and text.

use super::*;

/// Implements both directions: `value == 9` and `9 == value`.
macro_rules! equal {
    ($($(#$doc:tt)* $other:ty: |$value:ident, $it:ident| $equal:expr;)+) => {$(
        $(#$doc)*
        impl PartialEq<$other> for Variant<'_> {
            fn eq(&self, other: &$other) -> bool {
                let ($value, $it) = (self, other);
                $equal
            }
        }

        $(#$doc)*
        impl PartialEq<Variant<'_>> for $other {
            fn eq(&self, other: &Variant<'_>) -> bool {
                other == self
            }
        }
    )+};
}

equal! {
    /// Whether this is that `Bool`.
    bool: |value, it| value.as_bool() == Some(*it);
    /// Whether this is that `Int`.
    i8: |value, it| value.as_i64() == Some(i64::from(*it));
    /// Whether this is that `Int`.
    i16: |value, it| value.as_i64() == Some(i64::from(*it));
    /// Whether this is that `Int`.
    i32: |value, it| value.as_i64() == Some(i64::from(*it));
    /// Whether this is that `Int`.
    i64: |value, it| value.as_i64() == Some(*it);
    /// Whether this is that `Int`.
    u8: |value, it| value.as_i64() == Some(i64::from(*it));
    /// Whether this is that `Int`.
    u16: |value, it| value.as_i64() == Some(i64::from(*it));
    /// Whether this is that `Int`.
    u32: |value, it| value.as_i64() == Some(i64::from(*it));
    /// Whether this is that `Int`.
    u64: |value, it| value.as_i64().is_some_and(|int| u64::try_from(int) == Ok(*it));
    /// Whether this is that `Int`.
    usize: |value, it| value.as_i64().is_some_and(|int| usize::try_from(int) == Ok(*it));
    /// Whether this is a `Float` that equals the number: an `Int` does not, and a NaN equals nothing.
    f32: |value, it| matches!(value, Variant::Float(float) if *float == f64::from(*it));
    /// Whether this is a `Float` that equals the number: an `Int` does not, and a NaN equals nothing.
    f64: |value, it| matches!(value, Variant::Float(float) if float == it);
    /// Whether this is a `String` or `StringName` of that text.
    str: |value, it| value.as_text().is_some_and(|text| text == it);
    /// Whether this is a `String` or `StringName` of that text.
    &str: |value, it| value.as_text().is_some_and(|text| text == *it);
    /// Whether this is a `String` or `StringName` of that text.
    String: |value, it| value.as_text().is_some_and(|text| text == it.as_str());
}
