//! Changing NBT in its bytes: all bytes but those of the change stay as they are.

use std::ops::Range;

use nom::Offset as _;

use super::super::ids::TagId;
use super::super::nbt::{Compound, JavaStr, Nbt, NbtView, Tag, TagView};
use super::super::nbt_roots::encode_nbt;
use super::super::protocol::Protocol;
use super::{index, name};
use crate::path::{EditError, Path, PathErrorKind, Segment, Splices, fail, missing};

/// Puts a value where a path leads in the bytes of an NBT root, as [`Nbt::set_path`] does in a tree, and gives the new
/// bytes. All other bytes stay as they are; where an element is added, the count in front changes too.
///
/// # Errors
/// If the bytes are no NBT, the path leads nowhere, or the value does not fit there.
///
/// ```
/// use gamewire::minecraft::nbt::Tag;
/// let bytes = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
/// let changed = gamewire::minecraft::set_path(bytes, &"$.Gold".parse()?, &Tag::Int(999))?;
/// assert_eq!(changed, b"\x0a\0\0\x03\0\x04Gold\0\0\x03\xe7\0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn set_path(bytes: &[u8], path: &Path, new: &Tag<'_>) -> Result<Vec<u8>, EditError> {
    Protocol::V1_14.set_path(bytes, path, new)
}

/// Takes the value that a path leads to out of the bytes of an NBT root, as [`Nbt::remove_path`] does of a tree, and
/// gives the new bytes. The count of a list or array changes, all other bytes stay as they are.
///
/// # Errors
/// If the bytes are no NBT, or the path leads nowhere, or to the whole root.
pub fn remove_path(bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
    Protocol::V1_14.remove_path(bytes, path)
}

impl Protocol {
    /// [`set_path`](set_path()) by the rules of this protocol: roots [may have no name](Self::nameless_nbt).
    ///
    /// # Errors
    /// If the bytes are no NBT, the path leads nowhere, or the value does not fit there.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::Tag};
    /// let network = Protocol::V1_15.nameless_nbt(true);
    /// let changed = network.set_path(b"\x0a\x01\0\x02hp\x07\0", &"$.hp".parse()?, &Tag::Byte(20))?;
    /// assert_eq!(changed, b"\x0a\x01\0\x02hp\x14\0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&self, bytes: &[u8], path: &Path, new: &Tag<'_>) -> Result<Vec<u8>, EditError> {
        let steps = path.segments();
        let Some((segment, outer)) = steps.split_last() else {
            return Ok(fail(steps, 0, PathErrorKind::Fixed)?);
        };
        let parent = match descend(bytes, root(self, bytes, steps)?, outer) {
            Ok(parent) => parent,
            Err((at, kind)) => return Ok(fail(steps, at, kind)?),
        };
        match parent.put(bytes, segment, new)? {
            Ok(splices) => changed(self, bytes, splices),
            Err(kind) => Ok(fail(steps, outer.len(), kind)?),
        }
    }

    /// [`remove_path`](remove_path()) by the rules of this protocol.
    ///
    /// # Errors
    /// If the bytes are no NBT, or the path leads nowhere, or to the whole root.
    pub fn remove_path(&self, bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
        let steps = path.segments();
        let Some((segment, outer)) = steps.split_last() else {
            return Ok(fail(steps, 0, PathErrorKind::Fixed)?);
        };
        let splices = descend(bytes, root(self, bytes, steps)?, outer).and_then(|parent| {
            let there = parent.step(bytes, segment);
            there.and_then(|_| parent.take(bytes, segment)).map_err(|kind| (outer.len(), kind))
        });
        match splices {
            Ok(splices) => changed(self, bytes, splices),
            Err((at, kind)) => Ok(fail(steps, at, kind)?),
        }
    }
}

fn changed(protocol: &Protocol, bytes: &[u8], splices: Splices) -> Result<Vec<u8>, EditError> {
    let changed = splices.apply(bytes);
    protocol.check::<Option<Nbt<'_>>>(&changed)?;
    Ok(changed)
}

