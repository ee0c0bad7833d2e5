//! Reads parts of a value that was validated as a whole, with the parsers that validated it.
//!
//! The rules of Godot depend on the decoder, and each value has a header, so the reader is a type with a method for
//! each kind of look-up. NBT has a single set of rules, so `minecraft/view.rs` calls the parsers directly. Both use
//! [`reread`](crate::grammar::reread).

use super::super::array::{Announced, array_header};
use super::super::dictionary::dictionary_header;
use super::super::object::{is_full_object, object_header};
use super::super::packed::elements_of;
use super::super::packed::texts_in_place;
use super::super::text::text_ref;
use super::super::variant::variant;
use super::super::{Header, Rules, boolean, float, header, int};
use super::text::{short_block, short_text};
use crate::cx::Settings;
use crate::godot::ids::Kind;
use crate::godot::model::{ElementType, EntryTypes, Packed, PackedElement, PackedView, TextRef, Variant};
use crate::grammar::{Grammar, after, reread};
use crate::sure::Sure as _;
use crate::trace::Silent;

/// The fields before the elements of a container: its types, its count and the elements.
pub(crate) struct Opened<'a, M> {
    pub(crate) types: M,
    pub(crate) shared: bool,
    pub(crate) count: usize,
    pub(crate) inside: &'a [u8],
}

/// A reader of validated bytes by these rules. Reading cannot fail, because all bytes were read before.
#[derive(Clone, Copy)]
pub(crate) struct CheckedReader<'r>(pub(crate) &'r Rules);

impl<'r> CheckedReader<'r> {
    fn settings(self) -> Settings<'r, Rules> {
        Settings::of_checked(self.0)
    }

    /// Returns the header of a value, and its payload.
    pub(crate) fn header(self, value: &[u8]) -> (Header, &[u8]) {
        let read = reread(header(self.settings().cx()), value);
        debug_assert!(read.is_some(), "it was checked");
        read.map_or((Header { kind: Kind::Nil, word: 0 }, &[]), |(payload, header)| (header, payload))
    }

    /// Returns the input after the value at the start of `i`.
    pub(crate) fn after(self, i: &[u8]) -> &[u8] {
        let end = after(variant(self.settings().cx()), i);
        end.sure()
    }

    /// Returns the value as a tree.
    pub(crate) fn tree(self, value: &[u8]) -> Variant {
        let read = self.prefix(value);
        debug_assert!(read.is_some(), "it was checked");
        read.map_or(Variant::Nil, |(_, tree)| tree)
    }

    /// Reads the value at the start of `i`, and returns the input after it first.
    pub(crate) fn prefix(self, i: &[u8]) -> Option<(&[u8], Variant)> {
        reread(variant(self.settings().cx()), i)
    }

    pub(crate) fn bool(self, payload: &[u8]) -> Option<bool> {
        reread(boolean(self.settings().cx()), payload).map(|(_, value)| value)
    }

    pub(crate) fn int(self, header: Header, payload: &[u8]) -> Option<i64> {
        reread(int(self.settings().cx(), header), payload).map(|(_, value)| value)
    }

    pub(crate) fn float(self, header: Header, payload: &[u8]) -> Option<f64> {
        reread(float(self.settings().cx(), header), payload).map(|(_, value)| value)
    }

    /// Reads a string block, and returns the input after it first.
    pub(crate) fn text<'a>(self, i: &'a [u8]) -> Option<(&'a [u8], TextRef<'a>)> {
        match short_text(self.settings().cx(), i) {
            Some((rest, text)) => Some((rest, TextRef::Utf8(text))),
            None => reread(text_ref(self.settings().cx()), i),
        }
    }

    /// Returns the input after the value at the start of `i`, and whether the value is this text.
    pub(crate) fn after_key<'a>(self, i: &'a [u8], text: &str) -> (&'a [u8], bool) {
        let (header, block) = self.header(i);
        if !matches!(header.kind, Kind::String | Kind::StringName) {
            return (self.after(i), false);
        }
        match short_block(self.settings().cx(), block) {
            Some((rest, raw, true)) => (rest, raw == text.as_bytes()),
            _ => self.text(block).map_or((&[], false), |(rest, read)| (rest, read.as_str() == Some(text))),
        }
    }

    /// Returns the elements of a packed array, without the padding after them.
    pub(crate) fn packed<'a, E: PackedElement>(self, payload: &'a [u8]) -> Option<PackedView<'a, E>> {
        reread(elements_of::<E, _>(self.settings().cx()), payload).map(|(_, wire)| Packed::from_wire(wire))
    }

    pub(crate) fn texts<'a>(self, payload: &'a [u8]) -> Vec<TextRef<'a>> {
        reread(texts_in_place(self.settings().cx()), payload).map(|(_, texts)| texts).unwrap_or_default()
    }

    pub(crate) fn array<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<ElementType>>> {
        let (header, payload) = self.header(value);
        if header.kind != Kind::Array {
            return None;
        }
        opened(array_header(self.settings().cx(), header), payload)
    }

    pub(crate) fn dictionary<'a>(self, value: &'a [u8]) -> Option<Opened<'a, Option<EntryTypes>>> {
        let (header, payload) = self.header(value);
        if header.kind != Kind::Dictionary {
            return None;
        }
        opened(dictionary_header(self.settings().cx(), header), payload)
    }

    /// Opens a full object, whose type is its class. Returns `None` for one without a class, which is null.
    pub(crate) fn object<'a>(self, value: &'a [u8]) -> Option<Opened<'a, TextRef<'a>>> {
        let (header, payload) = self.header(value);
        if !is_full_object(self.settings().cx(), header) {
            return None;
        }
        let settings = self.settings();
        let (inside, object) = reread(object_header(settings.cx()), payload)?;
        Some(Opened { types: object.class, shared: false, count: object.count, inside })
    }
}

fn opened<'a, 'c, M>(
    header: impl Grammar<'a, Announced<'c, M, Silent>>,
    payload: &'a [u8],
) -> Option<Opened<'a, Option<M>>> {
    let (inside, Announced { types, shared, count, .. }) = reread(header, payload)?;
    Some(Opened { types: types.map(|types| *types), shared, count, inside })
}
