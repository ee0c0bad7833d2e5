//! Writing of compounds and lists, in loops. Equal to [`gen_compound`](super::super::gen_compound) and
//! [`gen_list`](super::super::gen_list).

use std::io::Write;

use cookie_factory::WriteContext;

use super::super::nbt::{byte_length, gen_childless, gen_count, gen_leaves, gen_text};
use super::super::nbt_root::no_root;
use super::block::{Block, Done, Failed};
use crate::cx::Cx;
use crate::error::EncodeErrorKind;
use crate::grammar::run;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, JavaStr, List, Nbt, Number, Numbers, Tag};
use crate::minecraft::protocol::Protocol;
use crate::sink::Gen;
use crate::trace::{Part, Trace};

/// A root in the form of the Java edition, with its name.
pub(super) fn root<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &Nbt<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let Tag::Compound(root) = &x.root else { return refuse_root(cx, &x.root) };
    let mut out = Block::new(out);
    let written = named(cx, TagId::Compound, &x.name, &mut out)
        .and_then(|()| entries::<T, W, true>(cx, cx.depth(), root, &mut out));
    out.end(written)
}

#[cold]
#[inline(never)]
fn refuse_root<T: Trace>(cx: &Cx<'_, Protocol, T>, x: &Tag<'_>) -> Gen {
    cx.refuse(no_root(x.id()))
}

/// A compound that is no part of another.
pub(super) fn compound<T: Trace, W: Write, const JAVA: bool>(
    cx: &Cx<'_, Protocol, T>,
    x: &Compound<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let mut out = Block::new(out);
    let written = entries::<T, W, JAVA>(cx, cx.depth(), x, &mut out);
    out.end(written)
}

/// A list that is no part of another.
pub(super) fn list<T: Trace, W: Write, const JAVA: bool>(
    cx: &Cx<'_, Protocol, T>,
    x: &List<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let mut out = Block::new(out);
    let written = elements::<T, W, JAVA>(cx, cx.depth(), x, &mut out);
    out.end(written)
}

/// Entries and End, `depth` compounds and lists deep.
fn entries<T: Trace, W: Write, const JAVA: bool>(
    cx: &Cx<'_, Protocol, T>,
    depth: u32,
    x: &Compound<'_>,
    out: &mut Block<'_, W>,
) -> Done {
    for (name, tag) in x.entries() {
        if T::ENABLED {
            cx.enter(Part::Named(&name.to_str_lossy()));
        }
        if JAVA {
            named(cx, tag.id(), name, out)?;
        } else {
            out.field([tag.id().to_wire()])?;
            out.direct(|out| run(out, gen_text(*cx, name)))?;
        }
        match tag {
            Tag::List(list) => {
                let depth = out.checked(cx.child_depth(depth))?;
                elements::<T, W, JAVA>(cx, depth, list, out)?;
            }
            Tag::Compound(compound) => {
                let depth = out.checked(cx.child_depth(depth))?;
                entries::<T, W, JAVA>(cx, depth, compound, out)?;
            }
            tag if JAVA => leaf(cx, tag, out)?,
            tag => out.direct(|out| run(out, gen_childless(*cx, tag)))?,
        }
        cx.leave();
    }
    out.field([TagId::End.to_wire()])
}

/// The type and the name before a payload.
#[cfg_attr(not(debug_assertions), inline(always))]
fn named<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    id: TagId,
    name: &JavaStr<'_>,
    out: &mut Block<'_, W>,
) -> Done {
    let name = name.as_bytes();
    let length = text_length(cx, name, out)?;
    out.bytes(([id.to_wire()], length), name)
}

