//! Values for the deserializer: trees, and encoded values, from which text and byte arrays are borrowed.

use std::rc::Rc;

use serde::de::{Error, Unexpected};

use super::opaque::NAME;
use super::{MAX_DEPTH, SerdeError, math};
use crate::error::Segment;
use crate::godot::ids::{Kind, Shape};
use crate::godot::model::{
    FEW_KEYS, Leaf, Numbers, Object, Text, TextRef, Variant, each_type, kept, texts_differ,
};
use crate::godot::view::{CheckedReader, Keys, VariantView};
use crate::godot::wire::Rules;
use crate::serde_forms::de::{self, Asked, Ends, Source as _, one_by_one};
use crate::sure::Sure as _;

type Opened<'de> = de::Opened<'de, Source<'de>>;
type Result<T> = std::result::Result<T, SerdeError>;

/// A value that is being deserialized.
#[derive(Clone)]
pub(super) enum Source<'de> {
    /// A tree, or a value of the input from which nothing can be borrowed.
    Tree(Variant),
    /// A `String`, the name of a property, or a `StringName`, as the type says.
    Text(&'de str, Kind),
    Encoded(Encoded<'de>),
}

/// A value of checked bytes, which begins here.
#[derive(Clone)]
pub(super) struct Encoded<'de> {
    at: &'de [u8],
    whole: Rc<(Rules, Ends<'de>)>,
}

/// Adds a container and those inside it to the ends, unless it is too deep to be deserialized. Returns the bytes behind it.
fn add<'de>(rules: Rules, ends: &mut Ends<'de>, at: &'de [u8], depth: u32) -> &'de [u8] {
    let reader = CheckedReader(&rules);
    let contents = reader.contents(at).filter(|_| depth < MAX_DEPTH);
    let Some((keys, count, first)) = contents else {
        return reader.after(at);
    };
    ends.add(at, |ends| {
        (0..count).fold(first, |at, _| {
            let value = match keys {
                Keys::None => at,
                Keys::Values => reader.after(at),
                Keys::Names => reader.text(at).map(|(rest, _)| rest).sure(),
            };
            add(rules, ends, value, depth + 1)
        })
    })
}

impl<'de> Encoded<'de> {
    fn reader(&self) -> CheckedReader<'_> {
        CheckedReader(&self.whole.0)
    }

    fn tree(&self) -> Variant {
        self.reader().prefix(self.at).map(|(_, tree)| tree).sure()
    }

    /// Reads the value that begins at `at`, unless it can be taken apart. Also returns the bytes behind it.
    fn split(&self, at: &'de [u8]) -> (Source<'de>, &'de [u8]) {
        let (reader, whole) = (self.reader(), || Source::Encoded(Self { at, whole: Rc::clone(&self.whole) }));
        let (header, payload) = reader.header(at);
        match header.kind.shape() {
            Shape::Text | Shape::Name => self.text(payload, header.kind),
            Shape::Array | Shape::Dictionary | Shape::Object => {
                (whole(), self.whole.1.behind(at).unwrap_or_else(|| reader.after(at)))
            }
            Shape::Bytes | Shape::Strings => (whole(), reader.after(at)),
            _ => self.leaf(at),
        }
    }

    fn text(&self, block: &'de [u8], kind: Kind) -> (Source<'de>, &'de [u8]) {
        let read = self.reader().text(block);
        read.map(|(rest, text)| (Source::of_text(text, kind), rest)).unwrap_or_default()
    }

    fn leaf(&self, at: &'de [u8]) -> (Source<'de>, &'de [u8]) {
        self.reader().prefix(at).map(|(rest, tree)| (Source::Tree(tree), rest)).unwrap_or_default()
    }

    fn open(self) -> Result<Opened<'de>> {
        let (header, payload) = self.reader().header(self.at);
        match header.kind.shape() {
            Shape::Text | Shape::Name => {
                return self.text(payload, Kind::String).0.open();
            }
            Shape::Bytes => {
                let bytes = self.reader().packed::<u8>(payload).map(|bytes| bytes.into_wire());
                return Ok(Opened::Bytes(bytes.sure().into()));
            }
            Shape::Strings => {
                let texts = self.reader().texts(payload).into_iter();
                return Ok(Opened::Parts(Box::new(texts.map(|text| Source::of_text(text, Kind::String)))));
            }
            _ => {}
        }
        let Some((keys, count, first)) = self.reader().contents(self.at) else {
            return of_tree(self.tree());
        };
        if keys == Keys::None {
            return Ok(Opened::Items(one_by_one(count, first, move |at| self.split(at))));
        }
        let (mut at, mut entries) = (first, Vec::with_capacity(count));
        for _ in 0..count {
            let (key, value);
            (key, at) = if keys == Keys::Names { self.text(at, Kind::String) } else { self.split(at) };
            (value, at) = self.split(at);
            entries.push((key, value));
        }
        if keys == Keys::Values && !self.whole.0.keep_duplicates {
            entries = merged(entries, &self.whole.0);
        }
        Ok(Opened::Entries(entries))
    }
}

