//! The settings of an exported game, `project.binary`.

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::multi::all;
use cookie_factory::sequence::{pair, tuple};

use super::fields::{LITTLE, enough, gen_length, key_text, magic, word};
use gamewire::Repaired;
use gamewire::error::{DecodeError, EncodeError};
use gamewire::godot::{Decoder, Dialect, Variant};
use gamewire::grammar::{
    Cx, Parse, Read, Rules, accept, field, field_as, gen_part, le_u32, list, part, said, slice, take, typed,
};
use gamewire::shared::edge::recounted;
use gamewire::shared::edge::{Counts, Edge, Given, Layout};
use gamewire::shared::explain::Writer;
use gamewire::trace::{Meaning, Part, Shown, Trace, Unit};

/// The least size of a setting: an empty key and an empty value, each with a length of four bytes.
const SETTING: usize = 8;

impl Rules for KeyLength {
    type Scratch = ();
}

/// The unit of the length before a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum KeyLength {
    /// Bytes. Every release reads lengths in bytes; 3.5 and later write them.
    #[default]
    Bytes,
    /// Characters. Godot up to 3.2.3 writes the number of characters instead of the number of bytes, and then cannot read
    /// the file itself. For keys in ASCII, both numbers are the same.
    Characters,
}

/// The setting that names the release of Godot 4 that saved the project, and the renderer.
pub(crate) const FEATURES: &str = "application/config/features";

/// A setting: its name, and the bytes of its value.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, variant};
/// use gamewire_files::godot::Setting;
/// let value = Dialect::GODOT_4.encode(&variant!("My Game"))?;
/// let name = Setting::new("application/config/name", value);
/// assert_eq!(name.decode(&Decoder::new(Dialect::GODOT_4))?, "My Game");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Setting<'a> {
    /// The name, such as `application/config/name`.
    pub key: Cow<'a, str>,
    /// The encoded value.
    pub value: Cow<'a, [u8]>,
    offset: usize,
}

impl PartialEq for Setting<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value
    }
}

impl<'a> Setting<'a> {
    /// Creates a setting from its name and the bytes of its value.
    #[must_use]
    pub fn new(key: impl Into<Cow<'a, str>>, value: impl Into<Cow<'a, [u8]>>) -> Self {
        Self { key: key.into(), value: value.into(), offset: 0 }
    }

    /// Returns the offset of the value in the file that the setting was read from, or 0 if it was not read from a file.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Decodes the value. The engine accepts full objects here, so the decoder should [allow](Decoder::allow_objects)
    /// them.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid value, with the offset in the whole file. The length of a value is
    /// known, so a value that is too short is not an incomplete one.
    pub fn decode(&self, decoder: &Decoder) -> Result<Variant, DecodeError> {
        decoder.parse(&self.value).map_err(|error| error.in_slice(self.offset))
    }

    /// Converts the setting to one that owns its contents.
    #[must_use]
    pub fn into_owned(self) -> Setting<'static> {
        Setting {
            key: Cow::Owned(self.key.into_owned()),
            value: Cow::Owned(self.value.into_owned()),
            offset: self.offset,
        }
    }
}

/// The settings of a `project.binary` (`engine.cfb` before Godot 3), in order. The layout is described at [`project`].
///
/// Values are decoded only when they are asked for. A value that cannot be decoded does not affect the others (the
/// engine skips it), and is written back unchanged. In an exported game the input actions contain full objects, so the
/// decoder must allow them.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect};
/// use gamewire_files::godot::ProjectFile;
///
/// let bytes = b"ECFG\x01\0\0\0\x05\0\0\0x/int\x08\0\0\0\x02\0\0\0\x05\0\0\0";
/// let mut project = ProjectFile::parse(bytes)?;
/// let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
/// for setting in &project.settings {
///     println!("{} = {}", setting.key, setting.decode(&decoder)?);
/// }
/// assert_eq!(project.get("x/int").unwrap().decode(&decoder)?, 5);
///
/// project.set("x/int", Dialect::GODOT_4, &6.into())?;
/// assert_eq!(project.encode()?, b"ECFG\x01\0\0\0\x05\0\0\0x/int\x08\0\0\0\x02\0\0\0\x06\0\0\0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ProjectFile<'a> {
    /// The settings, in the order of the file. The engine writes `_custom_features` first.
    pub settings: Vec<Setting<'a>>,
    /// The unit of the lengths of keys, when they are read and written.
    pub key_length: KeyLength,
}

