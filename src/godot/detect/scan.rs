//! One pass over a value that was checked: what is in it, whether the engine would write it so, and a number for the value,
//! without building it. The parsers that checked the value read it again, leaf by leaf.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::{FoldHasher, RandomState};

use super::evidence::{Component, Evidence};
use crate::godot::dialect::Dialect;
use crate::godot::encode::Encoder;
use crate::godot::ids::{Doubles, Kind, Shape, everywhere};
use crate::godot::model::{
    Array, Dictionary, EntryTypes, NumberType, Object, ObjectData, Text, Variant, surely_differ,
};
use crate::godot::wire::{CheckedReader, Header, Opened, Rules, StructureLayout};

/// The findings in a value.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) evidence: Evidence,
    /// A number: equal values, written by one and the same dialect, have the same, be there NaNs or not.
    pub(super) reading: u64,
    /// Whether the engine writes exactly these bytes.
    pub(super) canonical: bool,
    /// The first byte that the engine writes differently, if the scan can tell.
    pub(super) difference: Option<usize>,
    /// Whether there are full objects.
    pub(super) objects: bool,
    /// Whether there are values of types whose components have 32 or 64 bits. Without them, the findings are those for both
    /// precisions of an engine.
    pub(super) components: bool,
    /// The number of bytes of the value.
    pub(super) length: usize,
}

/// The aims of a scan, in addition to full objects.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Aims {
    pub(super) evidence: bool,
    /// The number for the value.
    pub(super) reading: bool,
    /// Whether the engine would write the same bytes.
    pub(super) canonical: bool,
}

impl Aims {
    /// Returns whether a scan with these aims has the findings of one with the others.
    pub(super) fn include(self, others: Self) -> bool {
        (self.evidence || !others.evidence)
            && (self.reading || !others.reading)
            && (self.canonical || !others.canonical)
    }
}

/// Dialects that can write any value between them. The first that can write a value says what is in it.
pub(super) const WIDEST: [Dialect; 3] =
    [Dialect::GODOT_4.double(), Dialect::PANDEMONIUM_5_0, Dialect::GODOT_2];

/// Scans the value at the start of `bytes`, which the dialect reads. `None` if two keys of a dictionary are the same or
/// a key is a container: the value then has to be built to know what it is.
pub(super) fn scan(dialect: Dialect, bytes: &[u8], aims: Aims, hashing: &RandomState) -> Option<Scan> {
    let rules = Rules { objects: true, ..dialect.into() };
    let mut scanner = Scanner {
        reader: CheckedReader(&rules),
        dialect,
        aims,
        found: Scan { canonical: true, ..Scan::default() },
        total: bytes.len(),
        difference: Difference::None,
        layout: None,
        is_written: true,
        hasher: hashing.build_hasher(),
        nulls: 0,
        buffer: Vec::new(),
    };
    let rest = scanner.values(bytes)?;
    // The nulls at the end.
    scanner.tag(Kind::Nil);
    let Scanner { mut found, hasher, is_written, difference, .. } = scanner;
    found.difference = difference.place();
    found.length = bytes.len() - rest.len();
    found.reading = if is_written { hasher.finish() } else { 0 };
    Some(found)
}

/// The header word of a String, in every dialect.
const TEXT: [u8; 4] = [everywhere(Kind::String), 0, 0, 0];

/// A null.
const NIL: [u8; 4] = [everywhere(Kind::Nil), 0, 0, 0];

/// Up to here every text is compared with every other, which is faster than sorting.
const FEW: usize = 12;

/// The contents of a container that is being scanned.
struct Level<'a> {
    /// The number of values that are still to come.
    left: usize,
    inside: Inside,
    /// The declared types of the elements, or of keys and values.
    declared: Option<Box<EntryTypes<'a>>>,
    /// The number of keys of dictionaries around this one.
    keys: usize,
}

/// A key of a dictionary.
struct Key<'a> {
    /// The text that it is, if it is in the input as it is.
    text: Option<&'a [u8]>,
    bytes: &'a [u8],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Elements,
    Entries,
    Properties,
}

