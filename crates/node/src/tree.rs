//! Shows the values as a tree, without decoding all of them.

use gamewire::explain::{Role, Row};
use gamewire::path::{Path, Segment};
use gamewire::shared::view::view_again;
use gamewire_files::document::{AnyView, ChildView, Format};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::about::is_packet;
use crate::file::{Opened, unknown};
use crate::index::number;
use crate::{Fault, Res};

/// The maximum number of characters of a value that are shown.
const SHOWN: usize = 120;
/// Values with more bytes are not shown as text.
const WRITTEN: usize = 2048;

#[wasm_bindgen]
impl Opened {
    /// Returns the values inside a value, as JSON: see `TreeNode` in `js/gamewire.d.ts`. `at` has the number of the value in the file, and the number of the child
    /// at each level.
    pub fn tree(&mut self, at: &[u32], first: usize, count: usize) -> Result<String, Fault> {
        self.lay_out()?;
        let Some((&part, steps)) = at.split_first() else { return Ok(self.roots(first, count).to_string()) };
        let part = part as usize;
        let looked = self.view(part, &Path::default(), |_, mut view| {
            let mut way = Vec::new();
            for &step in steps {
                let child =
                    view.children().nth(step as usize).ok_or_else(|| Fault::of("there is no such value"))?;
                way.push(child.step);
                view = child.view;
            }
            let node = |child: ChildView<'_>| {
                let label = child.key.map_or_else(|| child.step.to_string(), short);
                let path = [&*way, &[child.step]].concat().into();
                self.node(part, label, &child.view, &path)
            };
            Ok(view.children().skip(first).take(count).map(node).collect::<Value>().to_string())
        });
        looked?.ok_or_else(|| Fault::of("the NBT is empty"))?
    }

    /// Returns the path to the value of a byte in the tree, in the form of `at` of [`tree`](Self::tree).
    pub fn trail(&mut self, offset: usize) -> Result<Vec<u32>, Fault> {
        self.make_rows()?;
        let mut parts = self.parts.iter().enumerate();
        let Some((at, part)) = parts.find(|(_, part)| part.bytes.end > offset) else {
            return Ok(Vec::new());
        };
        let mut trail = vec![number(at)];
        let row = self.index.row_at(offset);
        let read = self.read(at, part, &[row]);
        let is_value = part.bytes.contains(&self.index.start(row));
        let path = read.last().filter(|_| is_value).map(Row::path).unwrap_or_default();
        let _ = self.view(at, &Path::default(), |_, mut view| {
            for step in path.segments() {
                let is_here = |(at, child): &(usize, ChildView<'_>)| {
                    child.step == *step || *step == Segment::KeyAt(*at)
                };
                let Some((at, child)) = view.children().enumerate().find(is_here) else { break };
                trail.push(number(at));
                if let Segment::KeyAt(_) = step {
                    break;
                }
                view = child.view;
            }
        });
        Ok(trail)
    }
}

impl Opened {
    /// Returns the values of the file.
    fn roots(&self, first: usize, count: usize) -> Value {
        let total = self.count();
        let root = |at| {
            let label = match (self.value_ref(at).and_then(|value| value.name()), self.heading(at)) {
                (Some(name), _) => name.to_owned(),
                (None, _) if total == 1 => "$".to_owned(),
                (None, heading) if heading.is_empty() => format!("value {at}"),
                (None, heading) => heading,
            };
            let look = |format: &Format, view: AnyView<'_>| {
                let mut node = self.node(at, label.clone(), &view, &Path::default());
                if is_packet(format) {
                    node["type"] = json!("packet");
                }
                node
            };
            let mut node = match self.view(at, &Path::default(), look) {
                Ok(Some(node)) => node,
                Ok(None) => json!({ "label": label, "type": "End", "text": "" }),
                Err(error) => return json!({ "label": label, "type": "", "error": error.message }),
            };
            node["offset"] = json!(self.parts.get(at).map(|part| part.bytes.start));
            node
        };
        (first..total).take(count).map(root).collect()
    }

    /// Looks at the value at a path. The bytes of a value of Godot are only checked once.
    pub(crate) fn view<T>(
        &self,
        at: usize,
        path: &Path,
        look: impl FnOnce(&Format, AnyView<'_>) -> T,
    ) -> Res<Option<T>> {
        let (Some(part), Some(format)) = (self.parts.get(at), self.format_of(at)) else {
            return Err(unknown());
        };
        let bytes = self.value_bytes(at);
        if let (Format::Godot(decoder), true) = (&*format, part.is_checked.get()) {
            let view = view_again(decoder, bytes).view_path(path)?;
            return Ok(Some(look(&format, AnyView::Godot(view))));
        }
        let seen = format.view(bytes, path, |view| look(&format, view))?;
        part.is_checked.set(true);
        Ok(seen)
    }

    /// Returns a value as a node of the tree.
    fn node(&self, part: usize, label: String, view: &AnyView<'_>, path: &Path) -> Value {
        let (kind, class) = match view {
            AnyView::Godot(view) => (
                self.table().name(view.kind()),
                view.as_object().map(|object| object.class().to_string_lossy().into_owned()),
            ),
            view => (view.type_name(), None),
        };
        let wire = view.as_wire();
        let at = match wire {
            Some(wire) => Some((wire.as_ptr() as usize).wrapping_sub(self.contents().as_ptr() as usize)),
            None => self.find_in(part, path).map(|(start, _)| start),
        };
        let count = view.child_count();
        if count > 0 || class.is_some() {
            return json!({ "label": label, "type": kind, "count": count, "class": class, "offset": at });
        }
        let is_text = matches!(view, AnyView::Godot(view) if view.as_text().is_some());
        let text = match wire.map_or(0, <[u8]>::len) {
            len if len > WRITTEN && !is_text => format!("{len} bytes"),
            _ => self.shown(&view.to_value()),
        };
        json!({ "label": label, "type": kind, "text": short(text), "offset": at })
    }

    /// Returns the offset and the length of the first row at a path in a value.
    pub(crate) fn find_in(&self, at: usize, path: &Path) -> Option<(usize, usize)> {
        let (part, format) = (self.parts.get(at)?, self.format_of(at)?);
        let mut place = None;
        let outcome = format.explainer(self.value_bytes(at)).at(path.clone()).limit(1).rows(|row| {
            if row.role != Role::Omitted {
                place.get_or_insert((part.bytes.start + row.start, row.len));
            }
        });
        place.filter(|_| outcome.shown > 0)
    }
}

fn short(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
