//! Opens the layers around the contents of a file, and writes them again.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use thiserror::Error;

use super::containers::{self, Bounds, LayerContents, Sealed};
use super::layer::{Layer, MOST_LAYERS, OpenError, OpenErrorKind};
use crate::godot::FileKind;
use crate::godot::{Encryption, EncryptionKey, FileError, compress_segments, encrypt_blocks};
use crate::minecraft::region::{ChunkPos, Region, RegionErrorKind, SECTOR, store_chunk};
use crate::minecraft::{Packing, gzip_like, pack_segments};
use gamewire::error::DecodeError;

/// The options for opening files that are compressed or encrypted, layer by layer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opener {
    pub(crate) key: Option<EncryptionKey>,
    pub(crate) max_size: Option<usize>,
    pub(crate) damaged: bool,
    pub(crate) chunk: Option<ChunkPos>,
}

/// An opened file: its contents and the layers around them.
///
/// ```
/// use gamewire_files::document::OpenOptions;
/// use gamewire_files::identify::Layer;
/// use gamewire_files::minecraft::{Packing, pack};
///
/// let file = pack(b"the contents", Packing::Gzip)?;
/// let opened = OpenOptions::new().containers(&file)?;
/// let layer = Layer::Packed { packing: Packing::Gzip, zeros: 0 };
/// assert_eq!((opened.layers(), opened.contents()), (&[layer][..], &b"the contents"[..]));
///
/// let opened = OpenOptions::new().allow_damaged(true).containers(&file[..file.len() - 4])?;
/// assert_eq!(opened.contents(), b"the contents");
/// assert!(opened.damage().is_some()); // The last bytes of gzip are missing.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Opened<'a> {
    /// The file, or the bytes that it was decrypted to in place.
    file: Cow<'a, [u8]>,
    /// The other parts of a file that was decrypted in place, or `None` if `file` is unchanged.
    sealed: Option<Sealed>,
    key: Option<EncryptionKey>,
    layers: Vec<Layer>,
    /// The contents inside all layers; `None` if they are `file`.
    contents: Option<Vec<u8>>,
    damage: Option<Arc<OpenErrorKind>>,
    /// The length of the outermost file, or of the data of its chunk. It limits the size of all layers.
    packed: usize,
}

/// The maximum number of bytes that an encrypted file is longer than its contents: a header and a padded last block.
const ENVELOPE: usize = 64;

impl Opener {
    /// Opens every layer of a file. A file without layers is returned unchanged. If `file` is owned and encrypted, it
    /// is decrypted in place.
    pub(crate) fn open<'a>(&self, file: impl Into<Cow<'a, [u8]>>) -> Result<Opened<'a>, OpenError> {
        let mut opened = Opened { key: self.key.clone(), ..Opened::unopened(file) };
        if let Some(at) = self.chunk {
            opened.layers.push(Layer::Chunk { at });
            match containers::chunk(&opened.file, at, self.max_size, self.damaged) {
                Ok((packed, contents, damage)) => {
                    (opened.packed, opened.contents) = (packed, Some(contents));
                    opened.damage = damage.map(Arc::new);
                }
                Err(reason) => return Err(OpenError { layers: opened.layers, reason }),
            }
        } else if let (Cow::Owned(file), Some(key)) = (&mut opened.file, &self.key)
            && FileKind::detect(file) == Some(FileKind::Encrypted)
            && let Some((layer, decrypted)) = containers::decrypt_in_place(file, key)
        {
            opened.layers.push(layer);
            match decrypted {
                Err(reason) => return Err(OpenError { layers: opened.layers, reason }),
                decrypted => opened.sealed = decrypted.ok(),
            }
        }
        while let Some((layer, contents)) = self.layer(opened.contents(), opened.packed) {
            if opened.layers.len() == MOST_LAYERS {
                return Err(OpenError { layers: opened.layers, reason: OpenErrorKind::TooDeep });
            }
            opened.layers.push(layer);
            match contents {
                Ok((contents, damage)) => {
                    opened.contents = Some(contents);
                    opened.damage = opened.damage.or(damage.map(Arc::new));
                }
                Err(reason) => return Err(OpenError { layers: opened.layers, reason }),
            }
        }
        Ok(opened)
    }

    /// Opens the outermost layer of `bytes`, in a file of `packed` bytes. Returns `None` if there is no layer.
    fn layer(&self, bytes: &[u8], packed: usize) -> Option<LayerContents> {
        let bounds = Bounds { packed, max_size: self.max_size, damaged: self.damaged };
        match FileKind::detect(bytes) {
            Some(FileKind::Compressed) => Some(containers::compressed(bytes, bounds)),
            Some(FileKind::Encrypted) => Some(containers::encrypted(bytes, self.key.as_ref())),
            Some(FileKind::Project) | None => {
                containers::stored(bytes).or_else(|| containers::packed(bytes, bounds))
            }
        }
    }
}

