//! Values made of bytes.

use arbitrary::{Result, Unstructured};

use super::Values;
use crate::godot::generalized::push_generalized;
use crate::godot::ids::{Kind, Shape, Table};
use crate::godot::model::{Event, ImageFormat, InputEvent, Leaf, NumberType, Numbers, Rid};
use crate::godot::wire::writes_wide_components;
use crate::godot::{
    Array, Dictionary, ElementType, EntryTypes, Image, NodePath, Object, ObjectData, Signal, Text, Variant,
};
use crate::unstructured::{option, several};

const SPECIAL_SINGLE: &[f32] = &[
    0.0,
    -0.0,
    1.0,
    -1.5,
    f32::MAX,
    f32::MIN_POSITIVE,
    f32::from_bits(1),
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::from_bits(0xffc1_2345),
    f32::from_bits(0x7f80_0001),
];

const SPECIAL_DOUBLE: &[f64] = &[
    0.0,
    -0.0,
    0.1,
    1e39,
    f64::MAX,
    f64::from_bits(1),
    f32::from_bits(1) as f64,
    f64::INFINITY,
    f64::NAN,
    f64::from_bits(0xfff8_0000_1234_5678),
    f64::from_bits(0x7ff0_0000_0000_0001),
    16_777_217.0,
];

const EDGES: [i64; 4] = [i64::MIN, i64::MAX, i32::MAX as i64 + 1, i32::MIN as i64 - 1];

