//! A whole value: the header, then the payload of its type. The payload of a container contains values, so these
//! functions are recursive.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::array::gen_headed_array;
use super::dictionary::gen_headed_dictionary;
use super::header::header;
use super::object::is_full_object;
use super::payload::{gen_any_value, payload};
use super::shortcuts::{common_value, gen_common};
use super::{Cx, Header};
use crate::error::DecodeErrorKind;
use crate::godot::model::Variant;
use crate::grammar::{Grammar, InPlace, accept, apart_of, gen_apart, grammar, shortcut_in_place, then};
use crate::trace::Trace;

grammar!(
    /// Parses a value: the header and the payload.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | [`header`]: type id and flags |
    /// | 4  | ..   | the payload of that type |
    ///
    /// ```
    /// use gamewire::cx::Settings;
    /// use gamewire::godot::{Dialect, Variant, wire};
    /// use gamewire::limits::Limits;
    /// use nom::{Parser, bytes::complete::tag, multi::many0, sequence::preceded};
    ///
    /// // Embedded in a grammar of your own: values after a magic number.
    /// let rules = Dialect::GODOT_3.into();
    /// let settings = Settings::new(&rules, Limits::GODOT);
    /// let cx = settings.cx();
    /// let mut message = preceded(tag(&b"SAVE"[..]), many0(wire::variant(cx)));
    /// let (rest, values) = message.parse(b"SAVE\x02\0\0\0\x07\0\0\0\0\0\0\0!").unwrap();
    /// assert_eq!((values, rest), (vec![Variant::Int(7), Variant::Nil], &b"!"[..]));
    /// ```
    pub fn variant<'a, T: Trace>(cx: Cx<'_, T>) -> impl InPlace<'a, Output = Variant> {
        // `any_value` reads every value. `common_value` reads the most common ones in the same way, but faster.
        shortcut_in_place(common_value(cx), apart_of(cx, any_value))
    }
);

/// Writes a value, in the layout of [`variant`].
///
/// ```
/// use cookie_factory::{combinator::slice, gen_simple, sequence::tuple};
/// use gamewire::cx::Settings;
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
///
/// let rules = Dialect::GODOT_3.into();
/// let settings = Settings::new(&rules, Limits::GODOT);
/// let cx = settings.cx();
/// let message = tuple((slice(b"SAVE"), wire::gen_variant(cx, &Variant::Int(7))));
/// assert_eq!(gen_simple(message, Vec::new()).unwrap(), b"SAVE\x02\0\0\0\x07\0\0\0");
/// ```
pub fn gen_variant<T: Trace, W: Write>(cx: Cx<'_, T>, value: &Variant) -> impl SerializeFn<W> {
    // Arrays and dictionaries are passed as functions, because values contain values. `gen_any_value` writes every other
    // value. `gen_common` writes the most common ones in the same way, but faster.
    let other = gen_apart(move |out| gen_any_value(cx, value)(out));
    gen_common(cx, value, gen_headed_array, gen_headed_dictionary, other)
}

grammar!(
    /// Parses any value: the header, then the payload. The table of types is [`payload`].
    fn any_value<'a, 'c, T: Trace>(cx: Cx<'c, T>) -> impl Grammar<'a, Variant> {
        then(permitted_header(cx), |header| payload(cx, header))
    }
);

grammar!(
    /// Parses a header. If a full object follows and objects are not allowed, the header is reported as the error.
    fn permitted_header<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Header> {
        accept(header(cx), move |header, _| match is_full_object(cx, header) && !cx.rules().objects {
            true => Err(DecodeErrorKind::ObjectsRefused),
            false => Ok(header),
        })
    }
);
