//! Values as text, near to how a script would write them: for people, not for reading back.

use std::fmt::{self, Formatter, Result, Write};

use super::*;
use crate::godot::ids::Table;

/// With the type names of Godot 4.
impl fmt::Display for Variant<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, Table::Godot4)
    }
}

impl Variant<'_> {
    /// The start of the value's text, at most about `limit` characters, with the type names of one generation.
    pub(crate) fn preview(&self, names: Table, limit: usize) -> String {
        let mut text = Short { text: String::new(), limit };
        match self.write(&mut text, names) {
            Ok(()) => text.text,
            Err(fmt::Error) => text.text + "…",
        }
    }

    fn write(&self, f: &mut dyn Write, names: Table) -> Result {
        match self {
            Self::Array(array) | Self::PackedTypedArray(array) => {
                f.write_str("[")?;
                for (at, item) in array.iter().enumerate() {
                    f.write_str(comma(at))?;
                    item.write(f, names)?;
                }
                f.write_str("]")
            }
            Self::Dictionary(dictionary) => {
                f.write_str("{")?;
                for (at, (key, value)) in dictionary.iter().enumerate() {
                    f.write_str(comma(at))?;
                    key.write(f, names)?;
                    f.write_str(": ")?;
                    value.write(f, names)?;
                }
                f.write_str("}")
            }
            Self::Object(Object::Full(data)) => {
                write_start(f, &data.class)?;
                for (at, (name, value)) in data.properties.iter().enumerate() {
                    write_name(f, at, name)?;
                    value.write(f, names)?;
                }
                f.write_str(")")
            }
            leaf => leaf.write_leaf(f, names),
        }
    }

    #[inline(never)]
    fn write_leaf(&self, f: &mut dyn Write, names: Table) -> Result {
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
            leaf => {
                write!(f, "{}(", names.name(leaf.kind()))?;
                leaf.write_numbers(f)?;
                f.write_str(")")
            }
        }
    }

    /// What stands between the brackets of everything that is made of numbers or texts alone.
    fn write_numbers(&self, f: &mut dyn Write) -> Result {
        match self {
            Self::PackedStringArray(texts) => texts.iter().enumerate().try_for_each(|(at, text)| {
                f.write_str(comma(at))?;
                write!(f, "{text:?}")
            }),
            Self::PackedByteArray(array) => packed(f, array),
            Self::PackedInt32Array(array) => packed(f, array),
            Self::PackedInt64Array(array) => packed(f, array),
            Self::PackedFloat32Array(array) => packed(f, array),
            Self::PackedFloat64Array(array) => packed(f, array),
            Self::PackedVector2Array(array) => packed(f, array),
            Self::PackedVector3Array(array) => packed(f, array),
            Self::PackedVector4Array(array) => packed(f, array),
            Self::PackedColorArray(array) => packed(f, array),
            Self::PackedVector2iArray(array) => packed(f, array),
            Self::PackedVector3iArray(array) => packed(f, array),
            Self::PackedVector4iArray(array) => packed(f, array),
            Self::Vector2i(v) => numbers(f, [v.x, v.y]),
            Self::Vector3i(v) => numbers(f, [v.x, v.y, v.z]),
            Self::Vector4i(v) => numbers(f, [v.x, v.y, v.z, v.w]),
            Self::Rect2i(v) => numbers(f, [v.position.x, v.position.y, v.size.x, v.size.y]),
            Self::Double(double) => match &**double {
                Double::PackedVector2Array(array) => packed(f, array),
                Double::PackedVector3Array(array) => packed(f, array),
                Double::PackedVector4Array(array) => packed(f, array),
                Double::PackedFloat32Array(array) => packed(f, array),
                Double::PackedColorArray(array) => packed(f, array),
                _ => self.write_components(f),
            },
            _ => self.write_components(f),
        }
    }

    fn write_components(&self, f: &mut dyn Write) -> Result {
        let mut components = Vec::with_capacity(16);
        self.for_each_component(&mut |real| components.push(real));
        match self {
            Self::Double(_) => numbers(f, components),
            _ => numbers(f, components.into_iter().map(f32::from_f64)),
        }
    }
}

/// Takes so much text and no more; the error then ends the formatting of however large a value.
struct Short {
    text: String,
    limit: usize,
}

impl Write for Short {
    fn write_str(&mut self, more: &str) -> Result {
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

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { ", " }
}

// Apart from the recursion, so that formatting takes little stack per level.
#[inline(never)]
fn write_start(f: &mut dyn Write, class: &Text<'_>) -> Result {
    write!(f, "{class}(")
}

#[inline(never)]
fn write_name(f: &mut dyn Write, at: usize, name: &Text<'_>) -> Result {
    write!(f, "{}{name}: ", comma(at))
}

fn numbers<N: fmt::Display>(f: &mut dyn Write, numbers: impl IntoIterator<Item = N>) -> Result {
    numbers.into_iter().enumerate().try_for_each(|(at, number)| write!(f, "{}{number}", comma(at)))
}

/// Numbers as they are, vectors in brackets.
fn packed<T: Element>(f: &mut dyn Write, array: &Packed<'_, T>) -> Result {
    use crate::trace::Shown;
    array.iter().enumerate().try_for_each(|(at, element)| {
        f.write_str(comma(at))?;
        match element.shown() {
            Shown::Tuple(tuple) => write!(f, "{tuple}"),
            Shown::F32(number) => write!(f, "{number}"),
            Shown::F64(number) => write!(f, "{number}"),
            Shown::Int(number) => write!(f, "{number}"),
            _ => Ok(()),
        }
    })
}
