//! Page 6: NBT, a tree of named tags.
//!
//! # NBT
//!
//! On the wire and in files NBT is one **named Compound**: the byte `0a`, a name, and the compound;
//! [`wire::nbt`](crate::minecraft::wire::nbt()), [`Nbt`](crate::minecraft::Nbt). Where it may be missing, a single byte `00`
//! says that it is.
//!
#![doc = dump!("minecraft/1.14/nbt__hello_world")]
#![doc = dump!("minecraft/1.14/nbt__absent")]
//!
//! - The game writes the name of the root empty, and ignores the one that it reads. From 1.20.2 on there is none on the wire.
//! - Files are the same, most often packed with gzip or zlib. The first bytes tell: `1f 8b` and `78` begin no root.
//! - Another root than a compound is refused, and so is a type that does not exist:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_root")]
#![doc = dump!("minecraft/1.14/nbt__rejected_tag_id")]
//!
//! # Tags
//!
//! All numbers are big-endian and signed; there is no unsigned type, and a Boolean is a Byte.
//!
#![doc = tag_table!()]
//!
//! Numbers and arrays are as the table says: [`wire::packed`](crate::minecraft::wire::packed()) reads arrays, whose count is a
//! signed Int.
//!
//! ## Compound
//!
//! Named tags, each its type (1 byte), its name ([text](#modified-utf-8), with its length) and its payload, until a byte
//! `00` in the place of a type: [`wire::compound`](crate::minecraft::wire::compound()),
//! [`Compound`](crate::minecraft::nbt::Compound). Names may be empty, and may repeat: the game keeps the last, this crate all of
//! them, in order.
//!
//! ## List
//!
//! The type of **all** elements (1 byte), their number (a signed Int), and their payloads, without types and without names:
//! [`wire::list`](crate::minecraft::wire::list()), [`List`](crate::minecraft::nbt::List).
//!
#![doc = dump!("minecraft/1.14/nbt__list_of_compounds")]
//!
//! - An empty list usually has the type End. Writers differ, so the type is kept:
//!
#![doc = dump!("minecraft/1.14/nbt__empty_list_keeps_its_type")]
//!
//! - A list of End that is not empty is refused, and so is a negative count: older documents read it as none, and the game fails.
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_list_of_end")]
//!
//! - Nesting: the root is level 0, each compound or list inside is one deeper, and 512 levels are read.
//!
//! Lists, arrays and compounds within one another:
//!
#![doc = dump!("minecraft/1.14/nbt__list_array_and_nested_text")]
//!
//! # Modified UTF-8
//!
//! Names and texts are what Java's `writeUTF` makes: an unsigned Short with the length in bytes, at most 65535, then for each
//! **UTF-16 unit** one to three bytes; [`wire::mutf8`](crate::minecraft::wire::mutf8()),
//! [`JavaStr`](crate::minecraft::nbt::JavaStr).
//!
//! | unit | bytes, in bits |
//! |------|----------------|
//! | 0001 to 007f | `0xxxxxxx` |
//! | **0000**, 0080 to 07ff | `110xxxxx 10xxxxxx` |
//! | 0800 to ffff, surrogates too | `1110xxxx 10xxxxxx 10xxxxxx` |
//!
//! So it is UTF-8 but for two things: U+0000 is `c0 80`, and what is above U+FFFF is two surrogates of three bytes each,
//! `ed a0 bd ed b8 80` for U+1F600. Half a pair is possible, and is no text in Rust:
//!
#![doc = dump!("minecraft/1.14/nbt__text_with_unpaired_surrogate")]
//!
//! - A raw `00` and overlong forms are read, as Java reads them. Java would write `c0 80` and the shortest form; this crate
//!   keeps the bytes, and [`JavaStr::is_canonical`](crate::minecraft::nbt::JavaStr::is_canonical) tells:
//!
#![doc = dump!("minecraft/1.14/nbt__lenient_raw_zero")]
//!
//! - A lead byte of `80` to `bf` or `f0` to `ff`, a wrong continuation, and a character that the length cuts off are errors:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_modified_utf8")]
//!
//! [Contents](super) · before: [types made of types](super::combined) · next: [items and particles](super::items)
#![doc = layout!()]
