//! Compound: named tags, in order, until End.

use std::fmt;
use std::io::Write;

use cookie_factory::WriteContext;

use super::build::{Build, Tree};
use super::held::Names;
use super::java_str::{JavaStr, byte_length, parse_well_formed, show, show_cut};
use super::list::{gen_typed, parse_elements};
use super::tag::{Tag, gen_leaf, parse_leaf};
use super::{nested, parse_tag_id};
use crate::cx::{Cx, Level, chunk};
use crate::error::PResult;
use crate::minecraft::ids::TagId;
use crate::minecraft::protocol::Protocol;
use crate::minecraft::wire::{close, more, open, reading};
use crate::sink::{Gen, put, put_short};
use crate::trace::{Part, Shown, Trace};

/// Named values, in the order of the wire, duplicates included.
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Tag};
/// let mut item = Compound::new();
/// item.push("Damage", 12);
/// item.push("Damage", 13);
/// assert_eq!(item.get("Damage"), Some(&Tag::Int(13))); // as in the game, the last one counts
/// assert_eq!(item.len(), 2);
/// ```
#[derive(Clone, PartialEq, Default)]
pub struct Compound<'a>(Box<[(JavaStr<'a>, Tag<'a>)]>);

const _: () = assert!(size_of::<(JavaStr<'_>, Tag<'_>)>() <= 40);

impl<'a> Compound<'a> {
    /// A compound without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// The last entry with this name.
    pub fn get(&self, name: &str) -> Option<&Tag<'a>> {
        let name = JavaStr::from(name);
        self.0.iter().rev().find(|(other, _)| *other == name).map(|(_, tag)| tag)
    }

    /// Adds an entry behind the others, whether the name is there already or not. No room is kept for more:
    /// many entries are better collected, or added by [`edit`](Self::edit).
    pub fn push(&mut self, name: impl Into<JavaStr<'a>>, tag: impl Into<Tag<'a>>) {
        let entry = (name.into(), tag.into());
        self.edit(|entries| {
            entries.reserve_exact(1);
            entries.push(entry);
        });
    }

    /// How many entries there are, duplicates included.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries in order.
    pub fn entries(&self) -> &[(JavaStr<'a>, Tag<'a>)] {
        &self.0
    }

    /// The entries, to change them where they are.
    pub fn entries_mut(&mut self) -> &mut [(JavaStr<'a>, Tag<'a>)] {
        &mut self.0
    }

    /// Adds and removes entries.
    pub fn edit<O>(&mut self, change: impl FnOnce(&mut Vec<(JavaStr<'a>, Tag<'a>)>) -> O) -> O {
        let mut entries = std::mem::take(&mut self.0).into_vec();
        let result = change(&mut entries);
        self.0 = entries.into_boxed_slice();
        result
    }

    /// The same, borrowing nothing. Names that come more than once share one allocation.
    pub fn into_owned(self) -> Compound<'static> {
        self.into_owned_by(&mut Names::default())
    }

    pub(super) fn into_owned_by(self, names: &mut Names) -> Compound<'static> {
        let entries = self.0.into_vec().into_iter();
        Compound(entries.map(|(name, tag)| (name.into_owned_name(names), tag.into_owned_by(names))).collect())
    }
}

impl<'a> From<Vec<(JavaStr<'a>, Tag<'a>)>> for Compound<'a> {
    fn from(entries: Vec<(JavaStr<'a>, Tag<'a>)>) -> Self {
        Self(entries.into_boxed_slice())
    }
}

impl<'a, N: Into<JavaStr<'a>>, V: Into<Tag<'a>>> FromIterator<(N, V)> for Compound<'a> {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(entries: I) -> Self {
        Self(entries.into_iter().map(|(name, tag)| (name.into(), tag.into())).collect())
    }
}

impl<'a> IntoIterator for Compound<'a> {
    type Item = (JavaStr<'a>, Tag<'a>);
    type IntoIter = std::vec::IntoIter<Self::Item>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_vec().into_iter()
    }
}

impl fmt::Debug for Compound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(name, tag)| (name, tag))).finish()
    }
}

/// | size | field |
/// |------|-------|
/// | 1    | type of the entry; End (0) closes the compound |
/// | 2    | byte length of the name |
/// | n    | name: modified UTF-8 |
/// | ..   | payload by type |
/// | ..   | the next entry |
pub fn parse_compound<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Compound<'a>> {
    parse_entries::<T, Tree>(&cx, cx.level(), i, &mut Vec::new())
}

/// One named value.
pub(super) type Entry<'a> = (JavaStr<'a>, Tag<'a>);

/// The fewest bytes that an entry takes: type, an empty name, one byte.
const LEAST_ENTRY: usize = 4;