/// Type, count and elements of a list.
fn elements<T: Trace, W: Write, const JAVA: bool>(
    cx: &Cx<'_, Protocol, T>,
    depth: u32,
    x: &List<'_>,
    out: &mut Block<'_, W>,
) -> Done {
    let id = x.element_type().to_wire();
    if JAVA {
        let count = count(cx, x.len(), out)?;
        out.bytes(([id], count), &[])?;
    } else {
        out.field([id])?;
        out.direct(|out| run(out, gen_count(*cx, x.len())))?;
    }
    match x {
        List::List(x) => each(cx, x, |x| {
            let depth = out.checked(cx.child_depth(depth))?;
            elements::<T, W, JAVA>(cx, depth, x, out)
        }),
        List::Compound(x) => each(cx, x, |x| {
            let depth = out.checked(cx.child_depth(depth))?;
            entries::<T, W, JAVA>(cx, depth, x, out)
        }),
        x if !JAVA => out.direct(|out| run(out, gen_leaves(*cx, x))),
        List::End => Ok(()),
        List::Byte(x) => out.slice(x.as_wire()),
        List::Short(x) => out.slice(x.as_wire()),
        List::Int(x) => out.slice(x.as_wire()),
        List::Long(x) => out.slice(x.as_wire()),
        List::Float(x) => out.slice(x.as_wire()),
        List::Double(x) => out.slice(x.as_wire()),
        List::ByteArray(x) => each(cx, x, |x| array(cx, x, out)),
        List::String(x) => each(cx, x, |x| text(cx, x.as_bytes(), out)),
        List::IntArray(x) => each(cx, x, |x| array(cx, x, out)),
        List::LongArray(x) => each(cx, x, |x| array(cx, x, out)),
    }
}

/// A payload without children; the two with children are written where they are met.
#[cfg_attr(not(debug_assertions), inline(always))]
fn leaf<T: Trace, W: Write>(cx: &Cx<'_, Protocol, T>, x: &Tag<'_>, out: &mut Block<'_, W>) -> Done {
    match x {
        Tag::Byte(x) => out.field(x.to_be_bytes()),
        Tag::Short(x) => out.field(x.to_be_bytes()),
        Tag::Int(x) => out.field(x.to_be_bytes()),
        Tag::Long(x) => out.field(x.to_be_bytes()),
        Tag::Float(x) => out.field(x.to_be_bytes()),
        Tag::Double(x) => out.field(x.to_be_bytes()),
        Tag::ByteArray(x) => array(cx, x, out),
        Tag::String(x) => text(cx, x.as_bytes(), out),
        Tag::IntArray(x) => array(cx, x, out),
        Tag::LongArray(x) => array(cx, x, out),
        Tag::List(_) | Tag::Compound(_) => Ok(()),
    }
}

/// The count of an array or list in the form of the Java edition.
#[cfg_attr(not(debug_assertions), inline(always))]
fn count<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    count: usize,
    out: &mut Block<'_, W>,
) -> Result<[u8; 4], Failed> {
    match i32::try_from(count) {
        Ok(count) => Ok(count.to_be_bytes()),
        Err(_) => {
            let limit = i32::MAX as usize;
            out.checked(cx.refuse(EncodeErrorKind::TooLong { length: count, limit }))
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn array<T: Trace, N: Number, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &Numbers<'_, N>,
    out: &mut Block<'_, W>,
) -> Done {
    let count = count(cx, x.len(), out)?;
    out.field(count)?;
    out.slice(x.as_wire())
}

/// Text, which is mostly short.
#[cfg_attr(not(debug_assertions), inline(always))]
fn text<T: Trace, W: Write>(cx: &Cx<'_, Protocol, T>, x: &[u8], out: &mut Block<'_, W>) -> Done {
    let length = text_length(cx, x, out)?;
    out.bytes(([], length), x)
}

/// The length before text.
#[cfg_attr(not(debug_assertions), inline(always))]
fn text_length<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &[u8],
    out: &mut Block<'_, W>,
) -> Result<[u8; 2], Failed> {
    match u16::try_from(x.len()) {
        Ok(length) => Ok(length.to_be_bytes()),
        Err(_) => out.checked(byte_length(cx, x)),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn each<T: Trace, X>(cx: &Cx<'_, Protocol, T>, x: &[X], mut element: impl FnMut(&X) -> Done) -> Done {
    for (index, x) in x.iter().enumerate() {
        cx.enter(Part::Index(index));
        element(x)?;
        cx.leave();
    }
    Ok(())
}
