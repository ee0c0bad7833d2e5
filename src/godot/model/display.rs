//! The output of `{}`: text for people, similar to a script. It cannot be parsed back.

use std::fmt::{self, Formatter, Result, Write};

use super::*;
use crate::counted::Counted;
use crate::escape::visible;
use crate::godot::ids::Table;
use crate::limits::with_stack;

/// Writes the value with the type names of Godot 4.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, Table::Godot4)
    }
}

/// Writes the array with the type names of Godot 4.
impl fmt::Display for Array {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_items(self, f, Table::Godot4)
    }
}

/// Writes the dictionary with the type names of Godot 4.
impl fmt::Display for Dictionary {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_pairs(self, f, Table::Godot4)
    }
}

/// Writes the object with the type names of Godot 4.
impl fmt::Display for ObjectData {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_properties(self, f, Table::Godot4)
    }
}

fn write_items(array: &Array, f: &mut dyn Write, names: Table) -> Result {
    let end = open_array(array, f, |element, f| write_type(element, f, names))?;
    for (at, item) in array.iter().enumerate() {
        f.write_str(comma(at))?;
        item.write(f, names)?;
    }
    f.write_str(end)
}

fn write_pairs(dictionary: &Dictionary, f: &mut dyn Write, names: Table) -> Result {
    let end = open_dictionary(dictionary, f, |element, f| write_type(element, f, names))?;
    for (at, (key, value)) in dictionary.as_slice().iter().enumerate() {
        f.write_str(comma(at))?;
        key.write(f, names)?;
        f.write_str(": ")?;
        value.write(f, names)?;
    }
    f.write_str(end)
}

fn write_properties(data: &ObjectData, f: &mut dyn Write, names: Table) -> Result {
    write_start(f, &data.class)?;
    for (at, (name, value)) in data.properties.iter().enumerate() {
        write_name(f, at, name)?;
        value.write(f, names)?;
    }
    f.write_str(")")
}

impl Variant {
    /// Returns the first `limit` characters (approximately) of the value's text, with the type names of one generation.
    pub fn preview(&self, names: Table, limit: usize) -> String {
        let mut text = Short { text: String::new(), limit };
        match self.write(&mut text, names) {
            Ok(()) => text.text,
            Err(fmt::Error) => text.text + "…",
        }
    }

    fn write(&self, f: &mut dyn Write, names: Table) -> Result {
        match self {
            Self::Array(array) => with_stack(|| write_items(array, f, names)),
            Self::Dictionary(dictionary) => with_stack(|| write_pairs(dictionary, f, names)),
            Self::Object(Object::Full(data)) => with_stack(|| write_properties(data, f, names)),
            leaf => leaf.write_leaf(f, names),
        }
    }

    #[inline(never)]
    fn write_leaf(&self, f: &mut dyn Write, names: Table) -> Result {
        let name = names.name(self.kind());
        match self.leaf() {
            Leaf::Unit if matches!(self, Self::Nil) => f.write_str("null"),
            Leaf::Unit => write!(f, "{name}()"),
            Leaf::Bool(value) => write!(f, "{value}"),
            Leaf::Int(value) => write!(f, "{value}"),
            Leaf::Float(value) => write!(f, "{value:?}"),
            Leaf::Text(text) if matches!(self, Self::StringName(_)) => write!(f, "&{text:?}"),
            Leaf::Text(text) => write!(f, "{text:?}"),
            Leaf::Structure(structure) => bracketed(f, name, |f| numbers(f, &structure.numbers(), 1)),
            Leaf::Packed(packed) => bracketed(f, name, |f| numbers(f, &packed.numbers, packed.parts)),
            Leaf::Texts(texts) => bracketed(f, name, |f| {
                texts.iter().enumerate().try_for_each(|(at, text)| write!(f, "{}{text:?}", comma(at)))
            }),
            Leaf::NodePath(path) => write!(f, "NodePath({:?})", path.to_string()),
            Leaf::Rid(Rid(id)) => write!(f, "RID({id})"),
            Leaf::Object(Object::Id(id)) => write!(f, "Object#{id}"),
            Leaf::Object(Object::Null) => f.write_str("Object(null)"),
            Leaf::Signal(signal) => write!(f, "Signal({:?}, Object#{})", signal.name, signal.object),
            Leaf::Image(Image { width, height, format, data, .. }) => {
                write!(f, "Image({width}×{height} {}, {})", format.name(), Counted(data.len(), "byte"))
            }
            Leaf::InputEvent(event) => write!(f, "InputEvent({:?}, device {})", event.event, event.device),
            // These values are handled above.
            Leaf::Object(Object::Full(_)) | Leaf::Dictionary(_) | Leaf::Array(_) => Ok(()),
        }
    }
}

