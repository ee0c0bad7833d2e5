//! One pass over a value that was checked: what is in it, whether the engine would write it so, and a number for the value,
//! without building it. The parsers that checked the value read it again, leaf by leaf.

use foldhash::fast::RandomState;

use super::canonical::{Comparison, NIL, read};
use super::evidence::{Component, Evidence};
use super::reading::ReadingHasher;
use crate::godot::dialect::Dialect;
use crate::godot::ids::{Doubles, Kind};
use crate::godot::model::{
    Array, Dictionary, EntryTypes, NumberType, Object, ObjectData, Text, Variant, surely_differ,
};
use crate::godot::wire::{CheckedReader, Header, Opened, Rules, StructureLayout};

/// The findings in a value.
#[derive(Debug)]
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

/// Scans the value at the start of `bytes`, which the dialect reads. `None` if two keys of a dictionary are the same or
/// a key is a container: the value then has to be built to know what it is.
pub(super) fn scan(dialect: Dialect, bytes: &[u8], aims: Aims, hashing: &RandomState) -> Option<Scan> {
    let rules = Rules { objects: true, ..dialect.into() };
    let mut scanner = Scanner {
        reader: CheckedReader(&rules),
        dialect,
        aims,
        evidence: Evidence::default(),
        comparison: Comparison::new(CheckedReader(&rules), dialect, bytes.len()),
        reading: ReadingHasher::new(hashing),
        objects: false,
        components: false,
        layout: None,
    };
    let rest = scanner.values(bytes)?;
    let Scanner { evidence, comparison, reading, objects, components, .. } = scanner;
    Some(Scan {
        evidence,
        reading: reading.finish(),
        canonical: comparison.is_canonical(),
        difference: comparison.place(),
        objects,
        components,
        length: bytes.len() - rest.len(),
    })
}

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

struct Scanner<'r> {
    reader: CheckedReader<'r>,
    dialect: Dialect,
    aims: Aims,
    evidence: Evidence,
    comparison: Comparison<'r>,
    reading: ReadingHasher,
    /// See [`Scan`].
    objects: bool,
    components: bool,
    /// The layout of the last vector, matrix and the like.
    layout: Option<StructureLayout>,
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
                    self.reading.nulls(count);
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
                self.reading.nulls(1);
                if self.aims.canonical {
                    self.comparison.flagged_null(i, payload);
                }
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
        self.components |= header.kind.doubles() != Doubles::Never;
        Some(match header.kind {
            Kind::Array => {
                let Opened { types, shared, count, inside } = self.reader.array(i)?;
                if types.is_none() && !shared {
                    self.plain(Kind::Array, i, inside, count);
                } else {
                    let array = match types.clone() {
                        Some(types) => Array::typed(types, Vec::new()),
                        None => Array::new().with_shared(shared),
                    };
                    self.head(&Variant::Array(array), i, inside, count);
                }
                let declared = types.map(|types| EntryTypes { key: None, value: Some(types) });
                Read::Container(Kind::Array, inside, Level::new(count, Inside::Elements, declared))
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
                self.objects = true;
                if object.types.is_empty() {
                    return Some(Read::Leaf(object.inside, Variant::Object(Object::Null)));
                }
                self.evidence.class(&object.types);
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
            if self.aims.canonical && !layout.is_written && self.comparison.is_same() {
                self.comparison.value(&self.reader.tree(read(i, rest)), i, rest);
            }
            self.reading.end_nulls();
            for number in numbers.iter() {
                if self.aims.evidence {
                    number.examine(&mut self.evidence);
                }
                if self.aims.reading {
                    self.reading.component(layout.header.kind, number.real());
                }
            }
            i = rest;
            count += 1;
        }
        (i, count)
    }

    /// The header and the count of a container with neither declared types nor a shared bit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&mut self, kind: Kind, start: &[u8], inside: &[u8], count: usize) {
        if self.aims.canonical {
            self.comparison.plain(kind, start, inside, count);
        }
        if self.aims.reading {
            self.reading.plain(kind, count);
        }
    }

    /// The fields before the elements of any other container, which is given without elements.
    fn head(&mut self, empty: &Variant<'_>, start: &[u8], inside: &[u8], count: usize) {
        if self.aims.canonical {
            self.comparison.head(empty, start, inside, count);
        }
        if self.aims.reading {
            self.reading.head(empty, count);
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
                self.reading.narrow_ints(read(i, rest));
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
            self.reading.number(kind, bits);
        }
        Some((rest, kind))
    }

    /// A String of ASCII without NUL.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ascii(&mut self, text: &[u8], bytes: &[u8]) {
        if self.aims.evidence {
            self.evidence.characters(text);
        }
        // Zero to three bytes after the text, the last ones.
        let padding = text.len().wrapping_neg() % 4;
        let last = bytes.last_chunk().map_or(0, |last| u64::from(u32::from_le_bytes(*last)));
        if last >> (32 - 8 * padding) != 0 {
            self.comparison.differs_somewhere();
        }
        if self.aims.reading {
            self.reading.text(Kind::String, text);
        }
    }

    /// A value without values inside, its bytes being those from `start` to `rest`.
    #[inline(never)]
    fn leaf(&mut self, value: &Variant<'_>, start: &[u8], rest: &[u8]) {
        if self.aims.evidence {
            self.evidence.leaf(value);
        }
        if self.aims.canonical {
            self.comparison.value(value, start, rest);
        }
        if self.aims.reading {
            self.reading.value(value);
        }
    }

    /// The name of a property.
    fn name(&mut self, text: &Text<'_>, start: &[u8], rest: &[u8]) {
        if self.aims.evidence {
            self.evidence.text(text);
        }
        if self.aims.canonical {
            self.comparison.name(text, read(start, rest));
        }
        if self.aims.reading {
            self.reading.name(text.as_bytes());
        }
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
            if declared.as_ref().is_some_and(|declared| !declared.admits_kind(kind)) {
                self.comparison.differs_by_type();
            }
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