impl Values {
    /// Creates a value with at most this number of levels inside.
    pub(super) fn value(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Variant> {
        if levels == 0 || u.ratio(1, 1 + levels)? {
            let kinds: Vec<_> = Kind::ALL.iter().copied().filter(|kind| self.has_leaf(*kind)).collect();
            let kind = *u.choose(&kinds)?;
            return self.leaf(kind, u);
        }
        match u.int_in_range(0..=4)? {
            4 if self.objects && self.dialect.objects => {
                let class = Text::from(*u.choose(&["Node", "Resource", "A"])?);
                let properties = several(u, 4, |u| Ok((self.made_text(u)?, self.value(u, levels - 1)?)))?;
                Ok(ObjectData { class, properties }.into())
            }
            0 | 1 => self.array(u, levels - 1),
            _ => self.dictionary(u, levels - 1),
        }
    }

    /// Returns whether [`leaf`](Self::leaf) makes values of the type.
    pub(super) fn has_leaf(self, kind: Kind) -> bool {
        let is_left_out = match kind.shape() {
            Shape::Dictionary | Shape::Array => true,
            Shape::Object => self.unchanged,
            _ => false,
        };
        self.dialect.id(kind).is_some() && !is_left_out
    }

    /// Creates a value of a type that contains no other values.
    pub(super) fn leaf(self, kind: Kind, u: &mut Unstructured<'_>) -> Result<Variant> {
        Ok(match kind.shape() {
            Shape::Unit => Variant::from_numbers(kind, Numbers::of::<u8>([])).unwrap_or_default(),
            Shape::Bool => Variant::Bool(u.arbitrary()?),
            Shape::Int => Variant::Int(self.int(u)?),
            Shape::Float if self.has_32_bit_numbers() => Variant::Float(quiet(self.single(u)?)),
            Shape::Float => Variant::Float(self.double(u)?),
            Shape::Text => Variant::String(self.made_text(u)?),
            Shape::Name => Variant::StringName(self.made_text(u)?),
            Shape::Strings => Variant::PackedStringArray(several(u, 4, |u| self.made_text(u))?),
            Shape::Reals | Shape::Ints | Shape::Bytes | Shape::Packed | Shape::PackedReals => {
                self.of_numbers(kind, u)?
            }
            Shape::Image => image(u)?.into(),
            Shape::NodePath => self.path(u)?.into(),
            Shape::Rid if self.dialect.rid_number => Rid(u.arbitrary()?).into(),
            Shape::Rid => Rid(0).into(),
            Shape::Object if !self.dialect.objects || self.objects && u.arbitrary()? => Object::Null.into(),
            Shape::Object => Object::Id(u.arbitrary()?).into(),
            Shape::InputEvent => self.event(u)?.into(),
            Shape::Signal => Signal { name: self.made_text(u)?, object: u.arbitrary()? }.into(),
            // These contain other values.
            Shape::Dictionary | Shape::Array => Variant::Nil,
        })
    }

    fn int(self, u: &mut Unstructured<'_>) -> Result<i64> {
        Ok(match u.int_in_range(0..=if self.has_32_bit_numbers() { 2 } else { 4 })? {
            0 => u.int_in_range(-4..=11)?,
            1 => u.arbitrary::<i32>()?.into(),
            2 => i64::from(*u.choose(&[i32::MIN, i32::MAX])?),
            3 => u.arbitrary()?,
            _ => *u.choose(&EDGES)?,
        })
    }

    fn single(self, u: &mut Unstructured<'_>) -> Result<f32> {
        Ok(self.float(match u.int_in_range(0..=4)? {
            0 | 1 => *u.choose(SPECIAL_SINGLE)?,
            2 => f32::from(u.int_in_range(-8000..=8000_i16)?) / 8.0,
            _ => f32::from_bits(u.arbitrary()?),
        }))
    }

    fn double(self, u: &mut Unstructured<'_>) -> Result<f64> {
        Ok(self.float(match u.int_in_range(0..=2)? {
            0 => *u.choose(SPECIAL_DOUBLE)?,
            1 => f64::from(self.single(u)?),
            _ => f64::from_bits(u.arbitrary()?),
        }))
    }

    /// Creates a structure, or a packed array of up to five elements.
    fn of_numbers(self, kind: Kind, u: &mut Unstructured<'_>) -> Result<Variant> {
        let Some(numeric) = kind.numeric() else { return Ok(Variant::Nil) };
        let number = numeric.number_type(writes_wide_components(&self.dialect, kind));
        let elements = if numeric.element.is_some() { u.int_in_range(0..=5)? } else { 1 };
        let mut wire = Vec::new();
        for _ in 0..elements * numeric.count {
            match number {
                NumberType::U8 => wire.push(u.arbitrary()?),
                NumberType::I32 if u.arbitrary()? => wire.extend(u.arbitrary::<i32>()?.to_le_bytes()),
                NumberType::I32 => wire.extend(u.int_in_range(-2..=2_i32)?.to_le_bytes()),
                NumberType::I64 => wire.extend(self.int(u)?.to_le_bytes()),
                NumberType::F32 => wire.extend(self.single(u)?.to_le_bytes()),
                NumberType::F64 => wire.extend(self.double(u)?.to_le_bytes()),
            }
        }
        Ok(Variant::from_numbers(kind, Numbers::from_wire(number, wire)).unwrap_or_default())
    }

    /// Creates text without NUL and without a byte order mark at the start, which readers drop. Before Godot 4, it may
    /// contain code points that Rust's `char` cannot represent.
    pub(super) fn made_text(self, u: &mut Unstructured<'_>) -> Result<Text> {
        let text = match u.int_in_range(0..=if self.has_non_utf8_text() { 5 } else { 4 })? {
            0 => Vec::new(),
            1 => several(u, 6, |u| Ok(char::from(u.int_in_range(b'a'..=b'z')?)))?,
            2 => several(u, 12, |u| Ok(char::from(u.int_in_range(b' '..=b'~')?)))?,
            3 => several(u, 10, |u| u.arbitrary())?,
            // Text that is too long to be stored inline, and long enough to be checked in another way.
            4 => several(u, 80, |u| u.choose(&['a', 'z', 'é', '€', '😀']).copied())?,
            _ => return non_utf8_text(u),
        };
        let text: String = text.into_iter().filter(|character| *character != '\0').collect();
        Ok(Text::from(text.trim_start_matches('\u{feff}')))
    }

    fn path(self, u: &mut Unstructured<'_>) -> Result<NodePath> {
        let names = several(u, 3, |u| self.made_text(u))?;
        let subnames = several(u, 2, |u| self.made_text(u))?;
        let property = match self.dialect.node_path_property {
            true => option(u, |u| self.made_text(u))?,
            false => None,
        };
        let absolute = u.arbitrary::<bool>()? && !(self.unchanged && names.is_empty());
        Ok(NodePath { names, subnames, property, absolute })
    }

    fn event(self, u: &mut Unstructured<'_>) -> Result<InputEvent> {
        let number = u.arbitrary()?;
        let event = match u.int_in_range(0..=5)? {
            0 => Event::Key { modifiers: u.arbitrary()?, scancode: number },
            1 => Event::MouseButton { button: number },
            2 if self.dialect.short_joystick => {
                Event::JoystickMotion { axis: number, value: option(u, |u| self.single(u))? }
            }
            2 => Event::JoystickMotion { axis: number, value: Some(self.single(u)?) },
            3 => Event::JoystickButton { button: number },
            4 => Event::ScreenTouch { index: number },
            // The kinds 1 to 6 have variants of their own.
            _ => Event::Other { kind: if matches!(number, 1 | 3..=6) { 0 } else { number } },
        };
        Ok(InputEvent { device: u.arbitrary()?, event })
    }

    /// Creates a declared type. If values are restricted, also returns the type of the elements, because an engine reads a
    /// typed container only if all values have the declared type.
    fn element(self, u: &mut Unstructured<'_>) -> Result<(ElementType, Option<Kind>)> {
        let kinds =
            Kind::ALL.iter().copied().filter(|kind| self.dialect.id(*kind).is_some() && *kind != Kind::Nil);
        if self.unchanged {
            let kind = *u.choose(&kinds.filter(|kind| self.has_leaf(*kind)).collect::<Vec<_>>())?;
            return Ok((ElementType::Builtin(kind), Some(kind)));
        }
        let element = match u.int_in_range(0..=3)? {
            0 => ElementType::Class(self.made_text(u)?),
            1 => ElementType::Script(self.made_text(u)?),
            _ => ElementType::Builtin(*u.choose(&kinds.collect::<Vec<_>>())?),
        };
        Ok((element, None))
    }

    /// Creates a value of the type, or of any type.
    fn item(self, kind: Option<Kind>, u: &mut Unstructured<'_>, levels: u32) -> Result<Variant> {
        match kind {
            Some(kind) => self.leaf(kind, u),
            None => self.value(u, levels),
        }
    }

    fn array(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Variant> {
        Ok(Variant::Array(if self.dialect.typed_arrays && u.ratio(1, 3)? {
            let (element, kind) = self.element(u)?;
            Array::typed(element, several(u, 4, |u| self.item(kind, u, levels))?)
        } else {
            let items = several(u, 5, |u| self.value(u, levels))?;
            Array::from(items).with_shared(self.dialect.shared_bit && u.arbitrary()?)
        }))
    }

    fn dictionary(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Variant> {
        if self.dialect.typed_dictionaries && u.ratio(1, 3)? {
            let which = u.int_in_range(0..=2)?;
            let key = if which != 0 { Some(self.element(u)?) } else { None };
            let value = if which != 1 { Some(self.element(u)?) } else { None };
            let [key_kind, value_kind] = [&key, &value].map(|of| of.as_ref().and_then(|(_, kind)| *kind));
            let pairs =
                several(u, 4, |u| Ok((self.item(key_kind, u, levels)?, self.item(value_kind, u, levels)?)))?;
            let types = EntryTypes { key: key.map(|(key, _)| key), value: value.map(|(value, _)| value) };
            return Ok(Dictionary::typed(types, pairs).into());
        }
        let mut pairs = several(u, 5, |u| {
            let is_text = u.ratio(2, 3)?;
            let key = if is_text { Variant::String(self.made_text(u)?) } else { self.value(u, levels)? };
            Ok((key, self.value(u, levels)?))
        })?;
        if self.unchanged && self.dialect.table() == Table::Godot3 {
            pairs.retain(|(key, _)| !holds_packed_nan(key));
        }
        Ok(Dictionary::from(pairs).with_shared(self.dialect.shared_bit && u.arbitrary()?).into())
    }
}

/// Returns the float as Godot 2 writes it. A conversion to 64 bits makes a signaling NaN quiet.
fn quiet(real: f32) -> f64 {
    f64::from(if real.is_nan() { f32::from_bits(real.to_bits() | 1 << 22) } else { real })
}

/// Creates text with code points of every encoded length, among them surrogates and numbers beyond Unicode.
fn non_utf8_text(u: &mut Unstructured<'_>) -> Result<Text> {
    let ranges = [
        1..=0x7f,
        0x80..=0x7ff,
        0x800..=0xffff,
        0xd800..=0xdfff,
        0x1_0000..=0x1f_ffff,
        0x11_0000..=0x3ff_ffff,
        0x400_0000..=0x7fff_ffff_u32,
    ];
    let points = several(u, 7, |u| {
        let range = u.choose(&ranges)?.clone();
        u.int_in_range(range)
    })?;
    let mut bytes = Vec::new();
    let points = points.into_iter().skip_while(|point| *point == 0xfeff);
    points.for_each(|point| push_generalized(point, &mut bytes));
    Ok(Text::from_non_utf8_bytes(bytes))
}

fn image(u: &mut Unstructured<'_>) -> Result<Image> {
    let format = ImageFormat::from_number(u.int_in_range(0..=22)?).unwrap_or_default();
    let (mipmaps, width, height) = u.arbitrary()?;
    let data = several(u, 19, |u| u.arbitrary::<u8>())?;
    Ok(Image { format, mipmaps, width, height, data })
}

/// Returns whether there is a NaN in a packed array.
fn holds_packed_nan(value: &Variant) -> bool {
    let has_nan = |part: &Variant| matches!(part.leaf(), Leaf::Packed(packed) if packed.numbers.any_nan());
    value.walk().with_keys().any(has_nan)
}
