//! Changes of NBT in its encoded bytes, which keep all other bytes unchanged.

use std::ops::Range;

use super::super::nbt::{Compound, JavaStr, Nbt, OptNbt, OptNbtView, Tag, TagId, TagView};
use super::super::protocol::Protocol;
use super::{name, unfit};
use crate::path::{
    EditError, Path, PathError, PathErrorKind, Segment, Splices, Tree as _, added, fail, failed, reach,
    removed, spans, step,
};
use crate::sure::Sure as _;

impl Protocol {
    /// Returns the tag at a path in the bytes of an NBT root, like
    /// [`Tag::get_path`]. All bytes are validated, but only the tag at the path
    /// is built.
    ///
    /// # Errors
    /// Returns an error if the bytes are not valid NBT, or if there is no tag at the path.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::Tag};
    /// let bytes = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    /// assert_eq!(Protocol::V1_14.get_path(bytes, &"$.Gold".parse()?)?, Tag::Int(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, bytes: &[u8], path: &Path) -> Result<Tag, EditError> {
        let steps = path.segments();
        let OptNbtView(Some(nbt)) = self.parse(bytes)? else {
            return Ok(fail(steps, 0, PathErrorKind::NoWay { kind: "End" })?);
        };
        Ok(nbt.root().get_path(path)?)
    }

    /// Sets the value at a path in the bytes of an NBT root, like
    /// [`Tag::set_path`], and returns the new bytes. All other bytes are
    /// unchanged, except for the count if an element is added.
    ///
    /// # Errors
    /// Returns an error if the bytes are not valid NBT, if there is no such place, or if the value is not allowed
    /// there.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::Tag};
    /// let bytes = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    /// let changed = Protocol::V1_14.set_path(bytes, &"$.Gold".parse()?, &Tag::Int(999))?;
    /// assert_eq!(changed, b"\x0a\0\0\x03\0\x04Gold\0\0\x03\xe7\0");
    ///
    /// let network = Protocol::V1_15.nameless_nbt(true);
    /// let changed = network.set_path(b"\x0a\x01\0\x02hp\x07\0", &"$.hp".parse()?, &Tag::Byte(20))?;
    /// assert_eq!(changed, b"\x0a\x01\0\x02hp\x14\0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&self, bytes: &[u8], path: &Path, new: &Tag) -> Result<Vec<u8>, EditError> {
        self.path_set(bytes, path, new)?.checked(bytes, |changed| self.check::<OptNbt>(changed))
    }

    /// Returns the bytes that [`set_path`](Self::set_path) replaces.
    pub fn path_set(&self, bytes: &[u8], path: &Path, new: &Tag) -> Result<Splices, EditError> {
        let steps = path.segments();
        let Some((last, outer)) = steps.split_last() else {
            return Ok(fail(steps, 0, PathErrorKind::Fixed)?);
        };
        let (container, at) = (reach(root(self, bytes, steps)?, outer)?, outer.len());
        let found = step(container, last).and_then(|found| found.ok_or(no_way(container)));
        let (start, id) = (container.place_in(bytes).start, new.id());
        let type_at = match container.elements() {
            None => spans(container, last).last().map(|entry| start + entry.start),
            Some(elements) => {
                let is_next = *last == Segment::Index(elements.len());
                let is_any = elements.len() == usize::from(!is_next) && container.id() == TagId::List;
                let other = id != elements.element_type();
                if other && !is_any && (found.is_ok() || is_next) {
                    return Ok(fail(steps, at, unfit(container.id(), elements.element_type(), id))?);
                }
                (other && is_any).then_some(start)
            }
        };
        let change = match found {
            Ok((_, old)) => Splices::put(old.place_in(bytes), payload(self, new)?),
            Err(why) => {
                let part = container.new_part(self, last, new)?;
                let (part, count) =
                    part.zip(container.recounted(self, 1)).ok_or_else(|| failed(steps, at, why))?;
                added(bytes, container, part, count)
            }
        };
        Ok(type_at.map(|at| (at..at + 1, vec![id.to_wire()])).into_iter().chain(change).collect())
    }

    /// Removes the value at a path from the bytes of an NBT root, like
    /// [`Tag::remove_path`], and returns the new bytes. All other bytes are
    /// unchanged, except for the count of a list or array.
    ///
    /// # Errors
    /// Returns an error if the bytes are not valid NBT, if there is no tag at the path, or if the path is that of the
    /// whole root.
    pub fn remove_path(&self, bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
        self.path_removed(bytes, path)?.checked(bytes, |changed| self.check::<OptNbt>(changed))
    }

    /// Returns the bytes that [`remove_path`](Self::remove_path) replaces.
    pub fn path_removed(&self, bytes: &[u8], path: &Path) -> Result<Splices, EditError> {
        let steps = path.segments();
        let Some((last, outer)) = steps.split_last() else {
            return Ok(fail(steps, 0, PathErrorKind::Fixed)?);
        };
        let (container, at) = (reach(root(self, bytes, steps)?, outer)?, outer.len());
        let found = step(container, last).and_then(|found| found.ok_or(no_way(container)));
        let recounted = |fewer| container.recounted(self, fewer);
        let removed =
            found.and_then(|_| removed(bytes, container, last, recounted).ok_or(PathErrorKind::Fixed));
        Ok(removed.map_err(|kind| failed(steps, at, kind))?)
    }
}

