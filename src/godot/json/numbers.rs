//! Lists of numbers, integers or floats to the last bit.

use super::error::{Fault, Res, Within};
use super::object::{Object, Reader};
use super::pieces::{format, hex, key, list, text};
use super::scan::Kind as Shape;
use crate::error::Segment;
use crate::godot::model::{Element, Real};

/// Walks the numbers of a value.
pub(super) type Walk<'w, N> = &'w dyn Fn(&mut dyn FnMut(N));

/// A number in `"args"`.
pub(super) trait Number: Element {
    /// Whether `"nan"` is accepted.
    const CAN_BE_NAN: bool;
    /// The rest of an object, from `"args"` on: about `count` numbers, then what is `further` to be said.
    fn write_args(out: &mut Vec<u8>, count: usize, further: &str, each: Walk<'_, Self>);
    /// Mirrors [`write_args`](Number::write_args), for exactly `count` numbers if there is such a count.
    fn read_args(object: &Object<'_>, count: Option<usize>) -> Res<Vec<Self>>;
}

macro_rules! ints {
    ($($int:ty)+) => {$(
        impl Number for $int {
            const CAN_BE_NAN: bool = false;
            fn write_args(out: &mut Vec<u8>, count: usize, further: &str, each: Walk<'_, Self>) {
                open_args(out, count);
                let mut is_first = true;
                each(&mut |int| {
                    comma(out, &mut is_first);
                    format(out, format_args!("{int}"));
                });
                text(out, "]");
                text(out, further);
                text(out, "}");
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
            fn write_args(out: &mut Vec<u8>, count: usize, further: &str, each: Walk<'_, Self>) {
                write_reals(out, count, further, each);
            }
            fn read_args(object: &Object<'_>, count: Option<usize>) -> Res<Vec<Self>> {
                reals(object, count)
            }
        }
    )+};
}

floats!(f32 f64);

fn open_args(out: &mut Vec<u8>, count: usize) {
    out.reserve(count.saturating_mul(4));
    key(out, "args");
    text(out, "[");
}

fn comma(out: &mut Vec<u8>, is_first: &mut bool) {
    if !std::mem::replace(is_first, false) {
        out.push(b',');
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
    fn digits(self, out: &mut Vec<u8>) {
        let wide: f64 = self.into();
        if wide.is_finite() {
            // Writing to a vector cannot fail.
            let _ = serde_json::to_writer(out, &wide);
        } else if wide.is_nan() {
            text(out, "null");
        } else {
            // No number is so large, so it is read as infinite; the engine writes it just so.
            text(out, if wide > 0.0 { "1e99999" } else { "-1e99999" });
        }
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

fn write_reals<R: Component>(out: &mut Vec<u8>, count: usize, further: &str, each: Walk<'_, R>) {
    open_args(out, count);
    let (mut is_first, mut has_odd_nan) = (true, false);
    each(&mut |component| {
        comma(out, &mut is_first);
        let wide: f64 = component.into();
        has_odd_nan |= wide.is_nan() && !component.is_plain_nan();
        component.digits(out);
    });
    text(out, "]");
    text(out, further);
    if has_odd_nan {
        let mut nans = Vec::new();
        each(&mut |component| {
            if Into::<f64>::into(component).is_nan() {
                nans.push(component);
            }
        });
        key(out, "nan");
        list(out, nans, |out, nan| hex(out, nan.bits().as_ref()));
    }
    text(out, "}");
}

/// The reals in `args`, with the NaNs from `nan`.
fn reals<R: Component>(object: &Object<'_>, count: Option<usize>) -> Res<Vec<R>> {
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
    /// An integer written as a JSON number; `5.0` passes too, since many programs write it so.
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
