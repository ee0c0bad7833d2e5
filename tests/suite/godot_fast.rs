//! The fast path is equivalent to the plain grammar: everything that engines wrote or were given is read
//! and written both ways, and values, errors and their places are the same.

use crate::godot_support::bits::same as same_bits;
use crate::support::positions::{config, positions};
use crate::support::tsv::{hex, values};
use crate::support::with_stack;
use gamewire::DecodeError;
use gamewire::explain::Explainer;
use gamewire::godot::generate::Values;
use gamewire::godot::plain::{self, Plain};
use gamewire::godot::wire::{self, Rules};
use gamewire::godot::{Decoder, Dialect, Encoder, Variant};
use gamewire::limits::Limits;
use nom::{Check, Complete, Emit, OutputM, Parser};
use proptest::prelude::*;

/// What is read: the value and the bytes after it, or an error.
type Read<'a> = Result<(Variant<'a>, &'a [u8]), DecodeError>;

/// The same bits, or the same error.
fn same_read(a: &Read<'_>, b: &Read<'_>) -> bool {
    match (a, b) {
        (Ok((a, rest)), Ok((b, rest_of_b))) => rest == rest_of_b && same_bits(a, b),
        (Err(a), Err(b)) => a == b,
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
    }
}

/// Reads both ways, as borrowed value, owned value, nothing and rows, and writes what comes out both ways.
fn agree(decoder: &Decoder, bytes: &[u8]) {
    agree_on_the_rest(decoder, bytes, &agree_on_reading(decoder, bytes));
}

fn agree_on_reading<'a>(decoder: &Decoder, bytes: &'a [u8]) -> Read<'a> {
    let (read, plainly) = (decoder.parse_prefix(bytes), Plain(*decoder).parse_prefix(bytes));
    let context = || format!("{} in {}", hex(bytes), decoder.dialect().name());
    assert!(same_read(&read, &plainly), "{}: {read:?}, and plainly {plainly:?}", context());
    read
}

fn agree_on_the_rest(decoder: &Decoder, bytes: &[u8], read: &Read<'_>) {
    let plain = Plain(*decoder);
    let context = || format!("{} in {}", hex(bytes), decoder.dialect().name());
    assert_eq!(decoder.check(bytes), plain.check(bytes), "{}", context());
    assert_eq!(decoder.check_prefix(bytes), plain.check_prefix(bytes), "{}", context());
    agree_on_explaining(decoder, bytes);
    if let Ok((value, rest)) = read {
        let used = &bytes[..bytes.len() - rest.len()];
        let (owned, plainly) = (decoder.parse_owned(used).unwrap(), plain.parse_owned(used).unwrap());
        assert!(same_bits(&owned, &plainly), "{}", context());
        assert_eq!(decoder.verify(bytes), plain.verify(bytes), "{}", context());
        agree_on_writing(decoder.dialect(), value);
    }
}

fn agree_on_explaining(decoder: &Decoder, bytes: &[u8]) {
    let plain = Plain(*decoder);
    let context = || format!("{} in {}", hex(bytes), decoder.dialect().name());
    // The rest of an explanation is made of the value and of the verdict, and takes longer than all the others.
    let rows = |explainer: Explainer<'_>| {
        let mut rows = Vec::new();
        let outcome = explainer.rows(|row| rows.push(row.clone()));
        (rows, outcome)
    };
    assert_eq!(rows(decoder.explainer(bytes)), rows(plain.explainer(bytes)), "{}", context());
}

fn agree_on_writing(dialect: Dialect, value: &Variant<'_>) {
    let encoder = Encoder::new(dialect);
    assert_eq!(encoder.encode(value), Plain(encoder).encode(value), "{value} in {}", dialect.name());
    assert_eq!(encoder.encoded_len(value), Plain(encoder).encoded_len(value));
}

/// With objects and equal keys refused and kept. What is made of the same value or error is the same.
fn everywhere(dialect: Dialect, bytes: &[u8], objects: &[bool]) {
    let mut seen: Vec<Read<'_>> = Vec::new();
    for &objects in objects {
        for keep in [false, true] {
            let decoder = Decoder::new(dialect).allow_objects(objects).keep_duplicates(keep);
            let read = agree_on_reading(&decoder, bytes);
            if !seen.iter().any(|seen| same_read(seen, &read)) {
                agree_on_the_rest(&decoder, bytes, &read);
                seen.push(read);
            }
        }
    }
}

/// The plain grammar needs more stack: values a thousand levels deep are read by the fast path alone.
#[test]
fn all_bytes_of_the_engines_tables() {
    crate::support::all_bytes_of_the_engines_tables(everywhere);
}

#[test]
fn every_cut_of_what_engines_wrote() {
    with_stack(|| {
        for row in values("godot4/values-4.6.3.tsv").into_iter().filter(|row| row.bytes.len() < 200) {
            let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(row.full);
            for end in positions(row.bytes.len()) {
                agree(&decoder, &row.bytes[..end]);
            }
        }
    });
}

/// nom's modes end where plain parsing ends, or fail where it fails.
macro_rules! modes_agree {
    ($variant:path) => {
        let mut rules = Rules::from(Dialect::GODOT_4);
        rules.objects = true;
        let cx = wire::Cx::new(&rules, &Limits::GODOT);
        for row in values("godot4/values-4.6.3.tsv").into_iter().filter(|row| row.bytes.len() < 4096) {
            let (rest, _) = $variant(cx).process::<OutputM<Emit, Emit, Complete>>(&row.bytes).unwrap();
            let (end, ()) = $variant(cx).process::<OutputM<Check, Emit, Complete>>(&row.bytes).unwrap();
            assert_eq!(rest, end);
            let cut = &row.bytes[..row.bytes.len() - 1];
            let refused = $variant(cx).process::<OutputM<Check, Check, Complete>>(cut);
            assert_eq!(refused.is_err(), $variant(cx).parse(cut).is_err());
        }
    };
}

