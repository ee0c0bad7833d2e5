//! Page 6: NBT, a tree of named tags.
//!
//! [Contents](super) · Previous: [combined types](super::combined) · Next: [NBT of the Bedrock edition](super::bedrock)
//!
//! # NBT
//!
//! The root is one **named Compound**: the byte `0a`, its name ([modified UTF-8](#modified-utf-8)), and its [payload](#compound).
//! Where NBT may be absent, the single byte `00` stands for no NBT.
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
//! - The game writes an empty name for the root, and ignores the name that it reads. Since 1.20.2 roots in packets have no name.
//! - The Bedrock edition writes [other forms](super::bedrock). Chunks of a world are in [region files](super::region).
//! - Files have this layout, too. Most files are compressed with gzip (first bytes `1f 8b`) or zlib (first byte `78`). No root begins
//!   with these bytes.
//! - A root that is not a Compound is an error. An unknown type id is an error, in the root and in every tag:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_root")]
#![doc = dump!("minecraft/1.14/nbt__rejected_tag_id")]
//!
//! In Rust: [`wire::nbt`](crate::minecraft::wire::nbt()), [`Nbt`](crate::minecraft::Nbt).
//!
//! ## Roots that are Lists
//!
//! NBT libraries for JavaScript and Python, and some editors, also write a List as a root. The Bedrock edition
//! [has such roots](super::bedrock#roots-that-are-lists). The Java edition refuses them:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_list_root")]
//!
//! In Rust: [`Protocol::allow_list_roots`](crate::minecraft::Protocol::allow_list_roots) reads and writes them.
//!
//! # Tags
//!
//! All numbers are big-endian. All numbers are signed, except the two-byte length of a text. A Boolean is a Byte. A count is an Int. A
//! negative count is an error.
//!
#![doc = tag_table!()]
//!
//! [`wire::packed`](crate::minecraft::wire::packed()) reads the arrays. [Modified UTF-8](#modified-utf-8) describes the String.
//!
//! ## Compound
//!
//! Named tags, then the byte `00`. Each tag is its type (1 byte), its name ([modified UTF-8](#modified-utf-8)) and its payload.
//! Names may be empty and
//! may repeat. Of tags with the same name, the game keeps the last. This crate keeps all tags, in order.
//!
//! In Rust: [`wire::compound`](crate::minecraft::wire::compound()), [`Compound`](crate::minecraft::nbt::Compound).
//!
//! ## List
//!
//! The type of **all** elements (1 byte), the number of elements (an Int), and the payload of each element. Elements have no type byte
//! and no name.
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
//! error.** Other implementations differ by one level.
//!
//! A list, an array and a compound, all in a compound:
//!
#![doc = dump!("minecraft/1.14/nbt__list_array_and_nested_text")]
//!
//! # Modified UTF-8
//!
//! Java's `writeUTF` defines the layout of names and Strings. The length in bytes comes first, as an Unsigned Short (at most 65535).
//! Then each **UTF-16 unit** takes one to three bytes.
//!
//! | unit | bytes, in bits |
//! |------|----------------|
//! | 0001 to 007f | `0xxxxxxx` |
//! | **0000**, 0080 to 07ff | `110xxxxx 10xxxxxx` |
//! | 0800 to ffff, also surrogates | `1110xxxx 10xxxxxx 10xxxxxx` |
//!
//! Modified UTF-8 differs from UTF-8 in two points. U+0000 is `c0 80`. A character above U+FFFF is two surrogates of three bytes each:
//! U+1F600 is `ed a0 bd ed b8 80`. A lone surrogate is legal, but a Rust `str` cannot hold it:
//!
#![doc = dump!("minecraft/1.14/nbt__text_with_unpaired_surrogate")]
//!
//! - Java writes U+0000 as `c0 80`, and every other unit in the shortest form. Java also reads a byte `00` and overlong forms. This
//!   crate reads them, too, and keeps the bytes. [`JavaStr::is_canonical`](crate::minecraft::nbt::JavaStr::is_canonical) returns
//!   whether Java would write these bytes:
//!
#![doc = dump!("minecraft/1.14/nbt__raw_zero")]
//!
//! - Errors are: a lead byte of `80` to `bf` or `f0` to `ff`; a wrong continuation byte; a character that ends after the length:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_modified_utf8")]
//!
//! In Rust: [`wire::mutf8`](crate::minecraft::wire::mutf8()), [`JavaStr`](crate::minecraft::nbt::JavaStr).
//!
//! [Contents](super) · Previous: [combined types](super::combined) · Next: [NBT of the Bedrock edition](super::bedrock)
#![doc = layout!()]
