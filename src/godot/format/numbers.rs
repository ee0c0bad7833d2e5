//! Page 3: Nil, bool, int, float.
//!
//! [Contents](super) · Previous: [the header word](super::header) · Next: [text](super::text)
#![doc = facts!(Nil)]
//!
//! Null. Nothing follows the header:
//!
#![doc = dump!("godot4/canonical/prim__nil")]
//!
//! Most releases write a [null object](super::references#null-objects) as Nil, too.
#![doc = links!(Nil)]
#![doc = facts!(Bool)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4    | 0 is false, any other number is true; written as 0 or 1 |
//!
#![doc = dump!("godot4/canonical/prim__bool")]
//!
//! Any other number is read as true and written as 1:
//!
#![doc = dump!("godot3/lenient/prim__bool_not_0_or_1")]
#![doc = links!(Bool)]
#![doc = facts!(Int)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4, or 8 if header bit 16 is set | the number, signed |
//!
//! Ints have 64 bits in scripts. An int from −2147483648 to 2147483647 is written with 4 bytes:
//!
#![doc = dump!("godot4/canonical/prim__int")]
//!
//! All other ints are written with 8 bytes and header bit 16:
//!
#![doc = dump!("godot4/canonical/prim__int_64_bits")]
//!
//! Small ints take half the payload. An engine writes each number in exactly one form. Readers accept both: a small number
//! in 8 bytes is that number, and is written with 4:
//!
#![doc = dump!("godot3/lenient/prim__int_5_as_64_bits")]
//!
//! | release | writes | reads |
//! |---------|--------|-------|
//! | 3.1 and later, 4.0 and later | 4 bytes where the number fits, else 8 | both |
//! | 3.0.0 to 3.0.6 (read, not run) | **always 8 bytes**: its range test compares with an unsigned constant and is always true | both |
//! | 1.0 to 2.1 | always 4 bytes; ints have 32 bits there | 4 bytes; [the bit is an error](super::header) |
//!
//! One late fork of Godot 2 writes the bit:
//! [`Dialect::allow_64_bit_flag`](crate::godot::Dialect::allow_64_bit_flag) reads it.
#![doc = links!(Int)]
#![doc = facts!(Float)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4, or 8 if header bit 16 is set | the number, a [float](super::reading#numbers-in-memory) of that size |
//!
//! Floats have 64 bits in scripts. A float is written with 4 bytes if converting it to 32 bits and back gives an equal
//! number, else with 8 bytes and header bit 16. 1.5 takes 4:
//!
#![doc = dump!("godot4/canonical/prim__float_32_bits")]
//!
//! 0.1 takes 8:
//!
#![doc = dump!("godot4/canonical/prim__float_64_bits")]
//!
//! | value | written with |
//! |-------|-------------|
//! | zeros of both signs, infinities, whole numbers to 2²⁴, halves, quarters and so on | 4 bytes |
//! | numbers that 4 bytes hold exactly as a *subnormal* number, such as 2⁻¹⁴⁹ | 4 bytes |
//! | most fractions; finite numbers beyond ±3.4028235·10³⁸ | 8 bytes |
//! | NaN, because no NaN is equal to itself; its bits are kept | 8 bytes |
//!
#![doc = dump!("godot3/canonical/prim__float_nan")]
//!
//! Readers accept both widths. If 4 bytes hold a number that was read from 8, it is written with 4. A NaN of 4 bytes is widened
//! when it is read: the sign stays, the 23 bits of fraction become the upper 23 of 52, and the highest of them is set to 1 (a
//! signaling NaN becomes quiet). It is written with 8 bytes: `01 00 a0 7f` becomes `00 00 00 20 00 00 fc 7f`.
//!
#![doc = dump!("godot3/lenient/prim__float_exact_as_64_bits")]
//!
//! Godot 2 always writes 4 bytes, so 1e39 becomes infinity. This crate reports an error instead. The engine calls the type `real`.
//!
//! The precision of a build does not matter here: see [precision](super::header#precision).
#![doc = links!(Float)]
//!
//! # Errors
//!
//! Too few bytes are the only error: every bit pattern is a valid bool, int or float. Godot 3.0.0 to 3.0.5 check for 4 bytes
//! and read 8 (read, not run).
//!
#![doc = dump!("godot3/rejected/prim__int_cut")]
//!
//! [Contents](super) · Previous: [the header word](super::header) · Next: [text](super::text)
#![doc = layout!()]
