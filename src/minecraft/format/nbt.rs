//! Page 6: NBT, a tree of named tags.
//!
//! [Contents](super) · Previous: [combined types](super::combined) · Next: [NBT of the Bedrock edition](super::bedrock)
//!
//! # NBT
//!
//! The root is one **named Compound**: the byte `0a`, its name ([modified UTF-8](#modified-utf-8)), and its [payload](#compound).
//! Where NBT may be missing, the single byte `00` says that it is.
//!
#![doc = dump!("minecraft/1.14/nbt__hello_world")]
#![doc = dump!("minecraft/1.14/nbt__absent")]
//!
//! The whole grammar, with sizes in bytes:
//!
//! ```text
//! root      00  |  0a text compound
//! compound  (type:1 text payload)*  00
//! list      type:1 count:4 payload*
//! text      length:2 bytes          modified UTF-8; length is unsigned
//! ```
//!
//! - The game writes an empty name for the root, and ignores the name that it reads. Since 1.20.2 the network has no root name.
//! - The Bedrock edition writes [other forms](super::bedrock). Chunks of a world are in [region files](super::region).
//! - Files have the same layout, most often compressed with gzip (first bytes `1f 8b`) or zlib (first byte `78`). A root begins
//!   with neither.
//! - Any other root than a Compound is an error. So is an unknown type id, here and below:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_root")]
#![doc = dump!("minecraft/1.14/nbt__rejected_tag_id")]
//!
//! In Rust: [`wire::nbt`](crate::minecraft::wire::nbt()), [`Nbt`](crate::minecraft::Nbt).
//!
//! ## Roots that are Lists
//!
//! Some editors also write a List as a root. The Java edition refuses it; the Bedrock edition
//! [has such roots](super::bedrock#roots-that-are-lists):
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_list_root")]
//!
//! # Tags
//!
//! All numbers are big-endian. All are signed, except the length of a text, which has two bytes. A Boolean is a Byte. A count is an
//! Int. A negative count is an error.
//!
#![doc = tag_table!()]
//!
//! [`wire::packed`](crate::minecraft::wire::packed()) reads the arrays. A [String](#modified-utf-8) has its length in two bytes.
//!
//! ## Compound
//!
//! Named tags, then the byte `00`. Each tag is its type (1 byte), its name ([modified UTF-8](#modified-utf-8)) and its payload.
//! Names may be empty and
//! may repeat. Of tags with the same name the game keeps the last; this crate keeps all, in order.
//!
//! In Rust: [`wire::compound`](crate::minecraft::wire::compound()), [`Compound`](crate::minecraft::nbt::Compound).
//!
//! ## List
//!
//! The type of **all** elements (1 byte), their number (an Int), and their payloads, without types and names.
//!
#![doc = dump!("minecraft/1.14/nbt__list_of_compounds")]
//!
//! - An empty list usually has the type End. Some writers use another type, so this crate keeps the type:
//!
#![doc = dump!("minecraft/1.14/nbt__empty_list_keeps_its_type")]
//!
//! - A list of End with elements is an error:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_list_of_end")]
//!
//! In Rust: [`wire::list`](crate::minecraft::wire::list()), [`List`](crate::minecraft::nbt::List).
//!
//! ## Nesting
//!
//! The root is at level 0. A compound or list in a compound or list is one level deeper. **Level 512 is accepted, level 513 is an
//! error.** Implementations of other authors differ by one.
//!
//! A list, an array and a compound in a compound:
//!
#![doc = dump!("minecraft/1.14/nbt__list_array_and_nested_text")]
//!
//! # Modified UTF-8
//!
//! Names and Strings are what Java's `writeUTF` writes. The length in bytes comes first, as an Unsigned Short (at most 65535).
//! Then each **UTF-16 unit** takes one to three bytes.
//!
//! | unit | bytes, in bits |
//! |------|----------------|
//! | 0001 to 007f | `0xxxxxxx` |
//! | **0000**, 0080 to 07ff | `110xxxxx 10xxxxxx` |
//! | 0800 to ffff, also surrogates | `1110xxxx 10xxxxxx 10xxxxxx` |
//!
//! It differs from UTF-8 in two points. U+0000 is `c0 80`. A character above U+FFFF is two surrogates of three bytes each: U+1F600
//! is `ed a0 bd ed b8 80`. A lone surrogate is legal, but a Rust `str` cannot hold it:
//!
#![doc = dump!("minecraft/1.14/nbt__text_with_unpaired_surrogate")]
//!
//! - A byte `00` and overlong forms are read, as by Java. Java writes `c0 80` and the shortest form. This crate keeps the bytes;
//!   [`JavaStr::is_canonical`](crate::minecraft::nbt::JavaStr::is_canonical) says whether Java would write them:
//!
#![doc = dump!("minecraft/1.14/nbt__raw_zero")]
//!
//! - A lead byte of `80` to `bf` or `f0` to `ff`, a wrong continuation byte, and a character that the length cuts off are errors:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_modified_utf8")]
//!
//! In Rust: [`wire::mutf8`](crate::minecraft::wire::mutf8()), [`JavaStr`](crate::minecraft::nbt::JavaStr).
//!
//! [Contents](super) · Previous: [combined types](super::combined) · Next: [NBT of the Bedrock edition](super::bedrock)
#![doc = layout!()]
