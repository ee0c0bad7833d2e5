//! Two sentences about a field: how its bytes are read, and what it means.

use std::fmt::Write as _;

use super::text::Hex;
use crate::trace::Shown;

/// The most bytes that a sentence shows.
const SHOWN: usize = 12;

/// The meaning of fields by name. `{}` is the type that they belong to. Fields of structures of numbers, such as `x`, are not here.
const FIELDS: &[(&str, &str)] = &[
    ("value", "It is the value of the {}."),
    ("byte length", "That many bytes of text follow; padding after them is not counted."),
    ("text", "It is the text of the {}, without a zero byte at its end."),
    ("terminating NUL", "The engine ends the text with a zero byte, which is part of its length."),
    ("element count", "That many elements follow, one after the other."),
    ("more elements", "They follow those that have rows of their own, without anything between them."),
    ("pair count", "That many pairs follow: a key and its value, each with its own header."),
    ("property count", "That many properties follow: a name and its value."),
    ("name count", "That many names follow; each is a node of the path."),
    ("subname count", "That many subnames follow: the property of the node, and parts of it."),
    ("flags", "Its bits say what kind of {} this is."),
    ("instance id", "The number of the object in the process that wrote it; no other process knows it."),
    ("element type", "All elements have this type, so they have no header of their own."),
    ("key type", "The type that all keys are declared to have."),
    ("value type", "The type that all values are declared to have."),
    ("name length", "That many bytes of the name follow."),
    ("root name length", "That many bytes of the name of the root follow: usually none."),
    ("name", "The name of the entry, by which a program finds it."),
    ("root name", "The name of the root; games ignore it."),
    ("count", "That many elements follow, one after the other."),
    ("length", "The length of what follows, in bytes."),
    ("present", "Whether the rest follows: if it is false, nothing does."),
    ("index", "The number of the entry; 255 ends the list."),
    ("type", "The type decides how the bytes after it are read."),
    ("item id", "The number of the item in the registry of this release."),
    ("particle id", "The number of the particle in the registry of this release."),
    ("length of the event", "The length of the event in bytes, from its header on."),
    ("event type", "The kind of the event decides which fields follow."),
    ("device", "The number of the input device."),
    ("modifiers", "Each bit stands for a modifier that is held: 25 shift, 26 alt, 27 meta, 28 control."),
    ("magic", "It marks the kind of the file, so that no other is mistaken for it."),
    ("format", "The format of the pixels decides how many bytes each has."),
];

/// Two sentences about a field of the type `kind`: how its bytes are read, and what it means.
pub(super) fn sentences(kind: &str, member: &str, name: &str, shown: Shown<'_>, bytes: &[u8]) -> String {
    let mut text = String::new();
    let first = &mut text;
    match shown {
        Shown::Int(number) => integer(first, number.into(), bytes),
        Shown::Groups { value, .. } => integer(first, value.into(), bytes),
        Shown::Uint(number) => integer(first, number.into(), bytes),
        Shown::Length(number) => integer(first, number.into(), bytes),
        Shown::Noted(number, remark) => {
            integer(first, number.into(), bytes);
            add(first, format_args!(", {remark}"));
        }
        Shown::Named(number, meaning) => {
            integer(first, number.into(), bytes);
            add(first, format_args!(", which stands for {meaning}"));
        }
        Shown::F32(number) => float(first, number.to_bits().into(), &number, bytes),
        Shown::F64(number) => float(first, number.to_bits(), &number, bytes),
        Shown::Bool(flag) => {
            let zero = if flag { "not zero" } else { "zero" };
            add(first, format_args!("{}: {}, {zero}, which is {flag}", count(bytes), hex(bytes)));
        }
        Shown::Text(said) => {
            let form = if bytes == said.as_bytes() { "UTF-8" } else { "a form of UTF-8" };
            let characters = said.chars().count();
            let unit = if characters == 1 { "character" } else { "characters" };
            add(first, format_args!("{} of {form}: {characters} {unit}", count(bytes)));
        }
        Shown::Bytes(_) => {
            add(first, format_args!("{} that are kept as they are: {}", count(bytes), hex(bytes)))
        }
        Shown::Words(words) => add(first, format_args!("{}: {}: {words}", count(bytes), hex(bytes))),
        Shown::Padding => {
            add(first, format_args!("{} that readers pass over", count(bytes)));
        }
        Shown::Tuple(tuple) => {
            add(first, format_args!("{} numbers in {}: {tuple}", tuple.count, count(bytes).to_lowercase()));
        }
        Shown::Run { count, size, of } => {
            add(first, format_args!("{count} elements of {size} bytes each, of the type {of}"));
        }
        Shown::Type { name, id, flags } => {
            match bytes {
                [low, high, ..] if bytes.len() == 4 => {
                    let word = u32::from(*low) | u32::from(*high) << 8;
                    add(first, format_args!("{}, least significant first: {}", count(bytes), hex(bytes)));
                    add(first, format_args!("; the low 16 bits, {word}, are the type id of {name}"));
                    text.push_str(". ");
                    add(&mut text, format_args!("Of the other bits: {flags}"));
                }
                _ => {
                    add(first, format_args!("{}: {}, the type id {id}, {name}", count(bytes), hex(bytes)));
                    text.push_str(". ");
                    add(&mut text, format_args!("Its layout: {flags}"));
                }
            }
            text.push('.');
            return text;
        }
    }
    text.push_str(". ");
    meaning(&mut text, kind, member, name, shown, bytes);
    text
}

