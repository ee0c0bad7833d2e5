//! Putting a whole value in the place of another in its bytes: what is equal keeps its bytes.

use std::collections::HashMap;
use std::ops::Range;

use super::super::decode::Decoder;
use super::super::ids::Kind;
use super::super::model::{Key, Variant};
use super::super::text::to_text;
use super::super::view::{DictionaryViewIter, ObjectViewIter, VariantView};
use super::bytes::leaf_changed;
use super::compare::Compared;
use super::parts;
use super::steps::Step;
use crate::path::{
    Change, ChildIter, Contained as _, Diff, EditError, Segment, Splices, View as _, is_opened,
};

impl Decoder {
    /// Returns the bytes of another value, made from these.
    ///
    /// If only values differ, and no element, key or property was added, removed or moved, all other bytes are unchanged, as
    /// with [`set_path`](Self::set_path). Otherwise the value is encoded anew. Of an array or dictionary of more than 64 KiB, up
    /// to 8 levels deep, only the values inside it that are of another shape are encoded anew. Takes time in proportion to both
    /// values, however many of them differ.
    ///
    /// # Errors
    /// If the bytes are no value to this decoder, or the dialect cannot express the new one.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, variant};
    /// // [1, 2], the first one wider than an engine writes it.
    /// let bytes = b"\x1c\0\0\0\x02\0\0\0\x02\0\x01\0\x01\0\0\0\0\0\0\0\x02\0\0\0\x02\0\0\0";
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// let changed = decoder.set_value(bytes, &variant!([1, 9]))?;
    /// assert_eq!(changed[..24], bytes[..24]);
    /// assert_eq!(changed[24..], [9, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_value(&self, bytes: &[u8], new: &Variant<'_>) -> Result<Vec<u8>, EditError> {
        let mut splices = Vec::new();
        self.put(bytes, self.view(bytes)?, new, 0, &mut splices)?;
        splices.into_iter().collect::<Splices>().checked(bytes, |changed| self.check(changed))
    }

    /// Adds the bytes to be replaced for another value. The values inside of large ones are compared one by one, so that there is
    /// no tree of all of them.
    fn put(
        &self,
        bytes: &[u8],
        view: VariantView<'_>,
        new: &Variant<'_>,
        depth: u8,
        splices: &mut Vec<(Range<usize>, Vec<u8>)>,
    ) -> Result<(), EditError> {
        if is_opened(view.as_wire(), depth)
            && let Some(pairs) = pairs(view, new)
        {
            return pairs
                .into_iter()
                .try_for_each(|(view, new)| self.put(bytes, view, new, depth + 1, splices));
        }
        let place = view.place_in(bytes);
        match self.changed(view, new)? {
            Some(changed) => splices.extend(changed.after(place.start, place.end)),
            None => splices.push((place, self.dialect().encode(new)?)),
        }
        Ok(())
    }

    /// The bytes to be replaced in those of a value; `None` if more than values differ.
    fn changed(&self, view: VariantView<'_>, new: &Variant<'_>) -> Result<Option<Splices>, EditError> {
        let bytes = view.as_wire();
        let Some(changes) = Changes::between(&view.to_variant(), new) else { return Ok(None) };
        if changes.is_empty() {
            return Ok(Some(Splices::default()));
        }
        let Some(splices) = changes.splices(bytes, view)? else { return Ok(None) };
        // A key that is there more than once, or that is not the same as itself, may have led elsewhere.
        let there =
            self.parse(&splices.apply(bytes)).is_ok_and(|there| by_position(&there, new).advance().is_none());
        Ok(there.then_some(splices))
    }
}

/// The values inside of two arrays, or of two dictionaries with the same keys; `None` of others.
fn pairs<'b, 'v, 'a>(
    view: VariantView<'b>,
    new: &'v Variant<'a>,
) -> Option<Vec<(VariantView<'b>, &'v Variant<'a>)>> {
    if let (Variant::Array(new), Kind::Array) = (new, view.kind()) {
        let old = view.as_array()?;
        let is_same = old.element_type().as_ref() == new.element_type()
            && (old.is_shared(), old.len()) == (new.is_shared(), new.len());
        return is_same.then(|| old.iter().zip(new).collect());
    }
    let (Variant::Dictionary(new), Some(old)) = (new, view.as_dictionary()) else { return None };
    let is_same = old.entry_types().as_ref() == new.entry_types()
        && (old.is_shared(), old.len()) == (new.is_shared(), new.len())
        && old.entries().zip(new).all(|((old, _), (new, _))| old.to_variant().same_bits(new));
    is_same.then(|| old.entries().zip(new).map(|((_, old), (_, new))| (old, new)).collect())
}

fn by_position<'v, 'a>(old: &'v Variant<'a>, new: &'v Variant<'a>) -> Diff<Compared<'v, 'a>> {
    Diff::new(Compared::new(old), Compared::new(new)).by_position()
}

/// The bytes to be replaced for another value.
fn replaced(bytes: &[u8], view: VariantView<'_>, new: &Variant<'_>) -> Result<Splices, EditError> {
    if view.kind() == new.kind() && new.kind().numeric().is_some() {
        let old = view.to_variant();
        if parts::is_wide(&old) == parts::is_wide(new) {
            return leaf_changed(bytes, view, &old, new, &[]);
        }
    }
    Ok(Splices::put(view.place_in(bytes), view.dialect().encode(new)?))
}

/// The changes of a value, as a tree of steps: the first node is the whole value.
struct Changes<'a>(Vec<Node<'a>>);

struct Node<'a> {
    /// The step that leads here.
    segment: Option<Segment>,
    inside: Vec<usize>,
    /// The new value.
    new: Option<Variant<'a>>,
}

