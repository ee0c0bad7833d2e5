//! A comparison of the bytes of a value with those that the engine of a dialect writes for it, leaf by leaf.

use crate::godot::dialect::Dialect;
use crate::godot::encode::Encoder;
use crate::godot::ids::{Kind, Shape, everywhere};
use crate::godot::model::{Text, Variant};
use crate::godot::wire::CheckedReader;

/// The header word of a String, in every dialect.
const TEXT: [u8; 4] = [everywhere(Kind::String), 0, 0, 0];

/// A null, in every dialect.
pub(super) const NIL: [u8; 4] = [everywhere(Kind::Nil), 0, 0, 0];

/// The first byte that the engine writes differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    /// All bytes so far are written as they were read.
    None,
    /// The place is known, and the engine writes all values so far.
    At(usize),
    /// There is one, and the value has to be built to know its place.
    Unknown,
}

impl Difference {
    fn place(self) -> Option<usize> {
        if let Self::At(place) = self { Some(place) } else { None }
    }
}

/// A comparison of the bytes of a value with those that the engine writes.
enum Written {
    Same,
    Other,
    /// It does not write the value.
    Nothing,
}

/// The comparison of a value whose parts are added one after the other.
pub(super) struct Comparison<'r> {
    reader: CheckedReader<'r>,
    dialect: Dialect,
    /// The number of bytes of the input.
    total: usize,
    is_canonical: bool,
    difference: Difference,
    buffer: Vec<u8>,
}

impl<'r> Comparison<'r> {
    pub(super) fn new(reader: CheckedReader<'r>, dialect: Dialect, total: usize) -> Self {
        Self { reader, dialect, total, is_canonical: true, difference: Difference::None, buffer: Vec::new() }
    }

    /// Returns whether the engine writes exactly these bytes.
    pub(super) fn is_canonical(&self) -> bool {
        self.is_canonical
    }

    /// Returns whether no value so far is written differently.
    pub(super) fn is_same(&self) -> bool {
        self.difference == Difference::None
    }

    /// The first byte that the engine writes differently, if it is known.
    pub(super) fn place(&self) -> Option<usize> {
        self.difference.place()
    }

    /// Adds a null with flags in its header, which engines ignore and do not write.
    pub(super) fn flagged_null(&mut self, start: &[u8], rest: &[u8]) {
        if self.is_same() {
            self.buffer.clear();
            self.buffer.extend(NIL);
            self.differs(start, rest, true);
        }
    }

