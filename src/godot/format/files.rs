//! Page 11: files that Godot wraps around bytes: compressed, encrypted, settings.
//!
//! Each begins with four letters. None of them could begin a value, whose first byte is a small number.
//!
//! | letters | what it is | feature of this crate |
//! |---------|------------|-----------------------|
//! | `GCPF` | written through `open_compressed` | `compress` |
//! | `GDEC` | written through `open_encrypted` or `open_encrypted_with_pass` | `crypto` |
//! | `ECFG` | the settings of an exported game: `project.binary`, before Godot 3 `engine.cfb` | |
//!
//! The first two hold any bytes; most often those of `store_var`, [frames](super::frames). Numbers are little-endian, 4 bytes.
//!
//! # Compressed: GCPF
//!
//! | size | field |
//! |-----:|-------|
//! | 4 | magic, `GCPF` |
//! | 4 | mode: 0 FastLZ, 1 Deflate (with zlib's header), 2 Zstandard, 3 Gzip, 4 Brotli, which Godot 4 reads and never writes; 2 and 3 since 3.0 |
//! | 4 | block size B, 4096 as written |
//! | 4 | size T of the contents |
//! | 4·n | the compressed size of each block |
//! | .. | the blocks |
//! | 4 | magic again, which no reader looks at |
//!
//! The contents are cut into blocks of B bytes that are compressed each for itself, the last has what is left. **There are
//! n = T / B + 1 blocks, rounded down: if T is a multiple of B, the last one is empty**, and there all the same. A block
//! of FastLZ that has less than 16 bytes is filled up with zeros to 16 before it is compressed.
//!
#![doc = dump!("files/compressed")]
#![doc = dump!("files/compressed_contents")]
//!
//! Other classes of the engine write the same layout with other letters.
#![cfg_attr(feature = "compress", doc = "")]
#![cfg_attr(
    feature = "compress",
    doc = "In Rust: [`decompress`](crate::godot::files::decompress), [`compress`](crate::godot::files::compress()), and [`compressed`](crate::godot::files::compressed()) for the parts."
)]
//!
//! # Encrypted: GDEC
//!
//! AES with a key of 256 bits, of which releases use two kinds:
//!
//! | size, 1.0 to 3.6 | size, 4.0 and later | field |
//! |-----------------:|--------------------:|-------|
//! | 4 | 4 | magic, `GDEC` |
//! | 4 | – | mode, 1 |
//! | 16 | 16 | MD5 of the contents |
//! | 8 | 8 | length L of the contents |
//! | – | 16 | initialization vector |
//! | .. | .. | the contents, filled up with zeros to a multiple of 16, encrypted |
//!
//! Up to 3.6 each block of 16 bytes is encrypted by itself (ECB): equal blocks of the contents are equal in the file.
//! Godot 4 chains them (CFB with 128 bits):
//!
#![doc = dump!("files/encrypted_godot3")]
#![doc = dump!("files/encrypted_godot4")]
//!
//! - **A password is not the key.** The key is the MD5 of the password, written as 32 lower-case hexadecimal digits, those
//!   32 characters as bytes.
//! - The MD5 shows whether the key was right: there is nothing else that does.
//! - Nothing says which of the two layouts a file has. The length does: L, rounded up to 16, and 32 or 44 bytes before it,
//!   is the size of the file in one of them.
//! - A Godot 3 file that was switched to `endian_swap` begins with `CEDG` and has big-endian numbers.
#![cfg_attr(feature = "crypto", doc = "")]
#![cfg_attr(
    feature = "crypto",
    doc = "In Rust: [`decrypt`](crate::godot::files::decrypt), [`encrypt`](crate::godot::files::encrypt), and [`encrypted`](crate::godot::files::encrypted()) for the parts."
)]
//!
//! # Settings: ECFG
//!
//! The magic, the number of settings, and for each of them the length of its name, the name, the length of its value, the
//! value. **Nothing is padded**: values begin at any offset.
//!
#![doc = dump!("files/settings")]
//!
//! - From 3.0 on objects are written whole, since input actions hold `InputEvent`s; readers allow them.
//! - A value that cannot be read is skipped. Of settings with one name the last counts.
//! - The setting `_custom_features` comes first, if there is one.
//! - **Up to 3.2.3 the length of a name is in characters**, though the bytes of all of them follow: a name beyond ASCII
//!   makes a file that the engine itself cannot read. Mended by 3.5.
//!
//! In Rust: [`ProjectFile`](crate::godot::ProjectFile), and [`project`](crate::godot::files::project()) for the
//! layout.
//!
//! [Contents](super) · before: [frames](super::frames) · next: [releases](super::releases)
#![doc = layout!()]
