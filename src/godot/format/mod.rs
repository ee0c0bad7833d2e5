//! The binary format of Godot's values, byte by byte: reference pages for Godot 1.0 to 4.6.
//!
//! Godot encodes any value of its script language as bytes: with `var_to_bytes` (Godot 3: `var2bytes`),
//! `FileAccess.store_var`, `StreamPeer.put_var` and `PacketPeer.put_var`. Saved games, network packets, the settings of an
//! exported game and the debugger use the same format. These pages describe each byte. They assume no knowledge of Godot;
//! [page 1](reading) explains hexadecimal numbers in memory.
//!
//! # Contents
//!
//! 1. [How to read a dump](reading): rows, layouts, numbers, padding, errors.
//! 2. [The header word](header): the four bytes that every value begins with; types and flags; precision.
//! 3. [Numbers](numbers): Nil, bool, int, float.
//! 4. [Text](text): the string block; String, StringName, NodePath.
//! 5. [Vectors, matrices, colors](math): structures of a fixed size.
//! 6. [References](references): RID, Object, Callable, Signal.
//! 7. [Containers](containers): Array, Dictionary, declared types, nesting, equal keys.
//! 8. [Packed arrays](packed): elements without headers.
//! 9. [Image and InputEvent](legacy): types that only Godot 1 and 2 have.
//! 10. [Frames](frames): what files, streams and packets put before a value.
//! 11. [Files](files): compressed, encrypted, settings.
//! 12. [Releases](releases): tables of type ids, what each release changed, forks, evidence.
//! 13. [The published documentation](documentation): where the engine's manual is wrong, for Godot 2, 3 and 4.
//! 14. [Differences](differences): where this crate differs from the engines on purpose.
//! 15. [JSON and sample files](json): values as JSON, and what is in the files that test a decoder.
//! 16. [A codec on one page](minimal): a decoder as pseudo-code; the types of Godot 3 in 250 lines of nom and cookie-factory.
//!
//! # Looking for
//!
//! | question | answer |
//! |----------|--------|
//! | id, size and layout of a type | [the table of types](#the-table-of-types) |
//! | id of Array in Godot 3 | 19: [the table of types](#the-table-of-types) |
//! | Transform2D in double precision | [Transform2D](math#Transform2D) |
//! | flags of `Dictionary[String, int]` | [the header word](header), [declared types](containers#declared-types) |
//! | `ENCODE_FLAG_64`, `ENCODE_FLAG_OBJECT_AS_ID` | [bit 16](header#bit-16) |
//! | limit of nesting | [nesting](containers#nesting) |
//! | keys that are equal | [equal keys](containers#equal-keys) |
//! | NUL in a PackedStringArray | [PackedStringArray](packed#PackedStringArray) |
//! | bytes of a NaN | [float](numbers#float) |
//! | padding | [padding](reading#padding) |
//! | what `store_var` writes before a value | [frames](frames) |
//! | compressed and encrypted files | [files](files) |
//! | where a decoder reports an error, and which error first | [errors](reading#errors) |
//! | a decoder in 25 lines | [pseudo-code](minimal#pseudo-code) |
//! | samples to test a decoder | [sample files](json#sample-files) |
//!
//! # Summary
//!
//! A value is a **header** of four bytes and a **payload**. The header's lowest byte is the id of the type, its upper
//! half holds flags. Header and content determine the length of the payload. All numbers are little-endian. Every value
//! takes a multiple of four bytes. Containers hold whole values, each with its own header. The bytes do not say which
//! release wrote them. Ids differ between generations, so the reader must know the generation. Bytes after a value are
//! not part of it. Some readers ignore such bytes, others refuse them: see [frames](frames#rules).
//!
//! # A value, byte by byte
//!
//! The dictionary `{"a": [1, Vector2(1.5, 2)]}`, as Godot 4 writes it:
//!
#![doc = dump!("godot4/canonical/container__worked_example")]
//!
//! And as Godot 3 writes it:
//!
#![doc = dump!("godot3/canonical/container__worked_example")]
//!
//! Two bytes differ: the ids of Dictionary (27 = `0x1b` in Godot 4, 18 = `0x12` in Godot 3) and of Array (28 = `0x1c`, 19
//! = `0x13`). The ids of String, int and Vector2 are the same in both.
//!
//! Ints have 64 bits in scripts. The `1` takes four bytes, because an int that fits 32 bits is written with 32 bits. An int
//! that does not fit sets bit 16 of its header and takes eight bytes. With 2⁶³ − 1 instead of 1, in Godot 3:
//!
#![doc = dump!("godot3/canonical/container__worked_example_64_bits")]
//!
//! The components of the vector are 32-bit floats because the engine was compiled in single precision: see
//! [precision](header#precision).
//!
//! In Rust:
//!
//! ```
//! use gamewire::godot::{Dialect, Vector2, variant};
//!
//! let value = variant!({ "a": [1, Vector2::new(1.5, 2.0)] });
//! let old = Dialect::GODOT_3.encode(&value)?;
//! let new = Dialect::GODOT_4.encode(&value)?;
//! let differ: Vec<usize> = (0..48).filter(|&at| old[at] != new[at]).collect();
//! assert_eq!(differ, [0x00, 0x14]); // the ids of Dictionary and Array
//! # Ok::<(), gamewire::EncodeError>(())
//! ```
//!
//! # Dialects
//!
//! A *dialect* is the set of rules by which one group of releases reads and writes. Its name is the first word of a dump.
//!
//! | name in a dump | releases | in Rust |
//! |----------------|----------|---------|
//! | `godot4` | 4.4 and later | [`Dialect::GODOT_4`](crate::godot::Dialect::GODOT_4) |
//! | `godot4.3` | 4.3 | [`Dialect::GODOT_4_3`](crate::godot::Dialect::GODOT_4_3) |
//! | `godot4.2` | 4.0 to 4.2 | [`Dialect::GODOT_4_2`](crate::godot::Dialect::GODOT_4_2) |
//! | `godot3` | 3.1 to 3.6; Rebel Engine | [`Dialect::GODOT_3`](crate::godot::Dialect::GODOT_3) |
//! | `godot3.0` | 3.0 | [`Dialect::GODOT_3_0`](crate::godot::Dialect::GODOT_3_0) |
//! | `godot2.1.5` | 2.1.5 | [`Dialect::GODOT_2_1_5`](crate::godot::Dialect::GODOT_2_1_5) |
//! | `godot2` | 1.0 to 2.1.4; the fork Mole | [`Dialect::GODOT_2`](crate::godot::Dialect::GODOT_2) |
//!
//! A dump says `single precision` or `double precision` after the name: see [precision](header#precision) and
//! [`Dialect::double`](crate::godot::Dialect::double). "Godot 3" on these pages means every release 3.x and "Godot 4" every
//! release 4.x, unless a sentence says otherwise. A rule stated without a release holds for all of them.
//!
//! # The table of types
//!
//! - The columns of Godot 4, 3 and 2 have the id in the header; [releases](releases#tables-of-type-ids) explains these columns.
//!   A dash means that the generation has no such type. Godot 4.0 to 4.2 lack id 38.
//! - The payload begins after the header of 4 bytes. n is the length or count in the payload, p its [padding](reading#padding).
//!   `..` means "and more bytes, depending on the content".
//! - A dash in the column for double precision means that nothing changes.
//!
#![doc = index!()]
//!
//! # Exercises
//!
//! Write down, before opening the answers, the bytes of
//!
//! - the text `"hp"` in any generation,
//! - `[null, true]` in Godot 4,
//! - `-1` in Godot 3, and `3000000000`.
//!
//! <details><summary>Answers</summary>
//!
//! ```text
//! 04 00 00 00  02 00 00 00  68 70 00 00   String, 2 bytes, "hp", padding
//! 1c 00 00 00  02 00 00 00  00 00 00 00  01 00 00 00  01 00 00 00   Array, 2, Nil, bool, 1
//! 02 00 00 00  ff ff ff ff   int, -1
//! 02 00 01 00  00 5e d0 b2  00 00 00 00   int, bit 16: 64 bits, 3000000000
//! ```
//!
//! </details>
//!
//! # Sources
//!
//! The sources are the engines. The encoder and decoder (`core/io/marshalls.cpp`) of releases from 1.0 to 4.6.3 were read.
//! Releases 2.1, 2.1.5, 3.2.3, 3.6.2 and 4.6.3 (also in double precision) were run with thousands of values and malformed
//! inputs. Their answers are tables in the repository, below `tests/fixtures`. This crate is tested against every line of
//! these tables. [Evidence](releases#evidence) lists what is known of each release, and how.
//!
//! A dump on these pages is the output of [`Decoder::explain`](crate::godot::Decoder::explain). `gamewire explain FILE`
//! prints the same for any file. Tests compare each dump with that output.
//!
//! Next: [how to read a dump](reading)
#![doc = layout!()]

