//! Layers around the contents of a file: opening and restoring them.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use thiserror::Error;

use crate::error::DecodeError;
#[cfg(any(feature = "compress", feature = "crypto"))]
use crate::godot::files as godot;
#[cfg(feature = "compress")]
use crate::godot::files::{CompressedFile, Compression};
#[cfg(feature = "crypto")]
use crate::godot::files::{EncryptedFile, Encryption};
#[cfg(feature = "compress")]
use crate::limits::DECOMPRESSION_RATIO;
#[cfg(feature = "compress")]
use crate::minecraft::region::{ChunkPos, Region, RegionError};
#[cfg(feature = "compress")]
use crate::minecraft::{self, Packing, Unpacked};

/// The key of an encrypted file: [`godot::files::EncryptionKey`](crate::godot::files::EncryptionKey) with the feature `crypto`, and
/// without it a type that has no values.
#[cfg(feature = "crypto")]
pub use crate::godot::files::EncryptionKey;

/// The key of an encrypted file. It has no values without the feature `crypto`.
#[cfg(not(feature = "crypto"))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EncryptionKey {}

/// The greatest number of layers that are opened: programs that pack packed data do so once.
const MOST_LAYERS: usize = 4;
/// Contents up to this size are opened whatever the size of the file.
#[cfg(feature = "compress")]
const SMALL: usize = 1 << 20;

/// One layer around the contents of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layer {
    /// `GCPF`: Godot's `open_compressed`.
    #[cfg(feature = "compress")]
    Compressed {
        /// The compression of the blocks.
        mode: Compression,
        /// Whether the file ends with `GCPF`, as the engine writes it.
        ends_well: bool,
    },
    /// `GDEC`: Godot's `open_encrypted` and `open_encrypted_with_pass`.
    #[cfg(feature = "crypto")]
    Encrypted {
        /// The encryption.
        encryption: Encryption,
        /// The number of bytes after the encrypted data; the engine writes none.
        trailing: usize,
    },
    /// Gzip, as Minecraft's `level.dat`.
    #[cfg(feature = "compress")]
    Gzip,
    /// Zlib, as Minecraft's chunks.
    #[cfg(feature = "compress")]
    Zlib,
    /// A region file of Minecraft, of which one chunk is the contents: see [`Opener::chunk`].
    #[cfg(feature = "compress")]
    Chunk {
        /// The position of the chunk.
        at: ChunkPos,
    },
}

impl Layer {
    /// The name of the container: `GCPF`, `GDEC`, `gzip` or `zlib`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "compress")]
            Self::Compressed { .. } => "GCPF",
            #[cfg(feature = "crypto")]
            Self::Encrypted { encryption: Encryption::Godot3BigEndian, .. } => "CEDG",
            #[cfg(feature = "crypto")]
            Self::Encrypted { .. } => "GDEC",
            #[cfg(feature = "compress")]
            Self::Gzip => "gzip",
            #[cfg(feature = "compress")]
            Self::Zlib => "zlib",
            #[cfg(feature = "compress")]
            Self::Chunk { .. } => "region",
        }
    }
}

impl Layer {
    /// The same for other contents: no initialization vector is used twice.
    pub(crate) fn renewed(self, key: Option<&EncryptionKey>, contents: &[Cow<'_, [u8]>]) -> Self {
        let _ = (key, contents);
        #[cfg(feature = "crypto")]
        if let (Self::Encrypted { encryption: Encryption::Godot4 { iv }, trailing }, Some(key)) = (self, key)
        {
            let iv = key.next_iv(iv, contents);
            return Self::Encrypted { encryption: Encryption::Godot4 { iv }, trailing };
        }
        self
    }
}

/// `compressed (zstd)`, `encrypted (Godot 4)`, `packed (gzip)`
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = &f;
        match *self {
            #[cfg(feature = "compress")]
            Self::Compressed { mode, .. } => write!(f, "compressed ({mode})"),
            #[cfg(feature = "crypto")]
            Self::Encrypted { encryption: Encryption::Godot4 { .. }, .. } => {
                f.write_str("encrypted (Godot 4)")
            }
            #[cfg(feature = "crypto")]
            Self::Encrypted { .. } => f.write_str("encrypted (Godot 3)"),
            #[cfg(feature = "compress")]
            Self::Gzip | Self::Zlib => write!(f, "packed ({})", self.name()),
            #[cfg(feature = "compress")]
            Self::Chunk { at } => write!(f, "a region (chunk {at})"),
        }
    }
}

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
    #[cfg(feature = "compress")]
    chunk: Option<ChunkPos>,
}

