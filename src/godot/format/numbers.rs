//! Page 3: Nil, bool, int, float.
#![doc = facts!(Nil)]
//!
//! Null is its header and nothing else: four zero bytes.
//!
#![doc = dump!("godot4/canonical/prim__nil")]
//!
//! Null objects are written as Nil by newer engines: see [Object](super::references#Object).
#![doc = facts!(Bool)]
//!
//! A word of four bytes: 0 is false. Anything else is true when read, and 1 is what is written.
//!
#![doc = dump!("godot3/canonical/prim__bool")]
//!
//! The parser keeps the value alone, so another number than 1 is not written again:
//!
#![doc = dump!("godot3/lenient/prim__bool_not_0_or_1")]
#![doc = facts!(Int)]
//!
//! Ints have 64 bits in scripts. Where the value fits 32 bits (−2147483648 to 2147483647), 32 bits are written:
//!
#![doc = dump!("godot4/canonical/prim__int")]
//!
//! One more, and the header has bit 16 and the payload eight bytes:
//!
#![doc = dump!("godot4/canonical/prim__int_64_bits")]
//!
//! So a small int takes half the room, and the same number has one form that an engine writes. The other way round is
//! read as well: eight bytes that hold a small number are that number, and are written again with four.
//!
#![doc = dump!("godot3/lenient/prim__int_5_as_64_bits")]
//!
//! | release | what is written |
//! |---------|-----------------|
//! | 1.0 to 2.1 | always 32 bits; ints *have* only 32 there |
//! | 3.0.0 to 3.0.6 | **always 64 bits**, with the flag: its test of the range compares with an unsigned number, and is always true. [`Dialect::GODOT_3_0`](crate::godot::Dialect::GODOT_3_0) writes so |
//! | 3.1 and later, 4.0 and later | 32 bits if the value fits, else 64 |
//!
//! Every release from 3.0 on reads both. Godot 2 refuses the flag, except for one late fork:
//! [`Dialect::accept_64_bit_flag`](crate::godot::Dialect::accept_64_bit_flag).
#![doc = facts!(Float)]
//!
//! Floats have 64 bits in scripts. If a value is the same after it was made a 32-bit float and back, 32 bits are
//! written; 1.5 is:
//!
#![doc = dump!("godot3/canonical/prim__float_32_bits")]
//!
//! 0.1 is not, so it takes eight bytes and the flag:
//!
#![doc = dump!("godot4/canonical/prim__float_64_bits")]
//!
//! | value | width |
//! |-------|-------|
//! | zeros of both signs, infinities, whole numbers to 2²⁴, halves, quarters .. | 32 bits |
//! | what 32 bits hold only as a *subnormal* number, such as 2⁻¹⁴⁹ | 32 bits |
//! | most fractions; numbers above 3.4·10³⁸ | 64 bits |
//! | NaN: it is equal to nothing, not even to itself | 64 bits |
//!
#![doc = dump!("godot3/canonical/prim__float_nan")]
//!
//! A NaN of 32 bits is read, and written again with 64; the same goes for an exact value of 64 bits, which is written
//! again with 32:
//!
#![doc = dump!("godot3/lenient/prim__float_exact_as_64_bits")]
//!
//! Godot 2 writes 32 bits always, and calls the type `real`: 1e39 becomes infinity there.
//!
//! The double precision of a build, and bit 16 in the header of a Vector2, have nothing to do with this type: see
//! [precision](super::header#precision).
//!
//! # What is refused
//!
//! Fewer bytes than the type has, and nothing else: every bit pattern is a bool, an int, a float. Godot 3.0.0 to 3.0.5
//! looked for four bytes only before they read eight.
//!
#![doc = dump!("godot3/rejected/prim__int_cut")]
//!
//! [Contents](super) · before: [the header word](super::header) · next: [text](super::text)
#![doc = layout!()]
