//! The text of a row, and the labels of its parts.

use std::fmt::{self, Write as _};

use super::Role;
use crate::counted::Counted;
use crate::sure::Sure as _;
use crate::trace::{Meaning, Part, Shown};

/// The longest text, in characters, or run of bytes that a row shows completely.
const SHOWN: usize = 60;

/// Writes the meaning of a field on one line. `member` is the prefix of the field's name, for example `position.`;
/// `bytes` are the bytes of the field.
pub(super) fn describe(out: &mut String, member: &str, meaning: Meaning, shown: Shown<'_>, bytes: &[u8]) {
    let _ = write(out, member, meaning.name, shown);
    out.extend(meaning.form.remark(bytes).into_iter().flat_map(|remark| [", ", remark])); // Writing to a string does not fail.
}

pub(super) fn role(shown: Shown<'_>) -> Role {
    match shown {
        Shown::Type { .. } => Role::Type,
        Shown::Uint(_) | Shown::Length(_) | Shown::Noted(..) | Shown::Words(_) | Shown::Said(_) => {
            Role::Structure
        }
        Shown::Padding => Role::Padding,
        _ => Role::Value,
    }
}

fn write(out: &mut String, member: &str, name: &str, shown: Shown<'_>) -> fmt::Result {
    if let Shown::Type { name: kind, id, flags } = shown {
        return write!(out, "{kind}  (type id {id}, {flags})");
    }
    if let Shown::Said(text) = shown {
        out.push_str(text);
        return Ok(());
    }
    out.push_str(member);
    out.push_str(name);
    out.push_str(match shown {
        Shown::Padding | Shown::Said(_) | Shown::Type { .. } => return Ok(()),
        Shown::Words(_) | Shown::Run { .. } => ": ",
        _ => " = ",
    });
    match shown {
        Shown::Int(number) => write!(out, "{number}"),
        Shown::Uint(number) => write!(out, "{number}"),
        Shown::Length(number) => write!(out, "{number}"),
        Shown::F32(number) => float(out, &number, number.is_nan(), number.to_bits().into()),
        Shown::F64(number) => float(out, &number, number.is_nan(), number.to_bits()),
        Shown::Bool(flag) => write!(out, "{flag}"),
        Shown::Text(text) => short_text(out, text),
        Shown::Bytes(bytes) => short_bytes(out, bytes),
        Shown::Groups { value, word } => {
            write!(out, "{value} (bits ")?;
            groups(out, word)?;
            out.write_str(")")
        }
        Shown::Named(number, meant) => write!(out, "{number} ({meant})"),
        Shown::Noted(number, remark) => write!(out, "{number}, {remark}"),
        Shown::Tuple(tuple) => write!(out, "{tuple}"),
        Shown::Words(words) => out.write_str(words),
        Shown::Run { count, size, of } => {
            write!(out, "{count} × {of} of {}", Counted(size, "byte"))
        }
        Shown::Padding | Shown::Said(_) | Shown::Type { .. } => Ok(()),
    }
}

/// Returns the label before the meaning of a part's first row: `[3]: `.
pub(super) fn label(part: Part<'_>) -> String {
    match part {
        Part::Index(index) => format!("[{index}]: "),
        Part::Key(index) => format!("key {index}: "),
        Part::Value(index) => format!("value {index}: "),
        Part::Numbered(name, index) => format!("{name} {index}: "),
        Part::Field(name) | Part::Member(name) => format!("{name}: "),
        Part::Named(name) => {
            let mut text = String::new();
            let _ = short_text(&mut text, name);
            text + ": "
        }
    }
}

/// Writes the groups of seven bits of a variable-length number, the highest group first: `10 0101100`.
fn groups(out: &mut String, word: u64) -> fmt::Result {
    match word >> 7 {
        0 => write!(out, "{word:b}"),
        higher => {
            groups(out, higher)?;
            write!(out, " {:07b}", word & 0x7f)
        }
    }
}

fn float(out: &mut String, number: &dyn fmt::Debug, is_nan: bool, bits: u64) -> fmt::Result {
    write!(out, "{number:?}")?;
    if is_nan { write!(out, " (bits {bits:#x})") } else { Ok(()) }
}

fn short_text(out: &mut String, text: &str) -> fmt::Result {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => {
            write!(out, "{:?}… ({} bytes)", text.get(..end).sure(), text.len())
        }
        None => write!(out, "{text:?}"),
    }
}

fn short_bytes(out: &mut String, bytes: &[u8]) -> fmt::Result {
    for (at, byte) in bytes.iter().take(SHOWN / 3).enumerate() {
        write!(out, "{}{byte:02x}", if at == 0 { "" } else { " " })?;
    }
    if bytes.len() > SHOWN / 3 {
        write!(out, " … ({} bytes)", bytes.len())?;
    }
    Ok(())
}
