//! Options for opening a file.

use std::borrow::Cow;

use super::Format;
use crate::identify::{
    Arrangement, Contents, EncryptionKey, Expect, Identity, OpenError, Opened, Opener, PacketStream,
    ValueFormat,
};
use crate::minecraft::region::ChunkPos;
use gamewire::limits::decompressed;
use gamewire::minecraft::{Packets, Recording};

/// Options for opening a file: what is known about it, and what is allowed. By default, everything is detected.
///
/// [`Document::open_with`](super::Document::open_with) opens a whole file. To read files that it refuses, call its two steps yourself:
/// [`containers`](Self::containers) opens the containers, and [`Document::read`](super::Document::read) splits the contents
/// into values.
///
/// ```
/// use gamewire_files::document::{Document, OpenOptions};
/// use gamewire::godot::{Framing, Variant};
/// use gamewire_files::identify::Arrangement;
///
/// // A header of the game's own, then a value after its length.
/// let file = b"SAVE\x08\0\0\0\x02\0\0\0\x07\0\0\0";
/// let framed = Arrangement::Framed(Framing::STORE_VAR);
/// let options = OpenOptions::new().format(Some("godot3".parse()?)).arrangement(Some(framed)).skip(4);
/// let mut save = Document::open_with(file, &options)?;
/// *save.value_mut(0)?.godot()? = Variant::Int(9);
/// assert_eq!(save.encode()?[..], b"SAVE\x08\0\0\0\x02\0\0\0\x09\0\0\0"[..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    pub(super) opener: Opener,
    pub(super) format: Option<Format>,
    packets: Option<Packets>,
    pub(super) skipped: usize,
    pub(super) expect: Expect,
    objects_refused: bool,
    pub(super) incomplete: bool,
    pub(super) nearest: bool,
    pub(super) text: bool,
    pub(super) foreign: bool,
}

impl OpenOptions {
    /// Creates the default options: everything is detected, full objects are decoded to data, and trailing bytes are
    /// an error.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the key for encrypted files.
    #[must_use]
    pub fn key(mut self, key: impl Into<Option<EncryptionKey>>) -> Self {
        self.opener.key = key.into();
        self
    }

    /// Sets the maximum size of the contents of each layer, in bytes. The default, `None`, allows 256 times the
    /// length of the outermost file (for a region: of the data of the chunk), and at least 1 MiB.
    #[must_use]
    pub fn max_size(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.opener.max_size = bytes.into();
        self
    }

    /// Opens gzip, zlib and LZ4 data as far as possible if it is cut short, has a wrong checksum, or is followed by
    /// other bytes. [`Opened::damage`] returns the damage.
    #[must_use]
    pub fn allow_damaged(mut self, yes: bool) -> Self {
        self.opener.damaged = yes;
        self
    }

    /// Sets the chunk of a region file to open. With `None`, region files are not opened.
    #[must_use]
    pub fn chunk(mut self, at: impl Into<Option<ChunkPos>>) -> Self {
        self.opener.chunk = at.into();
        self
    }

    /// Sets the format of the values. `None` detects it. If a format is set, the file is opened even if that format
    /// cannot read all values; decoding such a value is an error.
    #[must_use]
    pub fn format(mut self, format: impl Into<Option<Format>>) -> Self {
        self.format = format.into();
        self
    }

    /// Sets the version of a recorded connection. With `None`, a recording is opened if it states its version, or if some
    /// version reads it and no format does.
    ///
    /// ```
    /// use gamewire::minecraft::Packets;
    /// use gamewire_files::document::{Document, OpenOptions};
    ///
    /// // A client pings a server, without the packets before.
    /// let file = b"\x09\x01\0\0\0\0\0\0\0\x07";
    /// let options = OpenOptions::new().packets(Packets::named("1.20.4"));
    /// assert_eq!(Document::open_with(file, &options)?.recording().unwrap().len(), 1);
    /// # Ok::<(), gamewire_files::document::DocumentError>(())
    /// ```
    #[must_use]
    pub fn packets(mut self, version: impl Into<Option<Packets>>) -> Self {
        self.packets = version.into();
        self
    }

    /// Sets the arrangement of the values. `None` detects it. A recording of packets is opened by [`packets`](Self::packets).
    #[must_use]
    pub fn arrangement(mut self, arrangement: impl Into<Option<Arrangement>>) -> Self {
        self.expect.arrangement = arrangement.into().and_then(Arrangement::of_values);
        self
    }

    /// Sets the number of bytes before the first value in the contents, such as a header of a game's own. These bytes
    /// are kept.
    #[must_use]
    pub fn skip(mut self, bytes: usize) -> Self {
        self.skipped = bytes;
        self
    }

    /// Sets whether bytes may follow a value, if the format is detected. Bytes after a single value are kept. Bytes
    /// after a value in a frame are kept as long as the value is not changed.
    #[must_use]
    pub fn allow_trailing(mut self, yes: bool) -> Self {
        self.expect.detector = self.expect.detector.allow_trailing(yes);
        self
    }

    /// Sets whether to skip the comparison of the bytes with those that this crate writes, if the format is detected; see
    /// [`Detector::quick`](gamewire::godot::Detector::quick).
    #[must_use]
    pub fn quick(mut self, yes: bool) -> Self {
        self.expect.detector = self.expect.detector.quick(yes);
        self
    }

    /// Sets whether full objects are decoded to data, if the format is detected. By default, they are.
    #[must_use]
    pub fn allow_objects(mut self, yes: bool) -> Self {
        self.objects_refused = !yes;
        self
    }

    /// Sets whether a file with an incomplete or damaged value is opened up to the damage. The document then has the
    /// contents before the [damage](super::Document::damage), completed so that they can be read.
    #[must_use]
    pub fn allow_incomplete(mut self, yes: bool) -> Self {
        self.incomplete = yes;
        self
    }

