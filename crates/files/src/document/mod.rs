//! Opening, changing and writing whole files. Use this module to edit saved games, settings and levels.
//!
//! A [`Document`] opens these files: one value, several values with their lengths, the settings of a `project.binary`,
//! an NBT root, one chunk of a region file, or the packets of a recorded connection. Most may be compressed or encrypted. You can change values by
//! paths or as trees. [`Document::encode`] writes the values into the same containers as before. Unchanged values
//! keep their bytes, and if nothing was changed, the whole file keeps its bytes.
//!
//! Text files can be opened too, if [`OpenOptions::allow_text`] allows it: Godot's ConfigFile, SNBT and JSON. A
//! change replaces only the text of the changed values, and keeps all other characters.
//!
//! | step | what happens | errors |
//! |---|---|---|
//! | [`Document::open`] | containers are opened, the format is detected, values are located | [`DocumentError::Open`], [`Ambiguous`](DocumentError::Ambiguous), [`Foreign`](DocumentError::Foreign), .. |
//! | [`Document::values_mut`], [`Document::set_path`] | only the requested values are decoded | [`DocumentError::Edit`], .. |
//! | [`Document::encode`] | changed values are encoded, and the containers are written around the contents | [`DocumentError::Wrap`], .. |
//!
//! ```
//! use gamewire_files::document::Document;
//! use gamewire::godot::{Dialect, Framing, Variant, variant};
//!
//! let mut file = Vec::new(); // FileAccess.store_var({"gold": 5}) writes the same file.
//! Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "gold": 5 }), &mut file)?;
//! let mut save = Document::open(&file)?;
//! for mut value in save.values_mut() {
//!     if let Some(gold) = value.godot()?.get_mut("gold") {
//!         *gold = Variant::Int(999);
//!     }
//! }
//! let changed = save.encode()?.into_owned();
//! assert_eq!(Document::open(&changed)?.value(0)?.godot()?, variant!({ "gold": 999 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod entered;
mod error;
pub(crate) mod explain;
mod format;
mod forms;
mod options;
mod paths;
mod reading;
mod text;
pub(crate) mod value;
mod write;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::godot::KeyLength;
use crate::identify::arrangement::encoded_values;
use crate::identify::{Arrangement, Contents, EncryptionKey, Layer, Nearest, OpenErrorKind, Opened};
use gamewire::error::DecodeError;
use gamewire::minecraft::{Protocol, Recording, TypeExpr};
use gamewire::shared::Sure as _;
use text::TextContents;
use value::{Slot, Within};

pub use any::{AnyValue, AnyView, ChildView, PacketPart};
pub use entered::EnteredError;
pub use error::DocumentError;
pub use format::{Format, FormatError};
pub use forms::{Converted, FormError, FromText};
pub use options::OpenOptions;
pub use text::TextKind;
pub use value::{ValueMut, ValueRef};

/// An opened file, with everything that is needed to write it again. See the [module documentation](self).
///
/// ```
/// use gamewire_files::document::Document;
/// use gamewire::godot::{Dialect, Framing, variant};
///
/// let mut file = Vec::new(); // Two calls of FileAccess.store_var write the same file.
/// for level in [3, 4] {
///     Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "level": level }), &mut file)?;
/// }
///
/// let mut save = Document::open(&file)?;
/// assert_eq!((save.len(), save.format().to_string()), (2, "godot4".into()));
/// save.value_mut(1)?.set_path(&"$.level".parse()?, gamewire::godot::Variant::Int(9))?;
/// let levels: Result<Vec<_>, _> = save.values().map(|value| Ok(value.godot()?["level"].as_i64())).collect();
/// assert_eq!(levels.map_err(|error: gamewire_files::document::DocumentError| error)?, [Some(3), Some(9)]);
/// assert_eq!(save.encode()?[..32], file[..32]); // The first value keeps its bytes.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document<'a> {
    opened: Opened<'a>,
    skipped: usize,
    arrangement: Arrangement,
    format: Format,
    found: Option<Contents>,
    text: Option<TextKind>,
    values: Vec<Slot>,
    /// The offset in the contents after the last value.
    end: usize,
    /// Whether values were added or removed, or all were replaced.
    rearranged: bool,
    damage_allowed: bool,
    /// The error after the values, if the contents were only [read](Self::read).
    broken: Option<DecodeError>,
    bad_text: Option<DecodeError>,
    recording: Option<Box<Recording<'a>>>,
}

