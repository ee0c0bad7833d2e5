//! The options of opening a file.

use std::borrow::Cow;

use super::{DocumentError, Format, FormatBasis, Reading};
use crate::identify::{Arrangement, Expect, OpenError, Opened, Opener, ValueFormat};

/// The options of opening a file: what is known about it, and what is allowed. By default everything is detected.
///
/// [`Document::open_with`](super::Document::open_with) opens a whole file. Its two steps are there for themselves, for programs that
/// read files that [`Document`](super::Document) refuses: [`containers`](Self::containers), then [`read`](Self::read).
///
/// ```
/// use gamewire::document::{Document, OpenOptions};
/// use gamewire::godot::{Framing, Variant};
/// use gamewire::identify::Arrangement;
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
    arrangement: Option<Arrangement>,
    pub(super) skipped: usize,
    trailing: bool,
    objects_refused: bool,
    pub(super) incomplete: bool,
    pub(super) nearest: bool,
    pub(super) text: bool,
}

impl OpenOptions {
    /// Creates the defaults: everything is detected, full objects are decoded to data, trailing bytes are an error.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the options of containers: the key of an encrypted file, the maximum size of the contents, whether damage is allowed.
    #[must_use]
    pub fn opener(mut self, opener: Opener) -> Self {
        self.opener = opener;
        self
    }

    /// Sets the format of the values; `None` detects it. With a format, values that it does not read are opened too: they are an error
    /// when they are read.
    #[must_use]
    pub fn format(mut self, format: impl Into<Option<Format>>) -> Self {
        self.format = format.into();
        self
    }

    /// Sets the arrangement of the values; `None` detects it.
    #[must_use]
    pub fn arrangement(mut self, arrangement: impl Into<Option<Arrangement>>) -> Self {
        self.arrangement = arrangement.into();
        self
    }

    /// Sets the number of bytes before the first value in the contents: a header of the game's own, which is kept.
    #[must_use]
    pub fn skip(mut self, bytes: usize) -> Self {
        self.skipped = bytes;
        self
    }

    /// Sets whether bytes may follow a value of a format that is detected. Those after a single value are kept; those after a value in a
    /// frame are kept as long as that value is not changed.
    #[must_use]
    pub fn allow_trailing(mut self, yes: bool) -> Self {
        self.trailing = yes;
        self
    }

    /// Sets whether full objects are decoded to data, if the format is detected. They are by default.
    #[must_use]
    pub fn allow_objects(mut self, yes: bool) -> Self {
        self.objects_refused = !yes;
        self
    }

    /// Sets whether values that are cut or damaged are opened up to the damage, if anything is before it. A [`Reading`] then has the
    /// [incomplete value](Reading::incomplete), and a document the [repaired](Reading::repaired) contents and their
    /// [damage](super::Document::damage).
    #[must_use]
    pub fn allow_incomplete(mut self, yes: bool) -> Self {
        self.incomplete = yes;
        self
    }

    /// Sets whether a document is opened that no format reads to the end, with the format that reads the longest prefix:
    /// [`FormatBasis::Nearest`](FormatBasis::Nearest). By default it is an error.
    #[must_use]
    pub fn allow_nearest(mut self, yes: bool) -> Self {
        self.nearest = yes;
        self
    }

    /// Sets whether a document may be text: Godot's ConfigFile, SNBT, or JSON (with the feature `json`). By default such a file is
    /// [`Foreign`](DocumentError::Foreign).
    ///
    /// The values of a text have the bytes that a binary file would have. [`Document::encode`](super::Document::encode) replaces
    /// the text of what was changed. All other characters stay as they are: spaces, comments, line ends, the order of keys.
    ///
    /// ```
    /// use gamewire::document::{Document, OpenOptions};
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

    /// Opens the containers of a file. Types of Minecraft other than NBT can begin with any bytes: theirs are not opened.
    ///
    /// # Errors
    /// The errors of [`Opener::open`].
    pub fn containers<'a>(&self, file: impl Into<Cow<'a, [u8]>>) -> Result<Opened<'a>, OpenError> {
        match &self.format {
            Some(format) if !format.has_containers() => Ok(Opened::unopened(file)),
            Some(_) | None => self.opener.open(file),
        }
    }

    /// Divides contents into values, and detects what is not given. If no format reads all of the contents, the result is
    /// [the nearest](FormatBasis::Nearest). Offsets count from the start of the contents.
    ///
    /// # Errors
    /// If the contents are shorter than the bytes to be skipped, are empty or of a foreign format, or several formats read them with
    /// different values.
    pub fn read<'a>(&self, contents: &'a [u8]) -> Result<Reading<'a>, DocumentError> {
        let (length, skipped) = (contents.len(), self.skipped);
        let (before, values) =
            contents.split_at_checked(skipped).ok_or(DocumentError::Skip { length, skipped })?;
        let mut reading = match &self.format {
            Some(format @ Format::Minecraft(..)) => Reading::named(values, format.clone(), self.arrangement),
            Some(format @ Format::Godot(decoder)) => {
                let expect = self.expect().dialect(Some(decoder.dialect()));
                self.detect(values, expect.allow_trailing(format.allows_trailing()))?
            }
            None => self.detect(values, self.expect().allow_trailing(self.trailing))?,
        };
        if self.incomplete {
            reading.add_incomplete(|found| self.format_of(found));
        }
        Ok(reading.after(before))
    }

    /// Refuses contents that no format reads to the end, unless that is allowed, and contents of a given format without a value.
    pub(super) fn accept(&self, reading: &Reading<'_>) -> Result<(), DocumentError> {
        match (&reading.basis, &reading.broken) {
            (FormatBasis::Nearest { format, error, .. }, _) if self.format.is_none() && !self.nearest => {
                Err(DocumentError::Unknown { nearest: *format, error: error.clone() })
            }
            (_, Some(error)) if self.format.is_some() && reading.values.is_empty() => {
                Err(error.clone().into())
            }
            _ => Ok(()),
        }
    }

    fn expect(&self) -> Expect {
        Expect::new().arrangement(self.arrangement)
    }

    fn detect<'a>(&self, contents: &'a [u8], expect: Expect) -> Result<Reading<'a>, DocumentError> {
        Reading::detected(contents, expect, |found| self.format_of(found))
    }

    /// The format of the values, where this one was found.
    fn format_of(&self, found: ValueFormat) -> Format {
        let detected =
            || Format::from(found).allow_objects(!self.objects_refused).allow_trailing(self.trailing);
        self.format.clone().unwrap_or_else(detected)
    }
}
