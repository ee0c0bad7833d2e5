//! Encrypted files (`GDEC`), which `open_encrypted` and `open_encrypted_with_pass` write.

use std::fmt;
use std::io::Write;
use std::ops::Range;

use aes::Aes256;
use aes::cipher::{BlockCipherDecrypt as _, BlockCipherEncrypt as _, KeyInit as _};
use cookie_factory::SerializeFn;
use cookie_factory::combinator::cond as gen_cond;
use cookie_factory::sequence::tuple;
use md5::{Digest as _, Md5};
use nom::Offset as _;
use nom::Parser as _;
use nom::combinator::cond;

use super::FileError;
use super::fields::{FILE, magic};
use gamewire::error::{DecodeErrorKind, EncodeError};
use gamewire::grammar::{
    Cx, Parse, Rules, accept, field, field_as, le_u32, le_u64, map, said, slice, take, typed,
};
use gamewire::shared::Sure as _;
use gamewire::shared::edge::{self, Given};
use gamewire::trace::{Form, Meaning, Order, Shown, Trace};

/// The size of a block of the cipher.
const BLOCK: usize = 16;

/// The key of an encrypted file. `{:?}` does not print it.
///
/// ```
/// use gamewire_files::godot::EncryptionKey;
/// // The engine makes the MD5 of the password, and takes its 32 digits for the key.
/// assert_eq!(EncryptionKey::from_password("correct horse"), EncryptionKey::new(*b"3cb4e732631f47e6eb961f34554b7cde"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct EncryptionKey([u8; 32]);

impl EncryptionKey {
    /// Creates the key of `open_encrypted` from its bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Derives the key from a password, as `open_encrypted_with_pass` does.
    #[must_use]
    pub fn from_password(password: &str) -> Self {
        let digits: String = Md5::digest(password).iter().map(|byte| format!("{byte:02x}")).collect();
        Self(digits.as_bytes().first_chunk().copied().unwrap_or_default())
    }

    /// Derives an initialization vector for changed contents, which is as random as the last one.
    pub(crate) fn next_iv(&self, last: [u8; BLOCK], contents: &[u8]) -> [u8; BLOCK] {
        let contents = Md5::digest(contents);
        Md5::new().chain_update(self.0).chain_update(last).chain_update(contents).finalize().into()
    }
}

impl fmt::Debug for EncryptionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EncryptionKey(..)")
    }
}

/// The encryption of a file, which is always AES-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encryption {
    /// Godot 1.0 to 3.6, which encrypts each block of 16 bytes separately (ECB).
    Godot3,
    /// Godot 3 after `endian_swap` was set on the file, with big-endian numbers before the data.
    Godot3BigEndian,
    /// Godot 4, which combines each block with the previous one (CFB).
    Godot4 {
        /// The initialization vector. It should be random, and differ for each file.
        iv: [u8; 16],
    },
}

impl Rules for Encryption {
    type Scratch = ();
}

impl Encryption {
    /// Returns the generation of Godot that writes this encryption.
    pub(crate) fn generation(self) -> u8 {
        if matches!(self, Self::Godot4 { .. }) { 4 } else { 3 }
    }

    pub(crate) fn magic(self) -> &'static str {
        if self == Self::Godot3BigEndian { "CEDG" } else { "GDEC" }
    }

    fn order(self) -> Order {
        if self == Self::Godot3BigEndian { Order::Big } else { Order::Little }
    }

    /// Converts a word that was read as little-endian.
    fn number(self, word: u32) -> u32 {
        if self == Self::Godot3BigEndian { word.swap_bytes() } else { word }
    }

    /// Returns an error if the contents do not have the MD5 of the file.
    fn has_md5(self, contents: &[u8], md5: [u8; 16]) -> Result<(), FileError> {
        match <[u8; 16]>::from(Md5::digest(contents)) == md5 {
            true => Ok(()),
            // Godot 3 has the mode before it.
            false => Err(FileError::Md5 { offset: if self.generation() == 3 { 8 } else { 4 } }),
        }
    }

    /// Returns the bytes before the encrypted ones.
    fn head(self, contents: &[u8]) -> Result<Vec<u8>, EncodeError> {
        let (md5, length) = (Md5::digest(contents).into(), contents.len());
        let file = EncryptedFile { encryption: self, md5, length, text: &[], tail: &[] };
        edge::run_generator(&Given::new(&self), |_, out| gen_encrypted(&file)(out))
    }
}