#[test]
fn modes_of_nom_are_equivalent() {
    with_stack(|| {
        modes_agree!(wire::variant);
        modes_agree!(plain::plain_variant);
    });
}

#[test]
fn limits_are_the_same_for_all_readers() {
    let nested = |depth: usize| [&[19, 0, 0, 0, 1, 0, 0, 0].repeat(depth)[..], &[0; 4]].concat();
    with_stack(move || {
        for limit in 0..20 {
            for depth in 0..22 {
                agree(&Decoder::new(Dialect::GODOT_3).max_depth(limit), &nested(depth));
            }
        }
    });
}

/// Only what is inside a container is one level deeper, so that an empty one is allowed where a null is.
#[test]
fn an_empty_container_at_the_limit_of_depth() {
    let inside_of_arrays =
        |depth: u32, inner: &[u8]| [&[19, 0, 0, 0, 1, 0, 0, 0].repeat(depth as usize)[..], inner].concat();
    let [array, dictionary] = [19, 18].map(|id| [id, 0, 0, 0, 0, 0, 0, 0]);
    for inner in [&[0; 4][..], &array, &dictionary] {
        for limit in 0..4 {
            let decoder = Decoder::new(Dialect::GODOT_3).max_depth(limit);
            for depth in 0..5 {
                let bytes = inside_of_arrays(depth, inner);
                agree(&decoder, &bytes);
                assert_eq!(decoder.check(&bytes).is_ok(), depth <= limit, "{depth} of {limit}: {inner:?}");
            }
        }
    }
}

/// Engines read text up to its first NUL, so none is written, wherever it is.
#[test]
fn a_nul_is_refused_in_every_place_of_a_text() {
    for length in 1..=70 {
        for at in 0..length {
            let mut text = "a".repeat(length);
            text.replace_range(at..=at, "\0");
            for value in [Variant::from(text.clone()), Variant::StringName(text.into())] {
                agree_on_writing(Dialect::GODOT_4, &value);
                assert!(Dialect::GODOT_4.encode(&value).is_err(), "{at} of {length}");
            }
        }
    }
}

/// Large text is copied in blocks of 8 KiB, where it is owned.
#[test]
fn large_text_is_the_same_in_blocks() {
    const LENGTH: usize = 66_000;
    const BORDER: usize = 1 << 13;
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for character in ["a", "\u{e9}", "\u{65e5}", "\u{1f600}"] {
        // The border of blocks is at each byte of a character.
        for shift in 0..character.len() {
            texts.push(["b".repeat(shift), character.repeat(LENGTH / character.len())].concat().into());
        }
    }
    let ascii = vec![b'a'; LENGTH];
    for at in [0, BORDER - 1, BORDER, BORDER + 1, LENGTH - 1] {
        for odd in [0, 0x80, 0xc3, 0xff] {
            let mut text = ascii.clone();
            text[at] = odd;
            texts.push(text);
        }
    }
    texts.push([&[0xef, 0xbb, 0xbf][..], &ascii].concat());
    texts.push(vec![0x80; LENGTH]);
    for text in texts {
        let length = u32::try_from(text.len()).unwrap().to_le_bytes();
        let padded = text.len().next_multiple_of(4);
        let block = [&[4, 0, 0, 0][..], &length, &text, &vec![0; padded - text.len()]].concat();
        for dialect in [Dialect::GODOT_4, Dialect::GODOT_3, Dialect::GODOT_2] {
            let decoder = Decoder::new(dialect);
            // An array needs bytes after the text.
            let array = dialect.encode(&Variant::from(vec![Variant::Nil, Variant::Nil])).unwrap();
            let inside = [&array[..8], &block, &[0; 4]].concat();
            for bytes in [&block[..], &inside, &inside[..inside.len() - 4], &block[..8 + text.len() - 1]] {
                let (owned, plainly) = (decoder.parse_owned(bytes), Plain(decoder).parse_owned(bytes));
                assert!(owned == plainly, "{} in {}", hex(&bytes[..64]), dialect.name());
                assert!(decoder.parse(bytes) == owned);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn generated_values_are_written_alike(value in Values::new(Dialect::GODOT_4).any()) {
        for &dialect in Dialect::ALL {
            agree_on_writing(dialect, &value);
        }
    }
}

/// Large text is validated and copied in blocks, of which the last character may be cut.
#[test]
fn characters_across_blocks_are_whole() {
    const BLOCK: usize = 1 << 13;
    let decoder = Decoder::new(Dialect::GODOT_4);
    let value = |text: &[u8]| {
        let mut bytes = [&[4, 0, 0, 0], &(text.len() as u32).to_le_bytes()[..], text].concat();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    };
    for character in ["\u{e9}", "\u{65e5}", "\u{1f600}"] {
        for before in [BLOCK - 4, BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, 3 * BLOCK - 1] {
            let text = format!("{}{character}{}", "a".repeat(before), "b".repeat(9 * BLOCK));
            assert_eq!(plain::copied_in_blocks(text.as_bytes()).as_ref(), Some(&text), "{before}");
            let bytes = value(text.as_bytes());
            agree(&decoder, &bytes);
            let owned = decoder.parse_owned(&bytes).unwrap();
            assert_eq!(owned.as_str(), Some(text.as_str()), "{before}");
        }
    }
    assert_eq!(plain::copied_in_blocks(&vec![0x80; 3 * BLOCK]), None);
    let continued = value(&vec![0x80; 9 * BLOCK]);
    agree(&decoder, &continued);
    assert!(decoder.parse_owned(&continued).is_err(), "continued from nothing");
}