impl Document<'static> {
    /// Creates a document without values, for a new file. It has no arrangement of recorded packets: values then have no
    /// lengths. The bytes `before` stand before the values. Add values with
    /// [`push`](Document::push), and choose the containers with [`encode_in`](Document::encode_in).
    ///
    /// ```
    /// use gamewire_files::document::{Document, Format};
    /// use gamewire_files::identify::{Arrangement, Layer};
    /// use gamewire_files::godot::Compression;
    /// use gamewire::godot::Framing;
    ///
    /// let format: Format = "godot4".parse()?;
    /// let mut save = Document::new(Arrangement::Framed(Framing::STORE_VAR), format.clone(), b"");
    /// save.push(None, format.from_json("\"i:7\"")?.bytes)?;
    /// assert_eq!(*save.encode()?, *b"\x08\0\0\0\x02\0\0\0\x07\0\0\0");
    ///
    /// let layer = Layer::Compressed { mode: Compression::Zstd, ends_well: true };
    /// assert!(save.encode_in(&[layer])?.starts_with(b"GCPF"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(arrangement: Arrangement, format: Format, before: &[u8]) -> Self {
        let opened = Opened::unopened(before.to_vec());
        let located = (arrangement.of_values().unwrap_or(Arrangement::Single), format, None);
        Self { rearranged: true, ..Self::located(opened, located, before.len(), Vec::new()) }
    }
}

impl<'a> Document<'a> {
    /// Opens a file and detects its containers, framing and format. A borrowed file is not copied. An owned file is
    /// kept and, if it is encrypted, decrypted in place.
    ///
    /// # Errors
    /// Returns an error if a container cannot be opened, if no format reads the whole file, or if several formats
    /// read it with different values.
    ///
    /// ```
    /// use gamewire_files::document::Document;
    /// let level = Document::open(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
    /// assert!(level.format().nbt().is_some());
    /// assert_eq!(level.encode()?[..], b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0"[..]);
    ///
    /// let error = Document::open(b"{\"not\": \"binary\"}").unwrap_err();
    /// assert!(error.to_string().starts_with("the file is JSON"));
    /// # Ok::<(), gamewire_files::document::DocumentError>(())
    /// ```
    pub fn open(file: impl Into<Cow<'a, [u8]>>) -> Result<Self, DocumentError> {
        Self::open_with(file, &OpenOptions::new())
    }