impl<'a> ProjectFile<'a> {
    /// Parses all of `bytes`.
    ///
    /// Godot up to 3.2.3 writes the length of a key in characters instead of bytes, which differs for keys that are not
    /// ASCII. Every engine reads lengths in bytes, so this function tries bytes first. If that fails, it tries
    /// characters. [`key_length`](Self::key_length) returns which of them was used.
    ///
    /// # Errors
    /// Returns an error if the bytes do not begin with `ECFG`, end too early, or continue after the last setting, or if
    /// a key is not UTF-8. Values are not checked.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let whole = |key_length| Edge(&Given::new(&key_length), &AnyProject).parse(bytes);
        whole(KeyLength::Bytes).or_else(|error| whole(KeyLength::Characters).map_err(|_| error))
    }

    /// Parses the file at the start of `bytes` as the engine does, with lengths of keys in bytes. Returns it with the
    /// bytes after the last setting.
    ///
    /// # Errors
    /// Returns the errors of [`parse`](Self::parse), except that bytes may follow.
    pub fn parse_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        Edge(&Given::prefix(&KeyLength::Bytes), &AnyProject).parse_prefix(bytes)
    }

    /// Returns the settings of a truncated or damaged file that precede the damage, as the bytes of a complete file.
    ///
    /// Returns `None` if the file is undamaged, or if the damage is before the first setting.
    #[must_use]
    pub fn repair(bytes: &'a [u8]) -> Option<Repaired> {
        Self::parse(bytes).err()?;
        let counts = Counts { nested: false, end_tags: false, count: &recounted };
        let settings = |key_length| {
            Edge(&Given::new(&key_length), &AnyProject)
                .repair(&counts, bytes)
                .filter(|repaired| ProjectFile::parse(&repaired.bytes).is_ok())
        };
        let [bytes, characters] = [KeyLength::Bytes, KeyLength::Characters].map(settings);
        let longer = |repaired: &Repaired| characters.as_ref().is_none_or(|other| other.end <= repaired.end);
        bytes.filter(longer).or(characters)
    }

    /// Returns the setting with this name. If several settings have it, returns the last one, which is the one that the
    /// engine uses.
    pub fn get(&self, key: &str) -> Option<&Setting<'a>> {
        self.settings.iter().rev().find(|setting| setting.key == key)
    }

    /// Sets the value of a setting, or adds the setting at the end. Each call searches all settings, so
    /// [`edit`](Self::edit) is faster for many changes.
    ///
    /// # Errors
    /// Returns an error if the dialect cannot encode the value. The settings are then unchanged.
    pub fn set(&mut self, key: &str, dialect: Dialect, value: &Variant) -> Result<(), EncodeError> {
        let value = Cow::Owned(dialect.encode(value)?);
        match self.settings.iter_mut().rev().find(|setting| setting.key == key) {
            Some(setting) => setting.value = value,
            None => self.settings.push(Setting::new(key.to_owned(), value)),
        }
        Ok(())
    }

    /// Encodes the file.
    ///
    /// # Errors
    /// Returns an error if a key or a value takes 4 GiB or more, or if there are too many settings for a count of 32
    /// bits.
    pub fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        Edge(&Given::new(&self.key_length), &AnyProject).encode(self)
    }

    /// Converts the settings to ones that own their contents.
    #[must_use]
    pub fn into_owned(self) -> ProjectFile<'static> {
        let settings = self.settings.into_iter().map(Setting::into_owned).collect();
        ProjectFile { settings, key_length: self.key_length }
    }
}

/// The settings of a project file (`core/globals.cpp` in Godot 2, `core/project_settings.cpp` in 3,
/// `core/config/project_settings.cpp` in 4). Numbers are little-endian, nothing is padded.
///
/// | size | field |
/// |------|-------|
/// | 4    | magic, `ECFG` |
/// | 4    | count of settings |
///
/// and then for each setting
///
/// | size | field |
/// |------|-------|
/// | 4    | key length, in bytes; up to Godot 3.2.3 in characters |
/// | ..   | key, UTF-8 |
/// | 4    | value length in bytes |
/// | ..   | the bytes of one value |
pub fn project<'a, T: Trace>(cx: Cx<'_, KeyLength, T>) -> impl Parse<'a, ProjectFile<'a>> {
    move |start: &'a [u8]| {
        let (i, count) = project_head(cx)(start)?;
        let each = |n| part(cx, Part::Index(n), setting(cx, start.len()));
        let (i, settings) = list(cx, count, SETTING, each)(i)?;
        Ok((i, ProjectFile { settings, key_length: *cx.rules() }))
    }
}

/// Writes a `ProjectFile`, in the layout of [`project`].
pub fn gen_project<T: Trace, W: Write>(
    cx: Cx<'_, KeyLength, T>,
    project: &ProjectFile<'_>,
) -> impl SerializeFn<W> {
    tuple((
        slice(b"ECFG"),
        gen_length(cx, project.settings.len()),
        all(project.settings.iter().map(move |setting| gen_setting(cx, setting))),
    ))
}

/// Parses the magic and the number of settings, and promises them their bytes.
pub(crate) fn project_head<'a, T: Trace>(cx: Cx<'_, KeyLength, T>) -> impl Parse<'a, usize> {
    move |i: &'a [u8]| {
        let (i, ()) = magic(cx, "ECFG")(i)?;
        typed(cx, "count of settings", move |i: &'a [u8]| {
            let (rest, count) = field(cx, "number of settings", le_u32)(i)?;
            Ok((rest, cx.promise(i, rest, count, SETTING)?))
        })(i)
    }
}

