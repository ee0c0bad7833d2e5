//! Comparisons of a variant with numbers and text: `value == 9`. An `Int` never equals a float.

use super::*;

/// Implements both directions: `value == 9` and `9 == value`.
macro_rules! equal {
    ($($(#$doc:tt)* $other:ty: |$value:ident, $it:ident| $equal:expr;)+) => {$(
        $(#$doc)*
        impl PartialEq<$other> for Variant {
            fn eq(&self, other: &$other) -> bool {
                let ($value, $it) = (self, other);
                $equal
            }
        }

        $(#$doc)*
        impl PartialEq<Variant> for $other {
            fn eq(&self, other: &Variant) -> bool {
                other == self
            }
        }
    )+};
}

equal! {
    bool: |value, it| value.as_bool() == Some(*it);
    i8: |value, it| value.as_i64() == Some(i64::from(*it));
    i16: |value, it| value.as_i64() == Some(i64::from(*it));
    i32: |value, it| value.as_i64() == Some(i64::from(*it));
    i64: |value, it| value.as_i64() == Some(*it);
    u8: |value, it| value.as_i64() == Some(i64::from(*it));
    u16: |value, it| value.as_i64() == Some(i64::from(*it));
    u32: |value, it| value.as_i64() == Some(i64::from(*it));
    u64: |value, it| value.as_i64().is_some_and(|int| u64::try_from(int) == Ok(*it));
    usize: |value, it| value.as_i64().is_some_and(|int| usize::try_from(int) == Ok(*it));
    f32: |value, it| matches!(value, Variant::Float(float) if *float == f64::from(*it));
    f64: |value, it| matches!(value, Variant::Float(float) if float == it);
    str: |value, it| value.as_text().is_some_and(|text| text == it);
    &str: |value, it| value.as_text().is_some_and(|text| text == *it);
    String: |value, it| value.as_text().is_some_and(|text| text == it.as_str());
}
