//! Reading a part of a value that was checked as a whole, by the parsers that checked it. Godot's rules belong to the
//! decoder and each value has a header, so the reader is a type with a method per look; NBT has one set of rules, and
//! `minecraft/view.rs` calls the parsers. Both read by [`reread`](crate::grammar::reread).

use super::super::array::{ContainerHeader, array_header, how_array_is_given};
use super::super::dictionary::{dictionary_header, how_dictionary_is_given};
use super::super::element_type::UNTYPED;
use super::super::header::common;
use super::super::number::{is_wide_float, is_wide_int};
use super::super::object::{is_whole, object_header};
use super::super::payload::{header_of, header_of_kind, leaf};
use super::super::{Cx, Header, Rules, boolean, float, header, int, text};
use super::filling::plain_count;
use super::output::{Borrow, Skip};
use super::read::AnyValue;
use super::text::{short_block, short_text};
use crate::godot::dialect::IntRule;
use crate::godot::ids::Kind;
use crate::godot::model::{ElementType, EntryTypes, Number, NumberType, Packed, Text, Variant};
use crate::grammar::{Grammar, reread};
use crate::limits::Limits;
use crate::trace::Silent;

/// The fields before the elements of a container: their types, their count, and their offset.
pub(crate) struct Opened<'a, M> {
    pub(crate) types: M,
    pub(crate) shared: bool,
    pub(crate) count: usize,
    pub(crate) inside: &'a [u8],
}

/// A header of vectors, matrices and the like, and the numbers after it.
#[derive(Clone, Copy)]
pub(crate) struct StructureLayout {
    pub(crate) header: Header,
    pub(crate) number: NumberType,
    /// The number of bytes of the numbers.
    size: usize,
    /// Whether the engine writes this header.
    pub(crate) is_written: bool,
}

impl StructureLayout {
    /// Returns whether a value has this header.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_of(&self, value: &[u8]) -> bool {
        value.starts_with(&self.header.word.to_le_bytes())
    }
}

/// Reads again under these rules. Nothing fails, since all of it was read before; the bytes of a value end with it.
#[derive(Clone, Copy)]
pub(crate) struct CheckedReader<'r>(pub(crate) &'r Rules);

