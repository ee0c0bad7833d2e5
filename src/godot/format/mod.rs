//! The binary format of Godot's values, from the first byte on: a book of a few pages.
//!
//! Godot can turn any value of its script language into bytes: `var2bytes` and `var_to_bytes`, `File.store_var`,
//! `StreamPeer.put_var` and `PacketPeer.put_var` do, and so do saved games, network packets, the settings of an
//! exported game and the debugger. This book says what each of those bytes is, in Godot 1.0 to 4.6, and needs no
//! knowledge of Godot; [`reading`] explains the little that has to be known of hexadecimal numbers in memory.
//!
//! # Contents
//!
//! 1. [How to read a dump](reading): bytes, numbers, the rows of a dump, errors.
//! 2. [The header word](header): four bytes that every value begins with; types and flags.
//! 3. [Numbers](numbers): Nil, bool, int, float. When an int takes 32 bits, and when 64.
//! 4. [Text](text): String, StringName, NodePath. Padding.
//! 5. [Vectors, matrices, colors](math): structures of a fixed size.
//! 6. [References](references): RID, Object, Callable, Signal.
//! 7. [Containers](containers): Dictionary and Array, typed or not.
//! 8. [Packed arrays](packed): many elements without headers.
//! 9. [What Godot 2 had](legacy): Image, InputEvent.
//! 10. [Frames](frames): what files, streams and packets put before a value.
//! 11. [Files](files): compressed, encrypted, settings.
//! 12. [Releases](releases): what each release of the engine changed, and its forks.
//! 13. [The published documentation](documentation): where the engine's own page is wrong.
//! 14. [Differences](differences): where this crate differs from the engines, on purpose.
//!
//! # The whole format in three sentences
//!
//! A value is a **header** of four bytes and a **payload**. The header's lowest byte is the id of the type, its upper
//! half holds flags; the payload's layout follows from both. All numbers are little-endian, every value is a multiple
//! of four bytes long, containers hold whole values with headers of their own, and nothing says which release of the
//! engine wrote the bytes: that has to be known, because ids have moved.
//!
//! # A value, byte by byte
//!
//! This is the dictionary `{"a": [1, Vector2(1.5, 2)]}` as Godot 3 writes it. Offsets, bytes and their meaning:
//!
#![doc = dump!("godot3/canonical/container__worked_example")]
//!
//! And as Godot 4 writes it:
//!
#![doc = dump!("godot4/canonical/container__worked_example")]
//!
//! The two differ in two bytes alone, the ids of Dictionary (18 = `0x12`, then 27 = `0x1b`) and Array (19 = `0x13`, then
//! 28 = `0x1c`): Godot 4 put new types before them in the table. The ids of String, int and Vector2 are the same.
//!
//! The `1` takes four bytes although ints have 64 bits in scripts: an int is written with 32 bits if it fits, and with
//! 64 bits, and a flag in its header that says so, if it does not. With 2⁶³ − 1 in its place, the header of the int
//! becomes `02 00 01 00`, bit 16 set, and eight bytes follow:
//!
#![doc = dump!("godot3/canonical/container__worked_example_64_bits")]
//!
//! The components of the vector, on the other hand, are 32-bit floats because the engine was built that way: see
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
//! # The table of types
//!
//! The number is the id in the header; a dash: the table has no such type. The [columns](releases#tables) are explained
//! with the releases.
//!
#![doc = index!()]
//!
//! # Try it
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
//! 04 00 00 00  02 00 00 00  68 70 00 00                             String, 2 bytes, "hp", padding
//! 1c 00 00 00  02 00 00 00  00 00 00 00  01 00 00 00  01 00 00 00   Array, 2 elements, Nil, bool, true
//! 02 00 00 00  ff ff ff ff                                          int, -1
//! 02 00 01 00  00 5e d0 b2  00 00 00 00                             int, bit 16: 64 bits, 3000000000
//! ```
//!
//! </details>
//!
//! # Sources
//!
//! The engines themselves: the encoder and decoder (`core/io/marshalls.cpp`) of the releases from 1.0 to 4.6.3 were
//! read, and 2.1, 2.1.5, 3.2.3, 3.6.2 and 4.6.3 (also in double precision) were run, over thousands of values and odd
//! inputs. The tables of what they answered are in the repository, below `tests/fixtures`, and this crate is tested
//! against every line. Where a page says what a release does that is not among these, it was read and not run.
//!
//! Dumps on these pages are what [`Decoder::explain`](crate::godot::Decoder::explain) says of bytes that an engine
//! wrote; `gamewire explain FILE` shows the same of a file of yours. They are compared with its output in every test
//! run.
#![doc = layout!()]

pub mod containers;
pub mod differences;
pub mod documentation;
pub mod files;
pub mod frames;
pub mod header;
pub mod legacy;
pub mod math;
pub mod numbers;
pub mod packed;
pub mod reading;
pub mod references;
pub mod releases;
pub mod text;