    /// Opens a file with [options](OpenOptions), for example the key of an encrypted file, its format or arrangement,
    /// or a number of bytes to skip.
    ///
    /// # Errors
    /// Returns the same errors as [`open`](Self::open).
    ///
    /// ```
    /// use gamewire_files::document::{Document, OpenOptions};
    /// use gamewire_files::godot::{Encryption, EncryptionKey, encrypt};
    ///
    /// let key = EncryptionKey::from_password("secret");
    /// let contents = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0";
    /// let file = encrypt(contents, &key, Encryption::Godot4 { iv: [7; 16] })?;
    /// let options = OpenOptions::new().key(key);
    /// assert_eq!(Document::open_with(&file, &options)?.contents(), contents);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_with(file: impl Into<Cow<'a, [u8]>>, options: &OpenOptions) -> Result<Self, DocumentError> {
        let file = file.into();
        let recording = match &file {
            Cow::Borrowed(file) => options.recording(file),
            Cow::Owned(file) => options.recording(file).map(|(read, versions)| (read.into_owned(), versions)),
        };
        if let Some((recording, _)) = recording {
            return Ok(Self::of_recording(recording, file, options.skipped));
        }
        Self::open_contents(options.containers(file)?, options)
    }

    /// Opens the contents of a file whose [containers](OpenOptions::containers) were opened already.
    ///
    /// # Errors
    /// Returns the same errors as [`open`](Self::open).
    pub fn open_contents(opened: Opened<'a>, options: &OpenOptions) -> Result<Self, DocumentError> {
        let (mut document, whole) = Self::split(opened, options, options.text && options.skipped == 0)?;
        if document.text.is_some() {
            return Ok(document);
        }
        let damage = if options.incomplete { document.before_damage() } else { None };
        if let Some((error, part)) = damage {
            let (values, _) = encoded_values(&part, document.arrangement);
            document.values = values.into_iter().map(|value| Slot::encoded(value, options.skipped)).collect();
            let before = document.contents().get(..options.skipped).unwrap_or_default();
            let contents = [before, &part].concat();
            document.opened = document.opened.repaired(contents, error);
        } else {
            document.values.truncate(whole);
            match (&document.found, &document.broken) {
                (Some(Contents::Unknown(Nearest { format, error, .. })), _)
                    if options.format.is_none() && !options.nearest =>
                {
                    return Err(DocumentError::Unknown { nearest: *format, error: error.clone() });
                }
                (_, Some(error)) if options.format.is_some() && document.is_empty() => {
                    return Err(error.clone().into());
                }
                _ => {}
            }
        }
        document.end = document.values.last().map_or(options.skipped, |last| last.place.end);
        let is_followed = matches!(document.found, Some(Contents::Nbt { zeros: 1.., .. }))
            || document.format.allows_trailing() && document.arrangement == Arrangement::Single;
        if is_followed && let Some(value) = document.values.first_mut() {
            // The bytes after the only value are kept.
            let bytes = document.opened.contents().get(value.place.clone()).sure();
            let length = document.format.check_prefix(bytes).unwrap_or(bytes.len());
            value.place.end = value.place.start + length;
            document.end = value.place.end;
        }
        Ok(Self { broken: None, ..document })
    }

    /// Opens contents as far as their values can be told apart, also if some of them are damaged. An incomplete last
    /// value is one of the values if [`allow_incomplete`](OpenOptions::allow_incomplete) is set, and
    /// [`broken`](Self::broken) is the error after the values. Text files are not opened.
    ///
    /// ```
    /// use gamewire_files::document::{Document, OpenOptions};
    ///
    /// // An int of store_var, and the beginning of another.
    /// let cut = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0\x08\0\0\0\x02";
    /// let options = OpenOptions::new();
    /// let document = Document::read(options.containers(cut)?, &options)?;
    /// assert_eq!((document.len(), document.broken().unwrap().offset()), (1, 12));
    /// # Ok::<(), gamewire_files::document::DocumentError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the contents are shorter than the bytes to skip, if they are empty or of a foreign format,
    /// or if several formats read them with different values.
    pub fn read(opened: Opened<'a>, options: &OpenOptions) -> Result<Self, DocumentError> {
        Ok(Self::split(opened, options, false)?.0)
    }

    /// Creates a document of a recorded connection, whose values are the packets. `file` has the bytes that were read, after
    /// `skipped` others. Paths begin with the number of the packet.
    ///
    /// ```
    /// use gamewire_files::document::{Document, PacketPart};
    /// use gamewire::minecraft::Recording;
    ///
    /// // A client asks for the status, and sends a ping.
    /// let file = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01\x01\x00\x09\x01\0\0\0\0\0\0\0\x07";
    /// let mut session = Document::of_recording(Recording::read(None, file, 1 << 20), file, 0);
    /// let path = "[2].time".parse()?; // The short form of `[2].params.time`.
    /// assert_eq!(session.get_path(&path)?.as_packet().unwrap().as_json(), "7");
    /// session.set_path(&path, PacketPart::from_json("8"))?;
    /// assert_eq!(session.encode()?[..28], file[..28]);
    /// assert_eq!(session.encode()?[28..], [8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_recording(recording: Recording<'a>, file: impl Into<Cow<'a, [u8]>>, skipped: usize) -> Self {
        let any = Format::Minecraft(Protocol::V1_14, TypeExpr::Bool);
        let format = recording.packet(0).map_or(any, |first| first.packet.into());
        let values = (0..recording.len()).map(|_| Slot::untouched(0..0, None)).collect();
        let arrangement = if recording.is_replay() { Arrangement::Replay } else { Arrangement::Packets };
        let located = (arrangement, format, None);
        let document = Self::located(Opened::unopened(file), located, skipped, values);
        Self { recording: Some(Box::new(recording)), ..document }
    }

    /// Returns the recording, if the values are its packets.
    pub fn recording(&self) -> Option<&Recording<'a>> {
        self.recording.as_deref()
    }

    /// Returns the error after the values, if the contents were only [read](Self::read).
    pub fn broken(&self) -> Option<&DecodeError> {
        self.broken.as_ref()
    }

    /// Returns the error of the first text of Java's NBT that is not modified UTF-8, which the game refuses. Such a file is
    /// opened, with the bytes of the text, by [`allow_nearest`](OpenOptions::allow_nearest).
    pub fn bad_text(&self) -> Option<&DecodeError> {
        self.bad_text.as_ref()
    }

    /// Creates a document from the values in a text. The contents stay the text, and the encoded values are stored beside it.
    fn of_text(opened: Opened<'a>, text: TextContents) -> Self {
        let has_settings = text.kind == TextKind::ConfigFile;
        let arrangement =
            if has_settings { Arrangement::Settings(KeyLength::Bytes) } else { Arrangement::Single };
        let located = (arrangement, text.format, None);
        let values = text.values.into_iter().map(|value| Slot::new(value.place, value.name, value.wire));
        let (end, kind) = (opened.contents().len(), Some(text.kind));
        Self { text: kind, end, ..Self::located(opened, located, end, values.collect()) }
    }

    /// Creates a document for a file of a known format.
    fn located(
        opened: Opened<'a>,
        (arrangement, format, found): (Arrangement, Format, Option<Contents>),
        skipped: usize,
        values: Vec<Slot>,
    ) -> Self {
        let end = values.last().map_or(skipped, |last| last.place.end);
        Self {
            opened,
            skipped,
            arrangement,
            format,
            found,
            text: None,
            values,
            end,
            rearranged: false,
            damage_allowed: false,
            broken: None,
            bad_text: None,
            recording: None,
        }
    }

    /// Sets the key that [`encode`](Self::encode) encrypts with.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<Option<EncryptionKey>>) -> Self {
        self.opened.key = key.into();
        self
    }

    /// Sets whether [`encode`](Self::encode) may lose the part of the file after its damage.
    ///
    /// This matters if the container or the contents were opened up to their damage and the document was changed. By
    /// default, `encode` then returns [`DocumentError::Damaged`]. An unchanged document is always written with the
    /// bytes that it was opened with, damage included.
    ///
    /// ```
    /// use gamewire_files::document::{Document, DocumentError, OpenOptions};
    /// use gamewire_files::minecraft::{Packing, pack};
    /// use gamewire::minecraft::nbt::Tag;
    ///
    /// let mut file = pack(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0", Packing::Gzip)?;
    /// *file.last_mut().unwrap() ^= 1; // The length at the end is wrong.
    /// assert!(Document::open(&file).is_err());
    ///
    /// let options = OpenOptions::new().allow_damaged(true);
    /// let mut level = Document::open_with(&file, &options)?;
    /// level.set_path(&"$.Gold".parse()?, Tag::Int(999))?;
    /// assert!(matches!(level.encode(), Err(DocumentError::Damaged(_))));
    /// let level = level.allow_damaged(true);
    /// let repaired = level.encode()?;
    /// assert!(Document::open(&*repaired).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_damaged(self, yes: bool) -> Self {
        Self { damage_allowed: yes, ..self }
    }

    /// Returns the damage of the outermost damaged container, or of the contents, if the file was opened up to it.
    /// See [`OpenOptions::allow_damaged`] and [`OpenOptions::allow_incomplete`].
    pub fn damage(&self) -> Option<&OpenErrorKind> {
        self.opened.damage()
    }

    /// Converts the document to one that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Document<'static> {
        Document {
            opened: self.opened.into_owned(),
            skipped: self.skipped,
            arrangement: self.arrangement,
            format: self.format,
            found: self.found,
            text: self.text,
            values: self.values,
            end: self.end,
            rearranged: self.rearranged,
            damage_allowed: self.damage_allowed,
            broken: self.broken,
            bad_text: self.bad_text,
            recording: self.recording.map(|recording| Box::new(recording.into_owned())),
        }
    }

    /// Returns the bytes of the file that was opened. If it was decrypted in place, it is encrypted again.
    pub fn file(&self) -> Cow<'_, [u8]> {
        self.opened.file()
    }

    /// Returns the containers, outermost first.
    pub fn layers(&self) -> &[Layer] {
        self.opened.layers()
    }

    /// Returns the contents of the containers, as they were opened.
    pub fn contents(&self) -> &[u8] {
        self.opened.contents()
    }

    /// Returns the arrangement of the values in the contents.
    pub fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// Returns the format of the values.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// Returns what was detected, with the reason for the format. Returns `None` if the caller set a format of
    /// Minecraft, or if the file is text.
    pub fn found(&self) -> Option<&Contents> {
        self.found.as_ref()
    }

    /// Returns the kind of the text, if the file is text.
    pub fn text(&self) -> Option<TextKind> {
        self.text
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns an iterator over the values, in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = ValueRef<'_>> {
        self.values.iter().enumerate().map(|(number, slot)| ValueRef { slot, within: self.within(number) })
    }

    /// Returns an iterator over mutable values, in order. [`ValueMut::godot`] and [`ValueMut::nbt`] decode them.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = ValueMut<'_>> {
        let (slots, within) = self.slots_mut();
        slots.iter_mut().enumerate().map(move |(number, slot)| ValueMut { slot, within: within(number) })
    }

    /// Returns the values, and a function that returns the surroundings of the value with a number.
    fn slots_mut<'s>(&'s mut self) -> (&'s mut [Slot], impl Fn(usize) -> Within<'s>) {
        let (contents, arrangement) = (self.opened.contents(), self.arrangement);
        let (format, recording) = (&self.format, self.recording.as_deref());
        (&mut self.values, move |number| Within { contents, arrangement, format, recording, number })
    }

    fn within(&self, number: usize) -> Within<'_> {
        let (contents, recording) = (self.opened.contents(), self.recording.as_deref());
        Within { contents, arrangement: self.arrangement, format: &self.format, recording, number }
    }

    /// Returns the value with this number, counted from 0.
    ///
    /// # Errors
    /// Returns an error if there is no such value.
    pub fn value(&self, number: usize) -> Result<ValueRef<'_>, DocumentError> {
        let missing = DocumentError::NoValue { number, count: self.len() };
        let slot = self.values.get(number).ok_or(missing)?;
        Ok(ValueRef { slot, within: self.within(number) })
    }

    /// Returns the mutable value with this number, counted from 0.
    ///
    /// # Errors
    /// Returns an error if there is no such value.
    pub fn value_mut(&mut self, number: usize) -> Result<ValueMut<'_>, DocumentError> {
        let missing = DocumentError::NoValue { number, count: self.len() };
        let (slots, within) = self.slots_mut();
        Ok(ValueMut { slot: slots.get_mut(number).ok_or(missing)?, within: within(number) })
    }

    /// Replaces all values by other encoded values. In a file of settings, each value has a name.
    ///
    /// # Errors
    /// Returns an error if the file is one value and `values` has another number of values.
    pub fn set_values(
        &mut self,
        values: impl IntoIterator<Item = (Option<String>, Vec<u8>)>,
    ) -> Result<(), DocumentError> {
        // In a text file, a setting keeps its place if it keeps its name, and a single value always keeps its place.
        let mut places: HashMap<Option<String>, Vec<Range<usize>>> = HashMap::new();
        if self.text.is_some() {
            for slot in self.values.iter().rev() {
                places.entry(slot.name.clone().map(Into::into)).or_default().push(slot.place.clone());
            }
        }
        let values = values.into_iter().map(|(name, bytes)| {
            let place = places.get_mut(&name).and_then(Vec::pop).unwrap_or(self.end..self.end);
            Slot::new(place, name, bytes)
        });
        let values: Vec<Slot> = values.collect();
        if self.is_single() && values.len() != self.values.len() {
            return Err(DocumentError::Single { count: values.len() });
        }
        self.values = values;
        self.rearranged = true;
        Ok(())
    }

    /// Adds an encoded value after the others. In a file of settings, each value has a name.
    ///
    /// # Errors
    /// Returns an error if the file can only have one value and has one already.
    pub fn push(&mut self, name: Option<String>, bytes: Vec<u8>) -> Result<(), DocumentError> {
        if self.is_single() && !self.is_empty() {
            return Err(DocumentError::Single { count: self.len() + 1 });
        }
        self.values.push(Slot::new(self.end..self.end, name, bytes));
        self.rearranged = true;
        Ok(())
    }

    fn is_single(&self) -> bool {
        !matches!(self.arrangement, Arrangement::Framed(_) | Arrangement::Settings(_) | Arrangement::Roots(_))
    }
}
