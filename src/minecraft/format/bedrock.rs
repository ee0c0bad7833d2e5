//! Page 7: NBT of the Bedrock edition, in files and in packets.
//!
//! [Contents](super) · Previous: [NBT](super::nbt) · Next: [region files](super::region)
//!
//! The Bedrock edition has the [tags](super::nbt#tags) of the Java edition, with the same type ids, names and nesting. Numbers, counts
//! and text differ: they are [little-endian](#in-files) in files, and use [VarInts](#in-packets) in packets. The form is not in the
//! bytes.
//!
//! # In files
//!
//! A compound with the name `hello world` and one String:
//!
#![doc = dump!("minecraft/bedrock/nbt__hello_world")]
//!
//! The whole grammar, with sizes in bytes. It is the grammar of [NBT](super::nbt#nbt), except that a root may be a List, all numbers are
//! little-endian, and text is UTF-8:
//!
//! ```text
//! root      00  |  0a text compound  |  09 text list
//! compound  (type:1 text payload)*  00
//! list      type:1 count:4 payload*
//! text      length:2 bytes          UTF-8, usually; length is unsigned
//! ```
//!
//! | tag | payload in files | payload in packets |
//! |-----|------------------|--------------------|
//! | Byte | 1 byte, signed | as in files |
//! | Short | 2 bytes | as in files |
//! | Int | 4 bytes | [zigzag](#zigzag) VarInt, 1 to 5 bytes |
//! | Long | 8 bytes | zigzag VarLong, 1 to 10 bytes |
//! | Float, Double | 4 bytes, 8 bytes | as in files |
//! | String, and every name | length in bytes: 2 bytes, unsigned; the text in UTF-8 | length in bytes: VarInt without zigzag; the text in UTF-8 |
//! | Byte_Array | count: 4 bytes; the bytes | count: zigzag VarInt; the bytes |
//! | Int_Array | count: 4 bytes; 4 bytes each | count: zigzag VarInt; a zigzag VarInt each |
//! | Long_Array | count: 4 bytes; 8 bytes each | count: zigzag VarInt; a zigzag VarLong each |
//! | List | type: 1 byte; count: 4 bytes; payloads | type: 1 byte; count: zigzag VarInt; payloads |
//! | Compound | tags, then the byte `00` | as in files |
//!
//! Numbers of every type and arrays:
//!
#![doc = dump!("minecraft/bedrock/nbt__numbers")]
#![doc = dump!("minecraft/bedrock/nbt__arrays")]
//!
//! In Rust: [`Protocol::BEDROCK`](crate::minecraft::Protocol::BEDROCK), [`NbtForm::LittleEndian`](crate::minecraft::NbtForm::LittleEndian).
//! The parser and the serializer are those of [NBT](super::nbt): [`wire::nbt`](crate::minecraft::wire::nbt()).
//!
//! ## Text that is not UTF-8
//!
//! The game does not check that text is UTF-8. Since 1.18.30 it stores the eight bytes of a key as a String in players and entities,
//! and old command blocks have text in Latin-1. Such bytes are read, kept and written:
//!
#![doc = dump!("minecraft/bedrock/nbt__raw_text")]
//!
//! In memory, a byte that is not UTF-8 is an unpaired surrogate, `dc00` more than the byte:
//! [`JavaStr::from_utf8`](crate::minecraft::nbt::JavaStr::from_utf8). JSON has all bytes of such text, `{"bytes":"c500000001000000"}`,
//! and SNBT has the surrogate as an escape, `\udcc5`.
//!
//! ## level.dat
//!
//! The file `level.dat` of a world has eight bytes before the root:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 4    | version of the format, unsigned |
//! | 4  | 4    | length of the rest of the file, unsigned |
//! | 8  | ..   | the root |
//!
#![doc = dump!("minecraft/files/level_dat")]
//!
//! ## Several roots
//!
//! Values of a world's database, and some files, have several roots, one after the other. Nothing is written between the roots. Their
//! number is not written: the last root ends where the value or the file ends.
//!
#![doc = dump!("minecraft/files/roots")]
//!
//! ## Roots that are Lists
//!
//! A root may also be a List: the type `09`, the name, the payload of the [List](super::nbt#list). Packets have had such roots since
//! 1.13: the blocks in StartGame were a List of Compounds. Files rarely have such roots. A List of two Compounds:
//!
#![doc = dump!("minecraft/bedrock/nbt__list_root")]
//!
//! The root is at level 0 of the [nesting](super::nbt#nesting), so its elements are at level 1. Roots of other types are errors.
//!
//! The Java edition [refuses](super::nbt#roots-that-are-lists) such roots. In its form, this crate reads and writes them with
//! [`allow_list_roots`](crate::minecraft::Protocol::allow_list_roots).
//!
//! # In packets
//!
//! The compound of the first dump, as in packets. Each length takes one byte:
//!
#![doc = dump!("minecraft/bedrock-network/nbt__hello_world")]
//!
//! Numbers of every type:
//!
#![doc = dump!("minecraft/bedrock-network/nbt__numbers")]
//!
//! A [root that is a List](#roots-that-are-lists), of three Ints:
//!
#![doc = dump!("minecraft/bedrock-network/nbt__list_root")]
//!
//! Readers accept a [VarInt](super::numbers#varint) with more bytes than it needs. Writers use as few bytes as possible. Floats, Doubles
//! and Shorts have the sizes of files and are little-endian.
//!
//! In Rust: [`Protocol::BEDROCK_NETWORK`](crate::minecraft::Protocol::BEDROCK_NETWORK),
//! [`NbtForm::VarInt`](crate::minecraft::NbtForm::VarInt).
//!
//! ## Zigzag
//!
//! *Zigzag* maps signed numbers to unsigned numbers, so that small negative numbers take few bytes: 0, −1, 1, −2, 2 become 0, 1, 2, 3,
//! 4. The unsigned number is then written as a VarInt, for a Long as a VarLong.
//!
//! ```text
//! write: u = 2 * n          if n >= 0,  else  -2 * n - 1
//! read:  n = u / 2          if u is even,  else  -(u + 1) / 2
//! ```
//!
//! 300 is 600, the bytes `d8 04`; −1 is 1, the byte `01`.
//!
//! # Errors
//!
//! - A lone surrogate cannot be written, unlike in the Java edition.
//! - A negative count is an error. A count that needs more bytes than remain is an error. In files every tag has at least as many
//!   bytes as in [the table of tags](super::nbt#tags). In packets Int, Long, String and the three arrays have at least 1 byte, a List 2:
//!
#![doc = dump!("minecraft/bedrock-network/nbt__rejected_negative_count")]
//!
//! - The rules of [nesting](super::nbt#nesting), type ids and repeated names are those of the Java edition.
//!
//! # Deviations
//!
//! | who | differs |
//! |-----|---------|
//! | `prismarine-nbt` 2.8.0 | writes the elements of Int_Array and Long_Array with 4 and 8 bytes in packets |
//! | `@serenityjs/nbt` 0.8.21 | does not read arrays, nor lists of some types |
//!
//! # Evidence
//!
//! No Bedrock client or server was run. `amulet-nbt`, `nbtlib` (Python), `prismarine-nbt` and `@serenityjs/nbt` (JavaScript) wrote the
//! bytes of the dumps. A test reads and writes all of their samples. `NBTify` (JavaScript) wrote the roots that are Lists. The
//! statements on the header of `level.dat` and on the use of Lists as roots are from published descriptions: the Minecraft Wiki, and
//! issue 52 of `pmmp/NBT`.
//!
//! [Contents](super) · Previous: [NBT](super::nbt) · Next: [region files](super::region)
#![doc = layout!()]
