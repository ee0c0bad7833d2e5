//! Page 4: Position, Angle, UUID.
//!
//! [Contents](super) · Previous: [text](super::text) · Next: [combined types](super::combined)
//!
//! # Position
//!
//! The three coordinates of a block in one big-endian word of eight bytes.
//!
//! ```text
//! byte           0        1        2        3        4        5        6        7
//! bits      63                                                                    0
//! 1.14      xxxxxxxx xxxxxxxx xxxxxxxx xxzzzzzz zzzzzzzz zzzzzzzz zzzzyyyy yyyyyyyy
//! 1.13.2    xxxxxxxx xxxxxxxx xxxxxxxx xxyyyyyy yyyyyyzz zzzzzzzz zzzzzzzz zzzzzzzz
//! example   01000110 00000111 01100011 00101100 00010101 10110100 10000011 00111111
//!           46       07       63       2c       15       b4       83       3f
//! ```
//!
//! | bits, 63 is the highest | since 1.14 | up to 1.13.2 | range |
//! |------|--------------|---|-------|
//! | 63 to 38 | x, 26 bits | x, 26 bits | −33554432 to 33554431 |
//! | 37 to 12 | **z**, 26 bits | | −33554432 to 33554431 |
//! | 11 to 0  | **y**, 12 bits | | −2048 to 2047 |
//! | 37 to 26 | | **y**, 12 bits | −2048 to 2047 |
//! | 25 to 0  | | **z**, 26 bits | −33554432 to 33554431 |
//!
//! All three are signed. With v as a signed word of 64 bits, and shifts that drop the bits shifted out:
//!
//! ```text
//! since 1.14      write: v = (x & 0x3ffffff) << 38 | (z & 0x3ffffff) << 12 | (y & 0xfff)
//!                 read:  x = v >> 38    z = v << 26 >> 38    y = v << 52 >> 52
//! up to 1.13.2    write: v = (x & 0x3ffffff) << 38 | (y & 0xfff) << 26 | (z & 0x3ffffff)
//!                 read:  x = v >> 38    y = v << 26 >> 52    z = v << 38 >> 38
//! ```
//!
//! `>>` copies the sign bit. In a language without signed words of 64 bits, take the bits of the field as an unsigned number. If the
//! highest bit of the field is set, subtract 2²⁶, for y 2¹².
//!
#![doc = dump!("minecraft/1.14/position__position")]
#![doc = dump!("minecraft/1.14/position__position_negative_y")]
//!
//! - The order is not in the bytes. Read as 1.13.2, the example above is x 18357644, y −1275, z 28607295. In this crate:
//!   [`PositionOrder`](crate::minecraft::PositionOrder).
//! - Any eight bytes are a position. Writing a coordinate outside its range is an error.
//!
//! In Rust: [`wire::position`](crate::minecraft::wire::position), [`Position`](crate::minecraft::Position).
//!
//! # Angle
//!
//! One byte, in steps of 1/256 of a turn. 64 is 90°. Signed and unsigned readers get the same direction: −64 and 192 are both 270°.
//!
#![doc = dump!("minecraft/1.14/position__angle")]
//!
//! In Rust: [`wire::angle`](crate::minecraft::wire::angle), [`Angle`](crate::minecraft::Angle).
//!
//! # UUID
//!
//! Sixteen bytes in the order of the printed digits.
//!
#![doc = dump!("minecraft/1.14/position__uuid")]
//!
//! In Rust: [`wire::uuid`](crate::minecraft::wire::uuid), [`Uuid`](crate::minecraft::Uuid).
//!
//! [Contents](super) · Previous: [text](super::text) · Next: [combined types](super::combined)
#![doc = layout!()]
