//! The conversion of JSON text to encoded NBT without a tree, because a tree takes several times the memory of its
//! bytes.

use std::io::Write;

use cookie_factory::WriteContext;

use super::nbt::{deeper, leaves, named_parts, pair_of, payload, text, typed};
use super::single::RULES;
use crate::error::EncodeErrorKind;
use crate::grammar::slice;
use crate::json::{JsonDocument, JsonNode, JsonType};
use crate::minecraft::Protocol;
use crate::minecraft::ids::TagId;
use crate::minecraft::wire::{Cx, gen_count, gen_list, gen_payload, gen_text};
use crate::trace::Trace;

/// Returns the bytes of the root that [`from_str`](super::from_str) reads, as [`Protocol::encode`] writes them. Returns
/// `None` if one of these functions fails; call them to get the reason.
pub fn encoded_nbt(protocol: &Protocol, json: &str) -> Option<Vec<u8>> {
    let document = JsonDocument::new(json, RULES).ok()?;
    let written = protocol.encode_with(|cx, out| match root(cx, document.root(), out) {
        Some(out) => Ok(out),
        None => cx.refuse(EncodeErrorKind::Write),
    });
    written.ok()
}

fn root<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    node: JsonNode<'_>,
    out: WriteContext<W>,
) -> Option<WriteContext<W>> {
    if node.json_type() == JsonType::Null {
        return slice([TagId::End.to_wire()])(out).ok();
    }
    let (name, tag) = named_parts(node).ok()?;
    let (name, (id, value)) = (text(name).ok()?, typed(tag).ok()?);
    let out = slice([id.to_wire()])(out).ok()?;
    let out = match cx.rules().nameless_nbt {
        false => gen_text(cx, &name)(out).ok()?,
        true => name.is_empty().then_some(out)?,
    };
    match id {
        TagId::List if cx.rules().has_list_roots() => list(cx, value, 0, out),
        TagId::Compound => compound(cx, value, 0, out),
        _ => None,
    }
}

fn compound<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    node: JsonNode<'_>,
    depth: u32,
    mut out: WriteContext<W>,
) -> Option<WriteContext<W>> {
    for pair in node.elements().ok()? {
        let (name, tag) = pair_of(pair).ok()?;
        let (id, value) = typed(tag).ok()?;
        out = slice([id.to_wire()])(out).ok()?;
        out = gen_text(cx, &text(name).ok()?)(out).ok()?;
        out = content(cx, id, value, depth, out)?;
    }
    slice([TagId::End.to_wire()])(out).ok()
}

/// Writes a list. In memory are only the elements that contain no other values.
fn list<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    node: JsonNode<'_>,
    depth: u32,
    out: WriteContext<W>,
) -> Option<WriteContext<W>> {
    let (id, value) = typed(node).ok()?;
    if !matches!(id, TagId::List | TagId::Compound) {
        return gen_list(cx, &leaves(id, value).ok()?)(out).ok();
    }
    let elements = value.elements().ok()?;
    let out = slice([id.to_wire()])(out).ok()?;
    let mut out = gen_count(cx, elements.clone().count())(out).ok()?;
    for element in elements {
        out = content(cx, id, element, depth, out)?;
    }
    Some(out)
}

/// Writes the payload of a tag that is inside `depth` lists and compounds.
fn content<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    id: TagId,
    node: JsonNode<'_>,
    depth: u32,
    out: WriteContext<W>,
) -> Option<WriteContext<W>> {
    match id {
        TagId::List => list(cx, node, deeper(node, depth).ok()?, out),
        TagId::Compound => compound(cx, node, deeper(node, depth).ok()?, out),
        leaf => gen_payload(cx, &payload(leaf, node).ok()?)(out).ok(),
    }
}
