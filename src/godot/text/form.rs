//! The forms of text: all digits on one line, or the form of an engine.

use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::str::FromStr;

use crate::escape::{escape, is_hidden, visible};
use crate::godot::ids::{Kind, Table};
use crate::godot::model::*;
use crate::sure::Sure as _;

/// The number of significant digits of a float in Godot 3.
const DIGITS: usize = 6;
/// Floats with up to this many digits before the point are written without an exponent in Godot 4.
const WHOLE_DIGITS: i32 = 15;

/// An engine whose text is written character for character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    /// Godot 3.6.2. Versions up to 3.2.3 write a negative infinite number as `-inf`, and an empty dictionary with an
    /// empty line.
    Godot3,
    /// Godot 4.6.3.
    Godot4,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct TextForm {
    /// The generation whose type names are written.
    pub(super) names: Table,
    /// The engine whose form is written, or `None` to write all digits on one line.
    pub(super) engine: Option<Engine>,
    /// Whether a float that is exact in 32 bits is still written with the digits of an `f64`.
    pub(super) all_digits: bool,
    /// The number of bytes after which no more is written.
    pub(super) most: usize,
}

impl TextForm {
    /// Returns the form with all digits on one line.
    pub(super) fn one_line(names: Table) -> Self {
        Self { names, engine: None, all_digits: true, most: usize::MAX }
    }

    /// Fails if the text has more than the greatest number of bytes, so that huge values are not written.
    pub(super) fn go_on(self, text: &str) -> fmt::Result {
        if text.len() <= self.most { Ok(()) } else { Err(fmt::Error) }
    }

