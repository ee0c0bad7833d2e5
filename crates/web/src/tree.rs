//! Shows the values as a tree, without decoding all of them.

use gamewire::explain::Role;
use gamewire::godot::Table;
use gamewire::godot::text::to_text_of;
use gamewire::path::{Path, Segment};
use gamewire_files::document::{AnyValue, AnyView, ChildView};
use serde_json::{Value, json};

use crate::codec::Codec;
use crate::packets;
use crate::session::{File, Part};

/// The maximum number of characters of a value that are shown.
const SHOWN: usize = 120;
/// Values with more bytes are not shown as text.
const WRITTEN: usize = 2048;

/// Returns the values inside a value. `at` has the index of the value in the file, and the index of the child
/// at each level.
pub(crate) fn children(file: &File, at: &[u32], first: usize, count: usize) -> Result<Value, String> {
    let Some((&number, steps)) = at.split_first() else { return Ok(roots(file, first, count)) };
    let part = file.parts.get(number as usize).ok_or("there is no such value")?;
    let codec = part.codec(file.codec.as_ref()).ok_or("the format is not known")?;
    let looked = codec.view(file.part_bytes(number as usize), &Path::default(), |mut view| {
        let mut way = Vec::new();
        for &step in steps {
            let ChildView { step, view: inner, .. } =
                view.children().nth(step as usize).ok_or("there is no such value")?;
            way.push(step);
            view = inner;
        }
        let mut children = view.children().skip(first);
        let mut nodes = Vec::new();
        for child in children.by_ref().take(count) {
            let mut node = node(file, codec, label(&child), child.view);
            if let AnyView::Packet(_) = child.view {
                let path = [&*way, &[child.step]].concat().into();
                node["at"] = json!(file.place_of_path(codec, part, &path).map(|(start, _)| start));
            }
            nodes.push(node);
        }
        Ok(json!({ "nodes": nodes, "more": children.next().is_some() }))
    });
    looked.map_err(|error| error.to_string())?.ok_or("the NBT is empty")?
}

fn label(child: &ChildView<'_>) -> String {
    match &child.key {
        Some(key) => short(key.clone()),
        None => child.step.to_string(),
    }
}

/// Returns the values of the file.
fn roots(file: &File, first: usize, count: usize) -> Value {
    let parts = file.parts.iter().enumerate().skip(first).take(count);
    let root = |(at, part): (usize, &Part)| {
        let label = match (&part.name, &file.recorded) {
            (Some(name), _) => name.clone(),
            (None, Some(recorded)) => recorded.heading(at),
            (None, None) if file.parts.len() > 1 => format!("value {at}"),
            (None, None) => "$".to_owned(),
        };
        let failed = |error: &str| json!({ "label": label, "type": "", "error": error });
        let Some(codec) = part.codec(file.codec.as_ref()) else { return failed("the format is not known") };
        let look = |view: AnyView<'_>| node(file, codec, label.clone(), view);
        let mut node = match codec.view(file.part_bytes(at), &Path::default(), look) {
            Ok(Some(node)) => node,
            Ok(None) => json!({ "label": label, "type": "End", "text": "" }),
            Err(error) => return failed(&error.to_string()),
        };
        node["at"] = json!(part.bytes.start);
        if packets::is_packet(codec) {
            node["type"] = json!("packet");
        }
        node
    };
    json!({ "nodes": parts.map(root).collect::<Vec<_>>(), "more": file.parts.len() > first + count })
}

/// Returns a value as a node of the tree.
fn node(file: &File, codec: &Codec, label: String, view: AnyView<'_>) -> Value {
    let table = if let Codec::Godot(decoder) = codec { decoder.dialect().table() } else { Table::Godot4 };
    let (kind, count, class, wire) = match view {
        AnyView::Godot(view) => {
            let lists = (view.as_array(), view.as_dictionary(), view.as_object());
            let (count, class) = match lists {
                (Some(array), ..) => (Some(array.len()), None),
                (_, Some(dictionary), _) => (Some(dictionary.len()), None),
                (.., Some(object)) => {
                    (Some(object.len()), Some(object.class().to_string_lossy().into_owned()))
                }
                _ => (None, None),
            };
            (table.name(view.kind()).to_owned(), count, class, Some(view.as_wire()))
        }
        AnyView::Nbt(tag) => {
            let count = tag.as_list().map(|list| list.len());
            let count = count.or_else(|| Some(tag.as_compound()?.entries().count()));
            (tag.id().name().to_owned(), count, None, Some(tag.as_wire()))
        }
        AnyView::Packet(part) => {
            let kind = match (part.tag(), part.expr()) {
                (Some(tag), _) => tag.id().name().to_owned(),
                (None, expr) => expr.map(ToString::to_string).unwrap_or_default(),
            };
            let kind = kind.split(['(', ' ']).next().unwrap_or_default().to_owned();
            (kind, Some(view.children().count()).filter(|count| *count > 0), None, None)
        }
        _ => (String::new(), None, None, None),
    };
    let at = wire.map(|wire| offset(file, wire));
    if let Some(count) = count {
        return json!({ "label": label, "type": kind, "count": count, "class": class, "at": at });
    }
    let text = match (wire, view) {
        (Some(wire), AnyView::Godot(view)) if wire.len() > WRITTEN => match view.as_text() {
            Some(text) => format!("{:?}", text.to_string_lossy()),
            None => format!("{} bytes", wire.len()),
        },
        (Some(wire), _) if wire.len() > WRITTEN => format!("{} bytes", wire.len()),
        _ => match view.to_value() {
            AnyValue::Godot(value) => to_text_of(&value, table),
            AnyValue::Nbt(tag) => tag.to_string(),
            AnyValue::Packet(part) => part.as_json().to_owned(),
            _ => String::new(),
        },
    };
    json!({ "label": label, "type": kind, "text": short(text), "at": at })
}

/// Returns the path to the value that contains a byte.
pub(crate) fn trail(file: &File, byte: usize) -> Vec<u32> {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let Some(at) = file.parts.iter().position(|part| part.bytes.end > byte) else { return Vec::new() };
    let mut trail = vec![number(at)];
    let row = file.index.row_at(byte);
    let Some((codec, part)) =
        file.parts.get(at).and_then(|part| Some((part.codec(file.codec.as_ref())?, part)))
    else {
        return trail;
    };
    // Rows before the value have no path.
    let rows = if file.part_of(row).is_some() { file.rows_of(codec, part, &[row]) } else { Vec::new() };
    let path = rows.first().map(|(_, row)| row.path()).unwrap_or_default();
    let _ = codec.view(file.part_bytes(at), &Path::default(), |mut view| {
        for step in path.segments() {
            let child = match step {
                Segment::KeyAt(at) => view.children().enumerate().nth(*at),
                step => view.children().enumerate().find(|(_, child)| child.step == *step),
            };
            let Some((at, child)) = child else { break };
            trail.push(number(at));
            if let Segment::KeyAt(_) = step {
                break;
            }
            view = child.view;
        }
    });
    trail
}

impl File {
    /// Returns the offset and the length of the first row of the value at a path.
    pub(crate) fn place_of_path(&self, codec: &Codec, part: &Part, path: &Path) -> Option<(usize, usize)> {
        let bytes = self.contents().get(part.bytes.clone()).unwrap_or_default();
        let mut place = None;
        let outcome = codec.explainer(bytes).at(path.clone()).limit(1).rows(|row| {
            if row.role != Role::Omitted {
                place.get_or_insert((part.bytes.start + row.start, row.len));
            }
        });
        place.filter(|_| outcome.shown > 0)
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
