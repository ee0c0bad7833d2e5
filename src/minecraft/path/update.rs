//! Replaces a whole root in its encoded bytes, and keeps the bytes of everything that did not change.

use std::collections::HashMap;
use std::ops::Range;

use super::super::nbt::{JavaStrView, Nbt, OptNbtView, TagView};
use super::super::protocol::Protocol;
use crate::path::{EditError, Tree as _};
use crate::sure::Sure as _;

/// Tags at this level are kept or replaced as a whole, because each level needs another pass over the bytes.
const DEEPEST: u8 = 16;

impl Protocol {
    /// Returns the bytes of the root `new`, in which names, counts and tags that did not change keep their bytes. This
    /// includes bytes that the game would write differently, such as longer VarInts. Tags at level 16 are kept or
    /// replaced as a whole; the root is at level 0.
    ///
    /// # Errors
    /// Returns an error if the bytes are not valid NBT, or if the new root cannot be encoded.
    ///
    /// ```
    /// use gamewire::minecraft::{NbtForm, Protocol, nbt::{Nbt, nbt}};
    /// let bedrock = Protocol::V1_14.with_nbt_form(NbtForm::VarInt);
    /// // The length of the name a takes one byte more than needed.
    /// let bytes = b"\x0a\0\x01\x81\0a\x05\x01\x01b\x01\0";
    /// let changed = bedrock.set_value(bytes, &Nbt::unnamed(nbt!({ "a": 5_i8, "b": 7_i8 })))?;
    /// assert_eq!(changed, b"\x0a\0\x01\x81\0a\x05\x01\x01b\x07\0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_value(&self, bytes: &[u8], new: &Nbt) -> Result<Vec<u8>, EditError> {
        let encoded = self.encode(new)?;
        let (OptNbtView(Some(old)), OptNbtView(Some(new))) = (self.parse(bytes)?, self.parse(&encoded)?)
        else {
            return Ok(encoded);
        };
        let kept = if old.name() == new.name() && old.root().id() == new.root().id() { old } else { new };
        let header = kept.as_wire().len() - kept.root().as_wire().len();
        let mut merged = kept.as_wire().get(..header).sure().to_vec();
        merge(old.root(), new.root(), 0, &mut merged);
        Ok(merged)
    }
}

/// Writes `new`, reusing the bytes of `old` for every part that did not change.
fn merge(old: TagView<'_>, new: TagView<'_>, depth: u8, out: &mut Vec<u8>) {
    let is_open = old.is_alike(&new) && old.same_apart_from_children(new) && old != new && depth < DEEPEST;
    if is_open && old.as_compound().is_some() {
        let before = entries(old);
        let by_name: HashMap<_, _> = before.iter().map(|entry| (&entry.1, entry)).collect();
        for (at, (header, name, value)) in entries(new).into_iter().enumerate() {
            let here = before.get(at).filter(|entry| entry.1 == name);
            let entry = here.or_else(|| by_name.get(&name).copied());
            match entry.filter(|(_, _, there)| there.id() == value.id()) {
                Some((header, _, there)) => {
                    out.extend_from_slice(old.as_wire().get(header.clone()).sure());
                    merge(*there, value, depth + 1, out);
                }
                None => out.extend_from_slice(
                    new.as_wire().get(header.start..header.end + value.as_wire().len()).sure(),
                ),
            }
        }
        out.extend_from_slice(new.as_wire().get(new.inside().end..).sure());
    } else if is_open && let (Some(before), Some(after)) = (old.elements(), new.elements()) {
        let counted = if before.len() == after.len() { old } else { new };
        out.extend_from_slice(counted.as_wire().get(..counted.inside().start).sure());
        let pairs = before.iter().zip(after.iter());
        let start = pairs.take_while(|(old, new)| is_same(*old, *new)).count();
        let (mut olds, mut news) = (before.iter(), after.iter());
        for (old, new) in olds.by_ref().zip(news.by_ref()).take(start) {
            merge(old, new, depth + 1, out);
        }
        // The elements after those that were added or removed are matched from the end.
        olds.by_ref().take(before.len().saturating_sub(after.len())).for_each(drop);
        let added = after.len().saturating_sub(before.len());
        news.by_ref().take(added).for_each(|value| out.extend_from_slice(value.as_wire()));
        for (old, new) in olds.zip(news) {
            merge(old, new, depth + 1, out);
        }
    } else {
        out.extend_from_slice(if is_same(old, new) { old } else { new }.as_wire());
    }
}

fn is_same(old: TagView<'_>, new: TagView<'_>) -> bool {
    old == new || old.id() == new.id() && old.to_tag().same_bits(&new.to_tag())
}

/// Returns the entries of a compound: the places of their types and names, the names and the values.
fn entries<'a>(compound: TagView<'a>) -> Vec<(Range<usize>, JavaStrView<'a>, TagView<'a>)> {
    let mut start = 0;
    let entry = |(name, value): (JavaStrView<'a>, TagView<'a>)| {
        let Range { start: value_start, end } = value.place_in(compound.as_wire());
        let header = start..value_start;
        start = end;
        (header, name, value)
    };
    compound.as_compound().into_iter().flatten().map(entry).collect()
}
