//! Opens the layers around the contents of a file, and writes them again.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::containers::{self, Bounds, LayerContents};
use super::layer::{Layer, MOST_LAYERS, OpenError, OpenErrorKind};
use crate::godot::FileKind;
use crate::godot::{Encryption, EncryptionKey, compress, decrypt_in_place, encrypt_again, encrypt_in_place};
use crate::minecraft::pack_like;
use crate::minecraft::region::{ChunkPos, Region, RegionErrorKind, SECTOR, store_chunk};
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
    /// The file, which may be decrypted in place.
    pub(crate) file: Cow<'a, [u8]>,
    /// The range of the contents in a file that was decrypted in place, and the key that encrypts it again.
    decrypted: Option<(Range<usize>, EncryptionKey)>,
    pub(crate) key: Option<EncryptionKey>,
    layers: Vec<Layer>,
    /// The contents inside all layers; `None` if they are in `file`.
    contents: Option<Vec<u8>>,
    pub(crate) damage: Option<Arc<OpenErrorKind>>,
}

impl Opener {
    /// Opens every layer of a file. A file without layers is returned unchanged. If `file` is owned and encrypted, it
    /// is decrypted in place.
    pub(crate) fn open<'a>(&self, file: impl Into<Cow<'a, [u8]>>) -> Result<Opened<'a>, OpenError> {
        let mut opened = Opened { key: self.key.clone(), ..Opened::unopened(file) };
        let mut bounds = Bounds { packed: opened.file.len(), max_size: self.max_size, damaged: self.damaged };
        if let Some(at) = self.chunk {
            let chunk = containers::chunk(&opened.file, at, &mut bounds);
            opened = opened.inside((Layer::Chunk { at }, chunk))?;
        } else if let (Cow::Owned(file), Some(key)) = (&mut opened.file, &self.key)
            && FileKind::detect(file) == Some(FileKind::Encrypted)
        {
            opened.layers.push(containers::encrypted_layer(file).0);
            match decrypt_in_place(file, key) {
                Ok(place) => opened.decrypted = Some((place, key.clone())),
                Err(error) => return Err(OpenError { layers: opened.layers, reason: error.into() }),
            }
        }
        while let Some(layer) = self.layer(opened.contents(), bounds) {
            if opened.layers.len() == MOST_LAYERS {
                return Err(OpenError { layers: opened.layers, reason: OpenErrorKind::TooDeep });
            }
            opened = opened.inside(layer)?;
        }
        Ok(opened)
    }

    /// Opens the outermost layer of `bytes`. Returns `None` if there is no layer.
    fn layer(&self, bytes: &[u8], bounds: Bounds) -> Option<LayerContents> {
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
        Self {
            file: file.into(),
            decrypted: None,
            key: None,
            layers: Vec::new(),
            contents: None,
            damage: None,
        }
    }

    /// Opens another layer inside the others.
    fn inside(mut self, (layer, contents): LayerContents) -> Result<Self, OpenError> {
        self.layers.push(layer);
        match contents {
            Ok((contents, damage)) => {
                let damage = self.damage.or(damage.map(Arc::new));
                Ok(Self { contents: Some(contents), damage, ..self })
            }
            Err(reason) => Err(OpenError { layers: self.layers, reason }),
        }
    }

    /// Returns the layers, outermost first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the contents inside all layers.
    pub fn contents(&self) -> &[u8] {
        let decrypted = || self.file.get(self.decrypted.as_ref()?.0.clone());
        self.contents.as_deref().or_else(decrypted).unwrap_or(&self.file)
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

    /// Returns the key that the layers were opened with, if there was one.
    pub fn key(&self) -> Option<&EncryptionKey> {
        self.key.as_ref()
    }

    /// Returns the bytes of the file. If it was decrypted in place, it is encrypted again.
    pub(crate) fn file(&self) -> Cow<'_, [u8]> {
        match &self.decrypted {
            Some((_, key)) => Cow::Owned(encrypt_again(self.file.to_vec(), key)),
            None => Cow::Borrowed(&self.file),
        }
    }

    /// Converts the opened file to one that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Opened<'static> {
        let Self { file, decrypted, key, layers, contents, damage } = self;
        Opened { file: Cow::Owned(file.into_owned()), decrypted, key, layers, contents, damage }
    }
}

/// Wraps contents in layers, which are given outermost first. Encrypted layers use `key` and the initialization
/// vector in the layer; choose another vector for each file. The compressed bytes can differ from those that the
/// engine's compressor writes. `file` is the file that is replaced, or empty: the header of its gzip is kept, and a chunk is
/// written into a copy of its region.
///
/// # Errors
/// Returns an error if the contents are too long for a layer, if a chunk does not fit in the region, if there is no key for
/// an encrypted layer, and for Brotli.
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
/// let file = wrap(&layers, b"anything".into(), None, b"")?;
/// let opened = OpenOptions::new().containers(&*file)?;
/// assert_eq!((opened.layers(), opened.contents()), (&layers[..], &b"anything"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wrap<'s>(
    layers: &[Layer],
    mut contents: Cow<'s, [u8]>,
    key: Option<&EncryptionKey>,
    file: &[u8],
) -> Result<Cow<'s, [u8]>, OpenErrorKind> {
    for (at, layer) in layers.iter().enumerate().rev() {
        let file = if at == 0 { file } else { &[] };
        let (mut written, zeros) = match *layer {
            Layer::Compressed { mode, .. } => (compress(&contents, mode)?, 0),
            Layer::Encrypted { encryption, .. } => {
                let key = key.ok_or(OpenErrorKind::Encrypted)?;
                (encrypt_in_place(contents.into_owned(), key, encryption)?, 0)
            }
            Layer::Packed { packing, zeros } => {
                (pack_like(file, &contents, packing).map_err(OpenErrorKind::Packed)?, zeros)
            }
            Layer::Stored { packing, zeros } => {
                let chunk = store_chunk(Some(packing), false, &contents);
                let rest = chunk.len().next_multiple_of(SECTOR) - chunk.len();
                (chunk, if zeros > 0 { rest } else { 0 })
            }
            Layer::Chunk { at } => {
                let region =
                    if file.is_empty() { Err(RegionErrorKind::NoRegion.of(at)) } else { Region::parse(file) };
                (region?.with_chunk(at, &contents)?, 0)
            }
        };
        written.resize(written.len() + zeros, 0);
        contents = Cow::Owned(written);
    }
    Ok(contents)
}

impl Layer {
    /// Returns this layer with a new initialization vector for other contents, so that no vector is used twice.
    pub(crate) fn renewed(mut self, key: Option<&EncryptionKey>, contents: &[u8]) -> Self {
        if let (Self::Encrypted { encryption: Encryption::Godot4 { iv }, .. }, Some(key)) = (&mut self, key) {
            *iv = key.next_iv(*iv, contents);
        }
        self
    }
}
