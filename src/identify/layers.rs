//! Layers around the contents of a file: opening and restoring them.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use thiserror::Error;

use super::containers::types::{ChunkPos, EncryptionKey};
use super::containers::{Bounds, LayerContents, compress, crypto};
use super::layer::{Layer, MOST_LAYERS, OpenError, OpenErrorKind};
use crate::error::DecodeError;
use crate::godot::FileKind;

/// Opens what is compressed, encrypted or packed, layer by layer. Without the feature `compress`, compressed and packed files
/// are refused by name, and without `crypto` encrypted ones.
///
#[cfg_attr(feature = "compress", doc = "```")]
#[cfg_attr(not(feature = "compress"), doc = "```ignore")]
/// use gamewire::identify::{Layer, Opener};
/// use gamewire::minecraft::{Packing, pack};
///
/// let file = pack(b"anything", Packing::Gzip)?;
/// let opened = Opener::new().open(&file)?;
/// assert_eq!((opened.layers(), opened.contents()), (&[Layer::Gzip][..], &b"anything"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Opener {
    key: Option<EncryptionKey>,
    max_size: Option<usize>,
    damaged: bool,
    chunk: Option<ChunkPos>,
}

/// A file that was opened: its contents, and what was around them.
///
#[cfg_attr(feature = "compress", doc = "```")]
#[cfg_attr(not(feature = "compress"), doc = "```ignore")]
/// use gamewire::identify::Opener;
/// use gamewire::minecraft::{Packing, pack};
///
/// let file = pack(b"the contents", Packing::Gzip)?;
/// let opened = Opener::new().allow_damaged(true).open(&file[..file.len() - 4])?;
/// assert_eq!(opened.contents(), b"the contents");
/// assert!(opened.damage().is_some()); // The last bytes of gzip are missing.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Opened<'a> {
    layers: Vec<Layer>,
    contents: Cow<'a, [u8]>,
    damage: Option<Arc<OpenErrorKind>>,
    /// The length of the outermost file, or of the data of its chunk: all layers are limited by it.
    packed: usize,
}

impl Opener {
    /// Creates an opener without a key, whose limit of the contents is proportional to the file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the key of encrypted files.
    #[must_use]
    pub fn key(mut self, key: impl Into<Option<EncryptionKey>>) -> Self {
        self.key = key.into();
        self
    }

    /// The key, if there is one.
    pub(crate) fn known_key(&self) -> Option<&EncryptionKey> {
        self.key.as_ref()
    }

    /// Sets the greatest size of the contents of each layer in bytes; `None` allows 256 times the length of the outermost
    /// file (of a region: of the data of the chunk), and 1 MiB in any case.
    #[must_use]
    pub fn max_size(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.max_size = bytes.into();
        self
    }

    /// Opens gzip and zlib that are cut, have a wrong checksum, or are followed by other bytes, as far as possible.
    /// [`Opened::damage`] is what is wrong.
    #[must_use]
    pub fn allow_damaged(mut self, yes: bool) -> Self {
        self.damaged = yes;
        self
    }

    /// Opens this chunk of a region file; `None` opens no regions.
    #[must_use]
    pub fn chunk(mut self, at: impl Into<Option<ChunkPos>>) -> Self {
        self.chunk = at.into();
        self
    }

