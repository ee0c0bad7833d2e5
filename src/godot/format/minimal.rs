//! Page 16: A codec on one page. `examples/minimal.rs`, in plain nom and cookie-factory.
//!
//! [Contents](super) · Previous: [JSON and sample files](super::json)
//!
//! The program has a parser for each of the 27 types of Godot 3. These parsers compose into the recursive `variant`; the
//! generators mirror them. Begin here to learn the two libraries or to write a codec of your own. Then read
//! [`godot::wire`](crate::godot::wire), the grammar of this crate: it has the same shape, and lists its additions.
//!
//! # Pseudo-code
//!
//! A whole decoder of Godot 4, in the order of its checks. `u32`, `i64`, `f32` and so on read a number, and fail if the input ends
//! before the number does. `rest` is the number of bytes left; *owed* is [explained on page 1](super::reading#counts-and-lengths).
//! In `n × x`, `n` is evaluated once.
//!
//! ```text
//! value(level): if level > 1024: error. Below, v is value(level + 1)
//!   header = u32; id = header & 255; wide = bit 16 of header; real = f64 if wide else f32
//!   0 Nil, 25 Callable      nothing
//!   1 bool                  u32 != 0
//!   2 int, 3 float          i64 if wide else i32; f64 if wide else f32
//!   4 String, 21 StringName text
//!   5, 7, 9, 11, 12, 14-19  2, 4, 3, 6, 4, 4, 4, 6, 9, 12, 16 × real
//!   6, 8, 10, 13; 20 Color  2, 4, 3, 4 × i32; 4 × f32
//!   22 NodePath             a = u32; if bit 31 of a is 0: error; b, flags = 2 × u32; a -= 2³¹
//!                           room(a, 4); room(a + b, 4); (a + b + bit 1 of flags) × text
//!   23 RID; 26 Signal       u64; text, u64
//!   24 Object               if wide: u64; else if not allowed: error; else if text not empty:
//!                               n = max(i32, 0); room(n, 8); n × (text, v)
//!   27 Dictionary           declared(bits 16, 17); declared(bits 18, 19); n = u32 & 0x7fffffff
//!                           room(n, 8); n × (v, v); of equal keys, the last value counts
//!   28 Array                declared(bits 16, 17); n = u32 & 0x7fffffff
//!                           room(n, 4); n × v
//!   29-38 packed arrays     n = i32; if n < 0: error, in 34 n = 0; room(n, size of an element)
//!                           n × u8, i32, i64, f32, f64, text, 2 real, 3 real, 4 f32, 4 real
//!                           after bytes: (−n mod 4) bytes, or the end of the input
//!   any other id            error
//! text:           n = i32; if n < 0: error; if n > 0 and n + owed > rest: error
//!                 n bytes: UTF-8 up to the first 0, without a leading ef bb bf; −n mod 4 bytes
//! declared(kind): 0: nothing; 1: u32, which must be 0 to 38; 2, 3: text
//! room(n, size):  if n · size + owed > rest: error
//! ```
//!
//! # In Rust
//!
#![doc = concat!("```rust,ignore\n", include_str!("../../../examples/minimal.rs"), "```\n")]
//!
//! The program avoids three traps:
//!
//! - A count is only a claim of the input. `many` lets the list grow as elements arrive. If memory were allocated for the count
//!   in advance, 8 bytes of input could demand any amount of memory.
//! - Nested values take stack. The limit of the engine, 1024 levels, is also the limit here.
//! - `nom::multi::length_data` uses the streaming `take`: at the end of the input it asks for more bytes instead of failing.
//!
//! [Contents](super) · Previous: [JSON and sample files](super::json)
#![doc = layout!()]
