//! Reading what is made of so many numbers: the mirror of `component.rs`.

use super::component::Component;
use super::error::{Fault, Res, Within};
use super::object::{Object, Reader};
use super::scan::Kind as Shape;
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::ids::Kind;
use crate::godot::model::{
    Aabb, Basis, Color, Double, Element, OfReals, OwnedVariant, Packed, Plane, Projection, Quaternion, Rect2,
    Rect2i, Transform2D, Transform3D, Variant, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i,
};

/// Every value that is made of numbers alone; `None` if the type is another.
pub(super) fn read(object: &Object<'_>, kind: Kind) -> Res<Option<OwnedVariant>> {
    const WITH_REALS: &[&str] = &["type", "args", "precision", "nan"];
    const WITH_INTS: &[&str] = &["type", "args"];

    /// So many reals of one width or the other.
    macro_rules! math {
        ($name:ident, $count:literal) => {{
            object.only(WITH_REALS)?;
            if wide(object)? {
                let mut components = reals::<f64>(object, Some($count))?.into_iter();
                let value = <$name<f64>>::default().map(&mut |_: f64| components.next().unwrap_or_default());
                Double::$name(value.into()).into()
            } else {
                let mut components = reals::<f32>(object, Some($count))?.into_iter();
                let value = <$name<f32>>::default().map(&mut |_: f32| components.next().unwrap_or_default());
                Variant::$name(value.into())
            }
        }};
    }
    /// Elements of so many reals each.
    macro_rules! packed {
        ($name:ident, $count:literal) => {{
            object.only(WITH_REALS)?;
            if wide(object)? {
                Double::$name(Packed::from_wire(elements(object, reals::<f64>(object, None)?, $count)?))
                    .into()
            } else {
                Variant::$name(Packed::from_wire(elements(object, reals::<f32>(object, None)?, $count)?))
            }
        }};
    }
    macro_rules! ints {
        ($name:ident, $int:ty, $count:literal) => {{
            object.only(WITH_INTS)?;
            Variant::$name(Packed::from_wire(elements(object, ints_of::<$int>(object, None)?, $count)?))
        }};
    }
    macro_rules! int_vector {
        ($name:ident, $count:literal) => {{
            object.only(WITH_INTS)?;
            let components: [i32; $count] = ints_of(object, Some($count))?.try_into().unwrap_or_default();
            $name::from(components)
        }};
    }

    Ok(Some(match kind {
        Kind::Float => {
            object.only(&["type", "args", "nan"])?;
            reals::<f64>(object, Some(1))?.into_iter().next().unwrap_or_default().into()
        }
        Kind::Vector2 => math!(Vector2, 2),
        Kind::Rect2 => math!(Rect2, 4),
        Kind::Vector3 => math!(Vector3, 3),
        Kind::Transform2D => math!(Transform2D, 6),
        Kind::Vector4 => math!(Vector4, 4),
        Kind::Plane => math!(Plane, 4),
        Kind::Quaternion => math!(Quaternion, 4),
        Kind::Aabb => math!(Aabb, 6),
        Kind::Basis => math!(Basis, 9),
        Kind::Transform3D => math!(Transform3D, 12),
        Kind::Projection => math!(Projection, 16),
        Kind::Color => math!(Color, 4),
        Kind::Vector2i => int_vector!(Vector2i, 2).into(),
        Kind::Vector3i => int_vector!(Vector3i, 3).into(),
        Kind::Vector4i => int_vector!(Vector4i, 4).into(),
        Kind::Rect2i => {
            let Vector4i { x, y, z, w } = int_vector!(Vector4i, 4);
            Rect2i { position: Vector2i::new(x, y), size: Vector2i::new(z, w) }.into()
        }
        Kind::PackedByteArray => ints!(PackedByteArray, u8, 1),
        Kind::PackedInt32Array => ints!(PackedInt32Array, i32, 1),
        Kind::PackedInt64Array => ints!(PackedInt64Array, i64, 1),
        Kind::PackedVector2iArray => ints!(PackedVector2iArray, i32, 2),
        Kind::PackedVector3iArray => ints!(PackedVector3iArray, i32, 3),
        Kind::PackedVector4iArray => ints!(PackedVector4iArray, i32, 4),
        Kind::PackedFloat32Array => packed!(PackedFloat32Array, 1),
        Kind::PackedVector2Array => packed!(PackedVector2Array, 2),
        Kind::PackedVector3Array => packed!(PackedVector3Array, 3),
        Kind::PackedVector4Array => packed!(PackedVector4Array, 4),
        Kind::PackedColorArray => packed!(PackedColorArray, 4),
        Kind::PackedFloat64Array => {
            object.only(&["type", "args", "nan"])?;
            Packed::from(reals::<f64>(object, None)?).into()
        }
        _ => return Ok(None),
    }))
}

/// Whether the components are 64-bit floats.
fn wide(object: &Object<'_>) -> Res<bool> {
    let Some(token) = object.get("precision")? else {
        return Ok(object.reader.precision == Precision::Double);
    };
    let in_place = || Segment::Field("precision");
    match &*object.reader.json.string(token).within(in_place)? {
        "double" => Ok(true),
        "single" => Ok(false),
        other => Err(object.fault(token, format!("{other:?} is no precision; single and double are")))
            .within(in_place),
    }
}

