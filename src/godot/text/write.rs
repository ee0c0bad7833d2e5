//! Values to text.

use std::fmt::{self, Write};

use crate::godot::ids::Table;
use crate::godot::model::*;

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
            f.push_str(&data.class.to_string_lossy());
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
        Some(ElementType::Class(class)) => f.write_str(&class.to_string_lossy()),
        Some(ElementType::Script(path)) => {
            f.push_str("Resource(");
            quote(path, f)?;
            f.write_str(")")
        }
    }
}

#[inline(never)]
fn write_leaf(value: &Variant<'_>, f: &mut String, names: Table) -> fmt::Result {
    match value {
        Variant::Nil => f.write_str("null"),
        Variant::Bool(flag) => write!(f, "{flag}"),
        Variant::Int(number) => write!(f, "{number}"),
        Variant::Float(number) => {
            let start = f.len();
            real(*number, f)?;
            let digits = f.get(start..).unwrap_or_default();
            if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
                f.write_str(".0")
            } else {
                Ok(())
            }
        }
        Variant::String(text) => quote(text, f),
        Variant::StringName(name) => {
            f.push('&');
            quote(name, f)
        }
        Variant::NodePath(path) => {
            f.push_str("NodePath(");
            quote(&Text::from(path.to_string()), f)?;
            f.write_str(")")
        }
        Variant::Rid(Rid(0)) => f.write_str("RID()"),
        Variant::Signal(signal) if signal.name.is_empty() && signal.object == 0 => f.write_str("Signal()"),
        Variant::Signal(signal) => {
            f.push_str("Signal(");
            quote(&signal.name, f)?;
            write!(f, ", Object#{})", signal.object)
        }
        Variant::Rid(_)
        | Variant::Object(_)
        | Variant::Callable
        | Variant::Image(_)
        | Variant::InputEvent(_) => {
            write!(f, "{value}")
        }
        numbers => {
            write!(f, "{}(", names.name(numbers.kind()))?;
            write_numbers(numbers, f)?;
            f.write_str(")")
        }
    }
}

/// What is between the brackets of everything that is made of numbers or texts alone.
fn write_numbers(value: &Variant<'_>, f: &mut String) -> fmt::Result {
    match value {
        Variant::PackedStringArray(texts) => texts.iter().enumerate().try_for_each(|(at, text)| {
            f.push_str(comma(at));
            quote(text, f)
        }),
        Variant::PackedByteArray(array) => ints(array.iter(), f),
        Variant::PackedInt32Array(array) => ints(array.iter(), f),
        Variant::PackedInt64Array(array) => ints(array.iter(), f),
        Variant::PackedVector2iArray(array) => ints(array.iter().flat_map(<[i32; 2]>::from), f),
        Variant::PackedVector3iArray(array) => ints(array.iter().flat_map(<[i32; 3]>::from), f),
        Variant::PackedVector4iArray(array) => ints(array.iter().flat_map(<[i32; 4]>::from), f),
        Variant::Vector2i(v) => ints(<[i32; 2]>::from(*v), f),
        Variant::Vector3i(v) => ints(<[i32; 3]>::from(*v), f),
        Variant::Vector4i(v) => ints(<[i32; 4]>::from(*v), f),
        Variant::Rect2i(v) => ints([v.position.x, v.position.y, v.size.x, v.size.y], f),
        Variant::PackedFloat32Array(array) => reals(array.iter(), f),
        Variant::PackedFloat64Array(array) => reals(array.iter(), f),
        Variant::PackedVector2Array(array) => reals(array.iter().flat_map(<[f32; 2]>::from), f),
        Variant::PackedVector3Array(array) => reals(array.iter().flat_map(<[f32; 3]>::from), f),
        Variant::PackedVector4Array(array) => reals(array.iter().flat_map(<[f32; 4]>::from), f),
        Variant::PackedColorArray(array) => reals(array.iter().flat_map(<[f32; 4]>::from), f),
        Variant::Double(double) => match &**double {
            Double::PackedFloat32Array(array) => reals(array.iter(), f),
            Double::PackedVector2Array(array) => reals(array.iter().flat_map(<[f64; 2]>::from), f),
            Double::PackedVector3Array(array) => reals(array.iter().flat_map(<[f64; 3]>::from), f),
            Double::PackedVector4Array(array) => reals(array.iter().flat_map(<[f64; 4]>::from), f),
            Double::PackedColorArray(array) => reals(array.iter().flat_map(<[f64; 4]>::from), f),
            _ => reals(components(value), f),
        },
        _ => {
            #[allow(clippy::cast_possible_truncation)] // They were 32-bit floats before.
            let narrow = components(value).into_iter().map(|real| real as f32);
            reals(narrow, f)
        }
    }
}

/// Components in the order of the text: of a basis its rows.
fn components(value: &Variant<'_>) -> Vec<f64> {
    let mut numbers = Vec::with_capacity(16);
    value.for_each_component(&mut |real| numbers.push(real));
    if matches!(value.kind(), crate::godot::Kind::Basis | crate::godot::Kind::Transform3D)
        && let Some(basis) = numbers.first_chunk_mut::<9>()
    {
        let [a, b, c, d, e, f, g, h, i] = *basis;
        *basis = [a, d, g, b, e, h, c, f, i];
    }
    numbers
}

fn ints(numbers: impl IntoIterator<Item = impl fmt::Display>, f: &mut String) -> fmt::Result {
    numbers.into_iter().enumerate().try_for_each(|(at, number)| write!(f, "{}{number}", comma(at)))
}

fn reals(numbers: impl IntoIterator<Item = impl Real>, f: &mut String) -> fmt::Result {
    numbers.into_iter().enumerate().try_for_each(|(at, number)| {
        f.push_str(comma(at));
        real(number, f)
    })
}

/// The fewest digits that tell the number from all others of its width; whole numbers without a point.
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
            '\n' => f.push_str("\\n"),
            '\t' => f.push_str("\\t"),
            '\r' => f.push_str("\\r"),
            control if control.is_control() => write!(f, "\\u{:04x}", u32::from(control))?,
            other => f.push(other),
        }
    }
    f.push('"');
    Ok(())
}

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { ", " }
}
