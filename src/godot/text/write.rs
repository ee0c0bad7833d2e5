//! The conversion of values to text.

use std::fmt::{self, Write};

use super::form::{Engine, TextForm, is_less, sort};
use crate::counted::Counted;
use crate::godot::dialect::Dialect;
use crate::godot::ids::Table;
use crate::godot::model::*;
use crate::godot::text::{SCRIPT, by_rows};
use crate::limits::with_stack;

/// Writes the value as text on one line, in the form of the engine's `var_to_str` and with the type names of Godot 4. See
/// [`text`](crate::godot::text).
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_text_of(self, Table::Godot4))
    }
}

/// Writes the text of the value.
impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_form(TextForm::one_line(Table::Godot4), |text, form| array(self, text, form)))
    }
}

/// Writes the text of the value.
impl fmt::Display for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_form(TextForm::one_line(Table::Godot4), |text, form| dictionary(self, text, form)))
    }
}

/// Writes the text of the value.
impl fmt::Display for ObjectData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_form(TextForm::one_line(Table::Godot4), |text, form| object(self, text, form)))
    }
}

impl Variant {
    /// Returns the first `limit` characters of the value's text, with the type names of one generation.
    pub fn preview(&self, names: Table, limit: usize) -> String {
        // A character has at most four bytes.
        let form = TextForm { most: limit.saturating_mul(4), ..TextForm::one_line(names) };
        let mut text = in_form(form, |text, form| write(self, text, form));
        if let Some((end, _)) = text.char_indices().nth(limit) {
            text.truncate(end);
            text.push('…');
        }
        text
    }
}

/// Returns a value as text on one line, with the type names of one generation.
///
/// ```
/// use gamewire::godot::{Packed, Table, text, variant};
/// let value = variant!(Packed::from([1, 2]));
/// assert_eq!(text::to_text_of(&value, Table::Godot3), "PoolIntArray(1, 2)");
/// assert_eq!(value.to_string(), "PackedInt32Array(1, 2)");
/// ```
#[must_use]
pub fn to_text_of(value: &Variant, names: Table) -> String {
    in_form(TextForm::one_line(names), |text, form| write(value, text, form))
}

/// Returns a value as text, character for character as the engine writes it: as `var_to_str` of Godot 4.6.3, or
/// `var2str` of 3.6.2. The dialect selects the engine.
///
/// A dictionary has a line for each entry, in the order of its keys, and text contains its line ends.
///
/// Five things differ from the engine:
///
/// - Digits are the nearest ones. Of 42,000 random numbers, 4.6.3 wrote 52 with a different last digit, which is read
///   as the same number.
/// - Godot 3 rounds numbers to six digits. Here they have more digits if six would be read as another number.
/// - An object that is known only by its id is `null`. The engine writes those that exist.
/// - A RID of Godot 3 is `null`. The engine writes nothing for it.
/// - In a dictionary of more than 16 keys, those that the engine's `<` does not order, such as Rect2 and NaN, keep
///   their places.
///
/// Other generations are written as Godot 3. This form was not compared with an engine.
///
/// ```
/// use gamewire::godot::text::{from_text, to_engine_text};
/// use gamewire::godot::Dialect;
/// let value = from_text(r#"{"size": Vector2(1, 2.5), "open": true}"#)?;
/// assert_eq!(to_engine_text(&value, Dialect::GODOT_4), "{\n\"open\": true,\n\"size\": Vector2(1, 2.5)\n}");
/// assert_eq!(to_engine_text(&value, Dialect::GODOT_3), "{\n\"open\": true,\n\"size\": Vector2( 1, 2.5 )\n}");
/// # Ok::<(), gamewire::TextError>(())
/// ```
#[must_use]
pub fn to_engine_text(value: &Variant, dialect: Dialect) -> String {
    engine_text(value, dialect, false)
}

/// Writes a value like [`to_engine_text`]. With `all_digits`, floats that are exact in 32 bits are also written with
/// the digits of an `f64`.
pub fn engine_text(value: &Variant, dialect: Dialect, all_digits: bool) -> String {
    let names = dialect.table();
    let engine = if names == Table::Godot4 { Engine::Godot4 } else { Engine::Godot3 };
    let form = TextForm { engine: Some(engine), all_digits, ..TextForm::one_line(names) };
    in_form(form, |text, form| write(value, text, form))
}

fn in_form(form: TextForm, write: impl FnOnce(&mut String, TextForm) -> fmt::Result) -> String {
    let mut text = String::new();
    // Writing to a String does not fail, except where the text has the greatest length.
    let _ = write(&mut text, form);
    text
}

/// Writes one value. Values without contents are in a separate function, so that a level of nesting takes little stack.
fn write(value: &Variant, f: &mut String, form: TextForm) -> fmt::Result {
    form.go_on(f)?;
    match value {
        Variant::Array(items) => with_stack(|| array(items, f, form)),
        Variant::Dictionary(entries) => with_stack(|| dictionary(entries, f, form)),
        Variant::Object(Object::Full(data)) => with_stack(|| object(data, f, form)),
        leaf => write_leaf(leaf, f, form),
    }
}

fn array(array: &Array, f: &mut String, form: TextForm) -> fmt::Result {
    let (pad, end) = match array.element_type() {
        Some(element) => {
            f.push_str("Array[");
            write_type(Some(element), f, form)?;
            f.push_str("](");
            ("", "])")
        }
        None => (form.pad(), "]"),
    };
    f.push('[');
    f.push_str(pad);
    for (at, item) in array.iter().enumerate() {
        f.push_str(comma(at));
        write(item, f, form)?;
    }
    f.push_str(form.pad());
    f.push_str(end);
    Ok(())
}