/// The wire bytes of components that make whole elements.
fn elements<C: Element>(object: &Object<'_>, components: Vec<C>, each: usize) -> Res<Vec<u8>> {
    if !components.len().is_multiple_of(each) {
        let reason = format!("{} numbers do not make elements of {each}", components.len());
        return Err(object.fault(object.need("args")?, reason)).within(|| Segment::Field("args"));
    }
    let mut wire = Vec::with_capacity(components.len() * C::SIZE);
    for component in components {
        component.write(&mut wire);
    }
    Ok(wire)
}

/// The reals in `args`, with the NaNs from `nan`.
pub(super) fn reals<R: Component>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<R>> {
    let json = object.reader.json;
    let args = object.list("args")?;
    let nan_token = object.get("nan")?;
    let nans = match nan_token {
        Some(_) => Some(nan_bits::<R>(object)?),
        None => None,
    };
    let mut nans_left = nans.iter().flatten().copied();
    let mut components = Vec::with_capacity(json.at_most(args));
    for token in json.children(args) {
        let component = match json.kind(token) {
            Shape::Number => json.raw(token).parse().ok().map(R::from_f64),
            Shape::Null if nans.is_some() => Some(nans_left.next().unwrap_or_else(R::plain_nan)),
            Shape::Null => Some(R::plain_nan()),
            // Where JSON is held as numbers, infinity has none.
            Shape::Plain => match json.raw(token) {
                "inf" => Some(R::from_f64(f64::INFINITY)),
                "-inf" => Some(R::from_f64(f64::NEG_INFINITY)),
                _ => None,
            },
            _ => None,
        };
        let Some(component) = component else {
            let reason =
                format!("a component is a number, or null for NaN; this is {}", json.kind(token).name());
            return Err(object.fault(token, reason))
                .within(|| Segment::Index(components.len()))
                .within(|| Segment::Field("args"));
        };
        components.push(component);
    }
    exactly(object, args, components.len(), count)?;
    let nulls = components.iter().filter(|component| Into::<f64>::into(**component).is_nan()).count();
    match (nan_token, nans) {
        (Some(token), Some(nans)) if nans.len() != nulls => {
            let reason = format!("there are {} entries for {nulls} nulls in args", nans.len());
            Err(object.fault(token, reason)).within(|| Segment::Field("nan"))
        }
        _ => Ok(components),
    }
}

fn nan_bits<R: Component>(object: &Object<'_>) -> Res<Vec<R>> {
    let json = object.reader.json;
    let digits = R::SIZE * 2;
    let mut nans = Vec::new();
    for token in json.children(object.list("nan")?) {
        let in_place = || Segment::Index(nans.len());
        let text = json.string(token).within(in_place).within(|| Segment::Field("nan"))?;
        let all_hex = text.len() == digits && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let nan = u64::from_str_radix(&text, 16).ok().filter(|_| all_hex).map(R::from_bits);
        match nan.filter(|nan| Into::<f64>::into(*nan).is_nan()) {
            Some(nan) => nans.push(nan),
            None => {
                let reason = format!("{text:?} is no NaN in {digits} hexadecimal digits");
                return Err(object.fault(token, reason)).within(in_place).within(|| Segment::Field("nan"));
            }
        }
    }
    Ok(nans)
}

fn ints_of<T: TryFrom<i64> + Bounds>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<T>> {
    let json = object.reader.json;
    let args = object.list("args")?;
    let mut numbers = Vec::with_capacity(json.at_most(args));
    for token in json.children(args) {
        let number = object
            .reader
            .number(token)
            .within(|| Segment::Index(numbers.len()))
            .within(|| Segment::Field("args"))?;
        numbers.push(number);
    }
    exactly(object, args, numbers.len(), count)?;
    Ok(numbers)
}

fn exactly(object: &Object<'_>, args: usize, found: usize, count: Option<usize>) -> Res<()> {
    match count {
        Some(count) if count != found => {
            let reason = format!("{} has {count} numbers, these are {found}", object.type_name());
            Err(object.fault(args, reason)).within(|| Segment::Field("args"))
        }
        _ => Ok(()),
    }
}

/// An integer that knows its range, for messages.
pub(super) trait Bounds {
    const RANGE: &'static str;
}

macro_rules! bounds {
    ($($int:ty: $range:literal),+) => {$(
        impl Bounds for $int {
            const RANGE: &'static str = $range;
        }
    )+};
}

bounds! {
    u8: "0 to 255",
    i32: "-2147483648 to 2147483647",
    u32: "0 to 4294967295",
    i64: "-9223372036854775808 to 9223372036854775807"
}

impl Reader<'_> {
    /// An integer that stands as a JSON number; `5.0` passes too, since many programs write it so.
    pub(super) fn number<T: TryFrom<i64> + Bounds>(&self, token: usize) -> Res<T> {
        let raw = self.json.raw(token);
        let wrong = |reason: String| Fault::new(self.json.offset(token), reason);
        if self.json.kind(token) != Shape::Number {
            return Err(wrong(format!("an integer is needed, this is {}", self.json.kind(token).name())));
        }
        let whole = raw.parse().ok().or_else(|| whole_number(raw.parse().ok()?));
        match whole.map(T::try_from) {
            Some(Ok(number)) => Ok(number),
            _ if raw.parse().is_ok_and(|number: f64| number.fract() == 0.0) => {
                Err(wrong(format!("{raw} does not fit, the range is {}", T::RANGE)))
            }
            _ => Err(wrong(format!("an integer is needed, this is {raw}"))),
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // Within the range in which a double holds every integer.
fn whole_number(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
