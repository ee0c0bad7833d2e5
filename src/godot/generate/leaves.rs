//! Strategies for values that contain no other values.

use proptest::arbitrary::Arbitrary;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, Union};

use super::{Values, quiet, texts, unit};
use crate::godot::dialect::Dialect;
use crate::godot::ids::{Kind, Shape};
use crate::godot::model::{Event, ImageFormat, InputEvent, Number, NumberType, Numbers, Rid};
use crate::godot::wire::writes_wide_components;
use crate::godot::{Image, NodePath, Object, Signal, Text, Variant};

/// Returns a strategy for floats: any bits at all, or one of the special values.
fn single(values: Values) -> BoxedStrategy<f32> {
    let special = select(vec![
        0.0f32,
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
    ]);
    let any = prop_oneof![2 => any::<u32>().prop_map(f32::from_bits), 2 => special, 1 => -1000.0f32..1000.0];
    any.prop_map(move |float| values.float(float)).boxed()
}

fn double(values: Values) -> BoxedStrategy<f64> {
    let special = select(vec![
        0.0f64,
        -0.0,
        0.1,
        1e39,
        f64::MAX,
        f64::from_bits(1),
        f64::from(f32::from_bits(1)),
        f64::INFINITY,
        f64::NAN,
        f64::from_bits(0xfff8_0000_1234_5678),
        f64::from_bits(0x7ff0_0000_0000_0001),
        16_777_217.0,
    ]);
    let narrow = any::<f32>().prop_map(f64::from);
    let any = prop_oneof![2 => any::<u64>().prop_map(f64::from_bits), 2 => special, 2 => narrow];
    any.prop_map(move |float| values.float(float)).boxed()
}

fn int(values: Values) -> BoxedStrategy<i64> {
    let narrow = prop_oneof![
        -4i64..12,
        any::<i32>().prop_map(i64::from),
        Just(i32::MIN.into()),
        Just(i32::MAX.into())
    ];
    if values.has_32_bit_numbers() {
        return narrow.boxed();
    }
    let edges = select(vec![i64::MIN, i64::MAX, i64::from(i32::MAX) + 1, i64::from(i32::MIN) - 1]);
    prop_oneof![3 => narrow, 1 => any::<i64>(), 1 => edges].boxed()
}

fn float(values: Values) -> BoxedStrategy<f64> {
    if values.has_32_bit_numbers() { single(values).prop_map(quiet).boxed() } else { double(values) }
}

/// Returns a strategy for a structure of `count` numbers.
fn numbers(values: Values, number: NumberType, count: usize) -> BoxedStrategy<Numbers<'static>> {
    fn wrapped<N: Number>(
        one: impl Strategy<Value = N> + 'static,
        count: usize,
    ) -> BoxedStrategy<Numbers<'static>> {
        vec(one, count).prop_map(|numbers| N::wrap(numbers.into())).boxed()
    }
    match number {
        NumberType::U8 => wrapped(any::<u8>(), count),
        NumberType::I32 => wrapped(prop_oneof![any::<i32>(), -2..3i32], count),
        NumberType::I64 => wrapped(any::<i64>(), count),
        NumberType::F32 => wrapped(single(values), count),
        NumberType::F64 => wrapped(double(values), count),
    }
}

/// Returns a strategy for the numbers of up to a few elements. Any bytes are valid elements.
fn elements(values: Values, number: NumberType, in_each: usize) -> BoxedStrategy<Numbers<'static>> {
    let size = number.size() * in_each;
    vec(any::<u8>(), 0..(40.max(3 * size)))
        .prop_map(move |mut wire| {
            wire.truncate(wire.len() / size * size);
            values.edit_floats(number, &mut wire);
            Numbers::from_wire(number, wire)
        })
        .boxed()
}

impl Values {
    /// Returns a strategy for values of all types of the dialect, nested up to four levels.
    pub fn any(&self) -> BoxedStrategy<Variant> {
        let values = *self;
        values.leaf().prop_recursive(4, 40, 6, move |inner| values.container(inner)).boxed()
    }

    /// Returns a strategy for values of one type that contains no other values. Returns `None` if the dialect
    /// does not have the type, or if the type is a container.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Kind, generate::Values};
    /// assert!(Values::new(Dialect::GODOT_4).of_kind(Kind::Color).is_some());
    /// assert!(Values::new(Dialect::GODOT_3).of_kind(Kind::StringName).is_none());
    /// ```
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> Option<BoxedStrategy<Variant>> {
        self.dialect.id(kind)?;
        self.leaf_of(kind)
    }

    /// Returns a strategy for text that the dialect encodes and reads back unchanged.
    pub fn text(&self) -> BoxedStrategy<Text> {
        texts::text(*self)
    }

    /// Returns a strategy that makes each type of value without contents equally often.
    fn leaf(&self) -> BoxedStrategy<Variant> {
        Union::new(Kind::ALL.iter().filter_map(|kind| self.of_kind(*kind))).boxed()
    }