fn bracketed(f: &mut dyn Write, name: &str, inside: impl FnOnce(&mut dyn Write) -> Result) -> Result {
    write!(f, "{name}(")?;
    inside(f)?;
    f.write_str(")")
}

/// Writes numbers separated by commas. Each group of `together` numbers is in brackets.
fn numbers(f: &mut dyn Write, numbers: &Numbers<'_>, together: usize) -> Result {
    let is_vector = together > 1;
    each_type!(numbers, array => array.iter().enumerate().try_for_each(|(at, number)| {
        let opening = if is_vector && at % together == 0 { "(" } else { "" };
        let closing = if is_vector && at % together == together - 1 { ")" } else { "" };
        write!(f, "{}{opening}{number}{closing}", comma(at))
    }))
}

/// Stops formatting once `limit` characters are written, so that huge values are not formatted.
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

/// Writes the opening bracket of an array after its declared type, and returns the closing bracket.
///
/// This is not in the recursive function, so that a level of nesting takes little stack.
#[inline(never)]
pub(in crate::godot) fn open_array<W: Write + ?Sized>(
    array: &Array,
    f: &mut W,
    write_type: impl Fn(Option<&ElementType>, &mut W) -> Result,
) -> std::result::Result<&'static str, fmt::Error> {
    let Some(element) = array.element_type() else { return f.write_str("[").map(|()| "]") };
    f.write_str("Array[")?;
    write_type(Some(element), f)?;
    f.write_str("]([").map(|()| "])")
}

/// Writes the opening bracket of a dictionary after its declared types, and returns the closing bracket.
#[inline(never)]
pub(in crate::godot) fn open_dictionary<W: Write + ?Sized>(
    dictionary: &Dictionary,
    f: &mut W,
    write_type: impl Fn(Option<&ElementType>, &mut W) -> Result,
) -> std::result::Result<&'static str, fmt::Error> {
    let Some(types) = dictionary.entry_types() else { return f.write_str("{").map(|()| "}") };
    f.write_str("Dictionary[")?;
    write_type(types.key.as_ref(), f)?;
    f.write_str(", ")?;
    write_type(types.value.as_ref(), f)?;
    f.write_str("]({").map(|()| "})")
}

fn write_type(element: Option<&ElementType>, f: &mut dyn Write, names: Table) -> Result {
    match element {
        None => f.write_str("Variant"),
        Some(ElementType::Builtin(kind)) => f.write_str(names.name(*kind)),
        Some(ElementType::Class(class)) => write!(f, "{}", class.to_string_lossy().escape_debug()),
        Some(ElementType::Script(path)) => write!(f, "{path:?}"),
    }
}

#[inline(never)]
fn write_start(f: &mut dyn Write, class: &Text) -> Result {
    write!(f, "{}(", visible(&class.to_string_lossy()))
}

#[inline(never)]
fn write_name(f: &mut dyn Write, at: usize, name: &Text) -> Result {
    write!(f, "{}{}: ", comma(at), visible(&name.to_string_lossy()))
}
