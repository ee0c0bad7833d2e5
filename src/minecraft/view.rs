//! Views of NBT: validated bytes that are read in place, with the parsers that validated them.

use std::borrow::Cow;

use super::ids::TagId;
use super::model::nbt::{JavaStrView, List, Nbt, Tag};
use super::wire::{self, Cx, payload};
use super::{NbtForm, Protocol, skip};
use crate::conversions::iterate;
use crate::error::DecodeErrorKind;
use crate::grammar::{Parse, Settings, fail_after};
use crate::limits::{Limits, with_enough_stack};
use crate::sure::Sure as _;
use crate::trace::Trace;

/// Returns the settings for reading validated bytes again, in which no limit applies.
pub(super) fn checked(form: NbtForm) -> Settings<'static, Protocol> {
    let rules = match form {
        NbtForm::BigEndian => const { &checked_rules(NbtForm::BigEndian) },
        NbtForm::LittleEndian => const { &checked_rules(NbtForm::LittleEndian) },
        NbtForm::VarInt => const { &checked_rules(NbtForm::VarInt) },
        NbtForm::AnyText => const { &checked_rules(NbtForm::AnyText) },
    };
    rules.settings()
}

const fn checked_rules(form: NbtForm) -> Protocol {
    Protocol { limits: Limits::CHECKED, nbt: form, ..Protocol::V1_14 }
}

/// An NBT root that is read in place. It is validated without an allocation, and encoded by copying its bytes.
///
/// Each look-up skips everything before the value that it finds. Use a view to read a few values of many, to forward
/// NBT, or to reject invalid NBT. To read most of it, parse an [`Nbt`], or convert a part to a tree with
/// [`TagView::to_tag`].
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::nbt::NbtView;
///
/// let bytes = b"\x0a\0\0\x0a\0\x03pos\x03\0\x01x\0\0\0\x07\0\x08\0\x04name\0\x03Ada\0";
/// let nbt: NbtView = Protocol::V1_14.parse(bytes)?;
/// let x = nbt.root().get("pos").and_then(|pos| pos.as_compound()?.get("x")?.as_i64());
/// assert_eq!(x, Some(7));
/// assert_eq!(nbt.root().get("name").unwrap().to_str().unwrap(), "Ada");
/// assert_eq!(Protocol::V1_14.encode(&nbt)?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NbtView<'a> {
    bytes: &'a [u8],
    /// The offset of the payload.
    payload: usize,
    form: NbtForm,
}

impl<'a> NbtView<'a> {
    /// Returns the name of the root.
    pub fn name(&self) -> JavaStrView<'a> {
        let name = self.bytes.get(1..self.payload).sure();
        // In some forms roots have no name.
        text(self.form, name).map(|(name, _)| name).unwrap_or_default()
    }

    /// Returns the contents, which are of the types that the protocol allows for a root: usually a Compound.
    pub fn root(&self) -> TagView<'a> {
        let id = tag_id(self.bytes).map_or(TagId::Compound, |(id, _)| id);
        TagView { id, at: self.bytes.get(self.payload..).sure(), form: self.form }
    }

    /// Returns the bytes of the whole root.
    pub fn as_wire(&self) -> &'a [u8] {
        self.bytes
    }

    /// Decodes the root to a tree.
    pub fn to_nbt(&self) -> Nbt {
        Nbt { name: self.name().into(), root: self.root().to_tag() }
    }
}

/// A root that is read in place, or the single byte 0. It is the view of an [`OptNbt`](super::nbt::OptNbt).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OptNbtView<'a>(pub Option<NbtView<'a>>);

/// A view of a compound, which reads the entries in place.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, NbtView, nbt};
/// use gamewire::minecraft::{Protocol, encode_nbt};
/// let bytes = encode_nbt(&Nbt::unnamed(nbt!({ "hp": 20_i8, "mp": 7_i8 })))?;
/// let view: NbtView = Protocol::V1_14.parse(&bytes)?;
/// let all = view.root().as_compound().unwrap().into_iter();
/// assert_eq!(all.map(|(name, tag)| (name.to_string_lossy().into_owned(), tag.as_i64())).last(), Some(("mp".into(), Some(7))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CompoundView<'a> {
    /// The bytes from the first entry to the end of the root, or beyond.
    at: &'a [u8],
    form: NbtForm,
}

