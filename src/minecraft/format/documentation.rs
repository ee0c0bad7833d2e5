//! Page 12: Errors of the published documentation, and the inputs that only the game accepts.
//!
//! [Contents](super) · Previous: [versions](super::versions) · Next: [JSON and sample files](super::json)
//!
//! The community documents the protocol on a page of data types. For 1.14 that page has these errors. This book and this crate
//! follow the last column.
//!
//! | topic | the page says | correct |
//! |-------|----------|-------|
//! | [Position](super::places#position) | its table: x, y, z; its section: x, z, y | x, z, y |
//! | Position, decoding | `y = val & 0xFFF`, which is never negative; shifts of an unsigned word | all three are signed |
//! | [VarLong](super::numbers#varlong), decoding | its code shifts an Int of 32 bits, and reads most values from 2³¹ on wrong | a word of 64 bits |
//! | [VarInt](super::numbers#varint), too long | the error is detected after one more byte | byte 5 or 10 shows the error; another byte may never come |
//! | [String](super::text#string) | n counts characters | n counts UTF-16 units |
//! | [Chat](super::text#chat) | 32767 | 262144 |
//! | [Identifier](super::text#identifier) | namespaces without `.`; nothing about paths | `a-z 0-9 _ - .`, in paths also `/` |
//! | [Boolean](super::numbers#boolean) | nothing about other bytes | an error in this crate, true in the game |
//! | [Particle](super::items#particle) | no data; the id is a VarInt | four particles have data; the id is an Int in the particle packet |
//! | [fixed-point](super::numbers#fixed-point) | rounds toward zero | rounds down, as the game does |
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
