//! Compares what explanations say about the bytes of rows with a second reader, which takes numbers and text from the bytes by the
//! rules of the specification and shares nothing with the parsers. The bytes are the samples of the crate.

use crate::support::positions::share;
use gamewire::explain::{Explanation, Role, Row};
use gamewire::godot::{Decoder, Dialect};
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire_fixtures::golden::lenient;
use gamewire_fixtures::golden::minecraft_tables;
use gamewire_fixtures::{GODOT, godot_samples, rejected_samples};

/// The order of bytes in a format.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Order {
    Little,
    Big,
}

/// The unsigned number of some bytes.
fn word(order: Order, bytes: &[u8]) -> u128 {
    let mut buffer = [0; 16];
    let (low, _) = buffer.split_at_mut(bytes.len());
    low.copy_from_slice(bytes);
    if order == Order::Big {
        low.reverse();
    }
    u128::from_le_bytes(buffer)
}

/// The signed number of some bytes.
fn signed(order: Order, bytes: &[u8]) -> i128 {
    let spare = 128 - 8 * bytes.len();
    word(order, bytes).cast_signed() << spare >> spare
}

/// The number of groups of seven bits, as many bits of it as a VarInt or VarLong has.
fn groups(bytes: &[u8], bits: u32) -> u128 {
    let mut number = 0;
    for (at, byte) in bytes.iter().enumerate() {
        assert_eq!(*byte >= 0x80, at + 1 < bytes.len(), "{bytes:02x?}");
        number += u128::from(byte % 128) * 128_u128.pow(at as u32);
    }
    number % 2_u128.pow(bits)
}

/// The number that a zigzag stands for.
fn zigzag(number: u128) -> i128 {
    let half = (number / 2).cast_signed();
    if number.is_multiple_of(2) { half } else { -half - 1 }
}

/// The number of code points of modified UTF-8.
fn modified_characters(bytes: &[u8]) -> usize {
    let (mut units, mut rest) = (Vec::new(), bytes);
    while let [lead, ..] = rest {
        let length = match lead {
            0..0x80 => 1,
            0xc0..0xe0 => 2,
            _ => 3,
        };
        let (sequence, after) = rest.split_at(length);
        let unit = match *sequence {
            [a] => u16::from(a),
            [a, b] => (u16::from(a) & 0x1f) << 6 | u16::from(b) & 0x3f,
            [a, b, c] => u16::from(a) << 12 | (u16::from(b) & 0x3f) << 6 | u16::from(c) & 0x3f,
            _ => unreachable!(),
        };
        units.push(unit);
        rest = after;
    }
    char::decode_utf16(units).count()
}

/// The number of bytes at the start of a sentence.
fn byte_count(says: &str) -> Option<usize> {
    let (count, rest) = says.split_once(" byte")?;
    assert_eq!(!rest.starts_with('s'), count == "One", "{says}");
    let words = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
    words.iter().position(|word| *word == count).map(|at| at + 1).or_else(|| count.parse().ok())
}

/// The text between two others.
fn between<'s>(says: &'s str, before: &str, after: &str) -> Option<&'s str> {
    let (_, rest) = says.split_once(before)?;
    Some(rest.split_once(after).map_or(rest, |(between, _)| between))
}

/// The first number of a text.
fn leading_number(text: &str) -> i128 {
    let end = text.find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or_else(|_| panic!("{text}"))
}

