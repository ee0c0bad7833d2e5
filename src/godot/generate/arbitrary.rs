//! Values from the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Values, quiet, unit};
use crate::godot::generalized::push_generalized;
use crate::godot::ids::{Kind, Shape};
use crate::godot::model::{Event, ImageFormat, InputEvent, Numbers, Rid};
use crate::godot::wire::writes_wide_components;
use crate::godot::{
    Array, Dictionary, ElementType, EntryTypes, Image, NodePath, Object, ObjectData, Signal, Text, Variant,
};
use crate::unstructured::{LEVELS, several, some_bytes};

impl Values {
    /// Creates a value of the dialect from the bytes of a fuzzer. Values are nested up to four levels, and
    /// their encoding is valid:
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use gamewire::godot::{Dialect, generate::Values};
    /// let mut u = Unstructured::new(b"bytes of a fuzzer");
    /// let value = Values::new(Dialect::GODOT_3).arbitrary(&mut u)?;
    /// assert!(Dialect::GODOT_3.encode(&value).is_ok());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary(&self, u: &mut Unstructured<'_>) -> Result<Variant> {
        self.value(u, LEVELS)
    }

    fn value(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Variant> {
        if levels == 0 || u.ratio(1, 2)? {
            return self.made_leaf(u);
        }
        match u.int_in_range(0..=5)? {
            0 | 1 => self.made_array(u, levels - 1),
            2 | 3 => self.made_dictionary(u, levels - 1),
            4 if self.objects && self.dialect.objects => {
                let class = Text::from(*u.choose(&["Node", "Resource", "A"])?);
                let properties = several(u, 4, |u| Ok((self.made_text(u)?, self.value(u, levels - 1)?)))?;
                Ok(ObjectData { class, properties }.into())
            }
            _ => self.made_leaf(u),
        }
    }

    fn made_leaf(self, u: &mut Unstructured<'_>) -> Result<Variant> {
        let kinds: Vec<Kind> =
            Kind::ALL.iter().copied().filter(|kind| self.dialect.id(*kind).is_some()).collect();
        let kind = *u.choose(&kinds)?;
        Ok(match kind.shape() {
            Shape::Unit => unit(kind),
            Shape::Bool => Variant::Bool(u.arbitrary()?),
            Shape::Int if self.has_32_bit_numbers() => Variant::Int(u.arbitrary::<i32>()?.into()),
            Shape::Int => Variant::Int(u.arbitrary()?),
            Shape::Float if self.has_32_bit_numbers() => {
                Variant::Float(quiet(self.float(f32::from_bits(u.arbitrary()?))))
            }
            Shape::Float => Variant::Float(self.float(f64::from_bits(u.arbitrary()?))),
            Shape::Text => Variant::String(self.made_text(u)?),
            Shape::Name => Variant::StringName(self.made_text(u)?),
            Shape::Strings => Variant::PackedStringArray(several(u, 4, |u| self.made_text(u))?),
            Shape::Reals | Shape::Ints | Shape::Bytes | Shape::Packed | Shape::PackedReals => {
                self.made_of_numbers(kind, u)?
            }
            Shape::Image => made_image(u)?.into(),
            Shape::NodePath => self.made_path(u)?.into(),
            Shape::Rid if self.dialect.rid_number => Rid(u.arbitrary()?).into(),
            Shape::Rid => Rid(0).into(),
            Shape::Object if self.unchanged => Variant::Nil,
            Shape::Object if !self.dialect.objects || self.objects && u.arbitrary()? => Object::Null.into(),
            Shape::Object => Object::Id(u.arbitrary()?).into(),
            Shape::InputEvent => self.made_event(u)?.into(),
            Shape::Signal => Signal { name: self.made_text(u)?, object: u.arbitrary()? }.into(),
            Shape::Dictionary | Shape::Array => Variant::Nil,
        })
    }

    /// Creates a structure, or a packed array of up to nine elements.
    fn made_of_numbers(self, kind: Kind, u: &mut Unstructured<'_>) -> Result<Variant> {
        let Some(numeric) = kind.numeric() else { return Ok(Variant::Nil) };
        let number = numeric.number_type(writes_wide_components(&self.dialect, kind));
        let elements = if numeric.element.is_some() { u.int_in_range(0..=9)? } else { 1 };
        // Any bytes are valid numbers.
        let mut wire = vec![0; elements * numeric.count * number.size()];
        u.fill_buffer(&mut wire)?;
        self.edit_floats(number, &mut wire);
        Ok(Variant::from_numbers(kind, Numbers::from_wire(number, wire)).unwrap_or_default())
    }

    /// Creates text without NUL and without a byte order mark at the start. Before Godot 4, it may contain
    /// code points that Rust's `char` cannot represent.
    fn made_text(self, u: &mut Unstructured<'_>) -> Result<Text> {
        if self.has_non_utf8_text() && u.ratio(1, 4)? {
            let points = several(u, 7, |u| u.int_in_range(1..=0x7fff_ffff_u32))?;
            let mut bytes = Vec::new();
            points
                .into_iter()
                .skip_while(|point| *point == 0xfeff)
                .for_each(|point| push_generalized(point, &mut bytes));
            return Ok(Text::from_non_utf8_bytes(bytes));
        }
        let bytes: Vec<u8> = some_bytes(u, 40)?.iter().copied().filter(|byte| *byte != 0).collect();
        let text = String::from_utf8_lossy(&bytes);
        Ok(Text::from(text.trim_start_matches('\u{feff}').to_owned()))
    }

    fn made_path(self, u: &mut Unstructured<'_>) -> Result<NodePath> {
        let names = several(u, 3, |u| self.made_text(u))?;
        let subnames = several(u, 2, |u| self.made_text(u))?;
        let has_property = self.dialect.node_path_property && u.arbitrary()?;
        let property = if has_property { Some(self.made_text(u)?) } else { None };
        let absolute = u.arbitrary::<bool>()? && !(self.unchanged && names.is_empty());
        Ok(NodePath { names, subnames, property, absolute })
    }

    fn made_event(self, u: &mut Unstructured<'_>) -> Result<InputEvent> {
        let number = u.arbitrary()?;
        let event = match u.int_in_range(0..=5)? {
            0 => Event::Key { modifiers: u.arbitrary()?, scancode: number },
            1 => Event::MouseButton { button: number },
            2 => {
                let has_value = !self.dialect.short_joystick || u.arbitrary()?;
                let value = if has_value { Some(u.arbitrary()?) } else { None };
                Event::JoystickMotion {
                    axis: number,
                    value: value.map(|bits| self.float(f32::from_bits(bits))),
                }
            }
            3 => Event::JoystickButton { button: number },
            4 => Event::ScreenTouch { index: number },
            // The kinds 1 to 6 have variants of their own.
            _ => Event::Other { kind: if matches!(number, 1 | 3..=6) { 0 } else { number } },
        };
        Ok(InputEvent { device: u.arbitrary()?, event })
    }

    fn made_element(self, u: &mut Unstructured<'_>) -> Result<ElementType> {
        Ok(match u.int_in_range(0..=3)? {
            0 if !self.unchanged => ElementType::Class(self.made_text(u)?),
            1 if !self.unchanged => ElementType::Script(self.made_text(u)?),
            _ => ElementType::Builtin(*u.choose(&self.builtins())?),
        })
    }

    fn made_array(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Variant> {
        let items = several(u, 5, |u| self.value(u, levels))?;
        // An engine reads a typed container only if all values have the declared type.
        let is_typed = !self.unchanged && u.ratio(1, 3)?;
        Ok(if is_typed && self.dialect.typed_arrays {
            Variant::Array(Array::typed(self.made_element(u)?, items))
        } else {
            Variant::Array(Array::from(items).with_shared(self.dialect.shared_bit && u.arbitrary()?))
        })
    }

    fn made_dictionary(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Variant> {
        let pairs = several(u, 5, |u| {
            let is_text = self.unchanged || u.arbitrary()?;
            let key = if is_text { Variant::String(self.made_text(u)?) } else { self.value(u, levels)? };
            Ok((key, self.value(u, levels)?))
        })?;
        let is_typed = !self.unchanged && self.dialect.typed_dictionaries && u.ratio(1, 3)?;
        let dictionary = if is_typed {
            let key = self.made_element(u)?;
            let value = if u.arbitrary()? { Some(self.made_element(u)?) } else { None };
            Dictionary::typed(EntryTypes { key: Some(key), value }, pairs)
        } else {
            Dictionary::from(pairs).with_shared(self.dialect.shared_bit && u.arbitrary()?)
        };
        Ok(dictionary.into())
    }
}

fn made_image(u: &mut Unstructured<'_>) -> Result<Image> {
    let format = ImageFormat::from_number(u.int_in_range(0..=22)?).unwrap_or_default();
    let (mipmaps, width, height) = u.arbitrary()?;
    Ok(Image { format, mipmaps, width, height, data: several(u, 9, |u| u.arbitrary())?.into() })
}

/// Creates values of Godot 3. [`Values::arbitrary`] creates values of any dialect.
impl<'b> Arbitrary<'b> for Variant {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().arbitrary(u)
    }
}