impl<'a> TagView<'a> {
    /// Returns the tag at a path from this one on. Only this tag is built.
    ///
    /// # Errors
    /// Returns the errors of [`view_path`](Self::view_path).
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::{NbtView, Tag}};
    /// let nbt: NbtView = Protocol::V1_14.parse(b"\x0a\0\0\x0a\0\x06player\x03\0\x04Gold\0\0\0\x07\0\0")?;
    /// assert_eq!(nbt.root().get_path(&"$.player.Gold".parse()?)?, Tag::Int(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<Tag, PathError> {
        self.view_path(path).map(|tag| tag.to_tag())
    }

    /// Returns a view of the tag at a path from this one on, without building it.
    ///
    /// # Errors
    /// Returns an error if there is no tag at the path. The [`PathError`] has the step that failed, and what exists
    /// instead.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::NbtView};
    /// let nbt: NbtView = Protocol::V1_14.parse(b"\x0a\0\0\x0a\0\x06player\x03\0\x04Gold\0\0\0\x07\0\0")?;
    /// assert_eq!(nbt.root().view_path(&"$.player.Gold".parse()?)?.as_i64(), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view_path(&self, path: &Path) -> Result<TagView<'a>, PathError> {
        reach(*self, path.segments())
    }
}

/// Returns the root of the bytes.
fn root<'a>(protocol: &Protocol, bytes: &'a [u8], steps: &[Segment]) -> Result<TagView<'a>, EditError> {
    match protocol.parse(bytes)? {
        OptNbtView(Some(nbt)) => Ok(nbt.root()),
        OptNbtView(None) => Ok(fail(steps, 0, PathErrorKind::NoWay { kind: "End" })?),
    }
}

fn no_way(tag: TagView<'_>) -> PathErrorKind {
    PathErrorKind::NoWay { kind: tag.id().name() }
}

impl TagView<'_> {
    /// Encodes a new element or entry. Returns `None` if the container does not accept this step.
    fn new_part(
        self,
        protocol: &Protocol,
        segment: &Segment,
        new: &Tag,
    ) -> Result<Option<Vec<u8>>, EditError> {
        match (self.elements().map(|elements| elements.len()), segment) {
            (Some(len), Segment::Index(at)) if *at == len => payload(protocol, new).map(Some),
            (None, segment) if self.id() == TagId::Compound => {
                name(segment).map(|name| entry(protocol, name, new)).transpose()
            }
            (Some(_) | None, _) => Ok(None),
        }
    }

    /// Returns the position of the count, and the count that is changed by a number. The bytes are empty if the container
    /// has no count.
    fn recounted(self, protocol: &Protocol, change: isize) -> Option<(Range<usize>, Vec<u8>)> {
        let Some(elements) = self.elements() else {
            return Some((0..0, Vec::new()));
        };
        let count = elements.len().checked_add_signed(change)?;
        Some((usize::from(self.id() == TagId::List)..self.inside().start, protocol.nbt_count(count)?))
    }
}

/// Returns the bytes of an entry of a compound: type, name and payload.
fn entry(protocol: &Protocol, name: JavaStr, tag: &Tag) -> Result<Vec<u8>, EditError> {
    let root = Compound::from_iter([(name, tag.clone())]);
    let bytes = protocol.nameless_nbt(true).encode(&Nbt::unnamed(root))?;
    // The type of the root and the End after the entry are removed.
    Ok(bytes.get(1..bytes.len() - 1).sure().to_vec())
}

fn payload(protocol: &Protocol, tag: &Tag) -> Result<Vec<u8>, EditError> {
    // In a form with VarInts, the length of the empty name is one byte.
    let header = if protocol.nbt.has_varints() { 2 } else { 3 };
    Ok(entry(protocol, JavaStr::default(), tag)?.split_off(header))
}
