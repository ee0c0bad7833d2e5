//! Page 2: The header word, four bytes that every value begins with.
//!
//! [Contents](super) · Previous: [how to read a dump](super::reading) · Next: [numbers](super::numbers)
//!
//! A value is a header and a payload. The header is one word of 32 bits: the type id in the lowest byte, flags in the upper
//! half. An int of 64 bits in Godot 4:
//!
#![doc = dump!("godot4/canonical/prim__int_64_bits")]
//!
//! The first byte, `02`, is the id of int. The second is 0. The third, `01`, is the lowest byte of the flags: bit 16 of the
//! word, "this number takes 64 bits". The fourth is 0.
//!
//! The header of a `Dictionary[String, int]` in Godot 4, `1b 00 05 00`, has the most flags that an engine sets: the kind of the keys
//! is 1 (bits 17 and 16), the kind of the values is 1 (bits 19 and 18), the type id is 27:
//!
//! ```text
//! bit     3 3 2 2 2 2 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1                    
//!         1 0 9 8 7 6 5 4 3 2 1 0 9 8 7 6 5 4 3 2 1 0 9 8 7 6 5 4 3 2 1 0
//!        ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
//!        │0│0│0│0│0│0│0│0│0│0│0│0│0│1│0│1│0│0│0│0│0│0│0│0│0│0│0│1│1│0│1│1│
//!        └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘
//!        │        not used       │val│key│    not used   │    type id    │
//! byte   │     3: 00     │     2: 05     │     1: 00     │     0: 1b     │
//! ```
//!
//! | bits | 4.4 and later | 4.3 | 3.0 to 4.2 | 1.0 to 2.1 |
//! |------|---------------|-----|------------|------------|
//! | 0 to 7 | type id | type id | type id | type id |
//! | 8 to 15 | written 0, ignored | written 0, ignored | written 0, ignored | must be 0 |
//! | 16 | [see below](#bit-16) | see below | see below | must be 0 |
//! | 17 | Array: high bit of the element's [kind](super::containers#declared-types). Dictionary: high bit of the key's kind | Array: high bit of the element's kind | written 0, ignored | must be 0 |
//! | 18, 19 | Dictionary: the kind of the values | written 0, ignored | written 0, ignored | must be 0 |
//! | 20 to 31 | written 0, ignored | written 0, ignored | written 0, ignored | must be 0 |
//!
//! - A type ignores flags that it does not use: the value is the same as with 0 there. This crate writes 0:
//!
#![doc = dump!("godot3/lenient/prim__header_high_bits_ignored")]
//!
//! - An id that the release does not have is an error:
//!
#![doc = dump!("godot4/rejected/prim__type_unknown")]
//!
//! - Ids have [moved](super#the-table-of-types) between generations, and **the bytes do not name their generation**:
//!   `12 00 00 00` begins a Transform3D in Godot 4, a Dictionary in Godot 3, an Object in Godot 2. The reader must know the
//!   generation. [`detect`](crate::godot::detect()) ranks the candidates.
//! - In Godot 2 the whole word must be a known id. Any set flag is an error:
//!
#![doc = dump!("godot2/rejected/prim__flags")]
//!
//! [`wire::header`](crate::godot::wire::header()) is the parser,
//! [`wire::gen_header`](crate::godot::wire::gen_header) the serializer, [`Header`](crate::godot::wire::Header) the value.
//!
//! # Bit 16
//!
//! These types use bit 16. All others ignore it. The engine's manual calls it `ENCODE_FLAG_64`, and in an Object
//! `ENCODE_FLAG_OBJECT_AS_ID`.
//!
//! | types | bit 16 means | since |
//! |-------|--------------|-------|
//! | int, float | the number takes 8 bytes instead of 4 | 3.0 |
//! | Object | the payload is the id of the object, not its class and properties | 3.0 |
//! | Vector2, Rect2, Vector3, Transform2D, Vector4, Plane, Quaternion, AABB, Basis, Transform3D, Projection, PackedVector2Array, PackedVector3Array, PackedVector4Array | each component takes 8 bytes instead of 4 | 4.0 |
//! | Array | low bit of the element's [kind](super::containers#declared-types) | 4.3 |
//! | Dictionary | low bit of the key's kind | 4.4 |
//!
//! # Precision
//!
//! The third row of that table lists the types whose components are `real_t` in C++: 32-bit floats, unless the engine was
//! compiled with `precision=double`.
//!
//! **Writing.** A Godot 4 in single precision writes 32-bit components and clears the bit. A Godot 4 in double precision
//! writes 64-bit components and sets the bit. Neither looks at the values, and empty packed arrays follow the same rule:
//!
#![doc = dump!("godot4-double/canonical/vector__vector2")]
//!
//! **Reading.** Every Godot 4 reads both widths. An engine of single precision rounds 64-bit components to the nearest 32-bit
//! float. An engine of double precision widens 32-bit components exactly. Both make a signaling NaN quiet when they convert it.
//! This crate keeps the width that it read ([`Double`](crate::godot::Double)), and writes the width of the dialect.
//!
//! - A [Color](super::math#Color) has 32-bit components in every engine. A [float](super::numbers#float) has the width that its
//!   value needs. Neither depends on the precision of the engine.
//! - Godot 3 has no such bit and writes 32-bit components in every build. It ignores bit 16 in these types. Given a vector of a
//!   double-precision Godot 4, it reads the first half of the payload as wrong numbers, and takes the rest for what follows.
//!
#![doc = dump!("godot3/lenient/vector__vector2_with_wide_flag")]
//!
//! - The published documentation of Godot 3 describes another layout for double builds: every float inside a structure takes
//!   8 bytes, and no bit says so. No engine in this book writes it. This crate has it as
//!   [`Dialect::double`](crate::godot::Dialect::double) of Godot 3, `godot3-double`. There, all components of vectors,
//!   rectangles, planes, matrices and colors take 8 bytes, and so do the elements of PackedFloat32Array and the components in
//!   arrays of vectors and of colors. Bit 16 of their headers is ignored and written 0. A value of
//!   the type float has the width that it needs, and bit 16 says which:
//!
#![doc = dump!("godot3-double/canonical/vector__vector2")]
//!
//! - Godot 4.0 and 4.1 in double precision wrote Vector4 and Projection with 64-bit components and *without* the bit. This defect
//!   was fixed in October 2023. The bytes do not show it.
//!
//! [Contents](super) · Previous: [how to read a dump](super::reading) · Next: [numbers](super::numbers)
#![doc = layout!()]