/// The root of the whole bytes.
fn root<'a>(protocol: &Protocol, bytes: &'a [u8], steps: &[Segment]) -> Result<Inner<'a>, EditError> {
    let Some(nbt): Option<NbtView<'a>> = protocol.parse(bytes)? else {
        return Ok(fail(steps, 0, PathErrorKind::NoWay { kind: "End" })?);
    };
    // Type, length of the name, name.
    let header = if protocol.nameless_nbt { 1 } else { 3 + nbt.name().as_bytes().len() };
    Ok(Inner::Root { nbt, place: header.min(bytes.len())..bytes.len() })
}

/// A value, and where its payload is.
#[derive(Clone)]
enum Inner<'a> {
    Root {
        nbt: NbtView<'a>,
        place: Range<usize>,
    },
    Tag {
        tag: TagView<'a>,
        place: Range<usize>,
    },
    /// A number of an array.
    Number {
        id: TagId,
        place: Range<usize>,
    },
}

fn descend<'a>(
    bytes: &'a [u8],
    root: Inner<'a>,
    steps: &[Segment],
) -> Result<Inner<'a>, (usize, PathErrorKind)> {
    let mut inner = root;
    for (at, segment) in steps.iter().enumerate() {
        inner = inner.step(bytes, segment).map_err(|kind| (at, kind))?;
    }
    Ok(inner)
}

impl<'a> Inner<'a> {
    fn of(bytes: &[u8], tag: TagView<'a>) -> Self {
        let start = bytes.offset(tag.as_wire());
        Self::Tag { tag, place: start..start + tag.as_wire().len() }
    }

    fn id(&self) -> TagId {
        match self {
            Self::Root { .. } => TagId::Compound,
            Self::Tag { tag, .. } => tag.id(),
            Self::Number { id, .. } => *id,
        }
    }

    fn place(&self) -> Range<usize> {
        match self {
            Self::Root { place, .. } | Self::Tag { place, .. } | Self::Number { place, .. } => place.clone(),
        }
    }