impl Default for Source<'_> {
    fn default() -> Self {
        Self::Tree(Variant::Nil)
    }
}

impl<'de> Source<'de> {
    /// Reads the value of a view.
    pub(super) fn of_view(view: VariantView<'de>) -> Self {
        let (rules, at, mut ends) = (*view.checked_reader().0, view.as_wire(), Ends::default());
        add(rules, &mut ends, at, 0);
        Self::Encoded(Encoded { at, whole: Rc::new((rules, ends)) })
    }

    fn of_text(text: TextRef<'de>, kind: Kind) -> Self {
        match text {
            TextRef::Utf8(text) => Self::Text(text, kind),
            TextRef::Other(text) => Self::Tree(tree_of_text(text, kind)),
        }
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Tree(value) => value.kind(),
            Self::Text(_, kind) => *kind,
            Self::Encoded(encoded) => encoded.reader().header(encoded.at).0.kind,
        }
    }

    fn open(self) -> Result<Opened<'de>> {
        match self {
            Self::Text(text, _) => Ok(Opened::Text(text.into())),
            Self::Tree(tree) => of_tree(tree),
            Self::Encoded(encoded) => encoded.open(),
        }
    }
}

impl<'de> de::Source<'de> for Source<'de> {
    type Whole = Variant;
    const NAME: &'static str = NAME;
    const DEEPEST: u32 = MAX_DEPTH;
    const HAS_UNIT_ENTRIES: bool = true;

    fn knows(name: &str) -> bool {
        math::kind_of(name).is_some()
    }

    fn is_none(&self) -> bool {
        match self {
            Self::Tree(tree) => tree.is_nil(),
            Self::Text(..) => false,
            Self::Encoded(encoded) => match self.kind() {
                Kind::Nil => true,
                Kind::Object => encoded.reader().contents(encoded.at).is_none() && encoded.tree().is_nil(),
                _ => false,
            },
        }
    }

    fn open(self, asked: Asked) -> Result<Opened<'de>> {
        let kind = self.kind();
        match asked {
            Asked::List if kind == Kind::PackedByteArray => return elements(self.into_whole()),
            Asked::Name(name) => {
                return match math::kind_of(name) {
                    Some((expected, _)) if expected != kind => {
                        Err(SerdeError::custom(format_args!("expected {expected}, found {kind}")))
                    }
                    Some(_) | None => elements(self.into_whole()),
                };
            }
            _ => {}
        }
        let opened = Self::open(self)?;
        match (asked, &opened) {
            (Asked::F32, Opened::F64(x)) if x.is_finite() && x.abs() > f64::from(f32::MAX) => {
                Err(SerdeError::invalid_value(Unexpected::Float(*x), &"f32"))
            }
            (Asked::Variant, Opened::Text(_)) if kind != Kind::NodePath => Ok(opened),
            (Asked::Variant, Opened::Entries(entries)) if kind == Kind::Dictionary && entries.len() == 1 => {
                Ok(opened)
            }
            (Asked::Variant, _) => Err(SerdeError::custom(format_args!(
                "expected the name of a variant, or a Dictionary with one entry, found {kind}"
            ))),
            _ => Ok(opened),
        }
    }

    fn into_whole(self) -> Variant {
        match self {
            Self::Tree(value) => value,
            Self::Text(text, kind) => tree_of_text(text.into(), kind),
            Self::Encoded(encoded) => encoded.tree(),
        }
    }

    fn label(&self) -> Segment {
        match self {
            Self::Tree(key) => label(key),
            Self::Text(text, _) => Segment::text(text),
            // Keys are not read as these.
            Self::Encoded(encoded) => label(&encoded.tree()),
        }
    }
}