    /// Opens every layer of a file. Bytes without containers are returned unchanged.
    ///
    /// # Errors
    /// If a layer is encrypted and there is no key for it, if one is damaged, or if its contents are longer than
    /// allowed.
    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<Opened<'a>, OpenError> {
        let mut opened = Opened::new(Vec::new(), bytes);
        if let Some(at) = self.chunk {
            opened.layers.push(Layer::Chunk { at });
            match compress::chunk(bytes, at, self.max_size) {
                Ok((packed, contents)) => opened = Opened { contents, packed, ..opened },
                Err(reason) => return Err(OpenError { layers: opened.layers, reason: reason.into() }),
            }
        }
        self.open_inside(opened)
    }

    /// Opens the layers inside contents of which others were opened before. The limit of the contents is that of the
    /// outermost file, as far as `opened` knows it: see [`Opened::new`].
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn open_inside<'a>(&self, mut opened: Opened<'a>) -> Result<Opened<'a>, OpenError> {
        while let Some(next) = self.layer(&opened.contents, opened.packed) {
            let is_full = opened.layers.len() == MOST_LAYERS;
            let (layer, contents) = if is_full { (None, Err(OpenErrorKind::TooDeep)) } else { next };
            opened.layers.extend(layer);
            match contents {
                Ok((contents, damage)) => {
                    opened.contents = Cow::Owned(contents);
                    opened.damage = opened.damage.or(damage.map(Arc::new));
                }
                Err(reason) => return Err(OpenError { layers: opened.layers, reason }),
            }
        }
        Ok(opened)
    }

    /// The outermost layer of these bytes and its contents, in a file of `packed` bytes; `None` if there is no layer.
    fn layer(&self, bytes: &[u8], packed: usize) -> Option<LayerContents> {
        let bounds = Bounds { packed, max_size: self.max_size, damaged: self.damaged };
        match FileKind::detect(bytes) {
            Some(FileKind::Compressed) => Some(compress::compressed(bytes, bounds)),
            Some(FileKind::Encrypted) => Some(crypto::encrypted(bytes, self.key.as_ref())),
            Some(FileKind::Project) | None => compress::packed(bytes, bounds),
        }
    }
}

impl<'a> Opened<'a> {
    /// Creates it from contents and the layers around them, outermost first. If [other layers](Opener::open_inside) are inside
    /// these contents, they are limited by the length of these contents.
    #[must_use]
    pub fn new(layers: Vec<Layer>, contents: impl Into<Cow<'a, [u8]>>) -> Self {
        let contents = contents.into();
        Self { packed: contents.len(), layers, contents, damage: None }
    }

    /// The layers, outermost first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the contents inside all layers.
    pub fn contents(&self) -> &[u8] {
        &self.contents
    }

    /// The damage of the outermost damaged layer: see [`Opener::allow_damaged`].
    pub fn damage(&self) -> Option<&OpenErrorKind> {
        self.damage.as_deref()
    }

    /// The part of the contents before their damage, in place of the contents.
    pub(crate) fn repaired(self, contents: Vec<u8>, damage: DecodeError) -> Self {
        let damage = self.damage.or_else(|| Some(Arc::new(OpenErrorKind::Contents(damage))));
        Self { contents: Cow::Owned(contents), damage, ..self }
    }

    /// [`damage`](Self::damage), to be kept.
    pub(crate) fn shared_damage(&self) -> Option<&Arc<OpenErrorKind>> {
        self.damage.as_ref()
    }

    /// Returns the contents by value: borrowed if there were no layers.
    #[must_use]
    pub fn into_contents(self) -> Cow<'a, [u8]> {
        self.contents
    }

    /// Returns the opened file, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Opened<'static> {
        let contents = Cow::Owned(self.contents.into_owned());
        Opened { layers: self.layers, contents, damage: self.damage, packed: self.packed }
    }
}

/// Puts layers, outermost first, around contents. Encrypted layers take the key, and the initialization vector
/// that they name: choose another for each file. Compressors other than the engine's write other bytes.
///
/// # Errors
/// If the contents are too long for a layer, if there is no key for an encrypted one, and for Brotli.
///
#[cfg_attr(feature = "compress", doc = "```")]
#[cfg_attr(not(feature = "compress"), doc = "```ignore")]
/// use gamewire::__private::identify::wrap;
/// use gamewire::godot::files::Compression;
/// use gamewire::identify::{Layer, Opener};
///
/// let layers = [Layer::Gzip, Layer::Compressed { mode: Compression::Zstd, ends_well: true }];
/// let file = wrap(&layers, b"anything", None)?;
/// let opened = Opener::new().open(&file)?;
/// assert_eq!((opened.layers(), opened.contents()), (&layers[..], &b"anything"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wrap(
    layers: &[Layer],
    contents: &[u8],
    key: Option<&EncryptionKey>,
) -> Result<Vec<u8>, OpenErrorKind> {
    wrap_segments(layers, &[Cow::Borrowed(contents)], key)
}