/// Decrypts a file that `open_encrypted` or `open_encrypted_with_pass` of any generation of Godot wrote. To read the
/// parts of a file, use [`EncryptedFile`].
///
/// # Errors
/// Returns an error if the bytes are not an encrypted file or end too early, or if the key is wrong, which the MD5
/// shows.
///
/// ```
/// use gamewire_files::godot::{Encryption, EncryptionKey, decrypt, encrypt};
/// let key = EncryptionKey::from_password("correct horse");
/// let file = encrypt(b"some contents", &key, Encryption::Godot4 { iv: [7; 16] })?;
/// assert_eq!(decrypt(&file, &key)?, b"some contents");
/// assert_eq!(
///     decrypt(&file, &EncryptionKey::from_password("battery staple")).unwrap_err().to_string(),
///     "at byte 0x0004, reading MD5: the decrypted bytes do not match it; the key is wrong or the file is damaged"
/// );
/// # Ok::<(), gamewire_files::godot::FileError>(())
/// ```
pub fn decrypt(bytes: &[u8], key: &EncryptionKey) -> Result<Vec<u8>, FileError> {
    EncryptedFile::parse(bytes)?.decrypt(key)
}

/// Decrypts a file in place, without copying it, and returns the range of its contents. All other bytes of the file stay,
/// so that [`encrypt_again`] can write it as it was.
///
/// # Errors
/// Returns the same errors as [`decrypt`]. If the key is wrong, the bytes of the contents are lost.
///
/// ```
/// use gamewire_files::godot::{Encryption, EncryptionKey, decrypt_in_place, encrypt, encrypt_again};
/// let key = EncryptionKey::from_password("correct horse");
/// let file = encrypt(b"some contents", &key, Encryption::Godot3)?;
/// let mut decrypted = file.clone();
/// let place = decrypt_in_place(&mut decrypted, &key)?;
/// assert_eq!(decrypted[place], *b"some contents");
/// assert_eq!(encrypt_again(decrypted, &key), file);
/// # Ok::<(), gamewire_files::godot::FileError>(())
/// ```
pub fn decrypt_in_place(file: &mut [u8], key: &EncryptionKey) -> Result<Range<usize>, FileError> {
    let EncryptedFile { encryption, md5, length, text, .. } = EncryptedFile::parse(file)?;
    let (start, blocks) = (file.offset(text), text.len());
    let blocks = file.get_mut(start..start + blocks).sure();
    Cipher::new(key, encryption).decrypt(blocks.as_chunks_mut().0);
    encryption.has_md5(blocks.get(..length).sure(), md5)?;
    Ok(start..start + length)
}

/// Encrypts a file that [`decrypt_in_place`] decrypted, so that it is as before. Other bytes are returned unchanged.
pub fn encrypt_again(mut file: Vec<u8>, key: &EncryptionKey) -> Vec<u8> {
    if let Ok(EncryptedFile { encryption, text, .. }) = EncryptedFile::parse(&file) {
        let (start, blocks) = (file.offset(text), text.len());
        let blocks = file.get_mut(start..start + blocks).sure();
        Cipher::new(key, encryption).encrypt(blocks.as_chunks_mut().0);
    }
    file
}

/// Encrypts bytes as `open_encrypted` does. The bytes are the same as those of the engine.
///
/// ```
/// use gamewire_files::godot::{Encryption, EncryptionKey, decrypt, encrypt};
/// use gamewire::godot::{Dialect, Framing, variant};
/// let mut save = Vec::new();
/// Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "gold": 7 }), &mut save)?;
/// // Take a random initialization vector for each file.
/// let key = EncryptionKey::from_password("secret");
/// let file = encrypt(&save, &key, Encryption::Godot4 { iv: [7; 16] })?;
/// assert_eq!(decrypt(&file, &key)?, save);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if writing to memory fails, which does not happen in practice.
pub fn encrypt(bytes: &[u8], key: &EncryptionKey, encryption: Encryption) -> Result<Vec<u8>, FileError> {
    let mut contents = Vec::with_capacity(bytes.len() + MOST_ADDED);
    contents.extend_from_slice(bytes);
    encrypt_in_place(contents, key, encryption)
}

/// The maximum number of bytes by which an encrypted file is longer than its contents.
pub(crate) const MOST_ADDED: usize = 64;

/// Encrypts contents in their own buffer.
pub(crate) fn encrypt_in_place(
    mut contents: Vec<u8>,
    key: &EncryptionKey,
    encryption: Encryption,
) -> Result<Vec<u8>, FileError> {
    let head = encryption.head(&contents)?;
    contents.resize(contents.len().next_multiple_of(BLOCK), 0);
    Cipher::new(key, encryption).encrypt(contents.as_chunks_mut().0);
    contents.splice(..0, head);
    Ok(contents)
}

