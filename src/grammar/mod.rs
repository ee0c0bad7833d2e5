//! The few functions that the grammars of this crate add to those of nom and cookie-factory.
//!
//! A type of a format is two functions. `x(cx)` returns a parser, and `gen_x(cx, &x)` a serializer, with the same
//! fields in the same order:
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

mod cx;
mod fault;
mod numbers;
mod out;
mod parts;

pub use {cookie_factory, nom};

pub use crate::edge::own::{encode, explain, parse};
pub use cx::{Cx, Rules, Settings};
pub(crate) use fault::amend;
pub use fault::{Fault, Parse, Read, ends, fail, fail_after};
pub use numbers::{
    Show, be_f32, be_f64, be_i8, be_i16, be_i32, be_i64, be_u8, be_u16, be_u32, be_u64, be_u128, le_f32,
    le_f64, le_i16, le_i32, le_i64, le_u16, le_u32, le_u64,
};
pub use out::{gen_part, gen_with_length, slice};
pub use parts::{
    accept, each, field, field_as, forgiving, in_slice, list, map, part, promised, said, sized, take, typed,
};
pub(crate) use parts::{in_part, reading};