impl<'a> CompoundView<'a> {
    /// Returns an iterator over the entries, in order and including duplicate names.
    pub fn entries(&self) -> CompoundViewIter<'a> {
        CompoundViewIter(*self)
    }

    /// Returns the number of entries. All of them are skipped one by one to count them.
    pub fn len(&self) -> usize {
        self.entries().count()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entry(self.at).is_none()
    }

    /// Returns the name and the value of the entry at the start of `at`, or `None` at the end. Other bytes may follow
    /// the entry.
    pub(super) fn entry(&self, at: &'a [u8]) -> Option<(JavaStrView<'a>, TagView<'a>)> {
        let (id, at) = tag_id(at)?;
        if id == TagId::End {
            return None;
        }
        let (name, at) = text(self.form, at)?;
        Some((name, TagView { id, at, form: self.form }))
    }

    /// Returns the value of the last entry with this name.
    pub fn get(&self, name: &str) -> Option<TagView<'a>> {
        let name = JavaStrView::lent(name);
        self.entries().filter(|(other, _)| *other == name).last().map(|(_, tag)| tag)
    }
}

iterate!(CompoundView by entries: CompoundViewIter of (JavaStrView<'a>, TagView<'a>));

/// An iterator over the entries of a [`CompoundView`], in order.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, NbtView, nbt};
/// use gamewire::minecraft::{Protocol, encode_nbt};
///
/// let bytes = encode_nbt(&Nbt::unnamed(nbt!({ "Name": "Ada", "XpLevel": 3 })))?;
/// let player: NbtView<'_> = Protocol::V1_14.parse(&bytes)?;
/// let tags: Vec<_> = player.root().as_compound().unwrap().entries().map(|(name, tag)| format!("{name:?}: {}", tag.id().name())).collect();
/// assert_eq!(tags, [r#""Name": String"#, r#""XpLevel": Int"#]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct CompoundViewIter<'a>(CompoundView<'a>);

impl<'a> Iterator for CompoundViewIter<'a> {
    type Item = (JavaStrView<'a>, TagView<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let Self(left) = self;
        let (name, tag) = left.entry(left.at)?;
        let (tag, rest) = tag.split();
        left.at = rest;
        Some((name, tag))
    }
}

/// A view of a list, which reads the elements in place.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, NbtView, nbt};
/// use gamewire::minecraft::{Protocol, encode_nbt};
/// let bytes = encode_nbt(&Nbt::unnamed(nbt!({ "Pos": [0.5, 64.0] })))?;
/// let view: NbtView = Protocol::V1_14.parse(&bytes)?;
/// let pos = view.root().get("Pos").and_then(|pos| pos.as_list()).unwrap();
/// assert_eq!(pos.iter().filter_map(|number| number.as_f64()).sum::<f64>(), 64.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ListView<'a> {
    id: TagId,
    count: usize,
    /// The bytes from the first element on.
    at: &'a [u8],
    form: NbtForm,
}

impl<'a> ListView<'a> {
    /// Returns the type of the elements.
    pub fn element_type(&self) -> TagId {
        self.id
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns an iterator over the elements, in order.
    pub fn iter(&self) -> ListViewIter<'a> {
        ListViewIter(*self)
    }

    /// Returns the element at the start of `at`.
    pub(super) fn element(&self, at: &'a [u8]) -> TagView<'a> {
        TagView { id: self.id, at, form: self.form }
    }

    /// Returns the size of an element in bytes, if all elements have the same size.
    fn size(&self) -> Option<usize> {
        let is_varint = self.form.has_varints() && matches!(self.id, TagId::Int | TagId::Long);
        (self.id.is_number() && !is_varint).then(|| self.id.min_payload())
    }

    /// Returns the element at a position, or `None` if it is out of bounds. Numbers are found directly. For other
    /// types, all elements before it are skipped one by one.
    pub fn get(&self, index: usize) -> Option<TagView<'a>> {
        self.iter().nth(index)
    }
}