impl<'a> Opened<'a> {
    /// Creates an opened file whose layers, if it has any, are not opened.
    pub(crate) fn unopened(file: impl Into<Cow<'a, [u8]>>) -> Self {
        let file = file.into();
        let packed = file.len();
        Self { file, sealed: None, key: None, layers: Vec::new(), contents: None, damage: None, packed }
    }

    /// Returns the layers, outermost first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the contents inside all layers.
    pub fn contents(&self) -> &[u8] {
        self.contents.as_deref().unwrap_or(&self.file)
    }

    /// Returns the damage of the outermost damaged layer; see
    /// [`OpenOptions::allow_damaged`](crate::document::OpenOptions::allow_damaged).
    pub fn damage(&self) -> Option<&OpenErrorKind> {
        self.damage.as_deref()
    }

    /// Replaces the contents by the part of them before their damage.
    pub(crate) fn repaired(self, contents: Vec<u8>, damage: DecodeError) -> Self {
        // If the layer's only damage is bytes after the packed data, the damage of the contents is reported instead.
        let of_layer = self.damage.filter(|damage| !damage.is_trailing());
        let damage = of_layer.or_else(|| Some(Arc::new(OpenErrorKind::Contents(damage))));
        Self { contents: Some(contents), damage, ..self }
    }

    /// Returns the [`damage`](Self::damage) in a form that can be kept.
    pub(crate) fn shared_damage(&self) -> Option<&Arc<OpenErrorKind>> {
        self.damage.as_ref()
    }

    /// Replaces the key for writing encrypted layers.
    pub(crate) fn with_key(self, key: Option<EncryptionKey>) -> Self {
        Self { key, ..self }
    }

    /// Returns the key that the layers were opened with, if there was one.
    pub fn key(&self) -> Option<&EncryptionKey> {
        self.key.as_ref()
    }

    /// Returns the bytes of the file. If it was decrypted in place, it is encrypted again.
    pub(crate) fn file(&self) -> Cow<'_, [u8]> {
        if self.sealed.is_some() {
            let mut file = Vec::with_capacity(self.file.len() + ENVELOPE);
            // Writing to a vector does not fail.
            return self.write_file(&mut file).map_or_else(|_| Cow::default(), |()| Cow::Owned(file));
        }
        Cow::Borrowed(&self.file)
    }

    pub(crate) fn write_file(&self, mut out: impl Write) -> io::Result<()> {
        if let Some((envelope, key)) = &self.sealed {
            return envelope.restore(&self.file, key, out);
        }
        out.write_all(&self.file)
    }

    /// Writes other contents in these layers, for a file that replaces this one. A chunk is written into a copy of
    /// this region file.
    ///
    /// # Errors
    /// Returns the errors of [`wrap`], an error if the chunk does not fit in the region, and the errors of the
    /// output.
    pub(crate) fn wrap_to(
        &self,
        layers: &[Layer],
        contents: &[Cow<'_, [u8]>],
        out: &mut dyn Write,
    ) -> Result<(), WrapError> {
        write_layers(layers, contents, self.key.as_ref(), Some(&self.file), out)
    }

    /// Returns the contents by value. They are borrowed if the file was borrowed and had no layers.
    #[must_use]
    pub fn into_contents(self) -> Cow<'a, [u8]> {
        self.contents.map_or(self.file, Cow::Owned)
    }

    /// Converts the opened file to one that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Opened<'static> {
        let Self { file, sealed, key, layers, contents, damage, packed } = self;
        Opened { file: Cow::Owned(file.into_owned()), sealed, key, layers, contents, damage, packed }
    }
}