    /// Returns the space inside brackets.
    pub(super) fn pad(self) -> &'static str {
        match self.engine {
            Some(Engine::Godot3) => " ",
            Some(Engine::Godot4) | None => "",
        }
    }

    /// Returns the text before an entry of a dictionary.
    pub(super) fn between(self, at: usize) -> &'static str {
        match (self.engine, at) {
            (None, 0) => "",
            (None, _) => ", ",
            (Some(_), 0) => "\n",
            (Some(_), _) => ",\n",
        }
    }

    /// Returns the text between the last entry of a dictionary and the closing bracket.
    pub(super) fn last_line(self, is_empty: bool) -> &'static str {
        match self.engine {
            None => "",
            Some(Engine::Godot4) if is_empty => "",
            Some(Engine::Godot3 | Engine::Godot4) => "\n",
        }
    }

    /// Returns the text after the last property of an object.
    pub(super) fn end_of_object(self, is_empty: bool) -> &'static str {
        match self.engine {
            None => ")",
            Some(_) if is_empty => ",)\n",
            Some(_) => ")\n",
        }
    }

    /// Writes the name of a class, of which only the beginning is copied if it is too long.
    pub(super) fn class(self, name: &Text, f: &mut String) -> fmt::Result {
        let name = name.content();
        f.push_str(&visible(&String::from_utf8_lossy(name.get(..self.most).unwrap_or(name))));
        self.go_on(f)
    }

    /// Writes text in quotes. Engines escape only quotes and backslashes in it.
    pub(super) fn quote(self, text: &Text, f: &mut String) -> fmt::Result {
        self.quoted(text, f, |character, f| match character {
            '"' | '\\' => write!(f, "\\{character}"),
            hidden if self.engine.is_none() && is_hidden(hidden) => escape(hidden, f),
            other => f.write_char(other),
        })
    }

    /// Writes a name, a path or an element of a PackedStringArray in quotes. Engines escape more characters in it.
    pub(super) fn escape(self, text: &Text, f: &mut String) -> fmt::Result {
        let Some(engine) = self.engine else { return self.quote(text, f) };
        self.quoted(text, f, |character, f| match character {
            '"' | '\\' | '\'' => write!(f, "\\{character}"),
            '?' if engine == Engine::Godot3 => f.write_str("\\?"),
            '\u{7}' => f.write_str("\\a"),
            '\u{8}' => f.write_str("\\b"),
            '\t' => f.write_str("\\t"),
            '\n' => f.write_str("\\n"),
            '\u{b}' => f.write_str("\\v"),
            '\u{c}' => f.write_str("\\f"),
            '\r' => f.write_str("\\r"),
            other => f.write_char(other),
        })
    }

    /// Writes a float, which always has a point or an exponent.
    pub(super) fn float(self, number: f64, f: &mut String) -> fmt::Result {
        let start = f.len();
        let single = f32::from_f64(number);
        match f64::from(single) == number && !self.all_digits {
            true => self.real(single, f)?,
            false => self.real(number, f)?,
        }
        let digits = f.get(start..).sure();
        match digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
            true => f.write_str(".0"),
            false => Ok(()),
        }
    }

    /// Writes the numbers between brackets.
    pub(super) fn numbers(self, numbers: &Numbers<'_>, f: &mut String) -> fmt::Result {
        match numbers {
            Numbers::U8(array) => self.listed(array, f, |number, f| write!(f, "{number}")),
            Numbers::I32(array) => self.listed(array, f, |number, f| write!(f, "{number}")),
            Numbers::I64(array) => self.listed(array, f, |number, f| write!(f, "{number}")),
            Numbers::F32(array) => self.listed(array, f, |number, f| self.real(number, f)),
            Numbers::F64(array) => self.listed(array, f, |number, f| self.real(number, f)),
        }
    }

    /// Writes a number with the fewest digits that distinguish it from all others of its width. Whole numbers have no
    /// point.
    fn real<R: Real + fmt::LowerExp + FromStr>(self, number: R, f: &mut String) -> fmt::Result {
        let wide: f64 = number.into();
        if wide.is_nan() {
            return f.write_str("nan");
        }
        if wide.is_infinite() {
            return f.write_str(if wide > 0.0 { "inf" } else { "inf_neg" });
        }
        match self.engine {
            // Engines do not write the sign of a zero.
            Some(_) if wide == 0.0 => f.write_str("0"),
            Some(Engine::Godot3) => {
                let rounded = format!("{number:.*e}", DIGITS - 1);
                match rounded.parse().is_ok_and(|read: R| read == number) {
                    true => placed(&rounded, DIGITS, f),
                    false => {
                        let all = format!("{number:e}");
                        let count = all.bytes().take_while(|byte| *byte != b'e');
                        placed(&all, count.filter(u8::is_ascii_digit).count(), f)
                    }
                }
            }
            Some(Engine::Godot4) => placed(&format!("{number:e}"), WHOLE_DIGITS as usize, f),
            None => {
                let start = f.len();
                write!(f, "{number:?}")?;
                // The point is kept for -0, because `-0` would be read as an int without a sign.
                if f.ends_with(".0") && (wide != 0.0 || wide.is_sign_positive()) {
                    f.truncate((f.len() - 2).max(start));
                }
                Ok(())
            }
        }
    }

    fn quoted(
        self,
        text: &Text,
        f: &mut String,
        mut write: impl FnMut(char, &mut String) -> fmt::Result,
    ) -> fmt::Result {
        f.push('"');
        text.to_string_lossy().chars().try_for_each(|character| {
            self.go_on(f)?;
            write(character, f)
        })?;
        f.write_char('"')
    }

    fn listed<N: Number>(
        self,
        numbers: &Lent<'_, N>,
        f: &mut String,
        write: impl Fn(N, &mut String) -> fmt::Result,
    ) -> fmt::Result {
        numbers.iter().enumerate().try_for_each(|(at, number)| {
            self.go_on(f)?;
            f.push_str(if at == 0 { "" } else { ", " });
            write(number, f)
        })
    }
}

