//! Finds the end of a value without building it, for checks and views. Where the bytes are odd, [`skip`] gives up, and
//! the grammar of [`wire`](super::wire) answers, which knows every rule and every reason.
//!
//! This file is here for speed. It may be deleted without a change in any answer: `skip` could always return `None`.

use super::dialect::RealRule;
use super::ids::Kind;
use super::model::NumberType;
use super::wire::{
    self, BOOL, Cx, FLOAT, Header, INT, NEW_FORM, NIL, SHARED, STRING, VECTOR2, WIDE, WIDE_FLOAT, WIDE_INT,
    flags_are_known, is_short_ascii, plain,
};

/// Returns the input after the value at the start of `i`, or `None` if only the grammar can tell.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn skip<'a>(cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
    Skip::<false> { cx }.value(i)
}

/// Returns the input after a number of values that were checked before, so that text is UTF-8 or read as such, and depth is allowed.
pub(super) fn skip_checked<'a>(cx: Cx<'_>, mut i: &'a [u8], count: usize) -> Option<&'a [u8]> {
    let mut left = count;
    while left > 0 {
        left -= 1;
        i = Skip::<true> { cx }.value_with(i, |count, i| {
            left += count;
            Some(i)
        })?;
    }
    Some(i)
}

#[derive(Clone, Copy)]
struct Skip<'c, const CHECKED: bool> {
    cx: Cx<'c>,
}