/// Holds each statement about a row against its bytes.
pub(crate) fn check(row: &Row, bytes: &[u8], order: Order) {
    let (says, meaning) = (row.sentences(), row.meaning.as_str());
    let context = format!("{meaning}\n{bytes:02x?}\n{says}");
    if matches!(row.role, Role::Unread | Role::Omitted) {
        return;
    }
    assert!(says.ends_with('.') && !says.contains("  "), "{context}");
    if says.contains("least significant first") || says.contains("most significant first") {
        let is_little = says.contains("least significant first");
        assert_eq!(is_little, order == Order::Little, "{context}");
    }
    if says.contains(" of ") && (says.contains(" each, ") || says.contains(" × ")) {
        return check_several(says, meaning, bytes, order, &context);
    }
    assert_eq!(byte_count(says), Some(bytes.len()), "{context}");
    // The bytes.
    if let Some(shown) = between(says, ": ", ";") {
        let hex: Vec<u8> = shown
            .split(' ')
            .map_while(|byte| match byte.trim_end_matches(['.', ',', ':', ';']) {
                byte if byte.len() == 2 => u8::from_str_radix(byte, 16).ok(),
                _ => None,
            })
            .collect();
        let is_text = says.contains("UTF-8") && says.contains("character");
        assert!(is_text || says.contains(": 0x") || !hex.is_empty(), "{context}");
        if !is_text && !hex.is_empty() {
            assert_eq!(hex, bytes[..hex.len()], "{context}");
            assert!(hex.len() == bytes.len() || says.contains(" …") && hex.len() == 16, "{context}");
        }
    }
    // The word.
    if let Some(hex) = between(says, "0x", " ").map(|hex| hex.trim_end_matches([',', '.', ';']))
        && !says.contains("VarInt")
        && !says.contains("VarLong")
        && !says.contains(": NaN")
    {
        assert_eq!(u128::from_str_radix(hex, 16), Ok(word(order, bytes)), "{context}");
        assert_eq!(hex.len(), 2 * bytes.len(), "{context}");
    }
    // The number.
    let number = says.split(" = ").last().filter(|_| says.contains(" = ") && !says.contains("the bits of"));
    if says.contains(", signed: ") {
        assert_eq!(leading_number(number.unwrap()), signed(order, bytes), "{context}");
    } else if says.contains(", unsigned: ") && number.is_some_and(|number| !number.starts_with("0x")) {
        let number = leading_number(number.unwrap());
        assert_eq!(number.cast_unsigned(), word(order, bytes), "{context}");
    } else if let Some(low) = between(says, "the low ", " bits are ") {
        let number = leading_number(between(says, " bits are ", ";").unwrap());
        let low: u32 = low.parse().unwrap();
        assert_eq!(number.cast_unsigned(), word(order, bytes) % 2_u128.pow(low), "{context}");
    }
    if let Some(flag) = between(says, "which is ", ".") {
        assert_eq!(flag == "true", word(order, bytes) != 0, "{context}");
    }
    for (name, bits) in [("VarInt", 32), ("VarLong", 64)] {
        if says.contains(&format!("of a zigzag {name}")) {
            let word = groups(bytes, bits);
            assert!(
                says.contains(&format!(" = {word}; bit 0 is the sign, so it is {}", zigzag(word))),
                "{context}"
            );
        } else if says.contains(&format!("of a {name}")) {
            let word = groups(bytes, bits);
            let spare = 128 - bits;
            let number = word.cast_signed() << spare >> spare;
            assert!(says.contains(&format!(" = 0x{word:02x} = {number}")), "{context}");
            let is_padded = bytes.len() > 1 && bytes.last() == Some(&0);
            assert_eq!(says.contains("in more bytes than it needs"), is_padded, "{context}");
            assert_eq!(meaning.contains("in more bytes than it needs"), is_padded, "{context}");
        }
    }
    if let Some(float) = between(says, "the bits of the float ", " (IEEE") {
        let is = match *bytes {
            [a, b, c, d] => format!("{:?}", f32::from_bits(word(order, &[a, b, c, d]) as u32)),
            _ => format!("{:?}", f64::from_bits(word(order, bytes) as u64)),
        };
        assert_eq!(float, is, "{context}");
        if let Some(bits) = between(meaning, "(bits 0x", ")") {
            assert_eq!(u128::from_str_radix(bits, 16), Ok(word(order, bytes)), "{context}");
        }
    }
    if let Some(rest) = between(says, " of UTF-8", " character")
        && says.contains(" character")
    {
        let count = rest.rsplit(' ').next().unwrap().parse::<usize>().unwrap();
        let text = String::from_utf8_lossy(bytes);
        let read = if rest.contains("at a NUL") { text.split('\0').next().unwrap() } else { &text };
        assert_eq!(count, read.trim_start_matches('\u{feff}').chars().count(), "{context}");
        assert_eq!(says.contains("not UTF-8"), std::str::from_utf8(bytes).is_err(), "{context}");
    } else if let Some(rest) = between(says, " of modified UTF-8: ", " character")
        && says.contains(" character")
    {
        assert_eq!(rest.parse(), Ok(modified_characters(bytes)), "{context}");
    }
    if says.contains("It ends the text.") {
        assert_eq!(bytes, [0], "{context}");
    }
    if says.contains("has 64 bits") || says.contains("has 32 bits") {
        assert_eq!(bytes.len() == 8, says.contains("has 64 bits"), "{context}");
    }
    if says.contains("It fits in 32 bits") {
        let number = signed(order, bytes);
        let is_float = says.contains("IEEE 754");
        let float = f64::from_bits(word(order, bytes) as u64);
        let fits = if is_float { f64::from(float as f32) == float } else { i32::try_from(number).is_ok() };
        assert!(fits && bytes.len() == 8, "{context}");
    }
    // A form is said of every field that has one.
    let name = meaning.rsplit(": ").next().unwrap_or(meaning);
    let is_plain =
        says.split_once(':').is_some_and(|(before, _)| before.ends_with("byte") || before.ends_with("bytes"));
    let is_one = is_plain && says.contains("0x");
    let known = ["terminating NUL", "byte order mark", "not UTF-8", "not allowed"];
    assert!(!is_plain || is_one || known.iter().any(|known| meaning.contains(known)), "{name}: {context}");
}