/// The cipher of a file, and its state between blocks.
struct Cipher {
    aes: Aes256,
    /// The previous encrypted block, for CFB.
    before: Option<[u8; BLOCK]>,
}

impl Cipher {
    fn new(key: &EncryptionKey, encryption: Encryption) -> Self {
        let before = match encryption {
            Encryption::Godot3 | Encryption::Godot3BigEndian => None,
            Encryption::Godot4 { iv } => Some(iv),
        };
        Self { aes: Aes256::new(&key.0.into()), before }
    }

    fn encrypt(&mut self, blocks: &mut [[u8; BLOCK]]) {
        let Self { aes, before: Some(before) } = self else {
            return blocks.iter_mut().for_each(|block| self.aes.encrypt_block(block.into()));
        };
        for block in blocks {
            aes.encrypt_block(before.into());
            *block = xor(*block, *before);
            *before = *block;
        }
    }

    fn decrypt(&mut self, blocks: &mut [[u8; BLOCK]]) {
        let Self { aes, before: Some(before) } = self else {
            return blocks.iter_mut().for_each(|block| self.aes.decrypt_block(block.into()));
        };
        for block in blocks {
            aes.encrypt_block(before.into());
            *before = std::mem::replace(block, xor(*block, *before));
        }
    }
}

fn xor(mut block: [u8; BLOCK], with: [u8; BLOCK]) -> [u8; BLOCK] {
    block.iter_mut().zip(with).for_each(|(byte, with)| *byte ^= with);
    block
}

/// The parts of an encrypted file. See [`encrypted`] for the layout.
///
/// ```
/// use gamewire_files::godot::{EncryptedFile, Encryption, EncryptionKey, FileError, encrypt};
///
/// let key = EncryptionKey::from_password("secret");
/// let file = encrypt(b"the contents", &key, Encryption::Godot4 { iv: [7; 16] })?;
/// let parsed = EncryptedFile::parse(&file)?; // Needs no key.
/// assert_eq!(parsed.encryption, Encryption::Godot4 { iv: [7; 16] });
/// assert_eq!(parsed.decrypt(&key)?, b"the contents");
/// # Ok::<(), FileError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EncryptedFile<'a> {
    /// The encryption of the file.
    pub encryption: Encryption,
    /// The MD5 of the contents.
    pub md5: [u8; 16],
    /// The length of the contents, which are padded with zeros in the encrypted bytes.
    pub length: usize,
    /// The encrypted bytes, a multiple of 16.
    text: &'a [u8],
    /// The bytes after the encrypted ones. The engine writes none, and ignores them.
    pub tail: &'a [u8],
}

impl<'a> EncryptedFile<'a> {
    /// Parses the header and the boundaries of the encrypted bytes.
    ///
    /// The layout of Godot 4 lacks the word that states the mode of the encryption. The two layouts are therefore
    /// distinguished by their length, which fits the file exactly in at most one of them. If it fits in neither, a 1 at
    /// the place of the mode means Godot 3.
    ///
    /// # Errors
    /// Returns an error if the bytes do not begin with `GDEC`, or end too early.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, FileError> {
        let parse = |encryption: Encryption| {
            Ok(edge::run_parser(&Given::prefix(&encryption), FILE, bytes, |cx, i| {
                let (tail, file) = encrypted(cx)(i)?;
                Ok((tail, Self { tail, ..file }))
            })?)
        };
        let magic = bytes.get(..4).unwrap_or(bytes);
        if b"CEDG".starts_with(magic) && !magic.is_empty() {
            return parse(Encryption::Godot3BigEndian);
        }
        let (old, new) = (parse(Encryption::Godot3), parse(Encryption::Godot4 { iv: [0; 16] }));
        let exact = |file: &Result<Self, _>| file.as_ref().is_ok_and(|file| file.tail.is_empty());
        let says_old = bytes.get(4..8) == Some(&[1, 0, 0, 0]);
        if exact(&old) || says_old && !exact(&new) { old } else { new }
    }

    /// Decrypts the contents.
    ///
    /// # Errors
    /// Returns an error if the decrypted contents do not have the MD5 of the file.
    pub fn decrypt(&self, key: &EncryptionKey) -> Result<Vec<u8>, FileError> {
        let mut text = self.text.to_vec();
        Cipher::new(key, self.encryption).decrypt(text.as_chunks_mut().0);
        text.truncate(self.length);
        self.encryption.has_md5(&text, self.md5)?;
        Ok(text)
    }
}

