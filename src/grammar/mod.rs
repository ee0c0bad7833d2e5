//! The combinators of this crate's grammars, in addition to those of nom and cookie-factory.
//!
//! A type of a format is a function from the context to a nom parser, and its mirror a function from the value to
//! a cookie-factory serializer:
//!
//! ```ignore
//! grammar!(
//!     pub fn slot<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Slot<'a>> { .. }
//! );
//! pub fn gen_slot<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Slot<'_>) -> impl SerializeFn<W> { .. }
//! ```
//!
//! The macro `grammar!` expands to a small struct of the arguments that is the parser, so that the combinators are no part of its type
//! and nested grammars compile in seconds. Your own grammar does not need it. In Rust editions before 2024, write `impl Grammar<'a, X> + use<'a, '_, T>`: there, a returned `impl`
//! holds only the lifetimes that it names.
//!
//! The error of a grammar is always a [`Fault`]. An error type of your own is made of the
//! [`DecodeError`](crate::DecodeError) that [`Decoder::parse_with`](crate::godot::Decoder::parse_with) returns, with its offset, path and reason, and
//! of the [`EncodeError`](crate::EncodeError) of [`Encoder::encode_with`](crate::godot::Encoder::encode_with). nom and cookie-factory are here under
//! [`grammar::nom`](nom) and [`grammar::cookie_factory`](cookie_factory).
//!
//! nom has `map`, `map_res`, `flat_map`, `cond`, tuples and numbers, cookie-factory `tuple`, `pair`, `all`, `cond` and
//! `slice`. This module adds the names of fields, for the trace; the number of missing bytes; reserved bytes; and the depth
//! of nesting.
//!
//! | reads | writes | adds |
//! |-------|--------|------|
//! | [`le_u32`], [`be_u64`] and similar, [`fixed`], [`exact`] | [`bytes`], [`slice()`] | the number of missing bytes; complete writes |
//! | [`number`], [`number_as`], [`field`], [`field_as`], [`observed`] | | a row of an explanation, or several: what the bytes [are](crate::trace::Meaning) |
//! | [`part()`], [`member`], [`within`] | [`gen_part`] | a step of a path |
//! | [`typed`] | | the type that an error names |
//! | [`of_size`] | | an error with the missing bytes of the whole structure |
//! | [`take`] | [`slice()`] | a check that the bytes are unreserved |
//! | [`counted`] | [`gen_counted`], [`gen_each`] | elements whose bytes were reserved by their count |
//! | [`fields`] | | several fields of one type |
//! | | [`gen_deeper`] | one level more, within the limits |
//! | [`accept`], [`fail`] | [`checked`], [`refuse`] | a reason, at the place of the invalid number |
//! | [`then`] | | nom's `flat_map`, inlined |
//! | [`length_value`] | [`gen_length_value`] | places in the whole input, inside of a slice that a length cuts off |
//! | [`end`] | | an error if bytes follow |
//! | [`with_input`] | | the input where something begins |
//! | [`if_else`] | [`gen_if_else`] | one layout or the other, by what was read before |
//!
//! What nom and cookie-factory lack for these formats:
//!
//! - nom's `count` and `length_count` know of no reserved bytes, and push each value, which is moved once more on the way: [`counted`],
//!   and `each` of this crate's own grammars, which puts an element into its place in the vector;
//! - nom's `many_till` gives each list a vector that grows: `piled`, which keeps the entries of all open compounds of NBT on one pile;
//! - nom's `length_value` loses the place of a fault in the slice: [`length_value`];
//! - nom's numbers and `take` say how many bytes are missing in streaming mode only: [`exact`];
//! - nom's `map_res` drops the reason, and `verify` has none: [`accept`];
//! - nom's `flat_map` is not inlined into the loops of containers: [`then`];
//! - cookie-factory's `slice` fails if a writer takes a part of the bytes: [`slice()`] writes the rest;
//! - cookie-factory's `many_ref` gives an element no number: [`gen_each`];
//! - the errors of cookie-factory have no room for a reason or a place: [`refuse`] and [`gen_part`] note them in the
//!   [`Settings`](crate::cx::Settings).
//!
//! Every parser here supports all of nom's modes: it builds no output if only the end is needed (`OutputM<Check, ..>`).
//! nom's tuples are the exception, they always build their outputs; use `pair` for parts that allocate.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

#[cfg(feature = "minecraft")]
mod blocks;
mod bytes;
mod choice;
mod counted;
mod fields;
mod mode;
mod numbers;
#[cfg(feature = "minecraft")]
mod pile;
mod place;
mod rule;
mod slices;
mod until;

use nom::Parser;

pub use {cookie_factory, nom};

#[cfg(feature = "minecraft")]
pub(crate) use blocks::gen_blocks;
pub(crate) use bytes::gen_apart;
pub use bytes::{bytes, end, nothing, run, slice, take};
pub use choice::{accept, checked, fail, gen_if_else, if_else, refuse, then, when, with_input};
#[cfg(feature = "minecraft")]
pub(crate) use choice::{accept_at, accept_inside, gen_shortcut};
pub(crate) use choice::{beside, convert, deeper, placed, reserve, shortcut};
pub(crate) use counted::counted_with_room;
pub(crate) use counted::each;
pub(crate) use counted::gen_both;
#[cfg(feature = "minecraft")]
pub(crate) use counted::pass;
pub use counted::{counted, gen_counted, gen_deeper, gen_each};
#[cfg(feature = "minecraft")]
pub(crate) use fields::within_ahead;
pub use fields::{
    Formed, Show, field, field_as, fields, gen_part, member, number, number_as, observed, of_size, part,
    typed, within,
};
pub(crate) use fields::{inside, named};
pub(crate) use mode::after;
#[cfg(feature = "minecraft")]
pub(crate) use mode::in_error_mode;
pub(crate) use mode::{apart, apart_of, function, in_mode, makes_nothing, reread};
pub use numbers::{
    be_f32, be_f64, be_i16, be_i32, be_i64, be_u16, be_u64, be_u128, exact, fixed, i8, le_f32, le_f64,
    le_i16, le_i32, le_i64, le_u16, le_u32, le_u64, u8,
};
#[cfg(feature = "minecraft")]
pub(crate) use pile::{Pile, piled};
#[cfg(feature = "minecraft")]
pub(crate) use place::by_place;
pub(crate) use place::{InPlace, Places, both, moved};
pub(crate) use place::{Quick, overwrite, quickly};
#[cfg(feature = "minecraft")]
pub(crate) use rule::gen_match;
pub(crate) use rule::grammar;
pub use slices::{gen_length_value, length_value};
#[cfg(feature = "minecraft")]
pub(crate) use until::more;
pub use until::until;

pub use crate::make::{Borrow, Lend, Make, Own, Skip};

use crate::error::Fault;

/// A nom parser of this crate: from bytes to an `O`, or to a [`Fault`] that knows its place.
pub trait Grammar<'a, O>: Parser<&'a [u8], Output = O, Error = Fault> {}

impl<'a, O, P: Parser<&'a [u8], Output = O, Error = Fault>> Grammar<'a, O> for P {}
