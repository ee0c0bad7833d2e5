//! The conversion of slots and NBT to JSON.

use super::visit::{Text, Visitor, encoded, float32, float64, list};
use crate::limits::with_stack;
use crate::minecraft::model::ItemStack;
use crate::minecraft::nbt::{JavaStr, Nbt, Tag, TagId, TagRef};

/// Returns a tag as JSON on one line, in the [forms](super) of this module.
///
/// ```
/// use gamewire::minecraft::json::tag_to_string;
/// use gamewire::minecraft::nbt::Tag;
/// assert_eq!(tag_to_string(&Tag::Short(5)), r#"{"type":"short","value":5}"#);
/// ```
#[must_use]
pub fn tag_to_string(x: &Tag) -> String {
    Text::of(false, |out| tag(out, x))
}

/// Returns a tag as plain JSON on one line. Use it for programs that only read JSON, such as jq. Types are lost, so the
/// tag cannot be read back. NaN and infinite numbers are `null`.
///
/// ```
/// use gamewire::minecraft::json::tag_to_plain_string;
/// use gamewire::minecraft::nbt::Tag;
/// let tag: Tag = "{hp: 9b, Pos: [1.5d, 2.0d]}".parse()?;
/// assert_eq!(tag_to_plain_string(&tag), r#"{"hp":9,"Pos":[1.5,2.0]}"#);
/// # Ok::<(), gamewire::TextError>(())
/// ```
#[must_use]
pub fn tag_to_plain_string(x: &Tag) -> String {
    Text::of(true, |out| payload(out, x.into(), true))
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
    Text::of(false, |out| nbt(out, Some(x)))
}

pub(super) fn slot<V: Visitor>(out: &mut V, x: Option<&ItemStack>) {
    let Some(stack) = x else { return out.null() };
    out.begin_object();
    out.key("id").integer(stack.id.into());
    out.key("count").integer(stack.count.into());
    nbt(out.key("nbt"), stack.nbt.as_deref());
    out.end_object();
}

pub(super) fn nbt<V: Visitor>(out: &mut V, x: Option<&Nbt>) {
    let Some(nbt) = x else { return out.null() };
    out.begin_object();
    text(out.key("name"), &nbt.name);
    tag(out.key("tag"), &nbt.root);
    out.end_object();
}

fn text<V: Visitor>(out: &mut V, x: &JavaStr) {
    match x.to_str() {
        Some(text) if x.is_canonical() => out.text(&text),
        Some(_) => encoded(out, "mutf8", x.as_bytes()),
        None => match x.to_broken_utf8().filter(|_| x.is_canonical()) {
            Some(bytes) => encoded(out, "bytes", &bytes),
            None => encoded(out, "mutf8", x.as_bytes()),
        },
    }
}

fn tag<V: Visitor>(out: &mut V, x: &Tag) {
    typed(out, x.id(), |out| payload(out, x.into(), false));
}

fn typed<V: Visitor>(out: &mut V, id: TagId, value: impl FnOnce(&mut V)) {
    out.begin_object();
    out.key("type").text(id.json_name());
    value(out.key("value"));
    out.end_object();
}

/// Visits a payload, which has no types if it is `plain`.
pub(in crate::minecraft) fn payload<V: Visitor>(out: &mut V, x: TagRef<'_>, plain: bool) {
    match x {
        TagRef::Byte(x) => out.integer(x.into()),
        TagRef::Short(x) => out.integer(x.into()),
        TagRef::Int(x) => out.integer(x.into()),
        TagRef::Long(x) => out.long(x),
        TagRef::Float(x) if plain && x.is_finite() => out.float32(x),
        TagRef::Float(x) => float32(out, x, plain),
        TagRef::Double(x) => float64(out, x, plain),
        TagRef::ByteArray(x) => list(out, x, |out, x| out.integer(x.into())),
        TagRef::String(x) if plain => out.text(&x.to_string_lossy()),
        TagRef::String(x) => text(out, x),
        TagRef::List(x) => with_stack(|| {
            let elements = |out: &mut V| list(out, x, |out, x| payload(out, x, plain));
            if plain { elements(out) } else { typed(out, x.element_type(), elements) }
        }),
        TagRef::Compound(x) if plain => with_stack(|| {
            out.begin_object();
            for (name, value) in x.entries() {
                payload(out.key(&name.to_string_lossy()), value.into(), plain);
            }
            out.end_object();
        }),
        TagRef::Compound(x) => with_stack(|| {
            list(out, x.entries(), |out, (name, value)| {
                out.begin_list();
                text(out, name);
                tag(out, value);
                out.end_list();
            });
        }),
        TagRef::IntArray(x) => list(out, x, |out, x| out.integer(x.into())),
        TagRef::LongArray(x) => list(out, x, V::long),
    }
}
