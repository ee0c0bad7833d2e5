//! Reading a part of a value that was checked as a whole, by the parsers that checked it.

use super::build::{Borrow, Skip, Values};
use super::container::Open;
use super::object::Whole;
use super::prim::Header;
use super::text::{common_block, common_text};
use super::*;
use crate::error::PResult;
use crate::godot::ids::Kind;
use crate::godot::model::{ElementType, EntryTypes, Text, Variant};
use crate::limits::Limits;
use crate::trace::Silent;

/// The first walk has refused what goes beyond a limit, and a part stands less deep than it did in the whole.
const CHECKED: Limits = Limits { depth: u32::MAX, bytes: usize::MAX };

/// The start of a container: what it says of its elements, how many there are, and where they begin.
pub(crate) struct Opened<'a, M> {
    pub(crate) types: M,
    pub(crate) shared: bool,
    pub(crate) count: usize,
    pub(crate) inside: &'a [u8],
}

/// Reads again under these rules. Nothing fails, since all of it was read before; the bytes of a value end with it.
#[derive(Clone, Copy)]
pub(crate) struct Again<'r>(pub(crate) &'r Rules);

impl<'r> Again<'r> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cx(self) -> Cx<'r> {
        Cx::new(self.0, &CHECKED)
    }

    /// The header of a value, and its payload.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn header(self, value: &[u8]) -> (Header, &[u8]) {
        let read = parse_header(self.cx(), value);
        debug_assert!(read.is_ok(), "it was checked");
        read.map_or((Header { kind: Kind::Nil, word: 0 }, &[]), |(payload, header)| (header, payload))
    }

    /// What stands behind the value at the start of `i`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn behind(self, i: &[u8]) -> &[u8] {
        let cx = self.cx();
        if let Some(rest) = AnyValue::parse_common::<Skip, Silent>(&cx, i, &mut ()) {
            return rest;
        }
        let end = AnyValue::parse::<Skip, Silent>(&cx, i, &mut ());
        debug_assert!(end.is_ok(), "it was checked");
        end.map(|(rest, ())| rest).unwrap_or_default()
    }

    /// The value as a tree.
    pub(crate) fn tree<'a>(self, value: &'a [u8]) -> Variant<'a> {
        let mut tree = Variant::Nil;
        let read = AnyValue::parse::<Borrow, Silent>(&self.cx(), value, &mut tree);
        debug_assert!(read.is_ok(), "it was checked");
        tree
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bool(self, payload: &[u8]) -> Option<bool> {
        done(parse_bool(self.cx(), payload))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn int(self, header: Header, payload: &[u8]) -> Option<i64> {
        done(parse_int(self.cx(), header, payload))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn float(self, header: Header, payload: &[u8]) -> Option<f64> {
        done(parse_float(self.cx(), header, payload))
    }

    /// A string block, and what stands behind it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn text<'a>(self, i: &'a [u8]) -> Option<(&'a [u8], Text<'a>)> {
        match common_text(&self.cx(), i) {
            Some((rest, text)) => Some((rest, Text::borrowed(text))),
            None => parse_text(self.cx(), i).ok(),
        }
    }

    /// What stands behind the value at the start of `i`, and whether that is this text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn behind_key<'a>(self, i: &'a [u8], text: &str) -> (&'a [u8], bool) {
        let (header, block) = self.header(i);
        if !matches!(header.kind, Kind::String | Kind::StringName) {
            return (self.behind(i), false);
        }
        match common_block(&self.cx(), block) {
            Some((rest, raw, look)) if look.is_ascii() => (rest, raw == text.as_bytes()),
            _ => self.text(block).map_or((&[], false), |(rest, read)| (rest, read == text)),
        }
    }

    pub(crate) fn array<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<ElementType<'a>>>> {
        let (header, payload) = self.header(value);
        let mut open = Open { cx: self.cx(), slots: Vec::<()>::new(), shared: false, types: None };
        let inside = match header.kind {
            Kind::Array => open.array(header, payload),
            Kind::TypedArray | Kind::PackedTypedArray => open.typed_array(header, payload),
            _ => return None,
        };
        let inside = done_at(inside)?;
        let Open { slots, shared, types, .. } = open;
        Some(Opened { types, shared, count: slots.len(), inside })
    }

    pub(crate) fn dictionary<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<EntryTypes<'a>>>> {
        let (header, payload) = self.header(value);
        if header.kind != Kind::Dictionary {
            return None;
        }
        let mut open = Open { cx: self.cx(), slots: Vec::<()>::new(), shared: false, types: None };
        let inside = done_at(open.dictionary(header, payload))?;
        let Open { slots, shared, types, .. } = open;
        Some(Opened { types, shared, count: slots.len(), inside })
    }

    /// A whole object, whose type is its class; one without a class is null.
    pub(crate) fn object<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Text<'a>>> {
        let (header, payload) = self.header(value);
        if header.kind != Kind::Object || !object::is_whole(self.cx(), header) {
            return None;
        }
        let mut whole = Whole { cx: self.cx(), class: Text::default(), properties: Vec::<()>::new() };
        let inside = done_at(whole.open(value, payload))?;
        let Whole { class, properties, .. } = whole;
        Some(Opened { types: class, shared: false, count: properties.len(), inside })
    }
}

/// What was read.
#[cfg_attr(not(debug_assertions), inline(always))]
fn done<T>(read: PResult<'_, T>) -> Option<T> {
    read.ok().map(|(_, value)| value)
}

/// Where it ended.
fn done_at(read: PResult<'_, ()>) -> Option<&[u8]> {
    read.ok().map(|(rest, ())| rest)
}
