//! Values that consist of numbers, which are exact to the last bit.

use std::io;

use super::parts::{self, head, key};
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::ids::Kind;
use crate::godot::model::{Lent, Number, NumberType, Numbers, Real, Variant, each_type};
use crate::json::write::{array, display, hex};
use crate::json::{JsonNode, JsonType, Object, Res, Within};

/// The member that marks a value with 64-bit components.
const DOUBLE: &str = ",\"precision\":\"double\"";

/// Writes a vector, matrix or packed array, with all its numbers in `"args"`.
pub(super) fn write(kind: Kind, numbers: &Numbers<'_>, out: &mut String) {
    head(out, kind.name());
    let can_be_wide = kind.numeric().is_some_and(|numeric| numeric.has_wide);
    let is_wide = can_be_wide && numbers.number_type() == NumberType::F64;
    let further = if is_wide { DOUBLE } else { "" };
    each_type!(numbers, numbers => Args::write_args(out, numbers, further));
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
        NumberType::U8 => Numbers::of(u8::read_args(object, count)?),
        NumberType::I32 => Numbers::of(i32::read_args(object, count)?),
        NumberType::I64 => Numbers::of(i64::read_args(object, count)?),
        NumberType::F32 => Numbers::of(f32::read_args(object, count)?),
        NumberType::F64 => Numbers::of(f64::read_args(object, count)?),
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

/// A number in `"args"`.
pub(super) trait Args: Number {
    /// Writes the rest of an object from `"args"` on: the numbers and the `further` members.
    fn write_args(out: &mut String, numbers: &Lent<'_, Self>, further: &str);
    /// Reads what [`write_args`](Args::write_args) wrote. If `count` is given, there must be exactly as many numbers.
    fn read_args(object: &Object<'_>, count: Option<usize>) -> Res<Vec<Self>>;
}

macro_rules! ints {
    ($($int:ty)+) => {$(
        impl Args for $int {
            fn write_args(out: &mut String, numbers: &Lent<'_, Self>, further: &str) {
                open_args(out, numbers.len());
                array(out, numbers.iter(), display);
                out.push_str(further);
                out.push('}');
            }
            fn read_args(object: &Object<'_>, count: Option<usize>) -> Res<Vec<Self>> {
                ints_of(object, count)
            }
        }
    )+};
}

ints!(u8 i32 i64);

macro_rules! floats {
    ($($float:ty)+) => {$(
        impl Args for $float {
            fn write_args(out: &mut String, numbers: &Lent<'_, Self>, further: &str) {
                write_reals(out, numbers, further);
            }
            fn read_args(object: &Object<'_>, count: Option<usize>) -> Res<Vec<Self>> {
                reals(object, count)
            }
        }
    )+};
}

floats!(f32 f64);

fn open_args(out: &mut String, count: usize) {
    out.reserve(count.saturating_mul(4));
    key(out, "args");
}

/// A component that can be written with all of its bits.
pub(super) trait Component: Real + Args {
    /// Returns the bits of the number, most significant first.
    fn bits(self) -> impl AsRef<[u8]>;
    fn from_bits(bits: u64) -> Self;
    /// Returns whether `null` stands for this number: it is the default NaN of the engines.
    fn is_plain_nan(self) -> bool;
    fn plain_nan() -> Self;

    /// Writes the shortest digits of the `f64`. The engine widens components in the same way.
    fn digits(self, out: &mut String) {
        let wide: f64 = self.into();
        if wide.is_finite() {
            // Writing to a string does not fail.
            let _ = serde_json::to_writer(Ascii(out), &wide);
        } else if wide.is_nan() {
            out.push_str("null");
        } else {
            // Readers, including the engine, take this number as infinite, and the engine itself writes it.
            out.push_str(if wide > 0.0 { "1e99999" } else { "-1e99999" });
        }
    }
}

/// An adapter that lets serde_json write to a string.
struct Ascii<'o>(&'o mut String);

impl io::Write for Ascii<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.push_str(str::from_utf8(bytes).map_err(io::Error::other)?);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Component for f32 {
    fn bits(self) -> impl AsRef<[u8]> {
        self.to_bits().to_be_bytes()
    }
    #[allow(clippy::cast_possible_truncation)] // There are eight digits at most.
    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
    fn is_plain_nan(self) -> bool {
        self.to_bits() == Self::NAN.to_bits()
    }
    fn plain_nan() -> Self {
        Self::NAN
    }
}

impl Component for f64 {
    fn bits(self) -> impl AsRef<[u8]> {
        self.to_bits().to_be_bytes()
    }
    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }
    fn is_plain_nan(self) -> bool {
        self.to_bits() == Self::NAN.to_bits()
    }
    fn plain_nan() -> Self {
        Self::NAN
    }
}

fn write_reals<R: Component>(out: &mut String, numbers: &Lent<'_, R>, further: &str) {
    let is_nan = |component: &R| Into::<f64>::into(*component).is_nan();
    open_args(out, numbers.len());
    let mut has_odd_nan = false;
    array(out, numbers.iter(), |out, component| {
        has_odd_nan |= is_nan(&component) && !component.is_plain_nan();
        component.digits(out);
    });
    out.push_str(further);
    if has_odd_nan {
        key(out, "nan");
        array(out, numbers.iter().filter(is_nan), |out, nan| hex(out, nan.bits().as_ref()));
    }
    out.push('}');
}

/// Reads the reals in `args`, and the bits of NaNs in `nan`.
fn reals<R: Component>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<R>> {
    let args = object.array("args")?;
    let nan_node = object.get("nan");
    let nans = match nan_node {
        Some(_) => Some(nan_bits::<R>(object)?),
        None => None,
    };
    let mut nans_left = nans.iter().flatten().copied();
    let mut components = Vec::with_capacity(args.children().count());
    for node in args.children() {
        let component = match node.json_type() {
            JsonType::Number => match node.raw().parse().map(R::in_range) {
                Ok(Some(number)) => Some(number),
                Ok(None) => {
                    let reason = format!("{} is beyond the range of a 32-bit float", node.raw());
                    return Err(node.fault(reason))
                        .within(|| Segment::Index(components.len()))
                        .within(|| Segment::field("args"));
                }
                Err(_) => None,
            },
            JsonType::Null if nans.is_some() => Some(nans_left.next().unwrap_or_else(R::plain_nan)),
            JsonType::Null => Some(R::plain_nan()),
            // Plain JSON numbers cannot represent infinity.
            JsonType::Plain => match node.raw() {
                "inf" => Some(R::from_f64(f64::INFINITY)),
                "-inf" => Some(R::from_f64(f64::NEG_INFINITY)),
                _ => None,
            },
            JsonType::True | JsonType::False | JsonType::Escaped | JsonType::Array | JsonType::Object => None,
        };
        let Some(component) = component else {
            let reason = format!("expected a number, or null for NaN, found {}", node.json_type().name());
            return Err(node.fault(reason))
                .within(|| Segment::Index(components.len()))
                .within(|| Segment::field("args"));
        };
        components.push(component);
    }
    exactly(object, args, components.len(), count)?;
    let nulls = components.iter().filter(|component| Into::<f64>::into(**component).is_nan()).count();
    match (nan_node, nans) {
        (Some(node), Some(nans)) if nans.len() != nulls => {
            let reason = format!("there are {} entries for {nulls} nulls in args", nans.len());
            Err(node.fault(reason)).within(|| Segment::field("nan"))
        }
        _ => Ok(components),
    }
}

fn nan_bits<R: Component>(object: &Object<'_>) -> Res<Vec<R>> {
    let digits = R::SIZE * 2;
    let mut nans = Vec::new();
    for node in object.array("nan")?.children() {
        let in_place = || Segment::Index(nans.len());
        let text = node.string().within(in_place).within(|| Segment::field("nan"))?;
        let all_hex = text.len() == digits && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let nan = u64::from_str_radix(&text, 16).ok().filter(|_| all_hex).map(R::from_bits);
        match nan.filter(|nan| Into::<f64>::into(*nan).is_nan()) {
            Some(nan) => nans.push(nan),
            None => {
                let reason = format!("{text:?} is not a NaN in {digits} hexadecimal digits");
                return Err(node.fault(reason)).within(in_place).within(|| Segment::field("nan"));
            }
        }
    }
    Ok(nans)
}

fn ints_of<T: TryFrom<i64> + Bounds>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<T>> {
    let args = object.array("args")?;
    let mut numbers = Vec::with_capacity(args.children().count());
    for node in args.children() {
        let number =
            integer(node).within(|| Segment::Index(numbers.len())).within(|| Segment::field("args"))?;
        numbers.push(number);
    }
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

/// An integer type with its range, for messages.
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

/// Reads an integer. `5.0` is accepted too, because many programs write integers in this way.
pub(super) fn integer<T: TryFrom<i64> + Bounds>(node: JsonNode<'_>) -> Res<T> {
    let raw = node.raw();
    if node.json_type() != JsonType::Number {
        return Err(node.fault(format!("expected an integer, found {}", node.json_type().name())));
    }
    let whole = raw.parse().ok().or_else(|| whole_number(raw.parse().ok()?));
    match whole.map(T::try_from) {
        Some(Ok(number)) => Ok(number),
        _ if raw.parse().is_ok_and(|number: f64| number.fract() == 0.0) => {
            Err(node.fault(format!("{raw} is out of range; the range is {}", T::RANGE)))
        }
        _ => Err(node.fault(format!("expected an integer, found {raw}"))),
    }
}

#[allow(clippy::cast_possible_truncation)] // Within the range in which a double holds every integer.
fn whole_number(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
