//! Reads parts of a value that was checked as a whole, with the parsers of the grammar. Reading cannot fail, because
//! all bytes were read before.

use crate::godot::ids::Kind;
use crate::godot::model::{ElementType, EntryTypes, Packed, PackedElement, PackedView, TextRef, Variant};
use crate::godot::skip::skip_checked;
use crate::godot::wire::{self, ContainerHead, Header, Rules};
use crate::grammar::Settings;
use crate::limits::{Limits, with_enough_stack};
use crate::sure::Sure as _;

/// The part of a container before its contents, and the bytes of the contents.
type Opened<'a, O> = Option<(&'a [u8], ContainerHead<O>)>;

/// The part of the values inside a container that is in front of each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    None,
    Values,
    Names,
}

/// A reader of checked bytes by these rules.
#[derive(Clone, Copy)]
pub(crate) struct CheckedReader<'r>(pub(crate) &'r Rules);

impl<'r> CheckedReader<'r> {
    pub(super) fn settings(self) -> Settings<'r, Rules> {
        Settings::new(self.0, Limits::CHECKED)
    }

    /// Returns the header of a value, and its payload.
    pub(crate) fn header(self, value: &[u8]) -> (Header, &[u8]) {
        let read = wire::header(self.settings().cx())(value);
        debug_assert!(read.is_ok(), "it was checked");
        read.map_or((Header { kind: Kind::Nil, word: 0 }, &[]), |(payload, header)| (header, payload))
    }

    /// Returns the input after the value at the start of `i`.
    pub(crate) fn after(self, i: &[u8]) -> &[u8] {
        self.after_many(&self.settings(), i, 1)
    }

    /// Returns the input after this many values, with settings that serve for many calls.
    pub(super) fn after_many<'a>(
        self,
        settings: &Settings<'_, Rules>,
        i: &'a [u8],
        count: usize,
    ) -> &'a [u8] {
        match skip_checked(settings.cx(), i, count) {
            Some(after) => after,
            None => self.after_odd(i, count),
        }
    }

    #[cold]
    fn after_odd(self, i: &[u8], count: usize) -> &[u8] {
        let after = |i, _| Some(wire::variant(self.settings().cx())(i).ok()?.0);
        with_enough_stack(|| (0..count).try_fold(i, after)).sure()
    }

    /// Returns the value as a tree.
    pub(crate) fn tree(self, value: &[u8]) -> Variant {
        let read = self.prefix(value);
        debug_assert!(read.is_some(), "it was checked");
        read.map_or(Variant::Nil, |(_, tree)| tree)
    }

    /// Reads the value at the start of `i`, and returns the input after it first.
    pub(crate) fn prefix(self, i: &[u8]) -> Option<(&[u8], Variant)> {
        with_enough_stack(|| wire::variant(self.settings().cx())(i).ok())
    }

    /// Reads a string block, and returns the input after it first.
    pub(crate) fn text<'a>(self, i: &'a [u8]) -> Option<(&'a [u8], TextRef<'a>)> {
        wire::text_ref(self.settings().cx())(i).ok()
    }

    /// Returns whether a value is a `String` or `StringName` with this text, given without its byte order mark.
    pub(crate) fn is_text(self, value: &[u8], content: &[u8]) -> bool {
        let Some(([id, ..], block)) = value.split_first_chunk::<4>() else { return false };
        if !matches!(self.0.dialect.kind(*id), Some(Kind::String | Kind::StringName)) {
            return false;
        }
        let raw = block.split_first_chunk().and_then(|(n, i)| i.get(..u32::from_le_bytes(*n) as usize));
        match raw.filter(|raw| wire::is_short_ascii(raw)) {
            Some(raw) => raw == content, // Nearly all keys.
            None => {
                wire::text_ref(self.settings().cx())(block).is_ok_and(|(_, text)| text.content() == content)
            }
        }
    }

    /// Returns the elements of a packed array, without the padding after them.
    pub(crate) fn packed<'a, E: PackedElement>(self, payload: &'a [u8]) -> Option<PackedView<'a, E>> {
        let (_, elements) = wire::elements::<E, _>(self.settings().cx())(payload).ok()?;
        Some(Packed::from_wire(elements))
    }

    #[cfg_attr(not(feature = "serde"), allow(dead_code))]
    pub(crate) fn texts<'a>(self, payload: &'a [u8]) -> Vec<TextRef<'a>> {
        wire::text_refs(self.settings().cx())(payload).map(|(_, texts)| texts).unwrap_or_default()
    }

    pub(crate) fn array<'a>(self, value: &'a [u8]) -> Opened<'a, Option<ElementType>> {
        let (settings, (header, payload)) = (self.settings(), self.header(value));
        (header.kind == Kind::Array).then(|| wire::array_head(settings.cx(), header)(payload).ok())?
    }

    pub(crate) fn dictionary<'a>(self, value: &'a [u8]) -> Opened<'a, Option<EntryTypes>> {
        let (settings, (header, payload)) = (self.settings(), self.header(value));
        (header.kind == Kind::Dictionary)
            .then(|| wire::dictionary_head(settings.cx(), header)(payload).ok())?
    }

    /// Opens a full object, which is of its class. A null has an empty class and no properties.
    pub(crate) fn object<'a>(self, value: &'a [u8]) -> Opened<'a, TextRef<'a>> {
        let (settings, (header, payload)) = (self.settings(), self.header(value));
        let is_full = header.kind == Kind::Object && self.0.dialect.objects && !header.is_wide();
        is_full.then(|| wire::object_head(settings.cx())(payload).ok())?
    }

    /// Returns the kind of the keys, the count and the bytes of the contents of an array, a dictionary or a full object.
    pub(crate) fn contents(self, value: &[u8]) -> Option<(Keys, usize, &[u8])> {
        let array = || self.array(value).map(|(inside, head)| (Keys::None, head.count, inside));
        let dictionary = || self.dictionary(value).map(|(inside, head)| (Keys::Values, head.count, inside));
        let object = || self.object(value).filter(|(_, head)| !head.of.is_empty());
        array()
            .or_else(dictionary)
            .or_else(|| object().map(|(inside, head)| (Keys::Names, head.count, inside)))
    }
}
