//! Checks that all bytes of the engines' tables are read inside an array and a dictionary, as key and as value, as they are read
//! alone, or fail at the same place for the same reason.

use crate::godot_support::bits::same as same_bits;
use crate::support::positions::{config, positions, share};
use crate::support::tsv::hex;
use crate::support::{deep_decoder, deep_limits};
use gamewire::godot::wire::{self, Rules};
use gamewire::godot::{Decoder, Dialect, Kind, Variant};
use gamewire::grammar::Settings;
use gamewire::{DecodeError, DecodeErrorKind};
use proptest::prelude::*;

/// An error where it would be if `bytes` more stood in front.
fn place(error: &DecodeError, bytes: usize) -> (usize, &DecodeErrorKind) {
    (error.offset() + bytes, error.kind())
}

/// A value alone and the bytes after it.
type Alone<'a> = Result<(Variant, &'a [u8]), DecodeError>;

/// Whether `bytes`, which may be anything and are `alone` when nothing is around them, mean the same after `front`.
fn agree(
    (decoder, rules): (&Decoder, &Rules),
    front: &[u8],
    bytes: &[u8],
    alone: &Alone<'_>,
    unwrap: impl Fn(Variant) -> Variant,
) {
    let whole = [front, bytes].concat();
    let context = || format!("{} after {} in {}", hex(bytes), hex(front), decoder.dialect().name());
    let within = decoder.parse_prefix(&whole);
    let checked = wire::variant(Settings::new(rules, deep_limits()).cx())(&whole);
    assert_eq!(checked.is_ok(), within.is_ok(), "{}", context());
    match (alone, within) {
        (Ok((alone, rest)), Ok((within, rest_within))) => {
            assert_eq!(*rest, rest_within, "{}", context());
            assert!(same_bits(alone, &unwrap(within)), "{}", context());
            let owned = decoder.parse(&whole[..whole.len() - rest.len()]).unwrap();
            assert!(same_bits(alone, &unwrap(owned)), "{}", context());
        }
        (Err(alone), Err(within)) => {
            assert_eq!(place(alone, front.len()), place(&within, 0), "{}", context());
        }
        (alone, within) => panic!("{}: {alone:?}, {within:?}", context()),
    }
}

fn word(number: u32) -> [u8; 4] {
    number.to_le_bytes()
}

/// The only element of an array, the only value and the only key of a dictionary, and the last element of two.
fn agree_everywhere(dialect: Dialect, objects: bool, bytes: &[u8]) {
    // Fewer bytes than a header takes are reported as missing by the caller.
    if bytes.len() < 4 {
        return;
    }
    let decoder = &deep_decoder(dialect).allow_objects(objects);
    let mut rules = Rules::from(dialect);
    rules.objects = objects;
    let alone = decoder.parse_prefix(bytes);
    let id = |kind| word(dialect.id(kind).unwrap().into());
    let array = [id(Kind::Array), word(1)].concat();
    agree((decoder, &rules), &array, bytes, &alone, |value| only(value, false));
    let two = [id(Kind::Array), word(2), id(Kind::Nil)].concat();
    agree((decoder, &rules), &two, bytes, &alone, |value| only(value, false));
    let value_of = [id(Kind::Dictionary), word(1), id(Kind::Nil)].concat();
    agree((decoder, &rules), &value_of, bytes, &alone, |value| only(value, false));
    // A key, if it ends where it ends with nil after it as well: padding may be missing at the end of the input.
    let nil = id(Kind::Nil);
    let followed = [bytes, &nil[..]].concat();
    if let Ok((alone, rest)) = decoder.parse_prefix(&followed)
        && rest == nil
    {
        let whole = [&id(Kind::Dictionary)[..], &word(1), &followed].concat();
        let within = decoder.parse(&whole).unwrap();
        assert!(same_bits(&alone, &only(within, true)), "{}", hex(&whole));
    }
}

/// The last element, or an entry's key or value.
fn only(value: Variant, key: bool) -> Variant {
    match value {
        Variant::Array(array) => array.into_vec().pop().unwrap(),
        Variant::Dictionary(dictionary) => {
            let (name, entry) = dictionary.into_vec().pop().unwrap();
            if key { name } else { entry }
        }
        other => panic!("{other:?}"),
    }
}

/// In the dialects of [`share`].
fn in_dialects(number: usize, bytes: &[u8]) {
    for &dialect in share(Dialect::ALL, number) {
        agree_everywhere(dialect, false, bytes);
    }
}

/// A row a little less deep than the limit is beyond it inside another container.
#[test]
fn all_bytes_of_the_engines_tables() {
    crate::support::all_bytes_of_the_engines_tables(|dialect, bytes, objects| {
        for &objects in objects {
            agree_everywhere(dialect, objects, bytes);
        }
    });
}

/// Text of every length around the lengths where ways part, with a byte of every kind in every place.
#[test]
fn text_of_every_length_and_kind() {
    for length in (0..=26).chain(60..=70) {
        let ascii: Vec<u8> = (0..length).map(|n| b'a' + (n % 26) as u8).collect();
        let odd = |odd: u8| positions(length).map(move |at| (at, odd));
        let texts = [0, 0x7f, 0x80, 0xc3, 0xef, 0xff].into_iter().flat_map(odd).map(|(at, odd)| {
            let mut text = ascii.clone();
            text[at] = odd;
            text
        });
        for (number, text) in texts.chain([ascii.clone()]).enumerate() {
            let padding = length.wrapping_neg() % 4;
            for missing in 0..=padding {
                let block = [&word(4)[..], &word(length as u32), &text, &[0; 4][missing..padding]].concat();
                for &dialect in share(&[Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4], number) {
                    agree_everywhere(dialect, false, &block);
                }
            }
        }
    }
    for marked in ["\u{feff}", "\u{feff}a", "\u{feff}größe", "größe", "名前", "🎮"] {
        let length = marked.len();
        let padded = [marked.as_bytes(), &[0; 4][..length.wrapping_neg() % 4]].concat();
        let bytes = [&word(4)[..], &word(length as u32), &padded].concat();
        Dialect::ALL.iter().for_each(|dialect| agree_everywhere(*dialect, false, &bytes));
    }
}

/// Every id with every flag, before every number of bytes.
#[test]
fn every_header() {
    for id in 0..=48_u32 {
        let flags = [0, 0x100, 0x1_0000, 0x1_0100, 0x2_0000, 0x3_0000, 0x4_0000, 0x8000_0000];
        for (number, flags) in flags.into_iter().enumerate() {
            for length in 0..=16 {
                let bytes = [&word(id | flags)[..], &[0x01, 0, 0, 0, 0x62, 0xff, 0, 0][..], &[0; 8]].concat();
                in_dialects(id as usize + number + length, &bytes[..4 + length]);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn noise_that_starts_like_a_value(
        id in 0..6_u32,
        flags in prop::sample::select(vec![0_u32, 0x1_0000, 0x100]),
        length in prop::sample::select(vec![0_u32, 1, 3, 4, 5, 8, 9, 15, 16, 17, 24]),
        noise in prop::collection::vec(any::<u8>(), 0..32),
    ) {
        in_dialects(noise.len(), &[&word(id | flags)[..], &word(length), &noise].concat());
    }
}
