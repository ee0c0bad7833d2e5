//! Values of all formats with one interface, as trees and in place.

use std::collections::HashMap;

use gamewire::godot::{self, Variant, VariantView};
use gamewire::minecraft::TypedValue;
use gamewire::minecraft::json::tag_to_string;
use gamewire::minecraft::nbt::{Tag, TagRef, TagView};
use gamewire::path::Segment;
use gamewire::shared::path::{ChildIter, ChildStep, Tree};

/// A value at a path in a document.
///
/// ```
/// use gamewire_files::document::{AnyValue, Document};
/// use gamewire::minecraft::nbt::Tag;
///
/// let mut level = Document::open(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
/// let path = "$.Gold".parse()?;
/// assert_eq!(level.get_path(&path)?, AnyValue::Nbt(Tag::Int(7)));
/// level.set_path(&path, Tag::Int(8))?; // `From` makes the element.
/// assert_eq!(level.get_path(&path)?.as_nbt(), Some(&Tag::Int(8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AnyValue {
    /// A value of Godot.
    Godot(Variant),
    /// A tag of NBT.
    Nbt(Tag),
    /// A packet of Minecraft or a part of it, or a value of another type of Minecraft.
    Packet(PacketPart),
}

/// A packet of Minecraft or a part of it, as plain JSON.
///
/// ```
/// use gamewire_files::document::{Format, PacketPart};
///
/// let slot: Format = "minecraft/struct(slot:i16,count:i8)".parse()?;
/// let count = slot.get_path(&[0, 36, 64], &"$.count".parse()?)?;
/// assert_eq!(count.as_packet().map(PacketPart::as_json), Some("64"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketPart {
    json: String,
    /// The name of the type, and the number of elements of an array.
    kind: &'static str,
    count: Option<usize>,
}

impl PacketPart {
    /// Creates a new value for a part of a packet. The JSON is checked when the part is set.
    pub fn from_json(json: impl Into<String>) -> Self {
        Self { json: json.into(), kind: "JSON", count: None }
    }

    /// Returns the plain JSON.
    pub fn as_json(&self) -> &str {
        &self.json
    }
}

impl From<&TypedValue<'_>> for PacketPart {
    fn from(part: &TypedValue<'_>) -> Self {
        let count = match Tree::children(part) {
            ChildIter::Items(items) => Some(items.count()),
            _ => None,
        };
        Self { json: part.to_string(), kind: Tree::type_name(part), count }
    }
}

impl From<PacketPart> for AnyValue {
    fn from(part: PacketPart) -> Self {
        Self::Packet(part)
    }
}

impl From<Variant> for AnyValue {
    fn from(value: Variant) -> Self {
        Self::Godot(value)
    }
}

impl From<Tag> for AnyValue {
    fn from(tag: Tag) -> Self {
        Self::Nbt(tag)
    }
}

impl AnyValue {
    /// Returns the value of Godot, if it is one.
    pub fn as_godot(&self) -> Option<&Variant> {
        if let Self::Godot(value) = self { Some(value) } else { None }
    }

    /// Returns the NBT tag, if it is one.
    pub fn as_nbt(&self) -> Option<&Tag> {
        if let Self::Nbt(tag) = self { Some(tag) } else { None }
    }

    /// Returns the part of a packet, if it is one.
    pub fn as_packet(&self) -> Option<&PacketPart> {
        if let Self::Packet(part) = self { Some(part) } else { None }
    }

    /// Returns the name of the type, such as `int`, `Vector2` or `Compound`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Godot(value) => value.kind().name(),
            Self::Nbt(tag) => tag.id().name(),
            Self::Packet(part) => part.kind,
        }
    }

    /// Returns JSON in the form of [`Format::to_json`](crate::document::Format::to_json), and plain JSON for a part of a
    /// packet.
    pub fn to_json(&self) -> String {
        match self {
            Self::Godot(value) => godot::json::to_string(value),
            Self::Nbt(tag) => tag_to_string(tag),
            Self::Packet(part) => part.json.clone(),
        }
    }

    /// Returns the number of elements, if this is an array or a list.
    ///
    /// ```
    /// use gamewire_files::document::AnyValue;
    /// use gamewire::godot::variant;
    /// assert_eq!(AnyValue::from(variant!([1, [2, 3]])).count(), Some(2));
    /// assert_eq!(AnyValue::from(variant!("text")).count(), None);
    /// ```
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::Godot(Variant::Array(array)) => Some(array.len()),
            Self::Nbt(Tag::List(list)) => Some(list.len()),
            Self::Packet(part) => part.count,
            packed => packed.packed_count(),
        }
    }

    /// Returns an iterator over the elements of a packed array of Godot or an array of NBT, or `None` for other values. Elements
    /// of other arrays and of lists are values of their own.
    ///
    /// ```
    /// use gamewire_files::document::AnyValue;
    /// use gamewire::minecraft::nbt::Tag;
    /// let heights = AnyValue::from(Tag::IntArray([64, 70].into_iter().collect()));
    /// assert_eq!(heights.packed().and_then(|mut all| all.nth(1)), Some(Tag::Int(70).into()));
    /// assert!(AnyValue::from(Tag::Int(64)).packed().is_none());
    /// ```
    pub fn packed(&self) -> Option<impl Iterator<Item = Self>> {
        Some((0..self.packed_count()?).filter_map(move |at| match self {
            Self::Godot(value) => value.packed_at(at).map(Self::from),
            Self::Nbt(tag) => TagRef::from(tag).child_at(at).map(|(_, number)| number.to_tag().into()),
            Self::Packet(_) => None,
        }))
    }

    fn packed_count(&self) -> Option<usize> {
        match self {
            Self::Godot(value) => Tree::packed_count(value),
            Self::Nbt(tag) => TagRef::from(tag).count(),
            Self::Packet(_) => None,
        }
    }
}