impl<'a> Changes<'a> {
    /// Returns the changes from one value to another; `None` if anything but values differs.
    fn between(old: &Variant<'a>, new: &Variant<'a>) -> Option<Self> {
        let mut nodes = vec![Node { segment: None, inside: Vec::new(), new: None }];
        // The nodes on the path to the last difference.
        let mut open = vec![0];
        let mut diff = by_position(old, new);
        while let Some(change) = diff.advance() {
            let Change::Changed(_, new) = change else { return None };
            open.truncate(diff.kept() + 1);
            for segment in diff.path().segments().iter().skip(open.len() - 1) {
                let node = nodes.len();
                nodes.push(Node { segment: Some(segment.clone()), inside: Vec::new(), new: None });
                nodes.get_mut(*open.last()?)?.inside.push(node);
                open.push(node);
            }
            nodes.get_mut(*open.last()?)?.new = Some(new);
        }
        Some(Self(nodes))
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|node| node.new.is_none())
    }

    /// The bytes to be replaced, in one walk; `None` if a place is not found.
    fn splices(&self, bytes: &[u8], whole: VariantView<'_>) -> Result<Option<Splices>, EditError> {
        let mut splices: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        let mut open = vec![(whole, 0)];
        while let Some((view, at)) = open.pop() {
            let Some(node) = self.0.get(at) else { return Ok(None) };
            if let Some(new) = &node.new {
                splices.extend(replaced(bytes, view, new)?);
                continue;
            }
            if node.inside.is_empty() {
                continue;
            }
            let before = open.len();
            match view.child_iter() {
                ChildIter::Items(items) => {
                    let mut wanted = self.inside(node).peekable();
                    for (index, element) in items.enumerate() {
                        let here = |(_, segment): &(usize, &Segment)| **segment == Segment::Index(index);
                        open.extend(wanted.next_if(here).map(|(node, _)| (element, node)));
                    }
                }
                ChildIter::Entries(entries) => self.entries(entries, node, &mut open),
                ChildIter::Named(properties) => self.properties(properties, node, &mut open),
                ChildIter::Nothing => {
                    let Some(changed) = self.leaf(bytes, view, node)? else { return Ok(None) };
                    splices.extend(changed);
                    continue;
                }
            }
            if open.len() - before != node.inside.len() {
                return Ok(None);
            }
        }
        splices.sort_by_key(|(range, _)| range.start);
        Ok(Some(splices.into_iter().collect()))
    }

    fn inside(&self, node: &Node<'_>) -> impl Iterator<Item = (usize, &Segment)> {
        node.inside.iter().filter_map(|at| Some((*at, self.0.get(*at)?.segment.as_ref()?)))
    }

    /// The values and keys of a dictionary that are wanted: of several with one key the last.
    fn entries<'b>(
        &self,
        entries: DictionaryViewIter<'b>,
        node: &Node<'_>,
        open: &mut Vec<(VariantView<'b>, usize)>,
    ) {
        let (mut keys, mut odd, mut places) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut values = HashMap::new();
        for (at, segment) in self.inside(node) {
            if let Segment::KeyAt(place) = segment {
                places.insert(*place, at);
            } else if let Segment::ValueAt(place) = segment {
                values.insert(*place, at);
            } else if let Some(key) = Step::from_segment(segment).into_key() {
                // A key that is not equal to itself is identified by its text.
                match Key::new(key.clone()) {
                    Some(key) => keys.insert(key, at),
                    None => odd.insert(to_text(&key), at),
                };
            }
        }
        let mut found = HashMap::new();
        for (place, (key, value)) in entries.enumerate() {
            found.extend(places.get(&place).map(|at| (*at, key)));
            found.extend(values.get(&place).map(|at| (*at, value)));
            let there = key.to_variant();
            let wanted = match Key::new(there.clone()) {
                Some(key) => keys.get(&key.into_owned()),
                None => odd.get(&to_text(&there)),
            };
            found.extend(wanted.map(|at| (*at, value)));
        }
        open.extend(found.into_iter().map(|(at, view)| (view, at)));
    }

    /// The values of an object's properties that are wanted: of several with one name the last.
    fn properties<'b>(
        &self,
        properties: ObjectViewIter<'b>,
        node: &Node<'_>,
        open: &mut Vec<(VariantView<'b>, usize)>,
    ) {
        let named = |(at, segment)| {
            if let Step::Text(name) = Step::from_segment(segment) { Some((name, at)) } else { None }
        };
        let names: HashMap<String, usize> = self.inside(node).filter_map(named).collect();
        let mut found = HashMap::new();
        for (place, (name, value)) in properties.enumerate() {
            let by_name = name.as_str().and_then(|name| names.get(name));
            let by_place = self.inside(node).find(|(_, segment)| **segment == Segment::ValueAt(place));
            found.extend(by_name.copied().or(by_place.map(|(at, _)| at)).map(|at| (at, value)));
        }
        open.extend(found.into_iter().map(|(at, view)| (view, at)));
    }

    /// The bytes to be replaced in a value without children.
    fn leaf(
        &self,
        bytes: &[u8],
        view: VariantView<'_>,
        node: &Node<'_>,
    ) -> Result<Option<Splices>, EditError> {
        let old = view.to_variant();
        let mut new = old.clone();
        let mut changed = Vec::new();
        for (at, segment) in self.inside(node) {
            let (Segment::Index(index), Some(element)) =
                (segment, self.0.get(at).and_then(|it| it.new.as_ref()))
            else {
                return Ok(None);
            };
            if parts::set_element(&mut new, *index, element).is_err() {
                return Ok(None);
            }
            changed.push(*index);
        }
        leaf_changed(bytes, view, &old, &new, &changed).map(Some)
    }
}
