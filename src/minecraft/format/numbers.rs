//! Page 2: numbers of a fixed width, VarInt and VarLong, fixed-point numbers.
//!
//! # Boolean
//!
//! One byte: 0 false, 1 true. [`wire::boolean`](crate::minecraft::wire::boolean) refuses others; the game takes each of them
//! for true.
//!
#![doc = dump!("minecraft/1.14/prim__boolean")]
#![doc = dump!("minecraft/1.14/prim__rejected_boolean")]
//!
//! # Byte
//!
//! −128 to 127: [`wire::byte`](crate::minecraft::wire::byte).
//!
#![doc = dump!("minecraft/1.14/prim__byte")]
//!
//! # Unsigned Byte
//!
//! 0 to 255: [`wire::ubyte`](crate::minecraft::wire::ubyte).
//!
#![doc = dump!("minecraft/1.14/prim__unsigned_byte")]
//!
//! # Short
//!
//! Two bytes, −32768 to 32767: [`wire::short`](crate::minecraft::wire::short).
//!
#![doc = dump!("minecraft/1.14/prim__short")]
//!
//! # Unsigned Short
//!
//! Two bytes, 0 to 65535: [`wire::ushort`](crate::minecraft::wire::ushort).
//!
#![doc = dump!("minecraft/1.14/prim__unsigned_short")]
//!
//! # Int
//!
//! Four bytes, signed: [`wire::int`](crate::minecraft::wire::int).
//!
#![doc = dump!("minecraft/1.14/prim__int")]
//!
//! # Long
//!
//! Eight bytes, signed: [`wire::long`](crate::minecraft::wire::long).
//!
#![doc = dump!("minecraft/1.14/prim__long")]
//!
//! # Float
//!
//! Four bytes: [`wire::float`](crate::minecraft::wire::float). Every bit pattern is a value, NaN with any payload among them;
//! this crate keeps the bits.
//!
#![doc = dump!("minecraft/1.14/prim__float")]
#![doc = dump!("minecraft/1.14/prim__float_nan_with_payload")]
//!
//! # Double
//!
//! Eight bytes: [`wire::double`](crate::minecraft::wire::double).
//!
#![doc = dump!("minecraft/1.14/prim__double")]
//!
//! # VarInt
//!
//! A number of 32 bits in one to five bytes: [`wire::varint`](crate::minecraft::wire::varint),
//! [`VarInt`](crate::minecraft::VarInt).
//!
//! The bits are cut into groups of seven, **the lowest group first**. Each byte holds a group in its lower seven bits; its
//! highest bit says that another byte follows. 300 is `10 0101100` in groups: the lower group is `0101100`, and more follows,
//! so the first byte is `10101100` = `ac`; the upper group is the second byte, `02`:
//!
#![doc = dump!("minecraft/1.14/varint__three_hundred")]
//!
//! A negative number has its highest bit set, so it always takes five bytes:
//!
#![doc = dump!("minecraft/1.14/varint__negative_takes_five")]
//!
//! | bytes | VarInt, below | VarLong, below |
//! |------:|--------------:|---------------:|
//! | 1, 2, 3, 4 | 2⁷, 2¹⁴, 2²¹, 2²⁸ | the same |
//! | 5 | 2³² | 2³⁵ |
//! | 6, 7, 8, 9, 10 | – | 2⁴², 2⁴⁹, 2⁵⁶, 2⁶³, 2⁶⁴ |
//!
//! - More bytes than needed are read, as the game does, and not written again:
//!
#![doc = dump!("minecraft/1.14/varint__lenient_padded")]
//!
//! - Bits of the fifth byte beyond the 32nd are dropped, as by the game:
//!
#![doc = dump!("minecraft/1.14/varint__lenient_bits_beyond_32")]
//!
//! - A fifth byte that says that more follows is an error at once, even if the sixth has not arrived:
//!
#![doc = dump!("minecraft/1.14/varint__rejected_no_end")]
//!
//! - A length or count is a VarInt as well, and must not be negative.
//!
//! # VarLong
//!
//! The same for 64 bits, in one to ten bytes: [`wire::varlong`](crate::minecraft::wire::varlong),
//! [`VarLong`](crate::minecraft::VarLong). The sign comes from bit 63 alone: what is −1 as a VarInt is 4294967295 here.
//!
#![doc = dump!("minecraft/1.14/varint__long_above_an_int")]
#![doc = dump!("minecraft/1.14/varint__long_negative_takes_ten")]
//!
//! # Fixed-point
//!
//! An integer whose lowest bits are the fraction: the value times 2 to the power of their number.
//! [`FixedPoint`](crate::minecraft::FixedPoint) has it, of any integer that [`wire::int`](crate::minecraft::wire::int),
//! [`wire::short`](crate::minecraft::wire::short) and so on read. Coordinates before 1.9 are Ints with 5 bits of fraction;
//! relative moves of 1.14 are Shorts with 12:
//!
#![doc = dump!("minecraft/1.14/fixed__coordinate")]
#![doc = dump!("minecraft/1.14/fixed__relative_move")]
//!
//! Reading is exact. Writing has to round: the published page cuts toward zero, the game rounds down, so −0.01 in 5 bits is 0
//! or −1.
//!
//! [Contents](super) · before: [how to read a dump](super::reading) · next: [text](super::text)
#![doc = layout!()]
