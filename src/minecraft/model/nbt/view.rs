//! NBT that was checked and stays where it is: look-ups walk the wire, by the parsers that checked it.

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::WriteContext;

use super::build::{Check, Tree};
use super::compound::parse_entries;
use super::java_str::{JavaStr, parse_quietly};
use super::list::{List, parse_element_type, parse_elements};
use super::packed::parse_count;
use super::tag::{Tag, parse_leaf};
use super::{Compound, Nbt, parse_root, parse_tag_id};
use crate::cx::Cx;
use crate::error::PResult;
use crate::limits::Limits;
use crate::minecraft::ids::TagId;
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::{Gen, put};
use crate::trace::{Silent, Trace};

/// The rules of the second walk: what the first refused is not there any more.
const CHECKED: Protocol =
    Protocol { limits: Limits { depth: u32::MAX, bytes: usize::MAX }, ..Protocol::V1_14 };

/// A context for bytes that were checked.
fn again() -> Cx<'static, Protocol, Silent> {
    CHECKED.cx()
}

/// A root, checked but not built: no allocation at all, and writing it is one copy.
///
/// Every look-up passes over what stands before the thing it looks for. That is the right bargain for a few
/// values of many, for passing NBT on, and for refusing bad NBT; to read most of it, decode an
/// [`Nbt`], or turn a part into a tree by [`TagView::to_tag`].
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::nbt::NbtView;
///
/// let bytes = b"\x0a\0\0\x0a\0\x03pos\x03\0\x01x\0\0\0\x07\0\x08\0\x04name\0\x03Ada\0";
/// let nbt: NbtView = Protocol::V1_14.decode::<Option<NbtView>>(bytes)?.unwrap();
/// let x = nbt.root().get("pos").and_then(|pos| pos.as_compound()?.get("x")?.as_i64());
/// assert_eq!(x, Some(7));
/// assert_eq!(nbt.root().get("name").unwrap().as_str().unwrap(), "Ada");
/// assert_eq!(Protocol::V1_14.encode(&Some(nbt))?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NbtView<'a> {
    bytes: &'a [u8],
    /// Where the entries start.
    entries: usize,
}

impl<'a> NbtView<'a> {
    /// The name of the root.
    pub fn name(&self) -> JavaStr<'a> {
        let name = self.bytes.get(1..).unwrap_or_default();
        parse_quietly(again(), name).map(|(_, name)| name).unwrap_or_default()
    }

    /// The contents.
    pub fn root(&self) -> CompoundView<'a> {
        CompoundView { at: self.bytes.get(self.entries..).unwrap_or_default() }
    }

    /// The bytes of the whole root.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// As a tree.
    pub fn to_nbt(&self) -> Nbt<'a> {
        Nbt { name: self.name(), root: self.root().to_compound() }
    }
}

/// Named values, where they stand.
#[derive(Debug, Clone, Copy)]
pub struct CompoundView<'a> {
    /// From the first entry to the end of the root, or beyond.
    at: &'a [u8],
}

impl<'a> CompoundView<'a> {
    /// The entries in order, duplicates included.
    pub fn entries(&self) -> impl Iterator<Item = (JavaStr<'a>, TagView<'a>)> + use<'a> {
        let mut at = self.at;
        std::iter::from_fn(move || {
            let (after, id) = parse_tag_id(again(), at).ok()?;
            if id == TagId::End {
                return None;
            }
            let (payload, name) = parse_quietly(again(), after).ok()?;
            let tag = TagView { id, at: payload };
            at = tag.end();
            Some((name, tag))
        })
    }

    /// The last entry with this name.
    pub fn get(&self, name: &str) -> Option<TagView<'a>> {
        let name = JavaStr::from(name);
        self.entries().filter(|(other, _)| *other == name).last().map(|(_, tag)| tag)
    }

    /// As a tree.
    pub fn to_compound(&self) -> Compound<'a> {
        parse_entries::<_, Tree>(&again(), again().level(), self.at, &mut Vec::new())
            .map(|(_, x)| x)
            .unwrap_or_default()
    }
}

/// Values of one type, where they stand.
#[derive(Debug, Clone, Copy)]
pub struct ListView<'a> {
    id: TagId,
    count: u32,
    /// From the first element on.
    at: &'a [u8],
}

