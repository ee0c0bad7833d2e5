//! Page 11: Files around values: compressed, encrypted, settings.
//!
//! [Contents](super) · Previous: [frames](super::frames) · Next: [releases](super::releases)
//!
//! Three kinds of files begin with four letters. No value begins with them, because the first byte of a value is a small number.
//!
//! | letters | written by | feature of this crate |
//! |---------|------------|-----------------------|
//! | `GCPF` | `open_compressed` | `compress` |
//! | `GDEC` | `open_encrypted`, `open_encrypted_with_pass` | `crypto` |
//! | `ECFG` | the export of a game: `project.binary`, before Godot 3 `engine.cfb` | |
//!
//! The first two contain any bytes, most often those of `store_var`: [frames](super::frames). Numbers are little-endian and
//! unsigned.
//!
//! # Compressed: GCPF
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 4   | magic, `GCPF` |
//! | 4  | 4   | mode: 0 FastLZ, 1 Deflate (with zlib's header), 2 Zstandard, 3 Gzip, 4 Brotli. 2 and 3 since 3.0. Godot 4 reads Brotli and never writes it |
//! | 8  | 4   | block size B; writers use 4096; 0 is an error |
//! | 12 | 4   | size T of the contents |
//! | 16 | 4·N | the compressed size of each block, N = ⌊T / B⌋ + 1 |
//! | .. | ..  | the N blocks |
//! | .. | 4   | magic again; readers ignore it |
//!
//! The contents are cut into blocks of B bytes; the last block has T mod B bytes. Each block is compressed separately. **If T is
//! a multiple of B, the last block is empty**, and is written. A FastLZ block of fewer than 16 bytes is extended with zeros to
//! 16 bytes before it is compressed.
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
//! AES with a key of 256 bits. Godot 4 and the releases before it have different layouts:
//!
//! | at, 4.0 and later | at, 1.0 to 3.6 | size | field |
//! |------------------:|---------------:|-----:|-------|
//! | 0  | 0  | 4  | magic, `GDEC` |
//! | –  | 4  | 4  | mode, 1; any other is an error |
//! | 4  | 8  | 16 | MD5 of the contents |
//! | 20 | 24 | 8  | length L of the contents |
//! | 28 | –  | 16 | initialization vector |
//! | 44 | 32 | L + (−L mod 16) | the contents, extended with zeros to a multiple of 16, encrypted |
//!
//! Godot 4 encrypts in CFB mode with segments of 128 bits. Earlier releases encrypt in ECB mode: equal blocks of the contents
//! are equal in the file.
//!
#![doc = dump!("files/encrypted_godot4")]
#![doc = dump!("files/encrypted_godot3")]
//!
//! - **A password is not the key.** The key is the MD5 of the password in 32 lower-case hexadecimal digits, as 32 bytes of
//!   ASCII.
//! - Only the MD5 shows whether the key was right.
//! - No field names the layout; the length of the file shows it. The file has 44 bytes (Godot 4, L at 20) or 32 bytes (earlier, L at
//!   24) more than L rounded up to a multiple of 16.
//! - A Godot 3 file with `endian_swap` begins with `CEDG` and has big-endian numbers in this header.
#![cfg_attr(feature = "crypto", doc = "")]
#![cfg_attr(
    feature = "crypto",
    doc = "In Rust: [`decrypt`](crate::godot::files::decrypt), [`encrypt`](crate::godot::files::encrypt), and [`encrypted`](crate::godot::files::encrypted()) for the parts."
)]
//!
//! # Settings: ECFG
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 4    | magic, `ECFG` |
//! | 4  | 4    | number of settings |
//! | 8  | ..   | the settings, one after the other |
//!
//! A setting:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 4    | n, length of the name |
//! | 4  | n    | the name in UTF-8 |
//! | 4 + n | 4 | m, length of the value |
//! | 8 + n | m | the value |
//!
//! **Nothing is padded**: values begin at any offset, and names have no NUL.
//!
#![doc = dump!("files/settings")]
//!
//! - Since 3.0 objects are written [in full](super::references#full), because input actions hold `InputEvent`s. Readers allow
//!   them.
//! - A value that cannot be read is skipped. If settings have the same name, the last one counts.
//! - The setting `_custom_features`, if there is one, comes first.
//! - **Up to 3.2.3 the length of a name counts characters**, while the name is written in UTF-8. A name with a character beyond
//!   ASCII makes the file unreadable, for the engine too. 3.5 and later count bytes.
//!
//! In Rust: [`ProjectFile`](crate::godot::ProjectFile), and [`project`](crate::godot::files::project()) for the layout.
//!
//! [Contents](super) · Previous: [frames](super::frames) · Next: [releases](super::releases)
#![doc = layout!()]