fn dictionary(dictionary: &Dictionary, f: &mut String, form: TextForm) -> fmt::Result {
    let types = dictionary.entry_types();
    if let Some(EntryTypes { key, value }) = types {
        f.push_str("Dictionary[");
        write_type(key.as_ref(), f, form)?;
        f.push_str(", ");
        write_type(value.as_ref(), f, form)?;
        f.push_str("](");
    }
    f.push('{');
    for (at, (key, value)) in entries(dictionary, form).enumerate() {
        f.push_str(form.between(at));
        write(key, f, form)?;
        f.push_str(": ");
        write(value, f, form)?;
    }
    f.push_str(form.last_line(dictionary.is_empty()));
    f.push_str(if types.is_some() { "})" } else { "}" });
    Ok(())
}

fn object(data: &ObjectData, f: &mut String, form: TextForm) -> fmt::Result {
    f.push_str("Object(");
    form.class(&data.class, f)?;
    for (name, value) in &data.properties {
        f.push(',');
        form.quote(name, f)?;
        f.push(':');
        match value {
            // In bytes, the value of the property is the path of the script.
            Variant::String(path) if form.engine.is_some() && *name == SCRIPT => {
                write!(f, "Resource({}", form.pad())?;
                form.quote(path, f)?;
                write!(f, "{})", form.pad())?;
            }
            value => write(value, f, form)?,
        }
    }
    f.push_str(form.end_of_object(data.properties.is_empty()));
    Ok(())
}

/// Returns the entries in the order of the text. Engines sort them by key.
fn entries(dictionary: &Dictionary, form: TextForm) -> impl Iterator<Item = (&Variant, &Variant)> {
    let mut entries: Vec<_> = dictionary.iter().collect();
    if let Some(engine) = form.engine {
        sort(&mut entries, &|(a, _), (b, _)| is_less(a, b, engine));
    }
    entries.into_iter()
}

fn write_type(element: Option<&ElementType>, f: &mut String, form: TextForm) -> fmt::Result {
    match element {
        None => f.write_str("Variant"),
        Some(ElementType::Builtin(kind)) => f.write_str(form.names.name(*kind)),
        Some(ElementType::Class(class)) => form.class(class, f),
        Some(ElementType::Script(path)) => {
            f.push_str("Resource(");
            form.quote(path, f)?;
            f.write_str(")")
        }
    }
}

#[inline(never)]
fn write_leaf(value: &Variant, f: &mut String, form: TextForm) -> fmt::Result {
    let open = |f: &mut String| write!(f, "{}({}", form.names.name(value.kind()), form.pad());
    let close = |f: &mut String| write!(f, "{})", form.pad());
    match value.leaf() {
        Leaf::Float(number) => form.float(number, f),
        Leaf::Text(text) if matches!(value, Variant::StringName(_)) => {
            f.push('&');
            form.escape(text, f)
        }
        Leaf::Text(text) => form.quote(text, f),
        Leaf::NodePath(path) => {
            f.push_str("NodePath(");
            form.escape(&Text::from(path.to_string()), f)?;
            f.write_str(")")
        }
        Leaf::Rid(_) if form.engine == Some(Engine::Godot3) => f.write_str("null"),
        Leaf::Rid(Rid(0)) => f.write_str("RID()"),
        // Engines write the number with a sign.
        Leaf::Rid(Rid(number)) => write!(f, "RID({})", number.cast_signed()),
        Leaf::Signal(_) if form.engine.is_some() => f.write_str("Signal()"),
        Leaf::Signal(signal) if signal.name.is_empty() && signal.object == 0 => f.write_str("Signal()"),
        Leaf::Signal(signal) => {
            f.push_str("Signal(");
            form.quote(&signal.name, f)?;
            write!(f, ", Object#{})", signal.object)
        }
        Leaf::Structure(structure) => {
            open(f)?;
            form.numbers(&by_rows(value.kind(), structure.numbers()), f)?;
            close(f)
        }
        Leaf::Packed(packed) => {
            open(f)?;
            form.numbers(&packed.numbers, f)?;
            close(f)
        }
        Leaf::Texts(texts) => {
            open(f)?;
            texts.iter().enumerate().try_for_each(|(at, text)| {
                f.push_str(comma(at));
                form.escape(text, f)
            })?;
            close(f)
        }
        Leaf::Object(_) if form.engine.is_some() => f.write_str("null"),
        Leaf::Unit if matches!(value, Variant::Nil) => f.write_str("null"),
        Leaf::Unit => write!(f, "{}()", form.names.name(value.kind())),
        Leaf::Bool(value) => write!(f, "{value}"),
        Leaf::Int(value) => write!(f, "{value}"),
        Leaf::Object(Object::Id(id)) => write!(f, "Object#{id}"),
        Leaf::Image(Image { width, height, format, data, .. }) => {
            write!(f, "Image({width}×{height} {}, {})", format.name(), Counted(data.len(), "byte"))
        }
        Leaf::InputEvent(event) => write!(f, "InputEvent({:?}, device {})", event.event, event.device),
        Leaf::Object(_) => f.write_str("Object(null)"),
        // These values are handled above.
        Leaf::Dictionary(_) | Leaf::Array(_) => Ok(()),
    }
}

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { ", " }
}
