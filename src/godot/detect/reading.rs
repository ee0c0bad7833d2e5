//! A number for what a dialect reads: equal values, written by one and the same dialect, have the same, be there NaNs or not.

use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher};

use foldhash::fast::{FoldHasher, RandomState};

use crate::godot::dialect::Dialect;
use crate::godot::encode::Encoder;
use crate::godot::ids::Kind;
use crate::godot::model::Variant;

/// Dialects that can write any value between them. The first that can write a value says what is in it.
const WIDEST: [Dialect; 2] = [Dialect::GODOT_4.double(), Dialect::GODOT_2];

/// The number of a value that was built.
pub(super) fn reading(value: &Variant<'_>) -> Option<u64> {
    let written = |(at, common): (usize, Dialect)| common.encode(value).ok().map(|bytes| (at, bytes));
    let written = WIDEST.into_iter().enumerate().find_map(written)?;
    let mut hasher = DefaultHasher::new();
    written.hash(&mut hasher);
    Some(hasher.finish())
}

/// The number of a value whose parts are added one after the other, without building it.
///
/// Bytes are hashed apart from the numbers between them, and zeros at the end are nothing, so that no value is without a type and
/// no type is 0.
pub(super) struct ReadingHasher {
    hasher: FoldHasher<'static>,
    /// The number of nulls since the last other value: they are hashed together.
    nulls: usize,
    /// Whether one of [`WIDEST`] can write the value.
    is_written: bool,
    buffer: Vec<u8>,
}

impl ReadingHasher {
    pub(super) fn new(hashing: &RandomState) -> Self {
        Self { hasher: hashing.build_hasher(), nulls: 0, is_written: true, buffer: Vec::new() }
    }

    /// Returns the number; 0 if none of [`WIDEST`] can write the value.
    pub(super) fn finish(mut self) -> u64 {
        // The nulls at the end.
        self.tag(Kind::Nil);
        if self.is_written { self.hasher.finish() } else { 0 }
    }

    /// Adds nulls.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn nulls(&mut self, count: usize) {
        self.nulls += count;
    }

    /// Hashes the nulls since the last other value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn end_nulls(&mut self) {
        if self.nulls > 0 {
            self.hasher.write_u8(Kind::Nil as u8 + 1);
            self.hasher.write_usize(std::mem::take(&mut self.nulls));
        }
    }

    /// Hashes a type, before the contents.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tag(&mut self, kind: Kind) {
        self.end_nulls();
        self.hasher.write_u8(kind as u8 + 1);
    }

    /// Hashes a type and a number at once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tagged(&mut self, kind: Kind, bits: u64) {
        self.hasher.write_u128(u128::from(kind as u8 + 1) << 64 | u128::from(bits));
    }

    /// Adds a bool, an int or a float.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn number(&mut self, kind: Kind, bits: u64) {
        self.end_nulls();
        self.tagged(kind, bits);
    }

    /// Adds a number of a structure, before which the nulls were ended.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn component(&mut self, kind: Kind, real: f64) {
        self.tagged(kind, real.to_bits());
    }

    /// Adds ints of 32 bits, which are given with their headers.
    pub(super) fn narrow_ints(&mut self, values: &[u8]) {
        self.end_nulls();
        let (values, _) = values.as_chunks::<8>();
        for [_, _, _, _, int @ ..] in values {
            self.tagged(Kind::Int, i64::from(i32::from_le_bytes(*int)).cast_unsigned());
        }
    }

    /// Adds a String or a StringName.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn text(&mut self, kind: Kind, text: &[u8]) {
        self.tag(kind);
        self.name(text);
    }

    /// Adds the name of a property.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn name(&mut self, text: &[u8]) {
        self.hasher.write_usize(text.len());
        self.hasher.write(text);
    }

    /// Adds the type and the count of a container without declared types.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn plain(&mut self, kind: Kind, count: usize) {
        self.tag(kind);
        self.hasher.write_usize(count);
    }

    /// Adds the fields before the elements of a container, which is given without elements.
    pub(super) fn head(&mut self, empty: &Variant<'_>, count: usize) {
        let is_untyped = matches!(empty, Variant::Array(array) if array.element_type().is_none())
            || matches!(empty, Variant::Dictionary(dictionary) if dictionary.entry_types().is_none());
        if is_untyped {
            // The shared bit does not matter.
            self.plain(empty.kind(), count);
        } else {
            self.tag(empty.kind());
            self.written(empty);
            self.hasher.write_usize(count);
        }
    }

    /// Adds a value without values inside.
    pub(super) fn value(&mut self, value: &Variant<'_>) {
        let kind = value.kind();
        match value {
            Variant::Nil => self.nulls(1),
            Variant::Bool(bool) => self.number(kind, (*bool).into()),
            Variant::Int(number) => self.number(kind, number.cast_unsigned()),
            Variant::Float(number) => self.number(kind, number.to_bits()),
            Variant::String(text) | Variant::StringName(text) => self.text(kind, text.as_bytes()),
            value => {
                self.tag(kind);
                self.written(value);
            }
        }
    }

    /// Hashes what the first of [`WIDEST`] writes for a value.
    fn written(&mut self, value: &Variant<'_>) {
        self.is_written &= WIDEST.into_iter().any(|widest| {
            self.buffer.clear();
            Encoder::new(widest).encode_into(value, &mut self.buffer).is_ok()
        });
        self.hasher.write(&self.buffer);
    }
}
