//! Shortcuts of [`any_value`](super::super::variant()) for the most common values, which their header word identifies.

use nom::{Check, Emit, OutputM, Streaming};

use super::super::header::{common, flags_are_known};
use super::super::{Cx, Header, boolean, float, int, vector2, vector3};
use super::text::{check_text, short_text as read_text};
use crate::cx::chunk;
use crate::godot::ids::Kind;
use crate::godot::model::Variant;
use crate::grammar::{Grammar, Places, Quick, makes_nothing, overwrite};
use crate::trace::Trace;

/// The parser of the most common values: null, bool, int, float, short text, Vector2 and Vector3. The ids of all except
/// Vector3 are the same in every table, so that the header word alone determines the layout.
pub(in crate::godot::wire) struct Common<'c, T: Trace> {
    cx: Cx<'c, T>,
}

/// Creates the parser of the most common values, for a context without a trace.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot::wire) fn common_value<T: Trace>(cx: Cx<'_, T>) -> Common<'_, T> {
    Common { cx }
}

impl<'a, T: Trace> Quick<'a> for Common<'_, T> {
    type Output = Variant;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<O: Places>(&self, i: &'a [u8], place: &mut O::Output<Variant>) -> Option<&'a [u8]> {
        if T::ENABLED {
            return None;
        }
        let Self { cx } = *self;
        let (i, word) = chunk::<4>(i).ok()?;
        let word = u32::from_le_bytes(word);
        let dialect = &cx.rules().dialect;
        let header = |kind| Header { kind, word };
        let may_be_wide = |kind| flags_are_known(dialect, kind, word);
        match word {
            common::NIL => Some(i), // The place has the default, which is null.
            common::BOOL => quick::<O, _>(boolean(cx), Variant::Bool, i, place),
            common::INT => quick::<O, _>(int(cx, header(Kind::Int)), Variant::Int, i, place),
            common::FLOAT => quick::<O, _>(float(cx, header(Kind::Float)), Variant::Float, i, place),
            common::STRING => short_text::<O, T>(cx, i, place),
            common::VECTOR2 if !header(Kind::Vector2).has_wide_components(dialect) => {
                quick::<O, _>(vector2::<f32, T>(cx), Variant::Vector2, i, place)
            }
            common::WIDE_INT if may_be_wide(Kind::Int) => {
                quick::<O, _>(int(cx, header(Kind::Int)), Variant::Int, i, place)
            }
            common::WIDE_FLOAT if may_be_wide(Kind::Float) => {
                quick::<O, _>(float(cx, header(Kind::Float)), Variant::Float, i, place)
            }
            // The id of Vector3 is not the same in every table.
            _ if dialect.id(Kind::Vector3).map(u32::from) == Some(word)
                && !header(Kind::Vector3).has_wide_components(dialect) =>
            {
                quick::<O, _>(vector3::<f32, T>(cx), Variant::Vector3, i, place)
            }
            _ => None,
        }
    }
}

/// Runs a grammar and makes a value of its output. Returns `None` instead of an error.
#[cfg_attr(not(debug_assertions), inline(always))]
fn quick<'a, O: Places, X>(
    mut grammar: impl Grammar<'a, X>,
    make: impl Fn(X) -> Variant,
    i: &'a [u8],
    place: &mut O::Output<Variant>,
) -> Option<&'a [u8]> {
    let (rest, x) = grammar.process::<OutputM<O, Check, Streaming>>(i).ok()?;
    overwrite(place, O::map(x, make));
    Some(rest)
}

/// Reads the short text of a String, like [`common_value`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn short_text<'a, O: Places, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    place: &mut O::Output<Variant>,
) -> Option<&'a [u8]> {
    if const { makes_nothing::<OutputM<O, Emit, Streaming>>() } {
        return check_text(cx, i);
    }
    let (rest, text) = read_text(cx, i)?;
    overwrite(place, O::bind(|| Variant::String(text.into())));
    Some(rest)
}
