//! The combinators of this crate's grammars, in addition to those of nom and cookie-factory. Use them to
//! write the grammar of your own type, so that it has the same errors, limits and explanations as the types
//! of this crate.
//!
//! A type of a format has a function from the context to a nom parser. Its mirror is a function from the
//! value, and the context if the layout depends on it, to a cookie-factory serializer:
//!
//! ```ignore
//! grammar!(
//!     pub fn slot<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Slot> { .. }
//! );
//! pub fn gen_slot<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Slot) -> impl SerializeFn<W> { .. }
//! ```
//!
//! The first argument is the *context* [`Cx`](crate::cx::Cx). It holds four things: the rules of the dialect, the
//! [trace](crate::trace) that parsers report their fields to, the level of nesting, and the number of
//! [*reserved* bytes](crate::cx::Cx#reserved-bytes), which the open containers still need. Each game has an alias of `Cx`
//! with its rules. A context is `Copy`; the parser of the elements of a container gets a changed copy. A [`Meaning`](crate::trace::Meaning) and a
//! [`Shown`](crate::trace::Shown) only say what the trace reports, and never change what is read. Skip them to
//! learn a layout.
//!
//! In this crate, the macro `grammar!` expands to a small struct with the arguments, which is the parser. The
//! struct creates the parsers of the body each time that it runs. So, if the body is one `match`, the arms may have
//! parsers of different types, and if the body begins with `let`, its parser may borrow the variable. The types
//! of the combinators are not part of the type of the struct, so that nested grammars compile in seconds.
//! Functions with a parser or a closure as an argument, and some short ones, are written without the macro. Your
//! own grammar does not need it. In Rust editions before 2024, write `impl Grammar<'a, X> + use<'a, '_, T>`,
//! because a returned `impl` captures only the lifetimes that it names.
//!
//! The error of a grammar is always a [`Fault`]. If you need an error type of your own, convert the
//! [`DecodeError`](crate::DecodeError) of [`Decoder::parse_with`](crate::godot::Decoder::parse_with), which
//! has an offset, a path and a reason, or the [`EncodeError`](crate::EncodeError) of
//! [`Encoder::encode_with`](crate::godot::Encoder::encode_with). nom and cookie-factory are re-exported as
//! [`grammar::nom`](nom) and [`grammar::cookie_factory`](cookie_factory).
//!
//! Use `map`, `cond`, `pair` and tuples of nom, and `tuple`, `pair`, `all` and `cond` of
//! cookie-factory. This module adds the names of fields for the trace, the number of missing bytes, reserved
//! bytes, and the depth of nesting:
//!
//! | reads | writes | adds |
//! |-------|--------|------|
//! | [`le_u32`], [`be_u64`] and similar, [`fixed`], [`exact`] | [`bytes`], [`slice()`] | the number of missing bytes; writes all bytes, even if the writer takes them in parts |
//! | [`number`], [`number_as`], [`field`], [`field_as`], [`observed`] | | a row of an explanation, or several: what the bytes [are](crate::trace::Meaning) |
//! | [`part()`], [`member`] | [`gen_part`] | a step of a path |
//! | [`typed`] | | the type that an error names |
//! | [`of_size`] | | the number of bytes that are missing for the whole structure |
//! | [`take`] | [`slice()`] | a check that the bytes are unreserved |
//! | [`counted`] | [`gen_counted`], [`gen_each`] | elements whose bytes were reserved by their count |
//! | [`until`] | [`gen_each`] | elements before an end marker, like nom's `many_till`: in `until(end, min_len, element)`, `element` receives the number of elements before it, and `min_len` only limits the allocation |
//! | [`fields`] | | several fields of the same type |
//! | | [`gen_deeper`] | one more level of nesting, within the limits |
//! | [`accept`], [`fail`] | [`checked`], [`refuse`] | a reason, at the place of the invalid number; `checked` passes its value on to a serializer |
//! | [`then`] | | nom's `flat_map`, inlined |
//! | [`length_value`] | [`gen_length_value`] | offsets in the whole input, also in a slice with a length |
//! | [`end`] | | an error if more bytes follow |
//! | [`with_input`] | | the input at the start of the parser |
//! | [`if_else`] | [`gen_if_else`] | one of two layouts, depending on a condition |
//! | [`when`] | | nom's `cond`, with a condition that is read from the input |
//! | | [`nothing`] | a serializer that writes nothing |
//!
//! The closures receive the output, and some also the input before and after it: `accept(parser, |x, rest| ..)`,
//! `field_as(cx, meaning, parser, |&x| ..)`, `observed(cx, parser, |&x, i, rest| ..)`. [`number`] is a [`field`]
//! that takes the form of the number, such as its byte order, from its parser.
//!
//! This module replaces combinators of nom and cookie-factory for the following reasons:
//!
//! - nom's `count` and `length_count` do not know about reserved bytes. Use [`counted`]. They also move each
//!   element once more when they push it; grammars of this crate use `each`, which puts an element into its
//!   place in the vector.
//! - nom's `many_till` creates a growing vector for each list. NBT uses `piled`, which keeps the entries of
//!   all open compounds in one vector.
//! - nom's `length_value` loses the place of a fault in the slice. Use [`length_value`] of this module.
//! - nom's numbers and `take` report the number of missing bytes only in streaming mode. Use [`exact`].
//! - nom's `map_res` drops the reason, and `verify` has none. Use [`accept`]. `verify` remains where nobody sees the
//!   error, as in the end of [`until`].
//! - nom's `flat_map` is not inlined into the loops of containers. Use [`then`].
//! - cookie-factory's `slice` fails if a writer accepts only a part of the bytes. [`slice()`] of this module
//!   writes the rest.
//! - cookie-factory's `many_ref` does not pass the index of an element. Use [`gen_each`].
//! - The errors of cookie-factory cannot contain a reason or a place. [`refuse`] and [`gen_part`] store them
//!   in the [`Settings`](crate::cx::Settings).
//!
//! # In this crate only
//!
//! The grammars of this crate use further combinators. Each reads or writes the same bytes as the combinator
//! in the second column:
//!
//! | combinator | instead of | difference |
//! |------------|------------|------------|
//! | `each(cx, count, unit, element)` | nom's `count` | releases the reserved bytes of each element; outputs in place |
//! | `counted_with_room(cx, count, room, ..)` | [`counted`] | capacity for more elements |
//! | `count_within(cx, count, unit)` | [`accept`] | the elements of the count must be in the input; their bytes are read next and not reserved |
//! | `made(p, f)` | nom's `map` | outputs in place |
//! | `piled(cx, pile, end, unit, element)` | nom's `many_till` | the elements of all open compounds share a vector, the `Pile` |
//! | `moved(p)` | `p` | can be used in place |
//! | `named(cx, name, text, p)` | `(name, p)` | the name is the step of the path to the value, which is one level deeper |
//! | `placed(p)` | `p` | returns the input before `p`, too |
//! | `function(f)` | `f`, which is a parser, too | inlined |
//! | `beside(x, p)` | `p.map(\|y\| (x, y))` | `x` need not be `Copy` |
//! | `deeper(cx, ..)`, `reserve(cx, ..)` | nom's `success` | returns a changed context, or a fault |
//! | `convert(p, f)` | nom's `map_res` | a reason; the bytes count as unread |
//! | `accept_at`, `accept_inside` | [`accept`] | the fault is at an earlier or at a later byte |
//! | `part_ahead(cx, ahead, p)` | [`part()`] | the step of the path is found in the input |
//! | `gen_both(a, b)` | cookie-factory's `pair` | inlined into loops |
//! | `gen_blocks(s)` | `s` | joins small writes |
//! | `gen_match!(x { .. })` | `match x { .. }` | the arms may have serializers of different types |
//! | `apart(p)`, `apart_of(cx, p)`, `gen_apart(s)` | `p`, `p(cx)`, `s` | compiled as a function of its own, which keeps loops small and takes less stack; `s` must be `Copy`, so it is often a closure `move \|out\| s(out)` |
//! | `shortcut(quick, full)`, `shortcut_by_use`, `shortcut_in_place`, `gen_shortcut` | `full` | the most common bytes are read or written faster |
//!
//! A parser that implements `InPlace` can write its output directly into its place, such as an element of a
//! vector. A tuple of two such parsers is one, too. `full` is a function that returns a parser. To learn a
//! layout, ignore `apart`, and of a shortcut read only `full`.
//!
//! Every parser of this module supports all modes of nom. For example, it builds no output if only the end is
//! needed (`OutputM<Check, ..>`). nom's tuples are an exception, because they always build their outputs, unless
//! they are parsers in place; use `pair` for parts that allocate.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

