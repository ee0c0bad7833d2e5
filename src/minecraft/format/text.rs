//! Page 3: Text: String, Chat, Identifier.
//!
//! [Contents](super) · Previous: [numbers](super::numbers) · Next: [positions, angles, UUIDs](super::places)
//!
//! Text is standard UTF-8. Only [NBT](super::nbt#modified-utf-8) uses another encoding.
//!
//! # String
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | k = 1 to 5 | n, the length **in bytes**, a VarInt |
//! | k  | n    | the text in UTF-8 |
//!
#![doc = dump!("minecraft/1.14/text__string")]
//!
//! A String(n) has at most n **UTF-16 units**, which Java counts as characters. A character above U+FFFF has two units and four
//! bytes. The character of this dump fits String(2), but not String(1):
//!
#![doc = dump!("minecraft/1.14/text__string_of_surrogate_pair")]
#![doc = dump!("minecraft/1.14/text__rejected_too_long")]
//!
//! - The greatest n of a String in the protocol is 32767.
//! - A length above 4 · n bytes is an error. It is detected before any byte of the text is read.
//! - A negative length is an error.
//! - Non-UTF-8 text is an error. The game replaces wrong bytes by U+FFFD.
//!
#![doc = dump!("minecraft/1.14/text__rejected_negative_length")]
#![doc = dump!("minecraft/1.14/text__rejected_not_utf8")]
//!
//! - The game's writer refuses more than 32767 *bytes*, for any n. The game reads such texts.
//!
//! In Rust: [`wire::string`](crate::minecraft::wire::string).
//!
//! # Chat
//!
//! A String(262144) that holds a text component as JSON. Up to 1.12.2 it is a String(32767). This crate keeps the text. It does not
//! check that the text is JSON.
//!
#![doc = dump!("minecraft/1.14/text__chat")]
//!
//! In Rust: [`wire::chat`](crate::minecraft::wire::chat), [`Chat`](crate::minecraft::Chat).
//!
//! # Identifier
//!
//! A String(32767) of the form `namespace:path`.
//!
#![doc = dump!("minecraft/1.14/text__identifier")]
//!
//! The first colon separates the namespace from the path. Without a colon, or with nothing before the colon, the namespace is
//! `minecraft`. This crate writes the bytes that it read:
//!
#![doc = dump!("minecraft/1.14/text__identifier_without_namespace")]
//!
//! | part | characters |
//! |------|------------|
//! | namespace | `a` to `z`, `0` to `9`, `_`, `-`, `.` |
//! | path | those of a namespace, and `/` |
//!
//! Since 1.13 any other character is an error:
//!
#![doc = dump!("minecraft/1.14/text__rejected_identifier_character")]
//!
//! In Rust: [`wire::identifier`](crate::minecraft::wire::identifier), [`Identifier`](crate::minecraft::Identifier).
//!
//! [Contents](super) · Previous: [numbers](super::numbers) · Next: [positions, angles, UUIDs](super::places)
#![doc = layout!()]
