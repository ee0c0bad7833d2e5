//! The conversion of JSON text to slots and NBT.

use super::single::{float32, float64, integer, nullable, read_text};
use crate::error::{JsonError, Segment};
use crate::json::{JsonNode, Members, Res, Within};
use crate::limits::{Limits, with_stack};
use crate::minecraft::model::ItemStack;
use crate::minecraft::nbt::{Compound, JavaStr, List, Nbt, Tag, TagId};

/// Reads a tag from JSON such as `{"type":"int","value":5}`, which [`tag_to_string`](super::super::tag_to_string) writes.
///
/// # Errors
/// Returns an error if the text is not JSON or not a tag. The error has the line, the column, the path and the reason.
/// Tags inside more than 512 lists and compounds are rejected.
///
/// ```
/// use gamewire::minecraft::json::tag_from_str;
/// use gamewire::minecraft::nbt::Tag;
/// assert_eq!(tag_from_str(r#"{"type": "short", "value": 5}"#)?, Tag::Short(5));
/// let error = tag_from_str(r#"{"type": "short", "value": 40000}"#).unwrap_err();
/// assert_eq!(error.to_string(), "at line 1, column 28, $.value: expected an integer in range, found 40000");
/// # Ok::<(), gamewire::minecraft::json::JsonError>(())
/// ```
pub fn tag_from_str(json: &str) -> Result<Tag, JsonError> {
    read_text(json, |node| tag(node, 0))
}

/// Reads NBT from JSON such as `{"name":"","tag":{"type":"compound","value":[…]}}`, which
/// [`nbt_to_string`](super::super::nbt_to_string) writes.
///
/// # Errors
/// Returns the same errors as [`tag_from_str`].
///
/// ```
/// use gamewire::minecraft::json::nbt_from_str;
/// let text = r#"{"name": "", "tag": {"type": "compound", "value": [["hp", {"type": "byte", "value": 9}]]}}"#;
/// assert_eq!(nbt_from_str(text)?.root.get("hp").and_then(|hp| hp.as_i64()), Some(9));
/// # Ok::<(), gamewire::minecraft::json::JsonError>(())
/// ```
pub fn nbt_from_str(json: &str) -> Result<Nbt, JsonError> {
    read_text(json, |node| named(node, root_of_file))
}

pub(super) fn slot(node: JsonNode<'_>) -> Res<Option<ItemStack>> {
    nullable(node, |node| {
        Members::read(node, &|| vec!["id", "count", "nbt"], |members| {
            let (id, count) = (members.member("id", integer)?, members.member("count", integer)?);
            Ok(ItemStack { id, count, nbt: members.member("nbt", nbt)?.map(Box::new) })
        })
    })
}

pub(super) fn nbt(node: JsonNode<'_>) -> Res<Option<Nbt>> {
    if node.is_string() {
        // Plain JSON shows text in NBT as a string.
        return Ok(Some(Nbt::unnamed(Tag::String(text(node)?))));
    }
    nullable(node, |node| named(node, root))
}

fn named<'d>(node: JsonNode<'d>, root: fn(JsonNode<'d>) -> Res<Tag>) -> Res<Nbt> {
    Members::read(node, &|| vec!["name", "tag"], |members| {
        Ok(Nbt { name: members.member("name", text)?, root: members.member("tag", root)? })
    })
}

/// Reads text from a string, or from bytes if a string cannot represent it.
pub(super) fn text(node: JsonNode<'_>) -> Res<JavaStr> {
    if !node.is_object() {
        return Ok(node.string()?.into_owned().into());
    }
    Members::read(node, &|| vec!["bytes", "mutf8"], |members| match members.get("bytes") {
        Some(node) => node.bytes().map(|bytes| JavaStr::from_utf8(&bytes)).within(|| Segment::field("bytes")),
        None => members.member("mutf8", |node| {
            JavaStr::from_bytes(&node.bytes()?).map_err(|error| node.fault(error.to_string()))
        }),
    })
}

fn root(node: JsonNode<'_>) -> Res<Tag> {
    let (id, value) = typed(node)?;
    let root = match id {
        TagId::Compound => compound(value, 0).map(Tag::Compound),
        TagId::List => list(value, 0).map(Tag::List),
        leaf => payload(leaf, value),
    };
    root.within(|| Segment::field("value"))
}

