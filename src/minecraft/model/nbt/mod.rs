//! NBT, a tree of named tags.
//!
//! ```text
//! root     := 00 | 0a name compound
//! name     := u16 byte length, modified UTF-8
//! compound := (type name payload)* 00
//! list     := type, i32 count, payload*
//! ```
//!
//! Recursion is tied between `compound` and `list`; payloads without children are in `tag`.

mod build;
mod compound;
mod held;
mod java_str;
mod list;
mod packed;
mod tag;
mod view;

use std::io::Write;

use cookie_factory::WriteContext;
use nom::Err;

pub use compound::{Compound, gen_compound, parse_compound};
pub use java_str::{JavaStr, gen_mutf8, parse_mutf8};
pub use list::{List, gen_list, parse_list};
pub use packed::{Number, Packed, gen_packed, parse_packed};
pub use tag::Tag;
pub use view::{CompoundView, ListView, NbtView, TagView, gen_nbt_view, parse_nbt_view};

use build::{Build, Tree};

use super::{close, open, reading};
use crate::cx::{Cx, Level};
use crate::error::{DecodeErrorKind, Fault, PResult};
pub use crate::minecraft::ids::TagId;
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::{Gen, put};
use crate::trace::{Part, Shown, Trace};

/// A root: a compound with a name. The game writes the name empty and ignores the one it reads.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Nbt<'a> {
    /// The name of the root.
    pub name: JavaStr<'a>,
    /// The contents.
    pub root: Compound<'a>,
}

impl<'a> Nbt<'a> {
    /// A root without a name.
    pub fn unnamed(root: Compound<'a>) -> Self {
        Self { name: JavaStr::default(), root }
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> Nbt<'static> {
        Nbt { name: self.name.into_owned(), root: self.root.into_owned() }
    }
}

/// | size | field |
/// |------|-------|
/// | 1    | type: Compound (10), or End (0) for "no NBT", and nothing follows |
/// | 2    | byte length of the name |
/// | n    | name: modified UTF-8 |
/// | ..   | entries until End |
pub fn parse_nbt<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Option<Nbt<'a>>> {
    let (i, root) = parse_root::<T, Tree>(cx, i)?;
    Ok((i, root.map(|(name, root)| Nbt { name, root })))
}

/// [`parse_nbt`], whatever is made of it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_root<'a, T: Trace, B: Build<'a>>(
    cx: Cx<'_, Protocol, T>,
    i: &'a [u8],
) -> PResult<'a, Option<(JavaStr<'a>, B::Compound)>> {
    reading(cx, "NBT");
    let (after, id) = parse_tag_id(cx, i)?;
    match id {
        TagId::End => {
            cx.field(i, after, "type", Shown::Type { name: "End", id: 0, flags: "no NBT" });
            Ok((after, None))
        }
        TagId::Compound => {
            compound::show_type(cx, id, i, after);
            let (rest, name) = java_str::parse_quietly(cx, after)
                .inspect_err(|_| java_str::show_cut(cx, "root name length", after))?;
            java_str::show(cx, "root name length", "root name", after, &name);
            let (i, root) = compound::parse_entries::<T, B>(&cx, cx.level(), rest, &mut B::Open::default())?;
            Ok((i, Some((name, root))))
        }
        other => {
            compound::show_type(cx, other, i, after);
            Fault::number(i, after, DecodeErrorKind::NbtRoot { id: other.to_wire() })
        }
    }
}

/// Mirrors [`parse_nbt`].
pub fn gen_nbt<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: Option<&Nbt<'_>>,
    out: &mut WriteContext<W>,
) -> Gen {
    let Some(nbt) = x else {
        return put(out, &[TagId::End.to_wire()]);
    };
    put(out, &[TagId::Compound.to_wire()])?;
    open(cx, Part::Field("name"));
    gen_mutf8(cx, &nbt.name, out)?;
    close(cx);
    gen_compound(cx, &nbt.root, out)
}

/// A type byte.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_tag_id<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, TagId> {
    let (rest, byte) = compound::parse_byte(i)?;
    match TagId::from_wire(byte) {
        Some(id) => Ok((rest, id)),
        None => {
            cx.field(i, rest, "type", Shown::Uint(byte.into()));
            Fault::number(i, rest, DecodeErrorKind::NbtTag { id: byte })
        }
    }
}

/// The level of a compound or list inside another; `at` is its type byte, or its first.
#[cfg_attr(not(debug_assertions), inline(always))]
fn nested<T: Trace>(cx: Cx<'_, Protocol, T>, at: &[u8]) -> Result<Level, Err<Fault>> {
    cx.deeper(at).map(Cx::level).map_err(|error| error.map(too_deep))
}

fn too_deep(fault: Fault) -> Fault {
    match fault.kind {
        DecodeErrorKind::TooDeep { limit } => Fault { kind: DecodeErrorKind::NbtDepth { limit }, ..fault },
        _ => fault,
    }
}

impl<'a> Wire<'a> for Option<Nbt<'a>> {
    const NAME: &'static str = "NBT";
    const LARGE: bool = true;
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_nbt(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_nbt(cx, self.as_ref(), out)
    }
}
