//! Shortcuts for VarInts of few bytes, which are by far the most common.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::super::Cx;
use super::super::varint::{Groups, Written, group, group_count};
use crate::grammar::bytes;
use crate::trace::Trace;

/// Reads one group, or two of which the second is not 0. It is a shortcut of `groups`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn few_groups<'a, T: Trace>(
    _: Cx<'_, T>,
    i: &'a [u8],
) -> Option<(&'a [u8], Groups)> {
    let (rest, word) = match i {
        _ if T::ENABLED => return None,
        [low @ ..0x80, rest @ ..] => (rest, u64::from(*low)),
        [low, high @ 1..0x80, rest @ ..] => (rest, u64::from(low & 0x7f) | u64::from(*high) << 7),
        _ => return None,
    };
    Some((rest, Groups { word, form: Written::Shortest }))
}

/// Writes one to five groups at once. It is a shortcut of `gen_groups`. Because the compiler knows each
/// length, this takes one or two stores.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn gen_few_groups<W: Write>(word: u64) -> Option<impl SerializeFn<W>> {
    (word < 1 << 35).then_some(
        #[cfg_attr(not(debug_assertions), inline(always))]
        move |out: WriteContext<W>| match word {
            ..0x80 => bytes(few::<1>(word))(out),
            0x80..0x4000 => bytes(few::<2>(word))(out),
            _ => {
                let out = several(word, out)?;
                Ok(out)
            }
        },
    )
}

#[inline(never)]
fn several<W: Write>(word: u64, out: WriteContext<W>) -> cookie_factory::GenResult<W> {
    match group_count(word) {
        ..=3 => bytes(few::<3>(word))(out),
        4 => bytes(few::<4>(word))(out),
        _ => bytes(few::<5>(word))(out),
    }
}

/// Returns the `N` groups of a word.
#[cfg_attr(not(debug_assertions), inline(always))]
fn few<const N: usize>(word: u64) -> [u8; N] {
    std::array::from_fn(|at| group(word, at) | if at + 1 < N { 0x80 } else { 0 })
}
