//! Writing of compounds and lists, in loops. Equal to [`gen_compound`](super::super::gen_compound) and
//! [`gen_list`](super::super::gen_list).

use std::io::Write;

use cookie_factory::{GenError, WriteContext};

use super::super::nbt::{byte_length, gen_childless, gen_count, gen_leaves, gen_text};
use super::super::nbt_root::no_root;
use crate::cx::Cx;
use crate::error::EncodeErrorKind;
use crate::grammar::run;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, JavaStr, List, Nbt, Number, Numbers, Tag};
use crate::minecraft::protocol::Protocol;
use crate::sink::{Gen, put, put_short};
use crate::trace::{Part, Trace};

/// A root in the form of the Java edition, with its name.
pub(super) fn root<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &Nbt<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let Tag::Compound(root) = &x.root else { return refuse_root(cx, &x.root) };
    named(cx, TagId::Compound, &x.name, out)?;
    entries::<T, W, true>(cx, cx.depth(), root, out)
}

#[cold]
#[inline(never)]
fn refuse_root<T: Trace>(cx: &Cx<'_, Protocol, T>, x: &Tag<'_>) -> Gen {
    cx.refuse(no_root(x.id()))
}

/// Entries and End, `depth` compounds and lists deep.
pub(super) fn entries<T: Trace, W: Write, const JAVA: bool>(
    cx: &Cx<'_, Protocol, T>,
    depth: u32,
    x: &Compound<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    for (name, tag) in x.entries() {
        if T::ENABLED {
            cx.enter(Part::Named(&name.to_str_lossy()));
        }
        if JAVA {
            named(cx, tag.id(), name, out)?;
        } else {
            put(out, &[tag.id().to_wire()])?;
            run(out, gen_text(*cx, name))?;
        }
        match tag {
            Tag::List(list) => elements::<T, W, JAVA>(cx, cx.child_depth(depth)?, list, out)?,
            Tag::Compound(compound) => entries::<T, W, JAVA>(cx, cx.child_depth(depth)?, compound, out)?,
            tag if JAVA => leaf(cx, tag, out)?,
            tag => run(out, gen_childless(*cx, tag))?,
        }
        cx.leave();
    }
    put(out, &[TagId::End.to_wire()])
}

/// The type and the name before a payload.
#[cfg_attr(not(debug_assertions), inline(always))]
fn named<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    id: TagId,
    name: &JavaStr<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let name = name.as_bytes();
    let [high, low] = byte_length(cx, name)?;
    put(out, &[id.to_wire(), high, low])?;
    put_short(out, name)
}

/// Type, count and elements of a list.
pub(super) fn elements<T: Trace, W: Write, const JAVA: bool>(
    cx: &Cx<'_, Protocol, T>,
    depth: u32,
    x: &List<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    put(out, &[x.element_type().to_wire()])?;
    if JAVA {
        put(out, &count(cx, x.len())?)?;
    } else {
        run(out, gen_count(*cx, x.len()))?;
    }
    match x {
        List::List(x) => each(cx, x, |x| elements::<T, W, JAVA>(cx, cx.child_depth(depth)?, x, out)),
        List::Compound(x) => each(cx, x, |x| entries::<T, W, JAVA>(cx, cx.child_depth(depth)?, x, out)),
        x if !JAVA => run(out, gen_leaves(*cx, x)),
        List::End => Ok(()),
        List::Byte(x) => put(out, x.as_wire()),
        List::Short(x) => put(out, x.as_wire()),
        List::Int(x) => put(out, x.as_wire()),
        List::Long(x) => put(out, x.as_wire()),
        List::Float(x) => put(out, x.as_wire()),
        List::Double(x) => put(out, x.as_wire()),
        List::ByteArray(x) => each(cx, x, |x| array(cx, x, out)),
        List::String(x) => each(cx, x, |x| text(cx, x.as_bytes(), out)),
        List::IntArray(x) => each(cx, x, |x| array(cx, x, out)),
        List::LongArray(x) => each(cx, x, |x| array(cx, x, out)),
    }
}

/// A payload without children; the two with children are written where they are met.
#[cfg_attr(not(debug_assertions), inline(always))]
fn leaf<T: Trace, W: Write>(cx: &Cx<'_, Protocol, T>, x: &Tag<'_>, out: &mut WriteContext<W>) -> Gen {
    match x {
        Tag::Byte(x) => put(out, &x.to_be_bytes()),
        Tag::Short(x) => put(out, &x.to_be_bytes()),
        Tag::Int(x) => put(out, &x.to_be_bytes()),
        Tag::Long(x) => put(out, &x.to_be_bytes()),
        Tag::Float(x) => put(out, &x.to_be_bytes()),
        Tag::Double(x) => put(out, &x.to_be_bytes()),
        Tag::ByteArray(x) => array(cx, x, out),
        Tag::String(x) => text(cx, x.as_bytes(), out),
        Tag::IntArray(x) => array(cx, x, out),
        Tag::LongArray(x) => array(cx, x, out),
        Tag::List(_) | Tag::Compound(_) => Ok(()),
    }
}

/// The count of an array or list in the form of the Java edition.
#[cfg_attr(not(debug_assertions), inline(always))]
fn count<T: Trace>(cx: &Cx<'_, Protocol, T>, count: usize) -> Result<[u8; 4], GenError> {
    match i32::try_from(count) {
        Ok(count) => Ok(count.to_be_bytes()),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: i32::MAX as usize }),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn array<T: Trace, N: Number, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &Numbers<'_, N>,
    out: &mut WriteContext<W>,
) -> Gen {
    put(out, &count(cx, x.len())?)?;
    put(out, x.as_wire())
}

/// Text, which is mostly short.
#[cfg_attr(not(debug_assertions), inline(always))]
fn text<T: Trace, W: Write>(cx: &Cx<'_, Protocol, T>, x: &[u8], out: &mut WriteContext<W>) -> Gen {
    put(out, &byte_length(cx, x)?)?;
    put_short(out, x)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn each<T: Trace, X>(cx: &Cx<'_, Protocol, T>, x: &[X], mut element: impl FnMut(&X) -> Gen) -> Gen {
    for (index, x) in x.iter().enumerate() {
        cx.enter(Part::Index(index));
        element(x)?;
        cx.leave();
    }
    Ok(())
}
