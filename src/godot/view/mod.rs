//! Views: validated bytes that are read in place, with the parsers that validated them.

mod array;
mod dictionary;
mod object;
mod owned;
mod reader;

use std::fmt;
use std::ops::Range;

pub use array::{ArrayView, ArrayViewIter};
pub use dictionary::{DictionaryView, DictionaryViewIter};
pub use object::{ObjectView, ObjectViewIter};
pub use owned::{OwnedView, Storage};
pub(super) use reader::CheckedReader;
#[cfg(feature = "serde")]
pub(super) use reader::Keys;

use super::dialect::Dialect;
use super::ids::Kind;
use super::model::{
    BYTE_ORDER_MARK, DictionaryKey, Packed, PackedElement, PackedView, Text, TextRef, Variant,
};
use super::wire::{Header, Rules};
use crate::grammar::Settings;
use crate::sure::Sure as _;

/// A validated value that is read in place. No tree is built, and each look-up reads the bytes.
///
/// | to | use | cost |
/// |----|-----|------|
/// | reject invalid bytes | [`Decoder::check`](super::Decoder::check) | one walk |
/// | read a few fields of many, find the place of a value, forward values unchanged | [`Decoder::view`](super::Decoder::view) | one walk, then a step for each value that a search skips |
/// | read most of it, read parts repeatedly, or change it | [`Decoder::parse`](super::Decoder::parse) | about three walks |
///
/// A look-up in a dictionary goes through all of its entries. To read several of them, iterate over
/// [`DictionaryView::entries`] once instead. A small packet is faster to read as a tree.
///
/// Skipping a container goes through all of its contents. If you read everything through views, each value is therefore
/// read once more for every container around it. This takes two and a half times as long as a tree for ordinary values,
/// and far longer for values that are nested deeply, possibly by an attacker. In this case build a tree of the whole or
/// of the part in question ([`to_variant`](Self::to_variant)), or lower
/// [`Decoder::max_depth`](super::Decoder::max_depth).
///
/// A view shows the entries of a dictionary as they are in the bytes, including duplicate keys. A look-up returns the
/// last of them, like a look-up in a tree.
///
/// Two views are equal if their bytes are equal and they are read by the same rules.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, Dictionary, Variant, Vector2};
///
/// let packet = Variant::from(Dictionary::from_iter([
///     ("type", Variant::from("move")),
///     ("path", vec![Variant::from(Vector2::new(1.5, 2.5)), Vector2::new(2.5, 2.5).into()].into()),
/// ]));
/// let bytes = Dialect::GODOT_4.encode(&packet)?;
///
/// let view = Decoder::new(Dialect::GODOT_4).view(&bytes)?;
/// assert_eq!(view.get("type").and_then(|kind| kind.as_str()), Some("move"));
///
/// // A part of it as a tree, or as it is, to be put somewhere else.
/// let last = view.get("path").and_then(|path| path.as_array()?.iter().last()).unwrap();
/// assert_eq!(last.to_variant(), Variant::Vector2(Vector2::new(2.5, 2.5)));
/// assert!(bytes.ends_with(last.as_wire()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct VariantView<'a> {
    /// The bytes of this value only.
    bytes: &'a [u8],
    rules: Rules,
}

impl<'a> VariantView<'a> {
    /// Creates a view of bytes that were just validated with these rules.
    pub(super) fn checked(bytes: &'a [u8], rules: Rules) -> Self {
        Self { bytes, rules }
    }

