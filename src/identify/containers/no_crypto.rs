//! Without the feature `crypto`, encrypted files are refused by name.

use std::borrow::Cow;
use std::io::Write;

use super::types::{Encryption, EncryptionKey, Envelope};
use super::{LayerContents, Sealed, refused};
use crate::identify::layer::{Layer, OpenErrorKind};

pub(in super::super) fn encrypted(_: &[u8], _: Option<&EncryptionKey>) -> LayerContents {
    refused("encrypted (GDEC)", "crypto")
}

pub(in super::super) fn decrypt_in_place(
    _: &mut Vec<u8>,
    key: &EncryptionKey,
) -> Option<(Layer, Result<Sealed, OpenErrorKind>)> {
    match *key {}
}

pub(in super::super) fn renew(_: &mut Encryption, _: Option<&EncryptionKey>, _: &[Cow<'_, [u8]>]) {}

pub(in super::super) fn encrypt(
    _: &[Cow<'_, [u8]>],
    _: Option<&EncryptionKey>,
    encryption: Encryption,
) -> Result<Vec<u8>, OpenErrorKind> {
    match encryption {}
}

pub(in super::super) fn encrypt_to(
    _: &[Cow<'_, [u8]>],
    _: &EncryptionKey,
    encryption: Encryption,
    _: &mut dyn Write,
) -> std::io::Result<()> {
    match encryption {}
}

pub(in super::super) fn restore(
    envelope: &Envelope,
    _: &[u8],
    _: &EncryptionKey,
    _: impl Write,
) -> std::io::Result<()> {
    match *envelope {}
}
