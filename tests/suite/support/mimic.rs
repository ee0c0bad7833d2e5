//! Imitates how engines change values that this crate keeps unchanged, so that tests can show that there are
//! no other differences.

use super::{deep_decoder, deep_encoder};
use gamewire::godot::{
    Array, Dialect, Dictionary, ElementType, EntryTypes, Event, Image, InputEvent, Kind, NodePath, Object,
    ObjectData, Signal, Text, Variant, Vector2, Vector2i, Vector3, Vector3i,
};

/// Changes a value as an engine does that reads it.
pub(crate) type Mimic = fn(Variant, Dialect, bool) -> Variant;

/// Every value inside, innermost first, then the value itself.
pub(crate) fn map(value: Variant, f: &dyn Fn(Variant) -> Variant) -> Variant {
    let value = match value {
        Variant::Array(array) => {
            let (shared, element) = (array.is_shared(), array.element_type().cloned());
            let items: Vec<_> = array.into_vec().into_iter().map(|item| map(item, f)).collect();
            Variant::Array(match element {
                Some(element) => Array::typed(element, items),
                None => Array::from(items).with_shared(shared),
            })
        }
        Variant::Dictionary(dictionary) => {
            let (shared, types) = (dictionary.is_shared(), dictionary.entry_types().cloned());
            let pairs = dictionary.into_vec().into_iter();
            let pairs: Vec<_> = pairs.map(|(key, value)| (map(key, f), map(value, f))).collect();
            Variant::Dictionary(match types {
                Some(types) => Dictionary::typed(types, pairs),
                None => Dictionary::from(pairs).with_shared(shared),
            })
        }
        Variant::Object(Object::Full(data)) => {
            let (class, properties) = data.into_parts();
            let properties = properties.into_iter().map(|(name, value)| (name, map(value, f))).collect();
            Variant::Object(Object::Full(Box::new(ObjectData { class, properties })))
        }
        leaf => leaf,
    };
    f(value)
}

/// The tables' `re-encoded` column has object ids set to zero. (An id of zero is null and stays as it is.)
pub(crate) fn zero_ids(value: Variant) -> Variant {
    map(value, &|value| match value {
        Variant::Object(Object::Id(_)) => Variant::Object(Object::Id(0)),
        Variant::Signal(signal) => Variant::from(Signal { object: 0, ..*signal }),
        other => other,
    })
}

/// Returns the value as a build with the precision of the dialect holds it: other widths are converted, and
/// keys that become equal are merged.
pub(crate) fn at_own_width(value: Variant, dialect: Dialect, objects: bool) -> Variant {
    let bytes = deep_encoder(dialect).encode(&value).expect("what was read can be written");
    deep_decoder(dialect).allow_objects(objects).parse(&bytes).expect("what was written can be read")
}

/// Null is null: engines write NIL for an object that is null, in whichever form it came.
pub(crate) fn null_objects(value: Variant, _: Dialect, _: bool) -> Variant {
    map(value, &|value| match value {
        Variant::Object(Object::Null | Object::Id(0)) => Variant::Nil,
        other => other,
    })
}

/// With objects allowed, an id becomes a whole `EncodedObjectAsID`.
pub(crate) fn whole_ids(value: Variant, _: Dialect, objects: bool) -> Variant {
    map(value, &|value| match value {
        Variant::Object(Object::Id(id)) if objects && id != 0 => {
            let properties = vec![
                (Text::from("object_id"), Variant::Int(id.cast_signed())),
                (Text::from("script"), Variant::Nil),
            ];
            let class = Text::from("EncodedObjectAsID");
            Variant::Object(Object::Full(Box::new(ObjectData { class, properties })))
        }
        other => other,
    })
}

/// Without objects, a declared type that is a class or a script becomes `EncodedObjectAsID`.
pub(crate) fn plain_element_types(value: Variant, _: Dialect, objects: bool) -> Variant {
    if objects {
        return value;
    }
    let plain = |element: ElementType| match element {
        ElementType::Builtin(Kind::Object) | ElementType::Class(_) | ElementType::Script(_) => {
            ElementType::Class("EncodedObjectAsID".into())
        }
        other => other,
    };
    map(value, &|value| match value {
        Variant::Array(array) if array.element_type().is_some() => {
            let element = array.element_type().cloned().map(plain).unwrap();
            Variant::Array(Array::typed(element, array.into_vec()))
        }
        Variant::Dictionary(dictionary) if dictionary.entry_types().is_some() => {
            let EntryTypes { key, value } = dictionary.entry_types().cloned().unwrap();
            let types = EntryTypes { key: key.map(plain), value: value.map(plain) };
            Variant::Dictionary(Dictionary::typed(types, dictionary.into_vec()))
        }
        other => other,
    })
}

