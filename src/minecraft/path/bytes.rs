//! Changing NBT in its encoded bytes. All other bytes are unchanged.

use std::ops::Range;

use nom::Offset as _;

use super::super::ids::TagId;
use super::super::nbt::{Compound, JavaStr, ListView, Nbt, NbtView, OptNbt, OptNbtView, Tag, TagView};
use super::super::protocol::Protocol;
use super::{descend, index, name};
use crate::path::{EditError, Path, PathError, PathErrorKind, Segment, Splices, fail, missing};

impl Protocol {
    /// Returns the tag at a path in the bytes of an NBT root, as [`Nbt::get_path`] does in a tree. The bytes are validated; only
    /// the tag at the path is built.
    ///
    /// # Errors
    /// If the bytes are not valid NBT, or the path leads nowhere.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::Tag};
    /// let bytes = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    /// assert_eq!(Protocol::V1_14.get_path(bytes, &"$.Gold".parse()?)?, Tag::Int(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path<'b>(&self, bytes: &'b [u8], path: &Path) -> Result<Tag<'b>, EditError> {
        let steps = path.segments();
        let OptNbtView(Some(nbt)) = self.parse(bytes)? else {
            return Ok(fail(steps, 0, PathErrorKind::NoWay { kind: "End" })?);
        };
        Ok(nbt.get_path(path)?)
    }

    /// Puts a value where a path leads in the bytes of an NBT root, as [`Nbt::set_path`] does in a tree, and returns the new bytes.
    /// All other bytes are unchanged; if an element is added, the count before it changes too.
    ///
    /// # Errors
    /// If the bytes are no NBT, the path leads nowhere, or the value does not fit there.
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
    pub fn set_path(&self, bytes: &[u8], path: &Path, new: &Tag<'_>) -> Result<Vec<u8>, EditError> {
        self.path_set(bytes, path, new)?.checked(bytes, |changed| self.check::<OptNbt<'_>>(changed))
    }

    /// The bytes that [`set_path`](Self::set_path) replaces.
    pub(crate) fn path_set(&self, bytes: &[u8], path: &Path, new: &Tag<'_>) -> Result<Splices, EditError> {
        let steps = path.segments();
        let Some((segment, outer)) = steps.split_last() else {
            return Ok(fail(steps, 0, PathErrorKind::Fixed)?);
        };
        let parent = descend(root(self, bytes, steps)?, outer, |inner, segment| inner.step(bytes, segment))?;
        match parent.put(self, bytes, segment, new)? {
            Ok(splices) => Ok(splices),
            Err(kind) => Ok(fail(steps, outer.len(), kind)?),
        }
    }

    /// Takes the value that a path leads to out of the bytes of an NBT root, as [`Nbt::remove_path`] does of a tree, and returns the
    /// new bytes. The count of a list or array changes; all other bytes are unchanged.
    ///
    /// # Errors
    /// If the bytes are no NBT, or the path leads nowhere, or to the whole root.
    pub fn remove_path(&self, bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
        self.path_removed(bytes, path)?.checked(bytes, |changed| self.check::<OptNbt<'_>>(changed))
    }

    /// The bytes that [`remove_path`](Self::remove_path) replaces.
    pub(crate) fn path_removed(&self, bytes: &[u8], path: &Path) -> Result<Splices, EditError> {
        let steps = path.segments();
        let Some((segment, outer)) = steps.split_last() else {
            return Ok(fail(steps, 0, PathErrorKind::Fixed)?);
        };
        let parent = descend(root(self, bytes, steps)?, outer, |inner, segment| inner.step(bytes, segment))?;
        let there = parent.step(bytes, segment);
        match there.and_then(|_| parent.take(self, bytes, segment)) {
            Ok(splices) => Ok(splices),
            Err(kind) => Ok(fail(steps, outer.len(), kind)?),
        }
    }
}

impl<'a> NbtView<'a> {
    /// Returns the tag that a path leads to, as [`Nbt::get_path`] does in a tree. Only this tag is built.
    ///
    /// # Errors
    /// If the path leads nowhere: [`PathError`] says at which step, and what there is instead.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::{NbtView, Tag}};
    /// let nbt: NbtView = Protocol::V1_14.parse(b"\x0a\0\0\x0a\0\x06player\x03\0\x04Gold\0\0\0\x07\0\0")?;
    /// assert_eq!(nbt.get_path(&"$.player.Gold".parse()?)?, Tag::Int(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<Tag<'a>, PathError> {
        self.view_path(path).map(|tag| tag.to_tag())
    }

    /// Returns the tag that a path leads to, in place: nothing is built.
    ///
    /// # Errors
    /// The errors of [`get_path`](Self::get_path).
    pub fn view_path(&self, path: &Path) -> Result<TagView<'a>, PathError> {
        let steps = path.segments();
        let bytes = self.as_wire();
        descend(Inner::of_root(*self), steps, |inner, segment| inner.step(bytes, segment))
            .map(|inner| inner.tag)
    }
}