/// Writes the meaning of a field.
fn meaning(out: &mut String, kind: &str, member: &str, name: &str, shown: Shown<'_>, bytes: &[u8]) {
    // The only names of types in lower case are those of Godot's numbers.
    let is_plain = name == "value" && matches!(kind, "int" | "float" | "real");
    let bits = if bytes.len() == 8 { (1, 64) } else { (0, 32) };
    match shown {
        Shown::Int(number) if is_plain => {
            add(out, format_args!("Bit 16 of the header is {}, so the {kind} has {} bits.", bits.0, bits.1));
            if bytes.len() == 8 && i32::try_from(number).is_ok() {
                add(out, format_args!(" {number} fits in 32 bits: the engine writes 4 bytes."));
            }
        }
        Shown::F32(_) | Shown::F64(_) if is_plain => {
            add(out, format_args!("Bit 16 of the header is {}, so the {kind} has {} bits.", bits.0, bits.1));
            #[allow(clippy::cast_possible_truncation)] // Whether digits are lost is the question.
            if let Shown::F64(number) = shown
                && f64::from(number as f32).to_bits() == number.to_bits()
            {
                add(out, format_args!(" {number:?} fits in 32 bits: the engine writes 4 bytes."));
            }
        }
        Shown::Padding => {
            match name {
                name if name.starts_with("padding") => {
                    out.push_str("After them the next field begins at a multiple of 4 bytes from the start of the value.");
                }
                name => field(out, kind, member, name),
            }
        }
        _ => field(out, kind, member, name),
    }
}

fn field(out: &mut String, kind: &str, member: &str, name: &str) {
    match FIELDS.iter().find(|(field, _)| *field == name && member.is_empty()) {
        Some((_, sentence)) => {
            out.push_str(&sentence.replace("{}", if kind.is_empty() { "file" } else { kind }))
        }
        None if kind.is_empty() => add(out, format_args!("It is the field `{member}{name}`.")),
        None => add(out, format_args!("It is the field `{member}{name}` of the {kind}.")),
    }
}

/// Writes how an integer is read from its bytes: it follows from the bytes.
fn integer(out: &mut String, number: i128, bytes: &[u8]) {
    let in_order = |bytes: &mut dyn Iterator<Item = &u8>| {
        bytes.fold(0_u128, |number, byte| number << 8 | u128::from(*byte))
    };
    let bits = 8 * u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let is = |word: u128| {
        let sign = 128_u32.saturating_sub(bits);
        bytes.len() <= 16
            && (i128::try_from(word) == Ok(number) || (word << sign).cast_signed() >> sign == number)
    };
    let (big, little) = (in_order(&mut bytes.iter()), in_order(&mut bytes.iter().rev()));
    let width = 2 * bytes.len();
    let (count, hex) = (count(bytes), hex(bytes));
    let order = match (is(little), is(big)) {
        (true, true) => Some(("", little)),
        (true, false) => Some((", least significant first", little)),
        (false, true) => Some((", most significant first", big)),
        (false, false) => None,
    };
    match order {
        Some((_, word)) if bytes.len() == 1 => add(out, format_args!("{count}: 0x{word:02x} = {number}")),
        Some((order, word)) => {
            add(out, format_args!("{count}{order}: {hex} = 0x{word:0width$x} = {number}"));
        }
        None if is_varint(bytes) => add(
            out,
            format_args!(
                "{count} of a VarInt, the lowest seven bits first, and bit 7 if more follow: {hex} = {number}"
            ),
        ),
        None => add(out, format_args!("{count}: {hex}, of which some bits are the number {number}")),
    }
}

/// Returns whether the highest bit of each byte says that another follows.
fn is_varint(bytes: &[u8]) -> bool {
    bytes.split_last().is_some_and(|(last, rest)| *last < 0x80 && rest.iter().all(|byte| *byte >= 0x80))
}

fn float(out: &mut String, bits: u64, number: &dyn std::fmt::Debug, bytes: &[u8]) {
    let little = bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    let order = match (bytes.iter().eq(bytes.iter().rev()), little == bits) {
        (true, _) => "",
        (false, true) => ", least significant first",
        (false, false) => ", most significant first",
    };
    let width = 2 * bytes.len();
    add(
        out,
        format_args!(
            "{}{order}: {} = 0x{bits:0width$x}, the bits of the float {number:?} (IEEE 754)",
            count(bytes),
            hex(bytes)
        ),
    );
}

/// The number of bytes at the begin of a sentence.
fn count(bytes: &[u8]) -> String {
    const WORDS: [&str; 9] = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
    match (WORDS.get(bytes.len()), bytes.len()) {
        (_, 1) => "One byte".to_owned(),
        (Some(word), _) => format!("{word} bytes"),
        (None, count) => format!("{count} bytes"),
    }
}

fn hex(bytes: &[u8]) -> String {
    match bytes.get(..SHOWN) {
        Some(shown) if bytes.len() > SHOWN => format!("{} …", Hex(shown)),
        _ => Hex(bytes).to_string(),
    }
}

fn add(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(arguments); // Writing to a string does not fail.
}