fn root_of_file(node: JsonNode<'_>) -> Res<Tag> {
    match typed(node)?.0 {
        TagId::Compound | TagId::List => root(node),
        other => Err(node.fault(format!("a root is a compound or a list, not {}", other.json_name()))),
    }
}

/// Returns the depth of the contents of a value. Readers of NBT reject values that are deeper than the limit.
fn deeper(node: JsonNode<'_>, depth: u32) -> Res<u32> {
    let limit = Limits::NBT.depth;
    if depth >= limit {
        return Err(node.fault(format!("NBT is nested deeper than the limit of {limit}")));
    }
    Ok(depth + 1)
}

pub(super) fn tag(node: JsonNode<'_>, depth: u32) -> Res<Tag> {
    let (id, value) = typed(node)?;
    let tag = match id {
        TagId::List => list(value, deeper(node, depth)?).map(Tag::List),
        TagId::Compound => {
            let depth = deeper(node, depth)?;
            with_stack(|| compound(value, depth)).map(Tag::Compound)
        }
        leaf => payload(leaf, value),
    };
    tag.within(|| Segment::field("value"))
}

/// Reads `{"type":…,"value":…}`.
fn typed(node: JsonNode<'_>) -> Res<(TagId, JsonNode<'_>)> {
    let keys = || vec!["type", "value"];
    Members::read(node, &keys, |members| Ok((members.member("type", tag_id)?, members.need("value")?)))
}

fn tag_id(node: JsonNode<'_>) -> Res<TagId> {
    let name = node.string()?;
    TagId::from_json_name(&name).ok_or_else(|| {
        let names = TagId::ALL.iter().map(|id| id.json_name()).collect::<Vec<_>>();
        node.fault(format!("there is no NBT type {name:?}; the types are {}", names.join(", ")))
    })
}

/// Reads a payload that contains no other values.
fn payload(id: TagId, node: JsonNode<'_>) -> Res<Tag> {
    Ok(match id {
        TagId::Byte => Tag::Byte(integer(node)?),
        TagId::Short => Tag::Short(integer(node)?),
        TagId::Int => Tag::Int(integer(node)?),
        TagId::Long => Tag::Long(integer(node)?),
        TagId::Float => Tag::Float(float32(node)?),
        TagId::Double => Tag::Double(float64(node)?),
        TagId::ByteArray => Tag::ByteArray(node.each(integer)?.into()),
        TagId::String => Tag::String(text(node)?),
        TagId::IntArray => Tag::IntArray(node.each(integer)?.into()),
        TagId::LongArray => Tag::LongArray(node.each(integer)?.into()),
        TagId::End | TagId::List | TagId::Compound => return Err(node.fault("an End tag is not a value")),
    })
}

fn compound(node: JsonNode<'_>, depth: u32) -> Res<Compound> {
    let mut entries = Vec::new();
    for (index, pair) in node.elements()?.enumerate() {
        entries.push(entry(pair, depth).within(|| Segment::Index(index))?);
    }
    Ok(entries.into())
}

fn entry(pair: JsonNode<'_>, depth: u32) -> Res<(JavaStr, Tag)> {
    let mut inside = pair.elements()?;
    let (Some(name), Some(value), None) = (inside.next(), inside.next(), inside.next()) else {
        return Err(pair.fault("an entry is an array of a name and a tag"));
    };
    let name = text(name).within(|| Segment::Index(0))?;
    Ok((name, tag(value, depth).within(|| Segment::Index(1))?))
}

fn list(node: JsonNode<'_>, depth: u32) -> Res<List> {
    let (id, value) = typed(node)?;
    let list = match id {
        TagId::List => {
            with_stack(|| value.each(|node| list(node, deeper(node, depth)?))).map(|x| List::List(x.into()))
        }
        TagId::Compound => with_stack(|| value.each(|node| compound(node, deeper(node, depth)?)))
            .map(|x| List::Compound(x.into())),
        TagId::End if value.is_array() && value.children().next().is_some() => {
            Err(value.fault("a list of End has no elements"))
        }
        leaf => value.each(|node| payload(leaf, node)).map(|tags| List::of_type(leaf, tags)),
    };
    list.within(|| Segment::field("value"))
}
