//! Encrypted files of Godot.

use std::borrow::Cow;
use std::io::Write;

use super::{LayerContents, Sealed};
use crate::godot::files::{self as godot, EncryptedFile, Encryption, EncryptionKey, Envelope};
use crate::identify::layer::{Layer, OpenErrorKind};

pub(in super::super) fn encrypted(bytes: &[u8], key: Option<&EncryptionKey>) -> LayerContents {
    let file = match EncryptedFile::parse(bytes) {
        Ok(file) => file,
        Err(error) => {
            // Godot 3 has a mode number that Godot 4 does not have. It tells the two apart if the file has enough
            // bytes.
            let encryption = match (bytes.get(..4), bytes.get(4..8)) {
                (Some(b"CEDG"), _) => Encryption::Godot3BigEndian,
                (_, Some([1, 0, 0, 0])) => Encryption::Godot3,
                _ => Encryption::Godot4 { iv: [0; 16] },
            };
            let layer = Layer::Encrypted { encryption, trailing: 0 };
            return (layer, Err(error.into()));
        }
    };
    let layer = Layer::Encrypted { encryption: file.encryption(), trailing: file.tail().len() };
    match key {
        None => (layer, Err(OpenErrorKind::Encrypted)),
        Some(key) => (layer, file.decrypt(key).map(|contents| (contents, None)).map_err(OpenErrorKind::from)),
    }
}

/// Decrypts a file of Godot in place. Returns `None` if its header is incomplete.
pub(in super::super) fn decrypt_in_place(
    file: &mut Vec<u8>,
    key: &EncryptionKey,
) -> Option<(Layer, Result<Sealed, OpenErrorKind>)> {
    let parsed = EncryptedFile::parse(file).ok()?;
    let layer = Layer::Encrypted { encryption: parsed.encryption(), trailing: parsed.tail().len() };
    let decrypted = godot::decrypt_in_place(std::mem::take(file), key).map(|(contents, envelope)| {
        *file = contents;
        (envelope, key.clone())
    });
    Some((layer, decrypted.map_err(OpenErrorKind::from)))
}

/// Chooses a new initialization vector for changed contents, so that none is used twice.
pub(in super::super) fn renew(
    encryption: &mut Encryption,
    key: Option<&EncryptionKey>,
    contents: &[Cow<'_, [u8]>],
) {
    if let (Encryption::Godot4 { iv }, Some(key)) = (encryption, key) {
        *iv = key.next_iv(*iv, contents);
    }
}

pub(in super::super) fn encrypt(
    contents: &[Cow<'_, [u8]>],
    key: Option<&EncryptionKey>,
    encryption: Encryption,
) -> Result<Vec<u8>, OpenErrorKind> {
    Ok(godot::encrypt_segments(contents, key.ok_or(OpenErrorKind::Encrypted)?, encryption)?)
}

/// Encrypts contents and writes them to `out`, with only a part in memory at a time.
pub(in super::super) fn encrypt_to(
    contents: &[Cow<'_, [u8]>],
    key: &EncryptionKey,
    encryption: Encryption,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    godot::encrypt_to(contents, key, encryption, out)
}

/// Encrypts contents again and writes the file that they were decrypted from.
pub(in super::super) fn restore(
    envelope: &Envelope,
    contents: &[u8],
    key: &EncryptionKey,
    out: impl Write,
) -> std::io::Result<()> {
    envelope.restore(contents, key, out)
}
