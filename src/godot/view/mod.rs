//! Values that were checked and stay where they are: look-ups walk the wire, by the parsers that checked it.

mod array;
mod dictionary;
mod object;

use std::fmt;

pub use array::ArrayView;
pub use dictionary::DictionaryView;
pub use object::ObjectView;

use super::dialect::Dialect;
use super::ids::Kind;
use super::model::{BYTE_ORDER_MARK, Text, Variant, Vector2, Vector3};
use super::wire::{Again, Header, Rules};

/// A value that was checked once and stays where it is in the input: no allocation at all, and what is looked up
/// is read from the bytes there and then.
///
/// | to | use | cost |
/// |----|-----|------|
/// | refuse bad bytes | [`Decoder::check`](super::Decoder::check) | one walk |
/// | read a few fields, find where a value stands, pass values on untouched | [`Decoder::view`](super::Decoder::view) | one walk, and a look-up walks what stands before the thing it finds |
/// | read most of it, some of it often, or change it | [`Decoder::parse`](super::Decoder::parse) | a walk and the tree, some three walks in all |
///
/// Reading everything through views walks each value once more for every container around it. For what is nested
/// deeply, by nature or by malice, make a tree, of all or of the part in question
/// ([`to_variant`](Self::to_variant)).
///
/// A view sees what is on the wire: every entry of a dictionary counts, also those whose keys are the same to the
/// engine. A look-up gives the last of them, and so does a tree.
///
/// Views are equal if their bytes are, and the rules they are read by.
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
/// assert!(bytes.ends_with(last.as_bytes()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct VariantView<'a> {
    /// Of this value alone.
    bytes: &'a [u8],
    rules: Rules,
}

impl<'a> VariantView<'a> {
    /// A view of bytes that these rules have just passed.
    pub(super) fn checked(bytes: &'a [u8], rules: Rules) -> Self {
        Self { bytes, rules }
    }

    fn again(&self) -> Again<'_> {
        Again(&self.rules)
    }

    fn header(&self) -> Option<(&'a [u8], Header)> {
        self.again().header(self.bytes)
    }

    /// The payload and the header, if it is of this type.
    fn payload(&self, kind: Kind) -> Option<(&'a [u8], Header)> {
        self.header().filter(|(_, header)| header.kind == kind)
    }

    /// The type, as [`Variant::kind`] would say.
    pub fn kind(&self) -> Kind {
        match self.header().map(|(_, header)| header.kind) {
            // To the model that is an array with an element type.
            Some(Kind::TypedArray) => Kind::Array,
            kind => kind.unwrap_or(Kind::Nil),
        }
    }

    /// Whose bytes they are.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// The bytes of this value from its header on, which can be put wherever a value of the dialect goes.
    ///
    /// They are a multiple of four, unless the input has left out the padding at its very end, as some readers
    /// allow: then it is missing here too, and only the end of an input can do without it.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// As a tree; text and packed arrays still borrow from the input.
    pub fn to_variant(&self) -> Variant<'a> {
        self.again().tree(self.bytes)
    }

    /// Whether this is null: `Nil`, or an object that stands for null.
    pub fn is_nil(&self) -> bool {
        match self.kind() {
            Kind::Nil => true,
            Kind::Object => match self.again().object(self.bytes) {
                Some(whole) => whole.types.is_empty(),
                None => self.to_variant().is_nil(),
            },
            _ => false,
        }
    }

    /// The truth value of a `Bool`.
    pub fn as_bool(&self) -> Option<bool> {
        let (payload, _) = self.payload(Kind::Bool)?;
        self.again().bool(payload)
    }

    /// The number of an `Int`.
    pub fn as_int(&self) -> Option<i64> {
        let (payload, header) = self.payload(Kind::Int)?;
        self.again().int(header, payload)
    }

    /// The number of a `Float`, or of an `Int` that a double holds exactly.
    pub fn as_float(&self) -> Option<f64> {
        match self.header()? {
            (payload, header) if header.kind == Kind::Float => self.again().float(header, payload),
            (payload, header) if header.kind == Kind::Int => {
                Variant::Int(self.again().int(header, payload)?).as_float()
            }
            _ => None,
        }
    }

    /// The text of a `String` or `StringName`, for as long as the input lives, if the input has it in UTF-8;
    /// [`as_text`](Self::as_text) gives any text.
    pub fn as_str(&self) -> Option<&'a str> {
        let (payload, text) = self.text()?;
        text.borrowed_str().or_else(|| behind_mark(payload, &text))
    }

    /// The text of a `String` or `StringName`.
    pub fn as_text(&self) -> Option<Text<'a>> {
        self.text().map(|(_, text)| text)
    }

    fn text(&self) -> Option<(&'a [u8], Text<'a>)> {
        let (payload, header) = self.header()?;
        match header.kind {
            Kind::String | Kind::StringName => Some((payload, self.again().text(payload)?)),
            _ => None,
        }
    }

    /// The vector, with components of either width.
    pub fn as_vector2(&self) -> Option<Vector2<f64>> {
        self.payload(Kind::Vector2)?;
        self.to_variant().as_vector2()
    }

    /// The vector, with components of either width.
    pub fn as_vector3(&self) -> Option<Vector3<f64>> {
        self.payload(Kind::Vector3)?;
        self.to_variant().as_vector3()
    }

    /// The array, the typed arrays of forks among them. Packed arrays have no values inside:
    /// [`to_variant`](Self::to_variant) borrows them as they are.
    pub fn as_array(&self) -> Option<ArrayView<'a>> {
        ArrayView::of(*self)
    }

    /// The dictionary.
    pub fn as_dictionary(&self) -> Option<DictionaryView<'a>> {
        DictionaryView::of(*self)
    }

    /// The whole object, where the decoder was told to read such; [`to_variant`](Self::to_variant) gives the id
    /// of one that is only that.
    pub fn as_object(&self) -> Option<ObjectView<'a>> {
        ObjectView::of(*self)
    }

    /// The value at a text key of a dictionary; the last one if several are equal.
    pub fn get(&self, key: &str) -> Option<VariantView<'a>> {
        self.as_dictionary()?.get(key)
    }
}

impl fmt::Debug for VariantView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VariantView({}, {} bytes)", self.kind().name(), self.bytes.len())
    }
}

/// Where text stands that was read behind a byte order mark: a [`Text`] holds both, and owns them.
#[cold]
fn behind_mark<'a>(payload: &'a [u8], text: &Text<'_>) -> Option<&'a str> {
    let length_word = 4;
    let block = payload.get(length_word..)?.strip_prefix(BYTE_ORDER_MARK)?;
    let found = std::str::from_utf8(block.get(..text.content().len())?).ok()?;
    (*text == found).then_some(found)
}

/// Values one behind the other, the last one up to the end.
#[derive(Debug, Clone, Copy)]
struct Run<'a> {
    rules: Rules,
    at: &'a [u8],
    left: usize,
}

impl<'a> Run<'a> {
    fn next(&mut self) -> Option<VariantView<'a>> {
        self.left = self.left.checked_sub(1)?;
        // What stands last ends with what is around it, and need not be walked to see where.
        let rest = if self.left == 0 { &[] } else { Again(&self.rules).behind(self.at) };
        let bytes = self.at.get(..self.at.len() - rest.len()).unwrap_or_default();
        self.at = rest;
        Some(VariantView { bytes, rules: self.rules })
    }
}
