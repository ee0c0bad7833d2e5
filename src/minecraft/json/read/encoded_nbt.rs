//! The conversion of JSON text to encoded NBT without a tree, because a tree takes several times the memory of its
//! bytes.

use std::io::Write;

use cookie_factory::WriteContext;

use super::nbt::{deeper, leaves, named_parts, pair_of, payload, text, typed};
use super::single::RULES;
use crate::error::EncodeErrorKind;
use crate::grammar::{bytes, run};
use crate::json::{JsonDocument, JsonNode, JsonType};
use crate::minecraft::Protocol;
use crate::minecraft::ids::TagId;
use crate::minecraft::wire::{Cx, gen_count, gen_list, gen_payload, gen_text};
use crate::trace::Trace;

/// Returns the bytes of the root that [`from_str`](super::from_str) reads, as [`Protocol::encode`] writes them. Returns
/// `None` if one of these functions fails; call them to get the reason.
pub fn encoded_nbt(protocol: &Protocol, json: &str) -> Option<Vec<u8>> {
    let document = JsonDocument::new(json, RULES).ok()?;
    let written = protocol.encode_with(|cx, mut out| match root(cx, document.root(), &mut out) {
        Some(()) => Ok(out),
        None => cx.refuse(EncodeErrorKind::Write),
    });
    written.ok()
}

fn root<T: Trace, W: Write>(cx: Cx<'_, T>, node: JsonNode<'_>, out: &mut WriteContext<W>) -> Option<()> {
    if node.json_type() == JsonType::Null {
        return run(out, bytes([TagId::End.to_wire()])).ok();
    }
    let (name, tag) = named_parts(node).ok()?;
    let (name, (id, value)) = (text(name).ok()?, typed(tag).ok()?);
    run(out, bytes([id.to_wire()])).ok()?;
    match cx.rules().nameless_nbt {
        false => run(out, gen_text(cx, &name)).ok()?,
        true => name.is_empty().then_some(())?,
    }
    if id == TagId::List && cx.rules().has_list_roots() {
        return list(cx, value, 0, out);
    }
    (id == TagId::Compound).then(|| compound(cx, value, 0, out))?
}

fn compound<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    node: JsonNode<'_>,
    depth: u32,
    out: &mut WriteContext<W>,
) -> Option<()> {
    for pair in node.elements().ok()? {
        let (name, tag) = pair_of(pair).ok()?;
        let (id, value) = typed(tag).ok()?;
        run(out, bytes([id.to_wire()])).ok()?;
        run(out, gen_text(cx, &text(name).ok()?)).ok()?;
        content(cx, id, value, depth, out)?;
    }
    run(out, bytes([TagId::End.to_wire()])).ok()
}

/// Writes a list. In memory are only the elements that contain no other values.
fn list<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    node: JsonNode<'_>,
    depth: u32,
    out: &mut WriteContext<W>,
) -> Option<()> {
    let (id, value) = typed(node).ok()?;
    if !matches!(id, TagId::List | TagId::Compound) {
        return run(out, gen_list(cx, &leaves(id, value).ok()?)).ok();
    }
    let mut elements = value.elements().ok()?;
    run(out, bytes([id.to_wire()])).ok()?;
    run(out, gen_count(cx, elements.clone().count())).ok()?;
    elements.try_for_each(|element| content(cx, id, element, depth, out))
}

/// Writes the payload of a tag that is inside `depth` lists and compounds.
fn content<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    id: TagId,
    node: JsonNode<'_>,
    depth: u32,
    out: &mut WriteContext<W>,
) -> Option<()> {
    match id {
        TagId::List => list(cx, node, deeper(node, depth).ok()?, out),
        TagId::Compound => compound(cx, node, deeper(node, depth).ok()?, out),
        leaf => run(out, gen_payload(cx, &payload(leaf, node).ok()?)).ok(),
    }
}