mod ahead;
mod blocks;
mod bytes;
mod choice;
mod counted;
mod fields;
mod mode;
mod numbers;
mod pile;
mod place;
mod rule;
mod slices;
mod until;

use nom::Parser;

pub use {cookie_factory, nom};

pub(crate) use bytes::gen_apart;
pub use bytes::{bytes, end, nothing, run, slice, take};
pub use choice::{accept, checked, fail, gen_if_else, if_else, refuse, then, when, with_input};
pub(crate) use choice::{
    beside, convert, count_within, deeper, gen_shortcut, placed, reserve, shortcut, shortcut_by_use,
};
pub use counted::{counted, gen_counted, gen_deeper, gen_each};
pub(crate) use counted::{counted_with_room, each, gen_both};
pub(crate) use fields::named;
pub use fields::{
    Formed, OfPart, Show, field, field_as, fields, gen_part, member, number, number_as, observed, of_size,
    part, said, typed,
};
pub(crate) use mode::{after, apart, apart_of, function, in_mode, makes_nothing, reread};
pub use numbers::{
    be_f32, be_f64, be_i16, be_i32, be_i64, be_u16, be_u32, be_u64, be_u128, exact, fixed, i8, le_f32,
    le_f64, le_i16, le_i32, le_i64, le_u16, le_u32, le_u64, u8,
};
pub(crate) use place::{InPlace, Places, Quick, moved, overwrite, shortcut_in_place};
pub(crate) use rule::gen_match;
pub use rule::grammar;
pub use slices::{gen_length_value, length_value};
pub use until::until;

/// These combinators are for the grammars of Minecraft alone.
pub(crate) use {
    ahead::part_ahead,
    blocks::gen_blocks,
    choice::{accept_at, accept_inside},
    counted::pass,
    pile::{Pile, piled},
    place::{by_place, made},
    until::more,
};

use crate::error::Fault;

/// A nom parser of this crate. It parses bytes to an `O`, and its error is a [`Fault`] with a place.
pub trait Grammar<'a, O>: Parser<&'a [u8], Output = O, Error = Fault> {}

impl<'a, O, P: Parser<&'a [u8], Output = O, Error = Fault>> Grammar<'a, O> for P {}