/// Writes a number such as `-1.25e-7` in the way of `printf` with `%g`: without an exponent from 0.0001 up to
/// `whole_digits` digits before the point, and without trailing zeros after the point.
fn placed(scientific: &str, whole_digits: usize, f: &mut String) -> fmt::Result {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if mantissa.starts_with('-') {
        f.push('-');
    }
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_end_matches('0');
    let point = |first: &str, rest: &str, f: &mut String| match rest {
        "" => f.write_str(first),
        rest => write!(f, "{first}.{rest}"),
    };
    let before = usize::try_from(exponent).map_or(0, |exponent| exponent + 1);
    if exponent < -4 || before > whole_digits {
        let (first, rest) = digits.split_at_checked(1).unwrap_or(("0", ""));
        point(first, rest, f)?;
        return write!(f, "e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs());
    }
    match digits.split_at_checked(before) {
        None => write!(f, "{digits:0<before$}"),
        Some(("", rest)) => write!(f, "0.{:0>1$}", rest, rest.len() + exponent.unsigned_abs() as usize - 1),
        Some((whole, rest)) => point(whole, rest, f),
    }
}

/// Engines use insertion sort for up to this many keys.
const INSERTED: usize = 16;

/// Sorts keys as engines do. Up to 16 keys, the result is the one of the engine even if `is_less` is not a total order.
/// With more keys, those that `is_less` does not distinguish keep their order.
pub(super) fn sort<T: Copy>(items: &mut [T], is_less: &impl Fn(&T, &T) -> bool) {
    if items.len() > INSERTED {
        let (left, right) = items.split_at_mut(items.len() / 2);
        sort(left, is_less);
        sort(right, is_less);
        let (mut left, mut right) = (left.iter().copied().peekable(), right.iter().copied().peekable());
        let merged = std::iter::from_fn(|| match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if is_less(b, a) => right.next(),
            (None, _) => right.next(),
            (Some(_), _) => left.next(),
        });
        let merged: Vec<T> = merged.collect();
        return items.copy_from_slice(&merged);
    }
    for at in 1..items.len() {
        let Some((item, before)) = items.get(..=at).and_then(<[T]>::split_last) else { return };
        // The item is compared with the first one before all others, as in the engine.
        let place = match before.first().is_some_and(|first| is_less(item, first)) {
            true => 0,
            false => before.iter().rposition(|other| !is_less(item, other)).map_or(0, |other| other + 1),
        };
        if let Some(moved) = items.get_mut(place..=at) {
            moved.rotate_right(1);
        }
    }
}

/// Returns whether an engine sorts key `a` before key `b`.
pub(super) fn is_less(a: &Variant, b: &Variant, engine: Engine) -> bool {
    match (a.leaf(), b.leaf()) {
        (Leaf::Array(a), Leaf::Array(b)) if engine == Engine::Godot3 => {
            a.len() <= b.len() && a.iter().zip(b).any(|(a, b)| !is_less(a, b, engine))
        }
        // In Godot 3, two different packed arrays of one type are each less than the other.
        (Leaf::Packed(_), Leaf::Packed(_)) | (Leaf::Texts(_), Leaf::Texts(_))
            if engine == Engine::Godot3 && a.kind() == b.kind() =>
        {
            a != b
        }
        (Leaf::Text(a), Leaf::Text(b)) => a.code_points().lt(b.code_points()),
        _ => order(a, b).is_lt(),
    }
}

/// Compares two values in the order of the engines' `<`: by type, then by value. Values of types without an order are
/// equal.
fn order(a: &Variant, b: &Variant) -> Ordering {
    let numbers = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    let values = || match (a.leaf(), b.leaf()) {
        (Leaf::Bool(a), Leaf::Bool(b)) => a.cmp(&b),
        (Leaf::Int(a), Leaf::Int(b)) => a.cmp(&b),
        (Leaf::Float(a), Leaf::Float(b)) => numbers(a, b),
        (Leaf::Text(a), Leaf::Text(b)) => a.code_points().cmp(b.code_points()),
        (Leaf::Rid(Rid(a)), Leaf::Rid(Rid(b))) => a.cmp(&b),
        (Leaf::Structure(x), Leaf::Structure(y)) if is_vector(a.kind()) => {
            by_elements(&x.numbers().reals(), &y.numbers().reals(), |a, b| numbers(*a, *b))
        }
        (Leaf::Array(a), Leaf::Array(b)) => by_elements(a, b, order),
        _ => Ordering::Equal,
    };
    Table::Godot4.id(a.kind()).cmp(&Table::Godot4.id(b.kind())).then_with(values)
}

fn is_vector(kind: Kind) -> bool {
    [Kind::Vector2, Kind::Vector2i, Kind::Vector3, Kind::Vector3i, Kind::Vector4, Kind::Vector4i]
        .contains(&kind)
}

/// Compares two lists by the first elements that differ, or by their lengths.
fn by_elements<T>(a: &[T], b: &[T], order: impl Fn(&T, &T) -> Ordering) -> Ordering {
    let unequal = a.iter().zip(b).map(|(a, b)| order(a, b)).find(|order| order.is_ne());
    unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
}