    /// Returns a strategy for the values of a type. Returns `None` for containers, and for types that the
    /// settings exclude.
    pub(super) fn leaf_of(&self, kind: Kind) -> Option<BoxedStrategy<Variant>> {
        Some(match kind.shape() {
            Shape::Unit => Just(unit(kind)).boxed(),
            Shape::Bool => any::<bool>().prop_map(Variant::Bool).boxed(),
            Shape::Int => int(*self).prop_map(Variant::Int).boxed(),
            Shape::Float => float(*self).prop_map(Variant::Float).boxed(),
            Shape::Text => self.text().prop_map(Variant::String).boxed(),
            Shape::Name => self.text().prop_map(Variant::StringName).boxed(),
            Shape::Strings => vec(self.text(), 0..5).prop_map(Variant::PackedStringArray).boxed(),
            Shape::Reals | Shape::Ints | Shape::Bytes | Shape::Packed | Shape::PackedReals => {
                return self.of_numbers(kind);
            }
            Shape::Image => image(),
            Shape::NodePath => self.node_path(),
            Shape::Rid if self.dialect.rid_number => any::<u64>().prop_map(|id| Rid(id).into()).boxed(),
            Shape::Rid => Just(Rid(0).into()).boxed(),
            Shape::Object => return self.object(),
            Shape::InputEvent => self.input_event(),
            Shape::Signal => {
                let signal = (self.text(), any::<u64>());
                signal.prop_map(|(name, object)| Signal { name, object }.into()).boxed()
            }
            Shape::Dictionary | Shape::Array => return None,
        })
    }

    /// Returns a strategy for structures and packed arrays.
    fn of_numbers(&self, kind: Kind) -> Option<BoxedStrategy<Variant>> {
        let numeric = kind.numeric()?;
        let number = numeric.number_type(writes_wide_components(&self.dialect, kind));
        let numbers = match numeric.element {
            Some(_) => elements(*self, number, numeric.count),
            None => numbers(*self, number, numeric.count),
        };
        let value = move |numbers| Variant::from_numbers(kind, numbers).unwrap_or_default();
        Some(numbers.prop_map(value).boxed())
    }

    /// Returns a strategy for null and ids. Full objects are containers.
    fn object(&self) -> Option<BoxedStrategy<Variant>> {
        let id = || any::<u64>().prop_map(|id| Object::Id(id).into());
        if self.unchanged {
            None
        } else if !self.dialect.objects {
            Some(Just(Object::Null.into()).boxed())
        } else if self.objects {
            Some(prop_oneof![Just(Object::Null.into()), id()].boxed())
        } else {
            Some(id().boxed())
        }
    }

    fn node_path(&self) -> BoxedStrategy<Variant> {
        let property = match self.dialect.node_path_property {
            true => option::of(self.text()).boxed(),
            false => Just(None).boxed(),
        };
        let unchanged = self.unchanged;
        let parts = (vec(self.text(), 0..4), vec(self.text(), 0..3), property, any::<bool>());
        parts
            .prop_map(move |(names, subnames, property, absolute)| {
                let absolute = absolute && !(unchanged && names.is_empty());
                NodePath { names, subnames, property, absolute }.into()
            })
            .boxed()
    }

    fn input_event(&self) -> BoxedStrategy<Variant> {
        let value = match self.dialect.short_joystick {
            true => option::of(single(*self)).boxed(),
            false => single(*self).prop_map(Some).boxed(),
        };
        let event = prop_oneof![
            any::<[u32; 2]>().prop_map(|[modifiers, scancode]| Event::Key { modifiers, scancode }),
            any::<u32>().prop_map(|button| Event::MouseButton { button }),
            (any::<u32>(), value).prop_map(|(axis, value)| Event::JoystickMotion { axis, value }),
            any::<u32>().prop_map(|button| Event::JoystickButton { button }),
            any::<u32>().prop_map(|index| Event::ScreenTouch { index }),
            prop_oneof![select(vec![0, 2]), 7u32..].prop_map(|kind| Event::Other { kind }),
        ];
        (any::<i32>(), event).prop_map(|(device, event)| InputEvent { device, event }.into()).boxed()
    }
}

fn image() -> BoxedStrategy<Variant> {
    let parts = (0u32..23, any::<i32>(), any::<i32>(), any::<i32>(), vec(any::<u8>(), 0..20));
    parts
        .prop_map(|(format, mipmaps, width, height, data)| {
            let format = ImageFormat::from_number(format).unwrap_or_default();
            Image { format, mipmaps, width, height, data: data.into() }.into()
        })
        .boxed()
}

/// Makes values of Godot 3. [`Values`] makes values of any dialect.
impl Arbitrary for Variant {
    type Parameters = Values;
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with(values: Values) -> Self::Strategy {
        values.any()
    }
}

/// Returns a strategy that selects one of all dialects.
pub fn dialect() -> impl Strategy<Value = Dialect> {
    select(Dialect::ALL)
}
