//! `GDEC`: what `open_encrypted` and `open_encrypted_with_pass` write.

use std::fmt;
use std::io::Write;

use aes::Aes256;
use aes::cipher::{BlockCipherDecrypt as _, BlockCipherEncrypt as _, KeyInit as _};
use cookie_factory::WriteContext;
use md5::{Digest as _, Md5};

use super::FileError;
use super::layout::{parse_magic, parse_word, run, written};
use crate::cx::{Cx, chunk};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::sink::{Gen, put};
use crate::trace::{Shown, Trace};

/// Bytes that are encrypted together.
const BLOCK: usize = 16;

/// The key of an encrypted file. It is not printed.
///
/// ```
/// use gamewire::godot::files::Key;
/// // The engine makes the MD5 of the password, and takes its 32 digits for the key.
/// assert_eq!(Key::from_password("correct horse"), Key::new(*b"3cb4e732631f47e6eb961f34554b7cde"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// A key as `open_encrypted` takes it.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key that `open_encrypted_with_pass` makes of a password.
    pub fn from_password(password: &str) -> Self {
        let mut key = [0; 32];
        for (digits, byte) in key.chunks_exact_mut(2).zip(Md5::digest(password)) {
            for (digit, half) in digits.iter_mut().zip([byte >> 4, byte & 0xf]) {
                *digit = if half < 10 { b'0' + half } else { b'a' + half - 10 };
            }
        }
        Self(key)
    }

    fn cipher(&self) -> Aes256 {
        Aes256::new(&self.0.into())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// How a file is encrypted, always with AES-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encryption {
    /// Godot 1.0 to 3.6: each block of 16 bytes by itself (ECB).
    Godot3,
    /// The same where the file was switched to `endian_swap`: the numbers in front are big-endian.
    Godot3BigEndian,
    /// Godot 4: each block with the one before it (CFB).
    Godot4 {
        /// What the first block is encrypted with. It should be another one, and random, for each file.
        iv: [u8; 16],
    },
}

impl Encryption {
    /// Where the MD5 is.
    fn md5_at(self) -> usize {
        match self {
            Self::Godot3 | Self::Godot3BigEndian => 8,
            Self::Godot4 { .. } => 4,
        }
    }
}

/// Decrypts a file that `open_encrypted` or `open_encrypted_with_pass` wrote, of any Godot. See
/// [`EncryptedFile`] for the parts of a file.
///
/// # Errors
/// If the bytes are no such file, or end too early; if the key is wrong, which the MD5 shows.
///
/// ```
/// use gamewire::godot::files::{Encryption, Key, decrypt, encrypt};
/// let key = Key::from_password("correct horse");
/// let file = encrypt(b"some contents", &key, Encryption::Godot4 { iv: [7; 16] })?;
/// assert_eq!(decrypt(&file, &key)?, b"some contents");
/// assert_eq!(
///     decrypt(&file, &Key::from_password("battery staple")).unwrap_err().to_string(),
///     "at byte 0x0004, reading MD5: the decrypted bytes have another; the key is wrong, or the file is damaged"
/// );
/// # Ok::<(), gamewire::godot::files::FileError>(())
/// ```
pub fn decrypt(bytes: &[u8], key: &Key) -> Result<Vec<u8>, FileError> {
    EncryptedFile::parse(bytes)?.decrypt(key)
}

/// Encrypts bytes as `open_encrypted` does, byte for byte.
///
/// # Errors
/// None in practice: if writing to memory fails.
pub fn encrypt(bytes: &[u8], key: &Key, encryption: Encryption) -> Result<Vec<u8>, FileError> {
    let cipher = key.cipher();
    let mut text = bytes.to_vec();
    text.resize(bytes.len().next_multiple_of(BLOCK), 0);
    let (blocks, _) = text.as_chunks_mut::<BLOCK>();
    match encryption {
        Encryption::Godot3 | Encryption::Godot3BigEndian => {
            blocks.iter_mut().for_each(|block| cipher.encrypt_block(block.into()));
        }
        Encryption::Godot4 { iv } => {
            let mut before = iv;
            for block in blocks {
                cipher.encrypt_block((&mut before).into());
                *block = xor(*block, before);
                before = *block;
            }
        }
    }
    let md5 = Md5::digest(bytes).into();
    Ok(written(|out| gen_encrypted(encryption, md5, bytes.len() as u64, &text, out))?)
}

fn xor(mut block: [u8; BLOCK], with: [u8; BLOCK]) -> [u8; BLOCK] {
    block.iter_mut().zip(with).for_each(|(byte, with)| *byte ^= with);
    block
}

/// The parts of an encrypted file. See [`parse_encrypted`] for the layout.
#[derive(Debug, Clone)]
pub struct EncryptedFile<'a> {
    encryption: Encryption,
    md5: [u8; 16],
    length: usize,
    /// The encrypted bytes, a multiple of 16.
    text: &'a [u8],
    tail: &'a [u8],
}