    pub(super) fn checked_reader(&self) -> CheckedReader<'_> {
        CheckedReader(&self.rules)
    }

    pub(super) fn header(&self) -> (Header, &'a [u8]) {
        self.checked_reader().header(self.bytes)
    }

    /// Returns the type of the value, like [`Variant::kind`].
    pub fn kind(&self) -> Kind {
        self.header().0.kind
    }

    /// Returns whether a tree of the value merges the entries that have the same key.
    pub(super) fn merges_keys(&self) -> bool {
        !self.rules.keep_duplicates
    }

    /// Returns the dialect.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// Returns the bytes of this value, including its header. They can be copied to any place where a value of the
    /// dialect may be.
    ///
    /// Their length is a multiple of four, with two exceptions. A NodePath that is encoded as text without padding may have
    /// any length. If a reader accepts an input that ends before its padding or in the length of an `InputEvent`, the
    /// bytes of that value are valid only at the end of an input.
    pub fn as_wire(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the value at a range of the bytes of this one, in which it was found before.
    pub(super) fn within(&self, place: Range<usize>) -> Option<Self> {
        Some(Self { bytes: self.bytes.get(place)?, rules: self.rules })
    }

    /// Decodes the value to a tree, which owns its contents.
    pub fn to_variant(&self) -> Variant {
        self.checked_reader().tree(self.bytes)
    }

    /// Returns whether this is null: `Nil` or a null object.
    pub fn is_nil(&self) -> bool {
        match self.kind() {
            Kind::Nil => true,
            Kind::Object => self.as_object().is_none() && self.to_variant().is_nil(),
            _ => false,
        }
    }

    /// Returns the truth value of a `Bool`.
    pub fn as_bool(&self) -> Option<bool> {
        self.scalar()?.as_bool()
    }

    /// Returns the number of an `Int`.
    pub fn as_i64(&self) -> Option<i64> {
        self.scalar()?.as_i64()
    }

    /// Returns the number of a `Float`, or of an `Int` that an `f64` represents exactly.
    pub fn as_f64(&self) -> Option<f64> {
        self.scalar()?.as_f64()
    }

    /// Returns a value that takes no memory of its own.
    fn scalar(&self) -> Option<Variant> {
        matches!(self.kind(), Kind::Bool | Kind::Int | Kind::Float).then(|| self.to_variant())
    }

    /// Returns the text of a `String` or `StringName` with the lifetime of the input, if the text is UTF-8.
    /// [`as_text`](Self::as_text) returns any text.
    pub fn as_str(&self) -> Option<&'a str> {
        match self.text()? {
            TextRef::Utf8(text) => Some(text),
            TextRef::Other(text) => after_bom(self.header().1, &text),
        }
    }

    /// Returns the text of a `String` or `StringName`.
    pub fn as_text(&self) -> Option<Text> {
        self.text().map(Text::from)
    }

    fn text(&self) -> Option<TextRef<'a>> {
        let (header, block) = self.header();
        let is_text = matches!(header.kind, Kind::String | Kind::StringName);
        is_text.then(|| self.checked_reader().text(block))?.map(|(_, text)| text)
    }

    /// Returns the elements of a packed array of numbers or vectors, in place. Returns `None` if the elements are of
    /// another type.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Packed, PackedView, Variant};
    /// let bytes = Dialect::GODOT_4.encode(&Variant::from(Packed::from(vec![1, 2, 3])))?;
    /// let numbers: PackedView<'_, i32> = Dialect::GODOT_4.view(&bytes)?.as_packed().unwrap();
    /// assert_eq!(numbers.iter().sum::<i32>(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_packed<T: PackedElement>(&self) -> Option<PackedView<'a, T>> {
        let (header, payload) = self.header();
        let numeric = header.kind.numeric()?;
        let number = numeric.number_type(header.has_wide_components(&self.rules.dialect));
        let is_of = numeric.element? == T::KIND && numeric.count * number.size() == T::SIZE;
        is_of.then(|| self.checked_reader().packed(payload))?
    }

    /// Returns the bytes of a `PackedByteArray`, in place.
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        self.as_packed::<u8>().map(Packed::into_wire)
    }

    /// Returns a view of the array of an `Array`. For packed arrays use [`as_packed`](Self::as_packed).
    pub fn as_array(&self) -> Option<ArrayView<'a>> {
        ArrayView::from_view(*self)
    }

    /// Returns a view of the dictionary of a `Dictionary`.
    pub fn as_dictionary(&self) -> Option<DictionaryView<'a>> {
        DictionaryView::from_view(*self)
    }

    /// Returns a view of a full object, if the decoder allows objects. An object that is encoded by its id has nothing to
    /// view: see [`Variant::as_object_id`].
    pub fn as_object(&self) -> Option<ObjectView<'a>> {
        ObjectView::from_view(*self)
    }

    /// Returns the value of a key, if this is a dictionary that contains the key. The key is text, an int, or [any
    /// value](DictionaryKey). If several keys are the same, returns the last value.
    pub fn get<K: DictionaryKey + ?Sized>(&self, key: &K) -> Option<VariantView<'a>> {
        let wanted = key.wanted();
        let content = wanted.as_text().map(Text::content);
        let is_wanted =
            |key: VariantView<'a>| key.kind() == wanted.kind() && wanted.same_key(&key.to_variant());
        self.find(content, is_wanted).map(|(_, value)| value)
    }

    /// Returns the last entry of a dictionary with a key that is this text, or if there is no text, one for which `is` returns
    /// `true`: its position, and its value. Only the value becomes a view, because a view takes some time to copy.
    pub(super) fn find(
        &self,
        text: Option<&[u8]>,
        is: impl Fn(VariantView<'a>) -> bool,
    ) -> Option<(usize, VariantView<'a>)> {
        let reader = self.checked_reader();
        let (at, head) = reader.dictionary(self.bytes)?;
        let (settings, mut halves) = (reader.settings(), Sequence { at, left: 2 * head.count });
        let mut found = None;
        for index in 0..head.count {
            let (key, value) = (halves.nth(&settings, 0)?, halves.nth(&settings, 0)?);
            let is_wanted = match text {
                Some(text) => reader.is_text(key, text),
                None => is(VariantView { bytes: key, rules: self.rules }),
            };
            if is_wanted {
                found = Some((index, value));
            }
        }
        found.map(|(index, bytes)| (index, VariantView { bytes, rules: self.rules }))
    }
}

impl fmt::Debug for VariantView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VariantView({}, {} bytes)", self.kind().name(), self.bytes.len())
    }
}

/// Returns the text after a byte order mark, in place.
#[cold]
fn after_bom<'a>(block: &'a [u8], text: &Text) -> Option<&'a str> {
    let (_length, raw) = block.split_at_checked(4)?;
    let raw = raw.strip_prefix(BYTE_ORDER_MARK)?;
    std::str::from_utf8(raw.get(..text.content().len())?).ok()
}

/// The values that are left in a container, the last of which ends where the bytes end.
#[derive(Debug, Clone, Copy)]
struct Sequence<'a> {
    at: &'a [u8],
    left: usize,
}

impl<'a> Sequence<'a> {
    /// Returns the bytes of the next value, or of one after this many others.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nth(&mut self, settings: &Settings<'_, Rules>, n: usize) -> Option<&'a [u8]> {
        let reader = CheckedReader(settings.cx().rules());
        if n >= self.left {
            self.left = 0;
            return None;
        }
        self.left -= n + 1;
        let at = if n == 0 { self.at } else { reader.after_many(settings, self.at, n) };
        // The last value ends where its container ends, so it does not have to be skipped.
        self.at = if self.left == 0 { &[] } else { reader.after_many(settings, at, 1) };
        Some(at.get(..at.len() - self.at.len()).sure())
    }
}
