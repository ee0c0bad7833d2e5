//! The fast path: compounds and lists of NBT in loops that keep one frame of the stack per level and put each
//! value where it stays.
//!
//! | here | equals |
//! |------|--------|
//! | `nbt`, `required_nbt` | roots by their parts, in `nbt_root` |
//! | [`compound`] | [`wire::compound`](super::compound()) |
//! | [`list`] | [`wire::list`](super::list()) |
//! | [`gen_compound`] | [`wire::gen_compound`](super::gen_compound) |
//! | [`gen_list`] | [`wire::gen_list`](super::gen_list) |
//! | `root_payload` | [`wire::payload`](super::payload()) of a Compound or List |
//! | `gen_root` | the root of [`wire::gen_nbt`](super::gen_nbt) |
//!
//! The loops are compiled twice: for the form of the Java edition, and for all [forms](crate::minecraft::NbtForm), which ask the rules
//! for each number and text.
//!
//! `tests/suite/minecraft_fast.rs` holds each to what it equals: values, errors and explanations. [`nbt`](super::nbt()) and
//! [`gen_nbt`](super::gen_nbt) call these; calling the others there makes NBT slower and changes nothing else.

mod block;
mod build;
mod read;
mod root;
mod write;

use std::io::Write;

use cookie_factory::SerializeFn;
use nom::{Mode, OutputMode, PResult, Parser};

use super::Cx;
use crate::error::Fault;
use crate::grammar::{Grammar, grammar, if_else, in_mode, makes_nothing, run};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, List, Nbt, Tag};
use crate::sink::serializer;
use crate::trace::Trace;

use build::{Nothing, Tree};
pub(super) use root::{nbt, required_nbt};

/// Equals [`wire::compound`](super::compound()).
#[inline]
pub fn compound<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Compound<'a>> {
    FastCompound(cx)
}

grammar!(
    /// The payload of a root of this type, which is Compound or List. Equals [`wire::payload`](super::payload()).
    pub(super) fn root_payload<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Grammar<'a, Tag<'a>> {
        if_else(id == TagId::List, list(cx).map(Tag::List), compound(cx).map(Tag::Compound))
    }
);

/// Equals [`wire::gen_compound`](super::gen_compound).
#[inline]
pub fn gen_compound<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Compound<'_>) -> impl SerializeFn<W> {
    serializer(move |out| match cfg!(gamewire_plain) {
        true => run(out, super::gen_compound(cx, x)),
        false if is_java(cx) => write::compound::<T, W, true>(&cx, x, out),
        false => write::compound::<T, W, false>(&cx, x, out),
    })
}

/// Equals [`gen_root`](super::nbt_root::gen_root).
#[inline]
pub(super) fn gen_root<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Nbt<'_>) -> impl SerializeFn<W> {
    serializer(move |out| match !cfg!(gamewire_plain) && is_java(cx) && !cx.rules.nameless_nbt {
        true => write::root(&cx, x, out),
        false => run(out, super::nbt_root::gen_root(cx, x)),
    })
}

/// Equals [`wire::list`](super::list()).
#[inline]
pub fn list<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, List<'a>> {
    FastList(cx)
}

/// Equals [`wire::gen_list`](super::gen_list).
#[inline]
pub fn gen_list<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List<'_>) -> impl SerializeFn<W> {
    serializer(move |out| match cfg!(gamewire_plain) {
        true => run(out, super::gen_list(cx, x)),
        false if is_java(cx) => write::list::<T, W, true>(&cx, x, out),
        false => write::list::<T, W, false>(&cx, x, out),
    })
}

/// Returns whether the loops that are compiled for the form of the Java edition can be used. They are not compiled for traces.
#[inline]
fn is_java<T: Trace>(cx: Cx<'_, T>) -> bool {
    !T::ENABLED && cx.rules.nbt.is_java()
}

struct FastCompound<'c, T: Trace>(Cx<'c, T>);

impl<'a, T: Trace> Parser<&'a [u8]> for FastCompound<'_, T> {
    type Output = Compound<'a>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Compound<'a>, Fault> {
        let cx = self.0;
        if cfg!(gamewire_plain) {
            return super::compound(cx).process::<OM>(i);
        }
        if const { makes_nothing::<OM>() } {
            let read = match is_java(cx) {
                true => read::entries::<T, Nothing<true>>(&cx, cx.level(), i, &mut ()),
                false => read::entries::<T, Nothing<false>>(&cx, cx.level(), i, &mut ()),
            };
            return in_mode::<OM, _>(read).map(|(i, _)| (i, OM::Output::bind(Compound::default)));
        }
        in_mode::<OM, _>(match is_java(cx) {
            true => read::entries::<T, Tree<true>>(&cx, cx.level(), i, &mut Vec::new()),
            false => read::entries::<T, Tree<false>>(&cx, cx.level(), i, &mut Vec::new()),
        })
    }
}

struct FastList<'c, T: Trace>(Cx<'c, T>);

impl<'a, T: Trace> Parser<&'a [u8]> for FastList<'_, T> {
    type Output = List<'a>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], List<'a>, Fault> {
        let cx = self.0;
        if cfg!(gamewire_plain) {
            return super::list(cx).process::<OM>(i);
        }
        if const { makes_nothing::<OM>() } {
            let read = match is_java(cx) {
                true => read::elements::<T, Nothing<true>>(&cx, cx.level(), i, &mut ()),
                false => read::elements::<T, Nothing<false>>(&cx, cx.level(), i, &mut ()),
            };
            return in_mode::<OM, _>(read).map(|(i, _)| (i, OM::Output::bind(List::default)));
        }
        in_mode::<OM, _>(match is_java(cx) {
            true => read::elements::<T, Tree<true>>(&cx, cx.level(), i, &mut Vec::new()),
            false => read::elements::<T, Tree<false>>(&cx, cx.level(), i, &mut Vec::new()),
        })
    }
}