fn map_paths(value: Variant, f: &dyn Fn(NodePath) -> NodePath) -> Variant {
    map(value, &|value| match value {
        Variant::NodePath(path) => Variant::from(f(*path)),
        other => other,
    })
}

/// A path without names is the empty path, whatever else its bytes say (Godot 2).
pub(crate) fn nameless_paths(value: Variant, _: Dialect, _: bool) -> Variant {
    map_paths(value, &|path| if path.names.is_empty() { NodePath::default() } else { path })
}

/// A path of nothing but `/` is the empty path, before Godot 4.
pub(crate) fn lone_slash(value: Variant, _: Dialect, _: bool) -> Variant {
    map_paths(value, &|path| {
        let is_empty = path.names.is_empty() && path.subnames.is_empty();
        NodePath { absolute: path.absolute && !is_empty, ..path }
    })
}

/// Every image that says more than it holds, or holds what does not fit, is the empty image (Godot 2).
pub(crate) fn empty_images(value: Variant, _: Dialect, _: bool) -> Variant {
    map(value, &|value| match value {
        Variant::Image(image) if !fits(&image) => Variant::from(Image::default()),
        other => other,
    })
}

/// Whether Godot 2 makes an image of it: a size of 1 to 16384 and as many bytes as format and size take.
fn fits(image: &Image) -> bool {
    let side = 1..=16384;
    if image.data.is_empty() || !side.contains(&image.width) || !side.contains(&image.height) {
        return false;
    }
    let pixel = match image.format as u8 {
        0 | 1 => 1,
        2 => 2,
        3 => 3,
        4 => 4,
        22 => return true,
        // Blocks and palettes: what the tables hold of these never fits where the rows come here.
        _ => return false,
    };
    let (mut width, mut height) = (image.width, image.height);
    let mut bytes = 0;
    for _ in 0..=image.mipmaps.max(0) {
        bytes += width * height * pixel;
        (width, height) = ((width / 2).max(1), (height / 2).max(1));
    }
    usize::try_from(bytes) == Ok(image.data.len())
}

/// Elements and keys of a typed container that are of another type are converted, where the engine has a
/// conversion, or dropped (Godot 4). Values of a typed dictionary are not looked at.
pub(crate) fn declared_types(value: Variant, dialect: Dialect, _: bool) -> Variant {
    map(value, &|value| match value {
        Variant::Array(array) if array.element_type().is_some() => {
            let element = array.element_type().cloned().unwrap();
            let items = array.into_vec().into_iter();
            let items = items.filter_map(|item| converted(item, &element)).collect();
            Variant::Array(Array::typed(element, items))
        }
        Variant::Dictionary(dictionary)
            if dictionary.entry_types().is_some_and(|types| types.key.is_some()) =>
        {
            let types = dictionary.entry_types().cloned().unwrap();
            let of_keys = types.key.clone().unwrap();
            let mut pairs: Vec<(Variant, Variant)> = Vec::new();
            for (key, value) in dictionary.into_vec() {
                let Some(key) = converted(key, &of_keys) else { continue };
                let bytes = deep_encoder(dialect).encode(&key);
                match pairs.iter_mut().find(|(earlier, _)| deep_encoder(dialect).encode(earlier) == bytes) {
                    Some(pair) => pair.1 = value,
                    None => pairs.push((key, value)),
                }
            }
            Variant::Dictionary(Dictionary::typed(types, pairs))
        }
        other => other,
    })
}

