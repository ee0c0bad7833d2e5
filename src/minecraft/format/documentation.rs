//! Page 12: Errors of the published documentation, and where the game accepts more.
//!
//! [Contents](super) · Previous: [versions](super::versions) · Next: [JSON and sample files](super::json)
//!
//! The community documents the protocol on a page of data types. As of 1.14 that page has these errors. This book and this
//! crate follow the right column.
//!
//! | topic | the page | right |
//! |-------|----------|-------|
//! | [Position](super::places#position) | its table: x, y, z; its section: x, z, y | x, z, y |
//! | Position, decoding | `y = val & 0xFFF`, which is never negative; shifts of an unsigned word | all three are signed |
//! | [VarLong](super::numbers#varlong), decoding | shifts an Int of 32 bits | 64 bits; its code reads most values from 2³¹ on wrong |
//! | [VarInt](super::numbers#varint), too long | is detected after one more byte | byte 5 or 10 decides, so that a reader does not wait for a byte that never comes |
//! | [String](super::text#string) | n counts characters | n counts UTF-16 units |
//! | [Chat](super::text#chat) | 32767 | 262144 |
//! | [Identifier](super::text#identifier) | `.` is missing in the namespace, the path is not described | `a-z 0-9 _ - .`, in paths also `/` |
//! | [Boolean](super::numbers#boolean) | nothing about other bytes | an error in this crate, true in the game |
//! | [Particle](super::items#particle) | the data is missing; the id is a VarInt | the four of the table; an Int in the particle packet |
//! | [fixed-point](super::numbers#fixed-point) | rounds toward zero | the game rounds down |
//! | [text in NBT](super::nbt#modified-utf-8) | nothing | modified UTF-8 |
//!
//! # Where the game accepts more
//!
//! | input | the game | this crate |
//! |------|----------|------------|
//! | Boolean of 2 to 255 | reads true | error |
//! | String with non-UTF-8 text | reads U+FFFD instead | error |
//! | VarInt longer than needed, or with bits beyond the 32nd | reads it | reads it |
//! | lone surrogate in modified UTF-8 | reads it | reads it, as bytes |
//! | bytes after NBT | ignores them | returns them |
//! | name of the root of NBT | ignores it | keeps it |
//! | unknown item, block state or villager | uses a default | keeps the number |
//! | unknown particle, type of metadata, direction, pose | error | error |
//!
//! [Contents](super) · Previous: [versions](super::versions) · Next: [JSON and sample files](super::json)
#![doc = layout!()]
