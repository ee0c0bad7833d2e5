//! Reading a part of a value that was checked as a whole, by the parsers that checked it.

use super::build::{Borrow, Check, Values};
use super::container::Open;
use super::object::Whole;
use super::prim::Header;
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
    fn cx(self) -> Cx<'r> {
        Cx::new(self.0, &CHECKED)
    }

    /// The header, and where the payload begins.
    pub(crate) fn header(self, value: &[u8]) -> Option<(&[u8], Header)> {
        parse_header(self.cx(), value).ok()
    }

    /// What stands behind the value at the start of `i`.
    pub(crate) fn behind(self, i: &[u8]) -> &[u8] {
        let end = AnyValue::parse::<Check, Silent>(self.cx(), i, &mut ());
        debug_assert!(end.is_ok(), "it was checked");
        end.map(|(rest, ())| rest).unwrap_or_default()
    }

    /// The value as a tree.
    pub(crate) fn tree<'a>(self, value: &'a [u8]) -> Variant<'a> {
        let mut tree = Variant::Nil;
        let read = AnyValue::parse::<Borrow, Silent>(self.cx(), value, &mut tree);
        debug_assert!(read.is_ok(), "it was checked");
        tree
    }

    pub(crate) fn bool(self, payload: &[u8]) -> Option<bool> {
        done(parse_bool(self.cx(), payload))
    }

    pub(crate) fn int(self, header: Header, payload: &[u8]) -> Option<i64> {
        done(parse_int(self.cx(), header, payload))
    }

    pub(crate) fn float(self, header: Header, payload: &[u8]) -> Option<f64> {
        done(parse_float(self.cx(), header, payload))
    }

    pub(crate) fn text<'a>(self, payload: &'a [u8]) -> Option<Text<'a>> {
        done(parse_text(self.cx(), payload))
    }

    /// A string block, and what stands behind it.
    pub(crate) fn name<'a>(self, i: &'a [u8]) -> Option<(&'a [u8], Text<'a>)> {
        parse_text(self.cx(), i).ok()
    }

    pub(crate) fn array<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<ElementType<'a>>>> {
        let (i, header) = self.header(value)?;
        let mut open = Open { cx: self.cx(), slots: Vec::<()>::new(), shared: false, types: None };
        let inside = match header.kind {
            Kind::Array => open.array(header, i),
            Kind::TypedArray | Kind::PackedTypedArray => open.typed_array(header, i),
            _ => return None,
        };
        let Open { slots, shared, types, .. } = open;
        inside.ok().map(|(inside, ())| Opened { types, shared, count: slots.len(), inside })
    }

    pub(crate) fn dictionary<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<EntryTypes<'a>>>> {
        let (i, header) = self.header(value).filter(|(_, header)| header.kind == Kind::Dictionary)?;
        let mut open = Open { cx: self.cx(), slots: Vec::<()>::new(), shared: false, types: None };
        let inside = open.dictionary(header, i);
        let Open { slots, shared, types, .. } = open;
        inside.ok().map(|(inside, ())| Opened { types, shared, count: slots.len(), inside })
    }

    /// A whole object, whose type is its class; one without a class is null.
    pub(crate) fn object<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Text<'a>>> {
        let (i, header) = self.header(value).filter(|(_, header)| header.kind == Kind::Object)?;
        if !object::is_whole(self.cx(), header) {
            return None;
        }
        let mut whole = Whole { cx: self.cx(), class: Text::default(), properties: Vec::<()>::new() };
        let inside = whole.open(value, i);
        let Whole { class, properties, .. } = whole;
        inside.ok().map(|(inside, ())| Opened {
            types: class,
            shared: false,
            count: properties.len(),
            inside,
        })
    }
}

fn done<T>(read: PResult<'_, T>) -> Option<T> {
    read.ok().map(|(_, value)| value)
}