#[doc(alias("Array", "Dictionary", "typed array", "max_depth", "equal keys", "duplicate keys"))]
pub mod containers;
pub mod differences;
#[doc(alias("Mole", "binary_serialization_api", "matrix3x3", "rect3", "max"))]
pub mod documentation;
#[doc(alias("GCPF", "GDEC", "ECFG"))]
pub mod files;
#[doc(alias("store_var", "put_var"))]
pub mod frames;
#[doc(alias("ENCODE_FLAG_64", "ENCODE_FLAG_OBJECT_AS_ID", "type id"))]
pub mod header;
pub mod json;
pub mod legacy;
#[doc(alias("Transform2D", "Transform3D", "Matrix32", "Matrix3", "Basis", "Quat", "AABB", "Projection"))]
pub mod math;
pub mod minimal;
pub mod numbers;
#[doc(alias("PoolByteArray", "ByteArray", "RawArray", "FloatArray", "IntArray", "StringArray"))]
pub mod packed;
#[doc(alias("padding", "owed", "count", "canonical"))]
pub mod reading;
#[doc(alias("EncodedObjectAsID", "full_objects", "Callable"))]
pub mod references;
pub mod releases;
#[doc(alias("string block", "UTF-8", "byte order mark", "StringName"))]
pub mod text;
