//! The conversion of slots and NBT to JSON text.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::numbers::{float32, float64, quoted};
use crate::json::write::{array, display, hex, string};
use crate::limits::with_stack;
use crate::minecraft::model::ItemStack;
use crate::minecraft::nbt::{Compound, JavaStr, Nbt, Tag, TagId, TagRef};

/// Returns a tag as JSON on one line, in the [forms](super) of this module.
///
/// ```
/// use gamewire::minecraft::json::tag_to_string;
/// use gamewire::minecraft::nbt::Tag;
/// assert_eq!(tag_to_string(&Tag::Short(5)), r#"{"type":"short","value":5}"#);
/// ```
#[must_use]
pub fn tag_to_string(x: &Tag) -> String {
    let mut out = String::new();
    tag(&mut out, x);
    out
}

/// Returns NBT as JSON on one line, including the name of its root, in the [forms](super) of this module.
///
/// ```
/// use gamewire::minecraft::json::nbt_to_string;
/// use gamewire::minecraft::nbt::{Compound, Nbt};
/// let nbt = Nbt::unnamed(Compound::from_iter([("hp", 9_i8)]));
/// assert_eq!(
///     nbt_to_string(&nbt),
///     r#"{"name":"","tag":{"type":"compound","value":[["hp",{"type":"byte","value":9}]]}}"#
/// );
/// ```
#[must_use]
pub fn nbt_to_string(x: &Nbt) -> String {
    let mut out = String::new();
    nbt(&mut out, Some(x));
    out
}

pub(super) fn slot(out: &mut String, x: Option<&ItemStack>) {
    let Some(stack) = x else {
        return out.push_str("null");
    };
    let _ = write!(out, "{{\"id\":{},\"count\":{},\"nbt\":", stack.id, stack.count);
    nbt(out, stack.nbt.as_deref());
    out.push('}');
}

pub(super) fn nbt(out: &mut String, x: Option<&Nbt>) {
    let Some(nbt) = x else {
        return out.push_str("null");
    };
    out.push_str("{\"name\":");
    text(out, &nbt.name);
    out.push_str(",\"tag\":");
    tag(out, &nbt.root);
    out.push('}');
}

fn text(out: &mut String, x: &JavaStr) {
    let (form, bytes) = match x.to_str() {
        Some(text) if x.is_canonical() => return string(out, &text),
        Some(_) => ("mutf8", x.as_bytes().into()),
        None => match x.to_broken_utf8().filter(|_| x.is_canonical()) {
            Some(bytes) => ("bytes", Cow::Owned(bytes)),
            None => ("mutf8", x.as_bytes().into()),
        },
    };
    let _ = write!(out, "{{\"{form}\":");
    hex(out, &bytes);
    out.push('}');
}

fn compound(out: &mut String, x: &Compound) {
    array(out, x.entries(), |out, (name, value)| {
        out.push('[');
        text(out, name);
        out.push(',');
        tag(out, value);
        out.push(']');
    });
}

fn tag(out: &mut String, x: &Tag) {
    typed(out, x.id(), |out| payload(out, x.into()));
}

fn typed(out: &mut String, id: TagId, value: impl FnOnce(&mut String)) {
    display(out, format_args!("{{\"type\":\"{}\",\"value\":", id.json_name()));
    value(out);
    out.push('}');
}

fn payload(out: &mut String, x: TagRef<'_>) {
    match x {
        TagRef::Byte(x) => display(out, x),
        TagRef::Short(x) => display(out, x),
        TagRef::Int(x) => display(out, x),
        TagRef::Long(x) => quoted(out, x),
        TagRef::Float(x) => float32(out, x),
        TagRef::Double(x) => float64(out, x),
        TagRef::ByteArray(x) => array(out, x, display),
        TagRef::String(x) => text(out, x),
        TagRef::List(x) => with_stack(|| typed(out, x.element_type(), |out| array(out, x, payload))),
        TagRef::Compound(x) => with_stack(|| compound(out, x)),
        TagRef::IntArray(x) => array(out, x, display),
        TagRef::LongArray(x) => array(out, x, quoted),
    }
}