/// The framing of an encrypted file (`core/io/file_access_encrypted.cpp`). Numbers are little-endian, except
/// for `CEDG`.
///
/// | size in Godot 3 | in Godot 4 | field |
/// |-----------------|------------|-------|
/// | 4               | 4          | magic, `GDEC`; `CEDG` with big-endian numbers |
/// | 4               |            | mode, 1: AES-256 |
/// | 16              | 16         | MD5 of the contents |
/// | 8               | 8          | length of the contents |
/// |                 | 16         | initialization vector |
/// | ..              | ..         | the contents, filled up with zeros to a multiple of 16, encrypted |
///
/// The rules state the layout, because the bytes do not. Their initialization vector is ignored.
pub fn encrypted<'a, T: Trace>(cx: Cx<'_, Encryption, T>) -> impl Parse<'a, EncryptedFile<'a>> {
    move |i: &'a [u8]| {
        let is_old = cx.rules().generation() == 3;
        let (i, ()) = magic(cx, cx.rules().magic())(i)?;
        let (i, _) = cond(is_old, mode(cx)).parse(i)?;
        let (i, md5) = block(cx, "MD5", "MD5 of the contents")(i)?;
        let (i, length) = contents_length(cx)(i)?;
        let iv = block(cx, "initialization vector", "initialization vector");
        let (i, iv) = cond(!is_old, iv).parse(i)?;
        let encryption = iv.map_or(*cx.rules(), |iv| Encryption::Godot4 { iv });
        let (i, text) = text(cx, length)(i)?;
        Ok((i, EncryptedFile { encryption, md5, length, text, tail: &[] }))
    }
}

/// Writes encrypted bytes, in the layout of [`encrypted`].
pub fn gen_encrypted<W: Write>(file: &EncryptedFile<'_>) -> impl SerializeFn<W> {
    let encryption = file.encryption;
    let iv = match encryption {
        Encryption::Godot4 { iv } => Some(iv),
        Encryption::Godot3 | Encryption::Godot3BigEndian => None,
    };
    let length = file.length as u64;
    let length = match encryption.order() {
        Order::Big => length.to_be_bytes(),
        Order::Little => length.to_le_bytes(),
    };
    tuple((
        slice(encryption.magic()),
        gen_cond(iv.is_none(), slice(encryption.number(AES_256).to_le_bytes())),
        slice(file.md5),
        slice(length),
        gen_cond(iv.is_some(), slice(iv.unwrap_or_default())),
        slice(file.text),
    ))
}

/// The only mode.
const AES_256: u32 = 1;

fn mode<'a, T: Trace>(cx: Cx<'_, Encryption, T>) -> impl Parse<'a, ()> {
    let word = map(le_u32, move |word| cx.rules().number(word));
    let text = |mode: &u32| match *mode {
        AES_256 => format!("mode = {mode} (AES-256)"),
        _ => format!("mode = {mode}"),
    };
    let meaning = Meaning::from("mode").of(Form::unsigned(cx.rules().order()));
    let mode = accept(said(cx, meaning, word, text), move |mode, _| match mode {
        AES_256 => Ok(()),
        mode => Err(DecodeErrorKind::EnumValue { value: mode.into() }),
    });
    typed(cx, "mode", mode)
}

fn block<'a, T: Trace>(
    cx: Cx<'_, Encryption, T>,
    name: &'static str,
    text: &'static str,
) -> impl Parse<'a, [u8; BLOCK]> {
    let block = map(take(cx, BLOCK), |bytes| bytes.first_chunk().copied().unwrap_or_default());
    typed(cx, name, field_as(cx, name, block, move |_| Shown::Said(text)))
}

fn contents_length<'a, T: Trace>(cx: Cx<'_, Encryption, T>) -> impl Parse<'a, usize> {
    let is_big = cx.rules().order() == Order::Big;
    let length = map(le_u64, move |length| if is_big { length.swap_bytes() } else { length });
    let meaning = Meaning::from("length of the contents").of(Form::unsigned(cx.rules().order()));
    let length = typed(cx, "length", field(cx, meaning, length));
    map(length, |length| usize::try_from(length).unwrap_or(usize::MAX))
}

/// Parses the encrypted bytes of contents of this length.
fn text<'a, T: Trace>(cx: Cx<'_, Encryption, T>, length: usize) -> impl Parse<'a, &'a [u8]> {
    let filled = length.checked_next_multiple_of(BLOCK).unwrap_or(usize::MAX);
    let meaning = Meaning::from("encrypted bytes").of(Form::Bytes);
    let text = "contents, extended with zeros to 16·n bytes, encrypted";
    typed(cx, meaning.name, field_as(cx, meaning, take(cx, filled), move |_| Shown::Said(text)))
}
