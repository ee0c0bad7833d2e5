//! Without the feature `compress`, compressed and packed files are refused by name.

use std::borrow::Cow;

use super::types::{ChunkPos, Compression, RegionError};
use super::{Bounds, LayerContents, refused};
use crate::identify::arrangement::is_framed;
use crate::identify::layer::OpenErrorKind;

const FEATURE: &str = "compress";

pub(in super::super) fn chunk(
    _: &[u8],
    at: ChunkPos,
    _: Option<usize>,
) -> Result<(usize, Cow<'_, [u8]>), RegionError> {
    match at {}
}

/// Recognizes gzip by its magic number. That of zlib is too short to be sure.
pub(in super::super) fn packed(bytes: &[u8], _: Bounds) -> Option<LayerContents> {
    let gzip = bytes.starts_with(&[0x1f, 0x8b, 8]) && !is_framed(bytes);
    gzip.then(|| refused("packed (gzip)", FEATURE))
}

pub(in super::super) fn compressed(_: &[u8], _: Bounds) -> LayerContents {
    refused("compressed (GCPF)", FEATURE)
}

pub(in super::super) fn compress(_: &[Cow<'_, [u8]>], _: Compression) -> Result<Vec<u8>, OpenErrorKind> {
    refused("compressed (GCPF)", FEATURE).1.map(|(contents, _)| contents)
}

pub(in super::super) fn gzip(_: &[Cow<'_, [u8]>]) -> Result<Vec<u8>, OpenErrorKind> {
    refused("packed (gzip)", FEATURE).1.map(|(contents, _)| contents)
}

pub(in super::super) fn gzip_like(_: &[u8], contents: &[Cow<'_, [u8]>]) -> Result<Vec<u8>, OpenErrorKind> {
    gzip(contents)
}

pub(in super::super) fn zlib(_: &[Cow<'_, [u8]>]) -> Result<Vec<u8>, OpenErrorKind> {
    refused("packed (zlib)", FEATURE).1.map(|(contents, _)| contents)
}

pub(in super::super) fn no_region(at: ChunkPos) -> OpenErrorKind {
    match at {}
}

pub(in super::super) fn with_chunk(_: &[u8], at: ChunkPos, _: &[u8]) -> Result<Vec<u8>, OpenErrorKind> {
    match at {}
}
