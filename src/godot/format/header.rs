//! Page 2: the four bytes that every value begins with.
//!
//! A value is a header and a payload, and a header is one word of 32 bits: the type in the lowest byte, flags in the
//! upper half. [`wire::header`](crate::godot::wire::header()) is the parser,
//! [`wire::gen_header`](crate::godot::wire::gen_header) its mirror, [`Header`](crate::godot::wire::Header) what they read
//! and write. In memory, for an int of 64 bits:
//!
#![doc = dump!("godot3/canonical/prim__int_64_bits")]
//!
//! The first byte, `02`, is the id of int. The second is 0. The third, `01`, is the lowest byte of the flags: bit 16 of
//! the word, "this number takes 64 bits". The fourth is 0.
//!
//! # Generations
//!
//! | bits | Godot 1.0 to 2.1 | 3.0 to 4.2 | 4.3 | 4.4 and later |
//! |------|------------------|------------|-----|---------------|
//! | 0 to 7 | type id | type id | type id | type id |
//! | 8 to 15 | must be 0 | written 0, ignored | the same | the same |
//! | 16 | must be 0 | [64 bits](#bit-16) or *by id* | also [typed](#typed-containers) array, low bit | also typed dictionary, low bit of the key |
//! | 17 | must be 0 | written 0, ignored | typed array, high bit | also typed dictionary, high bit of the key |
//! | 18, 19 | must be 0 | written 0, ignored | the same | typed dictionary, the value |
//! | 20 to 31 | must be 0 | written 0, ignored | the same | the same |
//!
//! - **Godot 2** has no flags: it compares the whole word with the number of types, so any set bit is an error:
//!
#![doc = dump!("godot2/rejected/prim__flags")]
//!
//! - **Godot 3 and 4** look at the lowest byte for the type and ignore every flag that the type does not use. Bytes
//!   like these are read as the int 5; this crate reads them too, and tells that the engine would write others:
//!
#![doc = dump!("godot3/lenient/prim__header_high_bits_ignored")]
//!
//! - An id that the release does not have is an error. The tables have [moved](super#the-table-of-types) between generations and
//!   **the bytes do not tell whose they are**: `12 00 00 00 ..` is a Dictionary to Godot 3, a Transform3D to Godot 4, an
//!   Object to Godot 2. Who reads them has to know; [`guess`](crate::godot::guess()) tries, and says how sure it is.
//!
#![doc = dump!("godot4/rejected/prim__type_unknown")]
//!
//! # Bit 16
//!
//! | type | bit 16 means | since |
//! |------|--------------|-------|
//! | [int, float](super::numbers) | the number takes 8 bytes instead of 4 | 3.0 |
//! | [Object](super::references#Object) | only the id of the object follows, not the object | 3.0 |
//! | [vectors, matrices](super::math), packed arrays of [vectors](super::packed) | each component takes 8 bytes instead of 4 | 4.0 |
//! | [Array, Dictionary](super::containers) | see [below](#typed-containers) | 4.3, 4.4 |
//! | all others | nothing | |
//!
//! # Precision
//!
//! The components of vectors, matrices and the like are what C++ calls `real_t`: 32-bit floats, unless the engine was
//! compiled with `precision=double`. Compiled so, Godot 4 writes 64-bit components and sets bit 16, in every value of
//! these types, whatever it is:
//!
#![doc = dump!("godot4-double/canonical/vector__vector2")]
//!
//! Every Godot 4 reads both widths, whichever its own is. Colors, and the type float itself, do not take part: a
//! [`Color`](super::math#Color) always has 32-bit components, a [`float`](super::numbers#float) the width that its value
//! needs.
//!
//! Godot 3 has no such flag and, in its source, no such layout: builds of both precisions write 32-bit components. Its
//! documentation describes another one, in which every float inside a structure takes eight bytes and nothing says so;
//! this crate has it as [`Dialect::double`](crate::godot::Dialect::double) of Godot 3 and calls it `godot3-double`:
//!
#![doc = dump!("godot3-double/canonical/vector__vector2")]
//!
//! Godot 4.0 and 4.1 in double precision wrote Vector4 and Projection with 64-bit components and *without* the bit (a
//! defect that was mended in October 2023). Nothing in such bytes tells what they are.
//!
//! # Typed containers
//!
//! From 4.3 on two bits of an Array's header say how the type of its elements is declared, and from 4.4 on four bits of
//! a Dictionary's header do so for keys and values. What they announce comes first in the payload: see
//! [containers](super::containers#element-types).
//!
//! # In Rust
//!
//! [`Dialect`](crate::godot::Dialect) is the generation and its rules, [`Table`](crate::godot::Table) its ids,
//! [`Kind`](crate::godot::Kind) a type.
//!
//! [Contents](super) · before: [how to read a dump](super::reading) · next: [numbers](super::numbers)
#![doc = layout!()]