/// A value of Godot or a tag of NBT that is read in place, or a part of a decoded packet. [`Format::view`](crate::document::Format::view) creates
/// views of all formats.
///
/// ```
/// use gamewire_files::document::AnyView;
/// use gamewire::godot::{Dialect, variant};
///
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "gold": 7, "bag": ["sword"] }))?;
/// let save = AnyView::Godot(Dialect::GODOT_4.view(&bytes)?);
/// let children = save.children().map(|child| (child.step.to_string(), child.view.to_value()));
/// assert_eq!(children.last(), Some((".bag".into(), variant!(["sword"]).into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum AnyView<'v> {
    /// A value of Godot.
    Godot(VariantView<'v>),
    /// A tag of NBT.
    Nbt(TagView<'v>),
    /// A packet of Minecraft or a part of it, or a value of another type of Minecraft.
    Packet(&'v TypedValue<'v>),
}

/// A value directly inside another one, and the step that leads to it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ChildView<'v> {
    /// The step to the value. If several entries have the same key, the steps to all but the last one are positions.
    pub step: Segment,
    /// The key as text, or `None` for an element.
    pub key: Option<String>,
    /// The value.
    pub view: AnyView<'v>,
}

impl<'v> AnyView<'v> {
    /// Decodes the value.
    pub fn to_value(&self) -> AnyValue {
        match self {
            Self::Godot(view) => view.to_variant().into(),
            Self::Nbt(tag) => tag.to_tag().into(),
            Self::Packet(part) => PacketPart::from(*part).into(),
        }
    }

    /// Returns the name of the type, such as `int`, `Vector2` or `Compound`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Godot(view) => Tree::type_name(*view),
            Self::Nbt(tag) => Tree::type_name(*tag),
            Self::Packet(part) => Tree::type_name(*part),
        }
    }

    /// Returns the bytes, unless this is a part of a packet.
    pub fn as_wire(&self) -> Option<&'v [u8]> {
        match self {
            Self::Godot(view) => Some(view.as_wire()),
            Self::Nbt(tag) => Some(tag.as_wire()),
            Self::Packet(_) => None,
        }
    }

    /// Returns the number of [children](Self::children). Only those of a compound are counted one by one.
    pub fn child_count(&self) -> usize {
        match self {
            Self::Godot(view) => Tree::children(*view).count(),
            Self::Nbt(tag) => Tree::children(*tag).count(),
            Self::Packet(part) => Tree::children(*part).count(),
        }
    }

    /// Returns an iterator over the values directly inside this one: elements of an array or list, values of a
    /// dictionary or compound, and properties of an object.
    pub fn children(&self) -> impl Iterator<Item = ChildView<'v>> + use<'v> {
        let children: Box<dyn Iterator<Item = ChildView<'v>> + 'v> = match self {
            Self::Godot(view) => {
                Box::new(keyed(Tree::children(*view), Self::Godot, |name| name.to_string_lossy().into()))
            }
            Self::Nbt(tag) => {
                Box::new(keyed(Tree::children(*tag), Self::Nbt, |name| name.to_string_lossy().into()))
            }
            Self::Packet(part) => {
                Box::new(keyed(Tree::children(*part), Self::Packet, |name| name.to_string_lossy().into()))
            }
        };
        children
    }
}

/// Returns the values in a container with their keys, and with a step for each that leads to no other.
fn keyed<'v, V: Tree + 'v>(
    children: ChildIter<V>,
    view: fn(V) -> AnyView<'v>,
    text: fn(&V::Name) -> String,
) -> impl Iterator<Item = ChildView<'v>> {
    // A key leads to the last entry that has it. Elements are never looked up, so they need no memory.
    let mut last = HashMap::new();
    if !matches!(children, ChildIter::Items(_)) {
        last.extend(children.clone().enumerate().map(|(at, (step, _))| (step.segment(), at)));
    }
    children.enumerate().map(move |(at, (child, value))| {
        let step = child.segment();
        let is_last = last.get(&step).is_none_or(|last| *last == at);
        let step = if is_last { step } else { Segment::ValueAt(at) };
        let key = match child {
            ChildStep::Key(_, key) => view(key).to_value().as_godot().map(|key| match key.as_text() {
                Some(text) => text.to_string_lossy().into_owned(),
                None => key.to_string(),
            }),
            ChildStep::Name(_, name) => Some(text(&name)),
            ChildStep::Index(_) | ChildStep::KeyAt(_) => None,
        };
        ChildView { step, key, view: view(value) }
    })
}
