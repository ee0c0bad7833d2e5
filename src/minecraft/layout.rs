//! The layout of a type that is given as text, for the shared entry points.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::expr::Scope;
use super::expr::wire::{UNKNOWN, gen_value, skip_value, value};
use super::json::to_string;
use super::nbt::{Nbt, TagRef};
use super::wire::Cx;
use super::{MetadataValue, Protocol, TypeExpr, Value};
use crate::edge::Layout;
use crate::error::{DecodeErrorKind, Path, Segment};
use crate::explain::Writer;
use crate::grammar::Read;
use crate::sure::Sure as _;
use crate::trace::Trace;

impl<'a> Layout<'a> for TypeExpr {
    type Rules = Protocol;
    type Value = Value;
    const WRITER: Writer = Writer::Game;

    fn name(&self) -> &'static str {
        TypeExpr::name(self)
    }

    fn hint(&self, kind: DecodeErrorKind) -> Option<String> {
        // The errors of packets have the reason before them.
        let is_unknown = kind == DecodeErrorKind::Custom(UNKNOWN) && self.packets().is_none();
        if is_unknown { self.unknown_part() } else { None }
    }

    fn parse<T: Trace>(&self, cx: Cx<'_, T>, i: &'a [u8]) -> Read<'a, Value> {
        value(cx, self)(i)
    }

    fn skip(&self, cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
        skip_value(cx, self, i)
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>, value: &Value) -> impl SerializeFn<W> {
        gen_value(cx, &Scope::NONE, self, value)
    }

    fn objection(&self, value: &Value) -> Option<(Path, String)> {
        unwritten(value, Path::default())
    }

    fn lenient_counts(&self) -> bool {
        *self == TypeExpr::Nbt
    }

    fn show(&self, protocol: &Protocol, value: &Value) -> Option<String> {
        let text = to_string(self, *protocol, value);
        Some(match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", text.get(..end).sure()),
            None => text,
        })
    }
}

/// Returns the reason why the game would not write a part of a value in this way, and the path of the part. `place` is
/// the path of the value.
fn unwritten(value: &Value, place: Path) -> Option<(Path, String)> {
    const TEXT: &str = "Java writes this text with other bytes";
    let inside = |nbt: &Nbt, place: &Path| {
        let at = |path: Path| place.segments().iter().chain(path.segments()).cloned().collect();
        if !nbt.name.is_canonical() {
            return Some((place.clone(), TEXT.to_owned()));
        }
        if let Some(path) = nbt.lost_entries().next() {
            return Some((at(path), "the game keeps only the last tag of this name".into()));
        }
        let mut walk = nbt.root.walk();
        while let Some(tag) = walk.next() {
            let is_odd = match tag {
                TagRef::String(text) => !text.is_canonical(),
                TagRef::Compound(compound) => compound.entries().iter().any(|(name, _)| !name.is_canonical()),
                _ => false,
            };
            if is_odd {
                return Some((at(walk.path()), TEXT.into()));
            }
        }
        None
    };
    match value {
        Value::Mutf8(text) => (!text.is_canonical()).then(|| (place, TEXT.into())),
        Value::Nbt(nbt) => inside(nbt.as_deref()?, &place),
        Value::Slot(slot) => inside(slot.as_deref()?.nbt.as_ref()?, &place),
        Value::Metadata(entries) => entries.0.iter().find_map(|entry| match &entry.value {
            MetadataValue::Nbt(nbt) => inside(nbt.as_deref()?, &place),
            MetadataValue::Slot(slot) => inside(slot.as_deref()?.nbt.as_ref()?, &place),
            _ => None,
        }),
        Value::Option(inner) => unwritten(inner.as_ref()?, place),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            let mut place = place.clone();
            place.push(Segment::Index(index));
            unwritten(item, place)
        }),
        Value::Struct(fields) => fields.iter().find_map(|field| unwritten(field, place.clone())),
        _ => None,
    }
}

/// The number of characters of a value that an explanation shows.
const SHOWN: usize = 160;