/// The root of the whole bytes.
fn root<'a>(protocol: &Protocol, bytes: &'a [u8], steps: &[Segment]) -> Result<Inner<'a>, EditError> {
    let OptNbtView(Some(nbt)) = protocol.parse(bytes)? else {
        return Ok(fail(steps, 0, PathErrorKind::NoWay { kind: "End" })?);
    };
    Ok(Inner::of_root(nbt))
}

/// A value, and where its payload is.
#[derive(Clone)]
struct Inner<'a> {
    tag: TagView<'a>,
    place: Range<usize>,
}

impl<'a> Inner<'a> {
    fn of_root(nbt: NbtView<'a>) -> Self {
        Self { tag: nbt.root(), place: nbt.payload()..nbt.as_wire().len() }
    }

    fn of(bytes: &[u8], tag: TagView<'a>) -> Self {
        let start = bytes.offset(tag.as_wire());
        Self { tag, place: start..start + tag.as_wire().len() }
    }

    fn id(&self) -> TagId {
        self.tag.id()
    }

    fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    /// The entries: the bytes from their type on, their names, their values.
    fn entries(&self) -> impl Iterator<Item = (&'a [u8], JavaStr<'a>, TagView<'a>)> + use<'a> {
        self.tag.as_compound().into_iter().flat_map(|compound| compound.places())
    }

    /// Returns the elements of a list, or the numbers of an array.
    fn elements(&self) -> Option<ListView<'a>> {
        self.tag.as_list().or_else(|| self.tag.numbers())
    }

    /// The entry of a compound that a step leads to: its bytes from its type on, and its value.
    fn entry(&self, segment: &Segment) -> Result<Option<(&'a [u8], TagView<'a>)>, PathErrorKind> {
        if let Segment::ValueAt(at) = segment {
            let past_end = || PathErrorKind::PastEnd { len: self.entries().count() };
            let found = self.entries().nth(*at).ok_or_else(past_end)?;
            return Ok(Some((found.0, found.2)));
        }
        let Some(name) = name(segment) else { return Err(PathErrorKind::NoWay { kind: "Compound" }) };
        let name = JavaStr::from(name.as_str());
        let found = self.entries().filter(|(_, other, _)| *other == name).last();
        Ok(found.map(|(entry, _, tag)| (entry, tag)))
    }

    fn step(&self, bytes: &'a [u8], segment: &Segment) -> Result<Self, PathErrorKind> {
        if self.id() == TagId::Compound {
            let found = self.entry(segment)?.map(|(_, tag)| Self::of(bytes, tag));
            return found.ok_or_else(|| missing(self.entries().map(|(_, name, _)| format!("{name:?}"))));
        }
        let kind = self.id().name();
        let Some(elements) = self.elements() else { return Err(PathErrorKind::NoWay { kind }) };
        let at = index(segment, kind, elements.len())?;
        elements.get(at).map(|tag| Self::of(bytes, tag)).ok_or(PathErrorKind::Fixed)
    }

