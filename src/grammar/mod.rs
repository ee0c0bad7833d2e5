//! The few functions that the grammars of this crate add to those of nom and cookie-factory. Use them for a format of
//! your own.
//!
//! [`parse`], [`encode`] and [`explain`] take any rules, and a parser or serializer of yours. Errors have an offset, the path of
//! the [`part`]s around it and a reason. Rows of explanations have the names of [`field`]s and parts.
//!
//! ```
//! use gamewire::grammar::{self, Cx, Parse, field, le_u32, list, part};
//! use gamewire::limits::Limits;
//! use gamewire::trace::{Part, Trace};
//!
//! /// count: 4, that many items of 4 bytes
//! fn items<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, Vec<u32>> {
//!     move |i: &'a [u8]| {
//!         let (rest, count) = field(cx, "count", le_u32)(i)?;
//!         let count = cx.promise(i, rest, count, 4)?;
//!         list(cx, count, 4, |n| part(cx, Part::Index(n), field(cx, "item", le_u32)))(rest)
//!     }
//! }
//!
//! let read = |bytes: &[u8]| grammar::parse(&(), Limits::GODOT, bytes, |cx, i| items(cx)(i));
//! assert_eq!(read(&[1, 0, 0, 0, 7, 0, 0, 0]), Ok(vec![7]));
//! let error = read(&[9, 0, 0, 0, 7, 0, 0, 0]).unwrap_err();
//! assert_eq!(error.reason(), "count 9 needs at least 36 bytes, 4 remain");
//! ```
//!
//! `examples/own_grammar.rs` has a whole format.
//!
//! A type of a format is two functions. `x(cx)` returns a parser, and `gen_x` a serializer, with the same fields in the same
//! order (`Cx` is a format's alias of [`Cx`] with its rules):
//!
//! ```ignore
//! /// position: vector2, size: vector2
//! pub fn rect2<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Rect2> {
//!     move |i: &'a [u8]| {
//!         let (i, position) = part(cx, "position", vector2(cx))(i)?;
//!         let (i, size) = part(cx, "size", vector2(cx))(i)?;
//!         Ok((i, Rect2 { position, size }))
//!     }
//! }
//! pub fn gen_rect2<W: Write>(x: &Rect2) -> impl SerializeFn<W> {
//!     pair(gen_vector2(&x.position), gen_vector2(&x.size))
//! }
//! ```
//!
//! A parser of this crate is a function of the input, so every combinator of nom takes it, and `p(i)?` runs it. The
//! context [`Cx`] has the rules of the format, the limits, and the trace that rows of explanations are reported to.
//!
//! The files here and in the formats that have `inline(always)` read or write values with more instructions without it; a
//! function that returns a closure needs it at the closure alone. `inline(never)` keeps the variables of a function out of a
//! recursion, or a rare case out of a function that is often inlined.

mod cx;
mod fault;
mod numbers;
mod out;
mod parts;

pub use {cookie_factory, nom};

pub use crate::edge::own::{encode, explain, parse};
pub use cx::{Cx, Rules, Settings};
pub use fault::*;
pub use numbers::*;
pub use out::*;
pub use parts::*;
