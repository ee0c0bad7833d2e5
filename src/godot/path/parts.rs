//! What is inside values that are kept in one piece: components of vectors and matrices, elements of packed arrays.

use super::super::model::*;

/// A type that a part or an element can be.
pub(super) trait Part: Sized {
    /// What it takes, in words.
    const WANTED: &'static str;
    /// As a value.
    fn to_variant(self) -> Variant<'static>;
    /// What a value says of it.
    fn of(value: &Variant<'_>) -> Option<Self>;
}

macro_rules! integers {
    ($($type:ty, $wanted:literal;)+) => {$(
        impl Part for $type {
            const WANTED: &'static str = $wanted;
            fn to_variant(self) -> Variant<'static> {
                Variant::Int(self.into())
            }
            fn of(value: &Variant<'_>) -> Option<Self> {
                match value {
                    Variant::Int(number) => Self::try_from(*number).ok(),
                    Variant::Float(number) => whole(*number).and_then(|number| Self::try_from(number).ok()),
                    _ => None,
                }
            }
        }
    )+};
}

integers! {
    u8, "an int from 0 to 255";
    i32, "an int of 32 bits";
    i64, "an int";
}

/// A float that is a whole number, as such.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // Checked right there.
pub(super) fn whole(number: f64) -> Option<i64> {
    let inside = number.abs() < 9.2e18 && number.fract() == 0.0;
    inside.then_some(number as i64)
}

macro_rules! reals {
    ($($type:ty),+) => {$(
        impl Part for $type {
            const WANTED: &'static str = "a number";
            fn to_variant(self) -> Variant<'static> {
                Variant::Float(self.into())
            }
            #[allow(clippy::cast_precision_loss)] // As a script's assignment does.
            fn of(value: &Variant<'_>) -> Option<Self> {
                match value {
                    Variant::Float(number) => Some(<$type>::from_f64(*number)),
                    Variant::Int(number) => Some(<$type>::from_f64(*number as f64)),
                    _ => None,
                }
            }
        }
    )+};
}

reals!(f32, f64);

/// A type of several parts.
pub(super) trait Parts {
    /// The names of the parts.
    fn names(&self) -> &'static [&'static str];
    /// One of them.
    fn get(&self, name: &str) -> Option<Variant<'static>>;
    /// Gives one of them another value; says what it takes if it cannot have that.
    fn set(&mut self, name: &str, value: &Variant<'_>) -> Option<Result<(), &'static str>>;
}

macro_rules! parts {
    ($($type:ty { $($field:ident),+ })+) => {$(
        impl Parts for $type {
            fn names(&self) -> &'static [&'static str] {
                &[$(stringify!($field)),+]
            }
            fn get(&self, name: &str) -> Option<Variant<'static>> {
                $(if name == stringify!($field) {
                    return Some(self.$field.to_variant());
                })+
                None
            }
            fn set(&mut self, name: &str, value: &Variant<'_>) -> Option<Result<(), &'static str>> {
                $(if name == stringify!($field) {
                    return Some(put(&mut self.$field, value));
                })+
                None
            }
        }
    )+};
}

/// Puts a value in the place of a part.
pub(super) fn put<P: Part>(place: &mut P, value: &Variant<'_>) -> Result<(), &'static str> {
    *place = P::of(value).ok_or(P::WANTED)?;
    Ok(())
}

parts! {
    Vector2i { x, y }
    Vector3i { x, y, z }
    Vector4i { x, y, z, w }
    Rect2i { position, size }
}

macro_rules! either_width {
    ($($name:ident { $($field:ident),+ })+) => {$(
        parts! {
            $name { $($field),+ }
            $name<f64> { $($field),+ }
        }

        impl Part for $name {
            const WANTED: &'static str = concat!("a ", stringify!($name));
            fn to_variant(self) -> Variant<'static> {
                Variant::$name(self.into())
            }
            fn of(value: &Variant<'_>) -> Option<Self> {
                match value {
                    Variant::$name(v) => Some(v.map(&mut |real: f32| real)),
                    Variant::Double(double) => match &**double {
                        Double::$name(v) => Some(v.map(&mut |real: f64| f32::from_f64(real))),
                        _ => None,
                    },
                    _ => None,
                }
            }
        }

        impl Part for $name<f64> {
            const WANTED: &'static str = concat!("a ", stringify!($name));
            fn to_variant(self) -> Variant<'static> {
                Variant::from(Double::$name(self.into()))
            }
            fn of(value: &Variant<'_>) -> Option<Self> {
                match value {
                    Variant::$name(v) => Some(v.map(&mut |real: f32| f64::from(real))),
                    Variant::Double(double) => match &**double {
                        Double::$name(v) => Some(v.map(&mut |real: f64| real)),
                        _ => None,
                    },
                    _ => None,
                }
            }
        }
    )+};
}

