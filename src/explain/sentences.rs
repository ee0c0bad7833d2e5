//! Sentences about a field: how its bytes are read, and what they count or decide. They use what the parser reports
//! about the field.

use super::text::Hex;
use crate::trace::{About, Encoding, Form, Meaning, Order, Shown};

/// The most bytes that a sentence shows.
const SHOWN: usize = 16;

/// Returns a sentence that tells how the bytes of a field are read and, if the parser reports it, one about what the
/// field counts or decides.
pub(super) fn sentences(Meaning { form, about, .. }: Meaning, shown: Shown<'_>, bytes: &[u8]) -> String {
    let mut text = match form {
        Form::Int { order, signed, low } => integer(order, signed, low, shown, bytes),
        Form::Float(order) => floats(order, shown, bytes),
        Form::Groups { bits, zigzag } => groups(bits, zigzag, shown, bytes),
        Form::Text(encoding) => characters(encoding, shown, bytes),
        Form::Bytes => format!("{}, kept as they are: {}", count(bytes.len()), hex(bytes)),
        Form::Lost => format!("{} that are not kept: {}", count(bytes.len()), hex(bytes)),
        Form::Skipped => format!("{} that readers pass over: {}", count(bytes.len()), hex(bytes)),
        Form::Unsaid => format!("{}: {}", count(bytes.len()), hex(bytes)),
    };
    if bytes.len() == 1 {
        text = text.replace(", kept as they are:", ", kept as it is:").replace("that are not", "that is not");
    }
    text.push('.');
    match (about, number(shown)) {
        (About::Nothing, _) => {}
        (About::Says(sentence), _) => text += &format!(" {sentence}"),
        (About::Counts(unit), Some(0)) => text += &format!(" No {} follows.", unit.one),
        (About::Counts(unit), Some(1)) => text += &format!(" It counts the {}: one.", unit.many),
        (About::Counts(unit), Some(2..)) => text += &format!(" It counts the {}.", unit.many),
        (About::Counts(_), _) => {}
    }
    text
}

fn number(shown: Shown<'_>) -> Option<i128> {
    match shown {
        Shown::Int(number) | Shown::Groups { value: number, .. } => Some(number.into()),
        Shown::Named(number, _) | Shown::Noted(number, _) => Some(number.into()),
        Shown::Uint(number) => Some(number.into()),
        Shown::Length(number) => Some(number.into()),
        Shown::Bool(flag) => Some(flag.into()),
        Shown::Type { id, .. } => Some(id.into()),
        _ => None,
    }
}

/// Returns the name that a number stands for, or a remark on it.
fn remark(shown: Shown<'_>) -> String {
    match shown {
        Shown::Named(_, name) => format!(", which stands for {name}"),
        Shown::Noted(_, remark) => format!(", {remark}"),
        Shown::Type { name, .. } => format!(", the type id of {name}"),
        _ => String::new(),
    }
}

fn integer(order: Order, signed: bool, low: u8, shown: Shown<'_>, bytes: &[u8]) -> String {
    let sign = if signed { "signed" } else { "unsigned" };
    let word = in_order(order, bytes);
    let (count, hex, w) = (count(bytes.len()), hex(bytes), 2 * bytes.len());
    let order = order_of(order);
    match (shown, number(shown)) {
        (Shown::Tuple(_) | Shown::Run { .. }, _) => each(&format!("{order}, {sign}"), shown, bytes),
        (Shown::Bool(flag), _) => {
            let zero = match (flag, word) {
                (false, _) => "zero, ",
                (true, 1) if bytes.len() == 1 => "",
                (true, _) => "not zero, ",
            };
            let order = if bytes.len() == 1 { String::new() } else { format!(", {order}") };
            format!("{count}{order}: {hex} = 0x{word:0w$x}, {zero}which is {flag}")
        }
        (_, Some(number)) if bytes.len() == 1 => {
            format!("{count}, {sign}: 0x{word:02x} = {number}{}", remark(shown))
        }
        (_, Some(number)) if low > 0 => {
            let remark = remark(shown);
            format!("{count}, {order}: {hex} = 0x{word:0w$x}; the low {low} bits are {number}{remark}")
        }
        (_, Some(number)) => {
            format!("{count}, {order}, {sign}: {hex} = 0x{word:0w$x} = {number}{}", remark(shown))
        }
        (Shown::Words(words) | Shown::Text(words), None) if bytes.len() > 1 => {
            format!("{count}, {order}: {hex} = 0x{word:0w$x}, {words}")
        }
        (Shown::Words(words) | Shown::Text(words), None) => format!("{count}: 0x{word:02x}, {words}"),
        (_, None) => format!("{count}, {order}: {hex}"),
    }
}

