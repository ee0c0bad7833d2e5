//! Page 4: Position, Angle, UUID.
//!
//! # Position
//!
//! Three coordinates of a block in eight bytes: [`wire::position`](crate::minecraft::wire::position),
//! [`Position`](crate::minecraft::Position). The word is big-endian; from its highest bit on it has
//!
//! | bits | from 1.14 on | range |
//! |------|--------------|-------|
//! | 63 to 38 | x, 26 bits, signed | −33554432 to 33554431 |
//! | 37 to 12 | **z**, 26 bits, signed | −33554432 to 33554431 |
//! | 11 to 0 | y, 12 bits, signed | −2048 to 2047 |
//!
#![doc = dump!("minecraft/1.14/position__position")]
//!
//! All three are signed, y as well:
//!
#![doc = dump!("minecraft/1.14/position__position_negative_y")]
//!
//! - Up to 1.13.2 the order is x, y, z: [`PositionOrder`](crate::minecraft::PositionOrder). The bytes do not tell.
//! - Any eight bytes are a position. A coordinate outside its range cannot be written; it is never wrapped.
//!
//! # Angle
//!
//! One byte, in steps of 1/256 of a turn: [`wire::angle`](crate::minecraft::wire::angle),
//! [`Angle`](crate::minecraft::Angle). 64 is 90°. Read with a sign or without it is the same direction.
//!
#![doc = dump!("minecraft/1.14/position__angle")]
//!
//! # UUID
//!
//! Sixteen bytes in the order in which they are printed: [`wire::uuid`](crate::minecraft::wire::uuid),
//! [`Uuid`](crate::minecraft::Uuid).
//!
#![doc = dump!("minecraft/1.14/position__uuid")]
//!
//! [Contents](super) · before: [text](super::text) · next: [types made of types](super::combined)
#![doc = layout!()]