either_width! {
    Vector2 { x, y }
    Vector3 { x, y, z }
    Vector4 { x, y, z, w }
    Quaternion { x, y, z, w }
    Color { r, g, b, a }
    Rect2 { position, size }
    Plane { normal, d }
    Aabb { position, size }
    Transform2D { x, y, origin }
    Basis { x, y, z }
    Transform3D { basis, origin }
    Projection { x, y, z, w }
}

macro_rules! integer_vectors {
    ($($name:ident),+) => {$(
        impl Part for $name {
            const WANTED: &'static str = concat!("a ", stringify!($name));
            fn to_variant(self) -> Variant<'static> {
                Variant::$name(self)
            }
            fn of(value: &Variant<'_>) -> Option<Self> {
                match value {
                    Variant::$name(v) => Some(*v),
                    _ => None,
                }
            }
        }
    )+};
}

integer_vectors!(Vector2i, Vector3i, Vector4i);

impl Part for Text<'static> {
    const WANTED: &'static str = "text";
    fn to_variant(self) -> Variant<'static> {
        Variant::String(self)
    }
    fn of(value: &Variant<'_>) -> Option<Self> {
        value.as_text().map(|text| text.clone().into_owned())
    }
}

/// Runs one expression for whatever fixed structure a value is; `None` for others. `$double` says how its box is
/// opened.
macro_rules! with_parts {
    ($value:expr, $double:ident => $opened:expr, $parts:ident => $run:expr) => {
        match $value {
            Variant::Vector2($parts) => Some($run),
            Variant::Vector2i($parts) => Some($run),
            Variant::Rect2($parts) => Some($run),
            Variant::Rect2i($parts) => Some($run),
            Variant::Vector3($parts) => Some($run),
            Variant::Vector3i($parts) => Some($run),
            Variant::Transform2D($parts) => Some($run),
            Variant::Vector4($parts) => Some($run),
            Variant::Vector4i($parts) => Some($run),
            Variant::Plane($parts) => Some($run),
            Variant::Quaternion($parts) => Some($run),
            Variant::Aabb($parts) => Some($run),
            Variant::Basis($parts) => Some($run),
            Variant::Transform3D($parts) => Some($run),
            Variant::Projection($parts) => Some($run),
            Variant::Color($parts) => Some($run),
            Variant::Double($double) => match $opened {
                Double::Vector2($parts) => Some($run),
                Double::Rect2($parts) => Some($run),
                Double::Vector3($parts) => Some($run),
                Double::Transform2D($parts) => Some($run),
                Double::Vector4($parts) => Some($run),
                Double::Plane($parts) => Some($run),
                Double::Quaternion($parts) => Some($run),
                Double::Aabb($parts) => Some($run),
                Double::Basis($parts) => Some($run),
                Double::Transform3D($parts) => Some($run),
                Double::Projection($parts) => Some($run),
                Double::Color($parts) => Some($run),
                _ => None,
            },
            _ => None,
        }
    };
}

/// Runs one expression for whatever packed array of elements of one size a value is; `None` for others.
macro_rules! with_packed {
    ($value:expr, $double:ident => $opened:expr, $array:ident => $run:expr) => {
        match $value {
            Variant::PackedByteArray($array) => Some($run),
            Variant::PackedInt32Array($array) => Some($run),
            Variant::PackedInt64Array($array) => Some($run),
            Variant::PackedFloat32Array($array) => Some($run),
            Variant::PackedFloat64Array($array) => Some($run),
            Variant::PackedVector2Array($array) => Some($run),
            Variant::PackedVector3Array($array) => Some($run),
            Variant::PackedVector4Array($array) => Some($run),
            Variant::PackedColorArray($array) => Some($run),
            Variant::PackedVector2iArray($array) => Some($run),
            Variant::PackedVector3iArray($array) => Some($run),
            Variant::PackedVector4iArray($array) => Some($run),
            Variant::Double($double) => match $opened {
                Double::PackedVector2Array($array) => Some($run),
                Double::PackedVector3Array($array) => Some($run),
                Double::PackedVector4Array($array) => Some($run),
                Double::PackedFloat32Array($array) => Some($run),
                Double::PackedColorArray($array) => Some($run),
                _ => None,
            },
            _ => None,
        }
    };
}