/// Wraps contents in layers, which are given outermost first. Encrypted layers use `key` and the initialization
/// vector in the layer; choose another vector for each file. The compressed bytes can differ from those that the
/// engine's compressor writes.
///
/// # Errors
/// Returns an error if the contents are too long for a layer, if there is no key for an encrypted layer, and for
/// Brotli.
///
/// ```
/// use gamewire_files::shared::identify::wrap;
/// use gamewire_files::document::OpenOptions;
/// use gamewire_files::godot::Compression;
/// use gamewire_files::identify::Layer;
/// use gamewire_files::minecraft::Packing;
///
/// let gzip = Layer::Packed { packing: Packing::Gzip, zeros: 0 };
/// let layers = [gzip, Layer::Compressed { mode: Compression::Zstd, ends_well: true }];
/// let file = wrap(&layers, b"anything", None)?;
/// let opened = OpenOptions::new().containers(&file)?;
/// assert_eq!((opened.layers(), opened.contents()), (&layers[..], &b"anything"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wrap(
    layers: &[Layer],
    contents: &[u8],
    key: Option<&EncryptionKey>,
) -> Result<Vec<u8>, OpenErrorKind> {
    let mut file = Vec::new();
    match write_layers(layers, &[Cow::Borrowed(contents)], key, None, &mut file) {
        Err(WrapError::Closed(reason)) => Err(reason),
        // Writing to a vector does not fail.
        Ok(()) | Err(WrapError::Io(_)) => Ok(file),
    }
}

/// Writes contents in layers. `file` is the file that is replaced: its region, or the header of its gzip, is kept. If the
/// outermost layer is encryption, it is written in parts, so that not all of it is in memory.
fn write_layers(
    layers: &[Layer],
    contents: &[Cow<'_, [u8]>],
    key: Option<&EncryptionKey>,
    file: Option<&[u8]>,
    out: &mut dyn Write,
) -> Result<(), WrapError> {
    let Some((outermost, inner)) = layers.split_first() else {
        return Ok(contents.iter().try_for_each(|segment| out.write_all(segment))?);
    };
    let mut inside = Vec::new();
    if !inner.is_empty() {
        write_layers(inner, contents, key, None, &mut inside)?;
    }
    let inside = [Cow::Owned(inside)];
    let contents = if inner.is_empty() { contents } else { &inside };
    let (written, zeros) = match *outermost {
        Layer::Compressed { mode, .. } => {
            (compress_segments(contents, mode).map_err(OpenErrorKind::from)?, 0)
        }
        Layer::Encrypted { encryption, .. } => {
            let key = key.ok_or(OpenErrorKind::Encrypted)?;
            let head = encryption.head(contents).map_err(FileError::from);
            out.write_all(&head.map_err(OpenErrorKind::from)?)?;
            return Ok(encrypt_blocks(contents, key, encryption, out)?);
        }
        Layer::Packed { packing, zeros } => {
            let packed = match packing {
                Packing::Gzip => gzip_like(file.unwrap_or_default(), contents),
                packing => pack_segments(contents, packing),
            };
            (packed.map_err(OpenErrorKind::Packed)?, zeros)
        }
        Layer::Stored { packing, zeros } => {
            let chunk = store_chunk(Some(packing), false, &contents.concat());
            let end = if zeros > 0 { chunk.len().next_multiple_of(SECTOR) } else { chunk.len() };
            let zeros = end - chunk.len();
            (chunk, zeros)
        }
        Layer::Chunk { at } => {
            let region = file.map_or(Err(RegionErrorKind::NoRegion.of(at)), Region::parse);
            let region = region.and_then(|region| region.with_chunk(at, &contents.concat()));
            (region.map_err(OpenErrorKind::from)?, 0)
        }
    };
    out.write_all(&written)?;
    Ok(out.write_all(&vec![0; zeros])?)
}

impl Layer {
    /// Returns this layer with a new initialization vector for other contents, so that no vector is used twice.
    pub(crate) fn renewed(mut self, key: Option<&EncryptionKey>, contents: &[Cow<'_, [u8]>]) -> Self {
        if let (Self::Encrypted { encryption: Encryption::Godot4 { iv }, .. }, Some(key)) = (&mut self, key) {
            *iv = key.next_iv(*iv, contents);
        }
        self
    }
}

#[derive(Debug, Error)]
pub(crate) enum WrapError {
    #[error(transparent)]
    Closed(#[from] OpenErrorKind),
    #[error(transparent)]
    Io(#[from] io::Error),
}