impl<'a> Level<'a> {
    fn new(left: usize, inside: Inside, declared: Option<EntryTypes<'a>>) -> Self {
        Self { left, inside, declared: declared.map(Box::new), keys: 0 }
    }

    /// Returns whether the next value is a key, when `left` are after it.
    fn is_key(&self) -> bool {
        self.inside == Inside::Entries && self.left % 2 == 1
    }
}

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

struct Scanner<'r> {
    reader: CheckedReader<'r>,
    dialect: Dialect,
    aims: Aims,
    found: Scan,
    /// The number of bytes of the input.
    total: usize,
    difference: Difference,
    /// That of the last vector, matrix and the like.
    layout: Option<StructureLayout>,
    /// Whether one of [`WIDEST`] can write the value.
    is_written: bool,
    hasher: FoldHasher<'static>,
    /// The number of nulls since the last other value: they are hashed together.
    nulls: usize,
    buffer: Vec<u8>,
}

impl Scanner<'_> {
    /// Scans a value and all that is inside. Returns the rest of the input.
    fn values<'a>(&mut self, mut i: &'a [u8]) -> Option<&'a [u8]> {
        let mut around = Vec::new();
        let mut keys = Vec::new();
        let mut level = Level::new(1, Inside::Elements, None);
        loop {
            let Some(left) = level.left.checked_sub(1) else {
                if self.repeat(keys.get(level.keys..).unwrap_or_default()) {
                    return None;
                }
                keys.truncate(level.keys);
                let Some(outer) = around.pop() else { return Some(i) };
                level = outer;
                continue;
            };
            level.left = left;
            if level.inside == Inside::Properties {
                let (rest, name) = self.reader.text(i)?;
                self.name(&name, i, rest);
                i = rest;
            }
            if self.reader.may_be_number(i) {
                // The smallest values: nulls, which are the same in every dialect, one after the other.
                if i.starts_with(&NIL) {
                    let most = if level.inside == Inside::Elements { left + 1 } else { 1 };
                    let (words, _) = i.as_chunks::<4>();
                    let count = words.iter().take(most).take_while(|word| **word == NIL).count();
                    let rest = i.get(4 * count..)?;
                    self.nulls += count;
                    self.end(&level, &mut keys, Kind::Nil, None, read(i, rest));
                    level.left -= count - 1;
                    i = rest;
                    continue;
                }
                if level.inside == Inside::Elements {
                    let (rest, count) = self.numbers(&level, left + 1, i);
                    if count > 0 {
                        level.left -= count - 1;
                        i = rest;
                        continue;
                    }
                } else if let Some((rest, kind)) = self.number(i) {
                    self.end(&level, &mut keys, kind, None, read(i, rest));
                    i = rest;
                    continue;
                }
            }
            if let Some((rest, text)) = self.reader.ascii(i) {
                self.ascii(text, read(i, rest));
                self.end(&level, &mut keys, Kind::String, Some(text), read(i, rest));
                i = rest;
                continue;
            }
            if let Some(layout) = self.layout.filter(|layout| layout.is_of(i)) {
                i = self.structures(layout, &mut level, &mut keys, i);
                continue;
            }
            let (header, payload) = self.reader.header(i);
            if header.kind == Kind::Nil {
                self.flagged_null(i, payload);
                self.end(&level, &mut keys, Kind::Nil, None, read(i, payload));
                i = payload;
                continue;
            }
            let (rest, value) = match self.container(i, header, payload)? {
                Read::Container(kind, inside, inner) => {
                    if level.is_key() {
                        return None;
                    }
                    self.declared(&level, kind);
                    i = inside;
                    if inner.left > 0 {
                        around.push(std::mem::replace(&mut level, inner));
                        level.keys = keys.len();
                    }
                    continue;
                }
                Read::Structure(layout) => {
                    self.layout = Some(layout);
                    i = self.structures(layout, &mut level, &mut keys, i);
                    continue;
                }
                Read::Leaf(rest, value) => (rest, value),
            };
            self.leaf(&value, i, rest);
            let text = if let Variant::String(text) = &value { text.borrowed_str() } else { None };
            self.end(&level, &mut keys, value.kind(), text.map(str::as_bytes), read(i, rest));
            i = rest;
            // Looking is faster than dropping.
            if value.owns_nothing() {
                std::mem::forget(value);
            }
        }
    }

    /// Returns whether two of these keys are the same.
    fn repeat(&self, keys: &[Key<'_>]) -> bool {
        if keys.len() < 2 || surely_differ(keys.iter().map(|key| key.text)) {
            return false;
        }
        if keys.len() <= FEW && keys.iter().all(|key| key.text.is_some()) {
            let earlier = |at: usize| keys.iter().take(at);
            return keys.iter().enumerate().any(|(at, key)| earlier(at).any(|other| other.text == key.text));
        }
        if let Some(mut texts) = keys.iter().map(|key| key.text).collect::<Option<Vec<_>>>() {
            texts.sort_unstable();
            return !texts.is_sorted_by(|a, b| a < b);
        }
        let pairs: Vec<_> = keys.iter().map(|key| (self.reader.tree(key.bytes), Variant::Nil)).collect();
        self.dialect.keys.repeat(&pairs)
    }

    /// Scans the fields before the elements of a container, or reads a value without values inside.
    fn container<'a>(&mut self, i: &'a [u8], header: Header, payload: &'a [u8]) -> Option<Read<'a>> {
        self.found.components |= header.kind.doubles() != Doubles::Never;
        Some(match header.kind {
            Kind::Array | Kind::TypedArray | Kind::PackedTypedArray => {
                let Opened { types, shared, count, inside } = self.reader.array(i)?;
                let is_packed = header.kind == Kind::PackedTypedArray;
                if types.is_none() && !shared && !is_packed {
                    self.plain(Kind::Array, i, inside, count);
                } else {
                    let array = match types.clone() {
                        Some(types) => Array::typed(types, Vec::new()),
                        None => Array::new().with_shared(shared),
                    };
                    let array =
                        if is_packed { Variant::PackedTypedArray(array) } else { Variant::Array(array) };
                    self.head(&array, i, inside, count);
                }
                let declared = types.map(|types| EntryTypes { key: None, value: Some(types) });
                let kind = if is_packed { header.kind } else { Kind::Array };
                Read::Container(kind, inside, Level::new(count, Inside::Elements, declared))
            }
            Kind::Dictionary => {
                let Opened { types, shared, count, inside } = self.reader.dictionary(i)?;
                if types.is_none() && !shared {
                    self.plain(Kind::Dictionary, i, inside, count);
                } else {
                    let dictionary = match types.clone() {
                        Some(types) => Dictionary::typed(types, Vec::new()),
                        None => Dictionary::new().with_shared(shared),
                    };
                    self.head(&Variant::Dictionary(dictionary), i, inside, count);
                }
                Read::Container(header.kind, inside, Level::new(2 * count, Inside::Entries, types))
            }
            kind => {
                let object = if kind == Kind::Object { self.reader.object(i) } else { None };
                let Some(object) = object else { return self.without_values(i, header, payload) };
                self.found.objects = true;
                if object.types.is_empty() {
                    return Some(Read::Leaf(object.inside, Variant::Object(Object::Null)));
                }
                self.found.evidence.class(&object.types);
                let data = ObjectData { class: object.types, properties: Vec::new() };
                let value = Variant::Object(Object::Full(Box::new(data)));
                self.head(&value, i, object.inside, object.count);
                Read::Container(kind, object.inside, Level::new(object.count, Inside::Properties, None))
            }
        })
    }

    /// Recognizes a vector, a matrix and the like, or reads another value without values inside.
    fn without_values<'a>(&mut self, i: &'a [u8], header: Header, payload: &'a [u8]) -> Option<Read<'a>> {
        if let Some((rest, value)) = self.reader.common(i) {
            return Some(Read::Leaf(rest, value));
        }
        // The dialects that can write any value round colors to 32 bits.
        let structure = match header.kind.doubles() {
            Doubles::Documented => None,
            Doubles::Never | Doubles::Flagged => self.reader.structure(header),
        };
        Some(match structure {
            Some(structure) => Read::Structure(structure),
            None => {
                let (rest, value) = self.reader.leaf(header, payload)?;
                Read::Leaf(rest, value)
            }
        })
    }

    /// Scans vectors, matrices and the like with one header, the first of which is at the start of the input. Returns the rest of
    /// the input.
    #[inline(never)]
    fn structures<'a>(
        &mut self,
        layout: StructureLayout,
        level: &mut Level<'_>,
        keys: &mut Vec<Key<'a>>,
        i: &'a [u8],
    ) -> &'a [u8] {
        let most = if level.inside == Inside::Elements { level.left + 1 } else { 1 };
        let (rest, count) = match layout.number {
            NumberType::U8 => self.structures_of::<u8>(layout, most, i),
            NumberType::I32 => self.structures_of::<i32>(layout, most, i),
            NumberType::I64 => self.structures_of::<i64>(layout, most, i),
            NumberType::F32 => self.structures_of::<f32>(layout, most, i),
            NumberType::F64 => self.structures_of::<f64>(layout, most, i),
        };
        self.end(level, keys, layout.header.kind, None, read(i, rest));
        level.left -= count.saturating_sub(1);
        rest
    }

    /// Scans up to so many structures of numbers of one type. Returns the rest of the input, and how many there are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn structures_of<'a, N: Component>(
        &mut self,
        layout: StructureLayout,
        most: usize,
        mut i: &'a [u8],
    ) -> (&'a [u8], usize) {
        let mut count = 0;
        while count < most
            && let Some((rest, numbers)) = self.reader.numbers::<N>(layout, i)
        {
            // Engines write any such value: of those after the first one, nothing more is to be known.
            if self.aims.canonical && !layout.is_written && self.difference == Difference::None {
                self.canonical(&self.reader.tree(read(i, rest)), i, rest);
            }
            self.end_nulls();
            for number in numbers.iter() {
                if self.aims.evidence {
                    number.examine(&mut self.found.evidence);
                }
                if self.aims.reading {
                    self.hash_number(layout.header.kind, number.real().to_bits());
                }
            }
            i = rest;
            count += 1;
        }
        (i, count)
    }

    /// A null with flags in its header, which engines ignore and do not write.
    fn flagged_null(&mut self, start: &[u8], rest: &[u8]) {
        self.nulls += 1;
        if self.aims.canonical && self.difference == Difference::None {
            self.buffer.clear();
            self.buffer.extend(NIL);
            self.differs(start, rest, true);
        }
    }

    /// The header and the count of a container with neither declared types nor a shared bit.
    fn plain(&mut self, kind: Kind, start: &[u8], inside: &[u8], count: usize) {
        if self.aims.canonical {
            let words = self.dialect.id(kind).map(u32::from).zip(u32::try_from(count).ok());
            let written = words.map(|(word, count)| u64::from(word) | u64::from(count) << 32);
            let written = written.map(u64::to_le_bytes);
            if written.is_none_or(|written| read(start, inside) != written) {
                self.buffer.clear();
                self.buffer.extend(written.into_iter().flatten());
                self.differs(start, inside, written.is_some());
            }
        }
        if self.aims.reading {
            self.hash_plain(kind, count);
        }
    }

    /// Adds a type to the number of the whole, before the contents. Bytes are hashed apart from the numbers between
    /// them, and zeros at the end are nothing, so that no value is without a type and no type is 0.
    #[inline(always)]
    fn tag(&mut self, kind: Kind) {
        self.end_nulls();
        self.hasher.write_u8(kind as u8 + 1);
    }

    /// Adds the nulls since the last other value to the number of the whole.
    #[inline(always)]
    fn end_nulls(&mut self) {
        if self.nulls > 0 {
            self.hasher.write_u8(Kind::Nil as u8 + 1);
            self.hasher.write_usize(std::mem::take(&mut self.nulls));
        }
    }

    /// Adds a bool, an int, a float or a number of a structure to the number of the whole, at once with the type of the value. The
    /// nulls before it were added.
    #[inline(always)]
    fn hash_number(&mut self, kind: Kind, bits: u64) {
        self.hasher.write_u128(u128::from(kind as u8 + 1) << 64 | u128::from(bits));
    }

    /// Adds ints of 32 bits, which are given with their headers, to the number of the whole.
    fn hash_narrow_ints(&mut self, values: &[u8]) {
        self.end_nulls();
        let (values, _) = values.as_chunks::<8>();
        for [_, _, _, _, int @ ..] in values {
            self.hash_number(Kind::Int, i64::from(i32::from_le_bytes(*int)).cast_unsigned());
        }
    }

    fn hash_plain(&mut self, kind: Kind, count: usize) {
        self.tag(kind);
        self.hasher.write_usize(count);
    }

    /// The fields before the elements of any other container, which is given without elements.
    fn head(&mut self, empty: &Variant<'_>, start: &[u8], inside: &[u8], count: usize) {
        // The last word is the count, perhaps with a flag.
        let with_count = |bytes: &mut Vec<u8>| {
            if let (Some(word), Ok(count)) = (bytes.last_chunk_mut::<4>(), u32::try_from(count)) {
                *word = (u32::from_le_bytes(*word) | count).to_le_bytes();
            }
        };
        if self.aims.canonical {
            let is_written = self.write(self.dialect, empty);
            with_count(&mut self.buffer);
            if !is_written || self.buffer != read(start, inside) {
                self.differs(start, inside, is_written);
            }
        }
        let is_untyped = matches!(empty, Variant::Array(array) if array.element_type().is_none())
            || matches!(empty, Variant::Dictionary(dictionary) if dictionary.entry_types().is_none());
        if self.aims.reading && is_untyped {
            // The shared bit does not matter.
            self.hash_plain(empty.kind(), count);
        } else if self.aims.reading {
            self.tag(empty.kind());
            self.is_written &= WIDEST.into_iter().any(|widest| self.write(widest, empty));
            self.hasher.write(&self.buffer);
            self.hasher.write_usize(count);
        }
    }

    /// Scans up to so many numbers that the engine writes so, one after the other. There is no evidence in them. Returns
    /// the rest of the input, and how many there are.
    #[inline(never)]
    fn numbers<'a>(&mut self, level: &Level<'_>, most: usize, mut i: &'a [u8]) -> (&'a [u8], usize) {
        let (mut count, mut last) = (0, None);
        let (rest, narrow) = self.reader.narrow_ints(i, most);
        if narrow > 0 {
            self.declared(level, Kind::Int);
            if self.aims.reading {
                self.hash_narrow_ints(read(i, rest));
            }
            (i, count, last) = (rest, narrow, Some(Kind::Int));
        }
        while count < most
            && let Some((rest, kind)) = self.number(i)
        {
            if last != Some(kind) {
                self.declared(level, kind);
                last = Some(kind);
            }
            i = rest;
            count += 1;
        }
        (i, count)
    }

    /// Scans a number that the engine writes so. Returns the rest of the input, and its type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number<'a>(&mut self, i: &'a [u8]) -> Option<(&'a [u8], Kind)> {
        let (rest, kind, bits) = self.reader.number(i)?;
        if self.aims.reading {
            self.end_nulls();
            self.hash_number(kind, bits);
        }
        Some((rest, kind))
    }

    /// A String of ASCII without NUL.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ascii(&mut self, text: &[u8], bytes: &[u8]) {
        if self.aims.evidence {
            self.found.evidence.characters(text);
        }
        // Zero to three bytes after the text, the last ones.
        let padding = text.len().wrapping_neg() % 4;
        let last = bytes.last_chunk().map_or(0, |last| u64::from(u32::from_le_bytes(*last)));
        if last >> (32 - 8 * padding) != 0 {
            self.differs_somewhere();
        }
        if self.aims.reading {
            self.tag(Kind::String);
            self.hasher.write_usize(text.len());
            self.hasher.write(text);
        }
    }

    /// A value without values inside, its bytes being those from `start` to `rest`.
    #[inline(never)]
    fn leaf(&mut self, value: &Variant<'_>, start: &[u8], rest: &[u8]) {
        if self.aims.evidence {
            self.found.evidence.leaf(value);
        }
        if self.aims.canonical {
            self.canonical(value, start, rest);
        }
        if self.aims.reading {
            self.hash(value);
        }
    }

    /// Compares the bytes of a value without values inside with those that the engine writes.
    fn canonical(&mut self, value: &Variant<'_>, start: &[u8], rest: &[u8]) {
        if self.difference == Difference::Unknown {
            return;
        }
        match self.written(value, read(start, rest)) {
            Written::Same => {}
            Written::Other if self.difference != Difference::None => {}
            Written::Other => {
                let is_written = self.write(self.dialect, value);
                self.differs(start, rest, is_written);
            }
            Written::Nothing => self.differs_somewhere(),
        }
    }

    /// Adds a value without values inside to the number of the whole.
    fn hash(&mut self, value: &Variant<'_>) {
        if matches!(value, Variant::Nil) {
            self.nulls += 1;
            return;
        }
        self.end_nulls();
        let kind = value.kind();
        match value {
            Variant::Bool(bool) => self.hash_number(kind, (*bool).into()),
            Variant::Int(number) => self.hash_number(kind, number.cast_unsigned()),
            Variant::Float(number) => self.hash_number(kind, number.to_bits()),
            Variant::String(text) | Variant::StringName(text) => {
                self.tag(kind);
                self.hasher.write_usize(text.len());
                self.hasher.write(text.as_bytes());
            }
            value => {
                self.tag(kind);
                self.is_written &= WIDEST.into_iter().any(|widest| self.write(widest, value));
                self.hasher.write(&self.buffer);
            }
        }
    }

    /// The name of a property.
    fn name(&mut self, text: &Text<'_>, start: &[u8], rest: &[u8]) {
        if self.aims.evidence {
            self.found.evidence.text(text);
        }
        if self.aims.canonical && !is_block(text, read(start, rest)) {
            self.differs_somewhere();
        }
        if self.aims.reading {
            self.hasher.write_usize(text.len());
            self.hasher.write(text.as_bytes());
        }
    }

    /// The engine writes other bytes than those from `start` to `rest`: those in the buffer, if it writes any.
    #[cold]
    fn differs(&mut self, start: &[u8], rest: &[u8], is_written: bool) {
        self.found.canonical = false;
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
    fn differs_somewhere(&mut self) {
        self.found.canonical = false;
        self.difference = Difference::Unknown;
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
            Shape::InputEvent | Shape::Object | Shape::Dictionary | Shape::Array | Shape::PackedArray => {
                false
            }
        };
        let is_same = match has_one_form {
            true => self.reader.written_word(value).map(|written| written == u32::from_le_bytes(*word)),
            false => self.write(self.dialect, value).then(|| self.buffer == bytes),
        };
        match is_same {
            Some(true) => Written::Same,
            Some(false) => Written::Other,
            None => Written::Nothing,
        }
    }

    /// Encodes a value into the buffer.
    fn write(&mut self, dialect: Dialect, value: &Variant<'_>) -> bool {
        self.buffer.clear();
        Encoder::new(dialect).encode_into(value, &mut self.buffer).is_ok()
    }

    /// The end of a value that has these bytes, and perhaps is this text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end<'a>(
        &mut self,
        level: &Level<'_>,
        keys: &mut Vec<Key<'a>>,
        kind: Kind,
        text: Option<&'a [u8]>,
        bytes: &'a [u8],
    ) {
        self.declared(level, kind);
        if level.is_key() {
            keys.push(Key { text, bytes });
        }
    }

    /// A value in a container with declared types.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn declared(&mut self, level: &Level<'_>, kind: Kind) {
        if let Some(types) = level.declared.as_deref() {
            let declared = if level.is_key() { &types.key } else { &types.value };
            self.found.canonical &= declared.as_ref().is_none_or(|declared| declared.admits_kind(kind));
        }
    }
}

/// The start of a value.
enum Read<'a> {
    /// A container: its type, what is inside, and how much.
    Container(Kind, &'a [u8], Level<'a>),
    /// A vector, a matrix and the like.
    Structure(StructureLayout),
    /// Another value without values inside, after which this is left.
    Leaf(&'a [u8], Variant<'a>),
}

/// The bytes from `start` to `rest`, which ends where `start` does.
fn read<'a>(start: &'a [u8], rest: &[u8]) -> &'a [u8] {
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