/// Several numbers in one row.
fn check_several(says: &str, meaning: &str, bytes: &[u8], order: Order, context: &str) {
    let sizes = [("one byte", 1), ("two bytes", 2), ("four bytes", 4), ("eight bytes", 8)];
    let size = sizes.iter().find(|(name, _)| says.contains(&format!(" of {name}"))).expect(context).1;
    let count = if says.starts_with("One ") { 1 } else { usize::try_from(leading_number(says)).unwrap() };
    assert_eq!(count * size, bytes.len(), "{context}");
    let Some((tuple, _)) = meaning.split_once('(').and_then(|(_, tuple)| tuple.rsplit_once(')')) else {
        return;
    };
    let nan = |bits: u128| format!("NaN (bits {bits:#x})");
    let numbers: Vec<String> = bytes
        .chunks(size)
        .map(|number| match (says.contains("floats"), size, word(order, number)) {
            (true, 4, bits) if f32::from_bits(bits as u32).is_nan() => nan(bits),
            (true, 4, bits) => f32::from_bits(bits as u32).to_string(),
            (true, _, bits) if f64::from_bits(bits as u64).is_nan() => nan(bits),
            (true, _, bits) => f64::from_bits(bits as u64).to_string(),
            _ => signed(order, number).to_string(),
        })
        .collect();
    assert_eq!(tuple, numbers.join(", "), "{context}");
}

/// Holds counts against what follows them.
fn check_counts(rows: &[Row]) {
    for (at, row) in rows.iter().enumerate() {
        let says = row.sentences();
        let Some(number) = row.meaning.rsplit_once(" = ").map(|(_, number)| number) else { continue };
        let inside = rows[at + 1..].iter().take_while(|inner| inner.start >= row.start);
        if says.contains("It counts the bytes of text") {
            let count = usize::try_from(leading_number(number)).unwrap();
            let mut length = 0;
            for part in inside {
                let is_text = !part.meaning.contains("padding to a multiple of 4");
                if length == count || !is_text {
                    break;
                }
                length += part.len;
                let ends = part.meaning.contains("terminating NUL");
                assert!(!ends || says.contains("the NUL that ends it"), "{says}\n{rows:#?}");
            }
            assert_eq!(length, count, "{says}\n{rows:#?}");
            let next = rows.iter().find(|next| next.start == row.start + row.len + count);
            let is_padded = next.is_some_and(|next| next.meaning.contains("padding to a multiple of 4"));
            assert_eq!(says.contains("without the padding after them"), is_padded, "{says}\n{rows:#?}");
        } else if says.contains("It counts the elements") && leading_number(number) <= 8 && row.depth < 12 {
            let count = usize::try_from(leading_number(number)).unwrap();
            let depth = row.path().segments().len();
            let elements: std::collections::BTreeSet<_> = rows[at + 1..]
                .iter()
                .take_while(|inner| {
                    inner.path().segments().len() > depth || inner.meaning.contains("more elements")
                })
                .map(|inner| inner.path().segments()[depth].to_string())
                .collect();
            let is_run = rows.get(at + 1).is_some_and(|next| next.path().segments().len() == depth);
            assert!(is_run || elements.len() == count, "{count}: {elements:?}\n{rows:#?}");
        } else if says.contains("No ") && says.contains(" follows.") {
            assert_eq!(leading_number(number), 0, "{says}");
        }
    }
}