fn tree_of_text(text: Text, kind: Kind) -> Variant {
    if kind == Kind::StringName { Variant::StringName(text) } else { Variant::String(text) }
}

/// Returns the step to the value of a key.
pub(super) fn label(key: &Variant) -> Segment {
    match key.as_i64() {
        Some(number) => Segment::int(number),
        None => key.as_str().map_or_else(|| Segment::literal(&key.to_string()), Segment::text),
    }
}

/// Opens a tree, which is taken apart.
fn of_tree<'de>(tree: Variant) -> Result<Opened<'de>> {
    let entries = |pairs: Vec<(Variant, Variant)>| {
        pairs.into_iter().map(|(key, value)| (Source::Tree(key), Source::Tree(value))).collect()
    };
    Ok(match tree {
        Variant::String(text) | Variant::StringName(text) => match text.as_str() {
            Some(text) => Opened::Text(text.to_owned().into()),
            None => return Err(SerdeError::custom("the text is not Unicode")),
        },
        Variant::Array(array) => Opened::Items(Box::new(array.into_iter().map(Source::Tree))),
        Variant::PackedStringArray(texts) => {
            Opened::Parts(Box::new(texts.into_iter().map(|text| Source::Tree(text.into()))))
        }
        Variant::PackedByteArray(array) => Opened::Bytes(array.into_wire().into()),
        Variant::Dictionary(dictionary) => Opened::Entries(entries(dictionary.into_vec())),
        Variant::Object(Object::Full(data)) => {
            let named = |(name, value): (Text, _)| (name.into(), value);
            Opened::Entries(entries(data.into_parts().1.into_iter().map(named).collect()))
        }
        tree => match tree.leaf() {
            Leaf::Unit | Leaf::Object(Object::Null) => Opened::Unit,
            Leaf::Bool(value) => Opened::Bool(value),
            Leaf::Int(value) => Opened::I64(value),
            Leaf::Float(value) => Opened::F64(value),
            Leaf::NodePath(path) => Opened::Text(path.to_string().into()),
            Leaf::Rid(rid) => Opened::U64(rid.0),
            Leaf::Object(Object::Id(id)) => Opened::U64(*id),
            _ => return elements(tree),
        },
    })
}

/// Opens the numbers of a vector, or the elements of a packed array.
fn elements<'de>(value: Variant) -> Result<Opened<'de>> {
    let count = match value.leaf() {
        Leaf::Structure(structure) => structure.numbers().len(),
        Leaf::Packed(packed) => packed.len(),
        _ => {
            let kind = value.kind();
            return Err(SerdeError::custom(format_args!("{kind} can only be deserialized as a Variant")));
        }
    };
    let element = move |at| match value.leaf() {
        Leaf::Structure(structure) => {
            each_type!(structure.numbers(), array => array.get(at).map(Variant::from))
        }
        Leaf::Packed(packed) => packed.get(at),
        _ => None,
    };
    Ok(Opened::Parts(Box::new((0..count).map(move |at| element(at).map(Source::Tree).unwrap_or_default()))))
}

/// Returns the entries that the tree of a dictionary has.
fn merged<'de>(entries: Vec<(Source<'de>, Source<'de>)>, rules: &Rules) -> Vec<(Source<'de>, Source<'de>)> {
    let texts = entries.iter().map(|(key, _)| match key {
        Source::Text(text, _) => Some(text.as_bytes()),
        Source::Tree(_) | Source::Encoded(_) => None,
    });
    if entries.len() <= FEW_KEYS && texts_differ(texts) {
        return entries;
    }
    let kept = kept(entries.iter().map(|(key, _)| key.clone().into_whole()), rules.dialect.keys);
    if kept.len() == entries.len() {
        return entries;
    }
    let mut values: Vec<_> = entries.into_iter().map(|(_, value)| Some(value)).collect();
    let entry = |(key, at): (_, usize)| Some((Source::Tree(key), values.get_mut(at)?.take()?));
    kept.into_iter().filter_map(entry).collect()
}
