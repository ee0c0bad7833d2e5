//! Values for the deserializer: tags, and encoded tags, from which text and byte arrays are borrowed.

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use super::arrays::{INT_ARRAY, LONG_ARRAY};
use super::tags::TAG;
use super::{SerdeError, entry};
use crate::error::{Segment, with_article};
use crate::minecraft::nbt::{JavaStr, JavaStrView, List, Tag, TagId, TagView};
use crate::serde_forms::de::{self, Asked, Ends, one_by_one};
use crate::sure::Sure as _;

type Opened<'de> = de::Opened<'de, Source<'de>>;

/// A tag that is being deserialized.
#[derive(Clone)]
pub(super) enum Source<'de> {
    Tree(Tag),
    /// The name of an entry.
    Name(JavaStrView<'de>),
    /// A tag of bytes, which begins here.
    Encoded(TagView<'de>, Rc<Ends<'de>>),
}

/// Adds a container and those inside it to the ends. Returns the bytes behind it.
fn add<'de>(tag: TagView<'de>, ends: &mut Ends<'de>) -> &'de [u8] {
    if let Some(compound) = tag.as_compound() {
        ends.add(tag.as_wire(), |ends| {
            let mut at = tag.contents();
            while let Some((_, tag)) = compound.entry(at) {
                at = add(tag, ends);
            }
            at.get(1..).sure()
        })
    } else if let Some(list) = tag.as_list() {
        ends.add(tag.as_wire(), |ends| match list.element_type() {
            TagId::List | TagId::Compound => {
                (0..list.len()).fold(tag.contents(), |at, _| add(list.element(at), ends))
            }
            _ => tag.split().1,
        })
    } else {
        tag.split().1
    }
}

fn is_not(id: TagId, needed: &str) -> SerdeError {
    SerdeError::new(format!("expected {needed}, found {}", with_article(id.name())))
}

impl<'de> Source<'de> {
    pub(super) fn of_view(tag: TagView<'de>) -> Self {
        let mut ends = Ends::default();
        add(tag, &mut ends);
        Self::Encoded(tag, Rc::new(ends))
    }

    fn id(&self) -> TagId {
        match self {
            Self::Tree(tag) => tag.id(),
            Self::Name(_) => TagId::String,
            Self::Encoded(tag, _) => tag.id(),
        }
    }

    fn name(&self) -> Option<&JavaStrView<'de>> {
        if let Self::Name(name) = self { Some(name) } else { None }
    }

    fn into_tag(self) -> Tag {
        match self {
            Self::Tree(tag) => tag,
            Self::Name(name) => Tag::String(name.into()),
            Self::Encoded(tag, _) => tag.to_tag(),
        }
    }

    fn open(self) -> Result<Opened<'de>, SerdeError> {
        match self {
            Self::Tree(tag) => of_tree(tag),
            Self::Name(name) => text(name),
            Self::Encoded(tag, ends) => of_view(tag, ends),
        }
    }
}

impl<'de> de::Source<'de> for Source<'de> {
    type Whole = Tag;
    const NAME: &'static str = TAG;
    // NBT has a limit of its own.
    const DEEPEST: u32 = u32::MAX;
    const HAS_UNIT_ENTRIES: bool = false;

    fn knows(name: &str) -> bool {
        matches!(name, INT_ARRAY | LONG_ARRAY)
    }

    fn is_none(&self) -> bool {
        false
    }

    fn open(self, asked: Asked) -> Result<Opened<'de>, SerdeError> {
        let id = self.id();
        match (asked, id) {
            (Asked::Bool, TagId::Byte) => match self.into_tag().as_i64() {
                Some(x @ 0..=1) => Ok(Opened::Bool(x == 1)),
                x => Err(SerdeError::new(format!(
                    "a Boolean is the Byte 0 or 1, not {}",
                    x.unwrap_or_default()
                ))),
            },
            // The tag of the same width is read by its bits, and all others by their values.
            (Asked::Unsigned(bits), id) if id.is_number() => match (bits, self.into_tag()) {
                (8, Tag::Byte(x)) => Ok(Opened::U8(x.cast_unsigned())),
                (16, Tag::Short(x)) => Ok(Opened::U16(x.cast_unsigned())),
                (32, Tag::Int(x)) => Ok(Opened::U32(x.cast_unsigned())),
                (64, Tag::Long(x)) => Ok(Opened::U64(x.cast_unsigned())),
                (_, tag) => of_tree(tag),
            },
            (Asked::Bool, _) => Err(is_not(id, "a Boolean, which is a Byte,")),
            (Asked::List, id) if id != TagId::List => Err(is_not(id, "a List")),
            (Asked::Bytes, id) if id != TagId::ByteArray => Err(is_not(id, "a Byte_Array")),
            (Asked::Name(INT_ARRAY), id) if id != TagId::IntArray => Err(is_not(id, "an Int_Array")),
            (Asked::Name(LONG_ARRAY), id) if id != TagId::LongArray => Err(is_not(id, "a Long_Array")),
            (Asked::Unit, _) => match self.open()? {
                Opened::Entries(entries) if entries.is_empty() => Ok(Opened::Unit),
                _ => Err(is_not(id, "an empty Compound")),
            },
            (Asked::Variant, _) => match self.open()? {
                Opened::Entries(entries) if entries.len() != 1 => {
                    Err(SerdeError::new("a variant with data is a Compound of exactly one entry"))
                }
                opened @ (Opened::Text(_) | Opened::Entries(_)) => Ok(opened),
                _ => Err(is_not(id, "a variant, as String or Compound,")),
            },
            (Asked::Any | Asked::F32 | Asked::Unsigned(_) | Asked::List, _) => self.open(),
            (Asked::Bytes | Asked::Name(_), _) => self.open(),
        }
    }

    fn into_whole(self) -> Tag {
        self.into_tag()
    }

    fn label(&self) -> Segment {
        match self {
            Self::Name(name) => entry(name),
            Self::Tree(_) | Self::Encoded(..) => Segment::text(""),
        }
    }
}