impl<const CHECKED: bool> Skip<'_, CHECKED> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, i: &[u8]) -> Option<&[u8]> {
        self.value_with(i, |count, i| self.values(count, i))
    }

    /// The values inside an array or a dictionary.
    fn values(self, count: usize, mut i: &[u8]) -> Option<&[u8]> {
        let inside = self.inside(count, 4, i)?;
        for _ in 0..count {
            i = inside.value(i)?;
        }
        Some(i)
    }

    /// A value. What is after the head of an array or a dictionary is read by `values`, which has the number of the values inside.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value_with<'a>(
        self,
        start: &'a [u8],
        values: impl FnOnce(usize, &'a [u8]) -> Option<&'a [u8]>,
    ) -> Option<&'a [u8]> {
        let (header, i) = word(start)?;
        let dialect = self.cx.dialect();
        match header {
            NIL => return Some(i),
            BOOL | INT | FLOAT => return i.get(4..),
            STRING => return self.text(i, false),
            VECTOR2 if dialect.reals != RealRule::Double => return i.get(8..),
            WIDE_INT | WIDE_FLOAT if flags_are_known(dialect, Kind::Int, header) => return i.get(8..),
            _ => {}
        }
        let [id, ..] = header.to_le_bytes();
        let kind = dialect.kind(id)?;
        if !flags_are_known(dialect, kind, header) {
            return None;
        }
        match kind {
            Kind::Nil => Some(i),
            Kind::Bool => i.get(4..),
            Kind::Int | Kind::Float => i.get(if header & WIDE != 0 { 8 } else { 4 }..),
            Kind::String => self.text(i, false),
            Kind::Vector3 if header >> 8 == 0 && dialect.reals != RealRule::Double => i.get(12..),
            Kind::Array => {
                let form = if dialect.typed_arrays { header >> 16 & 3 } else { 0 };
                let (count, i) = word(self.declared(form, i)?)?;
                values((count & !SHARED) as usize, i)
            }
            Kind::Dictionary => {
                let forms = if dialect.typed_dictionaries { header >> 16 } else { 0 };
                let i = self.declared(forms & 3, i)?;
                let (count, i) = word(self.declared(forms >> 2 & 3, i)?)?;
                values(((count & !SHARED) as usize).checked_mul(2)?, i)
            }
            _ => self.rare(Header { kind, word: header }, start, i),
        }
    }

    /// The rest of the table.
    fn rare<'a>(self, header: Header, start: &'a [u8], i: &'a [u8]) -> Option<&'a [u8]> {
        let dialect = self.cx.dialect();
        match header.kind {
            Kind::Callable => Some(i),
            Kind::StringName => self.text(i, false),
            Kind::NodePath => self.node_path(start, i),
            Kind::Rid => i.get(if dialect.rid_number { 8 } else { 0 }..),
            Kind::Signal => self.text(i, false)?.get(8..),
            Kind::Object if !dialect.objects => Some(i),
            Kind::Object if header.is_wide() => i.get(8..),
            Kind::Object if self.cx.rules().objects => self.object(i),
            Kind::PackedByteArray => padded(i),
            Kind::PackedStringArray => {
                let (count, i) = lenient_count(i)?;
                self.texts(count, i, false)
            }
            Kind::Image if CHECKED => padded(i.get(16..)?),
            kind => {
                // An image, an event and an object that is refused have other parts than numbers.
                let Some(numeric) = kind.numeric() else { return self.ask(start) };
                let number =
                    if header.has_wide_components(dialect) { NumberType::F64 } else { numeric.number };
                let size = numeric.count * number.size();
                if numeric.element.is_some() { elements(i, size) } else { i.get(size..) }
            }
        }
    }

    /// Asks the grammar for the end of a rare value.
    #[cold]
    fn ask(self, i: &[u8]) -> Option<&[u8]> {
        Some(wire::variant(self.cx)(i).ok()?.0)
    }

    /// The class, the number of properties, and their names and values.
    fn object(self, i: &[u8]) -> Option<&[u8]> {
        let (at_count, class) = wire::text_ref(self.cx)(i).ok()?;
        if class.is_empty() {
            return Some(at_count);
        }
        let (count, mut i) = lenient_count(at_count)?;
        let inside = self.inside(count as usize, 8, i)?;
        for _ in 0..count {
            i = inside.value(self.text(i, false)?)?;
        }
        Some(i)
    }

    /// Goes one level deeper if there are elements, of at least `least` bytes each. Where the grammar could need more stack than
    /// the limit allows, it decides, and so where the bytes are too few: it fails at the count, and reads no element before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(self, count: usize, least: usize, i: &[u8]) -> Option<Self> {
        /// The most stack that the grammar takes for a level.
        const LEVEL: usize = if cfg!(debug_assertions) { 8 << 10 } else { 1 << 10 };
        if count == 0 {
            return Some(self);
        }
        if count > i.len() / least {
            return None;
        }
        let cx = self.cx.deeper(i).ok()?;
        let needed = (cx.depth() as usize).saturating_mul(LEVEL);
        (needed <= cx.stack_size()).then_some(Self { cx })
    }

    /// A declared type of elements: none, a type id, or the name of a class or script.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn declared(self, form: u32, i: &[u8]) -> Option<&[u8]> {
        match form {
            0 => Some(i),
            1 => {
                let (id, i) = word(i)?;
                let kind = self.cx.dialect().kind(u8::try_from(id).ok()?);
                kind.map(|_| i)
            }
            _ => self.text(i, false),
        }
    }

    /// Three numbers, and as many texts as they say. The old form as text is rare.
    fn node_path<'a>(self, start: &'a [u8], i: &'a [u8]) -> Option<&'a [u8]> {
        let (names, i) = word(i)?;
        if names & NEW_FORM == 0 {
            return self.ask(start);
        }
        let (subnames, i) = word(i)?;
        let (flags, i) = word(i)?;
        let i = self.texts(names & !NEW_FORM, i, true)?;
        let i = self.texts(subnames, i, true)?;
        self.texts(flags >> 1 & 1, i, true)
    }

    fn texts(self, count: u32, mut i: &[u8], in_path: bool) -> Option<&[u8]> {
        for _ in 0..count {
            i = self.text(i, in_path)?;
        }
        Some(i)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn text(self, i: &[u8], in_path: bool) -> Option<&[u8]> {
        let (length, rest) = word(i)?;
        let length = usize::try_from(length.cast_signed()).ok()?;
        // `next_multiple_of` takes 12 instructions more for a small packet.
        match rest.split_at_checked((length + 3) & !3) {
            Some((block, after)) if CHECKED || is_plain(block.get(..length)?) => Some(after),
            _ => self.odd_text(i, in_path),
        }
    }

    /// Text at the end of the input without its padding, which a path always needs, or with a NUL or other bytes than UTF-8.
    #[cold]
    fn odd_text(self, i: &[u8], in_path: bool) -> Option<&[u8]> {
        let padding_required = in_path || self.cx.dialect().padding_required;
        Some(wire::block(self.cx, padding_required)(i).ok()?.0)
    }
}

/// Returns whether text has no NUL and no byte order mark, and is UTF-8.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_plain(raw: &[u8]) -> bool {
    is_short_ascii(raw) || plain(raw).is_some()
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn word(i: &[u8]) -> Option<(u32, &[u8])> {
    i.split_first_chunk().map(|(word, i)| (u32::from_le_bytes(*word), i))
}

/// A count that is 0 if it is negative.
fn lenient_count(i: &[u8]) -> Option<(u32, &[u8])> {
    word(i).map(|(count, i)| (count.cast_signed().max(0).cast_unsigned(), i))
}

/// A count that is not negative, and elements of this size.
fn elements(i: &[u8], size: usize) -> Option<&[u8]> {
    let (count, i) = word(i)?;
    i.get(usize::try_from(count.cast_signed()).ok()?.checked_mul(size)?..)
}

/// Bytes, and their padding, which may be missing at the end of the input.
fn padded(i: &[u8]) -> Option<&[u8]> {
    let (count, i) = word(i)?;
    let count = usize::try_from(count.cast_signed()).ok()?;
    let i = i.get(count..)?;
    i.get((count.wrapping_neg() % 4).min(i.len())..)
}
