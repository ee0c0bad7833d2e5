//! Shows the value as a tree, without decoding all of it.

use gamewire::explain::Role;
use gamewire::godot::text::to_text_of;
use gamewire::godot::{Kind, Table, VariantView};
use gamewire::minecraft::nbt::{OptNbtView, TagView};
use gamewire::minecraft::{TypeExpr, TypedValue};
use gamewire::path::Path;
use serde_json::{Value, json};

use crate::codec::Codec;
use crate::packets;
use crate::session::File;

/// The maximum number of characters of a value that are shown.
const SHOWN: usize = 120;
/// Values with more bytes are not shown as text.
const WRITTEN: usize = 2048;

/// A value inside another value, with its name.
type Child<'a, V> = (String, V);

/// Returns the values inside a value. `at` has the index of the value in the file, and the index of the child
/// at each level.
pub(crate) fn children(file: &File, at: &[u32], first: usize, count: usize) -> Result<Value, String> {
    let Some((&part, steps)) = at.split_first() else { return roots(file, first, count) };
    let part = file.parts.get(part as usize).ok_or("there is no such value")?;
    let bytes = file.contents().get(part.bytes.clone()).unwrap_or_default();
    let codec = part.codec(file.codec.as_ref()).ok_or("the format is not known")?;
    match codec {
        Codec::Godot(decoder) => {
            let table = decoder.dialect().table();
            let mut view = decoder.view(bytes).map_err(|error| error.to_string())?;
            for &step in steps {
                view = inside(&view, table).nth(step as usize).ok_or("there is no such value")?.1;
            }
            Ok(list(inside(&view, table), first, count, |label, view| variant(file, label, view, table)))
        }
        Codec::Minecraft(protocol, TypeExpr::Nbt) => {
            let nbt = protocol.parse::<OptNbtView<'_>>(bytes).map_err(|error| error.to_string())?;
            let nbt = nbt.0.ok_or("the NBT is empty")?;
            let mut tag = nbt.root();
            for &step in steps {
                tag = tags(&tag).nth(step as usize).ok_or("there is no such value")?.1;
            }
            Ok(list(tags(&tag), first, count, |label, tag| tag_node(file, label, tag)))
        }
        Codec::Minecraft(protocol, expr) => {
            let value = expr.parse(*protocol, bytes).map_err(|error| error.to_string())?;
            let tree = expr.tree(*protocol, &value);
            let (mut one, mut way) = (&tree, Vec::new());
            for &step in steps {
                let (path, child) = typed(one).nth(step as usize).ok_or("there is no such value")?;
                way.extend_from_slice(path.segments());
                one = child;
            }
            let children = typed(one).map(|(path, child)| (path.to_string(), (path, child)));
            Ok(list(Box::new(children), first, count, |label, (path, child)| {
                let label = label.trim_start_matches(['$', '.']).to_owned();
                let mut node = typed_node(label, child);
                let mut start = None;
                let _ = codec.explainer(bytes).at([&*way, path.segments()].concat().into()).limit(1).rows(
                    |row| {
                        if row.role != Role::Omitted {
                            start.get_or_insert(part.bytes.start + row.start);
                        }
                    },
                );
                if let Some(start) = start {
                    node["at"] = json!(start);
                }
                node
            }))
        }
    }
}

/// Returns the parts directly inside a value of Minecraft, each with the step to it.
fn typed<'a>(value: &'a TypedValue<'a>) -> impl Iterator<Item = (Path, &'a TypedValue<'a>)> {
    value.walk().with_paths().filter(|(path, _)| path.segments().len() == 1)
}

fn typed_node(label: String, value: &TypedValue<'_>) -> Value {
    let kind = match (value.tag(), value.expr()) {
        (Some(tag), _) => tag.id().name().to_owned(),
        (None, expr) => expr.map(ToString::to_string).unwrap_or_default(),
    };
    let kind = kind.split(['(', ' ']).next().unwrap_or_default();
    match typed(value).count() {
        0 => json!({ "label": label, "type": kind, "text": short(value.to_string()) }),
        count => json!({ "label": label, "type": kind, "count": count }),
    }
}