impl<'r> CheckedReader<'r> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cx(self) -> Cx<'r> {
        Cx::new(self.0, &Limits::CHECKED)
    }

    /// The header of a value, and its payload.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn header(self, value: &[u8]) -> (Header, &[u8]) {
        let read = reread(header(self.cx()), value);
        debug_assert!(read.is_some(), "it was checked");
        read.map_or((Header { kind: Kind::Nil, word: 0 }, &[]), |(payload, header)| (header, payload))
    }

    /// The input after the value at the start of `i`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn after(self, i: &[u8]) -> &[u8] {
        let cx = self.cx();
        if let Some(rest) = AnyValue::read_common::<Skip, Silent>(&cx, i, &mut ()) {
            return rest;
        }
        let end = AnyValue::read::<Skip, Silent>(&cx, i, &mut ());
        debug_assert!(end.is_ok(), "it was checked");
        end.map(|(rest, ())| rest).unwrap_or_default()
    }

    /// A value of one of the commonest types and the input after it, if it is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn common<'a>(self, i: &'a [u8]) -> Option<(&'a [u8], Variant<'a>)> {
        let mut value = Variant::Nil;
        let rest = AnyValue::read_common::<Borrow, Silent>(&self.cx(), i, &mut value)?;
        Some((rest, value))
    }

    /// Returns whether a value may be a [`number`](Self::number): it has the id of a bool, an int or a float, or a lower one, and
    /// no flags that such have not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn may_be_number(self, i: &[u8]) -> bool {
        i.first_chunk().is_some_and(|word| u32::from_le_bytes(*word) & !(1 << 16) <= common::FLOAT)
    }

    /// A bool, an int or a float as the engine writes it: its type, its bits, and the input after it. Equals [`header`],
    /// [`boolean`], [`int`], [`float`] and [`header_of`]; `None` is always a right answer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn number(self, i: &[u8]) -> Option<(&[u8], Kind, u64)> {
        let (word, i) = i.split_first_chunk::<4>()?;
        match u32::from_le_bytes(*word) {
            common::BOOL => {
                let (rest, bool) = reread(boolean(self.cx()), i)?;
                i.starts_with(&u32::from(bool).to_le_bytes()).then_some((rest, Kind::Bool, bool.into()))
            }
            common::INT => self.written_int(common::INT, i),
            common::WIDE_INT => self.written_int(common::WIDE_INT, i),
            common::FLOAT => self.written_float(common::FLOAT, i),
            common::WIDE_FLOAT => self.written_float(common::WIDE_FLOAT, i),
            _ => None,
        }
    }

    /// The input after ints of 32 bits, at most so many, and how many there are, if the engine writes every such int so. Equals
    /// [`number`](Self::number); 0 is always a right answer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn narrow_ints(self, i: &[u8], most: usize) -> (&[u8], usize) {
        if self.0.dialect.ints == IntRule::Always64 {
            return (i, 0);
        }
        let (values, _) = i.as_chunks::<8>();
        let is_int = |value: &&[u8; 8]| value.starts_with(&common::INT.to_le_bytes());
        let count = values.iter().take(most).take_while(is_int).count();
        (i.get(8 * count..).unwrap_or_default(), count)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn written_int(self, word: u32, i: &[u8]) -> Option<(&[u8], Kind, u64)> {
        let (cx, header) = (self.cx(), Header { kind: Kind::Int, word });
        let (rest, int) = reread(int(cx, header), i)?;
        let is_written = header.is_wide() == is_wide_int(cx.rules.dialect.ints, int);
        is_written.then_some((rest, header.kind, int.cast_unsigned()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn written_float(self, word: u32, i: &[u8]) -> Option<(&[u8], Kind, u64)> {
        let (cx, header) = (self.cx(), Header { kind: Kind::Float, word });
        let (rest, float) = reread(float(cx, header), i)?;
        // A NaN changes when it is widened.
        let is_written = header.is_wide() == is_wide_float(cx.rules.dialect.ints, float) && !float.is_nan();
        is_written.then_some((rest, header.kind, float.to_bits()))
    }

    /// A short String of ASCII without NUL and the input after it, if it is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn ascii(self, i: &[u8]) -> Option<(&[u8], &[u8])> {
        let (word, block) = i.split_first_chunk::<4>()?;
        if u32::from_le_bytes(*word) != common::STRING {
            return None;
        }
        short_block(&self.cx(), block)
            .filter(|(_, _, scan)| scan.is_ascii())
            .map(|(rest, text, _)| (rest, text))
    }

    /// The layout of a vector, a matrix and the like, if the header is that of one.
    pub(crate) fn structure(self, header: Header) -> Option<StructureLayout> {
        let cx = self.cx();
        let numeric = header.kind.numeric().filter(|numeric| numeric.element.is_none())?;
        let number = numeric.number_type(header.has_wide_components(&cx.rules.dialect));
        let is_written = header_of_kind(&cx, header.kind).is_ok_and(|written| written == header);
        Some(StructureLayout { header, number, size: numeric.count * number.size(), is_written })
    }

    /// The numbers of a structure in the order of the bytes, and the input after them, if the input begins with its header. They
    /// are of the type of the layout. Equals [`leaf`] and [`header_of`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn numbers<N: Number>(
        self,
        layout: StructureLayout,
        i: &[u8],
    ) -> Option<(&[u8], Packed<'_, N>)> {
        let payload = i.strip_prefix(&layout.header.word.to_le_bytes())?;
        let (wire, rest) = payload.split_at_checked(layout.size)?;
        Some((rest, Packed::from_wire(wire)))
    }

    /// The value without values inside that has this header, and the input after it.
    pub(crate) fn leaf(self, header: Header, payload: &[u8]) -> Option<(&[u8], Variant<'_>)> {
        reread(leaf(self.cx(), header), payload)
    }

    /// The header word that the engine writes for a value.
    pub(crate) fn written_word(self, value: &Variant<'_>) -> Option<u32> {
        header_of(&self.cx(), value).ok().map(|header| header.word)
    }

    /// The value as a tree.
    pub(crate) fn tree<'a>(self, value: &'a [u8]) -> Variant<'a> {
        let mut tree = Variant::Nil;
        let read = AnyValue::read::<Borrow, Silent>(&self.cx(), value, &mut tree);
        debug_assert!(read.is_ok(), "it was checked");
        tree
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bool(self, payload: &[u8]) -> Option<bool> {
        reread(boolean(self.cx()), payload).map(|(_, value)| value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn int(self, header: Header, payload: &[u8]) -> Option<i64> {
        reread(int(self.cx(), header), payload).map(|(_, value)| value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn float(self, header: Header, payload: &[u8]) -> Option<f64> {
        reread(float(self.cx(), header), payload).map(|(_, value)| value)
    }

    /// A string block, and the input after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn text<'a>(self, i: &'a [u8]) -> Option<(&'a [u8], Text<'a>)> {
        match short_text(&self.cx(), i) {
            Some((rest, text)) => Some((rest, Text::borrowed(text))),
            None => reread(text(self.cx()), i),
        }
    }

    /// The input after the value at the start of `i`, and whether the value is this text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn after_key<'a>(self, i: &'a [u8], text: &str) -> (&'a [u8], bool) {
        let (header, block) = self.header(i);
        if !matches!(header.kind, Kind::String | Kind::StringName) {
            return (self.after(i), false);
        }
        match short_block(&self.cx(), block) {
            Some((rest, raw, scan)) if scan.is_ascii() => (rest, raw == text.as_bytes()),
            _ => self.text(block).map_or((&[], false), |(rest, read)| (rest, read == text)),
        }
    }

    pub(crate) fn array<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<ElementType<'a>>>> {
        let (header, payload) = self.header(value);
        if header.kind != Kind::Array {
            return None;
        }
        let is_plain = how_array_is_given(&self.cx(), header) == UNTYPED;
        let plain = if is_plain { self.plain(4, payload) } else { None };
        plain.or_else(|| opened(array_header(self.cx(), header), payload))
    }

    pub(crate) fn dictionary<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<EntryTypes<'a>>>> {
        let (header, payload) = self.header(value);
        if header.kind != Kind::Dictionary {
            return None;
        }
        let is_plain = how_dictionary_is_given(&self.cx(), header) == (UNTYPED, UNTYPED);
        let plain = if is_plain { self.plain(8, payload) } else { None };
        plain.or_else(|| opened(dictionary_header(self.cx(), header), payload))
    }

    /// A container without declared types and shared bit, whose elements take at least so many bytes. `None`: read it by its
    /// grammar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain<'a, M>(self, unit: usize, payload: &'a [u8]) -> Option<Opened<'a, Option<M>>> {
        let (inside, count, _) = plain_count(self.cx(), unit, payload)?;
        Some(Opened { types: None, shared: false, count, inside })
    }

    /// A full object, whose type is its class; one without a class is null.
    pub(crate) fn object<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Text<'a>>> {
        let (header, payload) = self.header(value);
        if !is_whole(&self.cx(), header) {
            return None;
        }
        let (inside, object) = reread(object_header(self.cx()), payload)?;
        Some(Opened { types: object.class, shared: false, count: object.count, inside })
    }
}

fn opened<'a, 'c, M>(
    header: impl Grammar<'a, ContainerHeader<'c, M, Silent>>,
    payload: &'a [u8],
) -> Option<Opened<'a, Option<M>>> {
    let (inside, ContainerHeader { types, shared, count, .. }) = reread(header, payload)?;
    Some(Opened { types, shared, count, inside })
}
