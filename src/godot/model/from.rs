//! Payloads and other Rust values to variants.

use super::*;
use crate::godot::ids::for_each_type;

/// A row becomes `impl From<Vector2> for Variant`; if it has a wide form, also `impl From<Vector2<f64>> for Double`.
/// Conversions of payloads; boxed payloads are accepted without their box.
macro_rules! payloads {
    ($(
        $shape:ident $kind:ident ($($x:ident: $($payload:tt)+)?) ($($width:ident $y:ident: $($wide:tt)+)?);
    )+) => {$(
        $(from!($shape Variant $kind, $($payload)+);)?
        // Wide values become a `Double` first: were there a way straight to `Variant`, then a `Vector2` of literals,
        // whose width nothing else decides, would silently be a wide one.
        $(from!($shape Double $kind, $($wide)+);)?
    )+};
}

macro_rules! from {
    // Text becomes a `String`, and an array an `Array`.
    (name $($row:tt)*) => {};
    (packed_array $($row:tt)*) => {};
    ($shape:ident $of:ident $kind:ident, Box<$payload:ty>) => {
        impl<'a> From<$payload> for $of<'a> {
            fn from(payload: $payload) -> Self {
                Self::$kind(Box::new(payload))
            }
        }
    };
    ($shape:ident $of:ident $kind:ident, $payload:ty) => {
        impl<'a> From<$payload> for $of<'a> {
            fn from(payload: $payload) -> Self {
                Self::$kind(payload)
            }
        }
    };
}

for_each_type!(payloads: shape kind payload wide);

macro_rules! others {
    ($($source:ty => |$value:ident| $variant:expr;)+) => {$(
        impl<'a> From<$source> for Variant<'a> {
            fn from($value: $source) -> Self {
                $variant
            }
        }
    )+};
}

others! {
    () => |_unit| Variant::Nil;
    i8 => |value| Variant::Int(value.into());
    i16 => |value| Variant::Int(value.into());
    i32 => |value| Variant::Int(value.into());
    u8 => |value| Variant::Int(value.into());
    u16 => |value| Variant::Int(value.into());
    u32 => |value| Variant::Int(value.into());
    f32 => |value| Variant::Float(value.into());
    &'a str => |text| Variant::String(text.into());
    String => |text| Variant::String(text.into());
    ObjectData<'a> => |data| Variant::Object(Object::Full(data.into()));
    Vec<Variant<'a>> => |items| Variant::Array(items.into());
    Double<'a> => |double| Variant::Double(double.into());
}