    fn entries(&self) -> impl Iterator<Item = (JavaStr<'a>, TagView<'a>)> + use<'a> {
        let compound = match self {
            Self::Root { nbt, .. } => Some(nbt.root()),
            Self::Tag { tag, .. } => tag.as_compound(),
            Self::Number { .. } => None,
        };
        compound.into_iter().flat_map(|compound| compound.entries())
    }

    /// Returns the number of elements, their type, and their size if it is fixed.
    fn elements(&self, bytes: &[u8]) -> Option<(usize, TagId)> {
        let array = |of| {
            let word = bytes.get(self.place()).and_then(|payload| payload.first_chunk())?;
            Some((usize::try_from(i32::from_be_bytes(*word)).ok()?, of))
        };
        match self {
            Self::Tag { tag, .. } => match tag.id() {
                TagId::List => tag.as_list().map(|list| (list.len(), list.element_type())),
                TagId::ByteArray => array(TagId::Byte),
                TagId::IntArray => array(TagId::Int),
                TagId::LongArray => array(TagId::Long),
                _ => None,
            },
            _ => None,
        }
    }

    fn step(&self, bytes: &'a [u8], segment: &Segment) -> Result<Self, PathErrorKind> {
        if self.id() == TagId::Compound {
            let Some(name) = name(segment) else { return Err(PathErrorKind::NoWay { kind: "Compound" }) };
            let name = JavaStr::from(name.as_str());
            let found = self.entries().filter(|(other, _)| *other == name).last();
            let found = found.map(|(_, tag)| Self::of(bytes, tag));
            return found.ok_or_else(|| missing(self.entries().map(|(name, _)| format!("{name:?}"))));
        }
        let kind = self.id().name();
        let Some((len, of)) = self.elements(bytes) else { return Err(PathErrorKind::NoWay { kind }) };
        let at = index(segment, kind, len)?;
        match self {
            Self::Tag { tag, .. } if tag.id() == TagId::List => {
                let found = tag.as_list().and_then(|list| list.get(at));
                found.map(|tag| Self::of(bytes, tag)).ok_or(PathErrorKind::Fixed)
            }
            _ => {
                let size = of.min_payload();
                let start = self.place().start + 4 + at * size;
                Ok(Self::Number { id: of, place: start..start + size })
            }
        }
    }

    /// Puts a value where a step leads.
    fn put(
        &self,
        bytes: &'a [u8],
        segment: &Segment,
        new: &Tag<'_>,
    ) -> Result<Result<Splices, PathErrorKind>, EditError> {
        let there = self.step(bytes, segment);
        if self.id() == TagId::Compound {
            return Ok(match (there, name(segment)) {
                (Ok(old), Some(name)) => {
                    // Type, length of the name, name.
                    let header = old.place().start - 3 - JavaStr::from(name.as_str()).as_bytes().len();
                    let id = vec![new.id().to_wire()];
                    Ok(Splices::put(header..header + 1, id).and(old.place(), payload(new)?))
                }
                (Err(PathErrorKind::Missing { .. }), Some(name)) => {
                    // In front of the End.
                    let end = self.place().end - 1;
                    Ok(Splices::put(end..end, entry(&name, new)?))
                }
                (Err(kind), _) => Err(kind),
                (_, None) => Err(PathErrorKind::Fixed),
            });
        }
        let Some((len, of)) = self.elements(bytes) else {
            return Ok(Err(PathErrorKind::NoWay { kind: self.id().name() }));
        };
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
                true => format!("a {}, as the whole list", of.name()),
                false => format!("numbers of a {}", self.id().name()),
            };
            let value = if is_list { "another type".into() } else { format!("a {}", new.id().name()) };
            return Ok(Err(PathErrorKind::Unfit { value, wanted }));
        }
        let new_payload = payload(new)?;
        let start = self.place().start;
        let mut splices = Splices::default();
        if new.id() != of {
            splices = splices.and(start..start + 1, vec![new.id().to_wire()]);
        }
        match there {
            Ok(old) => Ok(Ok(splices.and(old.place(), new_payload))),
            Err(_) => {
                let Some((count, by)) = self.recount(bytes, 1) else { return Ok(Err(PathErrorKind::Fixed)) };
                let end = self.place().end;
                Ok(Ok(splices.and(count, by).and(end..end, new_payload)))
            }
        }
    }

    /// The count of a list or array with so many more or less.
    fn recount(&self, bytes: &[u8], change: i64) -> Option<(Range<usize>, Vec<u8>)> {
        let (len, _) = self.elements(bytes)?;
        let start = self.place().start + usize::from(self.id() == TagId::List);
        let count = i32::try_from(i64::try_from(len).ok()?.checked_add(change)?).ok()?;
        Some((start..start + 4, count.to_be_bytes().to_vec()))
    }

    /// Takes out what a step leads to: of entries with one name all.
    fn take(&self, bytes: &'a [u8], segment: &Segment) -> Result<Splices, PathErrorKind> {
        if self.id() == TagId::Compound {
            let Some(name) = name(segment) else { return Err(PathErrorKind::Fixed) };
            let wanted = JavaStr::from(name.as_str());
            let same = self.entries().filter(|(other, _)| *other == wanted);
            return Ok(same
                .map(|(name, tag)| {
                    let place = Self::of(bytes, tag).place();
                    (place.start - 3 - name.as_bytes().len()..place.end, Vec::new())
                })
                .collect());
        }
        let place = self.step(bytes, segment)?.place();
        let (count, by) = self.recount(bytes, -1).ok_or(PathErrorKind::Fixed)?;
        Ok(Splices::put(count, by).and(place, Vec::new()))
    }
}

/// An entry of a compound: type, name, payload.
fn entry(name: &str, tag: &Tag<'_>) -> Result<Vec<u8>, EditError> {
    let root = Compound::from_iter([(JavaStr::from(name).into_owned(), tag.clone())]);
    let bytes = encode_nbt(&Some(Nbt::unnamed(root)))?;
    // Without what is in front of the only entry, and the End after it.
    Ok(bytes.get(3..bytes.len() - 1).unwrap_or_default().to_vec())
}

fn payload(tag: &Tag<'_>) -> Result<Vec<u8>, EditError> {
    Ok(entry("", tag)?.split_off(3))
}