/// Returns the values of the file.
fn roots(file: &File, first: usize, count: usize) -> Result<Value, String> {
    let parts = file.parts.iter().enumerate().skip(first).take(count);
    let node = |(at, part): (usize, &crate::session::Part)| {
        let bytes = file.contents().get(part.bytes.clone()).unwrap_or_default();
        let several = file.parts.len() > 1;
        let label =
            part.name.clone().unwrap_or_else(|| if several { format!("value {at}") } else { "$".into() });
        let label = file.recorded.as_ref().map_or(label, |recorded| recorded.heading(at));
        match part.codec(file.codec.as_ref()) {
            Some(Codec::Godot(decoder)) => match decoder.view(bytes) {
                Ok(view) => variant(file, label, view, decoder.dialect().table()),
                Err(error) => failed(label, &error.to_string()),
            },
            Some(Codec::Minecraft(protocol, TypeExpr::Nbt)) => {
                match protocol.parse::<OptNbtView<'_>>(bytes).map(|nbt| nbt.0) {
                    Ok(Some(nbt)) => {
                        let (kind, count) = (nbt.root().id().name(), tags(&nbt.root()).count());
                        json!({ "label": label, "type": kind, "count": count, "at": part.bytes.start })
                    }
                    Ok(None) => json!({ "label": label, "type": "End", "text": "", "at": part.bytes.start }),
                    Err(error) => failed(label, &error.to_string()),
                }
            }
            Some(codec @ Codec::Minecraft(protocol, expr)) => match expr.parse(*protocol, bytes) {
                Ok(value) => {
                    let mut node = typed_node(label, &expr.tree(*protocol, &value));
                    node["at"] = json!(part.bytes.start);
                    if packets::is_packet(codec) {
                        node["type"] = json!("packet");
                    }
                    node
                }
                Err(error) => failed(label, &error.to_string()),
            },
            _ => failed(label, "the format is not known"),
        }
    };
    Ok(json!({ "nodes": parts.map(node).collect::<Vec<_>>(), "more": file.parts.len() > first + count }))
}

fn failed(label: String, error: &str) -> Value {
    json!({ "label": label, "type": "", "error": error })
}

/// Returns some of the children, and whether there are more.
fn list<'a, V>(
    mut children: Box<dyn Iterator<Item = Child<'a, V>> + 'a>,
    first: usize,
    count: usize,
    node: impl Fn(String, V) -> Value,
) -> Value {
    let mut nodes = Vec::new();
    if first > 0 {
        children.nth(first - 1);
    }
    for (label, child) in children.by_ref().take(count) {
        nodes.push(node(label, child));
    }
    json!({ "nodes": nodes, "more": children.next().is_some() })
}

/// Returns the values inside a value of Godot.
fn inside<'a>(
    view: &VariantView<'a>,
    table: Table,
) -> Box<dyn Iterator<Item = Child<'a, VariantView<'a>>> + 'a> {
    if let Some(array) = view.as_array() {
        return Box::new(array.iter().enumerate().map(|(at, view)| (format!("[{at}]"), view)));
    }
    if let Some(dictionary) = view.as_dictionary() {
        let key = move |key: VariantView<'a>| short(to_text_of(&key.to_variant(), table));
        return Box::new(dictionary.entries().map(move |(name, view)| (key(name), view)));
    }
    if let Some(object) = view.as_object() {
        return Box::new(object.properties().map(|(name, view)| (name.to_string_lossy().into_owned(), view)));
    }
    Box::new(std::iter::empty())
}

fn variant(file: &File, label: String, view: VariantView<'_>, table: Table) -> Value {
    let at = offset(file, view.as_wire());
    let kind = view.kind();
    let count = match kind {
        Kind::Array => view.as_array().map(|array| array.len()),
        Kind::Dictionary => view.as_dictionary().map(|dictionary| dictionary.len()),
        Kind::Object => view.as_object().map(|object| object.len()),
        _ => None,
    };
    let name = table.name(kind);
    match count {
        Some(count) => {
            let class = view.as_object().map(|object| object.class().to_string_lossy().into_owned());
            json!({ "label": label, "type": name, "count": count, "class": class, "at": at })
        }
        None if view.as_wire().len() > WRITTEN => {
            let text = match view.as_text() {
                Some(text) => format!("{:?}", text.to_string_lossy()),
                None => format!("{} bytes", view.as_wire().len()),
            };
            json!({ "label": label, "type": name, "text": short(text), "at": at })
        }
        None => {
            json!({ "label": label, "type": name, "text": short(to_text_of(&view.to_variant(), table)), "at": at })
        }
    }
}

