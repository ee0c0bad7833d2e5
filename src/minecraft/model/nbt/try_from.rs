//! Conversions from a tag to its contents.

use super::{Compound, JavaStr, List, Numbers, Tag, TryFromTagError};
use crate::conversions::{by_copy, by_reference};
use crate::minecraft::ids::TagId;

fn integer<T: TryFrom<i64>>(tag: &Tag, expected: TagId, target: &'static str) -> Result<T, TryFromTagError> {
    let value = tag.as_i64().ok_or_else(|| TryFromTagError::wrong_type(expected, tag))?;
    T::try_from(value).map_err(|_| TryFromTagError::Range { value, target })
}

// Integers of any width are accepted, as in serde.
by_copy! {
    Tag, TryFromTagError;
    i8 => |tag| integer(tag, TagId::Byte, "i8");
    i16 => |tag| integer(tag, TagId::Short, "i16");
    i32 => |tag| integer(tag, TagId::Int, "i32");
    i64 => |tag| integer(tag, TagId::Long, "i64");
    f64 => |tag| tag.as_f64().ok_or_else(|| TryFromTagError::wrong_type(TagId::Double, tag));
    bool => |tag| tag.as_bool().ok_or_else(|| TryFromTagError::wrong_type(TagId::Byte, tag));
    f32 => |tag| if let Tag::Float(number) = tag {
        Ok(*number)
    } else {
        Err(TryFromTagError::wrong_type(TagId::Float, tag))
    };
    String => |tag| match tag.as_text() {
        Some(text) => text.to_str().map(Into::into).ok_or(TryFromTagError::NotUnicode),
        None => Err(TryFromTagError::wrong_type(TagId::String, tag)),
    };
}

by_reference! {
    Tag, TryFromTagError, TagId;
    JavaStr => String;
    List => List;
    Compound => Compound;
    Numbers<i8> => ByteArray;
    Numbers<i32> => IntArray;
    Numbers<i64> => LongArray;
}
