//! Page 3: String, Chat, Identifier.
//!
//! Text is standard UTF-8 here. Inside [NBT](super::nbt#modified-utf-8) it is not.
//!
//! # String
//!
//! The length **in bytes** as a VarInt, then the bytes: [`wire::string`](crate::minecraft::wire::string).
//!
#![doc = dump!("minecraft/1.14/text__string")]
//!
//! A String(n) has at most n **UTF-16 units**: what Java counts as characters. A character above U+FFFF is two units and four
//! bytes, so this one fits String(2) and not String(1):
//!
#![doc = dump!("minecraft/1.14/text__string_of_surrogate_pair")]
#![doc = dump!("minecraft/1.14/text__rejected_too_long")]
//!
//! - A length above 4·n bytes is refused before any of them are waited for. The greatest n is 32767.
//! - A negative length is refused, and so is what is not UTF-8. The game reads U+FFFD in its place.
//!
#![doc = dump!("minecraft/1.14/text__rejected_negative_length")]
#![doc = dump!("minecraft/1.14/text__rejected_not_utf8")]
//!
//! - The game's writer refuses more than 32767 *bytes*, whatever n is: such text can be read and never sent by it.
//!
//! # Chat
//!
//! A String that holds a text component as JSON: [`wire::chat`](crate::minecraft::wire::chat),
//! [`Chat`](crate::minecraft::Chat). Up to 262144 units in 1.14, up to 32767 before 1.13. The text is kept as it is, and not
//! checked to be JSON.
//!
#![doc = dump!("minecraft/1.14/text__chat")]
//!
//! # Identifier
//!
//! A String(32767) that names something, `namespace:path`: [`wire::identifier`](crate::minecraft::wire::identifier),
//! [`Identifier`](crate::minecraft::Identifier).
//!
#![doc = dump!("minecraft/1.14/text__identifier")]
//!
//! Without a colon the namespace is `minecraft`; the bytes stay as they are:
//!
#![doc = dump!("minecraft/1.14/text__identifier_without_namespace")]
//!
//! A namespace is made of `a` to `z`, digits, `_`, `-` and `.`; a path of those and `/`. All else is refused, from 1.13 on:
//!
#![doc = dump!("minecraft/1.14/text__rejected_identifier_character")]
//!
//! [Contents](super) · before: [numbers](super::numbers) · next: [places and names](super::places)
#![doc = layout!()]