/// Returns the values inside a tag.
fn tags<'a>(tag: &TagView<'a>) -> Box<dyn Iterator<Item = Child<'a, TagView<'a>>> + 'a> {
    if let Some(compound) = tag.as_compound() {
        return Box::new(compound.entries().map(|(name, tag)| (name.to_string_lossy().into_owned(), tag)));
    }
    if let Some(list) = tag.as_list() {
        return Box::new(list.iter().enumerate().map(|(at, tag)| (format!("[{at}]"), tag)));
    }
    Box::new(std::iter::empty())
}

fn tag_node(file: &File, label: String, tag: TagView<'_>) -> Value {
    let (at, name) = (offset(file, tag.as_wire()), tag.id().name());
    if let Some(compound) = tag.as_compound() {
        return json!({ "label": label, "type": name, "count": compound.entries().count(), "at": at });
    }
    if let Some(list) = tag.as_list() {
        return json!({ "label": label, "type": name, "count": list.len(), "at": at });
    }
    let text = match tag.as_wire().len() > WRITTEN {
        true => format!("{} bytes", tag.as_wire().len()),
        false => tag.to_tag().to_string(),
    };
    json!({ "label": label, "type": name, "text": short(text), "at": at })
}

/// Returns the path to the value that contains a byte.
pub(crate) fn trail(file: &File, byte: usize) -> Vec<u32> {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let Some(part) = file.parts.iter().position(|part| part.bytes.end > byte) else { return Vec::new() };
    let mut trail = vec![number(part)];
    let Some(bytes) = file.parts.get(part).and_then(|part| file.contents().get(part.bytes.clone())) else {
        return trail;
    };
    let end = |wire: &[u8]| offset(file, wire) + wire.len();
    match file.parts.get(part).and_then(|part| part.codec(file.codec.as_ref())) {
        Some(Codec::Godot(decoder)) => {
            let table = decoder.dialect().table();
            let Ok(mut view) = decoder.view(bytes) else { return trail };
            loop {
                let first = match (view.as_dictionary(), view.as_array()) {
                    (Some(dictionary), _) => {
                        dictionary.entries().next().map(|(key, _)| offset(file, key.as_wire()))
                    }
                    (None, Some(array)) => array.iter().next().map(|first| offset(file, first.as_wire())),
                    (None, None) => Some(0),
                };
                let inner = inside(&view, table).map(|(_, view)| view).enumerate();
                let mut inner = inner.filter(|(_, view)| end(view.as_wire()) > byte);
                let Some((at, inner)) = inner.next().filter(|_| first.is_some_and(|first| byte >= first))
                else {
                    return trail;
                };
                trail.push(number(at));
                view = inner;
            }
        }
        Some(Codec::Minecraft(protocol, TypeExpr::Nbt)) => {
            let Ok(OptNbtView(Some(nbt))) = protocol.parse(bytes) else { return trail };
            let mut tag = nbt.root();
            if byte < offset(file, tag.as_wire()) {
                return trail;
            }
            loop {
                let inner = tags(&tag).map(|(_, tag)| tag).enumerate();
                let mut inner = inner.filter(|(_, tag)| end(tag.as_wire()) > byte);
                let is_list = tag.as_list().is_some();
                let is_there = |tag: &TagView<'_>| !is_list || byte >= offset(file, tag.as_wire());
                let Some((at, inner)) = inner.next().filter(|(_, tag)| is_there(tag)) else { return trail };
                trail.push(number(at));
                tag = inner;
                if byte < offset(file, tag.as_wire()) {
                    return trail;
                }
            }
        }
        Some(codec @ Codec::Minecraft(protocol, expr)) => {
            let row = file.index.row_at(byte);
            let place = file.part_of(row).and_then(|(at, _)| file.parts.get(at));
            let Some((part, Ok(value))) = place.map(|part| (part, expr.parse(*protocol, bytes))) else {
                return trail;
            };
            let rows = file.rows_of(codec, part, &[row]);
            let tree = expr.tree(*protocol, &value);
            let mut one = &tree;
            for step in rows.first().map(|(_, row)| row.path()).iter().flat_map(Path::segments) {
                let mut inner = typed(one).enumerate();
                let Some((at, (_, child))) =
                    inner.find(|(_, (path, _))| path.segments().first() == Some(step))
                else {
                    break;
                };
                trail.push(number(at));
                one = child;
            }
            trail
        }
        None => trail,
    }
}

/// Returns the offset of bytes that are part of the contents.
fn offset(file: &File, bytes: &[u8]) -> usize {
    (bytes.as_ptr() as usize).wrapping_sub(file.contents().as_ptr() as usize)
}

fn short(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