    /// Puts a value where a step leads.
    fn put(
        &self,
        protocol: &Protocol,
        bytes: &'a [u8],
        segment: &Segment,
        new: &Tag<'_>,
    ) -> Result<Result<Splices, PathErrorKind>, EditError> {
        let there = self.step(bytes, segment);
        if self.id() == TagId::Compound {
            return Ok(match (there, name(segment)) {
                (Ok(old), _) => {
                    let entry = self.entry(segment).ok().flatten();
                    let header = entry.map_or(0, |(entry, _)| bytes.offset(entry));
                    let id = vec![new.id().to_wire()];
                    Ok(Splices::put(header..header + 1, id).and(old.place(), payload(protocol, new)?))
                }
                (Err(PathErrorKind::Missing { .. }), Some(name)) => {
                    // In front of the End.
                    let end = self.place().end - 1;
                    Ok(Splices::put(end..end, entry(protocol, &name, new)?))
                }
                (Err(kind), _) => Err(kind),
            });
        }
        let Some(elements) = self.elements() else {
            return Ok(Err(PathErrorKind::NoWay { kind: self.id().name() }));
        };
        let (len, of) = (elements.len(), elements.element_type());
        match (&there, segment) {
            (Ok(_), _) => {}
            (Err(PathErrorKind::PastEnd { .. }), Segment::Index(at)) if *at == len => {}
            (Err(kind), _) => return Ok(Err(kind.clone())),
        }
        let is_list = self.id() == TagId::List;
        let any = is_list && len == 0;
        let only = is_list && len == 1 && there.is_ok();
        if new.id() != of && !any && !only {
            let wanted = match is_list {
                true => format!("{}, as the whole list", crate::error::with_article(of.name())),
                false => format!("numbers of {}", crate::error::with_article(self.id().name())),
            };
            let value =
                if is_list { "another type".into() } else { crate::error::with_article(new.id().name()) };
            return Ok(Err(PathErrorKind::Unfit { value, wanted }));
        }
        let new_payload = payload(protocol, new)?;
        let start = self.place().start;
        let mut splices = Splices::default();
        if new.id() != of {
            splices = splices.and(start..start + 1, vec![new.id().to_wire()]);
        }
        match there {
            Ok(old) => Ok(Ok(splices.and(old.place(), new_payload))),
            Err(_) => {
                let Some((count, by)) = self.recount(protocol, 1) else {
                    return Ok(Err(PathErrorKind::Fixed));
                };
                let end = self.place().end;
                Ok(Ok(splices.and(count, by).and(end..end, new_payload)))
            }
        }
    }

    /// The changed count of a list or array.
    fn recount(&self, protocol: &Protocol, change: isize) -> Option<(Range<usize>, Vec<u8>)> {
        let elements = self.elements()?;
        let start = self.place().start + usize::from(self.id() == TagId::List);
        let size = self.tag.size_of_count()?;
        let count = elements.len().checked_add_signed(change)?;
        Some((start..start + size, protocol.nbt_count(count)?))
    }

    /// Takes out what a step leads to: of entries with one name all.
    fn take(
        &self,
        protocol: &Protocol,
        bytes: &'a [u8],
        segment: &Segment,
    ) -> Result<Splices, PathErrorKind> {
        if self.id() == TagId::Compound {
            let wanted = name(segment);
            let wanted = wanted.as_deref().map(JavaStr::from);
            let is_wanted = |at: usize, name: &JavaStr<'_>| match segment {
                Segment::ValueAt(wanted) => *wanted == at,
                _ => Some(name) == wanted.as_ref(),
            };
            let same = self.entries().enumerate().filter(|(at, (_, other, _))| is_wanted(*at, other));
            return Ok(same
                .map(|(_, (entry, _, tag))| {
                    (bytes.offset(entry)..Self::of(bytes, tag).place().end, Vec::new())
                })
                .collect());
        }
        let place = self.step(bytes, segment)?.place();
        let (count, by) = self.recount(protocol, -1).ok_or(PathErrorKind::Fixed)?;
        Ok(Splices::put(count, by).and(place, Vec::new()))
    }
}

/// An entry of a compound: type, name, payload.
fn entry(protocol: &Protocol, name: &str, tag: &Tag<'_>) -> Result<Vec<u8>, EditError> {
    let root = Compound::from_iter([(JavaStr::from(name).into_owned(), tag.clone())]);
    let bytes = protocol.nameless_nbt(true).encode(&Nbt::unnamed(root))?;
    // Without the type of the root, and the End after the entry.
    Ok(bytes.get(1..bytes.len() - 1).unwrap_or_default().to_vec())
}

fn payload(protocol: &Protocol, tag: &Tag<'_>) -> Result<Vec<u8>, EditError> {
    // The length of the empty name is one byte as a VarInt.
    let header = if protocol.nbt.has_varints() { 2 } else { 3 };
    Ok(entry(protocol, "", tag)?.split_off(header))
}