impl<'a> ListView<'a> {
    /// The type of the elements.
    pub fn element_type(&self) -> TagId {
        self.id
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = TagView<'a>> + use<'a> {
        let Self { id, count, mut at } = *self;
        (0..count).map(move |_| {
            let tag = TagView { id, at };
            at = tag.end();
            tag
        })
    }

    /// The element at a position; numbers are found at once, for other elements those before are passed over.
    pub fn get(&self, index: usize) -> Option<TagView<'a>> {
        let size = match self.id {
            TagId::Byte | TagId::Short | TagId::Int | TagId::Long | TagId::Float | TagId::Double => {
                self.id.least_payload()
            }
            _ => return self.iter().nth(index),
        };
        let at = (index < self.len()).then(|| self.at.get(index * size..))??;
        Some(TagView { id: self.id, at })
    }
}

/// A value, where it stands.
#[derive(Debug, Clone, Copy)]
pub struct TagView<'a> {
    id: TagId,
    /// From the first byte of the payload on.
    at: &'a [u8],
}

impl<'a> TagView<'a> {
    /// The type.
    pub fn id(&self) -> TagId {
        self.id
    }

    /// The compound, if this is one.
    pub fn as_compound(&self) -> Option<CompoundView<'a>> {
        (self.id == TagId::Compound).then_some(CompoundView { at: self.at })
    }

    /// The list, if this is one.
    pub fn as_list(&self) -> Option<ListView<'a>> {
        if self.id != TagId::List {
            return None;
        }
        let (at, id) = parse_element_type(again(), self.at).ok()?;
        let (at, count) = parse_count(again(), at).ok()?;
        Some(ListView { id, count, at })
    }

    /// Any of the four integers, widened.
    pub fn as_i64(&self) -> Option<i64> {
        self.leaf()?.as_i64()
    }

    /// A float or double, widened.
    pub fn as_f64(&self) -> Option<f64> {
        self.leaf()?.as_f64()
    }

    /// Text, if this is a String and its text has no unpaired surrogates.
    pub fn as_str(&self) -> Option<Cow<'a, str>> {
        match self.leaf()? {
            Tag::String(text) => match text.borrowed_str() {
                Some(text) => Some(text.into()),
                None => text.to_str().map(|text| text.into_owned().into()),
            },
            _ => None,
        }
    }

    /// As a tree; arrays and text still borrow.
    pub fn to_tag(&self) -> Tag<'a> {
        match self.id {
            TagId::Compound => Tag::Compound(CompoundView { at: self.at }.to_compound()),
            TagId::List => {
                let list = parse_elements::<_, Tree>(&again(), again().level(), self.at, &mut Vec::new());
                Tag::List(list.map(|(_, x)| x).unwrap_or_default())
            }
            _ => self.leaf().unwrap_or(Tag::List(List::End)),
        }
    }

    /// The bytes of the payload.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.at.get(..self.at.len() - self.end().len()).unwrap_or_default()
    }

    /// A value without children.
    fn leaf(&self) -> Option<Tag<'a>> {
        let mut leaf = Tag::Byte(0);
        parse_leaf(again(), self.id, self.at, Some(&mut leaf)).ok().map(|_| leaf)
    }

    /// What stands behind the payload.
    fn end(&self) -> &'a [u8] {
        let end = match self.id {
            TagId::Compound => {
                parse_entries::<_, Check>(&again(), again().level(), self.at, &mut ()).map(|(i, ())| i)
            }
            TagId::List => {
                parse_elements::<_, Check>(&again(), again().level(), self.at, &mut ()).map(|(i, ())| i)
            }
            leaf => parse_leaf(again(), leaf, self.at, ()).map(|(i, ())| i),
        };
        end.unwrap_or_default()
    }
}

/// As [`parse_nbt`](super::parse_nbt), but nothing is made: the bytes are checked, and kept as they are.
pub fn parse_nbt_view<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    i: &'a [u8],
) -> PResult<'a, Option<NbtView<'a>>> {
    let (rest, root) = parse_root::<T, Check>(cx, i)?;
    let bytes = i.get(..i.len() - rest.len()).unwrap_or_default();
    // Type, length of the name, name.
    Ok((rest, root.map(|(name, ())| NbtView { bytes, entries: 1 + 2 + name.as_bytes().len() })))
}

/// Mirrors [`parse_nbt_view`].
pub fn gen_nbt_view<T: Trace, W: Write>(
    _: Cx<'_, Protocol, T>,
    x: Option<&NbtView<'_>>,
    out: &mut WriteContext<W>,
) -> Gen {
    put(out, x.map_or(&[TagId::End.to_wire()], |nbt| nbt.bytes))
}

impl<'a> Wire<'a> for Option<NbtView<'a>> {
    const NAME: &'static str = "NBT";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_nbt_view(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_nbt_view(cx, self.as_ref(), out)
    }
}