/// The entries from `first` on, in an allocation that fits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn closed<'a>(entries: &mut Vec<Entry<'a>>, first: usize) -> Compound<'a> {
    let count = entries.len() - first;
    if count > entries.len() / 2 && entries.len() > FEW {
        return closed_many(entries, first);
    }
    if first > 0 {
        return Compound(entries.split_off(first).into_boxed_slice());
    }
    let mut all = Vec::with_capacity(count);
    all.append(entries);
    Compound(all.into_boxed_slice())
}

/// Where most of the open entries belong to one compound, they stay where they are, and the few before them
/// move: many are never held twice.
#[cold]
#[inline(never)]
fn closed_many<'a>(entries: &mut Vec<Entry<'a>>, first: usize) -> Compound<'a> {
    let outer = entries.drain(..first).collect();
    Compound(std::mem::replace(entries, outer).into_boxed_slice())
}

/// Below this many open entries, holding them twice is no matter.
const FEW: usize = 64;

/// Adds an entry, with a value that owns nothing until its own is read; `i` is what follows the name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn add<'a>(entries: &mut Vec<Entry<'a>>, i: &[u8], name: &'a [u8]) {
    if entries.len() == entries.capacity() {
        grow(entries, i);
    }
    entries.push((JavaStr::of_well_formed(name), Tag::Byte(0)));
}

/// Room for more entries.
#[cold]
#[inline(never)]
fn grow(entries: &mut Vec<Entry<'_>>, i: &[u8]) {
    entries.reserve_exact(more(entries.len(), i.len() / LEAST_ENTRY + 1));
}

/// [`parse_compound`], with the compounds around it.
pub(super) fn parse_entries<'a, T: Trace, B: Build<'a>>(
    outermost: &Cx<'_, Protocol, T>,
    level: Level,
    mut i: &'a [u8],
    open_entries: &mut B::Open,
) -> PResult<'a, B::Compound> {
    let cx = outermost.at(level);
    let first = B::count(open_entries);
    loop {
        let (after, id) = parse_tag_id(cx, i)?;
        if id == TagId::End {
            cx.field(i, after, "type", Shown::Type { name: "End", id: 0, flags: "closes the compound" });
            return Ok((after, B::close(open_entries, first)));
        }
        let (rest, name) = parse_well_formed(cx, after).inspect_err(|_| {
            show_type(cx, id, i, after);
            show_cut(cx, "name length", after);
        })?;
        if T::LISTENS {
            let name = JavaStr::of_well_formed(name);
            open(cx, Part::Named(&name.to_str_lossy()));
            reading(cx, id.name());
            show_type(cx, id, i, after);
            show(cx, "name length", "name", after, &name);
        }
        B::entry(open_entries, rest, name);
        match id {
            TagId::List => {
                let list;
                (i, list) = parse_elements::<T, B>(outermost, nested(cx, i)?, rest, open_entries)?;
                B::list(open_entries, list);
            }
            TagId::Compound => {
                let compound;
                (i, compound) = parse_entries::<T, B>(outermost, nested(cx, i)?, rest, open_entries)?;
                B::compound(open_entries, compound);
            }
            leaf => (i, ()) = parse_leaf(cx, leaf, rest, B::slot(open_entries))?,
        }
        close(cx);
    }
}

/// Mirrors [`parse_compound`].
pub fn gen_compound<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &Compound<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_entries(&cx, cx.depth(), x, out)
}

/// Mirrors [`parse_entries`].
pub(super) fn gen_entries<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    depth: u32,
    x: &Compound<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    for (name, tag) in &x.0 {
        if T::LISTENS {
            open(*cx, Part::Named(&name.to_str_lossy()));
        }
        let name = name.as_bytes();
        let [high, low] = byte_length(cx, name)?;
        put(out, &[tag.id().to_wire(), high, low])?;
        put_short(out, name)?;
        match tag {
            Tag::List(list) => gen_typed(cx, cx.below(depth)?, list, out)?,
            Tag::Compound(compound) => gen_entries(cx, cx.below(depth)?, compound, out)?,
            leaf => gen_leaf(cx, leaf, out)?,
        }
        close(*cx);
    }
    put(out, &[TagId::End.to_wire()])
}

/// Reports the type byte of an entry.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn show_type<T: Trace>(cx: Cx<'_, Protocol, T>, id: TagId, i: &[u8], after: &[u8]) {
    let shown = Shown::Type { name: id.name(), id: id.to_wire().into(), flags: id.layout() };
    cx.field(i, after, "type", shown);
}

/// Reads one byte.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_byte(i: &[u8]) -> PResult<'_, u8> {
    let (rest, [byte]) = chunk(i)?;
    Ok((rest, byte))
}
