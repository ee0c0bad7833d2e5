//! Comparisons of a variant with numbers and text: `value == 9`. An `Int` never equals a float.

use super::*;
use crate::conversions::equal;

equal! {
    Variant;
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
