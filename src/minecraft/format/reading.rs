//! Page 1: how to read a dump.
//!
//! A dump is a table of some bytes, one row for each number or text among them:
//!
#![doc = dump!("minecraft/1.14/text__identifier")]
//!
//! - **offset** counts bytes from the first one, in hexadecimal: `0x0009` is the tenth byte.
//! - **bytes** are in the order in which they arrive, two hexadecimal digits each. What needs more than eight goes on in the
//!   next line.
//! - **meaning** says what they are, with numbers in decimal; what is inside a value is further right than the value.
//! - The first line has the version, the type, and whether the bytes are `canonical` (what a writer would write), `lenient`
//!   (read, and written otherwise) or `rejected`. The second is the value as JSON.
//!
//! # Numbers in memory
//!
//! Numbers of a fixed width are **big-endian**: the highest byte comes first, as one writes digits. `00 00 01 f2` is
//! `0x000001f2`, 498. **Signed** ones are in two's complement: if the highest bit is set, subtract 2 to the power of the
//! number of bits. `ff fe` is 65534 − 65536, −2.
//!
//! **Floats** are those of IEEE 754. Of 32 bits the highest is the sign, eight are the exponent e, 23 are the fraction f; the
//! value is ±(1 + f / 2²³) · 2ᵉ⁻¹²⁷. `3f 80 00 00` is 1, `3f c0 00 00` is 1.5, `40 00 00 00` is 2. Doubles have 11 bits of
//! exponent, 52 of fraction, and 1023 in the place of 127: `3f f8 00 00 00 00 00 00` is 1.5.
//!
//! Two types are an exception, and they are everywhere: [VarInt and VarLong](super::numbers#varint) come in groups of seven
//! bits, the lowest first.
//!
//! # Errors
//!
//! Bytes that are no value have a dump up to the number that is wrong:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_count_past_end")]
//!
//! `<- here` marks it. `$` in the error is the whole value, `$["c"]` what is named `c` in a compound, `$.nbt` a part that
//! the type itself names, `$[0]` the first element of a list or an array.
//!
//! [Contents](super) · next: [numbers](super::numbers)
#![doc = layout!()]