impl<'a> EncryptedFile<'a> {
    /// Reads what is around the encrypted bytes.
    ///
    /// Godot 4 left out the number that says how a file is encrypted, so the two layouts are told apart by the
    /// one in which the length fits the file exactly: never both. Where neither does, a 1 in the place of that
    /// number means Godot 3.
    ///
    /// # Errors
    /// If the bytes do not begin with `GDEC`, or end too early.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, FileError> {
        let parse = |layout: Layout| {
            let (tail, file) = run(&layout, bytes, parse_encrypted, |cx, i| parse_encrypted(cx, i))?;
            Ok(Self { tail, ..file })
        };
        let magic = bytes.get(..4).unwrap_or(bytes);
        if b"CEDG".starts_with(magic) && !magic.is_empty() {
            return parse(Layout::Godot3BigEndian);
        }
        let (old, new) = (parse(Layout::Godot3), parse(Layout::Godot4));
        let exact = |file: &Result<Self, _>| file.as_ref().is_ok_and(|file| file.tail.is_empty());
        let says_old = bytes.get(4..8) == Some(&[1, 0, 0, 0]);
        if exact(&old) || says_old && !exact(&new) { old } else { new }
    }

    /// How the file is encrypted.
    pub fn encryption(&self) -> Encryption {
        self.encryption
    }

    /// The MD5 of the contents.
    pub fn md5(&self) -> [u8; 16] {
        self.md5
    }

    /// What follows the encrypted bytes: nothing as the engine writes it. Its reader does not look.
    pub fn tail(&self) -> &'a [u8] {
        self.tail
    }

    /// Decrypts the contents.
    ///
    /// # Errors
    /// If they do not have the MD5 that they should have.
    pub fn decrypt(&self, key: &Key) -> Result<Vec<u8>, FileError> {
        let cipher = key.cipher();
        let mut text = self.text.to_vec();
        let (blocks, _) = text.as_chunks_mut::<BLOCK>();
        match self.encryption {
            Encryption::Godot3 | Encryption::Godot3BigEndian => {
                blocks.iter_mut().for_each(|block| cipher.decrypt_block(block.into()));
            }
            Encryption::Godot4 { iv } => {
                let mut before = iv;
                for block in blocks {
                    cipher.encrypt_block((&mut before).into());
                    before = std::mem::replace(block, xor(*block, before));
                }
            }
        }
        text.truncate(self.length);
        if <[u8; 16]>::from(Md5::digest(&text)) != self.md5 {
            return Err(FileError::Md5 { offset: self.encryption.md5_at() });
        }
        Ok(text)
    }
}

/// Whose layout [`parse_encrypted`] reads; the bytes do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Godot 1.0 to 3.6.
    Godot3,
    /// The same, with big-endian numbers.
    Godot3BigEndian,
    /// Godot 4.
    Godot4,
}

/// What is around the encrypted bytes (`core/io/file_access_encrypted.cpp`). Numbers are little-endian, but
/// for `CEDG`.
///
/// | size in Godot 3 | in Godot 4 | field |
/// |-----------------|------------|-------|
/// | 4               | 4          | magic, `GDEC`; `CEDG` with big-endian numbers |
/// | 4               |            | mode, 1: AES-256 |
/// | 16              | 16         | MD5 of the contents |
/// | 8               | 8          | length of the contents |
/// |                 | 16         | initialisation vector |
/// | ..              | ..         | the contents, filled up with zeros to a multiple of 16, encrypted |
pub fn parse_encrypted<'a, T: Trace>(cx: Cx<'_, Layout, T>, i: &'a [u8]) -> PResult<'a, EncryptedFile<'a>> {
    let big_endian = *cx.rules == Layout::Godot3BigEndian;
    let (mut rest, ()) = parse_magic(cx, i, if big_endian { "CEDG" } else { "GDEC" })?;
    if *cx.rules != Layout::Godot4 {
        let (after, mode) = parse_word(cx, rest, "mode")?;
        let mode = if big_endian { mode.swap_bytes() } else { mode };
        if mode != 1 {
            return Fault::number(rest, after, DecodeErrorKind::EnumValue { value: mode.into() });
        }
        rest = after;
    }
    cx.trace.reading("MD5");
    let (at_length, md5) = chunk(rest)?;
    cx.field(rest, at_length, "MD5", Shown::Bytes(&md5));
    cx.trace.reading("length");
    let (after, bytes) = chunk(at_length)?;
    let length = if big_endian { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) };
    cx.field(at_length, after, "length", Shown::Uint(length));
    let (after, encryption) = match cx.rules {
        Layout::Godot3 => (after, Encryption::Godot3),
        Layout::Godot3BigEndian => (after, Encryption::Godot3BigEndian),
        Layout::Godot4 => {
            cx.trace.reading("initialisation vector");
            let (rest, iv) = chunk(after)?;
            cx.field(after, rest, "initialisation vector", Shown::Bytes(&iv));
            (rest, Encryption::Godot4 { iv })
        }
    };
    cx.trace.reading("encrypted bytes");
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let filled = length.checked_next_multiple_of(BLOCK).unwrap_or(usize::MAX);
    let (tail, text) = cx.take(after, filled)?;
    cx.field(after, tail, "encrypted bytes", Shown::Bytes(text));
    Ok((tail, EncryptedFile { encryption, md5, length, text, tail: &[] }))
}

/// Writes a file of bytes that are encrypted already, as [`parse_encrypted`] reads it.
pub fn gen_encrypted<W: Write>(
    encryption: Encryption,
    md5: [u8; 16],
    length: u64,
    text: &[u8],
    out: &mut WriteContext<W>,
) -> Gen {
    match encryption {
        Encryption::Godot3BigEndian => {
            put(out, b"CEDG\0\0\0\x01")?;
            put(out, &md5)?;
            put(out, &length.to_be_bytes())?;
        }
        Encryption::Godot3 => {
            put(out, b"GDEC\x01\0\0\0")?;
            put(out, &md5)?;
            put(out, &length.to_le_bytes())?;
        }
        Encryption::Godot4 { iv } => {
            put(out, b"GDEC")?;
            put(out, &md5)?;
            put(out, &length.to_le_bytes())?;
            put(out, &iv)?;
        }
    }
    put(out, text)
}
