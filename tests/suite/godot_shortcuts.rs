//! Checks that what is there only for speed changes nothing: `skip`, which finds the end of a value for checks and views, and the
//! shortcut for common values. With a trace, which takes neither, everything is read and written with the same values, errors and
//! offsets. The bytes are those of the engines' tables, and generated.

use crate::godot_support::bits::same as same_bits;
#[cfg(feature = "proptest")]
use crate::support::positions::config;
use crate::support::positions::positions;
use crate::support::tsv::{hex, values};
use crate::support::{deep_encoder, deep_limits, with_stack};
use cookie_factory::gen_simple;
#[cfg(feature = "proptest")]
use gamewire::godot::generate::Values;
use gamewire::godot::wire::{self, Rules};
use gamewire::godot::{Decoder, Dialect, Variant};
use gamewire::grammar::{Read, Settings};
use gamewire::limits::Limits;
use gamewire::trace::{Event, Trace};
use nom::Err;
#[cfg(feature = "proptest")]
use proptest::prelude::*;

/// A trace that takes no notice of anything.
#[derive(Clone, Copy)]
struct Unconcerned;

impl Trace for Unconcerned {
    fn event(self, _: Event<'_>) {}
}

/// Checks that both results have equal bits or equal errors.
fn same_read(a: &Read<'_, Variant>, b: &Read<'_, Variant>) -> bool {
    match (a, b) {
        (Ok((rest, a)), Ok((rest_of_b, b))) => rest == rest_of_b && same_bits(a, b),
        (Err(a), Err(b)) => format!("{a:?}") == format!("{b:?}"),
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
    }
}

/// Reads with and without shortcuts, compares the end with that of a check, and writes the value with and without them.
fn agree(rules: &Rules, limits: Limits, bytes: &[u8]) {
    let settings = Settings::new(rules, limits);
    let context = || format!("{} in {}", hex(bytes), rules.dialect.name());
    let read = wire::variant(settings.traced(Unconcerned))(bytes);
    let shortly = wire::variant(settings.cx())(bytes);
    assert!(same_read(&read, &shortly), "{}: {read:?}, with shortcuts {shortly:?}", context());
    let decoder = Decoder::new(rules.dialect).allow_objects(rules.objects);
    let decoder = decoder.max_depth(limits.depth).max_stack(limits.stack);
    let end = read.as_ref().ok().map(|(rest, _)| bytes.len() - rest.len());
    assert_eq!(decoder.check_prefix(bytes).ok(), end, "{}", context());
    if let Ok((_, value)) = &read {
        agree_on_writing(rules.dialect, value);
    }
}

fn agree_on_writing(dialect: Dialect, value: &Variant) -> Option<Vec<u8>> {
    let rules = Rules::from(dialect);
    let settings = Settings::new(&rules, deep_limits());
    let written = gen_simple(wire::gen_variant(settings.traced(Unconcerned), value), Vec::new()).ok();
    assert_eq!(deep_encoder(dialect).encode(value).ok(), written, "{value} in {}", dialect.name());
    written
}

fn rules(dialect: Dialect, objects: bool) -> Rules {
    let mut rules = Rules::from(dialect);
    rules.objects = objects;
    rules
}

#[test]
fn all_bytes_of_the_engines_tables() {
    crate::support::all_bytes_of_the_engines_tables(|dialect, bytes, objects| {
        for &objects in objects {
            agree(&rules(dialect, objects), deep_limits(), bytes);
        }
    });
}

/// The bytes that engines wrote are read and written again without shortcuts.
#[test]
fn what_engines_wrote_is_written_without_shortcuts() {
    with_stack(|| {
        for row in values("godot4/values-4.6.3.tsv").into_iter().filter(|row| row.bytes.len() < 4096) {
            let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(row.full);
            let value = decoder.parse(&row.bytes).unwrap();
            let engines = decoder.verify(&row.bytes) == gamewire::godot::Verdict::Identical;
            let written = agree_on_writing(Dialect::GODOT_4, &value);
            assert_eq!(written.as_ref() == Some(&row.bytes), engines, "{}", hex(&row.bytes));
        }
    });
}

#[test]
fn every_cut_of_what_engines_wrote() {
    with_stack(|| {
        for row in values("godot4/values-4.6.3.tsv").into_iter().filter(|row| row.bytes.len() < 200) {
            for end in positions(row.bytes.len()) {
                agree(&rules(Dialect::GODOT_4, row.full), Limits::GODOT, &row.bytes[..end]);
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
            let mut limits = Limits::GODOT;
            limits.depth = limit;
            for depth in 0..5 {
                let bytes = inside_of_arrays(depth, inner);
                agree(&rules(Dialect::GODOT_3, false), limits, &bytes);
                let decoder = Decoder::new(Dialect::GODOT_3).max_depth(limit);
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
                assert_eq!(agree_on_writing(Dialect::GODOT_4, &value), None, "{at} of {length}");
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
        let block = string(&text);
        for dialect in [Dialect::GODOT_4, Dialect::GODOT_3, Dialect::GODOT_2] {
            let decoder = Decoder::new(dialect);
            // An array needs bytes after the text.
            let array = dialect.encode(&Variant::from(vec![Variant::Nil, Variant::Nil])).unwrap();
            let inside = [&array[..8], &block, &[0; 4]].concat();
            for bytes in [&block[..], &inside, &inside[..inside.len() - 4], &block[..8 + text.len() - 1]] {
                let owned = decoder.parse(bytes);
                assert!(decoder.parse(bytes) == owned, "{} in {}", hex(&bytes[..64]), dialect.name());
            }
        }
    }
}

/// Large text is validated and copied in blocks, of which the last character may be cut.
#[test]
fn characters_across_blocks_are_whole() {
    const BLOCK: usize = 1 << 13;
    let decoder = Decoder::new(Dialect::GODOT_4);
    for character in ["\u{e9}", "\u{65e5}", "\u{1f600}"] {
        for before in [BLOCK - 4, BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, 3 * BLOCK - 1] {
            let text = format!("{}{character}{}", "a".repeat(before), "b".repeat(9 * BLOCK));
            let owned = decoder.parse(&string(text.as_bytes())).unwrap();
            assert_eq!(owned.as_str(), Some(text.as_str()), "{before}");
        }
    }
    assert!(decoder.parse(&string(&vec![0x80; 9 * BLOCK])).is_err(), "continued from nothing");
}

/// A String of Godot 4.
fn string(text: &[u8]) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap().to_le_bytes();
    let mut bytes = [&[4, 0, 0, 0], &length[..], text].concat();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

#[cfg(feature = "proptest")]
proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn generated_values_are_written_alike(value in Values::new(Dialect::GODOT_4).any()) {
        for &dialect in Dialect::ALL {
            agree_on_writing(dialect, &value);
        }
    }
}

/// A failure is of the kind that other parsers of an `alt` may follow.
#[test]
fn failures_are_recoverable() {
    let rules = rules(Dialect::GODOT_4, false);
    let read = wire::variant(Settings::new(&rules, Limits::GODOT).cx())(&[2, 0, 0]);
    assert!(matches!(read, Err(Err::Error(_))), "{read:?}");
}
