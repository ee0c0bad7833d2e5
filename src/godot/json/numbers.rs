//! Values that consist of numbers, which are exact to the last bit.

use super::parts::{self, head, key};
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::ids::Kind;
use crate::godot::model::{Lent, Number, NumberType, Numbers, Real, Variant};
use crate::json::write::{array, display, hex};
use crate::json::{Fault, JsonNode, JsonType, Object, Res, Within};

/// The member that marks a value with 64-bit components.
const DOUBLE: &str = ",\"precision\":\"double\"";

/// Writes a vector, matrix or packed array, with all its numbers in `"args"`.
pub(super) fn write(kind: Kind, numbers: &Numbers<'_>, out: &mut String) {
    head(out, kind.name());
    let can_be_wide = kind.numeric().is_some_and(|numeric| numeric.has_wide);
    let is_wide = can_be_wide && numbers.number_type() == NumberType::F64;
    let further = if is_wide { DOUBLE } else { "" };
    match numbers {
        Numbers::U8(ints) => write_ints(out, ints),
        Numbers::I32(ints) => write_ints(out, ints),
        Numbers::I64(ints) => write_ints(out, ints),
        Numbers::F32(reals) => write_reals(out, reals, further),
        Numbers::F64(reals) => write_reals(out, reals, further),
    }
}

/// Reads what [`write`] wrote. Components have the given precision, unless the text states their precision.
pub(super) fn read(object: &Object<'_>, kind: Kind, precision: Precision) -> Res<Variant> {
    let refuse = || parts::refuse(object, kind);
    let Some(numeric) = kind.numeric() else { return refuse() };
    let number = numeric.number_type(numeric.has_wide && is_wide(object, precision)?);
    object.only(match (number, numeric.has_wide) {
        (NumberType::U8 | NumberType::I32 | NumberType::I64, _) => &["type", "args"],
        (NumberType::F32 | NumberType::F64, false) => &["type", "args", "nan"],
        (NumberType::F32 | NumberType::F64, true) => &["type", "args", "precision", "nan"],
    })?;
    let count = numeric.element.is_none().then_some(numeric.count);
    let numbers = match number {
        NumberType::U8 => Numbers::of(ints_of::<u8>(object, count)?),
        NumberType::I32 => Numbers::of(ints_of::<i32>(object, count)?),
        NumberType::I64 => Numbers::of(ints_of::<i64>(object, count)?),
        NumberType::F32 => Numbers::of(reals::<f32>(object, count)?),
        NumberType::F64 => Numbers::of(reals::<f64>(object, count)?),
    };
    if !numbers.len().is_multiple_of(numeric.count) {
        let reason = format!("{} numbers do not make elements of {}", numbers.len(), numeric.count);
        return Err(object.need("args")?.fault(reason)).within(|| Segment::field("args"));
    }
    Variant::from_numbers(kind, numbers).map_or_else(refuse, Ok)
}

/// Returns whether the components are 64-bit floats. If the text does not state it, the size of the bits of the first
/// NaN decides, and otherwise the caller.
fn is_wide(object: &Object<'_>, precision: Precision) -> Res<bool> {
    const DIGITS_OF_F32: usize = 8;
    let Some(node) = object.get("precision") else {
        let nans = object.get("nan").filter(|nans| nans.is_array());
        let first = nans.and_then(|nans| nans.children().next());
        let is_narrow =
            first.is_some_and(|nan| nan.json_type() == JsonType::Plain && nan.raw().len() == DIGITS_OF_F32);
        return Ok(precision == Precision::Double && !is_narrow);
    };
    let in_place = || Segment::field("precision");
    match &*node.string().within(in_place)? {
        "double" => Ok(true),
        "single" => Ok(false),
        other => Err(node.fault(format!("{other:?} is not a precision; expected single or double")))
            .within(in_place),
    }
}

fn write_ints<N: Number>(out: &mut String, numbers: &Lent<'_, N>) {
    open_args(out, numbers.len());
    array(out, numbers.iter(), display);
    out.push('}');
}

fn open_args(out: &mut String, count: usize) {
    out.reserve(count.saturating_mul(4));
    key(out, "args");
}

/// Writes the shortest digits of the `f64`. The engine widens components in the same way.
pub(super) fn digits<R: Real>(component: R, out: &mut String) {
    let wide: f64 = component.into();
    if let Some(number) = serde_json::Number::from_f64(wide) {
        display(out, number);
    } else if wide.is_nan() {
        out.push_str("null");
    } else {
        // Readers, including the engine, take this number as infinite, and the engine itself writes it.
        out.push_str(if wide > 0.0 { "1e99999" } else { "-1e99999" });
    }
}

/// Returns the bytes of a component, the highest first.
fn bits<R: Real>(component: R) -> Vec<u8> {
    let mut wire = Vec::new();
    component.write(&mut wire);
    wire.reverse();
    wire
}