fn converted(value: Variant, to: &ElementType) -> Option<Variant> {
    let ElementType::Builtin(to) = to else {
        return matches!(value, Variant::Nil | Variant::Object(_)).then_some(value);
    };
    if value.kind() == *to || *to == Kind::Object && value == Variant::Nil {
        return Some(value);
    }
    let number = match value {
        Variant::Bool(flag) => Some(f64::from(u8::from(flag))),
        Variant::Int(number) => Some(number as f64),
        Variant::Float(number) => Some(number),
        _ => None,
    };
    match (to, number) {
        (Kind::Bool, Some(number)) => Some(Variant::Bool(number != 0.0)),
        (Kind::Int, Some(number)) => Some(Variant::Int(number as i64)),
        (Kind::Float, Some(number)) => Some(Variant::Float(number)),
        (Kind::String, _) => value.as_text().cloned().map(Variant::String),
        (Kind::StringName, _) => value.as_text().cloned().map(Variant::StringName),
        (Kind::NodePath, _) => Some(Variant::from(NodePath::parse(value.as_str()?))),
        (Kind::Vector2i, _) => Vector2::<f64>::try_from(value)
            .ok()
            .map(|v| Variant::Vector2i(Vector2i::new(v.x as i32, v.y as i32))),
        (Kind::Vector3i, _) => Vector3::<f64>::try_from(value)
            .ok()
            .map(|v| Variant::Vector3i(Vector3i::new(v.x as i32, v.y as i32, v.z as i32))),
        _ => None,
    }
}

fn map_texts(value: Variant, f: &dyn Fn(Text) -> Text) -> Variant {
    let all = |texts: Vec<Text>| texts.into_iter().map(f).collect();
    map(value, &|value| match value {
        Variant::String(text) => Variant::String(f(text)),
        Variant::StringName(text) => Variant::StringName(f(text)),
        Variant::PackedStringArray(texts) => Variant::PackedStringArray(all(texts)),
        Variant::NodePath(path) => Variant::from(NodePath {
            names: all(path.names),
            subnames: all(path.subnames),
            property: path.property.map(f),
            absolute: path.absolute,
        }),
        other => other,
    })
}

/// A byte order mark is read past and not written again.
pub(crate) fn no_marks(value: Variant, _: Dialect, _: bool) -> Variant {
    map_texts(value, &|text| match text.as_str() {
        Some(plain) => Text::from(plain.to_owned()),
        None => text,
    })
}

/// Godot 3.6 writes a space for a surrogate that is alone.
pub(crate) fn surrogates_as_spaces(value: Variant, _: Dialect, _: bool) -> Variant {
    let space = |point: u32| if (0xd800..0xe000).contains(&point) { 0x20 } else { point };
    map_texts(value, &|text| match text.code_points().map(|point| char::from_u32(space(point))).collect() {
        Some::<String>(plain) => plain.into(),
        None => text,
    })
}

/// Godot 2 takes the wrong subnames, unless there are none or as many as names.
fn wrong_subnames(mut path: NodePath) -> NodePath {
    let (names, count) = (path.names.len(), path.subnames.len());
    let subname = |at: usize| {
        let at = (names + at).checked_sub(count)?;
        path.subnames.get(at).cloned()
    };
    path.subnames = (0..count).map(|at| subname(at).unwrap_or_default()).collect();
    path
}

/// Up to 2.1.2 a path that was read has a property, if only an empty one.
pub(crate) fn paths_of_2_1(value: Variant, _: Dialect, _: bool) -> Variant {
    map_paths(value, &|path| {
        if path.names.is_empty() {
            return path;
        }
        NodePath { property: Some(path.property.clone().unwrap_or_default()), ..wrong_subnames(path) }
    })
}

/// From 2.1.3 on an empty property is none.
pub(crate) fn paths_of_2_1_5(value: Variant, _: Dialect, _: bool) -> Variant {
    map_paths(value, &|path| {
        let property = path.property.clone().filter(|property| !property.is_empty());
        NodePath { property, ..wrong_subnames(path) }
    })
}

/// Removes modifiers of a key that Godot 2 does not have. It has four.
pub(crate) fn known_modifiers(value: Variant, _: Dialect, _: bool) -> Variant {
    map(value, &|value| match value {
        Variant::InputEvent(InputEvent { device, event: Event::Key { modifiers, scancode } }) => {
            let event = Event::Key { modifiers: modifiers & 0b1111 << 25, scancode };
            Variant::InputEvent(InputEvent { device, event })
        }
        other => other,
    })
}
