//! Values as text, near to how a script would write them: for people, not for reading back.

use std::fmt::{self, Write};

use super::*;

impl Variant<'_> {
    /// The start of the value's text, at most about `limit` characters.
    pub(crate) fn preview(&self, limit: usize) -> String {
        let mut text = Short { text: String::new(), limit };
        match write!(text, "{self}") {
            Ok(()) => text.text,
            Err(fmt::Error) => text.text + "…",
        }
    }
}

/// Takes so much text and no more; the error then ends the formatting of however large a value.
struct Short {
    text: String,
    limit: usize,
}

impl Write for Short {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        for character in more.chars() {
            if self.limit == 0 {
                return Err(fmt::Error);
            }
            self.limit -= 1;
            self.text.push(character);
        }
        Ok(())
    }
}

impl fmt::Display for Variant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array(array) | Self::PackedTypedArray(array) => {
                f.write_str("[")?;
                for (at, item) in array.iter().enumerate() {
                    f.write_str(comma(at))?;
                    item.fmt(f)?;
                }
                f.write_str("]")
            }
            Self::Dictionary(dictionary) => {
                f.write_str("{")?;
                for (at, (key, value)) in dictionary.iter().enumerate() {
                    f.write_str(comma(at))?;
                    key.fmt(f)?;
                    f.write_str(": ")?;
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
            Self::Object(Object::Full(data)) => {
                write!(f, "{}(", data.class)?;
                for (at, (name, value)) in data.properties.iter().enumerate() {
                    write!(f, "{}{name}: ", comma(at))?;
                    value.fmt(f)?;
                }
                f.write_str(")")
            }
            leaf => leaf.fmt_leaf(f),
        }
    }
}

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { ", " }
}

impl Variant<'_> {
    fn fmt_leaf(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nil => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::String(text) => write!(f, "{text:?}"),
            Self::StringName(text) => write!(f, "&{text:?}"),
            Self::NodePath(path) => write!(f, "NodePath(\"{path}\")"),
            Self::Rid(Rid(id)) => write!(f, "RID({id})"),
            Self::Object(Object::Id(id)) => write!(f, "Object#{id}"),
            Self::Object(_) => f.write_str("Object(null)"),
            Self::Callable => f.write_str("Callable()"),
            Self::Signal(signal) => write!(f, "Signal({:?}, Object#{})", signal.name, signal.object),
            Self::PackedByteArray(array) => packed(f, self.kind(), array),
            Self::PackedInt32Array(array) => packed(f, self.kind(), array),
            Self::PackedInt64Array(array) => packed(f, self.kind(), array),
            Self::PackedFloat32Array(array) => packed(f, self.kind(), array),
            Self::PackedFloat64Array(array) => packed(f, self.kind(), array),
            Self::PackedStringArray(texts) => {
                write!(f, "{}(", self.kind())?;
                for (at, text) in texts.iter().enumerate() {
                    write!(f, "{}{text:?}", comma(at))?;
                }
                f.write_str(")")
            }
            Self::PackedVector2Array(array) => packed(f, self.kind(), array),
            Self::PackedVector3Array(array) => packed(f, self.kind(), array),
            Self::PackedVector4Array(array) => packed(f, self.kind(), array),
            Self::PackedColorArray(array) => packed(f, self.kind(), array),
            Self::PackedVector2iArray(array) => packed(f, self.kind(), array),
            Self::PackedVector3iArray(array) => packed(f, self.kind(), array),
            Self::PackedVector4iArray(array) => packed(f, self.kind(), array),
            Self::Vector2i(v) => ints(f, self.kind(), &[v.x, v.y]),
            Self::Vector3i(v) => ints(f, self.kind(), &[v.x, v.y, v.z]),
            Self::Vector4i(v) => ints(f, self.kind(), &[v.x, v.y, v.z, v.w]),
            Self::Rect2i(v) => ints(f, self.kind(), &[v.position.x, v.position.y, v.size.x, v.size.y]),
            Self::Image(image) => {
                write!(
                    f,
                    "Image({}×{} {}, {} bytes)",
                    image.width,
                    image.height,
                    image.format.name(),
                    image.data.len()
                )
            }
            Self::InputEvent(event) => write!(f, "InputEvent({:?}, device {})", event.event, event.device),
            other => other.fmt_reals(f),
        }
    }

    /// Everything that is made of floats of a fixed number, of either width.
    fn fmt_reals(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.kind())?;
        let mut at = 0;
        let mut result = Ok(());
        let known = self.for_each_component(&mut |real| {
            if result.is_ok() {
                result = write!(f, "{}{real}", comma(at));
            }
            at += 1;
        });
        result?;
        if !known && let Self::Double(double) = self {
            return write!(f, "{double:?})");
        }
        f.write_str(")")
    }
}

fn packed<T: Element>(f: &mut fmt::Formatter<'_>, kind: Kind, array: &Packed<'_, T>) -> fmt::Result {
    write!(f, "{kind}(")?;
    for (at, element) in array.iter().enumerate() {
        write!(f, "{}{element:?}", comma(at))?;
    }
    f.write_str(")")
}

fn ints(f: &mut fmt::Formatter<'_>, kind: Kind, ints: &[i32]) -> fmt::Result {
    write!(f, "{kind}(")?;
    for (at, int) in ints.iter().enumerate() {
        write!(f, "{}{int}", comma(at))?;
    }
    f.write_str(")")
}