/// Parses one setting of a file of `total` bytes.
fn setting<'a, T: Trace>(cx: Cx<'_, KeyLength, T>, total: usize) -> impl Parse<'a, Setting<'a>> {
    move |i: &'a [u8]| {
        let (i, key) = key(cx)(i)?;
        let (i, (left, value)) = part(cx, Part::Named(key), value(cx))(i)?;
        Ok((i, Setting { key: key.into(), value: value.into(), offset: total - left }))
    }
}

/// Mirrors [`setting`].
fn gen_setting<T: Trace, W: Write>(cx: Cx<'_, KeyLength, T>, setting: &Setting<'_>) -> impl SerializeFn<W> {
    pair(gen_key(cx, &setting.key), gen_part(cx, Part::Named(&setting.key), gen_value(cx, &setting.value)))
}

/// Parses a key and the length of the value after it.
pub(crate) fn setting_head<'a, T: Trace>(cx: Cx<'_, KeyLength, T>) -> impl Parse<'a, (&'a str, usize)> {
    move |i: &'a [u8]| {
        let (i, key) = key(cx)(i)?;
        let (i, length) = value_length(cx)(i)?;
        Ok((i, (key, length)))
    }
}

fn key<'a, T: Trace>(cx: Cx<'_, KeyLength, T>) -> impl Parse<'a, &'a str> {
    let (unit, remark) = match cx.rules() {
        KeyLength::Bytes => (Unit::BYTES, ""),
        KeyLength::Characters => (Unit::CHARACTERS, " characters"),
    };
    move |i: &'a [u8]| {
        let in_bytes = move |length, rest: &[u8]| match cx.rules() {
            KeyLength::Bytes => length,
            KeyLength::Characters => bytes_of_characters(rest, length),
        };
        let meaning = Meaning::from("key length").of(LITTLE).counting(unit);
        let number = said(cx, meaning, le_u32, move |length| format!("key length = {length}{remark}"));
        let length = accept(number, move |count, rest| enough(cx, in_bytes(count, rest), rest));
        let (i, length) = typed(cx, "key length", length)(i)?;
        part(cx, Part::Member("key"), key_text(cx, length))(i)
    }
}

/// Mirrors [`key`].
fn gen_key<T: Trace, W: Write>(cx: Cx<'_, KeyLength, T>, key: &str) -> impl SerializeFn<W> {
    let length = match cx.rules() {
        KeyLength::Bytes => key.len(),
        KeyLength::Characters => key.chars().count(),
    };
    pair(gen_length(cx, length), slice(key.as_bytes()))
}

fn value_length<'a, T: Trace>(cx: Cx<'_, KeyLength, T>) -> impl Parse<'a, usize> {
    let meaning = Meaning::from("value length").counting(Unit::BYTES);
    word(cx, "value length", meaning, move |length, rest| enough(cx, length, rest))
}

/// Parses the bytes of a value. The result includes the distance of the first one from the end of the file.
fn value<'a, T: Trace>(cx: Cx<'_, KeyLength, T>) -> impl Parse<'a, (usize, &'a [u8])> {
    move |i: &'a [u8]| {
        let (start, length) = value_length(cx)(i)?;
        let (i, bytes) = field_as(cx, "value", take(cx, length), |bytes| Shown::Bytes(bytes))(start)?;
        Ok((i, (start.len(), bytes)))
    }
}

/// Mirrors [`value`].
fn gen_value<T: Trace, W: Write>(cx: Cx<'_, KeyLength, T>, value: &[u8]) -> impl SerializeFn<W> {
    pair(gen_length(cx, value.len()), slice(value))
}

/// Returns the number of bytes of the next `count` characters. If there are fewer characters, the number is greater
/// than the length of the input.
fn bytes_of_characters(i: &[u8], count: u32) -> u32 {
    let mut bytes = 0_u32;
    for taken in 0..count {
        bytes = bytes.saturating_add(match i.get(bytes as usize) {
            None => return bytes.saturating_add(count - taken),
            Some(..0xc0) => 1,
            Some(..0xe0) => 2,
            Some(..0xf0) => 3,
            Some(_) => 4,
        });
    }
    bytes
}

struct AnyProject;

impl<'a> Layout<'a> for AnyProject {
    type Rules = KeyLength;
    type Value = ProjectFile<'a>;
    const WRITER: Writer = Writer::Engine(&[]);

    fn name(&self) -> &'static str {
        "a file"
    }

    fn parse<T: Trace>(&self, cx: Cx<'_, KeyLength, T>, i: &'a [u8]) -> Read<'a, ProjectFile<'a>> {
        project(cx)(i)
    }

    fn serializer<T: Trace, W: Write>(
        &self,
        cx: Cx<'_, KeyLength, T>,
        value: &ProjectFile<'a>,
    ) -> impl SerializeFn<W> {
        gen_project(cx, value)
    }

    fn lenient_counts(&self) -> bool {
        true
    }
}