fn wrap_segments(
    layers: &[Layer],
    contents: &[Cow<'_, [u8]>],
    key: Option<&EncryptionKey>,
) -> Result<Vec<u8>, OpenErrorKind> {
    let Some((innermost, outer)) = layers.split_last() else { return Ok(contents.concat()) };
    let mut bytes = innermost.around(contents, key)?;
    for layer in outer.iter().rev() {
        bytes = layer.around(&[Cow::Owned(bytes)], key)?;
    }
    Ok(bytes)
}

impl Layer {
    /// Returns this layer for other contents, with a new initialization vector, so that none is used twice.
    pub(crate) fn renewed(mut self, key: Option<&EncryptionKey>, contents: &[Cow<'_, [u8]>]) -> Self {
        if let Self::Encrypted { encryption, .. } = &mut self {
            crypto::renew(encryption, key, contents);
        }
        self
    }

    /// Puts the layer around contents.
    fn around(
        self,
        contents: &[Cow<'_, [u8]>],
        key: Option<&EncryptionKey>,
    ) -> Result<Vec<u8>, OpenErrorKind> {
        match self {
            Self::Compressed { mode, .. } => compress::compress(contents, mode),
            Self::Encrypted { encryption, .. } => crypto::encrypt(contents, key, encryption),
            Self::Gzip => compress::gzip(contents),
            Self::Zlib => compress::zlib(contents),
            Self::Chunk { at } => Err(compress::no_region(at)),
        }
    }
}

/// Writes contents in layers, for a file that takes the place of another one: a chunk is written into the region that the
/// other file is. Of what is encrypted last, only a part is held at a time.
///
/// # Errors
/// The errors of [`wrap`], an error if the chunk does not fit in the region, and the errors of the output.
pub(crate) fn wrap_to(
    file: &[u8],
    layers: &[Layer],
    contents: &[Cow<'_, [u8]>],
    key: Option<&EncryptionKey>,
    out: &mut dyn Write,
) -> Result<(), WrapError> {
    match layers {
        [] => contents.iter().try_for_each(|segment| out.write_all(segment))?,
        [Layer::Encrypted { encryption, .. }, inner @ ..] => {
            let key = key.ok_or(OpenErrorKind::Encrypted)?;
            if inner.is_empty() {
                crypto::encrypt_to(contents, key, *encryption, out)?;
            } else {
                let contents = wrap_segments(inner, contents, Some(key))?;
                crypto::encrypt_to(&[Cow::Owned(contents)], key, *encryption, out)?;
            }
        }
        [Layer::Chunk { at }, inner @ ..] => {
            let chunk = wrap_segments(inner, contents, key)?;
            out.write_all(&compress::with_chunk(file, *at, &chunk)?)?;
        }
        [Layer::Gzip, inner @ ..] => {
            let inside = [Cow::Owned(wrap_segments(inner, contents, key)?)];
            let contents = if inner.is_empty() { contents } else { &inside };
            out.write_all(&compress::gzip_like(file, contents)?)?;
        }
        layers => out.write_all(&wrap_segments(layers, contents, key)?)?,
    }
    Ok(())
}

/// An error of [`wrap_to`].
#[derive(Debug, Error)]
pub(crate) enum WrapError {
    #[error(transparent)]
    Closed(#[from] OpenErrorKind),
    #[error(transparent)]
    Io(#[from] io::Error),
}
