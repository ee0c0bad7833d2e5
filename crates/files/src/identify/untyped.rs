//! Detection of data that Godot programs write beside Variants: text after its length, and single floats.

use std::fmt;

use gamewire::shared::escape::visible;

/// The maximum number of characters of a text that are shown.
const SHOWN: usize = 40;

/// A value without a type id, which no format of this crate reads. The bytes do not state its type: text is
/// recognized reliably, but floats are a guess. The `bool` tells whether the numbers are big-endian, because
/// `big_endian` of a `StreamPeer` or a file was set.
///
/// ```
/// use gamewire_files::shared::identify::Untyped;
/// let version = Untyped::detect(b"\x04\0\0\01.0\n").unwrap();
/// assert_eq!(
///     version.to_string(),
///     "a length of 4 and the text \"1.0\\n\", as put_utf8_string and store_pascal_string write it; \
///      var_to_bytes would write 04 00 00 00 04 00 00 00 31 2e 30 0a"
/// );
/// assert_eq!(
///     Untyped::detect(&1.5f32.to_le_bytes()).unwrap().to_string(),
///     "the float 1.5, as put_float and store_float write it"
/// );
/// assert!(Untyped::detect(b"\x05\0\0\01.0\n").is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Untyped<'a> {
    /// Text after its length, which has 32 bits in either byte order.
    Text(&'a str, bool),
    /// Four bytes that are a float of a common magnitude.
    Float(f32, bool),
    /// Eight bytes that are a double of a common magnitude.
    Double(f64, bool),
    /// Eight bytes that are two floats of common magnitudes.
    Floats([f32; 2], bool),
}

impl<'a> Untyped<'a> {
    /// Detects a value that takes all of the bytes.
    #[must_use]
    pub fn detect(bytes: &'a [u8]) -> Option<Self> {
        const ORDERS: [bool; 2] = [false, true];
        let float = |bytes, order| f32::from_le_bytes(in_order(bytes, order));
        if let Some((length, text)) = bytes.split_first_chunk() {
            let counts =
                |order| u32::try_from(text.len()) == Ok(u32::from_le_bytes(in_order(*length, order)));
            if let Some(order) = ORDERS.into_iter().find(|order| counts(*order))
                && let Some(text) = readable(text)
            {
                return Some(Self::Text(text, order));
            }
        }
        if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
            let order = ORDERS.into_iter().find(|order| everyday(float(bytes, *order).into()))?;
            return Some(Self::Float(float(bytes, order), order));
        }
        let bytes = <[u8; 8]>::try_from(bytes).ok()?;
        let [a, b, c, d, e, f, g, h] = bytes;
        let double = |order| f64::from_le_bytes(in_order(bytes, order));
        let floats = |order| [float([a, b, c, d], order), float([e, f, g, h], order)];
        let doubles = ORDERS.into_iter().filter(|order| everyday(double(*order)));
        let pairs =
            ORDERS.into_iter().filter(|order| floats(*order).into_iter().all(|float| everyday(float.into())));
        // Numbers that games store have few digits, so the number with the fewest digits is chosen.
        doubles
            .map(|order| (format!("{:?}", double(order)), Self::Double(double(order), order)))
            .chain(pairs.map(|order| (format!("{:?}", floats(order)), Self::Floats(floats(order), order))))
            .min_by_key(|(digits, _)| digits.len())
            .map(|(_, found)| found)
    }
}

/// Returns the bytes of a number in little-endian order.
fn in_order<const N: usize>(mut bytes: [u8; N], is_big_endian: bool) -> [u8; N] {
    if is_big_endian {
        bytes.reverse();
    }
    bytes
}

/// Returns the bytes as text, if it has no control characters that people do not type.
fn readable(text: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(text).ok().filter(|text| !text.is_empty())?;
    text.chars()
        .all(|character| !character.is_control() || matches!(character, '\n' | '\r' | '\t'))
        .then_some(text)
}

/// Returns whether a number has a magnitude that is common in games.
fn everyday(number: f64) -> bool {
    (1e-4..1e7).contains(&number.abs())
}

impl fmt::Display for Untyped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_big_endian = match *self {
            Self::Text(text, order) => {
                let shown: String = text.chars().take(SHOWN).collect();
                let more = if shown.len() < text.len() { ".." } else { "" };
                write!(
                    f,
                    "a length of {} and the text \"{}{more}\", as put_utf8_string and store_pascal_string write it",
                    text.len(),
                    visible(&shown)
                )?;
                order
            }
            Self::Float(float, order) => {
                write!(f, "the float {float:?}, as put_float and store_float write it")?;
                order
            }
            Self::Double(double, order) => {
                write!(f, "the float {double:?} of 64 bits, as put_double and store_double write it")?;
                order
            }
            Self::Floats([first, second], order) => {
                write!(f, "the floats {first:?} and {second:?}, as put_float and store_float write them")?;
                order
            }
        };
        if is_big_endian {
            f.write_str(" with big_endian set")?;
        }
        let Self::Text(text, _) = self else { return Ok(()) };
        f.write_str("; var_to_bytes would write 04 00 00 00")?;
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes();
        for byte in length.iter().chain(text.as_bytes()).take(8) {
            write!(f, " {byte:02x}")?;
        }
        f.write_str(if text.len().is_multiple_of(4) && text.len() <= 4 { "" } else { " .." })
    }
}