/// A file that was opened: its contents, and what was around them.
#[derive(Debug, Clone)]
pub struct Opened<'a> {
    layers: Vec<Layer>,
    contents: Cow<'a, [u8]>,
    damage: Option<Arc<OpenErrorKind>>,
    /// The length of the outermost file, or of the data of its chunk: all layers are limited by it.
    packed: usize,
}

/// A layer could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub struct OpenError {
    /// The layers that were opened, and the one that was not.
    pub layers: Vec<Layer>,
    /// The reason.
    pub reason: OpenErrorKind,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

/// The message is that of the reason, so the source is that of the reason: a chain of sources has each sentence once.
impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.reason.source()
    }
}

/// The reason why a layer could not be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenErrorKind {
    /// It is encrypted, and there is no key.
    #[error("the file is encrypted: it needs its password or its key")]
    Encrypted,
    /// The container needs a feature of this crate that is not enabled.
    #[error("the file is {container}, which needs the feature `{feature}` of gamewire")]
    Feature {
        /// The container of the file: `compressed (GCPF)`, `encrypted (GDEC)`, `packed (gzip)`, `packed (zlib)`.
        container: &'static str,
        /// The feature: `compress` or `crypto`.
        feature: &'static str,
    },
    /// A file of Godot is damaged, or the key is wrong.
    #[cfg(any(feature = "compress", feature = "crypto"))]
    #[error(transparent)]
    Godot(#[from] godot::FileError),
    /// A region file is damaged, or has no such chunk.
    #[cfg(feature = "compress")]
    #[error(transparent)]
    Region(#[from] RegionError),
    /// A packed file is damaged.
    #[cfg(feature = "compress")]
    #[error(transparent)]
    Packed(minecraft::NbtFileError),
    /// The contents would be longer than allowed.
    #[error("the {packed} bytes decompress to more than the limit of {limit}")]
    TooLong {
        /// The length of the outermost file, or of the data of its chunk.
        packed: usize,
        /// The greatest length of the contents of each layer.
        limit: usize,
    },
    /// The contents are damaged, of a [document](crate::document::OpenOptions::incomplete) that has those before the damage.
    #[error(transparent)]
    Contents(DecodeError),
    /// There are more layers than anybody needs.
    #[error("the file has more than {MOST_LAYERS} nested containers")]
    TooDeep,
}

impl OpenErrorKind {
    /// Returns whether the file ends too early.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        match self {
            #[cfg(any(feature = "compress", feature = "crypto"))]
            Self::Godot(godot::FileError::Decode(error)) => error.is_incomplete(),
            #[cfg(feature = "compress")]
            Self::Packed(minecraft::NbtFileError::Packed(damage)) => {
                damage.source.kind() == std::io::ErrorKind::UnexpectedEof
            }
            #[cfg(any(feature = "compress", feature = "crypto"))]
            Self::Godot(_) => false,
            #[cfg(feature = "compress")]
            Self::Packed(_) | Self::Region(_) => false,
            Self::Contents(error) => error.is_incomplete(),
            Self::Encrypted | Self::Feature { .. } | Self::TooDeep | Self::TooLong { .. } => false,
        }
    }

    /// Returns the offset of the error, in bytes from the start of the layer, if it has one.
    pub fn offset(&self) -> Option<usize> {
        match self {
            #[cfg(any(feature = "compress", feature = "crypto"))]
            Self::Godot(error) => error.offset(),
            #[cfg(feature = "compress")]
            Self::Packed(error) => error.offset(),
            #[cfg(feature = "compress")]
            Self::Region(error) => error.offset(),
            Self::Contents(error) => Some(error.offset()),
            Self::Encrypted | Self::Feature { .. } | Self::TooDeep | Self::TooLong { .. } => None,
        }
    }

    /// The reason as one word, for programs: `encrypted`, `feature`, `md5`, `packed`, `length_limit`, ..
    pub fn code(&self) -> &'static str {
        match self {
            Self::Encrypted => "encrypted",
            Self::Feature { .. } => "feature",
            #[cfg(any(feature = "compress", feature = "crypto"))]
            Self::Godot(error) => error.code(),
            #[cfg(feature = "compress")]
            Self::Packed(_) => "packed",
            #[cfg(feature = "compress")]
            Self::Region(_) => "region",
            Self::Contents(error) => error.kind().code(),
            Self::TooDeep => "packed",
            Self::TooLong { .. } => "length_limit",
        }
    }
}

