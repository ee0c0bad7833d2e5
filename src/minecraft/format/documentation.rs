//! Page 10: where the published documentation is wrong, and where the game is more lenient.
//!
//! The protocol is documented by its community, on a page of data types. As of 1.14 that page has these errors; this book and
//! this crate follow the right column.
//!
//! | topic | the page | right |
//! |-------|----------|-------|
//! | [Position](super::places#position) | its table: x, y, z; its section: x, z, y | x, z, y |
//! | Position, how to decode | `y = val & 0xFFF`, which is never negative; shifts of an unsigned word | all three are signed |
//! | [VarLong](super::numbers#varlong), how to decode | shifts an Int of 32 bits | 64 bits; its code reads most values from 2³¹ on wrong |
//! | [VarInt](super::numbers#varint), too long | is seen after one byte more was read | byte 5 or 10 decides, so that a socket is not waited for |
//! | [String](super::text#string) | n counts characters | n counts UTF-16 units |
//! | [Chat](super::text#chat) | 32767 | 262144 |
//! | [Identifier](super::text#identifier) | `.` is missing in the namespace, the path is not described | `a-z 0-9 _ - .`, in paths also `/` |
//! | [Boolean](super::numbers#boolean) | nothing about other bytes | refused here, true to the game |
//! | [Particle](super::items#particle) | data is not given; the id is a VarInt | the four of the table; an Int in the particle packet |
//! | [fixed-point](super::numbers#fixed-point) | cuts toward zero | the game rounds down |
//! | [text in NBT](super::nbt#modified-utf-8) | nothing | modified UTF-8 |
//!
//! # Where the game is more lenient
//!
//! | what | the game | this crate |
//! |------|----------|------------|
//! | Boolean of 2 to 255 | true | refused |
//! | String that is not UTF-8 | U+FFFD in its place | refused |
//! | VarInt that is longer than it need be, or has bits beyond the 32nd | read | read |
//! | half a surrogate pair in modified UTF-8 | read | read, as bytes |
//! | what follows NBT; the name of its root | ignored | given back; kept |
//! | unknown item, block state or villager | a default | the number |
//! | unknown particle, type of metadata, direction, pose | error | error |
//!
//! [Contents](super) · before: [versions](super::versions)
#![doc = layout!()]
