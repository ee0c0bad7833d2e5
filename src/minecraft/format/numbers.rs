//! Page 2: Numbers: of a fixed width, VarInt and VarLong, fixed-point.
//!
//! [Contents](super) · Previous: [how to read a dump](super::reading) · Next: [text](super::text)
//!
//! # Boolean
//!
//! One byte: 0 is false, 1 is true. Any other byte is an error. The game reads such a byte as true.
//!
#![doc = dump!("minecraft/1.14/prim__boolean")]
#![doc = dump!("minecraft/1.14/prim__rejected_boolean")]
//!
//! In Rust: [`wire::boolean`](crate::minecraft::wire::boolean).
//!
//! # Byte
//!
//! −128 to 127.
//!
#![doc = dump!("minecraft/1.14/prim__byte")]
//!
//! In Rust: [`wire::byte`](crate::minecraft::wire::byte).
//!
//! # Unsigned Byte
//!
//! 0 to 255.
//!
#![doc = dump!("minecraft/1.14/prim__unsigned_byte")]
//!
//! In Rust: [`wire::ubyte`](crate::minecraft::wire::ubyte).
//!
//! # Short
//!
//! Two bytes, −32768 to 32767.
//!
#![doc = dump!("minecraft/1.14/prim__short")]
//!
//! In Rust: [`wire::short`](crate::minecraft::wire::short).
//!
//! # Unsigned Short
//!
//! Two bytes, 0 to 65535.
//!
#![doc = dump!("minecraft/1.14/prim__unsigned_short")]
//!
//! In Rust: [`wire::ushort`](crate::minecraft::wire::ushort).
//!
//! # Int
//!
//! Four bytes, signed.
//!
#![doc = dump!("minecraft/1.14/prim__int")]
//!
//! In Rust: [`wire::int`](crate::minecraft::wire::int).
//!
//! # Long
//!
//! Eight bytes, signed.
//!
#![doc = dump!("minecraft/1.14/prim__long")]
//!
//! In Rust: [`wire::long`](crate::minecraft::wire::long).
//!
//! # Float
//!
//! Four bytes. Every bit pattern is a value, also every NaN. This crate keeps the bits.
//!
#![doc = dump!("minecraft/1.14/prim__float")]
#![doc = dump!("minecraft/1.14/prim__float_nan_with_payload")]
//!
//! In Rust: [`wire::float`](crate::minecraft::wire::float).
//!
//! # Double
//!
//! Eight bytes.
//!
#![doc = dump!("minecraft/1.14/prim__double")]
//!
//! In Rust: [`wire::double`](crate::minecraft::wire::double).
//!
//! # VarInt
//!
//! A signed number of 32 bits in one to five bytes.
//!
//! Take the number as an unsigned word of 32 bits and cut it into groups of seven bits, **the lowest group first**. Each byte
//! has one group in its lower seven bits. Its highest bit is 1 if another byte follows. Writers use as few bytes as the number
//! needs. 300:
//!
//! ```text
//! 32 bits, in groups of seven                    0000 0000000 0000000 0000010 0101100
//! the groups that are not 0, the lowest first            0101100    0000010
//! before each: does another byte follow?               1 0101100  0 0000010
//! bytes                                                 ac          02
//! ```
//!
#![doc = dump!("minecraft/1.14/varint__three_hundred")]
//!
//! ```text
//! write(n):                                read:
//!     u = n as an unsigned word of 32 bits     u = 0
//!     while u > 127:                           for k in 0 to 4:
//!         byte(u mod 128 + 128)                    b = byte
//!         u = u div 128                            u = u + (b mod 128) * 2^(7 * k)
//!     byte(u)                                      if b < 128: return u mod 2^32, signed
//!                                              error: too long
//! ```
//!
//! For a VarLong, replace 32 by 64, and 4 by 9.
//!
//! A negative VarInt has bit 31 set, so it always takes five bytes:
//!
#![doc = dump!("minecraft/1.14/varint__negative_takes_five")]
//!
//! An unsigned word below these limits takes this many bytes:
//!
//! | bytes | limit of a VarInt | limit of a VarLong |
//! |------:|--------------:|---------------:|
//! | 1, 2, 3, 4 | 2⁷, 2¹⁴, 2²¹, 2²⁸ | 2⁷, 2¹⁴, 2²¹, 2²⁸ |
//! | 5 | 2³² | 2³⁵ |
//! | 6, 7, 8, 9, 10 | – | 2⁴², 2⁴⁹, 2⁵⁶, 2⁶³, 2⁶⁴ |
//!
//! The samples of the published page:
//!
//! | number | bytes |
//! |-------:|-------|
//! | 0 | `00` |
//! | 1 | `01` |
//! | 2 | `02` |
//! | 127 | `7f` |
//! | 128 | `80 01` |
//! | 255 | `ff 01` |
//! | 2147483647 | `ff ff ff ff 07` |
//! | -1 | `ff ff ff ff 0f` |
//! | -2147483648 | `80 80 80 80 08` |
//!
//! - Readers accept more bytes than the number needs, as the game does. Writers use as few bytes as possible:
//!
#![doc = dump!("minecraft/1.14/varint__lenient_padded")]
//!
//! - Bits 4 to 6 of the fifth byte are beyond the 32 bits. Readers ignore them, as the game does:
//!
#![doc = dump!("minecraft/1.14/varint__lenient_bits_beyond_32")]
//!
//! - A fifth byte with its highest bit set is an error. The sixth byte is not needed to detect it:
//!
#![doc = dump!("minecraft/1.14/varint__rejected_no_end")]
//!
//! - A negative VarInt as a length or a count is an error.
//!
//! In Rust: [`wire::varint`](crate::minecraft::wire::varint), [`VarInt`](crate::minecraft::VarInt).
//!
//! # VarLong
//!
//! A signed number of 64 bits in one to ten bytes, with the groups of a VarInt. Bit 63 is the sign, so the bytes of the VarInt −1
//! are 4294967295 as a VarLong. A tenth byte with its highest bit set is an error. Readers ignore bits 1 to 6 of the tenth byte.
//!
//! The samples of the published page:
//!
//! | number | bytes |
//! |-------:|-------|
//! | 0 | `00` |
//! | 1 | `01` |
//! | 2 | `02` |
//! | 127 | `7f` |
//! | 128 | `80 01` |
//! | 255 | `ff 01` |
//! | 2147483647 | `ff ff ff ff 07` |
//! | 9223372036854775807 | `ff ff ff ff ff ff ff ff 7f` |
//! | -1 | `ff ff ff ff ff ff ff ff ff 01` |
//! | -2147483648 | `80 80 80 80 f8 ff ff ff ff 01` |
//! | -9223372036854775808 | `80 80 80 80 80 80 80 80 80 01` |
//!
#![doc = dump!("minecraft/1.14/varint__long_above_an_int")]
#![doc = dump!("minecraft/1.14/varint__long_negative_takes_ten")]
//!
//! In Rust: [`wire::varlong`](crate::minecraft::wire::varlong), [`VarLong`](crate::minecraft::VarLong).
//!
//! # Protocol Buffers
//!
//! The *varint* of Protocol Buffers has the groups of a VarInt. The types differ in negative numbers:
//!
//! | −1 as | bytes |
//! |-------|-------|
//! | VarInt | `ff ff ff ff 0f` |
//! | `int32` of Protocol Buffers | `ff ff ff ff ff ff ff ff ff 01`: always 64 bits. A reader of a VarInt refuses them |
//! | `sint32`, `sint64` of Protocol Buffers, and [packets of the Bedrock edition](super::bedrock#zigzag) | `01`: zigzag |
//! | VarLong, `int64` of Protocol Buffers | `ff ff ff ff ff ff ff ff ff 01` |
//!
//! For 0 to 2147483647, `int32` and `uint32` of Protocol Buffers have the bytes of a VarInt.
//!
//! # Fixed-point
//!
//! `fixed(T,f)`: an integer of type T whose lowest f bits are the fraction. The value is the integer divided by 2ᶠ. Coordinates before
//! 1.9 are an Int with f = 5. Relative moves of 1.14 are a Short with f = 12:
//!
#![doc = dump!("minecraft/1.14/fixed__coordinate")]
#![doc = dump!("minecraft/1.14/fixed__relative_move")]
//!
//! Reading is exact. Writing rounds: the game rounds down, the published page rounds toward zero. −0.01 with f = 5 becomes the integer
//! −1 in the game, and 0 on the page.
//!
//! In Rust: [`FixedPoint`](crate::minecraft::FixedPoint), of any integer that [`wire::int`](crate::minecraft::wire::int),
//! [`wire::short`](crate::minecraft::wire::short) and so on read.
//!
//! [Contents](super) · Previous: [how to read a dump](super::reading) · Next: [text](super::text)
#![doc = layout!()]