fn plain_nan<R: Real>() -> R {
    if R::TYPE == NumberType::F64 {
        R::read(&f64::NAN.to_le_bytes())
    } else {
        R::read(&f32::NAN.to_le_bytes())
    }
}

pub(super) fn write_reals<R: Real>(out: &mut String, numbers: &Lent<'_, R>, further: &str) {
    open_args(out, numbers.len());
    let mut has_odd_nan = false;
    array(out, numbers.iter(), |out, component| {
        has_odd_nan |= is_nan(&component) && bits(component) != bits(plain_nan::<R>());
        digits(component, out);
    });
    out.push_str(further);
    if has_odd_nan {
        key(out, "nan");
        array(out, numbers.iter().filter(is_nan), |out, nan| hex(out, &bits(nan)));
    }
    out.push('}');
}

/// Reads the reals in `args`, and the bits of NaNs in `nan`.
pub(super) fn reals<R: Real>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<R>> {
    let args = object.array("args")?;
    let nans = object.optional("nan", |nans| nans.each(nan::<R>))?;
    let mut nans_left = nans.iter().flatten().copied();
    let components = object.member("args", |args| {
        args.each(|node| match (node.json_type(), node.raw()) {
            (JsonType::Number, raw) => match raw.parse().map(R::in_range) {
                Ok(Some(number)) => Ok(number),
                Ok(None) => Err(node.fault(format!("{raw} is beyond the range of a 32-bit float"))),
                Err(_) => Err(no_component(node)),
            },
            (JsonType::Null, _) => Ok(nans_left.next().unwrap_or_else(plain_nan)),
            // Plain JSON numbers cannot represent infinity.
            (JsonType::Plain, "inf") => Ok(R::from_f64(f64::INFINITY)),
            (JsonType::Plain, "-inf") => Ok(R::from_f64(f64::NEG_INFINITY)),
            _ => Err(no_component(node)),
        })
    })?;
    exactly(object, args, components.len(), count)?;
    let nulls = components.iter().filter(|component| is_nan(*component)).count();
    match nans {
        Some(nans) if nans.len() != nulls => {
            let reason = format!("there are {} entries for {nulls} nulls in args", nans.len());
            object.member("nan", |node| Err(node.fault(reason)))
        }
        _ => Ok(components),
    }
}

#[cold]
fn no_component(node: JsonNode<'_>) -> Box<Fault> {
    node.fault(format!("expected a number, or null for NaN, found {}", node.json_type().name()))
}

/// Reads the bits of a NaN.
fn nan<R: Real>(node: JsonNode<'_>) -> Res<R> {
    let (text, digits) = (node.string()?, R::SIZE * 2);
    let all_hex = text.len() == digits && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let bits = u64::from_str_radix(&text, 16).ok().filter(|_| all_hex);
    bits.map(|bits| R::read(&bits.to_le_bytes()))
        .filter(is_nan)
        .ok_or_else(|| node.fault(format!("{text:?} is not a NaN in {digits} hexadecimal digits")))
}

fn is_nan<R: Real>(component: &R) -> bool {
    Into::<f64>::into(*component).is_nan()
}

fn ints_of<T: TryFrom<i64>>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<T>> {
    let args = object.array("args")?;
    let numbers = object.member("args", |args| args.each(integer))?;
    exactly(object, args, numbers.len(), count)?;
    Ok(numbers)
}

fn exactly(object: &Object<'_>, args: JsonNode<'_>, found: usize, count: Option<usize>) -> Res<()> {
    match count {
        Some(count) if count != found => {
            let name = object.member("type", JsonNode::string)?;
            let reason = format!("{name} has {count} numbers, but the array has {found}");
            Err(args.fault(reason)).within(|| Segment::field("args"))
        }
        _ => Ok(()),
    }
}

/// Reads an integer. `5.0` is accepted too, because many programs write integers in this way.
pub(super) fn integer<T: TryFrom<i64>>(node: JsonNode<'_>) -> Res<T> {
    let raw = node.raw();
    if node.json_type() != JsonType::Number {
        return Err(node.fault(format!("expected an integer, found {}", node.json_type().name())));
    }
    let whole = raw.parse().ok().or_else(|| whole_number(raw.parse().ok()?));
    match whole.map(T::try_from) {
        Some(Ok(number)) => Ok(number),
        _ if raw.parse().is_ok_and(|number: f64| number.fract() == 0.0) => {
            let bits = 8 * size_of::<T>();
            let (least, most) = match T::try_from(-1) {
                Ok(_) => (-1_i128 << (bits - 1), !(-1_i128 << (bits - 1))),
                Err(_) => (0, !(-1_i128 << bits)),
            };
            Err(node.fault(format!("{raw} is out of range; the range is {least} to {most}")))
        }
        _ => Err(node.fault(format!("expected an integer, found {raw}"))),
    }
}

#[allow(clippy::cast_possible_truncation)] // Within the range in which a double holds every integer.
fn whole_number(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