    /// Adds the header and the count of a container with neither declared types nor a shared bit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn plain(&mut self, kind: Kind, start: &[u8], inside: &[u8], count: usize) {
        let words = self.dialect.id(kind).map(u32::from).zip(u32::try_from(count).ok());
        let written = words.map(|(word, count)| u64::from(word) | u64::from(count) << 32);
        let written = written.map(u64::to_le_bytes);
        if written.is_none_or(|written| read(start, inside) != written) {
            self.buffer.clear();
            self.buffer.extend(written.into_iter().flatten());
            self.differs(start, inside, written.is_some());
        }
    }

    /// Adds the fields before the elements of any other container, which is given without elements.
    pub(super) fn head(&mut self, empty: &Variant<'_>, start: &[u8], inside: &[u8], count: usize) {
        let is_written = self.write(empty);
        // The last word is the count, perhaps with a flag.
        if let (Some(word), Ok(count)) = (self.buffer.last_chunk_mut::<4>(), u32::try_from(count)) {
            *word = (u32::from_le_bytes(*word) | count).to_le_bytes();
        }
        if !is_written || self.buffer != read(start, inside) {
            self.differs(start, inside, is_written);
        }
    }

    /// Adds a value without values inside, its bytes being those from `start` to `rest`.
    pub(super) fn value(&mut self, value: &Variant<'_>, start: &[u8], rest: &[u8]) {
        if self.difference == Difference::Unknown {
            return;
        }
        match self.written(value, read(start, rest)) {
            Written::Same => {}
            Written::Other if self.difference != Difference::None => {}
            Written::Other => {
                let is_written = self.write(value);
                self.differs(start, rest, is_written);
            }
            Written::Nothing => self.differs_somewhere(),
        }
    }

    /// Adds the name of a property.
    pub(super) fn name(&mut self, text: &Text<'_>, block: &[u8]) {
        if !is_block(text, block) {
            self.differs_somewhere();
        }
    }

    /// The engine writes other bytes than those from `start` to `rest`: those in the buffer, if it writes any.
    #[cold]
    fn differs(&mut self, start: &[u8], rest: &[u8], is_written: bool) {
        self.is_canonical = false;
        let read = read(start, rest);
        let same = read.iter().zip(&self.buffer).take_while(|(read, written)| read == written).count();
        // Where one is the beginning of the other, the bytes after them decide.
        let is_inside = same < read.len().min(self.buffer.len());
        self.difference = match self.difference {
            Difference::None if is_written && is_inside => Difference::At(self.total - start.len() + same),
            Difference::At(place) if is_written => Difference::At(place),
            Difference::None | Difference::At(_) | Difference::Unknown => Difference::Unknown,
        };
    }

    /// The engine writes other bytes, or does not write the value at all.
    #[cold]
    pub(super) fn differs_somewhere(&mut self) {
        self.is_canonical = false;
        self.difference = Difference::Unknown;
    }

    /// A value is of another type than its container declares.
    #[cold]
    pub(super) fn differs_by_type(&mut self) {
        self.is_canonical = false;
    }

    /// Compares the bytes of a value without values inside with those that the engine writes.
    fn written(&mut self, value: &Variant<'_>, bytes: &[u8]) -> Written {
        let Some((word, payload)) = bytes.split_first_chunk::<4>() else { return Written::Nothing };
        if let Variant::String(text) = value
            && *word == TEXT
            && is_block(text, payload)
        {
            return Written::Same;
        }
        // What has one form for each header word. A NaN of 32 bits changes when it is widened.
        let has_one_form = match value.kind().shape() {
            Shape::Unit | Shape::Int | Shape::Reals | Shape::Ints | Shape::Packed | Shape::PackedReals => {
                true
            }
            Shape::Float => !matches!(value, Variant::Float(number) if number.is_nan()),
            Shape::Bool => matches!(value, Variant::Bool(bool) if payload == u32::from(*bool).to_le_bytes()),
            Shape::Text | Shape::Name => value.as_text().is_some_and(|text| is_block(text, payload)),
            Shape::Bytes => payload.split_first_chunk::<4>().is_some_and(|(count, bytes)| {
                let padding = bytes.get(u32::from_le_bytes(*count) as usize..).unwrap_or_default();
                bytes.len() % 4 == 0 && padding.iter().all(|byte| *byte == 0)
            }),
            Shape::Strings | Shape::NodePath | Shape::Rid | Shape::Signal | Shape::Image => false,
            Shape::InputEvent | Shape::Object | Shape::Dictionary | Shape::Array => false,
        };
        let is_same = match has_one_form {
            true => self.reader.written_word(value).map(|written| written == u32::from_le_bytes(*word)),
            false => self.write(value).then(|| self.buffer == bytes),
        };
        match is_same {
            Some(true) => Written::Same,
            Some(false) => Written::Other,
            None => Written::Nothing,
        }
    }

    /// Encodes a value into the buffer.
    fn write(&mut self, value: &Variant<'_>) -> bool {
        self.buffer.clear();
        Encoder::new(self.dialect).encode_into(value, &mut self.buffer).is_ok()
    }
}

/// The bytes from `start` to `rest`, which ends where `start` does.
pub(super) fn read<'a>(start: &'a [u8], rest: &[u8]) -> &'a [u8] {
    start.get(..start.len() - rest.len()).unwrap_or_default()
}

/// Returns whether a string block is the one that is written for its text. `false` is always a right answer.
fn is_block(text: &Text<'_>, block: &[u8]) -> bool {
    let Some((length, characters)) = block.split_first_chunk::<4>() else { return false };
    let is_whole = u32::from_le_bytes(*length) as usize == text.len();
    let Some(bytes) = text.plain_bytes().filter(|_| is_whole) else { return false };
    let Some(padding) = characters.strip_prefix(bytes) else { return false };
    padding.len() == bytes.len().wrapping_neg() % 4 && padding.iter().all(|byte| *byte == 0)
}
