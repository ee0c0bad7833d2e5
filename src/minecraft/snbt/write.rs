//! The conversion of tags to text.

use std::fmt::{self, Debug, Display, Formatter, LowerExp, Write};

use super::leaf::is_bare;
use crate::escape::is_hidden;
use crate::limits::with_stack;
use crate::minecraft::nbt::{Compound, JavaStr, List, Numbers, PackedNumber, Tag, TagId, TagRef};

/// Implements `Display` and `Debug`, which write the same text, except that `Debug` shows the type of an empty list.
macro_rules! written {
    ($($type:ty: $write:ident($of:ident => $x:expr);)+) => {$(
        impl Display for $type {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                let ($of, lines) = (self, Lines { depth: f.alternate().then_some(0), types: false });
                $write(f, $x, lines)
            }
        }

        impl Debug for $type {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                let ($of, lines) = (self, Lines { depth: f.alternate().then_some(0), types: true });
                $write(f, $x, lines)
            }
        }
    )+};
}

written! {
    Tag: tag(x => x.into());
    TagRef<'_>: tag(x => *x);
    List: list(x => x);
    Compound: compound(x => x);
}

/// The most levels of indentation. The limit keeps the length of the text in proportion to the value.
const INDENTED: usize = 64;

/// The arrangement of a container: on one line, or on several lines at a depth.
#[derive(Clone, Copy)]
struct Lines {
    depth: Option<usize>,
    /// Whether the type of an empty list is shown.
    types: bool,
}

impl Lines {
    fn deeper(self) -> Self {
        Self { depth: self.depth.map(|depth| depth + 1), ..self }
    }

    /// Begins a new line, if there are several.
    fn begin(self, f: &mut Formatter<'_>) -> fmt::Result {
        self.depth.map_or(Ok(()), |depth| write!(f, "\n{:1$}", "", 2 * depth.min(INDENTED)))
    }
}

fn tag(f: &mut Formatter<'_>, x: TagRef<'_>, lines: Lines) -> fmt::Result {
    match x {
        TagRef::Byte(x) => write!(f, "{x}b"),
        TagRef::Short(x) => write!(f, "{x}s"),
        TagRef::Int(x) => write!(f, "{x}"),
        TagRef::Long(x) => write!(f, "{x}L"),
        TagRef::Float(x) => real(f, x, "f"),
        TagRef::Double(x) => real(f, x, "d"),
        TagRef::ByteArray(x) => array(f, x, "B;", "B"),
        TagRef::String(x) => quote(f, x),
        TagRef::List(x) => with_stack(|| list(f, x, lines)),
        TagRef::Compound(x) => with_stack(|| compound(f, x, lines)),
        TagRef::IntArray(x) => array(f, x, "I;", ""),
        TagRef::LongArray(x) => array(f, x, "L;", "L"),
    }
}

/// Writes a list. Numbers are on one line.
fn list(f: &mut Formatter<'_>, x: &List, lines: Lines) -> fmt::Result {
    let outside = if x.element_type().is_number() { Lines { depth: None, ..lines } } else { lines };
    let inside = outside.deeper();
    f.write_char('[')?;
    if lines.types && x.is_empty() && x.element_type() != TagId::End {
        write!(f, "{};", x.element_type())?;
    }
    for (at, element) in x.iter().enumerate() {
        f.write_str(comma(at))?;
        inside.begin(f)?;
        tag(f, element, inside)?;
    }
    if !x.is_empty() {
        outside.begin(f)?;
    }
    f.write_char(']')
}

fn compound(f: &mut Formatter<'_>, x: &Compound, lines: Lines) -> fmt::Result {
    let inside = lines.deeper();
    f.write_char('{')?;
    for (at, (name, value)) in x.iter().enumerate() {
        f.write_str(comma(at))?;
        inside.begin(f)?;
        match name.to_str() {
            Some(bare) if !bare.is_empty() && bare.chars().all(is_bare) => f.write_str(&bare)?,
            _ => quote(f, name)?,
        }
        f.write_str(if inside.depth.is_none() { ":" } else { ": " })?;
        tag(f, value.into(), inside)?;
    }
    if !x.is_empty() {
        lines.begin(f)?;
    }
    f.write_char('}')
}

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { "," }
}

fn array<N: PackedNumber + Display>(
    f: &mut Formatter<'_>,
    numbers: &Numbers<N>,
    kind: &str,
    suffix: &str,
) -> fmt::Result {
    write!(f, "[{kind}")?;
    for (at, number) in numbers.iter().enumerate() {
        write!(f, "{}{number}{suffix}", comma(at))?;
    }
    f.write_char(']')
}

/// Writes text in the quotes that differ from its first quote.
fn quote(f: &mut Formatter<'_>, text: &JavaStr) -> fmt::Result {
    let first = text.as_bytes().iter().find(|byte| matches!(byte, b'"' | b'\''));
    let quote = if first == Some(&b'"') { '\'' } else { '"' };
    f.write_char(quote)?;
    for character in char::decode_utf16(text.units()) {
        match character {
            Ok('\n') => f.write_str("\\n")?,
            Ok('\t') => f.write_str("\\t")?,
            Ok('\r') => f.write_str("\\r")?,
            Ok('\u{8}') => f.write_str("\\b")?,
            Ok('\u{c}') => f.write_str("\\f")?,
            Ok(control) if control < ' ' => write!(f, "\\x{:02X}", u32::from(control))?,
            Ok(special) if special == '\\' || special == quote => write!(f, "\\{special}")?,
            // All of these have four digits.
            Ok(hidden) if is_hidden(hidden) => write!(f, "\\u{:04x}", u32::from(hidden))?,
            Ok(other) => f.write_char(other)?,
            Err(half) => write!(f, "\\u{:04x}", half.unpaired_surrogate())?,
        }
    }
    f.write_char(quote)
}

/// Writes a number as Java's `toString` does: numbers from 10^-3 to 10^7 in full, and all others with an exponent.
/// There is always a digit after the point.
fn real<N: LowerExp>(f: &mut Formatter<'_>, number: N, suffix: &str) -> fmt::Result {
    let mut spelled = format!("{number:e}");
    if !spelled.contains('.') {
        // For numbers with so few digits, Java chooses the nearest number of two digits.
        spelled = format!("{number:.1e}");
    }
    let (sign, spelled) = match spelled.strip_prefix('-') {
        Some(spelled) => ("-", spelled),
        None => ("", spelled.as_str()),
    };
    let Some((mantissa, exponent)) = spelled.split_once('e') else {
        let name = if spelled == "NaN" { "NaN" } else { "Infinity" };
        return write!(f, "{sign}{name}{suffix}");
    };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let or_zero = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    match usize::try_from(exponent) {
        Ok(places @ 0..7) => {
            let (moved, left) = fraction.split_at_checked(places).unwrap_or((fraction, ""));
            write!(f, "{sign}{whole}{moved:0<places$}.{}{suffix}", or_zero(left))
        }
        Err(_) if exponent >= -3 => {
            let zeros = usize::try_from(-exponent - 1).unwrap_or_default();
            write!(f, "{sign}0.{:0<zeros$}{whole}{fraction}{suffix}", "")
        }
        _ => write!(f, "{sign}{whole}.{}E{exponent}{suffix}", or_zero(fraction)),
    }
}