iterate!(ListView by iter: ListViewIter of TagView<'a>);

/// An iterator over the elements of a [`ListView`], in order.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, NbtView, nbt};
/// use gamewire::minecraft::{Protocol, encode_nbt};
///
/// let bytes = encode_nbt(&Nbt::unnamed(nbt!({ "Pos": [1.5, 64.0, -3.5] })))?;
/// let player: NbtView<'_> = Protocol::V1_14.parse(&bytes)?;
/// let position = player.root().get("Pos").and_then(|pos| pos.as_list()).unwrap();
/// let numbers: Vec<_> = position.iter().filter_map(|number| number.as_f64()).collect();
/// assert_eq!(numbers, [1.5, 64.0, -3.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ListViewIter<'a>(ListView<'a>);

impl<'a> Iterator for ListViewIter<'a> {
    type Item = TagView<'a>;

    fn next(&mut self) -> Option<TagView<'a>> {
        let Self(left) = self;
        left.count = left.count.checked_sub(1)?;
        let (element, rest) = left.element(left.at).split();
        left.at = rest;
        Some(element)
    }

    fn nth(&mut self, n: usize) -> Option<TagView<'a>> {
        let Self(left) = self;
        if let Some(size) = left.size() {
            let skipped = n.min(left.len());
            left.at = left.at.get(skipped * size..)?;
            left.count -= skipped;
            return self.next();
        }
        (0..n).try_for_each(|_| self.next().map(drop))?;
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for ListViewIter<'_> {}

/// A tag that is read in place. Two views are equal if their types, their bytes and their forms are equal.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, NbtView, nbt};
/// use gamewire::minecraft::{Protocol, encode_nbt};
///
/// let bytes = encode_nbt(&Nbt::unnamed(nbt!({ "Pos": [1.5, 64.0, -3.5], "Name": "Ada" })))?;
/// let player: NbtView<'_> = Protocol::V1_14.parse(&bytes)?;
/// let height = player.root().get("Pos").and_then(|pos| pos.as_list()?.get(1)?.as_f64());
/// assert_eq!(height, Some(64.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TagView<'a> {
    id: TagId,
    /// The bytes from the payload on.
    at: &'a [u8],
    form: NbtForm,
}

impl<'a> TagView<'a> {
    /// Returns the type of the tag.
    pub fn id(&self) -> TagId {
        self.id
    }

