//! Lists of numbers, integers or floats to the last bit.

use std::io;

use super::parts::key;
use crate::error::Segment;
use crate::godot::model::{Element, Real};
use crate::json::write::{array, display, hex};
use crate::json::{JsonType, Node, Object, Res, Within};

/// Walks the numbers of a value.
pub(super) type Walk<'w, N> = &'w dyn Fn(&mut dyn FnMut(N));

/// A number in `"args"`.
pub(super) trait Number: Element {
    /// Whether `"nan"` is accepted.
    const CAN_BE_NAN: bool;
    /// The rest of an object, from `"args"` on: about `count` numbers, then what is `further` to be said.
    fn write_args(out: &mut String, count: usize, further: &str, each: Walk<'_, Self>);
    /// Mirrors [`write_args`](Number::write_args), for exactly `count` numbers if there is such a count.
    fn read_args(object: &Object<'_>, count: Option<usize>) -> Res<Vec<Self>>;
}

macro_rules! ints {
    ($($int:ty)+) => {$(
        impl Number for $int {
            const CAN_BE_NAN: bool = false;
            fn write_args(out: &mut String, count: usize, further: &str, each: Walk<'_, Self>) {
                open_args(out, count);
                let mut is_first = true;
                each(&mut |int| {
                    comma(out, &mut is_first);
                    display(out, format_args!("{int}"));
                });
                out.push(']');
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
        impl Number for $float {
            const CAN_BE_NAN: bool = true;
            fn write_args(out: &mut String, count: usize, further: &str, each: Walk<'_, Self>) {
                write_reals(out, count, further, each);
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
    out.push('[');
}

fn comma(out: &mut String, is_first: &mut bool) {
    if !std::mem::replace(is_first, false) {
        out.push(',');
    }
}

/// A component whose every bit can be expressed.
pub(super) trait Component: Real + Number {
    /// Its bits, most significant first.
    fn bits(self) -> impl AsRef<[u8]>;
    fn from_bits(bits: u64) -> Self;
    /// Whether `null` alone says it: the NaN that engines make first.
    fn is_plain_nan(self) -> bool;
    fn plain_nan() -> Self;

    /// The shortest digits of the double that read back to it, as the engine also widens components.
    fn digits(self, out: &mut String) {
        let wide: f64 = self.into();
        if wide.is_finite() {
            // Writing to a string cannot fail.
            let _ = serde_json::to_writer(Ascii(out), &wide);
        } else if wide.is_nan() {
            out.push_str("null");
        } else {
            // No number is so large, so it is read as infinite; the engine writes it just so.
            out.push_str(if wide > 0.0 { "1e99999" } else { "-1e99999" });
        }
    }
}

/// What serde_json writes, as text.
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

fn write_reals<R: Component>(out: &mut String, count: usize, further: &str, each: Walk<'_, R>) {
    open_args(out, count);
    let (mut is_first, mut has_odd_nan) = (true, false);
    each(&mut |component| {
        comma(out, &mut is_first);
        let wide: f64 = component.into();
        has_odd_nan |= wide.is_nan() && !component.is_plain_nan();
        component.digits(out);
    });
    out.push(']');
    out.push_str(further);
    if has_odd_nan {
        let mut nans = Vec::new();
        each(&mut |component| {
            if Into::<f64>::into(component).is_nan() {
                nans.push(component);
            }
        });
        key(out, "nan");
        array(out, nans, |out, nan| hex(out, nan.bits().as_ref()));
    }
    out.push('}');
}

/// The reals in `args`, with the NaNs from `nan`.
fn reals<R: Component>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<R>> {
    let args = object.array("args")?;
    let nan_node = object.get("nan");
    let nans = match nan_node {
        Some(_) => Some(nan_bits::<R>(object)?),
        None => None,
    };
    let mut nans_left = nans.iter().flatten().copied();
    let mut components = Vec::with_capacity(args.at_most());
    for node in args.children() {
        let component = match node.json_type() {
            JsonType::Number => node.raw().parse().ok().map(R::from_f64),
            JsonType::Null if nans.is_some() => Some(nans_left.next().unwrap_or_else(R::plain_nan)),
            JsonType::Null => Some(R::plain_nan()),
            // Where JSON is held as numbers, infinity has none.
            JsonType::Plain => match node.raw() {
                "inf" => Some(R::from_f64(f64::INFINITY)),
                "-inf" => Some(R::from_f64(f64::NEG_INFINITY)),
                _ => None,
            },
            _ => None,
        };
        let Some(component) = component else {
            let reason =
                format!("a component is a number, or null for NaN; this is {}", node.json_type().name());
            return Err(node.fault(reason))
                .within(|| Segment::Index(components.len()))
                .within(|| Segment::Field("args"));
        };
        components.push(component);
    }
    exactly(object, args, components.len(), count)?;
    let nulls = components.iter().filter(|component| Into::<f64>::into(**component).is_nan()).count();
    match (nan_node, nans) {
        (Some(node), Some(nans)) if nans.len() != nulls => {
            let reason = format!("there are {} entries for {nulls} nulls in args", nans.len());
            Err(node.fault(reason)).within(|| Segment::Field("nan"))
        }
        _ => Ok(components),
    }
}

fn nan_bits<R: Component>(object: &Object<'_>) -> Res<Vec<R>> {
    let digits = R::SIZE * 2;
    let mut nans = Vec::new();
    for node in object.array("nan")?.children() {
        let in_place = || Segment::Index(nans.len());
        let text = node.string().within(in_place).within(|| Segment::Field("nan"))?;
        let all_hex = text.len() == digits && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let nan = u64::from_str_radix(&text, 16).ok().filter(|_| all_hex).map(R::from_bits);
        match nan.filter(|nan| Into::<f64>::into(*nan).is_nan()) {
            Some(nan) => nans.push(nan),
            None => {
                let reason = format!("{text:?} is no NaN in {digits} hexadecimal digits");
                return Err(node.fault(reason)).within(in_place).within(|| Segment::Field("nan"));
            }
        }
    }
    Ok(nans)
}

fn ints_of<T: TryFrom<i64> + Bounds>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<T>> {
    let args = object.array("args")?;
    let mut numbers = Vec::with_capacity(args.at_most());
    for node in args.children() {
        let number =
            integer(node).within(|| Segment::Index(numbers.len())).within(|| Segment::Field("args"))?;
        numbers.push(number);
    }
    exactly(object, args, numbers.len(), count)?;
    Ok(numbers)
}

fn exactly(object: &Object<'_>, args: Node<'_>, found: usize, count: Option<usize>) -> Res<()> {
    match count {
        Some(count) if count != found => {
            let name = object.member("type", Node::string)?;
            let reason = format!("{name} has {count} numbers, these are {found}");
            Err(args.fault(reason)).within(|| Segment::Field("args"))
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

/// An integer written as a JSON number; `5.0` passes too, since many programs write it so.
pub(super) fn integer<T: TryFrom<i64> + Bounds>(node: Node<'_>) -> Res<T> {
    let raw = node.raw();
    if node.json_type() != JsonType::Number {
        return Err(node.fault(format!("an integer is needed, this is {}", node.json_type().name())));
    }
    let whole = raw.parse().ok().or_else(|| whole_number(raw.parse().ok()?));
    match whole.map(T::try_from) {
        Some(Ok(number)) => Ok(number),
        _ if raw.parse().is_ok_and(|number: f64| number.fract() == 0.0) => {
            Err(node.fault(format!("{raw} does not fit, the range is {}", T::RANGE)))
        }
        _ => Err(node.fault(format!("an integer is needed, this is {raw}"))),
    }
}

#[allow(clippy::cast_possible_truncation)] // Within the range in which a double holds every integer.
fn whole_number(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
