//! JSON text to slots and NBT.

use super::document::Raw;
use super::fault::{Fault, Read};
use super::level::{Object, each, elements, float32, float64, hex, integer, nullable, string};
use crate::error::Segment;
use crate::limits::Limits;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::{ItemStack, Slot};
use crate::minecraft::nbt::{Compound, JavaStr, List, Lists, Nbt, Number, Packed, Tag};

pub(super) fn slot(raw: Raw<'_>) -> Read<Slot<'static>> {
    nullable(raw, |raw| {
        let object = Object::read(raw, &["id", "count", "nbt"])?;
        let (id, count) = (object.member("id", integer)?, object.member("count", integer)?);
        Ok(ItemStack { id, count, nbt: object.member("nbt", nbt)? })
    })
}

pub(super) fn nbt(raw: Raw<'_>) -> Read<Option<Nbt<'static>>> {
    nullable(raw, |raw| {
        let object = Object::read(raw, &["name", "tag"])?;
        let name = object.member("name", text)?;
        match object.member("tag", typed)? {
            (TagId::Compound, value) => Ok(Nbt { name, root: compound(value, 0)? }),
            (other, _) => Err(Fault::new(format!("a root is a compound, not {}", other.json_name()))),
        }
    })
}

/// Text as a string, or as the bytes of what no string can hold.
pub(super) fn text(raw: Raw<'_>) -> Read<JavaStr<'static>> {
    if !raw.is_object() {
        return Ok(JavaStr::from(string(raw)?.into_owned()));
    }
    let object = Object::read(raw, &["mutf8"])?;
    let bytes = object.member("mutf8", hex)?;
    JavaStr::from_bytes(bytes).map_err(|at| Fault::new(format!("byte {at} is not modified UTF-8")))
}

/// Deeper than the reader goes, nothing could be read back.
fn deeper(depth: u32) -> Read<u32> {
    let limit = Limits::NBT.depth;
    if depth >= limit {
        return Err(Fault::new(format!("NBT is nested deeper than the limit of {limit}")));
    }
    Ok(depth + 1)
}

fn tag(raw: Raw<'_>, depth: u32) -> Read<Tag<'static>> {
    let (id, value) = typed(raw)?;
    let tag = match id {
        TagId::List => list(value, deeper(depth)?).map(Tag::List),
        TagId::Compound => compound(value, deeper(depth)?).map(Tag::Compound),
        leaf => payload(leaf, value),
    };
    tag.map_err(|error| error.at(Segment::Field("value")))
}

/// `{"type":…,"value":…}`
fn typed(raw: Raw<'_>) -> Read<(TagId, Raw<'_>)> {
    let object = Object::read(raw, &["type", "value"])?;
    Ok((object.member("type", tag_id)?, object.raw("value")?))
}

fn tag_id(raw: Raw<'_>) -> Read<TagId> {
    let name = string(raw)?;
    TagId::from_json_name(&name).ok_or_else(|| Fault::new(format!("there is no NBT type {name:?}")))
}

/// A payload that has no children.
fn payload(id: TagId, raw: Raw<'_>) -> Read<Tag<'static>> {
    Ok(match id {
        TagId::Byte => Tag::Byte(integer(raw)?),
        TagId::Short => Tag::Short(integer(raw)?),
        TagId::Int => Tag::Int(integer(raw)?),
        TagId::Long => Tag::Long(integer(raw)?),
        TagId::Float => Tag::Float(float32(raw)?),
        TagId::Double => Tag::Double(float64(raw)?),
        TagId::ByteArray => Tag::ByteArray(packed(raw, integer)?),
        TagId::String => Tag::String(text(raw)?),
        TagId::IntArray => Tag::IntArray(packed(raw, integer)?),
        TagId::LongArray => Tag::LongArray(packed(raw, integer)?),
        TagId::End | TagId::List | TagId::Compound => return Err(Fault::new("an End tag is no value")),
    })
}

fn packed<N: Number>(raw: Raw<'_>, read: impl FnMut(Raw<'_>) -> Read<N>) -> Read<Packed<'static, N>> {
    Ok(each(raw, read)?.into())
}

fn compound(raw: Raw<'_>, depth: u32) -> Read<Compound<'static>> {
    let mut entries = Vec::new();
    for (index, pair) in elements(raw)?.enumerate() {
        let at = |error: Box<Fault>| error.located(pair.offset()).at(Segment::Index(index));
        let mut inside = elements(pair).map_err(at)?;
        let (Some(name), Some(value), None) = (inside.next(), inside.next(), inside.next()) else {
            return Err(at(pair.wrong("an entry is an array of a name and a tag")));
        };
        entries.push((text(name).map_err(at)?, tag(value, depth).map_err(at)?));
    }
    Ok(entries.into())
}

fn list(raw: Raw<'_>, depth: u32) -> Read<List<'static>> {
    let (id, value) = typed(raw)?;
    let list = match id {
        TagId::List => lists(value, depth).map(List::List),
        TagId::Compound => compounds(value, depth).map(List::Compound),
        leaf => leaves(leaf, value),
    };
    list.map_err(|error| error.at(Segment::Field("value")))
}

fn lists(raw: Raw<'_>, depth: u32) -> Read<Lists<'static>> {
    let mut lists = Vec::new();
    for (index, raw) in elements(raw)?.enumerate() {
        lists.push(
            list(raw, deeper(depth)?)
                .map_err(|error| error.located(raw.offset()).at(Segment::Index(index)))?,
        );
    }
    Ok(lists.into())
}

fn compounds(raw: Raw<'_>, depth: u32) -> Read<Box<[Compound<'static>]>> {
    let mut compounds = Vec::new();
    for (index, raw) in elements(raw)?.enumerate() {
        compounds.push(
            compound(raw, deeper(depth)?)
                .map_err(|error| error.located(raw.offset()).at(Segment::Index(index)))?,
        );
    }
    Ok(compounds.into())
}

/// A list whose elements have no children.
fn leaves(id: TagId, raw: Raw<'_>) -> Read<List<'static>> {
    Ok(match id {
        TagId::Byte => List::Byte(packed(raw, integer)?),
        TagId::Short => List::Short(packed(raw, integer)?),
        TagId::Int => List::Int(packed(raw, integer)?),
        TagId::Long => List::Long(packed(raw, integer)?),
        TagId::Float => List::Float(packed(raw, float32)?),
        TagId::Double => List::Double(packed(raw, float64)?),
        TagId::ByteArray => List::ByteArray(each(raw, |raw| packed(raw, integer))?.into()),
        TagId::String => List::String(each(raw, text)?.into()),
        TagId::IntArray => List::IntArray(each(raw, |raw| packed(raw, integer))?.into()),
        TagId::LongArray => List::LongArray(each(raw, |raw| packed(raw, integer))?.into()),
        TagId::End | TagId::List | TagId::Compound => match each(raw, |_| Ok(()))?.len() {
            0 => List::End,
            _ => return Err(Fault::new("a list of End has no elements")),
        },
    })
}