fn check_all(explanation: &Explanation, bytes: &[u8], order: Order) {
    for row in explanation.rows() {
        check(row, &bytes[row.start..row.start + row.len], order);
    }
    if explanation.error().is_none() {
        check_counts(explanation.rows());
    }
}

#[test]
fn what_is_said_about_godot_is_true() {
    for dialect in GODOT.iter().copied() {
        for (number, sample) in godot_samples(dialect).into_iter().enumerate() {
            let decoder = Decoder::new(sample.dialect).allow_objects(true);
            check_all(&decoder.explain(&sample.bytes), &sample.bytes, Order::Little);
            for end in share(&Vec::from_iter(0..sample.bytes.len()), number) {
                let cut = &sample.bytes[..*end];
                check_all(&decoder.explain(cut), cut, Order::Little);
            }
        }
    }
    for sample in lenient(|_, _| None) {
        let decoder = Decoder::new(Dialect::from_name(&sample.format).unwrap()).allow_objects(true);
        check_all(&decoder.explain(&sample.bytes), &sample.bytes, Order::Little);
    }
    for sample in rejected_samples() {
        let decoder = Decoder::new(sample.dialect).allow_objects(true);
        check_all(&decoder.explain(&sample.bytes), &sample.bytes, Order::Little);
    }
}

#[test]
fn what_is_said_about_minecraft_is_true() {
    let mut forms = 0;
    for (number, sample) in minecraft_tables(|_, _, _| None).into_iter().enumerate() {
        let expr: TypeExpr = sample.kind.parse().unwrap();
        check_all(&expr.explain(Protocol::V1_14, &sample.bytes), &sample.bytes, Order::Big);
        for end in share(&Vec::from_iter(0..sample.bytes.len().min(64)), number) {
            let cut = &sample.bytes[..*end];
            check_all(&expr.explain(Protocol::V1_14, cut), cut, Order::Big);
        }
        // The value is also written in the two forms of the Bedrock edition.
        let Ok(value) = expr.parse(Protocol::V1_14, &sample.bytes) else { continue };
        for protocol in [Protocol::BEDROCK, Protocol::BEDROCK_NETWORK] {
            if sample.kind == "nbt"
                && let Ok(bytes) = expr.encode(protocol, &value)
            {
                check_all(&expr.explain(protocol, &bytes), &bytes, Order::Little);
                forms += 1;
            }
        }
    }
    assert!(forms > 20, "{forms}");
}

/// The table has the format, the bytes, the offset of the row, the end of its text, and all sentences about it.
#[test]
fn what_was_said_wrongly_is_right() {
    let table = include_str!("../fixtures/sentences.tsv");
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [format, hex, at, meaning, says] = *line.split('\t').collect::<Vec<_>>() else {
            panic!("{line}")
        };
        let digits: String = hex.split(' ').collect();
        let bytes: Vec<u8> = (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
            .collect();
        let explanation = match format.split_once('/') {
            Some((edition, expr)) => {
                let protocol =
                    if edition == "minecraft" { Protocol::V1_14 } else { Protocol::BEDROCK_NETWORK };
                expr.parse::<TypeExpr>().unwrap().explain(protocol, &bytes)
            }
            None => Decoder::new(Dialect::from_name(format).unwrap()).explain(&bytes),
        };
        let Some(row) = explanation.rows().iter().find(|row| row.start.to_string() == at) else {
            wrong.push(format!("{format} {hex} {at}: no row\n{}", explanation.text()));
            continue;
        };
        let shown = row.meaning.split("        <- ").next().unwrap();
        let is_right = shown == meaning && (says.is_empty() || row.sentences() == says);
        if !is_right {
            wrong.push(format!(
                "{format} {hex} {at}\n  {}\n  {meaning}\n  {}\n  {says}",
                row.meaning,
                row.sentences()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
