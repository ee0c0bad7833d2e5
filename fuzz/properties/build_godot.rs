//! Builds arbitrary values of Godot, including values that no dialect can write.

use arbitrary::{Result, Unstructured};
use gamewire::godot::{
    Array, Decoder, Dialect, Dictionary, ElementType, EntryTypes, Event, Image, ImageFormat, InputEvent,
    Kind, NodePath, Object, ObjectData, Rid, Signal, Text, Variant,
};

/// Returns any value with at most this depth.
pub fn value(u: &mut Unstructured<'_>, depth: u32) -> Result<Variant> {
    let kinds = if depth == 0 { 10 } else { 17 };
    Ok(match u.int_in_range(0..=kinds)? {
        0..=2 => leaf(u)?,
        3 => Variant::String(text(u)?),
        4 => Variant::StringName(text(u)?),
        5 => path(u)?.into(),
        6 => Variant::PackedStringArray(several(u, 4, text)?),
        7 => match u.int_in_range(0..=4)? {
            0 => Object::Null.into(),
            1 => Object::Id(u.int_in_range(1..=u64::MAX)?).into(),
            2 => Signal { name: text(u)?, object: u.arbitrary()? }.into(),
            3 => Rid(u.arbitrary()?).into(),
            _ => Variant::Callable,
        },
        8 => image(u)?.into(),
        9 => input_event(u)?.into(),
        10 => match u.int_in_range(0..=3)? {
            0 => Variant::Nil,
            1 => Variant::Bool(u.arbitrary()?),
            2 => Variant::Int(u.arbitrary()?),
            _ => Variant::Float(f64::from_bits(u.arbitrary()?)),
        },
        11 | 12 => Variant::Array(array(u, depth)?),
        13 | 14 => Variant::Dictionary(dictionary(u, depth)?),
        _ => {
            let class = text(u)?;
            let properties = several(u, 4, |u| Ok((text(u)?, value(u, depth - 1)?)))?;
            ObjectData { class, properties }.into()
        }
    })
}

/// Returns a list of up to `most` elements.
fn several<'a, T>(
    u: &mut Unstructured<'a>,
    most: usize,
    mut one: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = u.int_in_range(0..=most)?;
    (0..count).map(|_| one(u)).collect()
}

/// Returns a value without contents. Every bit of every number may have any value.
fn leaf(u: &mut Unstructured<'_>) -> Result<Variant> {
    let kind = *u.choose(Kind::ALL)?;
    let start = u.choose_index(Dialect::ALL.len())?;
    let dialects = Dialect::ALL.iter().cycle().skip(start).take(Dialect::ALL.len());
    let Some((dialect, id)) = dialects.filter_map(|dialect| Some((dialect, dialect.id(kind)?))).next() else {
        return Ok(Variant::Nil);
    };
    let flags = u8::from(u.arbitrary::<bool>()?);
    let mut wire = vec![id, 0, flags, 0];
    let length = u.len().min(140);
    let mut payload = u.bytes(length)?.to_vec();
    payload.resize(140, 0);
    if u.ratio(1, 2)? {
        // If this is a count, the bytes suffice for it.
        let count = payload[0] % 5;
        payload[..4].copy_from_slice(&[count, 0, 0, 0]);
    }
    wire.extend(payload);
    let read = Decoder::new(*dialect).allow_objects(true).parse_prefix(&wire);
    Ok(match read {
        Ok((value, _)) => value,
        Err(_) => Variant::Nil,
    })
}

/// Returns text: ASCII, or any bytes, which are decoded as engines before Godot 4 decode text.
pub fn text(u: &mut Unstructured<'_>) -> Result<Text> {
    let length = u.int_in_range(0..=u.len().min(40))?;
    let bytes = u.bytes(length)?.to_vec();
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Text::from(text),
        Err(error) => Text::from_non_utf8_bytes(error.into_bytes()),
    })
}

fn path(u: &mut Unstructured<'_>) -> Result<NodePath> {
    Ok(NodePath {
        names: several(u, 3, text)?,
        subnames: several(u, 2, text)?,
        property: if u.ratio(1, 3)? { Some(text(u)?) } else { None },
        absolute: u.arbitrary()?,
    })
}

fn image(u: &mut Unstructured<'_>) -> Result<Image> {
    let format = ImageFormat::from_number(u.int_in_range(0..=22)?).unwrap_or_default();
    let (mipmaps, width, height) = u.arbitrary()?;
    Ok(Image { format, mipmaps, width, height, data: several(u, 9, |u| u.arbitrary())? })
}

fn input_event(u: &mut Unstructured<'_>) -> Result<InputEvent> {
    let number = u.arbitrary()?;
    let event = match u.int_in_range(0..=5)? {
        0 => Event::Key { modifiers: u.arbitrary()?, scancode: number },
        1 => Event::MouseButton { button: number },
        2 => Event::JoystickMotion { axis: number, value: u.arbitrary::<Option<u32>>()?.map(f32::from_bits) },
        3 => Event::JoystickButton { button: number },
        4 => Event::ScreenTouch { index: number },
        _ => Event::Other { kind: number },
    };
    Ok(InputEvent { device: u.arbitrary()?, event })
}

fn element(u: &mut Unstructured<'_>) -> Result<ElementType> {
    Ok(match u.int_in_range(0..=3)? {
        0 => ElementType::Class(text(u)?),
        1 => ElementType::Script(text(u)?),
        _ => ElementType::Builtin(*u.choose(Kind::ALL)?),
    })
}

fn array(u: &mut Unstructured<'_>, depth: u32) -> Result<Array> {
    let items = several(u, 5, |u| value(u, depth - 1))?;
    let array = if u.ratio(1, 3)? { Array::typed(element(u)?, items) } else { Array::from(items) };
    Ok(array.with_shared(u.ratio(1, 4)?))
}

fn dictionary(u: &mut Unstructured<'_>, depth: u32) -> Result<Dictionary> {
    let pairs = several(u, 5, |u| Ok((value(u, depth - 1)?, value(u, depth - 1)?)))?;
    let side = |u: &mut Unstructured<'_>| if u.ratio(1, 2)? { element(u).map(Some) } else { Ok(None) };
    let dictionary = if u.ratio(1, 3)? {
        let types = EntryTypes { key: side(u)?, value: side(u)? };
        Dictionary::typed(types, pairs)
    } else {
        Dictionary::from(pairs)
    };
    Ok(dictionary.with_shared(u.ratio(1, 4)?))
}
