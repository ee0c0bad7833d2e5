//! Values to text.

use std::fmt::{self, Write};

use crate::escape::{escape, is_hidden, visible};
use crate::godot::ids::Table;
use crate::godot::model::*;
use crate::godot::text::by_rows;

/// A value as the engine's `var_to_str` writes it, on one line, with the names of Godot 4.
#[must_use]
pub fn to_text(value: &Variant<'_>) -> String {
    to_text_of(value, Table::Godot4)
}

/// The same with the names of another generation.
#[must_use]
pub fn to_text_of(value: &Variant<'_>, names: Table) -> String {
    let mut text = String::new();
    // Writing to a String does not fail.
    let _ = write(value, &mut text, names);
    text
}

/// Leaves apart from containers, so that a level of nesting takes little stack.
fn write(value: &Variant<'_>, f: &mut String, names: Table) -> fmt::Result {
    match value {
        Variant::Array(array) | Variant::PackedTypedArray(array) => {
            let typed = open_array(array, f, names)?;
            for (at, item) in array.iter().enumerate() {
                f.push_str(comma(at));
                write(item, f, names)?;
            }
            f.push_str(if typed { "])" } else { "]" });
        }
        Variant::Dictionary(dictionary) => {
            let typed = open_dictionary(dictionary, f, names)?;
            for (at, (key, value)) in dictionary.iter().enumerate() {
                f.push_str(comma(at));
                write(key, f, names)?;
                f.push_str(": ");
                write(value, f, names)?;
            }
            f.push_str(if typed { "})" } else { "}" });
        }
        Variant::Object(Object::Full(data)) => {
            f.push_str("Object(");
            f.push_str(&visible(&data.class.to_string_lossy()));
            for (name, value) in &data.properties {
                f.push(',');
                quote(name, f)?;
                f.push(':');
                write(value, f, names)?;
            }
            f.push(')');
        }
        leaf => write_leaf(leaf, f, names)?,
    }
    Ok(())
}

#[inline(never)]
fn open_array(array: &Array<'_>, f: &mut String, names: Table) -> Result<bool, fmt::Error> {
    let Some(element) = array.element_type() else {
        f.push('[');
        return Ok(false);
    };
    f.push_str("Array[");
    write_type(Some(element), f, names)?;
    f.push_str("]([");
    Ok(true)
}

#[inline(never)]
fn open_dictionary(dictionary: &Dictionary<'_>, f: &mut String, names: Table) -> Result<bool, fmt::Error> {
    let Some(types) = dictionary.entry_types() else {
        f.push('{');
        return Ok(false);
    };
    f.push_str("Dictionary[");
    write_type(types.key.as_ref(), f, names)?;
    f.push_str(", ");
    write_type(types.value.as_ref(), f, names)?;
    f.push_str("]({");
    Ok(true)
}

fn write_type(element: Option<&ElementType<'_>>, f: &mut String, names: Table) -> fmt::Result {
    match element {
        None => f.write_str("Variant"),
        Some(ElementType::Builtin(kind)) => f.write_str(names.name(*kind)),
        Some(ElementType::Class(class)) => f.write_str(&visible(&class.to_string_lossy())),
        Some(ElementType::Script(path)) => {
            f.push_str("Resource(");
            quote(path, f)?;
            f.write_str(")")
        }
    }
}

#[inline(never)]
fn write_leaf(value: &Variant<'_>, f: &mut String, names: Table) -> fmt::Result {
    match value.leaf() {
        Leaf::Float(number) => {
            let start = f.len();
            real(number, f)?;
            let digits = f.get(start..).unwrap_or_default();
            if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
                f.write_str(".0")
            } else {
                Ok(())
            }
        }
        Leaf::Text(text) => {
            if matches!(value, Variant::StringName(_)) {
                f.push('&');
            }
            quote(text, f)
        }
        Leaf::NodePath(path) => {
            f.push_str("NodePath(");
            quote(&Text::from(path.to_string()), f)?;
            f.write_str(")")
        }
        Leaf::Rid(Rid(0)) => f.write_str("RID()"),
        Leaf::Signal(signal) if signal.name.is_empty() && signal.object == 0 => f.write_str("Signal()"),
        Leaf::Signal(signal) => {
            f.push_str("Signal(");
            quote(&signal.name, f)?;
            write!(f, ", Object#{})", signal.object)
        }
        Leaf::Structure(structure) => {
            write!(f, "{}(", names.name(value.kind()))?;
            numbers(&by_rows(value.kind(), structure.numbers()), f)?;
            f.write_str(")")
        }
        Leaf::Packed(packed) => {
            write!(f, "{}(", names.name(value.kind()))?;
            numbers(&packed.numbers, f)?;
            f.write_str(")")
        }
        Leaf::Texts(texts) => {
            write!(f, "{}(", names.name(value.kind()))?;
            texts.iter().enumerate().try_for_each(|(at, text)| {
                f.push_str(comma(at));
                quote(text, f)
            })?;
            f.write_str(")")
        }
        Leaf::Unit | Leaf::Bool(_) | Leaf::Int(_) => write!(f, "{value}"),
        Leaf::Rid(_) | Leaf::Object(_) | Leaf::Image(_) | Leaf::InputEvent(_) => write!(f, "{value}"),
        // Handled before.
        Leaf::Dictionary(_) | Leaf::Array(_) => Ok(()),
    }
}

/// Writes the numbers between the brackets.
fn numbers(numbers: &Numbers<'_>, f: &mut String) -> fmt::Result {
    match numbers {
        Numbers::U8(array) => ints(array, f),
        Numbers::I32(array) => ints(array, f),
        Numbers::I64(array) => ints(array, f),
        Numbers::F32(array) => reals(array, f),
        Numbers::F64(array) => reals(array, f),
    }
}

fn ints<N: Number>(numbers: &Packed<'_, N>, f: &mut String) -> fmt::Result {
    numbers.iter().enumerate().try_for_each(|(at, number)| write!(f, "{}{number}", comma(at)))
}

fn reals<R: Real>(numbers: &Packed<'_, R>, f: &mut String) -> fmt::Result {
    numbers.iter().enumerate().try_for_each(|(at, number)| {
        f.push_str(comma(at));
        real(number, f)
    })
}

/// The fewest digits that distinguish the number from all others of its width; whole numbers without a point.
fn real<R: Real>(number: R, f: &mut String) -> fmt::Result {
    let wide: f64 = number.into();
    if wide.is_nan() {
        return f.write_str("nan");
    }
    if wide.is_infinite() {
        return f.write_str(if wide > 0.0 { "inf" } else { "inf_neg" });
    }
    let start = f.len();
    write!(f, "{number:?}")?;
    // The sign of a zero would be lost without its point.
    if f.ends_with(".0") && (wide != 0.0 || wide.is_sign_positive()) {
        f.truncate((f.len() - 2).max(start));
    }
    Ok(())
}

fn quote(text: &Text<'_>, f: &mut String) -> fmt::Result {
    f.push('"');
    for character in text.to_string_lossy().chars() {
        match character {
            '"' => f.push_str("\\\""),
            '\\' => f.push_str("\\\\"),
            hidden if is_hidden(hidden) => escape(hidden, f)?,
            other => f.push(other),
        }
    }
    f.push('"');
    Ok(())
}

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { ", " }
}