fn floats(order: Order, shown: Shown<'_>, bytes: &[u8]) -> String {
    let number: &dyn std::fmt::Debug = match &shown {
        Shown::F32(number) => number,
        Shown::F64(number) => number,
        _ => return each(&format!("floats (IEEE 754), {}", order_of(order)), shown, bytes),
    };
    let (count, hex, word, w) = (count(bytes.len()), hex(bytes), in_order(order, bytes), 2 * bytes.len());
    let order = order_of(order);
    format!("{count}, {order}: {hex} = 0x{word:0w$x}, the bits of the float {number:?} (IEEE 754)")
}

/// Returns the text for several numbers of the same form.
fn each(form: &str, shown: Shown<'_>, bytes: &[u8]) -> String {
    match shown {
        Shown::Tuple(tuple) => {
            let size = bytes.len() / tuple.count.max(1);
            format!("{} numbers of {} each, {form}: {} = {tuple}", tuple.count, lower(size), Hex(bytes))
        }
        Shown::Run { count: 1, size, of } => format!("One {of} of {}, {form}", lower(size)),
        Shown::Run { count, size: 1, of } => format!("{count} × {of} of one byte, {}", last(form)),
        Shown::Run { count, size, of } => format!("{count} × {of} of {} each, {form}", lower(size)),
        _ => format!("{}, {form}: {}", count(bytes.len()), hex(bytes)),
    }
}

/// Returns the last part of `form`. A number of one byte has no byte order.
fn last(form: &str) -> &str {
    form.rsplit(", ").next().unwrap_or(form)
}

fn groups(bits: u8, zigzag: bool, shown: Shown<'_>, bytes: &[u8]) -> String {
    let name = if bits == 32 { "VarInt" } else { "VarLong" };
    let (count, hex) = (count(bytes.len()), hex(bytes));
    let zigzag_name = if zigzag { "zigzag " } else { "" };
    let how = "seven bits in each byte, the lowest first, bit 7 set if another follows";
    let Some(number) = number(shown) else {
        return match shown {
            Shown::Words(words) => format!("{count}, {how}: {hex}: {words}"),
            _ => format!("{count}, {how}: {hex}"),
        };
    };
    let remark = remark(shown);
    let word = bytes.iter().rev().fold(0_u128, |word, byte| word << 7 | u128::from(byte & 0x7f));
    let word = word & (1_u128 << bits).wrapping_sub(1);
    let remark = match (Form::Groups { bits, zigzag }).remark(bytes) {
        Some(unusual) => format!("{remark}, {unusual}"),
        None => remark,
    };
    match zigzag {
        true => format!(
            "{count} of a {zigzag_name}{name}, {how}: {hex} = {word}; bit 0 is the sign, so it is {number}{remark}"
        ),
        false => format!("{count} of a {name}, {how}: {hex} = 0x{word:02x} = {number}{remark}"),
    }
}

fn characters(encoding: Encoding, shown: Shown<'_>, bytes: &[u8]) -> String {
    let name = match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Modified => "modified UTF-8",
        Encoding::Generalized => "generalized UTF-8",
    };
    let count = count(bytes.len());
    match shown {
        Shown::Text(said) => {
            let characters = said.chars().count();
            let unit = if characters == 1 { "character" } else { "characters" };
            // The text ends at a NUL, before the end of the bytes.
            let before = bytes.iter().position(|byte| *byte == 0).filter(|_| !said.contains('\0'));
            let end = match before.filter(|_| encoding == Encoding::Utf8) {
                Some(end) => format!(", whose text ends after {}, at a NUL", lower(end)),
                None => String::new(),
            };
            let replaced = match encoding == Encoding::Utf8 && std::str::from_utf8(bytes).is_err() {
                true => ", with replacements for bytes that are not UTF-8",
                false => "",
            };
            format!("{count} of {name}{end}: {characters} {unit}{replaced}")
        }
        _ => format!("{count} of {name}: {}", hex(bytes)),
    }
}

fn order_of(order: Order) -> &'static str {
    match order {
        Order::Little => "least significant first",
        Order::Big => "most significant first",
    }
}

/// Returns the number that at most 16 bytes represent in this byte order.
fn in_order(order: Order, bytes: &[u8]) -> u128 {
    let in_order =
        |bytes: &mut dyn Iterator<Item = &u8>| bytes.fold(0, |word, byte| word << 8 | u128::from(*byte));
    match order {
        Order::Little => in_order(&mut bytes.iter().rev()),
        Order::Big => in_order(&mut bytes.iter()),
    }
}

/// Returns a number of bytes as the first words of a sentence.
fn count(bytes: usize) -> String {
    const WORDS: [&str; 9] = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
    match (WORDS.get(bytes), bytes) {
        (_, 1) => "One byte".to_owned(),
        (Some(word), _) => format!("{word} bytes"),
        (None, bytes) => format!("{bytes} bytes"),
    }
}

/// Returns a number of bytes as words within a sentence.
fn lower(bytes: usize) -> String {
    count(bytes).to_lowercase()
}

fn hex(bytes: &[u8]) -> String {
    match bytes.get(..SHOWN) {
        Some(shown) if bytes.len() > SHOWN => format!("{} …", Hex(shown)),
        _ => Hex(bytes).to_string(),
    }
}