    /// Returns a view of the compound, if this is one.
    pub fn as_compound(&self) -> Option<CompoundView<'a>> {
        (self.id == TagId::Compound).then_some(CompoundView { at: self.at, form: self.form })
    }

    /// Returns a view of the list, if this is one.
    pub fn as_list(&self) -> Option<ListView<'a>> {
        if self.id != TagId::List {
            return None;
        }
        let (id, at) = tag_id(self.at)?;
        let (count, at) = skip::count(self.form, at)?;
        Some(ListView { id, count, at, form: self.form })
    }

    /// Returns the value of the last entry with this name, if this is a compound.
    pub fn get(&self, name: &str) -> Option<TagView<'a>> {
        self.as_compound()?.get(name)
    }

    /// Returns the value of any of the four integer types.
    pub fn as_i64(&self) -> Option<i64> {
        self.leaf()?.as_i64()
    }

    /// Returns the value of a Float or a Double.
    pub fn as_f64(&self) -> Option<f64> {
        self.leaf()?.as_f64()
    }

    /// Returns the text of a String, if it has no unpaired surrogates.
    pub fn to_str(self) -> Option<Cow<'a, str>> {
        self.as_text()?.into_str()
    }

    /// Returns the text of a String.
    pub fn as_text(&self) -> Option<JavaStrView<'a>> {
        if self.id != TagId::String {
            return None;
        }
        text(self.form, self.at).map(|(text, _)| text)
    }

    /// Returns the bytes of a Byte_Array, in place.
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        let numbers = self.as_array().filter(|_| self.id == TagId::ByteArray)?;
        numbers.at.get(..numbers.len())
    }

    /// Decodes the tag to a tree.
    pub fn to_tag(&self) -> Tag {
        with_enough_stack(|| self.read()).map_or(Tag::List(List::End), |(_, tag)| tag)
    }

    /// Returns a view of the numbers of a Byte_Array, Int_Array or Long_Array.
    pub fn as_array(&self) -> Option<ListView<'a>> {
        let id = match self.id {
            TagId::ByteArray => TagId::Byte,
            TagId::IntArray => TagId::Int,
            TagId::LongArray => TagId::Long,
            TagId::Byte | TagId::Short | TagId::Int | TagId::Long | TagId::Float | TagId::Double => {
                return None;
            }
            TagId::End | TagId::String | TagId::List | TagId::Compound => return None,
        };
        let (count, at) = skip::count(self.form, self.at)?;
        Some(ListView { id, count, at, form: self.form })
    }

    /// Returns a view of the elements of a list, or of the numbers of an array.
    pub(super) fn elements(&self) -> Option<ListView<'a>> {
        self.as_list().or_else(|| self.as_array())
    }

    /// Returns the bytes from the first entry, element or number on.
    pub(super) fn contents(&self) -> &'a [u8] {
        self.elements().map_or(self.at, |elements| elements.at)
    }

    /// Returns whether both values have the same type and form.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        (self.id, self.form) == (other.id, other.form)
    }

    /// Returns the bytes of the payload.
    pub fn as_wire(&self) -> &'a [u8] {
        self.at
    }

    /// Decodes a value that contains no other values.
    fn leaf(&self) -> Option<Tag> {
        match self.id {
            TagId::List | TagId::Compound => None,
            _ => self.read().map(|(_, tag)| tag),
        }
    }

    /// Reads the tag, and returns what follows it, too.
    fn read(&self) -> Option<(&'a [u8], Tag)> {
        payload(checked(self.form).cx(), self.id)(self.at).ok()
    }

    /// Returns this value without the bytes after it, and those bytes.
    pub(super) fn split(self) -> (Self, &'a [u8]) {
        let rest = skip::payload(self.form, self.id, self.at).or_else(|| {
            // It is nested too deeply to be skipped.
            with_enough_stack(|| self.read()).map(|(rest, _)| rest)
        });
        let rest = rest.sure();
        (Self { at: self.at.get(..self.at.len() - rest.len()).sure(), ..self }, rest)
    }
}

/// Reads the type of a tag whose bytes were checked before.
fn tag_id(i: &[u8]) -> Option<(TagId, &[u8])> {
    let (id, i) = i.split_first()?;
    Some((TagId::from_wire(*id)?, i))
}

/// Reads text that was checked before.
fn text(form: NbtForm, i: &[u8]) -> Option<(JavaStrView<'_>, &[u8])> {
    let (bytes, i) = skip::text(form, i)?;
    Some((JavaStrView::of_form(bytes, form), i))
}

/// Parses NBT like [`wire::nbt`](wire::nbt()), but validates the bytes and keeps them unchanged instead of building
/// a tree. Returns `None` for the byte 0.
pub(super) fn nbt_view<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Option<NbtView<'a>>> {
    move |start: &'a [u8]| {
        let (i, bytes) = wire::nbt_bytes(cx)(start)?;
        let form = cx.rules().nbt;
        let view = tag_id(bytes).filter(|(id, _)| *id != TagId::End).and_then(|(_, name)| {
            let payload = if cx.rules().nameless_nbt { name } else { skip::text(form, name)?.1 };
            Some(NbtView { bytes, payload: bytes.len() - payload.len(), form })
        });
        Ok((i, view))
    }
}

/// Parses NBT like [`nbt_view`], but the byte 0 is an error.
pub(super) fn required_nbt_view<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, NbtView<'a>> {
    move |start: &'a [u8]| match nbt_view(cx)(start)? {
        (i, Some(view)) => Ok((i, view)),
        (i, None) => fail_after(start, i, DecodeErrorKind::NbtRoot { id: TagId::End.to_wire() }),
    }
}
