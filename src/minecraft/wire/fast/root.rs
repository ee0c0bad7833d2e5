//! Roots of the Java edition's form that have a name: a type, a name and entries in one function. Every other root is read by
//! [`nbt_by_parts`] and [`required_by_parts`].

use nom::{Mode, OutputMode, PResult, Parser};

use super::super::Cx;
use super::super::nbt::{read_text, text_of};
use super::super::nbt_root::{nbt_by_parts, required_by_parts};
use super::build::{Nothing, Output, Tree};
use super::{is_java, read};
use crate::error::{self, Fault};
use crate::grammar::{Grammar, in_mode, makes_nothing};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Nbt, Tag};
use crate::trace::Trace;

const COMPOUND: u8 = TagId::Compound as u8;
const END: u8 = TagId::End as u8;

/// Equals [`nbt_by_parts`].
#[inline]
pub(in crate::minecraft::wire) fn nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Option<Nbt<'a>>> {
    FastNbt(cx)
}

/// Equals [`required_by_parts`].
#[inline]
pub(in crate::minecraft::wire) fn required_nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Nbt<'a>> {
    FastRequired(cx)
}

struct FastNbt<'c, T: Trace>(Cx<'c, T>);

impl<'a, T: Trace> Parser<&'a [u8]> for FastNbt<'_, T> {
    type Output = Option<Nbt<'a>>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Option<Nbt<'a>>, Fault> {
        let cx = self.0;
        match i.split_first() {
            Some((&COMPOUND, rest)) if is_fast(cx) => {
                let (rest, nbt) = root::<T, OM>(cx, rest)?;
                Ok((rest, OM::Output::map(nbt, Some)))
            }
            Some((&END, rest)) if is_fast(cx) => Ok((rest, OM::Output::bind(|| None))),
            _ => nbt_by_parts(cx).process::<OM>(i),
        }
    }
}

struct FastRequired<'c, T: Trace>(Cx<'c, T>);

impl<'a, T: Trace> Parser<&'a [u8]> for FastRequired<'_, T> {
    type Output = Nbt<'a>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Nbt<'a>, Fault> {
        let cx = self.0;
        match i.split_first() {
            Some((&COMPOUND, rest)) if is_fast(cx) => root::<T, OM>(cx, rest),
            _ => required_by_parts(cx).process::<OM>(i),
        }
    }
}

/// Returns whether [`root`] reads the roots of these rules.
#[inline]
fn is_fast<T: Trace>(cx: Cx<'_, T>) -> bool {
    !cfg!(gamewire_plain) && is_java(cx) && !cx.rules.nameless_nbt
}

/// The name and the entries of a root that is a compound.
#[cfg_attr(not(debug_assertions), inline(always))]
fn root<'a, T: Trace, OM: OutputMode>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<OM, &'a [u8], Nbt<'a>, Fault> {
    if const { makes_nothing::<OM>() } {
        let read = parts::<T, Nothing<true>>(cx, i, &mut ());
        return in_mode::<OM, _>(read).map(|(i, _)| (i, OM::Output::bind(Nbt::default)));
    }
    let read = parts::<T, Tree<true>>(cx, i, &mut Vec::new());
    in_mode::<OM, _>(
        read.map(|(i, (name, root))| (i, Nbt { name: text_of(cx, name), root: Tag::Compound(root) })),
    )
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn parts<'a, T: Trace, B: Output<'a>>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    open: &mut B::OpenEntries,
) -> error::PResult<'a, (&'a [u8], B::Compound)> {
    let (i, name) = read_text(cx, i)?;
    let (i, root) = read::entries::<T, B>(&cx, cx.level(), i, open)?;
    Ok((i, (name, root)))
}