/// The names of a value's components; none if it has none.
pub(super) fn names(value: &Variant<'_>) -> &'static [&'static str] {
    with_parts!(value, double => &**double, parts => parts.names()).unwrap_or_default()
}

/// A component by its name.
pub(super) fn component(value: &Variant<'_>, name: &str) -> Option<Variant<'static>> {
    with_parts!(value, double => &**double, parts => parts.get(name))?
}

/// Gives a component another value.
pub(super) fn set_component(
    value: &mut Variant<'_>,
    name: &str,
    new: &Variant<'_>,
) -> Option<Result<(), &'static str>> {
    with_parts!(value, double => &mut **double, parts => parts.set(name, new))?
}

/// How many elements a packed array has; `None` if the value is no such array.
pub(super) fn count(value: &Variant<'_>) -> Option<usize> {
    match value {
        Variant::PackedStringArray(texts) => Some(texts.len()),
        value => with_packed!(value, double => &**double, array => array.len()),
    }
}

/// An element of a packed array.
pub(super) fn element(value: &Variant<'_>, index: usize) -> Option<Variant<'static>> {
    match value {
        Variant::PackedStringArray(texts) => texts.get(index).map(|text| text.clone().into_owned().into()),
        value => with_packed!(value, double => &**double, array => array.get(index).map(Part::to_variant))?,
    }
}

/// Gives an element of a packed array another value, or adds one after the last.
pub(super) fn set_element(
    value: &mut Variant<'_>,
    index: usize,
    new: &Variant<'_>,
) -> Result<(), &'static str> {
    fn set<E: Element + Part>(
        array: &mut Packed<'_, E>,
        index: usize,
        new: &Variant<'_>,
    ) -> Result<(), &'static str> {
        let element = E::of(new).ok_or(E::WANTED)?;
        if !array.set(index, element) {
            array.push(element);
        }
        Ok(())
    }
    if let Variant::PackedStringArray(texts) = value {
        let text = Text::of(new).ok_or(<Text<'static> as Part>::WANTED)?;
        match texts.get_mut(index) {
            Some(place) => *place = text,
            None => texts.push(text),
        }
        return Ok(());
    }
    with_packed!(value, double => &mut **double, array => set(array, index, new)).unwrap_or(Ok(()))
}

/// Takes an element out of a packed array.
pub(super) fn remove_element(value: &mut Variant<'_>, index: usize) {
    fn remove<E: Element>(array: &mut Packed<'_, E>, index: usize) {
        *array =
            array.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, element)| element).collect();
    }
    if let Variant::PackedStringArray(texts) = value {
        if index < texts.len() {
            texts.remove(index);
        }
        return;
    }
    let _ = with_packed!(value, double => &mut **double, array => remove(array, index));
}

/// Whether two values without children are the same, floats by their bits.
pub(super) fn same(a: &Variant<'_>, b: &Variant<'_>) -> bool {
    let width = |value: &Variant<'_>| matches!(value, Variant::Double(_));
    if a.kind() != b.kind() || width(a) != width(b) {
        return false;
    }
    if let (Variant::Float(a), Variant::Float(b)) = (a, b) {
        return a.to_bits() == b.to_bits();
    }
    match (bits(a), bits(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

/// The bits of everything that is made of numbers alone.
fn bits<'v>(value: &'v Variant<'_>) -> Option<std::borrow::Cow<'v, [u8]>> {
    let mut bits = Vec::new();
    match value {
        Variant::Vector2(v) => v.bits(&mut bits),
        Variant::Rect2(v) => v.bits(&mut bits),
        Variant::Vector3(v) => v.bits(&mut bits),
        Variant::Transform2D(v) => v.bits(&mut bits),
        Variant::Vector4(v) => v.bits(&mut bits),
        Variant::Plane(v) => v.bits(&mut bits),
        Variant::Quaternion(v) => v.bits(&mut bits),
        Variant::Aabb(v) => v.bits(&mut bits),
        Variant::Basis(v) => v.bits(&mut bits),
        Variant::Transform3D(v) => v.bits(&mut bits),
        Variant::Projection(v) => v.bits(&mut bits),
        Variant::Color(v) => v.bits(&mut bits),
        Variant::InputEvent(InputEvent {
            device,
            event: Event::JoystickMotion { axis, value: Some(value) },
        }) => {
            bits.extend(
                [device.to_le_bytes(), axis.to_le_bytes(), value.to_bits().to_le_bytes()].as_flattened(),
            );
        }
        Variant::Double(double) => match &**double {
            Double::Vector2(v) => v.bits(&mut bits),
            Double::Rect2(v) => v.bits(&mut bits),
            Double::Vector3(v) => v.bits(&mut bits),
            Double::Transform2D(v) => v.bits(&mut bits),
            Double::Vector4(v) => v.bits(&mut bits),
            Double::Plane(v) => v.bits(&mut bits),
            Double::Quaternion(v) => v.bits(&mut bits),
            Double::Aabb(v) => v.bits(&mut bits),
            Double::Basis(v) => v.bits(&mut bits),
            Double::Transform3D(v) => v.bits(&mut bits),
            Double::Projection(v) => v.bits(&mut bits),
            Double::Color(v) => v.bits(&mut bits),
            _ => return with_packed!(value, double => &**double, array => array.as_wire().into()),
        },
        _ => return with_packed!(value, double => &**double, array => array.as_wire().into()),
    }
    Some(bits.into())
}

/// The bits of a type made of reals.
trait Bits<R> {
    fn bits(&self, into: &mut Vec<u8>);
}

impl<R: Real, T: OfReals<R>> Bits<R> for T {
    fn bits(&self, into: &mut Vec<u8>) {
        self.map(&mut |real: R| real.write(into));
    }
}