impl Opener {
    /// Opens what needs no key, to contents in proportion to the file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the key of encrypted files.
    #[must_use]
    pub fn key(mut self, key: Option<EncryptionKey>) -> Self {
        self.key = key;
        self
    }

    /// The key, if there is one.
    pub(crate) fn known_key(&self) -> Option<&EncryptionKey> {
        self.key.as_ref()
    }

    /// Sets the greatest size of the contents of each layer in bytes; `None` allows 256 times the length of the outermost
    /// file (of a region: of the data of the chunk), and 1 MiB in any case.
    #[must_use]
    pub fn max_size(mut self, bytes: Option<usize>) -> Self {
        self.max_size = bytes;
        self
    }

    /// Opens gzip and zlib that are cut, have a wrong checksum, or are followed by other bytes, as far as possible.
    /// [`Opened::damage`] is what is wrong.
    #[must_use]
    pub fn damaged(mut self, yes: bool) -> Self {
        self.damaged = yes;
        self
    }

    /// Opens this chunk of a region file; `None` opens no regions.
    #[cfg(feature = "compress")]
    #[must_use]
    pub fn chunk(mut self, at: Option<ChunkPos>) -> Self {
        self.chunk = at;
        self
    }

    /// Opens every layer of a file. Bytes without containers are returned unchanged.
    ///
    /// # Errors
    /// If a layer is encrypted and there is no key for it, if one is damaged, or if its contents are longer than
    /// allowed.
    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<Opened<'a>, OpenError> {
        #[allow(unused_mut, reason = "without compress there are no regions")]
        let mut opened = Opened::new(Vec::new(), bytes);
        #[cfg(feature = "compress")]
        if let Some(at) = self.chunk {
            opened.layers.push(Layer::Chunk { at });
            match self.chunk_of(bytes, at) {
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
    /// As [`open`](Self::open).
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
    fn layer(&self, bytes: &[u8], packed: usize) -> Option<Inside> {
        match crate::godot::FileKind::of(bytes) {
            Some(crate::godot::FileKind::Compressed) => Some(self.compressed(bytes, packed)),
            Some(crate::godot::FileKind::Encrypted) => Some(undamaged(self.encrypted(bytes))),
            Some(crate::godot::FileKind::Project) | None => self.packed(bytes, packed),
        }
    }

    /// The maximum size of the contents of each layer of a file of `packed` bytes.
    #[cfg(feature = "compress")]
    fn limit(&self, packed: usize) -> usize {
        self.max_size.unwrap_or(packed.saturating_mul(DECOMPRESSION_RATIO).max(SMALL))
    }

    /// The length of the data of a chunk of a region file, and its contents. Other chunks may be damaged.
    #[cfg(feature = "compress")]
    fn chunk_of<'a>(&self, bytes: &'a [u8], at: ChunkPos) -> Result<(usize, Cow<'a, [u8]>), RegionError> {
        let chunk = Region::parse_damaged(bytes)?.read(at)?.ok_or(RegionError::NoChunk { at })?;
        let packed = chunk.data().len();
        Ok((packed, chunk.unpack(self.limit(packed))?))
    }

    #[cfg(feature = "compress")]
    fn packed(&self, bytes: &[u8], packed: usize) -> Option<Inside> {
        let layer = match Packing::of(bytes) {
            Packing::None => return None,
            Packing::Gzip => Layer::Gzip,
            Packing::Zlib => Layer::Zlib,
        };
        match minecraft::unpack_prefix(bytes, self.limit(packed)) {
            Ok(Unpacked { contents, damage: None, .. }) => {
                Some((Some(layer), Ok((contents.into_owned(), None))))
            }
            // The magic number is short: lengths before Variants can be the same two bytes.
            _ if super::arrangement::is_framed(bytes) => None,
            Ok(Unpacked { contents, damage: Some(damage), .. }) if self.damaged && !contents.is_empty() => {
                Some((Some(layer), Ok((contents.into_owned(), Some(OpenErrorKind::Packed(damage))))))
            }
            Ok(Unpacked { damage: Some(damage), .. }) => {
                Some((Some(layer), Err(OpenErrorKind::Packed(damage))))
            }
            Err(minecraft::NbtFileError::TooLong { limit }) => {
                Some((Some(layer), Err(OpenErrorKind::TooLong { packed, limit })))
            }
            Err(error) => Some((Some(layer), Err(OpenErrorKind::Packed(error)))),
        }
    }

    /// Only gzip is recognized by its magic number alone: that of zlib is too short.
    #[cfg(not(feature = "compress"))]
    fn packed(&self, bytes: &[u8], _: usize) -> Option<Inside> {
        let gzip = bytes.starts_with(&[0x1f, 0x8b, 8]) && !super::arrangement::is_framed(bytes);
        gzip.then(|| undamaged(closed("packed (gzip)", "compress")))
    }

    #[cfg(feature = "compress")]
    fn compressed(&self, bytes: &[u8], packed: usize) -> Inside {
        let layer = match CompressedFile::parse(bytes) {
            Ok(file) => Layer::Compressed { mode: file.mode(), ends_well: file.tail() == b"GCPF" },
            Err(_) => {
                // The mode is there before what is missing, if anything is.
                let number =
                    bytes.get(4..).and_then(|mode| mode.first_chunk::<4>()).copied().map(u32::from_le_bytes);
                let mode =
                    number.and_then(|number| Compression::ALL.get(usize::try_from(number).ok()?).copied());
                Layer::Compressed { mode: mode.unwrap_or(Compression::FastLz), ends_well: false }
            }
        };
        let contents = match godot::decompress_prefix(bytes, self.limit(packed)) {
            Ok(godot::Decompressed { contents, damage: None, .. }) => Ok((contents, None)),
            Ok(godot::Decompressed { contents, damage: Some(damage), .. }) => {
                if self.damaged && !contents.is_empty() {
                    Ok((contents, Some(damage.into())))
                } else {
                    Err(damage.into())
                }
            }
            Err(godot::FileError::TooLong { limit, .. }) => Err(OpenErrorKind::TooLong { packed, limit }),
            Err(error) => Err(error.into()),
        };
        (Some(layer), contents)
    }

    #[cfg(not(feature = "compress"))]
    fn compressed(&self, _: &[u8], _: usize) -> Inside {
        undamaged(closed("compressed (GCPF)", "compress"))
    }

    #[cfg(not(feature = "crypto"))]
    fn encrypted(&self, _: &[u8]) -> Whole {
        closed("encrypted (GDEC)", "crypto")
    }

    #[cfg(feature = "crypto")]
    fn encrypted(&self, bytes: &[u8]) -> Whole {
        let file = match EncryptedFile::parse(bytes) {
            Ok(file) => file,
            Err(error) => {
                // The number that Godot 4 left out distinguishes them, as far as a part of the file allows.
                let encryption = match (bytes.get(..4), bytes.get(4..8)) {
                    (Some(b"CEDG"), _) => Encryption::Godot3BigEndian,
                    (_, Some([1, 0, 0, 0])) => Encryption::Godot3,
                    _ => Encryption::Godot4 { iv: [0; 16] },
                };
                let layer = Layer::Encrypted { encryption, trailing: 0 };
                return (Some(layer), Err(error.into()));
            }
        };
        let layer = Layer::Encrypted { encryption: file.encryption(), trailing: file.tail().len() };
        match &self.key {
            None => (Some(layer), Err(OpenErrorKind::Encrypted)),
            Some(key) => (Some(layer), file.decrypt(key).map_err(OpenErrorKind::from)),
        }
    }
}

/// A layer, where it can be named, and what is in it.
type Whole = (Option<Layer>, Result<Vec<u8>, OpenErrorKind>);

/// The same, with the damage of the layer.
type Inside = (Option<Layer>, Result<(Vec<u8>, Option<OpenErrorKind>), OpenErrorKind>);

fn undamaged((layer, contents): Whole) -> Inside {
    (layer, contents.map(|contents| (contents, None)))
}

#[cfg(not(all(feature = "compress", feature = "crypto")))]
fn closed(container: &'static str, feature: &'static str) -> Whole {
    (None, Err(OpenErrorKind::Feature { container, feature }))
}

impl<'a> Opened<'a> {
    /// Contents and the layers around them, outermost first. If [other layers](Opener::open_inside) are inside these contents,
    /// they are limited by the length of these contents.
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