    /// Sets whether a file that no format reads completely is opened with the format that reads the longest prefix:
    /// [`Contents::Unknown`]. By default, such a file is an error. Text of NBT that is not modified UTF-8 is read as
    /// [bytes](gamewire::minecraft::NbtForm::AnyText).
    #[must_use]
    pub fn allow_nearest(mut self, yes: bool) -> Self {
        self.nearest = yes;
        self
    }

    /// Sets whether contents that look like another type of file are read in the format that is set. By default, they are a
    /// [`Foreign`](super::DocumentError::Foreign) error.
    #[must_use]
    pub fn allow_foreign(mut self, yes: bool) -> Self {
        self.foreign = yes;
        self
    }

    /// Sets whether text files are opened: Godot's ConfigFile, SNBT, or JSON. By default, such a file is a [`Foreign`](super::DocumentError::Foreign) error.
    ///
    /// The values of a text file have the bytes that they would have in a binary file.
    /// [`Document::encode`](super::Document::encode) replaces only the text of the changed values. All other
    /// characters are kept, including spaces, comments, line ends and the order of keys.
    ///
    /// ```
    /// use gamewire_files::document::{Document, OpenOptions};
    /// use gamewire::godot::Variant;
    ///
    /// let file = "; My settings\r\n[audio]\r\nvolume = 0.5 ; half\r\n";
    /// let mut config = Document::open_with(file.as_bytes(), &OpenOptions::new().allow_text(true))?;
    /// config.set_path(&"$[\"audio/volume\"]".parse()?, Variant::Float(0.75))?;
    /// assert_eq!(config.encode()?[..], b"; My settings\r\n[audio]\r\nvolume = 0.75 ; half\r\n"[..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_text(mut self, yes: bool) -> Self {
        self.text = yes;
        self
    }

    /// Opens the containers of a file. A file without containers is returned unchanged. If `file` is owned and
    /// encrypted, it is decrypted in place. For Minecraft types other than NBT, which can begin with any bytes, no
    /// containers are opened.
    ///
    /// # Errors
    /// Returns an error if a layer is encrypted and there is no key, if a layer is damaged, or if its contents are
    /// longer than the limit.
    pub fn containers<'a>(&self, file: impl Into<Cow<'a, [u8]>>) -> Result<Opened<'a>, OpenError> {
        match &self.format {
            Some(format) if !format.has_containers() => Ok(Opened::unopened(file)),
            Some(_) | None => self.opener.open(file),
        }
    }

    /// Reads a recorded connection of the [version](Self::packets) that is set, of the version that it states or, if no
    /// format reads the file, of the first version that reads the packets. Returns it with the versions that were found.
    /// Returns `None` for other files.
    pub fn recording<'a>(&self, file: &'a [u8]) -> Option<(Recording<'a>, Vec<&'static str>)> {
        let bytes = file.get(self.skipped..).unwrap_or_default();
        let most = self.opener.max_size.unwrap_or_else(|| decompressed(bytes.len()));
        let (given, versions) = self.versions(bytes, most)?;
        Some((Recording::read(given, bytes, most), versions))
    }

    /// Returns the version to read a recording with, unless the recording states it, and the versions that were found.
    fn versions(&self, bytes: &[u8], most: usize) -> Option<(Option<Packets>, Vec<&'static str>)> {
        if self.packets.is_some() {
            return Some((self.packets.clone(), Vec::new()));
        }
        if self.format.is_some() || self.expect.arrangement.is_some() || self.opener.chunk.is_some() {
            return None;
        }
        if self.skipped == 0 && Recording::detect(bytes) {
            return Some((None, Vec::new()));
        }
        let is_replay = Recording::is_bare_replay(bytes);
        if !is_replay && PacketStream::of_session(bytes).is_none() {
            return None;
        }
        let Contents::Unknown(nearest) = self.examine(bytes) else { return None };
        let is_bare = self.opener.open(bytes).is_ok_and(|opened| opened.layers().is_empty());
        if !is_bare || !is_replay && nearest.is_cut_inside(bytes) {
            return None;
        }
        let versions = Recording::versions(bytes, most);
        Some((Some(Packets::named(versions.first()?)?), versions))
    }

    /// Detects the format and the arrangement of contents, except for an arrangement or a format of Godot that is set.
    ///
    /// ```
    /// use gamewire_files::document::OpenOptions;
    /// use gamewire_files::identify::Contents;
    /// let options = OpenOptions::new().format(Some("godot3".parse()?));
    /// assert!(matches!(options.examine(&[2, 0, 0, 0, 5, 0, 0, 0]), Contents::Godot { .. }));
    /// # Ok::<(), gamewire_files::document::FormatError>(())
    /// ```
    pub fn examine(&self, contents: &[u8]) -> Contents {
        self.expect().examine(contents)
    }

    /// Detects the containers of a file and the format of its contents.
    pub fn identify(&self, file: &[u8]) -> Identity {
        Identity::of(self.containers(file), &self.expect())
    }

    /// Returns the facts that are known about the contents.
    pub(super) fn expect(&self) -> Expect {
        let mut expect = self.expect;
        if let Some(format @ Format::Godot(decoder)) = &self.format {
            let detector = expect.detector.only(decoder.dialect());
            expect.detector = detector.allow_trailing(format.allows_trailing());
        }
        expect
    }

    /// Returns the format of the options, or otherwise the one that was found.
    pub(super) fn format_of(&self, found: ValueFormat) -> Format {
        let detected = || {
            Format::from(found)
                .allow_objects(!self.objects_refused)
                .allow_trailing(self.expect.detector.allows_trailing())
        };
        self.format.clone().unwrap_or_else(detected)
    }
}