/// Opens text, or returns an error if a Rust string cannot represent it.
fn text(text: JavaStrView<'_>) -> Result<Opened<'_>, SerdeError> {
    let unicode = text.clone().into_str().ok_or_else(|| {
        SerdeError::new(format!(
            "the text {text:?} has unpaired surrogates, which a Rust string cannot represent"
        ))
    });
    unicode.map(Opened::Text)
}

fn tags<'de>(list: List) -> Opened<'de> {
    Opened::Items(Box::new(list.into_tags().into_iter().map(Source::Tree)))
}

fn of_tree<'de>(tag: Tag) -> Result<Opened<'de>, SerdeError> {
    Ok(match tag {
        Tag::Byte(x) => Opened::I8(x),
        Tag::Short(x) => Opened::I16(x),
        Tag::Int(x) => Opened::I32(x),
        Tag::Long(x) => Opened::I64(x),
        Tag::Float(x) => Opened::F32(x),
        Tag::Double(x) => Opened::F64(x),
        Tag::ByteArray(x) => Opened::Bytes(x.as_wire().to_vec().into()),
        Tag::String(x) => return text(x.into()),
        Tag::List(x) => tags(x),
        Tag::IntArray(x) => tags(List::Int(x)),
        Tag::LongArray(x) => tags(List::Long(x)),
        Tag::Compound(x) => entries(
            x.into_iter()
                .map(|(name, tag): (JavaStr, Tag)| (Source::Name(name.into()), Source::Tree(tag)))
                .collect(),
        ),
    })
}

fn of_view<'de>(tag: TagView<'de>, ends: Rc<Ends<'de>>) -> Result<Opened<'de>, SerdeError> {
    let split = move |tag: TagView<'de>| {
        let rest = ends.behind(tag.as_wire()).filter(|_| matches!(tag.id(), TagId::List | TagId::Compound));
        let rest = rest.unwrap_or_else(|| tag.split().1);
        (Source::Encoded(tag, Rc::clone(&ends)), rest)
    };
    if let Some(list) = tag.as_list() {
        return Ok(Opened::Items(one_by_one(list.len(), tag.contents(), move |at| split(list.element(at)))));
    }
    if let Some(compound) = tag.as_compound() {
        let (mut at, mut all) = (tag.contents(), Vec::new());
        while let Some((name, tag)) = compound.entry(at) {
            let value;
            (value, at) = split(tag);
            all.push((Source::Name(name), value));
        }
        return Ok(entries(all));
    }
    match (tag.as_text(), tag.as_bytes()) {
        (Some(name), _) => text(name),
        (None, Some(bytes)) => Ok(Opened::Bytes(Cow::Borrowed(bytes))),
        (None, None) => of_tree(tag.to_tag()),
    }
}

/// Opens a compound. If several entries have the same name, only the last one is used.
fn entries<'de>(mut entries: Vec<(Source<'de>, Source<'de>)>) -> Opened<'de> {
    // Comparing a few names with each other takes less time than hashing them.
    let differ = |(number, (key, _)): (usize, &(Source<'de>, _))| {
        entries.iter().take(number).all(|(before, _)| before.name() != key.name())
    };
    if entries.len() <= 16 && entries.iter().enumerate().all(differ) {
        return Opened::Entries(entries);
    }
    let mut seen = HashSet::new();
    let counts: Vec<bool> = entries.iter().rev().map(|(key, _)| seen.insert(key.name())).collect();
    if counts.contains(&false) {
        let mut counts = counts.into_iter().rev();
        entries.retain(|_| counts.next().unwrap_or(true));
    }
    Opened::Entries(entries)
}