    /// The damage of the outermost damaged layer: see [`Opener::damaged`].
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

    /// The same, given away: borrowed if there were no layers.
    #[must_use]
    pub fn into_contents(self) -> Cow<'a, [u8]> {
        self.contents
    }

    /// The same, with nothing borrowed.
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
    /// Puts the layer around contents.
    fn around(
        self,
        contents: &[Cow<'_, [u8]>],
        key: Option<&EncryptionKey>,
    ) -> Result<Vec<u8>, OpenErrorKind> {
        let _ = (contents, key);
        match self {
            #[cfg(feature = "compress")]
            Self::Compressed { mode, .. } => Ok(godot::compress_segments(contents, mode)?),
            #[cfg(feature = "crypto")]
            Self::Encrypted { encryption, .. } => {
                Ok(godot::encrypt_segments(contents, key.ok_or(OpenErrorKind::Encrypted)?, encryption)?)
            }
            #[cfg(feature = "compress")]
            Self::Gzip => minecraft::pack_segments(contents, Packing::Gzip).map_err(OpenErrorKind::Packed),
            #[cfg(feature = "compress")]
            Self::Zlib => minecraft::pack_segments(contents, Packing::Zlib).map_err(OpenErrorKind::Packed),
            #[cfg(feature = "compress")]
            Self::Chunk { at } => Err(RegionError::NoRegion { at }.into()),
        }
    }
}

/// Writes contents in layers, for a file that takes the place of another one: a chunk is written into the region that the
/// other file is. Of what is encrypted last, only a part is held at a time.
///
/// # Errors
/// As [`wrap`]; if the chunk does not fit in the region, or the output fails.
pub(crate) fn wrap_to(
    file: &[u8],
    layers: &[Layer],
    contents: &[Cow<'_, [u8]>],
    key: Option<&EncryptionKey>,
    out: &mut dyn Write,
) -> Result<(), WrapError> {
    let _ = file;
    match layers {
        [] => contents.iter().try_for_each(|segment| out.write_all(segment))?,
        #[cfg(feature = "crypto")]
        [Layer::Encrypted { encryption, .. }, inner @ ..] => {
            let key = key.ok_or(OpenErrorKind::Encrypted)?;
            if inner.is_empty() {
                godot::encrypt_to(contents, key, *encryption, out)?;
            } else {
                let contents = wrap_segments(inner, contents, Some(key))?;
                godot::encrypt_to(&[Cow::Owned(contents)], key, *encryption, out)?;
            }
        }
        #[cfg(feature = "compress")]
        [Layer::Chunk { at }, inner @ ..] => {
            let chunk = wrap_segments(inner, contents, key)?;
            let region = Region::parse(file).and_then(|region| region.with_chunk(*at, &chunk));
            out.write_all(&region.map_err(OpenErrorKind::from)?)?;
        }
        #[cfg(feature = "compress")]
        [Layer::Gzip, inner @ ..] => {
            let inside = [Cow::Owned(wrap_segments(inner, contents, key)?)];
            let contents = if inner.is_empty() { contents } else { &inside };
            out.write_all(&minecraft::gzip_like(file, contents).map_err(OpenErrorKind::Packed)?)?;
        }
        // An encrypted container is the only one without `compress`.
        #[cfg(any(feature = "compress", not(feature = "crypto")))]
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
